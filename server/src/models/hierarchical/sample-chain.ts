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
import { at as elementAt, outside } from '../../base/check';
import { at } from '../solve/matrix';
import { createRandom, type Random } from '../solve/random';
import { createEffectGaussian, type EffectGaussian } from './effect-precision';
import { layOut, type LevelModel } from './level-model';

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
      effects[elementAt(layout.offsets, k) + level] = elementAt(scales, k) * Math.abs(random.normal());
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
    const offset = elementAt(layout.offsets, category);
    return effects.subarray(offset, offset + elementAt(model.categories, category).levels.length);
  }

  /** Given the effects: half-normal times exponential. */
  function drawScale(category: number): number {
    const own = effectsOf(category);
    const squares = own.reduce((sum, value) => sum + value * value, 0);
    return drawPositive(
      elementAt(scales, category),
      (log, value) => (1 - own.length) * log - squares / (2 * value * value) - scaleRate * value,
      random,
    );
  }

  /** Given the effects in units of the scale: the scale is a slope, and its posterior a Gaussian cut at 0. */
  function rescale(category: number): void {
    const own = effectsOf(category);
    const scale = elementAt(scales, category);
    let [slope, square] = [-scaleRate * noise * noise, 0];
    for (const { levels, count, mean } of model.cells) {
      const level = levels[category] ?? outside(category);
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
      const level = levels[k] ?? outside(k);
      if (level >= 0) sum += at(effects, (layout.offsets[k] ?? outside(k)) + level);
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

/** A quarter of a period: were there no bounds, where it ends would not depend on where it began. */
const DURATION = Math.PI / 2;
/** Some hundred are usual; many more mean that two walls meet at a point. */
const MAX_REFLECTIONS = 20_000;

/**
 * A move of all effects at once that keeps a Gaussian bound to be positive: exact Hamiltonian Monte Carlo of
 * Pakman and Paninski (2014). Each effect swings about its mean on a sine, and the whole is reflected where one
 * comes to 0. No move is rejected.
 *
 * The new effects; `undefined` where reflections have no end, and the old ones stay.
 */
export function moveWithin(
  start: Float64Array,
  velocity: Float64Array,
  { mean, covarianceColumn }: EffectGaussian,
): Float64Array | undefined {
  const size = start.length;
  const position = start.slice();
  const speed = velocity.slice();
  let left = DURATION;
  for (let reflections = 0; reflections < MAX_REFLECTIONS; reflections++) {
    let hit = -1;
    let time = left;
    let [cosine, sine] = [Math.cos(time), Math.sin(time)];
    for (let j = 0; j < size; j++) {
      const middle = at(mean, j);
      const own = at(speed, j);
      const offset = at(position, j) - middle;
      if (own < 0 && at(position, j) <= 0) {
        [hit, time, cosine, sine] = [j, 0, 1, 0];
        break;
      }
      const square = offset * offset + own * own;
      if (middle > 0 && square <= middle * middle) continue;
      // Within a quarter of a period there is one turn at most: below 0 at its end, or down and up again.
      const isBelow = middle + offset * cosine + own * sine < 0;
      const hasTurned = own < 0 && own * cosine - offset * sine > 0;
      if (!isBelow && !hasTurned) continue;
      // middle + swing·cos(t − phase) comes down to 0 at phase + arccos(−middle / swing).
      const reach = Math.acos(Math.max(-1, Math.min(1, -middle / Math.sqrt(square))));
      let until = Math.atan2(own, offset) + reach;
      if (until < 0) until += 2 * Math.PI;
      if (until >= time) continue;
      [hit, time] = [j, until];
      [cosine, sine] = [Math.cos(time), Math.sin(time)];
    }
    for (let j = 0; j < size; j++) {
      const offset = at(position, j) - at(mean, j);
      const own = at(speed, j);
      // Rounding may leave an effect a little below the wall that it touches.
      position[j] = Math.max(0, at(mean, j) + offset * cosine + own * sine);
      speed[j] = own * cosine - offset * sine;
    }
    if (hit < 0) return position;
    left -= time;
    position[hit] = 0;
    const column = covarianceColumn(hit);
    const impulse = (2 * at(speed, hit)) / at(column, hit);
    for (let j = 0; j < size; j++) speed[j] = at(speed, j) - impulse * at(column, j);
    speed[hit] = Math.abs(at(speed, hit));
  }
  return undefined;
}
