/** Measured values with their units, for people. Sits in `engine/`, so that editor and command line say the same. */
import type { Measure } from '../measurement/imported-profile';

const UNITS: Readonly<Record<Measure['unit'], string>> = {
  joules: ' J',
  seconds: ' s',
  samples: ' samples',
  bytes: ' bytes',
  share: ' (shares)',
};

/** "12.3456 J", "17 samples": six digits, since parts are to be added up by whoever reads them. */
export function formatAmount(value: number, unit: Measure['unit']): string {
  return `${Number(value.toPrecision(6))}${UNITS[unit]}`;
}
