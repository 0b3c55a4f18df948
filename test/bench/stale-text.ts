/** How well a text is told from the one that ran, where nothing but the classes is known: of libraries, and of edits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../server/src/base/check';
import { findJdks } from '../support/jdks';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { EDITS, leftOutOf, ranMethods, ranOnce } from '../lines/edited-texts';
import { createRandom } from '../fuzz/random';

export const listJdks = findJdks;

export interface StaleFigures {
  /** Methods of unchanged texts, and how many of them were left out. */
  readonly methods: number;
  readonly refused: readonly string[];
  /** By the kind of edit. */
  readonly edits: ReadonlyMap<string, EditFigures>;
}

export interface EditFigures {
  made: number;
  /** Edits of which a method is shown with counts that no longer fit. */
  readonly unnoticed: string[];
  /** Methods with counts that do fit, and how many of them were left out. */
  fitting: number;
  readonly lost: string[];
}

export interface StaleRequest {
  readonly classes: string;
  readonly sources: string;
  readonly edits: number;
  readonly seed: number;
}

export function judgeLibrary({ classes, sources, edits, seed }: StaleRequest): StaleFigures {
  const listed = (folder: string, end: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(end))
      .sort();
  const bytes = listed(classes, '.class').map((name) => readFileSync(join(classes, name)));
  const profile = ranOnce(bytes);
  const texts = new Map(
    listed(sources, '.java')
      .filter((name) => !/(?:package|module)-info\.java$/.test(name))
      .map((name) => [join(sources, name), readFileSync(join(sources, name), 'utf8').replaceAll('\r', '')]),
  );
  const analyzer = newAnalyzer();
  for (const [path, text] of texts) analyzer.setHeaders(path, text);
  const files = Array.from(texts, ([path, text]) => {
    const file = operationsOf(analyzer, path, text);
    return { path, text, file, ran: ranMethods(profile, file), leftOut: leftOutOf(profile, file, text) };
  }).filter(({ ran }) => ran.size > 0);
  const refused = files.flatMap(({ leftOut }) => [...leftOut]);
  const random = createRandom(seed);
  const found = new Map<string, EditFigures>();
  const kinds = Object.entries(EDITS);
  for (let index = 0; index < edits; index++) {
    const [kind, edit] = at(kinds, index % kinds.length);
    const given = files[random.below(files.length)];
    const edited = given && edit(given, random);
    if (given === undefined || edited === undefined) continue;
    const figures = found.get(kind) ?? { made: 0, unnoticed: [], fitting: 0, lost: [] };
    found.set(kind, figures);
    figures.made++;
    const leftOut = leftOutOf(profile, operationsOf(analyzer, given.path, edited.text), edited.text);
    const missed = [...edited.stale].filter((key) => given.ran.has(key) && !leftOut.has(key));
    if (missed.length > 0) figures.unnoticed.push(`${missed[0]}: ${edited.what}`);
    const fitting = [...given.ran.keys()].filter((key) => !edited.stale.has(key) && !given.leftOut.has(key));
    figures.fitting += fitting.length;
    figures.lost.push(...fitting.filter((key) => leftOut.has(key)));
  }
  const methods = files.reduce((sum, { ran }) => sum + ran.size, 0);
  return { methods, refused, edits: found };
}
