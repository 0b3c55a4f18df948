/** Measured values with their units, for people. Sits in `words/`, so that editor and command line say the same. */
import type { Measure } from '../base/measure';
import { formatEnergy, formatShare, JOULES } from './energy-text';

const UNITS: Readonly<Record<Measure['unit'], string>> = {
  joules: ' J',
  seconds: ' s',
  samples: ' samples',
  bytes: ' bytes',
  share: ' (shares)',
};

/** "12.3456 J", "17 samples": six digits, so that readers can add up the parts. */
export function formatAmount(value: number, unit: Measure['unit']): string {
  return `${Number(value.toPrecision(6))}${UNITS[unit]}`;
}

/** "1.23 mJ", "3.2 %", "0.5 s": as short as energies are written. */
export function formatCompared(value: number, unit: Measure['unit']): string {
  if (unit === 'joules') return formatEnergy(value, JOULES);
  return unit === 'share' ? formatShare(value) : formatAmount(Number(value.toPrecision(3)), unit);
}
