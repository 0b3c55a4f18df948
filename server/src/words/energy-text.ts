/**
 * Energies, shares and counts as people read them.
 *
 * Sits in `words/`, so that hover, lenses and reports say the same. Three
 * significant digits: more than the model's uncertainty bears. Written without
 * `Intl`, so that the text is the same on every machine.
 */
import { groupThousands } from '../base/counted';
import { type Energy, intervalOf } from '../cost/model/cost-model';
import type { UnitSetting } from '../protocol/settings';
import { toBatteryShare, toWattHours } from '../base/units';
import type { Joules, Share } from '../base/units';

export interface EnergyUnit {
  readonly unit: UnitSetting;
  /** Above 0; used by unit `battery-share`. */
  readonly batteryCapacityWattHours: number;
}

export const JOULES: EnergyUnit = { unit: 'joules', batteryCapacityWattHours: 15 };

/** An energy in joules for machines; `low` and `high` are its 5 and 95 % quantiles. */
export interface EnergyFigures {
  readonly mean: Joules;
  readonly sd: Joules;
  readonly low: Joules;
  readonly high: Joules;
}

export function figuresOf(energy: Energy): EnergyFigures {
  return { mean: energy.mean, sd: Math.sqrt(energy.variance), ...intervalOf(energy) };
}

interface ScaledUnit {
  readonly factor: number;
  readonly symbol: string;
}

/** "47.3 nJ", "13.1 pWh", "1.23 × 10⁻⁷ % of the battery". */
export function formatEnergy(energy: Joules, unit: EnergyUnit): string {
  const scale = scaleFor(energy, unit);
  return `${significant(inUnit(energy, unit) * scale.factor)} ${scale.symbol}`;
}

/** The same where there is no room: "1.23 × 10⁻⁷ % battery". */
export function formatEnergyBriefly(energy: Joules, unit: EnergyUnit): string {
  return formatEnergy(energy, unit).replace(OF_BATTERY, '% battery');
}

/** The first of the texts, the longest first, that has at most so many characters; the last if all have more. */
export function fitting(most: number, texts: readonly [string, ...string[]]): string {
  return texts.find(({ length }) => length <= most) ?? texts.at(-1) ?? texts[0];
}

/** A greater share is told as how often the new amount has the old one. */
const MOST_PERCENT: Share = 10;

/** "+31.2 %", "−0.2 %", "−0.02 %", "< 0.01 %", "6,002 times" */
export function formatChangedShare(share: Share): string {
  if (share >= MOST_PERCENT && share < Infinity) return `${formatCount(Math.round(1 + share))} times`;
  const percent = Math.abs(share) * 100;
  if (percent > 0 && percent < 0.05)
    return percent < 0.01 ? formatShare(Math.abs(share)) : `${share < 0 ? '−' : '+'}${percent.toFixed(2)} %`;
  // Nearly all is not all.
  if (share < 0 && percent >= 99.95 && percent < 100 - 1e-9) return '−99.9 %';
  return `${share < 0 ? '−' : '+'}${percent.toFixed(1)} %`;
}

/** A lower end below this part of the middle says no more than 0 does. */
const NEXT_TO_NOTHING: Share = 0.01;
/** Smaller figures have more zeros than digits. */
const LEAST_IN_UNIT = 0.001;

/**
 * "41–53.6 nJ", "0.031–39 mJ", "up to 39 mJ": the 5 and 95 % quantiles in one unit, that of the mean if the upper end
 * has at most three digits in it, else that of the upper end. Of ends too far apart for one unit only the lower one says
 * anything: "at least 221 mJ". An interval without a width that could be seen is none: words take its place.
 */
export function formatInterval(energy: Energy, unit: EnergyUnit): string {
  const { low, high } = intervalOf(energy);
  if (low === high) return 'no spread known';
  if (high > 0 && low <= NEXT_TO_NOTHING * energy.mean) return `up to ${formatEnergy(high, unit)}`;
  const ofMean = scaleFor(energy.mean, unit);
  const isLong = Math.abs(inUnit(high, unit) * ofMean.factor) >= 999.5;
  const scale = isLong ? scaleFor(high, unit) : ofMean;
  const [from, to] = [low, high].map((end) => inUnit(end, unit) * scale.factor) as [number, number];
  if (isLong && Math.abs(from) < LEAST_IN_UNIT) return `at least ${formatEnergy(low, unit)}`;
  const [first, last] = [significant(from), significant(to)];
  return first === last ? 'within the last digit' : `${first}–${last} ${scale.symbol}`;
}

/** "47.3 nJ, 41–53.6 nJ"; "0 J" alone where nothing has energy. */
export function withInterval(energy: Energy, unit: EnergyUnit): string {
  if (intervalOf(energy).high === 0) return formatEnergy(energy.mean, unit);
  return `${formatEnergy(energy.mean, unit)}, ${formatInterval(energy, unit)}`;
}

/** "31.2 %", "0.21 %", "< 0.01 %", "> 99.9 %". */
export function formatShare(share: Share): string {
  const percent = share * 100;
  if (percent === 0) return '0 %';
  if (percent < 0.01) return '< 0.01 %';
  // Nearly all is not all; what a sum of shares is rounded by is none of it.
  if (percent < 100 - 1e-9 && percent >= 99.95) return '> 99.9 %';
  return `${percent.toFixed(percent < 1 ? 2 : 1)} %`;
}

/** "2,000", "0.5", "1.2 × 10¹²": an expected number of executions need not be whole. */
export function formatCount(count: number): string {
  if (Number.isInteger(count) && count < 1e9) return groupThousands(count.toFixed(0));
  return count >= 1000 && count < 1e9 ? groupThousands(count.toFixed(0)) : significant(count);
}

/** Calls that are expected, whole and with two digits: no more is known of them. 0 stands for hardly ever. */
export function roundCalls(calls: number): number {
  return Math.round(Number(calls.toPrecision(2)));
}

function inUnit(energy: Joules, { unit, batteryCapacityWattHours }: EnergyUnit): number {
  switch (unit) {
    case 'joules':
      return energy;
    case 'watt-hours':
      return toWattHours(energy);
    case 'battery-share':
      return toBatteryShare(energy, batteryCapacityWattHours);
  }
}

const OF_BATTERY = '% of the battery';

const prefixes = ['f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G'];
const [LEAST_THOUSANDS, MOST_THOUSANDS] = [-5, 3];

/** The prefix by which a value is written as 1 to 999, as far as powers of a thousand from `least` to `most` reach. */
function prefixFor(
  value: number,
  least: number,
  most: number,
): { readonly factor: number; readonly prefix: string } {
  // 999.5 would be written as 1000: it takes the next prefix.
  const thousands = Math.floor(Math.log10(Math.abs(value) * (1000 / 999.5)) / 3);
  const power = Math.min(most, Math.max(least, thousands));
  return { factor: 1000 ** -power, prefix: prefixes[power - LEAST_THOUSANDS] ?? '' };
}

/** "45 ms", "168 MB": a value with a prefix, of those for a thousand to the power of `least` to `most`. */
export function withPrefix(value: number, symbol: string, least: number, most: number): string {
  if (value === 0) return `0 ${symbol}`;
  const { factor, prefix } = prefixFor(value, least, most);
  return `${significant(value * factor)} ${prefix}${symbol}`;
}

function scaleFor(energy: Joules, unit: EnergyUnit): ScaledUnit {
  if (unit.unit === 'battery-share') return { factor: 100, symbol: OF_BATTERY };
  const symbol = unit.unit === 'joules' ? 'J' : 'Wh';
  const value = Math.abs(inUnit(energy, unit));
  if (!(value > 0)) return { factor: 1, symbol };
  const { factor, prefix } = prefixFor(value, LEAST_THOUSANDS, MOST_THOUSANDS);
  return { factor, symbol: prefix + symbol };
}

/** Three significant digits without trailing zeros; powers of ten where that would be long. */
function significant(value: number): string {
  if (value === 0) return '0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e6) {
    return groupThousands(String(Number(value.toPrecision(magnitude >= 1000 ? 4 : 3))));
  }
  const [digits, exponent] = value.toExponential(2).split('e') as [string, string];
  return `${String(Number(digits))} × 10${superscript(Number(exponent))}`;
}

function superscript(exponent: number): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  return (
    (exponent < 0 ? '⁻' : '') +
    String(Math.abs(exponent)).replace(/\d/g, (digit) => digits.charAt(Number(digit)))
  );
}
