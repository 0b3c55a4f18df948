/**
 * The lens above a method whose energies come from a cost model: a share and an energy, and the rest in its tooltip.
 *
 * Sits in `lsp/`. Pure. Share and energy are of the same work: in a profile that of the method with what it calls; in an
 * estimate too, if the program's calls are known and agree with those of its lines.
 */
import * as l10n from '@vscode/l10n';
import type { MethodEnergy } from '../../cost/pricing/file-energy';
import {
  fitting,
  formatCount,
  formatEnergy,
  formatEnergyBriefly,
  formatShare,
  roundCalls,
} from '../../words/energy-text';
import type { Share } from '../../base/units';
import type { StaleReason } from '../../analysis/file-operations';
import { join } from './markdown';
import {
  isWithinProgram,
  machineBeside,
  provenanceOf,
  type ModeledView,
  whyStale,
  withInterval,
} from './modeled-view';
import { type MethodLens, MOST_OF_LENS, unitOf } from './view';

export function lensOf(view: ModeledView, method: MethodEnergy): MethodLens {
  const place = method.nameStart;
  if (view.kind === 'profile' && method.calls === 0)
    return {
      place,
      title: l10n.t('did not run'),
      tooltip: [l10n.t('This method did not run in the profiled run.')],
    };
  const found = shareOf(view, method);
  const { mean } = found.withCallees ? (method.inclusive ?? method.energy) : method.energy;
  const energy = `${markOf(view, method)}${formatEnergyBriefly(mean, unitOf(view.settings))}`;
  const share = SHORT_SHARES[found.of](formatShare(found.share));
  const reason = view.held.get(method.name);
  const texts = [`${share} · ${energy}`, energy] as const;
  const title =
    reason !== undefined
      ? fitting(MOST_OF_LENS, [
          `${texts[0]} · ${BEFORE[reason]()}`,
          `${energy} · ${BEFORE[reason]()}`,
          energy,
        ])
      : view.kind === 'profile'
        ? fitting(MOST_OF_LENS, texts)
        : fitting(MOST_OF_LENS, [`${share} · ${l10n.t('{0} per call', energy)}`, ...texts]);
  return { place, title, tooltip: sentences(view, method, found) };
}

/** Functions, because translations are loaded after this file. */
const SHORT_SHARES: Readonly<Record<FoundShare['of'], (share: string) => string>> = {
  program: (share) => share,
  file: (share) => l10n.t('{0} of file', share),
};

/** Functions, because translations are loaded after this file. */
const BEFORE: Readonly<Record<StaleReason, () => string>> = {
  error: () => l10n.t('before the error'),
  edit: () => l10n.t('before the edit'),
};

/** "≈ " if costs were not fitted to the program, "≥ " if operations are not modeled: no figure seems better known than it is. */
export function markOf(
  { measured }: Pick<ModeledView, 'measured'>,
  { unmodeledCount }: Pick<MethodEnergy, 'unmodeledCount'>,
): string {
  if (measured?.transferError !== undefined) return '≈ ';
  return unmodeledCount > 0 ? '≥ ' : '';
}

interface FoundShare {
  readonly share: Share;
  readonly of: 'program' | 'file';
  readonly withCallees: boolean;
}

/** The share of the program, with callees, if both are known and recursion does not count energy twice. */
function shareOf(view: ModeledView, method: MethodEnergy): FoundShare {
  const program = view.programEnergy();
  const { inclusive, energy, run, expectedCalls, recursive, shareOfFile } = method;
  if (program === undefined || program <= 0) return { share: shareOfFile, of: 'file', withCallees: false };
  const isProfile = view.kind === 'profile';
  const calls = isProfile ? 1 : recursive ? undefined : expectedCalls;
  if (inclusive !== undefined && calls !== undefined && isWithinProgram(view, method))
    return { share: Math.min(1, (calls * inclusive.mean) / program), of: 'program', withCallees: true };
  const own = isProfile ? energy : run;
  return own === undefined
    ? { share: shareOfFile, of: 'file', withCallees: false }
    : { share: Math.min(1, own.mean / program), of: 'program', withCallees: false };
}

/** "12 % of the program’s energy, with the methods it calls" */
function describeShare({ share, of, withCallees }: FoundShare): string {
  const text = formatShare(share);
  if (of === 'file') return l10n.t('{0} of this file’s energy', text);
  return withCallees
    ? l10n.t('{0} of the program’s energy, with the methods it calls', text)
    : l10n.t('{0} of the program’s energy', text);
}

function sentences(view: ModeledView, method: MethodEnergy, found: FoundShare): readonly string[] {
  const { energy, recursive, unmodeledCount, calls, expectedCalls } = method;
  const inclusive = isWithinProgram(view, method) ? method.inclusive : undefined;
  const unit = unitOf(view.settings);
  const figures = withInterval(inclusive ?? energy, view);
  const transferError = view.measured?.transferError;
  const isProfile = view.kind === 'profile';
  const counted = isProfile ? unmodeledCount : 0;
  const reason = view.held.get(method.name);
  return [
    reason === undefined ? '' : whyStale(reason),
    describeShare(found),
    isProfile ? ofRun(figures, inclusive !== undefined) : ofCall(figures, inclusive !== undefined, recursive),
    isProfile ? describeCalls(calls) : describeExpected(expectedCalls),
    transferError === undefined
      ? ''
      : l10n.t(
          'The joules may be off by {0} %; the order is more reliable.',
          Math.round(transferError * 100),
        ),
    unmodeledCount === 0
      ? ''
      : counted === 1
        ? l10n.t('1 operation is not modeled and not included.')
        : counted > 1
          ? l10n.t('{0} operations are not modeled and not included.', formatCount(counted))
          : l10n.t('Some operations are not modeled and not included.'),
    ...view
      .byOthers(method.key)
      .map(({ title, energy: other, share }) =>
        l10n.t(
          'By {0}, as modeled: {1}, {2} of the program',
          title,
          formatEnergy(other, unit),
          formatShare(share),
        ),
      ),
    join(
      [capital(provenanceOf(view.energy, view.measured)), machineBeside(view.measured, view.model)],
      ' · ',
    ),
  ].filter((sentence) => sentence !== '');
}

function ofRun(figures: string, withCallees: boolean): string {
  return withCallees
    ? l10n.t('In the profiled run, with the methods it calls: {0}', figures)
    : l10n.t('In the profiled run: {0}', figures);
}

function ofCall(figures: string, withCallees: boolean, recursive: boolean): string {
  if (!withCallees) return l10n.t('One call: {0}', figures);
  return recursive
    ? l10n.t('One call, with the methods it calls, recursion counted once: {0}', figures)
    : l10n.t('One call, with the methods it calls: {0}', figures);
}

/** "Called 3 times"; empty where calls were not counted by themselves. */
function describeCalls(calls: number | undefined): string {
  if (calls === undefined) return '';
  return calls === 1 ? l10n.t('Called once') : l10n.t('Called {0} times', formatCount(calls));
}

function describeExpected(calls: number | undefined): string {
  if (calls === undefined) return '';
  const rounded = roundCalls(calls);
  if (rounded === 0) return l10n.t('Hardly ever called in a run of the program');
  return rounded === 1
    ? l10n.t('Called about once in a run of the program')
    : l10n.t('Called about {0} times in a run of the program', formatCount(rounded));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
