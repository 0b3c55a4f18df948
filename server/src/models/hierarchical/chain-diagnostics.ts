/**
 * The checks whether chains of draws agree, and how many independent draws they
 * are worth.
 *
 * Sits in `models/`. Vehtari, Gelman, Simpson, Carpenter and
 * Bürkner, "Rank-normalization, folding, and localization" (2021): split R-hat of
 * rank-normalized draws and of their distances from the median, effective
 * sample sizes in the bulk and in the tails (Geyer's initial monotone
 * sequence), Monte Carlo standard error of the mean. As R's package posterior.
 */
import { at as elementAt, outside } from '../../base/check';
import { at } from '../solve/matrix';
import { standardNormalQuantile } from '../../base/distributions';
import { deviationFrom, meanOf, quantileOf } from '../../base/statistics';

export interface ChainDiagnostics {
  readonly rHat: number;
  readonly bulkEss: number;
  readonly tailEss: number;
  /** The Monte Carlo standard error of the mean. */
  readonly mcse: number;
}

/** One quantity: its draws in each chain, of one length. */
export function diagnoseChains(chains: readonly Float64Array[]): ChainDiagnostics {
  const halves = chains.flatMap((draws) => splitChain(draws));
  const all = concatenate(chains);
  const sorted = all.toSorted();
  const normalized = rankNormalize(halves);
  const middle = quantileOf(sorted, 0.5);
  const folded = rankNormalize(halves.map((draws) => draws.map((value) => Math.abs(value - middle))));
  const essBelow = (limit: number): number =>
    effectiveSize(halves.map((draws) => draws.map((value) => (value <= limit ? 1 : 0))));
  const plain = effectiveSize(halves);
  return {
    rHat: Math.max(rHatOf(normalized), rHatOf(folded)),
    bulkEss: effectiveSize(normalized),
    tailEss: Math.min(essBelow(quantileOf(sorted, 0.05)), essBelow(quantileOf(sorted, 0.95))),
    mcse: deviationFrom(meanOf(all), all) / Math.sqrt(plain),
  };
}

/** A middle draw of an odd number belongs to neither half. */
function splitChain(draws: Float64Array): readonly Float64Array[] {
  const half = Math.floor(draws.length / 2);
  return [draws.subarray(0, half), draws.subarray(draws.length - half)];
}

function concatenate(chains: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(chains.reduce((sum, draws) => sum + draws.length, 0));
  let offset = 0;
  for (const draws of chains) {
    all.set(draws, offset);
    offset += draws.length;
  }
  return all;
}

/** Each draw's normal score by its rank among all; equal draws share their mean rank. */
function rankNormalize(chains: readonly Float64Array[]): readonly Float64Array[] {
  const all = concatenate(chains);
  const size = all.length;
  // Sorting numbers is several times as fast as sorting places by them.
  const sorted = all.toSorted();
  const scores = new Map<number, number>();
  for (let start = 0; start < size;) {
    let end = start + 1;
    while (end < size && at(sorted, end) === at(sorted, start)) end++;
    // Mean rank of the tie, counted from 1; Blom's offset.
    scores.set(at(sorted, start), standardNormalQuantile(((start + 1 + end) / 2 - 3 / 8) / (size + 1 / 4)));
    start = end;
  }
  return chains.map((draws) => draws.map((value) => scores.get(value) ?? Number.NaN));
}

function rHatOf(chains: readonly Float64Array[]): number {
  const length = chains[0]?.length ?? 0;
  const { between, within } = variancesOf(chains, chains.map(meanOf));
  // Chains that all stand still, at one place or at several.
  if (within === 0) return between === 0 ? 1 : Infinity;
  return Math.sqrt((between / within + length - 1) / length);
}

function variancesOf(
  chains: readonly Float64Array[],
  means: readonly number[],
): { readonly between: number; readonly within: number } {
  const length = chains[0]?.length ?? 0;
  const grand = means.reduce((sum, value) => sum + value, 0) / means.length;
  const spread = means.reduce((sum, value) => sum + (value - grand) ** 2, 0) / (means.length - 1);
  const within =
    chains.reduce((sum, draws, k) => {
      const mean = elementAt(means, k);
      return sum + draws.reduce((squares, value) => squares + (value - mean) ** 2, 0) / (length - 1);
    }, 0) / chains.length;
  return { between: length * spread, within };
}

/** Lags are looked at until their sums are noise, so that this costs draws × that many. */
function effectiveSize(chains: readonly Float64Array[]): number {
  const length = chains[0]?.length ?? 0;
  const means = chains.map(meanOf);
  const centered = chains.map((draws, k) => draws.map((value) => value - (means[k] ?? outside(k))));
  const { between, within } = variancesOf(chains, means);
  const total = chains.length * length;
  if (within === 0) return total;
  const pooled = (within * (length - 1)) / length + between / length;
  const meanCovariance = (lag: number): number =>
    centered.reduce((sum, draws) => {
      let product = 0;
      for (let i = 0; i + lag < length; i++) product += at(draws, i) * at(draws, i + lag);
      return sum + product / length;
    }, 0) / centered.length;
  const correlation = (lag: number): number => 1 - (within - meanCovariance(lag)) / pooled;

  // Pairs of neighboring lags have a positive and falling sum (Geyer 1992); the even lag after them counts once.
  const sums: number[] = [1 + correlation(1)];
  let last = 1;
  let lag = 0;
  let isPositive = elementAt(sums, 0) > 0;
  while (lag < length - 5 && isPositive) {
    lag += 2;
    last = correlation(lag);
    sums.push(last + correlation(lag + 1));
    isPositive = (sums.at(-1) ?? 0) > 0;
  }
  let falling = Infinity;
  let sum = 0;
  for (const pair of sums.slice(0, lag / 2)) {
    falling = Math.min(falling, pair);
    sum += falling;
  }
  const time = Math.max(-1 + 2 * sum + Math.max(0, last), 1 / Math.log10(total));
  return total / time;
}
