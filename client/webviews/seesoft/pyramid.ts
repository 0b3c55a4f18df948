/**
 * The greatest of any run of values, without looking at all of them: levels of maxima, each of four of the level below
 * (a mip map of one dimension).
 *
 * Sits in the SeeSoft page: where lines are thinner than a pixel, a pixel shows the hottest of its lines, so that no
 * hot line disappears. Pure.
 */
export interface Pyramid {
  readonly levels: readonly (Uint8Array | Uint16Array)[];
}

const FAN = 4;

export function buildPyramid(values: Uint8Array | Uint16Array): Pyramid {
  const levels = [values];
  for (let below = values; below.length > FAN;) {
    const above = below.slice(0, Math.ceil(below.length / FAN));
    for (let at = 0; at < above.length; at++) {
      let most = 0;
      const stop = Math.min(below.length, (at + 1) * FAN);
      for (let child = at * FAN; child < stop; child++) {
        const value = below[child] ?? 0;
        if (value > most) most = value;
      }
      above[at] = most;
    }
    levels.push(above);
    below = above;
  }
  return { levels };
}

/** The greatest value from `from` up to, and without, `to`; 0 where there is none. At most six looks for each level. */
export function maximumIn({ levels }: Pyramid, from: number, to: number): number {
  let most = 0;
  let [low, high] = [from, to];
  for (const values of levels) {
    if (high - low <= FAN * 2 || values === levels.at(-1)) {
      for (let at = low; at < high; at++) {
        const value = values[at] ?? 0;
        if (value > most) most = value;
      }
      return most;
    }
    for (; low % FAN !== 0; low++) {
      const value = values[low] ?? 0;
      if (value > most) most = value;
    }
    for (; high % FAN !== 0; high--) {
      const value = values[high - 1] ?? 0;
      if (value > most) most = value;
    }
    low /= FAN;
    high /= FAN;
  }
  return most;
}
