/**
 * Where a measured total went: lines + library + runtime + idle + unattributed
 * = total.
 *
 * Sits in `measurement/`. What the parts claim beyond the total is said, and
 * stays in the account as an unattributed energy below 0: cutting it off would
 * make the parts add up to something that nobody measured.
 */
import type { Joules, Share } from '../units';

export interface RuntimeEnergy {
  readonly garbageCollection: Joules;
  readonly compilation: Joules;
  readonly threadSwitching: Joules;
  /** Of a `main` that does nothing. */
  readonly startUp: Joules;
}

export interface AttributedEnergy {
  readonly lines: Joules;
  readonly library: Joules;
  readonly runtime: RuntimeEnergy;
  readonly idle: Joules;
}

export interface EnergyAccount extends AttributedEnergy {
  readonly unattributed: Joules;
  readonly total: Joules;
  /** Of the total; undefined where there is none. */
  readonly unattributedShare: Share | undefined;
  readonly problems: readonly string[];
}

/** Rounding is no claim: parts are sums of many small energies. */
const ROUNDING: Share = 1e-9;

export function balanceEnergy(parts: AttributedEnergy, total: Joules): EnergyAccount {
  const unattributed = total - attributedEnergy(parts);
  const tooMuch = unattributed < -ROUNDING * Math.abs(total);
  return {
    ...parts,
    unattributed,
    total,
    unattributedShare: total > 0 ? unattributed / total : undefined,
    problems: tooMuch
      ? [
          `the parts claim ${(-unattributed).toPrecision(3)} J more than the ${total.toPrecision(3)} J that were measured`,
        ]
      : [],
  };
}

function attributedEnergy({ lines, library, runtime, idle }: AttributedEnergy): Joules {
  const { garbageCollection, compilation, threadSwitching, startUp } = runtime;
  return lines + library + garbageCollection + compilation + threadSwitching + startUp + idle;
}
