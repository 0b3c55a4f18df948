/**
 * A cost model scaled to the measured energy of a program.
 *
 * Sits in `cost/`. The ratios between the model's costs are kept; the sum over
 * all operations becomes the measured energy. The uncertainty of that sum is
 * one more parameter, of mean 0, that every price has in proportion to its
 * mean: it is the same scale for all lines, so that sums of lines are as
 * uncertain as the lines.
 */
import { at } from '../../base/check';
import { PER_ELEMENT } from '../../operations/catalogue/instruction-keys';
import type { Joules, Share } from '../../base/units';
import type { CostModel, ModelParameter, Price } from './cost-model';
import type { CostVector } from '../pricing/combine-energies';
import { meanOf } from '../pricing/price-member';

interface ModelScale {
  readonly factor: number;
  /** Standard deviation of the factor, relative to it. */
  readonly deviation: Share;
  /**
   * All that is scaled, by the model as it was. What it rests on that the model was not measured for is in the measured
   * total already: it moves energy between lines, and makes their sum no less certain.
   */
  readonly sum?: { readonly vector: CostVector; readonly mean: Joules };
  /** The mode in which the program ran. */
  readonly mode: CostModel['mode'];
  readonly title: string;
  /**
   * The energy of one call of a library method, by the name of its operation, for methods whose energy
   * is known better than by the model.
   */
  readonly timed: ReadonlyMap<string, Joules>;
  /** The deviation of these energies, relative to them. */
  readonly timedDeviation: Share;
  /** The machine that the scaled figures are those of, in the place of the model's own. */
  readonly machine: string;
}

export function scaleModel(
  model: CostModel,
  { factor, deviation, sum, timed, timedDeviation, mode, title, machine }: ModelScale,
): CostModel {
  const size = model.parameters.length;
  const parameters: readonly ModelParameter[] = [
    ...model.parameters.map((each) => ({ ...each, mean: each.mean * factor, sd: each.sd * factor })),
    { name: 'Scale', mean: 0, sd: deviation },
    { name: 'Timed calls', mean: 1, sd: timedDeviation },
  ];
  const { covariance, ...rest } = model;
  const { parameters: summed, coefficients } = sum?.vector ?? { parameters: [], coefficients: [] };
  const guesses = summed.flatMap((parameter, index) =>
    at(model.parameters, parameter).isGuess === true
      ? [{ parameter, coefficient: -at(coefficients, index) / (sum?.mean ?? Infinity) }]
      : [],
  );
  return {
    ...rest,
    mode,
    title,
    machine,
    parameters,
    noiseSd: model.noiseSd * factor,
    ...(covariance === undefined
      ? {}
      : {
          covariance: extendCovariance(covariance, size, factor ** 2, [deviation ** 2, timedDeviation ** 2]),
        }),
    price: (operation) => {
      const call = operation.family === 'LibraryFunction' ? timed.get(operation.name) : undefined;
      // Whatever their size: calls have one average.
      if (operation.family === PER_ELEMENT && timed.has(at(operation.operands, 0)))
        return { terms: [], noise: 0 };
      if (call !== undefined) return { terms: [{ parameter: size + 1, coefficient: call }], noise: 0 };
      const price = model.price(operation);
      return price && addScale(price);
    },
    ...(model.elementPrice && {
      elementPrice: (operation) => {
        if (timed.has(operation.name)) return undefined;
        const price = model.elementPrice?.(operation);
        return price && addScale(price);
      },
    }),
  };

  function addScale(price: Price): Price {
    const mean = meanOf(price, model);
    const moved = guesses.map(({ parameter, coefficient }) => ({
      parameter,
      coefficient: coefficient * mean,
    }));
    return {
      ...price,
      terms: [...price.terms, ...moved, { parameter: size, coefficient: mean * factor }],
    };
  }
}

/** More rows and columns, independent of the others. */
export function extendCovariance(
  covariance: Float64Array,
  size: number,
  factor: number,
  variances: readonly number[],
): Float64Array {
  const width = size + variances.length;
  const extended = new Float64Array(width ** 2);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      extended[row * width + column] = at(covariance, row * size + column) * factor;
  variances.forEach((variance, index) => {
    extended[(size + index) * (width + 1)] = variance;
  });
  return extended;
}
