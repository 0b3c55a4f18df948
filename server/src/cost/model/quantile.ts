/**
 * Quantiles, intervals and probabilities of Gaussian energies.
 *
 * Sits in `cost/`. The inverse of the normal distribution is Wichura's
 * algorithm AS 241 (PPND16, Applied Statistics 37, 1988), good to about 1 part
 * in 10^16. The distribution itself is Marsaglia's series (Journal of
 * Statistical Software 11(5), 2004), and in its tails the continued fraction of
 * Mills's ratio (DLMF 7.9.1).
 */
import type { Joules, Share } from '../../base/units';
import type { Energy } from './cost-model';

interface EnergyInterval {
  readonly low: Joules;
  readonly high: Joules;
}

/**
 * The energy that a Gaussian stays below with the given probability. Cut at 0:
 * an energy is never negative, while the Gaussian of an operation of little
 * energy with the model's noise reaches below it. The mean is left alone, so
 * that sums hold.
 */
export function quantile(energy: Energy, probability: number): Joules {
  if (energy.variance <= 0) return Math.max(0, energy.mean);
  return Math.max(0, energy.mean + standardNormalQuantile(probability) * Math.sqrt(energy.variance));
}

/** The interval from the 5 % to the 95 % quantile. */
export function intervalOf(energy: Energy): EnergyInterval {
  return { low: quantile(energy, 0.05), high: quantile(energy, 0.95) };
}

/**
 * The probability that an energy is no more than `limit`. The part of the Gaussian below 0 counts as
 * an energy of 0.
 */
export function probabilityWithin(energy: Energy, limit: Joules): Share {
  if (limit < 0) return 0;
  if (energy.variance <= 0) return energy.mean <= limit ? 1 : 0;
  return standardNormalProbability((limit - energy.mean) / Math.sqrt(energy.variance));
}

/** Beyond it the series needs more terms than the fraction, and cancels. */
const TAIL = 3;
const TAIL_TERMS = 200;

/** Φ(z), good to about 1 part in 10^14 in either tail. */
export function standardNormalProbability(z: number): Share {
  if (Number.isNaN(z)) return NaN;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(z) <= TAIL) {
    let term = z;
    let sum = z;
    for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
      term *= (z * z) / odd;
      sum += term;
    }
    return 0.5 + density * sum;
  }
  const far = Math.abs(z);
  let fraction = far;
  for (let k = TAIL_TERMS; k > 0; k--) fraction = far + k / fraction;
  const tail = density / fraction;
  return z < 0 ? tail : 1 - tail;
}

/** z with Φ(z) = p, for 0 < p < 1; ±Infinity at 0 and 1. */
export function standardNormalQuantile(p: number): number {
  if (!(p > 0)) return -Infinity;
  if (p >= 1) return Infinity;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTER_NUMERATOR, r)) / polynomial(CENTER_DENOMINATOR, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const z =
    r <= 5
      ? polynomial(MIDDLE_NUMERATOR, r - 1.6) / polynomial(MIDDLE_DENOMINATOR, r - 1.6)
      : polynomial(TAIL_NUMERATOR, r - 5) / polynomial(TAIL_DENOMINATOR, r - 5);
  return q < 0 ? -z : z;
}

/** Coefficients from the highest power down. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

const CENTER_NUMERATOR = [
  2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
  13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
];
const CENTER_DENOMINATOR = [
  5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
  5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
];
const MIDDLE_NUMERATOR = [
  7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
  3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
];
const MIDDLE_DENOMINATOR = [
  1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
  0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
];
const TAIL_NUMERATOR = [
  2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
  0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
];
const TAIL_DENOMINATOR = [
  2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
  0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
];
