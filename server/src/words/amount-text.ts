/** Measured values with their units, for people. Sits in `words/`, so that editor and command line say the same. */
import type { AmountUnit } from '../base/measure';
import { formatCount, formatEnergy, formatShare, JOULES, withPrefix } from './energy-text';

const UNITS: Readonly<Record<AmountUnit, string>> = {
  joules: ' J',
  seconds: ' s',
  samples: ' samples',
  bytes: ' bytes',
  executions: ' executions',
  share: ' (shares)',
};

const ONE: Readonly<Record<AmountUnit, string>> = {
  ...UNITS,
  samples: ' sample',
  bytes: ' byte',
  executions: ' execution',
};

/** "12.3456 J", "17 samples": six digits, so that readers can add up the parts. */
export function formatAmount(value: number, unit: AmountUnit): string {
  const shown = Number(value.toPrecision(6));
  return `${shown}${shown === 1 ? ONE[unit] : UNITS[unit]}`;
}

/** "1.23 mJ", "3.2 %", "45 ms", "168 MB", "2,000 executions": as short as energies are written. */
export function formatCompared(value: number, unit: AmountUnit): string {
  switch (unit) {
    case 'joules':
      return formatEnergy(value, JOULES);
    case 'share':
      return formatShare(value);
    case 'seconds':
      return withPrefix(value, 's', -3, 0);
    case 'bytes':
      return Math.abs(value) < 1000
        ? formatAmount(Number(value.toPrecision(3)), unit)
        : withPrefix(value, 'B', 1, 3);
    case 'executions':
      return `${formatCount(value)} ${value === 1 ? 'execution' : 'executions'}`;
    case 'samples':
      return formatAmount(Number(value.toPrecision(3)), unit);
  }
}
