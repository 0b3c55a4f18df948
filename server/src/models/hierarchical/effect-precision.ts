/**
 * The Gaussian that all effects together follow, given scales and noise, were
 * they not bound to be positive.
 *
 * Sits in `models/`. Levels of one category never share a cell, so
 * their block of the precision is diagonal: the largest category, the
 * operations, is eliminated at the cost of a division a level, and only the
 * few others need a Cholesky factor.
 */
import { decompose, solveLower, solveLowerTransposed } from '../solve/cholesky';
import { at } from '../solve/matrix';
import type { Random } from '../solve/random';
import { layOut, type LevelModel } from './level-model';

export interface EffectGaussian {
  readonly mean: Float64Array;
  /** A draw with mean 0. */
  readonly draw: (random: Random) => Float64Array;
  /** The column of the covariance for one effect; the covariance is worked out once. */
  readonly covarianceColumn: (effect: number) => Float64Array;
}

/** Prepares the Gaussian: the sums that don't change with scales and noise are made once. */
export function createEffectGaussian(
  model: LevelModel,
): (scales: readonly number[], noise: number) => EffectGaussian {
  const { effects, offsets } = layOut(model);
  const sizes = model.categories.map(({ levels }) => levels.length);
  const largest = sizes.indexOf(Math.max(...sizes));
  const first = offsets[largest] ?? 0;
  const many = sizes[largest] ?? 0;
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
    const present = levels.flatMap((level, k) => (level < 0 ? [] : [(offsets[k] ?? 0) + level]));
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

  return (scales, noise) => {
    const precision = 1 / (noise * noise);
    const priorOf = (effect: number): number => 1 / (scales[categoryOf[effect] ?? 0] ?? 1) ** 2;
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
    const covariance: (Float64Array | undefined)[] = [];
    const solve = (right: Float64Array, solved: Float64Array): void => {
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
      complete(right, small, solved);
    };
    return {
      mean: meanOf(),
      draw(random) {
        const small = new Float64Array(few).map(() => random.normal());
        solveLowerTransposed(factor, few, small);
        const right = new Float64Array(effects);
        for (let i = 0; i < many; i++) right[first + i] = random.normal() / Math.sqrt(at(inverse, i));
        const drawn = new Float64Array(effects);
        complete(right, small, drawn);
        return drawn;
      },
      covarianceColumn(effect) {
        const known = covariance[effect];
        if (known !== undefined) return known;
        const unit = new Float64Array(effects);
        unit[effect] = 1;
        const column = new Float64Array(effects);
        solve(unit, column);
        covariance[effect] = column;
        return column;
      },
    };

    function meanOf(): Float64Array {
      const mean = new Float64Array(effects);
      solve(
        side.map((value) => value * precision),
        mean,
      );
      return mean;
    }

    /** The many follow from the few: D⁻¹(right − B·few). */
    function complete(right: Float64Array, small: Float64Array, solved: Float64Array): void {
      ofFew.forEach((effect, j) => {
        solved[effect] = at(small, j);
      });
      for (let i = 0; i < many; i++) {
        let own = at(right, first + i);
        for (let j = 0; j < few; j++) own -= precision * at(between, i * few + j) * at(small, j);
        solved[first + i] = own * at(inverse, i);
      }
    }
  };
}
