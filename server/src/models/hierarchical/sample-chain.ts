/**
 * One chain of draws from the posterior of the hierarchical model.
 *
 * Sits in `models/`. A Gibbs sampler in three blocks: all effects
 * at once (`positive-trajectory.ts`); each category's scale, given effects and
 * again given effects in units of it, which mixes well whether the data tell
 * much of the effects or nothing (ancillarity-sufficiency interweaving, Yu and
 * Meng 2011: the centered and the non-centered form in turn); the noise. Pure:
 * the same seed gives the same draws, so chains may run in threads of their own.
 */
import { at } from '../solve/matrix';
import { createRandom, type Random } from '../solve/random';
import { createEffectGaussian } from './effect-precision';
import { layOut, type LevelModel } from './level-model';
import { moveWithin } from './positive-trajectory';

export interface ChainOptions {
  readonly seed: number;
  readonly warmup: number;
  readonly draws: number;
}

export interface Chain {
  /** Row-major draws × parameters, as `layOut` has them, in scaled units. */
  readonly draws: Float64Array;
  /** Moves of the effects that found no end. */
  readonly unfinished: number;
}

export function sampleChain(model: LevelModel, { seed, warmup, draws }: ChainOptions): Chain {
  const random = createRandom(seed);
  const layout = layOut(model);
  const gaussianFor = createEffectGaussian(model);
  const { scaleRate, noiseRate } = model.priors;
  const scales = model.categories.map(() => 0.2 + random.exponential() / scaleRate);
  let effects = new Float64Array(layout.effects);
  model.categories.forEach(({ levels }, k) => {
    levels.forEach((_, level) => {
      effects[(layout.offsets[k] ?? 0) + level] = (scales[k] ?? 1) * Math.abs(random.normal());
    });
  });
  let noise = 0.2 + random.exponential() / noiseRate;
  let unfinished = 0;
  const kept = new Float64Array(draws * layout.size);
  for (let round = -warmup; round < draws; round++) {
    const gaussian = gaussianFor(scales, noise);
    const moved = moveWithin(effects, gaussian.draw(random), gaussian);
    if (moved === undefined) unfinished++;
    else effects = moved.slice();
    model.categories.forEach((_, k) => {
      scales[k] = drawScale(k);
      rescale(k);
    });
    noise = drawNoise();
    if (round < 0) continue;
    const row = round * layout.size;
    kept.set(effects, row);
    kept.set(scales, row + layout.effects);
    kept[row + layout.size - 1] = noise;
  }
  return { draws: kept, unfinished };

  function effectsOf(category: number): Float64Array {
    const offset = layout.offsets[category] ?? 0;
    return effects.subarray(offset, offset + (model.categories[category]?.levels.length ?? 0));
  }

  /** Given the effects: half-normal times exponential. */
  function drawScale(category: number): number {
    const own = effectsOf(category);
    const squares = own.reduce((sum, value) => sum + value * value, 0);
    return drawPositive(
      scales[category] ?? 1,
      (log, value) => (1 - own.length) * log - squares / (2 * value * value) - scaleRate * value,
      random,
    );
  }

  /** Given the effects in units of the scale: the scale is a slope, and its posterior a Gaussian cut at 0. */
  function rescale(category: number): void {
    const own = effectsOf(category);
    const scale = scales[category] ?? 1;
    let [slope, square] = [-scaleRate * noise * noise, 0];
    for (const { levels, count, mean } of model.cells) {
      const level = levels[category] ?? -1;
      if (level < 0) continue;
      const unit = at(own, level) / scale;
      const others = predict(levels) - at(own, level);
      slope += count * unit * (mean - others);
      square += count * unit * unit;
    }
    if (square === 0) return;
    const next = drawCutNormal(slope / square, noise / Math.sqrt(square), random);
    scales[category] = next;
    own.forEach((value, level) => {
      own[level] = (value / scale) * next;
    });
  }

  function predict(levels: readonly number[]): number {
    let sum = 0;
    for (let k = 0; k < levels.length; k++) {
      const level = levels[k] ?? -1;
      if (level >= 0) sum += at(effects, (layout.offsets[k] ?? 0) + level);
    }
    return sum;
  }

  function drawNoise(): number {
    let squares = model.squaresWithin;
    for (const { levels, count, mean } of model.cells) squares += count * (mean - predict(levels)) ** 2;
    return drawPositive(
      noise,
      (log, value) => (1 - model.measurements) * log - squares / (2 * value * value) - noiseRate * value,
      random,
    );
  }
}

/** A slice sampler on the logarithm, stepping out (Neal 2003). `density` is a log density, with the logarithm's Jacobian in it. */
function drawPositive(
  current: number,
  density: (log: number, value: number) => number,
  random: Random,
): number {
  const densityAt = (log: number): number => density(log, Math.exp(log));
  const start = Math.log(current);
  const level = densityAt(start) - random.exponential();
  const width = 0.5;
  let low = start - width * random.uniform();
  let high = low + width;
  for (let step = 0; step < 100 && densityAt(low) > level; step++) low -= width;
  for (let step = 0; step < 100 && densityAt(high) > level; step++) high += width;
  for (;;) {
    const tried = low + random.uniform() * (high - low);
    if (densityAt(tried) >= level || high - low < 1e-12) return Math.exp(tried);
    if (tried < start) low = tried;
    else high = tried;
  }
}

/** Above 0 (Robert, "Simulation of truncated normal variables", 1995). */
export function drawCutNormal(mean: number, sd: number, random: Random): number {
  const bound = -mean / sd;
  if (bound < 0.5) {
    for (;;) {
      const value = random.normal();
      if (value > bound) return mean + sd * value;
    }
  }
  const rate = (bound + Math.sqrt(bound * bound + 4)) / 2;
  for (;;) {
    const value = bound + random.exponential() / rate;
    // The difference of value and bound is what is left: no digits are lost in a far tail.
    if (random.uniform() <= Math.exp(-((value - rate) ** 2) / 2))
      return Math.max(Number.MIN_VALUE, sd * (value - bound));
  }
}
