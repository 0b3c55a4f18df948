/** The bars of hostile folders: all that their servers took, touched and said. */
import { availableParallelism } from 'node:os';
import { savedSeeds } from '../fuzz/saved-seeds';
import { atMost, type Bar, formatBars, none } from './bars';
import { type FolderResults, runFolders } from './folder-run';
import { KIND_NAMES } from './hostile-folder';

/** Servers that run at once: each has the cores that an editor's has. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

export function barsOf({
  answers,
  overlays,
  busy,
  memory,
  effects,
  outside,
  failures,
}: FolderResults): readonly Bar[] {
  return [
    atMost('hostile folders: answer', answers, 2000, 'ms'),
    atMost('hostile folders: overlay', overlays, 5000, 'ms'),
    atMost('hostile folders: processor time until the answer', busy, 2000, 'ms'),
    atMost('memory of a server', memory, 1024, 'MB'),
    none('programs started, connections', effects.causes.size),
    none('files opened outside', outside.causes.size),
    none('kinds of failure', failures.causes.size),
  ];
}

/** Runs the cases in parts, prints the bars, and gives what failed. */
export async function folderBars({ root, count, seed, from }: {
  readonly root: string; readonly count: number; readonly seed: number; readonly from: number;
}): Promise<{ readonly failures: ReadonlyMap<string, number>; readonly written: readonly string[] }> {
  const seeds = savedSeeds(root);
  console.log(`${KIND_NAMES.length} kinds`);
  const size = Math.ceil(count / AT_ONCE);
  const done = new Array<number>(AT_ONCE).fill(0);
  const results = await Promise.all(done.map((_, part) =>
    runFolders({
      ...{ root, seed, seeds, from: from + part * size, count: Math.min(size, count - part * size) },
      progress: (folders) => {
        done[part] = folders;
        process.stderr.write(`\r${done.reduce((a, b) => a + b, 0)} of ${count} `);
      },
    })));
  const [first, ...others] = results;
  for (const other of others) first?.take(other);
  if (first === undefined) throw new Error('nothing ran');
  console.log(`\n${formatBars(barsOf(first))}`);
  for (const [name, { lines }] of Object.entries({ slow: first.slow,
    effects: first.effects, outside: first.outside, failures: first.failures, said: first.said }))
    console.log(`${name}:\n  ${lines.join('\n  ')}`);
  const failed = [...first.effects.causes, ...first.outside.causes, ...first.failures.causes];
  return { failures: new Map(failed.map(([cause, { times }]) => [cause, times])), written: [] };
} // prettier-ignore
