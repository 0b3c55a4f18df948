/**
 * Chooses units for formats that hold whole numbers: fine enough that rounding loses next to nothing.
 *
 * Sits in `recordings/`.
 */
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

/** The usual unit first, then finer ones. */
const UNITS: Readonly<Record<MeasureUnit, readonly NamedFactor[]>> = {
  joules: [
    ['microjoules', 1e6],
    ['nanojoules', 1e9],
    ['picojoules', 1e12],
    ['femtojoules', 1e15],
  ],
  seconds: [['nanoseconds', 1e9]],
  samples: [['count', 1]],
  bytes: [['bytes', 1]],
  share: [['millionths', 1e6]],
};

/** No measured figure is as certain as this. */
export const NEGLIGIBLE_LOSS = 1e-5;

/** The usual unit of each measure, whatever rounding loses: for values that servers add up over time, in one unit. */
export function usualWholeUnits({ measures, tree }: ImportedRecording): readonly WholeUnit[] {
  return measures.map(({ unit }, measure) => {
    const [[name, factor] = [unit, 1]] = UNITS[unit];
    return { name, factor, lost: lossOf(tree.values[measure] ?? new Float64Array(0), factor) };
  });
}

/**
 * Chooses for each measure the first unit that loses less than a hundred thousandth; if none does, the finest
 * unit that fits.
 */
export function chooseWholeUnits({ measures, tree }: ImportedRecording): readonly WholeUnit[] {
  return measures.map(({ unit, total }, measure): WholeUnit => {
    const values = tree.values[measure] ?? new Float64Array(0);
    let best: WholeUnit | undefined;
    for (const [name, factor] of UNITS[unit]) {
      if (best !== undefined && total * factor > Number.MAX_SAFE_INTEGER) break;
      best = { name, factor, lost: lossOf(values, factor) };
      if (best.lost <= NEGLIGIBLE_LOSS) break;
    }
    return best ?? { name: unit, factor: 1, lost: 0 };
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
