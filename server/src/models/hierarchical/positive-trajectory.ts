/**
 * A move of all effects at once that keeps a Gaussian bound to be positive.
 *
 * Sits in `models/`. Exact Hamiltonian Monte Carlo of Pakman and
 * Paninski ("Exact Hamiltonian Monte Carlo for truncated multivariate
 * Gaussians", 2014): each effect swings about its mean on a sine, and the whole
 * is reflected where one comes to 0. No step size, nothing to tune, and no move
 * is rejected.
 */
import { at } from '../solve/matrix';
import type { EffectGaussian } from './effect-precision';

/** A quarter of a period: were there no bounds, where it ends would not depend on where it began. */
const DURATION = Math.PI / 2;
/** Some hundred are usual; many more mean that two walls meet at a point. */
const MAX_REFLECTIONS = 20_000;

/** The new effects; `undefined` where reflections have no end, and the old ones stay. */
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
