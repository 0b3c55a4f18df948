/**
 * Divides measured energy among what a trace timed: each call, and each execution of a path.
 *
 * Sits in `profile/`, over `trace-windows.ts`. vLens, section 3.2.1: what runs while N threads do gets 1/N
 * of the energy over that interval; what is too short for the samples takes its part of a longer window
 * (Equation 1).
 */
import { at, outside } from '../../base/check';
import type { EnergyCurve } from '../../power/energy-curve';
import { createSelfTimes } from './self-times';
import type { VisitTuple } from './trace-file';
import { spreadOver, type TraceWindows } from './trace-windows';

const NANOS = 1e-9;
/** The number of samples that make a window. */
const ENOUGH = 3;

/** The joules above idle of a stretch of one thread's time; NaN if the meter did not see it. */
export type EnergyOf = (from: number, to: number) => number;

/** `gross` has the joules of each window, as {@link curve} has them. */
export function createEnergyOf(
  curve: EnergyCurve,
  gross: Float64Array,
  idle: number,
  { grid, busy }: Pick<TraceWindows, 'grid' | 'busy'>,
): EnergyOf {
  const { edges } = grid;
  const lengthOf = (window: number): number => at(edges, window + 1) - (edges[window] ?? outside(window));
  return (from, to) => {
    let energy = 0;
    const isShort = to - from < ENOUGH * curve.interval;
    spreadOver(grid, from, to, (window, seconds) => {
      const length = lengthOf(window);
      const all = busy[window] ?? outside(window);
      if (isShort) {
        // The share is of the time in which anything ran, not of the whole window: what waited took nothing.
        energy += (((gross[window] ?? NaN) - idle * length) * seconds) / all;
        return;
      }
      const begin = Math.max(from, edges[window] ?? from);
      energy += (curve.between(begin, begin + seconds) - idle * seconds) / Math.max(1, all / length);
    });
    return energy;
  };
}

export interface MeasuredCalls {
  readonly calls: number;
  readonly energy: number;
  /** The sum of squares of the energies, for their deviation. */
  readonly squares: number;
}

/** Measures calls by site, without those that the meter did not see. `siteOf` is undefined for calls that are not asked for. */
export function measureCalls(
  siteOf: (call: number) => string | undefined,
  energyOf: EnergyOf,
  visitTrace: (visit: VisitTuple) => void,
): ReadonlyMap<string, MeasuredCalls> {
  const measured = new Map<string, MeasuredCalls>();
  visitTrace(
    createSelfTimes((_, subject, parts) => {
      const site = subject % 2 === 1 ? siteOf((subject - 1) / 2) : undefined;
      if (site === undefined) return;
      const energy = sumOf(parts, energyOf);
      if (Number.isNaN(energy)) return;
      const before = measured.get(site) ?? { calls: 0, energy: 0, squares: 0 };
      measured.set(site, {
        calls: before.calls + 1,
        energy: before.energy + energy,
        squares: before.squares + energy * energy,
      });
    }),
  );
  return measured;
}

/** Sums over executions of paths, for the goodness of fit by path (vLens, equations 6 and 7). */
export interface PathSums {
  readonly executions: number;
  readonly measured: number;
  readonly predicted: number;
  /** 1 − Σ(y − ŷ)² / Σ(y − ȳ)². */
  readonly rSquared: number | null;
}

/** `predicted` has the joules of an execution by index of the path; `isLeftOut` is true for windows that are known to hold something else. */
export function judgePaths(
  indexOf: (counter: number) => number,
  predicted: Float64Array,
  energyOf: EnergyOf,
  isLeftOut: (from: number, to: number) => boolean,
  visitTrace: (visit: VisitTuple) => void,
): PathSums {
  const sums = { executions: 0, measured: 0, predicted: 0, squares: 0, errors: 0 };
  visitTrace(
    createSelfTimes((_, subject, parts) => {
      const path = subject % 2 === 0 ? indexOf(subject / 2) : -1;
      if (path < 0 || someOf(parts, isLeftOut)) return;
      const energy = sumOf(parts, energyOf);
      if (Number.isNaN(energy)) return;
      const expected = predicted[path] ?? outside(path);
      sums.executions++;
      sums.measured += energy;
      sums.predicted += expected;
      sums.squares += energy * energy;
      sums.errors += (energy - expected) ** 2;
    }),
  );
  const { executions, measured, squares, errors } = sums;
  const spread = squares - (measured * measured) / Math.max(1, executions);
  return {
    executions,
    measured,
    predicted: sums.predicted,
    rSquared: spread > 0 ? 1 - errors / spread : null,
  };
}

function sumOf(parts: readonly number[], energyOf: EnergyOf): number {
  let energy = 0;
  for (let part = 0; part < parts.length; part += 2)
    energy += energyOf(
      (parts[part] ?? outside(part)) * NANOS,
      (parts[part + 1] ?? outside(part + 1)) * NANOS,
    );
  return energy;
}

function someOf(parts: readonly number[], test: (from: number, to: number) => boolean): boolean {
  for (let part = 0; part < parts.length; part += 2)
    if (test((parts[part] ?? outside(part)) * NANOS, (parts[part + 1] ?? outside(part + 1)) * NANOS))
      return true;
  return false;
}
