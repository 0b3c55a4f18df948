/**
 * Finds which of several programs does a task with the least energy, as far as runs can tell.
 *
 * Sits in `compare/`, under `compare-programs.ts`. Each two programs that do the same task are compared, over all
 * tasks, and Benjamini and Hochberg's correction covers all of these comparisons. Comparing only the program that
 * took least would find a winner even where all programs are alike.
 */
import { findSignificant } from '../significance/significance';
import { isRounding } from '../../pages/changes';
import type { Joules } from '../../base/units';

/** A program that does the task. */
export interface Doer {
  /** Its number among the programs. */
  readonly program: number;
  readonly energy: Joules;
}

export interface Cheapest {
  /** The number of the program that takes least; absent if only one program does the task, or several are alike. */
  readonly cheapest?: number;
  /**
   * The program that took least and those that differ from it by no more than chance, in the order of the programs;
   * absent if one program alone takes least.
   */
  readonly alike?: readonly number[];
}

/**
 * Finds, for each task, the program that takes least. `chanceOf` gives the probability that two programs differ so by
 * chance; it is NaN if that is unknown, and then the figures alone decide.
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
