/**
 * A document that is colored by a comparison of two profiles, as its features need it.
 *
 * Sits in `lsp/`, as `modeled-view.ts` and `recordings-view.ts` do. Every change has a symbol: nothing is told by color alone.
 */
import type { ModelSummary } from '../../cost/model/model-registry';
import * as l10n from '@vscode/l10n';
import { type LineComparison, stepsOfChanges } from '../../compare/deltas/line-comparison';
import { formatCompared } from '../../words/amount-text';
import { creationInWords } from '../../words/text-sections';
import { formatChangedShare, formatCount, formatEnergy } from '../../words/energy-text';
import type { MemberRecord } from '../../analysis/file-operations';
import type {
  ComparedFile,
  ComparedLine,
  ComparedMethod,
  GoneLines,
} from '../../compare/deltas/place-changes';
import { CHANGE_SYMBOLS } from '../../protocol/overlay';
import type { Change } from '../../pages/changes';
import type { ComparedUnit } from '../../compare/sides/compared-side';
import type { Settings } from '../../protocol/settings';
import { withDefined } from '../../base/check';
import { leastOf } from '../../compare/deltas/energy-delta';
import type { PiecesOn } from './pieces';
import { unitOf, type ViewedText, amountsOf } from './view';
import { Failure } from '../../base/failure';
import { type CompareRefusal, ComparisonRefused } from '../../tasks/compare/compare-messages';

export interface ComparisonView extends ViewedText {
  readonly kind: 'comparison';
  readonly changes: ComparedFile;
  readonly comparison: LineComparison;
  /** The lines of the text that the earlier profile ran, if a commit has it. */
  readonly oldLines: () => Promise<readonly string[] | undefined>;
  readonly model: ModelSummary;
  readonly members: readonly MemberRecord[];
  /** The operations that the text has on a line, with their places. */
  readonly piecesOn: PiecesOn;
}

/** The color steps of the lines, one for each. */
export function stepsOf(
  { lines }: ComparedFile,
  { amounts }: LineComparison,
  settings: Settings,
): readonly number[] {
  return stepsOfChanges(lines, amounts, settings.scale, amountsOf(settings));
}

/** The part of a view that amounts are written by. */
export type AmountContext = Pick<ComparisonView, 'comparison' | 'settings'>;

/** "less energy", or "takes less" of what else is compared. */
export function wordOf(change: Exclude<Change, 'same'>, unit: ComparedUnit): string {
  const isOfEnergy = unit === 'joules' || unit === 'share';
  switch (change) {
    case 'lessEnergy':
      return isOfEnergy ? l10n.t('less energy') : l10n.t('takes less');
    case 'moreEnergy':
      return isOfEnergy ? l10n.t('more energy') : l10n.t('takes more');
    case 'new':
      return l10n.t('new');
    case 'gone':
      return l10n.t('gone');
  }
}

/** "1.2 µJ", or the amount in the unit that both sides have in common. */
export function amountText(amount: number, { comparison: { unit }, settings }: AmountContext): string {
  return unit === 'joules' ? formatEnergy(amount, unitOf(settings)) : formatCompared(amount, unit);
}

/** "+1.2 µJ", "−0.3 µJ", "±0" */
export function signedText(amount: number, figures: AmountContext): string {
  if (amount === 0) return '±0';
  return `${amount < 0 ? '−' : '+'}${amountText(Math.abs(amount), figures)}`;
}

/** " (+34 %)"; empty if the line took nothing before, or if amounts are shares already. */
export function relativeText(
  change: number,
  before: number,
  { comparison: { unit } }: AmountContext,
): string {
  return before > 0 && unit !== 'share' ? ` (${formatChangedShare(change / before)})` : '';
}

/** "≥ 1.2 µJ" if the amount is the least that it may be, "1.2 µJ" otherwise. */
export function leastText(amount: number, isLeast: boolean, figures: AmountContext): string {
  return `${isLeast ? '≥ ' : ''}${amountText(amount, figures)}`;
}

/** True if the energy of a side is the least that it may be. */
export function isAtLeast(atLeast: ComparedLine['atLeast'], side: 'A' | 'B'): boolean {
  return atLeast === side || atLeast === 'both';
}

/** "▲ +1.2 µJ (+34 %)"; empty for a line without a change. */
export function changeText(
  { change, energyA, energyB, amount, atLeast }: ComparedLine,
  figures: AmountContext,
): string {
  switch (change) {
    case 'same':
      return '';
    case 'new':
      return `${CHANGE_SYMBOLS.new} ${leastText(energyB, isAtLeast(atLeast, 'B'), figures)}`;
    case 'gone':
      return `${CHANGE_SYMBOLS.gone} ${leastText(energyA, isAtLeast(atLeast, 'A'), figures)}`;
    case 'lessEnergy':
    case 'moreEnergy':
      return `${CHANGE_SYMBOLS[change]} ${signedText(amount, figures)}${relativeText(amount, energyA, figures)}`;
  }
}

/** "− 3 lines gone, 1.2 µJ" */
export function goneText({ lines }: GoneLines, figures: AmountContext): string {
  const { energyA, atLeast } = sumOf(lines);
  const energy = leastText(energyA, isAtLeast(atLeast, 'A'), figures);
  return lines.length === 1
    ? l10n.t('{0} 1 line removed, {1}', CHANGE_SYMBOLS.gone, energy)
    : l10n.t('{0} {1} lines removed, {2}', CHANGE_SYMBOLS.gone, formatCount(lines.length), energy);
}

/** The sums of all lines that have a place in the file, there or gone. */
export function totalsOf({ lines, gone }: ComparedFile): LineSum {
  return sumOf([...lines, ...gone.flatMap((each) => each.lines)]);
}

type LineSum = Pick<ComparedLine, 'energyA' | 'energyB' | 'atLeast'>;

function sumOf(lines: readonly ComparedLine[]): LineSum {
  return {
    energyA: lines.reduce((sum, { energyA }) => sum + energyA, 0),
    energyB: lines.reduce((sum, { energyB }) => sum + energyB, 0),
    ...withDefined({ atLeast: leastOf(lines) }),
  };
}

/** "Work.often" */
export function nameOfMethod({ methodA, methodB }: ComparedMethod): string {
  const { class: owner, name } = methodB ?? methodA ?? { class: '', name: '' };
  const simple = owner.slice(owner.lastIndexOf('.') + 1).replaceAll('$', '.');
  return creationInWords(simple === '' ? name : `${simple}.${name}`);
}

/**
 * The reason why profiles are not compared, in the user's language. What a reader says about a file is quoted as it is.
 */
export function describeRefusal(refusal: CompareRefusal): string {
  switch (refusal.kind) {
    case 'unreadable':
      return l10n.t('The comparison is not possible: {0}', `${refusal.path} ${refusal.message}`);
    case 'no-recording':
      return l10n.t('{0} holds no recording.', refusal.path);
    case 'imports':
      return l10n.t(
        'Only profiles can be compared line by line. Recordings of other tools contain no operations.',
      );
    case 'model-of-application':
      return l10n.t(
        'The model {0} was fitted to one version of one application, so it can’t be used to compare two versions. Choose another model.',
        refusal.model,
      );
    case 'model-of-instructions':
      return l10n.t(
        'The model {0} has costs of JVM instructions, but profiles are compared by operations. Choose another model.',
        refusal.model,
      );
    case 'no-amount':
      return {
        seconds: l10n.t('{0} does not say how much processor time its runs took.', refusal.name),
        bytes: l10n.t('{0} does not say how many bytes were allocated.', refusal.name),
        executions: l10n.t('{0} does not say how often operations ran.', refusal.name),
      }[refusal.unit];
    case 'unwritten':
      return l10n.t('The comparison could not be written: {0}', refusal.message);
    case 'memory':
      return l10n.t('There is not enough memory for this comparison.');
  }
}

/** The same work; a refusal becomes a {@link Failure} in the user's language. */
export async function inUsersLanguage<T>(comparing: Promise<T>): Promise<T> {
  try {
    return await comparing;
  } catch (error) {
    throw error instanceof ComparisonRefused ? new Failure(describeRefusal(error.refusal)) : error;
  }
}
