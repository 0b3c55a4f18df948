/**
 * The scale of colors: the place of an energy between cold and hot.
 *
 * Sits in `words/`, shared by the overlay, lists, reports and the pages that draw pictures, so that one color means one
 * energy in all of them. Pure; steps count from 0, the coldest.
 */
import { at } from '../base/check';
import { firstWhere } from '../base/search';
import type { Joules } from '../base/units';
import type { ScaleSetting } from '../protocol/settings';

/** The energies that colors are spread over. */
export interface EnergyScale {
  /** Ascending, each once. */
  readonly distinct: readonly Joules[];
  /** The energy at the hot end of the logarithmic scale. */
  readonly hot: Joules;
  /** The least energy of the lines that together hold four fifths of all. */
  readonly hotspot: Joules;
}

/** The share of all energy that the hot end of a logarithmic scale has at least. */
const HOT_SHARE = 0.01;
/**
 * The decades from the cold end of a logarithmic scale to its hot end. The hottest quarter begins at a tenth of the hot
 * end's energy, so that no line of a file with less than a thousandth of all energy is in it.
 */
export const DECADES = 4;

/** The hot end of a logarithmic scale, by the energy of the hottest line and of all lines. */
export function hotEnd(hottest: Joules, total: Joules): Joules {
  return Math.max(hottest, total * HOT_SHARE);
}

/** The step of a value among others, of which each counts once. */
export function stepIn(
  among: Pick<EnergyScale, 'distinct' | 'hot'>,
  value: Joules,
  { scale, steps }: { readonly scale: ScaleSetting; readonly steps: number },
): number {
  return Math.round(positionIn(among, value, scale) * (steps - 1));
}

/** The number of values above `value`, which need not be one of them. */
export function countAbove(ascending: readonly Joules[], value: Joules): number {
  return ascending.length - firstWhere(0, ascending.length, (index) => at(ascending, index) > value);
}

/** The position that is used if all energies are equal: nothing is hot or cold then. */
const MIDDLE = 0.5;

/** The position of a value on the color scale, from 0 (cold) to 1 (hot). */
function positionIn(
  { distinct, hot }: Pick<EnergyScale, 'distinct' | 'hot'>,
  value: Joules,
  scale: ScaleSetting,
): number {
  const hottest = distinct.at(-1);
  if (hottest === undefined || distinct.length < 2 || !(hottest > 0)) return MIDDLE;
  switch (scale) {
    case 'rank':
      return clamp((distinct.length - 1 - countAbove(distinct, value)) / (distinct.length - 1));
    case 'linear':
      return clamp(value / hottest);
    case 'logarithmic':
      // Lines whose modeled part is zero have no logarithm: they take the cold end.
      return value > 0 ? clamp(1 + Math.log10(value / hot) / DECADES) : 0;
  }
}

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}
