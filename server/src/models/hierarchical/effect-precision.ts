/**
 * The Gaussian that all effects together follow, given scales and noise, were
 * they not bound to be positive.
 *
 * Sits in `models/`. Levels of one category never share a cell, so
 * their block of the precision is diagonal: the largest category, the
 * operations, is eliminated at the cost of a division a level, and only the
 * few others need a Cholesky factor.
 */
import { at as elementAt, outside } from '../../base/check';
import { at, decompose, solveLower, solveLowerTransposed } from '../solve/matrix';
import type { Random } from '../solve/random';
import { layOut, type LevelModel } from './level-model';

export interface EffectGaussian {
  readonly mean: Float64Array;
  /** A draw with mean 0. */
  readonly draw: (random: Random) => Float64Array;
  /** The column of the covariance for one effect; the covariance is worked out once. */
  readonly covarianceColumn: (effect: number) => Float64Array;
}

/** The sums over the cells that don't change with scales and noise. The many are the levels of the largest category. */
interface EffectSums {
  readonly effects: number;
  /** The first effect of the many. */
  readonly first: number;
  readonly many: number;
  readonly few: number;
  /** The effects that are not of the many. */
  readonly ofFew: readonly number[];
  readonly categoryOf: readonly number[];
  /** The blocks of the precision: of the many, of the many by the few, and of the few. */
  readonly diagonal: Float64Array;
  readonly between: Float64Array;
  readonly rest: Float64Array;
  readonly side: Float64Array;
}

/** The precision for given scales and noise, factored. */
interface FactoredPrecision {
  readonly sums: EffectSums;
  /** The precision of the noise. */
  readonly precision: number;
  /** The inverse of the block of the many. */
  readonly inverse: Float64Array;
  /** The Cholesky factor of the few, after the many are eliminated. */
  readonly factor: Float64Array;
}

/** Prepares the Gaussian: the sums that don't change with scales and noise are made once. */
export function createEffectGaussian(
  model: LevelModel,
): (scales: readonly number[], noise: number) => EffectGaussian {
  const sums = sumCells(model);
  return (scales, noise) => {
    const factored = factorPrecision(sums, scales, noise);
    const covariance: (Float64Array | undefined)[] = [];
    return {
      mean: solve(
        factored,
        sums.side.map((value) => value * factored.precision),
      ),
      draw: (random) => drawEffects(factored, random),
      covarianceColumn(effect) {
        const known = covariance[effect];
        if (known !== undefined) return known;
        const unit = new Float64Array(sums.effects);
        unit[effect] = 1;
        const column = solve(factored, unit);
        covariance[effect] = column;
        return column;
      },
    };
  };
}

function sumCells(model: LevelModel): EffectSums {
  const { effects, offsets } = layOut(model);
  const sizes = model.categories.map(({ levels }) => levels.length);
  const largest = sizes.indexOf(Math.max(...sizes));
  const first = elementAt(offsets, largest);
  const many = elementAt(sizes, largest);
  const few = effects - many;
  const categoryOf = model.categories.flatMap(({ levels }, k) => levels.map(() => k));
  // Place among the many, or among the few.
  const isMany = (effect: number): boolean => effect >= first && effect < first + many;
  const placeOf = (effect: number): number =>
    isMany(effect) ? effect - first : effect < first ? effect : effect - many;
  const ofFew = Array.from({ length: effects }, (_, effect) => effect).filter((effect) => !isMany(effect));

  const diagonal = new Float64Array(many);
  const between = new Float64Array(many * few);
  const rest = new Float64Array(few * few);
  const side = new Float64Array(effects);
  for (const { levels, count, mean } of model.cells) {
    const present = levels.flatMap((level, k) => (level < 0 ? [] : [elementAt(offsets, k) + level]));
    for (const one of present) {
      side[one] = at(side, one) + count * mean;
      const i = placeOf(one);
      for (const other of present) {
        const j = placeOf(other);
        if (isMany(one) && isMany(other)) diagonal[i] = at(diagonal, i) + count;
        else if (isMany(one)) between[i * few + j] = at(between, i * few + j) + count;
        else if (!isMany(other)) rest[i * few + j] = at(rest, i * few + j) + count;
      }
    }
  }
  return { effects, first, many, few, ofFew, categoryOf, diagonal, between, rest, side };
}

/** The many are eliminated from the precision, and the rest of it is decomposed. */
function factorPrecision(sums: EffectSums, scales: readonly number[], noise: number): FactoredPrecision {
  const { first, many, few, ofFew, categoryOf, diagonal, between, rest } = sums;
  const precision = 1 / (noise * noise);
  const priorOf = (effect: number): number =>
    1 / elementAt(scales, categoryOf[effect] ?? outside(effect)) ** 2;
  const inverse = diagonal.map((count, i) => 1 / (count * precision + priorOf(first + i)));
  const factor = rest.map((count) => count * precision);
  ofFew.forEach((effect, j) => {
    factor[j * few + j] = at(factor, j * few + j) + priorOf(effect);
  });
  for (let i = 0; i < many; i++) {
    const share = precision * precision * at(inverse, i);
    for (let j = 0; j < few; j++) {
      const own = at(between, i * few + j) * share;
      if (own === 0) continue;
      for (let k = 0; k <= j; k++)
        factor[j * few + k] = at(factor, j * few + k) - own * at(between, i * few + k);
    }
  }
  decompose(factor, few);
  return { sums, precision, inverse, factor };
}

function solve(factored: FactoredPrecision, right: Float64Array): Float64Array {
  const { sums, precision, inverse, factor } = factored;
  const { first, many, few, ofFew, between } = sums;
  const small = new Float64Array(few);
  ofFew.forEach((effect, j) => {
    small[j] = at(right, effect);
  });
  for (let i = 0; i < many; i++) {
    const own = at(right, first + i) * at(inverse, i) * precision;
    if (own === 0) continue;
    for (let j = 0; j < few; j++) small[j] = at(small, j) - own * at(between, i * few + j);
  }
  solveLower(factor, few, small);
  solveLowerTransposed(factor, few, small);
  return complete(factored, right, small);
}

function drawEffects(factored: FactoredPrecision, random: Random): Float64Array {
  const { sums, inverse, factor } = factored;
  const { effects, first, many, few } = sums;
  const small = new Float64Array(few).map(() => random.normal());
  solveLowerTransposed(factor, few, small);
  const right = new Float64Array(effects);
  for (let i = 0; i < many; i++) right[first + i] = random.normal() / Math.sqrt(at(inverse, i));
  return complete(factored, right, small);
}

/** The many follow from the few: D⁻¹(right − B·few). */
function complete(factored: FactoredPrecision, right: Float64Array, small: Float64Array): Float64Array {
  const { sums, precision, inverse } = factored;
  const { effects, first, many, few, ofFew, between } = sums;
  const solved = new Float64Array(effects);
  ofFew.forEach((effect, j) => {
    solved[effect] = at(small, j);
  });
  for (let i = 0; i < many; i++) {
    let own = at(right, first + i);
    for (let j = 0; j < few; j++) own -= precision * at(between, i * few + j) * at(small, j);
    solved[first + i] = own * at(inverse, i);
  }
  return solved;
}
