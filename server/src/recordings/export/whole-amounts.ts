/**
 * Chooses units for formats that hold whole numbers: fine enough that rounding loses next to nothing.
 *
 * Sits in `recordings/`.
 */
import { at } from '../../base/check';
import type { MeasureUnit } from '../../base/measure';
import type { ImportedRecording } from '../model/imported-profile';

export interface WholeUnit {
  /** The name by which `recordings/import/measure-units` reads it. */
  readonly name: string;
  /** The number of whole units in one of the measure's own unit. */
  readonly factor: number;
  /** The share of the measure's total that rounding loses. */
  readonly lost: number;
}

type NamedFactor = readonly [name: string, factor: number];

/** The usual unit first, then finer ones, whose many digits leave more room beside a symbol than beside a word. */
const UNITS: Readonly<Record<MeasureUnit, readonly NamedFactor[]>> = {
  joules: [
    ['microjoules', 1e6],
    ['nJ', 1e9],
    ['pJ', 1e12],
    ['fJ', 1e15],
  ],
  seconds: [['nanoseconds', 1e9]],
  samples: [['count', 1]],
  bytes: [['bytes', 1]],
  share: [['millionths', 1e6]],
};

/** No measured figure is as certain as this. */
export const NEGLIGIBLE_LOSS = 1e-5;

/** A unit is fine enough if it is no larger a part of the total. */
const FINE = 1e-9;
/** Values that are no larger a part of the total are what rounding left of a difference. */
const RESIDUE = 1e-15;

/** The usual unit of each measure, whatever rounding loses: for values that servers add up over time, in one unit. */
export function usualWholeUnits({ measures, tree }: ImportedRecording): readonly WholeUnit[] {
  return measures.map(({ unit }, measure) => {
    const [[name, factor] = [unit, 1]] = UNITS[unit];
    return { name, factor, lost: lossOf(tree.values[measure] ?? new Float64Array(0), factor) };
  });
}

/**
 * Chooses for each measure the first unit that is a billionth of the total and no more than the smallest value, so that
 * none vanishes; if none is, the finest unit that fits.
 */
export function chooseWholeUnits({ measures, tree }: ImportedRecording): readonly WholeUnit[] {
  return measures.map(({ unit, total }, measure): WholeUnit => {
    const values = tree.values[measure] ?? new Float64Array(0);
    let least = total * FINE;
    for (const value of values) if (value > total * RESIDUE && value < least) least = value;
    let chosen: NamedFactor = [unit, 1];
    for (const [index, each] of UNITS[unit].entries()) {
      if (index > 0 && total * each[1] > Number.MAX_SAFE_INTEGER) break;
      chosen = each;
      if (total === 0 || least * each[1] >= 1) break;
    }
    const [name, factor] = chosen;
    return { name, factor, lost: lossOf(values, factor) };
  });
}

/** The amount that rounding takes from and adds to the values, as a share of their sum. */
function lossOf(values: Float64Array, factor: number): number {
  let [sum, lost] = [0, 0];
  for (const value of values) {
    sum += value;
    lost += Math.abs(value - wholeAmount(value, factor) / factor);
  }
  return sum === 0 ? 0 : lost / sum;
}

export function wholeAmount(value: number, factor: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.round(value * factor));
}

/**
 * Makes a function that rounds the values of each measure one after the other. What one of them loses is added to the
 * next, so that their sum is rounded once.
 */
export function roundInTurn(units: readonly WholeUnit[]): (value: number, measure: number) => number {
  const left = units.map(() => 0);
  return (value, measure) => {
    if (value === 0) return 0;
    const exact = value * at(units, measure).factor + at(left, measure);
    const whole = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(exact)));
    left[measure] = exact - whole;
    return whole;
  };
}
