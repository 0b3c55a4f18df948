/**
 * Small workspaces of real sources: some files of one package of a JDK, or the
 * fixtures of this project.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findJdks } from '../support/jdks';
import { readModuleSources, type SourceFile } from '../support/jdk-sources';
import type { Files } from './edit-session';
import { createRandom, type Random } from './random';

const FIXTURES = ['test/fixtures', 'test/operations/sources'];
const SMALL = 6_000;
const MEDIUM = 40_000;

export type Corpus = readonly (readonly SourceFile[])[];

/** Files by folder; those of `java.base` where a JDK has sources and `accepts` them. */
export function readCorpus(accepts: (path: string) => boolean = () => true): Corpus {
  const jdk = findJdks().findLast(({ sources }) => sources !== undefined);
  const platform = jdk === undefined ? [] : readModuleSources(jdk, 'java.base', accepts);
  const folders = new Map<string, SourceFile[]>();
  for (const file of [...readFixtures(), ...platform]) {
    const folder = dirname(file.path);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, files]) => files);
}

function readFixtures(): readonly SourceFile[] {
  return FIXTURES.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.java'))
      .map((path) => ({
        path: join(root, path).replaceAll('\\', '/'),
        text: readFileSync(join(root, path), 'utf8'),
      })),
  );
}

/** Up to five files of one folder: mostly small ones, seldom one of thousands of lines. */
export function pickWorkspace(corpus: Corpus, runSeed: number, number: number): Files {
  const random = createRandom(number, runSeed, 2);
  const folder = random.among(corpus) ?? [];
  const largest = random.oneIn(100) ? Infinity : random.oneIn(10) ? MEDIUM : SMALL;
  const chosen = new Map<string, string>();
  const fitting = folder.filter(({ text }) => text.length <= largest);
  const large = largest === Infinity ? pickLarge(corpus, random) : undefined;
  if (large !== undefined) chosen.set(`/src/${large.path}`, large.text);
  const count = 1 + random.below(5);
  for (let i = 0; i < count; i++) {
    const file = random.among(fitting.length > 0 ? fitting : folder);
    if (file !== undefined && (file.text.length <= MEDIUM || chosen.size === 0))
      chosen.set(`/src/${file.path}`, file.text);
  }
  return chosen;
}

function pickLarge(corpus: Corpus, random: Random): SourceFile | undefined {
  return random.among(corpus.flat().filter(({ text }) => text.length > MEDIUM));
}
