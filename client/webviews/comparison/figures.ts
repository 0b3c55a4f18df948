/** Figures and signs as the page writes them. Sits in the page of a comparison. Pure. */
import { formatCompared } from '../../../server/src/engine/amount-text';
import { formatCount, formatShare } from '../../../server/src/engine/energy-text';
import { CHANGE_SIGNS, type Change } from '../../../server/src/seesoft/changes';
import type { ComparisonHead } from '../../../server/src/seesoft/comparison-file';
import { fill } from '../texts';

export interface Figures {
  readonly energy: (value: number) => string;
  /** "+1.2 mJ", "±0". */
  readonly delta: (value: number) => string;
  /** "+12 %": of what it was; empty where it was nothing. */
  readonly share: (delta: number, before: number) => string;
  /** "+1 mJ to +1.4 mJ"; empty where nothing is known, or where it is the same for certain. */
  readonly interval: (low: number, high: number) => string;
  readonly calls: (a: number, b: number) => string;
  readonly count: (value: number) => string;
  /** A sign and a word: nothing is said by colour alone. */
  readonly change: (change: Change) => string;
}

export function createFigures({ unit, words }: ComparisonHead): Figures {
  const energy = (value: number): string => formatCompared(value, unit);
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${energy(Math.abs(value))}`;
  const count = (value: number): string => (Number.isNaN(value) ? '–' : formatCount(value));
  return {
    energy,
    delta: (value) => (value === 0 ? '±0' : signed(value)),
    share: (delta, before) =>
      before > 0 && delta !== 0 ? `${delta < 0 ? '−' : '+'}${formatShare(Math.abs(delta) / before)}` : '',
    interval: (low, high) =>
      Number.isNaN(low) || Number.isNaN(high) || (low === 0 && high === 0)
        ? ''
        : fill(words.interval, signed(low), signed(high)),
    calls: (a, b) =>
      a === b || (Number.isNaN(a) && Number.isNaN(b)) ? count(a) : `${count(a)} → ${count(b)}`,
    count,
    change: (change) => `${CHANGE_SIGNS[change]} ${words[change]}`,
  };
}

/** "< 0.001", "= 0.012": what follows the letter p. */
export function chanceText(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`;
}
