/**
 * The unit of measured energies: `y`, `y [mJ]`, `y (µJ)`.
 *
 * Sits in `models/`. Times are taken too, where a power is given that they
 * stand for: a proxy, and said to be one.
 */
import { JOULES_PER_UNIT, type Seconds, type Watts } from '../../base/units';

const TIMES: Readonly<Record<string, Seconds>> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, μs: 1e-6, ns: 1e-9 };

/** The name without its unit, and the unit where there is one. */
export function splitUnit(column: string): { readonly name: string; readonly unit?: string } {
  const match = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))$/.exec(column);
  if (match === null) return { name: column };
  return { name: match[1] ?? '', unit: (match[2] ?? match[3] ?? '').trim() };
}

export type FittedUnit =
  | { readonly factor: number; readonly isProxy: boolean; readonly warning?: string }
  | { readonly problem: string };

/** `column` is its name, with its unit or without; `given` stands on the command line; `watts` is what a busy second takes. */
export function chooseUnit(column: string, given: string | undefined, watts: Watts | undefined): FittedUnit {
  const { name, unit: written } = splitUnit(column);
  if (written !== undefined && given !== undefined && written !== given)
    return {
      problem: `column ${name} is in ${written} by its name, and in ${given} by --unit: correct one of the two`,
    };
  const unit = written ?? given;
  if (unit === undefined)
    return {
      factor: 1,
      isProxy: false,
      warning: `column ${name} names no unit, so joules are assumed; write it as ${name} [J], or give --unit`,
    };
  const energy = JOULES_PER_UNIT.get(unit);
  if (energy !== undefined) return { factor: energy, isProxy: false };
  const time = Object.hasOwn(TIMES, unit) ? TIMES[unit] : undefined;
  if (time === undefined)
    return {
      problem: `column ${name} is in "${unit}", which is no unit of energy; known are ${[...JOULES_PER_UNIT.keys(), ...Object.keys(TIMES)].join(', ')}`,
    };
  if (watts === undefined)
    return {
      problem: `column ${name} is in ${unit}, a time: --watts says what power it stands for, as a proxy for a meter`,
    };
  return { factor: time * watts, isProxy: true };
}
