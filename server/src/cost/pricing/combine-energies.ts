/**
 * Combines the energies of many executions into one Gaussian. Sits in `cost/`. n_k executions of
 * operations of cost Σ_p a_kp θ_p plus m_k draws of noise add up to the coefficients c_p = Σ_k n_k
 * a_kp and N = Σ_k n_k m_k draws. Mean c'μ; variance c'Σc + N σ². The parameters θ are the same in
 * every execution, so their error grows with n; the noise is drawn anew each time and grows with √n
 * (probabilistic profiler, section 5: variances add with their covariances). Where a model has
 * marginal deviations only, Σ is taken to be diagonal: "independence assumed".
 */
import { outside } from '../../base/check';
import type { CostModel, Energy, Price } from '../model/cost-model';
import type { Joules } from '../../base/units';

/**
 * An energy before it is summed up: linear in the model's parameters, so that it can be scaled and added without losing
 * what is shared. There is one for each method of a workspace, and most touch a dozen of a model's parameters.
 */
export interface CostVector {
  /** Indices of those that have a part in it, ascending. */
  readonly parameters: readonly number[];
  /** The coefficients, one for each parameter. */
  readonly coefficients: readonly number[];
  /** Draws of the model's noise. */
  readonly noise: number;
}

export interface CountedPrice {
  readonly price: Price;
  readonly count: number;
}

/** Sums costs; it owns its arrays, so one serves many sums in turn. */
export interface CostAccumulator {
  add(price: Price, count: number): void;
  addVector(vector: CostVector, factor: number): void;
  energy(): Energy;
  mean(): Joules;
  vector(): CostVector;
  clear(): void;
}

/** Loops within loops down a deep chain of calls multiply beyond all numbers; up to here squares stay finite. */
const MAX_COUNT = 1e150;

/**
 * Cost of each call is proportional to the parameters touched, not to those of the model; that of making one is to
 * those of the model: one serves many sums.
 */
export function createAccumulator(model: CostModel): CostAccumulator {
  const size = model.parameters.length;
  const { means, variances } = momentsOf(model);
  const noiseVariance = model.noiseSd * model.noiseSd;
  const coefficients = new Float64Array(size);
  const isTouched = new Uint8Array(size);
  const touched = new Int32Array(size);
  let touchedCount = 0;
  let noise = 0;

  function addCoefficient(parameter: number, value: number): void {
    if (isTouched[parameter] === 0) {
      isTouched[parameter] = 1;
      touched[touchedCount++] = parameter;
    }
    coefficients[parameter] = Math.min(MAX_COUNT, at(coefficients, parameter) + value);
  }

  /** Insertion sort: a line touches a dozen parameters. */
  function sortTouched(): void {
    if (touchedCount > 64) {
      touched.subarray(0, touchedCount).sort();
      return;
    }
    for (let i = 1; i < touchedCount; i++) {
      const parameter = at(touched, i);
      let place = i;
      for (; place > 0 && at(touched, place - 1) > parameter; place--)
        touched[place] = at(touched, place - 1);
      touched[place] = parameter;
    }
  }

  function sumMeans(): Joules {
    // In the order of the parameters: lines that cost the same have the same sum, and so the same rank.
    sortTouched();
    let mean = 0;
    for (let i = 0; i < touchedCount; i++) {
      const p = at(touched, i);
      mean += at(coefficients, p) * at(means, p);
    }
    return mean;
  }

  function parameterVariance(): number {
    const covariance = model.covariance;
    let variance = 0;
    for (let i = 0; i < touchedCount; i++) {
      const p = at(touched, i);
      const c = at(coefficients, p);
      if (covariance === undefined) {
        variance += c * c * at(variances, p);
        continue;
      }
      for (let j = 0; j < touchedCount; j++) {
        const q = at(touched, j);
        variance += c * at(coefficients, q) * at(covariance, p * size + q);
      }
    }
    return Math.max(0, variance);
  }

  return {
    add(price, count) {
      for (const term of price.terms) addCoefficient(term.parameter, times(count, term.coefficient));
      noise = Math.min(MAX_COUNT, noise + times(count, price.noise));
    },
    addVector(vector, factor) {
      vector.parameters.forEach((parameter, i) => {
        addCoefficient(parameter, times(factor, vector.coefficients[i] ?? outside(i)));
      });
      noise = Math.min(MAX_COUNT, noise + times(factor, vector.noise));
    },
    energy() {
      return { mean: sumMeans(), variance: parameterVariance() + noise * noiseVariance };
    },
    mean: sumMeans,
    vector() {
      sortTouched();
      const parameters = Array.from(touched.subarray(0, touchedCount)).filter(
        (p) => at(coefficients, p) !== 0,
      );
      return { parameters, coefficients: parameters.map((p) => at(coefficients, p)), noise };
    },
    clear() {
      for (let i = 0; i < touchedCount; i++) {
        const p = at(touched, i);
        coefficients[p] = 0;
        isTouched[p] = 0;
      }
      touchedCount = 0;
      noise = 0;
    },
  };
}

interface Moments {
  readonly means: Float64Array;
  readonly variances: Float64Array;
}

const momentsByModel = new WeakMap<CostModel, Moments>();

function momentsOf(model: CostModel): Moments {
  const known = momentsByModel.get(model);
  if (known !== undefined) return known;
  const moments = {
    means: Float64Array.from(model.parameters, (parameter) => parameter.mean),
    variances: Float64Array.from(model.parameters, (parameter) => parameter.sd * parameter.sd),
  };
  momentsByModel.set(model, moments);
  return moments;
}

/** Energy of all the executions together. */
export function combineEnergies(model: CostModel, executions: readonly CountedPrice[]): Energy {
  const accumulator = createAccumulator(model);
  for (const { price, count } of executions) accumulator.add(price, count);
  return accumulator.energy();
}

/** A product of counts; nothing runs 0 times, however often that is. */
export function times(count: number, factor: number): number {
  return count === 0 || factor === 0 ? 0 : Math.min(MAX_COUNT, count * factor);
}

/** Checked access of this file alone, so that V8 sees only its two kinds of columns and inlines it. */
function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? outside(index);
}
