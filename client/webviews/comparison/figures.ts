/** Figures and signs as the page writes them. Sits in the page of a comparison. Pure. */
import { CHANGE_SIGNS, type Change, differenceOf, unmodeledSideOf } from '../../../server/src/pages/changes';
import { formatCompared } from '../../../server/src/words/amount-text';
import { formatChangedShare, formatCount } from '../../../server/src/words/energy-text';
import type { ComparisonHead, ComparisonPage } from '../../../server/src/pages/comparison-file';
import { fill } from '../texts';

export type ComparisonFigures = ReturnType<typeof createFigures>;

/** The change of a row; `unmodeled` if a side is not modeled, and the sides can't be compared. */
export type RowChange = Change | 'unmodeled';

export function createFigures({ unit, words }: ComparisonHead) {
  const energy = (value: number): string =>
    Number.isNaN(value) ? words.isUnmodeled : formatCompared(value, unit);
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${energy(Math.abs(value))}`;
  const delta = (value: number): string => (value === 0 ? '±0' : signed(value));
  const count = (value: number, isThere = true): string =>
    Number.isNaN(value) ? (isThere ? words.notTold : '–') : formatCount(value);
  return {
    /** Formats an energy; "not modeled" for NaN. */
    energy,
    /** Formats an energy that may be the least that it may be: "≥ 1.2 mJ". */
    energyOrMore: (value: number, isLeast: boolean): string =>
      isLeast && !Number.isNaN(value) ? `≥ ${energy(value)}` : energy(value),
    /** Formats a difference as {@link difference} does, if both sides are modeled. */
    delta,
    count: (value: number): string => count(value),
    /**
     * Formats a difference: "+1.2 mJ", "±0"; if a side is not modeled, the text says which. Empty if an energy is the
     * least that it may be.
     */
    difference: (energyA: number, energyB: number, isLeast: readonly boolean[] = []): string => {
      const side = unmodeledSideOf(energyA, energyB);
      if (side === undefined) return isLeast.includes(true) ? '' : delta(differenceOf(energyA, energyB));
      return side === 'both' ? words.isUnmodeled : fill(words.unmodeledIn, side);
    },
    /** Formats a difference as a share of what it was: "+12 %"; empty if it was nothing. */
    share: (change: number, before: number): string => {
      if (!(before > 0) || !(change !== 0)) return '';
      // "−< 0.01 %" reads as nothing: the sign stands before the difference.
      return formatChangedShare(change / before);
    },
    /**
     * Formats an interval: "+1 mJ to +1.4 mJ"; empty if nothing is known, or if both sides are equal for
     * certain.
     */
    interval: (low: number, high: number): string =>
      Number.isNaN(low) || Number.isNaN(high) || (low === 0 && high === 0)
        ? ''
        : fill(words.interval, signed(low), signed(high)),
    /** Formats calls: "3 → 2"; a side that does not have the row has a dash. */
    calls: (a: number, b: number, isInA = true, isInB = true): string => {
      const [one, other] = [count(a, isInA), count(b, isInB)];
      return one === other ? one : `${one} → ${other}`;
    },
    /** A sign and a word: nothing is said by color alone. */
    change: (change: RowChange): string =>
      change === 'unmodeled' ? `? ${words.notComparable}` : `${CHANGE_SIGNS[change]} ${words[change]}`,
  };
}

/** "< 0.001", "= 0.012": what follows the letter p. */
export function chanceText(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`;
}

interface Verdict {
  readonly change: RowChange;
  readonly sentence: string;
  readonly notes: readonly string[];
}

/** The result and how sure it is, in words. */
export function judge(
  { head, totals }: Pick<ComparisonPage, 'head' | 'totals'>,
  figures: ComparisonFigures,
): Verdict {
  const { words, isSignificant, isMeasured } = head;
  const [energyA = 0, energyB = 0, delta = 0, low = NaN, high = NaN, chance = NaN, smallest = NaN] = totals;
  if (Number.isNaN(delta))
    return { change: 'unmodeled', sentence: figures.difference(energyA, energyB), notes: [] };
  const share = figures.share(delta, energyA);
  const of = share === '' ? '' : ` (${share})`;
  const isKnown = !Number.isNaN(chance);
  const told = isKnown
    ? [
        figures.interval(low, high),
        fill(isSignificant ? words.significant : words.chance, chanceText(chance)),
      ]
    : [words.noInterval];
  // A difference that is no more than chance is none first, and a figure after that.
  if (isKnown && !isSignificant)
    return {
      change: 'same',
      sentence: words.noDifference,
      notes: [fill(words.smallest, figures.energy(smallest)), `${figures.delta(delta)}${of}`, ...told],
    };
  const isOneRun = !isKnown && isMeasured;
  if (delta === 0) return { change: 'same', sentence: isOneRun ? words.oneRun : words.equal, notes: told };
  const [less, more] = isOneRun ? [words.oneRunLess, words.oneRunMore] : [words.takesLess, words.takesMore];
  const sentence = fill(delta < 0 ? less : more, figures.energy(Math.abs(delta)));
  return { change: delta < 0 ? 'lessEnergy' : 'moreEnergy', sentence: `${sentence}${of}`, notes: told };
}
