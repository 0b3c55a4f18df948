/**
 * Finds units of measured values by the names that tools give them.
 *
 * Sits in `recordings/`.
 */
import type { MeasureUnit } from '../../base/measure';

export interface KnownUnit {
  readonly unit: MeasureUnit;
  /** The factor to joules, seconds, samples or bytes. */
  readonly scale: number;
}

const PREFIXES: readonly (readonly [string, string, number])[] = [
  ['', '', 1],
  ['k', 'kilo', 1e3],
  ['m', 'milli', 1e-3],
  ['µ', 'micro', 1e-6],
  ['μ', 'micro', 1e-6],
  ['u', 'micro', 1e-6],
  ['n', 'nano', 1e-9],
  ['p', 'pico', 1e-12],
  ['f', 'femto', 1e-15],
];

const UNITS: ReadonlyMap<string, KnownUnit> = new Map([
  ...PREFIXES.flatMap(([short, long, scale]): [string, KnownUnit][] => [
    [`${short}J`, { unit: 'joules', scale }],
    [`${long}joule`, { unit: 'joules', scale }],
    [`${long}joules`, { unit: 'joules', scale }],
    [`${short}Wh`, { unit: 'joules', scale: scale * 3600 }],
    [`${short}s`, { unit: 'seconds', scale }],
    [`${long}second`, { unit: 'seconds', scale }],
    [`${long}seconds`, { unit: 'seconds', scale }],
  ]),
  ['count', { unit: 'samples', scale: 1 }],
  ['samples', { unit: 'samples', scale: 1 }],
  ['bytes', { unit: 'bytes', scale: 1 }],
  ['share', { unit: 'share', scale: 1 }],
  ['millionths', { unit: 'share', scale: 1e-6 }],
]);

/** Case tells short names apart, as in `mJ` and `MJ`; it does not matter in long ones. */
export function unitNamed(name: string): KnownUnit | undefined {
  return UNITS.get(name.trim()) ?? UNITS.get(name.trim().toLowerCase());
}
