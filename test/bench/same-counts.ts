/** Counts by the plan, and by paths, against one counter before every instruction, over many programs. Run by `same-counts.mjs`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClass } from '../../server/src/classfile/read/read-class';
import { jdks, must, toolOf } from '../classfile/jdk-modules';
import { compareCounts, type ComparedCounts } from '../profile/compare-counts';
import { randomPrograms } from '../profile/random-programs';
import type { Jdk } from '../support/jdks';

/** Programs of one class, whose `main` must fit into a method. */
const EACH = 125;

const RECORDS = ['counts', 'paths'] as const;

export interface SameCounts extends ComparedCounts {
  readonly name: string;
  readonly programs: number;
}

const sources = join(process.cwd(), 'test/bench/programs');

export async function compareAll(
  count: number,
  seed: number,
  onDone: (done: SameCounts) => void,
): Promise<void> {
  const jdk = jdks.at(-1);
  if (jdk === undefined) throw new Error('No JDK was found');
  for (let first = 0; first < count; first += EACH) {
    const programs = Math.min(EACH, count - first);
    const text = randomPrograms(programs, seed + first);
    await withFolder(jdk, { 'Programs.java': text }, async (folder, classes) => {
      for (const record of RECORDS) {
        const name = `random, seed ${seed + first}, ${record}`;
        const compiled = { folder, classes };
        onDone({ name, programs, ...(await compareCounts(jdk, 'Programs', compiled, [], [], record)) });
      }
    });
  }
  const files = readdirSync(sources).map(
    (name) => [name, readFileSync(join(sources, name), 'utf8')] as const,
  );
  await withFolder(jdk, Object.fromEntries(files), async (folder, classes) => {
    for (const [file, text] of files) {
      const owner = file.replace('.java', '');
      // Threads of one program at the same counters lose some; what they count apart is tested elsewhere.
      if (owner === 'Threads') continue;
      for (const [, method = ''] of text.matchAll(/^ {4}static long (\w+)\(\)/gm)) {
        for (const record of RECORDS) {
          const compared = await compareCounts(
            jdk,
            'Bench',
            { folder, classes },
            [],
            [owner, method],
            record,
          );
          onDone({ name: `${owner}.${method}, ${record}`, programs: 1, ...compared });
        }
      }
    }
  });
}

async function withFolder<T>(
  jdk: Jdk,
  texts: Readonly<Record<string, string>>,
  use: (folder: string, classes: readonly ReturnType<typeof readOne>[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-same-counts-'));
  try {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const files = Object.keys(texts).map((name) => join(folder, name));
    execFileSync(toolOf(jdk.home, 'javac'), ['-g', '-Xlint:none', '-d', folder, ...files]);
    const classes = readdirSync(folder).filter((name) => name.endsWith('.class'));
    return await use(
      folder,
      classes.map((name) => readOne(join(folder, name))),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOne(path: string) {
  return must(readClass(readFileSync(path)));
}
