/**
 * How well a ranking finds what is hot. Scores and truths are maps from places to numbers; a place that is absent has
 * nothing. Places of one score have no order, so each figure is its mean over all of their orders.
 */

/** The share of the true energy that the `count` places with the highest scores hold. */
export function shareUnder(count, scores, truth, places) {
  const weights = weightsOfTop(count, scores, places);
  let held = 0;
  let total = 0;
  for (const [index, place] of places.entries()) {
    const energy = truth.get(place) ?? 0;
    held += energy * weights[index];
    total += energy;
  }
  return held / total;
}

/** How many of the `most` truly hottest places are among the `count` with the highest scores. */
export function hitsAmong(most, count, scores, truth, places) {
  const hottest = weightsOfTop(most, truth, places);
  const top = weightsOfTop(count, scores, places);
  return top.reduce((hits, weight, index) => hits + weight * hottest[index], 0);
}

/** How likely each place is among the `count` highest: 1 above the last score that fits, 0 below it. */
function weightsOfTop(count, scores, places) {
  const values = places.map((place) => scores.get(place) ?? 0);
  const sorted = [...values].sort((a, b) => b - a);
  const last = sorted[Math.min(count, sorted.length) - 1];
  const above = sorted.findIndex((value) => value === last);
  const equal = sorted.filter((value) => value === last).length;
  const part = Math.min(1, (count - above) / equal);
  return values.map((value) => (value > last ? 1 : value === last ? part : 0));
}

/** Spearman's rank correlation. Equal values have their mean rank; it is 0 where all values are equal. */
export function spearman(a, b) {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const middle = (x.length - 1) / 2;
  const product = (p, q) =>
    p.reduce((total, value, index) => total + (value - middle) * (q[index] - middle), 0);
  const scale = Math.sqrt(product(x, x) * product(y, y));
  return scale === 0 ? 0 : product(x, y) / scale;
}

function ranksOf(values) {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  const ranks = new Array(values.length);
  for (let first = 0, end; first < order.length; first = end) {
    end = first + 1;
    while (end < order.length && values[order[end]] === values[order[first]]) end++;
    for (let at = first; at < end; at++) ranks[order[at]] = (first + end - 1) / 2;
  }
  return ranks;
}

/**
 * All figures of a ranking: its lines and methods beside those of a counted run, and beside the recorder's samples.
 * `all` names every line and method that the program has.
 */
export function figuresOf(ranking, truth, samples, all) {
  const share = (count) => shareUnder(count, ranking.lines, truth.lines, all.lines);
  const best = (count) => shareUnder(count, truth.lines, truth.lines, all.lines);
  const ranks = (places, true_) =>
    spearman(
      places.map((place) => ranking.methods.get(place) ?? 0),
      places.map((place) => true_.get(place)),
    );
  const part = Math.ceil(all.lines.length / 20);
  const ran = [...truth.methods.keys()].filter((place) => truth.methods.get(place) > 0);
  return {
    part: share(part),
    partOfBest: share(part) / best(part),
    fifty: share(50) / best(50),
    ten: share(10) / best(10),
    spearman: ranks(ran, truth.methods),
    top: hitsAmong(10, Math.ceil(all.methods.length / 20), ranking.methods, truth.methods, all.methods),
    recorder: ranks([...samples.keys()], samples),
  };
}

/** The mean of each figure over several programs. */
export function meanFigures(figures) {
  const names = Object.keys(figures[0]);
  return Object.fromEntries(
    names.map((name) => [name, figures.reduce((sum, each) => sum + each[name], 0) / figures.length]),
  );
}

/**
 * How many of the places that ran took what their range says, less, and more, as shares; and how many decades the middle one
 * of all ranges is wide that do not begin at 0. A place without a range is left out.
 */
export function coverage(ranges, truth) {
  const ran = [...truth].filter(([place, energy]) => energy > 0 && ranges.has(place));
  const share = (isSo) =>
    ran.filter(([place, energy]) => isSo(energy, ...ranges.get(place))).length / ran.length;
  const widths = ran
    .map(([place]) => {
      const [low, high] = ranges.get(place);
      return Math.log10(high / low);
    })
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return {
    places: ran.length,
    within: share((energy, low, high) => low <= energy && energy <= high),
    below: share((energy, low) => energy < low),
    above: share((energy, low, high) => energy > high),
    decades: widths[Math.floor(widths.length / 2)] ?? 0,
  };
}
