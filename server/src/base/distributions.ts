/**
 * The distributions that say how far a mean may be off: the normal one, and Student's t for few runs.
 *
 * Sits in `base/`. The quantile of the normal distribution is Wichura's algorithm AS 241 (PPND16, Applied
 * Statistics 37, 1988), good to about 1 part in 10^16. The distribution itself is Marsaglia's series (Journal
 * of Statistical Software 11(5), 2004), and in its tails the continued fraction of Mills's ratio (DLMF 7.9.1).
 * The incomplete beta function uses its continued fraction (DLMF 8.17.22, evaluated by Lentz's method), and
 * ln Γ uses Lanczos's series (g = 7, n = 9).
 */

/** The number of standard deviations on either side of the mean that hold 90 % of a normal distribution. */
export const REACH_OF_90 = 1.6448536269514722;

/** t with P(T ≤ t) = `p` for `freedom` > 0 degrees of freedom; NaN for a `p` outside (0, 1). */
export function studentQuantile(p: number, freedom: number): number {
  if (!(p > 0 && p < 1) || !(freedom > 0)) return NaN;
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  const tail = 1 - p;
  let high = 1;
  while (upperTail(high, freedom) > tail && high < Number.MAX_VALUE / 2) high *= 2;
  let low = high === 1 ? 0 : high / 2;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (upperTail(middle, freedom) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(T ≤ t). */
export function studentProbability(t: number, freedom: number): number {
  return t >= 0 ? 1 - upperTail(t, freedom) : upperTail(-t, freedom);
}

/** P(T > t) for t ≥ 0. */
export function upperTail(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
}

/** The regularized function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side only: I_x(a, b) = 1 − I_{1−x}(b, a).
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return (front * betaFraction(x, a, b)) / a;
}

const TINY = 1e-300;

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return value;
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const sum = LANCZOS.reduce(
    (total, coefficient, index) => total + coefficient / (z + index + 1),
    0.99999999999980993,
  );
  const base = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** Beyond it the series needs more terms than the fraction, and cancels. */
const TAIL = 3;
const TAIL_TERMS = 200;

/** Φ(z), good to about 1 part in 10^14 in either tail. */
export function standardNormalProbability(z: number): number {
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
