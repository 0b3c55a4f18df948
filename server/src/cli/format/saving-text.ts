/**
 * The text that says, for people, how much a change saves: a sentence with the result, one about the measurement,
 * and the methods that ran otherwise. Sits in `cli/`.
 */
import type { ProfileComparison } from '../../compare/deltas/compare-profiles';
import { formatEnergy, formatShare, JOULES } from '../../words/energy-text';
import { formatComparisonMarkdown, formatComparisonText } from '../../compare/pages/comparison-text';

export interface MeasuredChange {
  /** The comparison of the program before and after the change. */
  readonly comparison: ProfileComparison;
  /** The numbers of measured runs, before and after the change. */
  readonly runs: readonly number[];
  /** The meter; empty where nothing was measured. */
  readonly source: string;
  /** The name of the source file that was changed. */
  readonly fileName: string;
}

export function formatSaving(change: MeasuredChange): string {
  return `${sentencesOf(change).join('\n')}\n\n${formatComparisonText(change.comparison)}`;
}

/** The first line is the result, as a heading. */
export function formatSavingMarkdown(change: MeasuredChange): string {
  const [result = '', ...others] = sentencesOf(change);
  return `# ${result}\n\n${others.join(' ')}\n\n${formatComparisonMarkdown(change.comparison)}`;
}

function sentencesOf({ comparison, runs, source, fileName }: MeasuredChange): readonly string[] {
  const { totals } = comparison;
  const what = totals.isMeasured
    ? totals.isProxy
      ? `Measured was CPU time (${source}), which stands in for energy: joules are a proxy's.`
      : `Measured was energy (${source}).`
    : 'Nothing was measured, or too little to be told from start-up: runs were counted, and priced by the model.';
  const both = totals.isMeasured
    ? ` ${runs[0] ?? 0} runs before and ${runs[1] ?? 0} after, one series after the other.`
    : '';
  return [
    resultOf(comparison, fileName),
    `${what}${both} Both versions of ${fileName} were compiled alike, and all else is the same.`,
  ];
}

function resultOf({ totals }: ProfileComparison, fileName: string): string {
  const { delta, energyA, p, isSignificant, isMeasured, smallest } = totals;
  const share = energyA > 0 ? formatShare(Math.abs(delta) / energyA) : 'an unknown share';
  const amount = `${formatEnergy(Math.abs(delta), JOULES)}, ${share} of a run`;
  if (!isMeasured || Number.isNaN(p)) {
    if (delta === 0) return `The change in ${fileName} makes no difference by the model`;
    return `The change in ${fileName} ${delta < 0 ? 'saves' : 'costs'} ${amount}, by the model, from exact counts`;
  }
  if (!isSignificant)
    return `The change in ${fileName} makes no difference that these runs could tell from chance; ${formatEnergy(smallest, JOULES)} would have been found in 8 of 10 cases`;
  return `The change in ${fileName} ${delta < 0 ? 'saves' : 'costs'} ${amount}, more than chance (p ${p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`})`;
}
