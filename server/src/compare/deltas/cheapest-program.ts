/**
 * Who of several does something cheapest, as far as runs can tell.
 *
 * Sits in `compare/`, under `compare-programs.ts`. Each two that do the same are compared, over all tasks, and Benjamini and
 * Hochberg's correction is for all of these comparisons: to look for the least first, and to compare that alone, would find
 * one where all are alike.
 */
import { findSignificant } from '../significance/significance';
import { isRounding } from '../../pages/changes';
import type { Joules } from '../../base/units';

/** One that does it. */
export interface Doer {
  /** Its number among the programs. */
  readonly program: number;
  readonly energy: Joules;
}

export interface Cheapest {
  /** Absent where one alone does it, or several are alike. */
  readonly cheapest?: number;
  /** Where that can't be told, in the order of the programs: the one that took least, and those that it could be by chance. */
  readonly alike?: readonly number[];
}

/**
 * Of each task. `chanceOf`: how likely two differ so by chance; NaN where nothing is known of that, and figures alone tell.
 */
export function findCheapest<D extends Doer>(
  tasks: readonly (readonly D[])[],
  chanceOf: (one: D, other: D) => number,
): readonly Cheapest[] {
  const pairs = tasks.map((doers) =>
    doers.flatMap((one, at) => doers.slice(at + 1).map((other) => ({ one, other, p: chanceOf(one, other) }))),
  );
  const stands = findSignificant(pairs.flatMap((each) => each.map(({ p }) => p)));
  let at = 0;
  return tasks.map((doers, task): Cheapest => {
    const alike = new Map(doers.map((doer) => [doer, new Set([doer])]));
    for (const { one, other, p } of pairs[task] ?? []) {
      const isTold = stands[at++] === true || Number.isNaN(p);
      if (isTold && !isRounding(one.energy, other.energy)) continue;
      alike.get(one)?.add(other);
      alike.get(other)?.add(one);
    }
    const least = doers.reduce<D | undefined>(
      (best, doer) => (best === undefined || doer.energy < best.energy ? doer : best),
      undefined,
    );
    if (least === undefined || doers.length < 2) return {};
    const asCheap = doers.filter((doer) => alike.get(least)?.has(doer) === true);
    return asCheap.length === 1
      ? { cheapest: least.program }
      : { alike: asCheap.map(({ program }) => program) };
  });
}
