/**
 * Adds what one run or file taught to what others did.
 *
 * Sits in `lines/learned/`. Each run counts alike, however long it took: calls are told of a run of a billion
 * operations. Sums of raw counts would leave of many short runs and a long one the long one alone.
 */
import { at } from '../../base/check';
import { alignBlocks } from './block-shapes';
import type { Frequencies, LearnedClass, LearnedRow, LearnedRun } from './frequencies-document';

/** `later` has the blocks of the later text: counts of `earlier` are moved to them. Runs in both count once. */
export function mergeFrequencies(earlier: Frequencies, later: Frequencies): Frequencies {
  const known = new Set(earlier.runs.map(({ id }) => id));
  const fresh = later.runs.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return earlier;
  const weight = fresh.length / later.runs.length;
  const classes = new Map(earlier.classes);
  for (const [name, each] of earlier.classes)
    if (!later.classes.has(name)) classes.set(name, withoutCalls(each, fresh.length));
  for (const [name, each] of later.classes)
    classes.set(name, mergeClass(earlier.classes.get(name), each, weight));
  return { runs: [...earlier.runs, ...fresh].sort(byDate), classes };
}

function byDate(a: LearnedRun, b: LearnedRun): number {
  const [one, other] = [`${a.date} ${a.id}`, `${b.date} ${b.id}`];
  return one < other ? -1 : 1;
}

/** Further runs that did not load a class. */
function withoutCalls(each: LearnedClass, runs: number): LearnedClass {
  const methods = Array.from(each.methods, ([name, [before, calls, shapes, counts]]) => {
    const row: LearnedRow = [before + runs, (calls * before) / (before + runs), shapes, counts];
    return [name, row] as const;
  });
  return { ...each, runs: each.runs + runs, methods: new Map(methods) };
}

/** Only a share of `later` is new: the runs that `earlier` has not. */
function mergeClass(earlier: LearnedClass | undefined, later: LearnedClass, share: number): LearnedClass {
  if (earlier === undefined) return later;
  const methods = new Map<string, LearnedRow>();
  const idle = new Set<string>();
  const names = [...earlier.methods.keys(), ...later.methods.keys(), ...earlier.idle, ...later.idle];
  for (const name of new Set(names)) {
    const before = earlier.methods.get(name) ?? idleRow(earlier, name);
    const after = later.methods.get(name) ?? idleRow(later, name);
    // A method that the later text does not have is gone.
    if (after === undefined) continue;
    const row =
      before === undefined
        ? after
        : mergeRows(before, [Math.max(1, after[0] * share), after[1], after[2], after[3]]);
    if (row[1] > 0) methods.set(name, row);
    else idle.add(name);
  }
  return { runs: earlier.runs + later.runs * share, methods, idle };
}

function idleRow({ idle, runs }: LearnedClass, name: string): LearnedRow | undefined {
  return idle.has(name) ? [runs, 0, '', []] : undefined;
}

/** Means of calls over all runs; blocks by the calls that tell of them. */
function mergeRows(
  [runs, calls, shapes, counts]: LearnedRow,
  [laterRuns, laterCalls, laterShapes, laterCounts]: LearnedRow,
): LearnedRow {
  const all = runs + laterRuns;
  const [before, after] = [runs * calls, laterRuns * laterCalls];
  const mean = (before + after) / all;
  if (after === 0) return [all, mean, shapes, counts];
  if (before === 0) return [all, mean, laterShapes, laterCounts];
  const places = alignBlocks(split(shapes), split(laterShapes));
  const merged = laterCounts.map((count, block) => {
    const place = places[block];
    const old = place === undefined ? null : at(counts, place);
    if (old === null || count === null) return count ?? old;
    return (before * old + after * count) / (before + after);
  });
  return [all, mean, laterShapes, merged];
}

export function split(shapes: string): readonly string[] {
  return shapes === '' ? [] : shapes.split(' ');
}
