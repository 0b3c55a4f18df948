/**
 * The deviation of an operation's cost in one program from its cost in others:
 * intervals are made of it.
 *
 * Sits in `models/`, under `fit-calibration.ts`. Each operation's cost is taken to
 * depart from the fitted one by a share δ of its own, in each program: a program
 * whose energy is spread over many operations is then known better than one that
 * does a few things over and over, with a relative deviation of δ·√H, where H is
 * the sum of the squared shares of its operations (Herfindahl's index). δ is such
 * that nine of ten cases left out of the fit lie within their interval of 90 %:
 * split-conformal prediction with locally weighted residuals (Lei and others,
 * "Distribution-Free Predictive Inference for Regression", 2018, section 5.2).
 */
import type { CalibrationCase } from './cases';
import { REACH_OF_90 } from '../../base/distributions';
import { quantileOf } from '../../base/statistics';
import type { Joules, Share } from '../../base/units';

/** An operation that hardly another case has was not known when its case was left out. */
const LEAST_CASES = 5;

/** `leftOut`: of each case, by a fit without it; NaN where there is none. */
export function deviationBetweenPrograms(
  cases: readonly CalibrationCase[],
  costs: ReadonlyMap<string, Joules>,
  leftOut: Float64Array,
): Share {
  const support = new Map<string, number>();
  for (const { row } of cases) for (const name of row.keys()) support.set(name, (support.get(name) ?? 0) + 1);
  const isKnown = ({ row }: CalibrationCase): boolean =>
    [...row.keys()].every((name) => (support.get(name) ?? 0) >= LEAST_CASES);
  const scores = cases.flatMap((each, i): readonly number[] => {
    const predicted = leftOut[i] ?? NaN;
    const concentration = concentrationOf(each.row, costs);
    return Number.isFinite(predicted) && concentration > 0 && isKnown(each)
      ? [Math.abs(predicted / each.energy - 1) / Math.sqrt(concentration)]
      : [];
  });
  return scores.length === 0
    ? Infinity
    : quantileOf(
        scores.toSorted((a, b) => a - b),
        0.9,
      ) / REACH_OF_90;
}

/** H: 1 where all energy is one operation's, 1/n where n of them share it evenly. */
function concentrationOf(row: ReadonlyMap<string, number>, costs: ReadonlyMap<string, Joules>): number {
  const energies = Array.from(row, ([name, count]) => count * (costs.get(name) ?? 0));
  const total = energies.reduce((sum, energy) => sum + energy, 0);
  return total > 0 ? energies.reduce((sum, energy) => sum + (energy / total) ** 2, 0) : 0;
}
