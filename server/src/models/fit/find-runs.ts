/**
 * Stretches of cases, in the order of time, that take far more energy than
 * what ran in them explains: collections of garbage, other threads.
 *
 * Sits in `models/`. vLens (section 3.2.2) takes what a robust regression
 * rejects for such events; here a stretch of rejected cases is one.
 */
import { at } from '../solve/matrix';
import type { Joules } from '../../base/units';

export interface CaseRun {
  /** The first case, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The sum of the residuals, in joules, less the energy that is missing right before and right behind. */
  readonly energy: Joules;
}

export interface RunRule {
  /** A case is beyond this many of `scale`. */
  readonly beyond: number;
  /** The whole stretch is beyond this many of the scale that so many cases have. */
  readonly together: number;
}

/**
 * `residuals`: NaN where nothing is known, which ends a stretch. Nothing takes less than what ran: stretches that do so
 * show how far errors go, and what goes no further is taken for one.
 */
export function findRuns(residuals: Float64Array, scale: Joules, rule: RunRule): readonly CaseRun[] {
  const mirrored = listRuns(
    residuals.map((residual) => -residual),
    scale,
    rule,
  );
  const largest = mirrored.reduce((most, { energy }) => Math.max(most, energy), 0);
  return listRuns(residuals, scale, rule).filter(({ energy }) => energy > largest);
}

function listRuns(residuals: Float64Array, scale: Joules, { beyond, together }: RunRule): readonly CaseRun[] {
  const runs: CaseRun[] = [];
  const limit = beyond * scale;
  for (let first = 0; first < residuals.length; first++) {
    if (!(at(residuals, first) > limit)) continue;
    let end = first;
    let energy = 0;
    while (end < residuals.length && at(residuals, end) > limit) energy += at(residuals, end++);
    // What ran in one case and was counted in the next is too much here and too little there.
    energy += lackAt(first - 1) + lackAt(end);
    if (energy > together * scale * Math.sqrt(end - first)) runs.push({ first, end, energy });
    first = end;
  }
  return runs;

  function lackAt(index: number): Joules {
    const residual = residuals[index] ?? 0;
    return residual < 0 ? residual : 0;
  }
}
