/** Measured values with their units, for people. Sits in `words/`, so that editor and command line say the same. */
import type { AmountUnit } from '../base/measure';
import { formatCount, formatEnergy, formatShare, JOULES } from './energy-text';

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
      return withPrefix(value, 's', ['', 'm', 'µ', 'n']);
    case 'bytes':
      return Math.abs(value) < 1000
        ? formatAmount(Number(value.toPrecision(3)), unit)
        : withPrefix(value, 'B', ['T', 'G', 'M', 'k']);
    case 'executions':
      return `${formatCount(value)} ${value === 1 ? 'execution' : 'executions'}`;
    case 'samples':
      return formatAmount(Number(value.toPrecision(3)), unit);
  }
}

const FACTORS: Readonly<Record<string, number>> = {
  T: 1e12,
  G: 1e9,
  M: 1e6,
  k: 1e3,
  '': 1,
  m: 1e-3,
  µ: 1e-6,
  n: 1e-9,
};

/** A value by the largest of the prefixes that leaves 1 or more, or by the last one. */
function withPrefix(value: number, unit: string, prefixes: readonly string[]): string {
  if (value === 0) return `0 ${unit}`;
  const scaled = prefixes.map(
    (prefix) => [prefix, Number((value / (FACTORS[prefix] ?? 1)).toPrecision(3))] as const,
  );
  const [prefix, shown] = scaled.find(([, each]) => Math.abs(each) >= 1) ??
    scaled[scaled.length - 1] ?? ['', value];
  return `${shown} ${prefix}${unit}`;
}
