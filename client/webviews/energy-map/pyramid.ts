/**
 * The greatest of any run of values, without looking at all of them: levels of maxima, each of four of the level below
 * (a mip map of one dimension).
 *
 * Sits in the page of the energy map: where lines are thinner than a pixel, a pixel shows the hottest of its lines, so that no
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

/**
 * The greatest value from `from` up to, and without, `to` that is not above `limit`; 0 where there is none. At most six
 * looks for each level, and where a limit hides the greatest of a level those below it: one for each value at most.
 */
export function maximumIn({ levels }: Pyramid, from: number, to: number, limit = Infinity): number {
  let most = 0;
  let [low, high] = [from, to];
  for (let level = 0; level < levels.length; level++) {
    if (high - low <= FAN * 2 || level === levels.length - 1) {
      for (let at = low; at < high; at++) most = greater(levels, level, at, limit, most);
      return most;
    }
    for (; low % FAN !== 0; low++) most = greater(levels, level, low, limit, most);
    for (; high % FAN !== 0; high--) most = greater(levels, level, high - 1, limit, most);
    low /= FAN;
    high /= FAN;
  }
  return most;
}

/** `most`, or what is greater below a place of a level. */
function greater(levels: Pyramid['levels'], level: number, at: number, limit: number, most: number): number {
  const value = levels[level]?.[at] ?? 0;
  if (value <= most) return most;
  if (value <= limit) return value;
  if (level === 0) return most;
  const stop = (at + 1) * FAN;
  let found = most;
  for (let child = at * FAN; child < stop; child++) found = greater(levels, level - 1, child, limit, found);
  return found;
}
