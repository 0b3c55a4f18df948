/**
 * A hint as a diagnostic: the change that it proposes, the energy that this saves, and the conditions that must hold.
 *
 * Sits in `lsp/`. Pure. The saving is a part of the figures that color the lines at that moment: estimates, counts of
 * a run, or recordings of other tools.
 */
import { withDefined } from '../../base/check';
import * as l10n from '@vscode/l10n';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { FrequencyMode } from '../../cost/pricing/file-energy';
import { formatCount, formatShare } from '../../words/energy-text';
import { type LineFigure, type CostedHint, paysCompiled } from '../../lines/price-hints';
import { amountText, totalsOf } from './comparison-view';
import type { ColoredView } from './features';
import { join } from './markdown';
import { machineBeside, provenanceOf, withInterval } from './modeled-view';
import { figure, howKnown, interval, shareOfRun, shownLines } from './recordings-view';
import { rangeOf } from './view';

/** The energies that the lines show now. Savings are parts of them. */
export function figuresOf(view: ColoredView): readonly LineFigure[] {
  switch (view.kind) {
    case 'comparison':
      return view.changes.lines.map(({ line, energyB }) => ({ line, own: { mean: energyB, variance: 0 } }));
    case 'recordings':
      // A saving of recordings without intervals is written without one, too.
      return shownLines(view.evidence).lines.map(({ line, own: { mean, variance = 0 } }) => ({
        line,
        own: { mean, variance },
      }));
    default:
      return view.energy.lines;
  }
}

/** The frequencies that weigh the operations within a line. A run counts lines, but not the parts of a line. */
export function weighingMode(view: ColoredView): FrequencyMode {
  return view.kind === 'estimate' ? view.energy.mode : 'estimated';
}

export interface WantedAdvice {
  /** The least share that a hint must save. */
  readonly least: number;
  /** True if advice is wanted that saves energy in an interpreter only. */
  readonly isInterpreted: boolean;
}

/**
 * True if a hint saves at least this share: of its method while estimates are shown, of all that is shown of the file
 * after a run. A hint about operations that are not modeled counts if these may have run. What saves next to nothing of an
 * estimated call once compiled is left out, as on the command line; a run says how often that call was made.
 */
export function isWorthIt(
  hint: CostedHint,
  view: ColoredView,
  { least, isInterpreted }: WantedAdvice,
): boolean {
  const { saving, shareOfMember, unmodeled, line, endLine, compiled } = hint;
  const savesCompiled =
    view.kind === 'estimate' ? paysCompiled(hint, least) : (compiled?.shareOfMember ?? least) >= least;
  if (!isInterpreted && (hint.isInterpretedOnly || !savesCompiled)) return false;
  if (!isInterpreted && hint.isRare && view.kind === 'estimate') return false;
  if (view.kind === 'comparison')
    return saving !== undefined && saving.mean > 0 && saving.mean >= least * totalsOf(view.changes).energyB;
  if (view.kind === 'recordings')
    return saving !== undefined && saving.mean >= least * view.evidence.total && saving.mean > 0;
  const { energy } = view;
  const isMeasured = compiled !== undefined && savesCompiled;
  if (view.kind === 'estimate')
    return isMeasured || (saving === undefined ? unmodeled > 0 : shareOfMember >= least);
  if (saving !== undefined) return saving.mean >= least * energy.total.mean;
  return energy.lines.some(
    (each) =>
      each.line >= line &&
      each.line <= endLine &&
      (each.executions ?? 0) > 0 &&
      (unmodeled > 0 || isMeasured),
  );
}

/** @param href a page about the rule, for editors that can show it. */
export function describeHint(hint: CostedHint, view: ColoredView, href: string | undefined): Diagnostic {
  const { rule, message, preconditions, source, saving, isInterpretedOnly } = hint;
  return {
    range: rangeOf(hint.start, hint.end, view),
    // Operations that are not modeled may save much or little, and compilers do some changes by themselves.
    severity:
      (saving === undefined && hint.compiled === undefined) || isInterpretedOnly
        ? DiagnosticSeverity.Hint
        : DiagnosticSeverity.Information,
    source: 'Jouleline',
    code: rule,
    ...withDefined({ codeDescription: href === undefined ? undefined : { href } }),
    message: join(
      [
        message,
        savingText(hint, view),
        preconditions.length === 0 ? '' : l10n.t('Provided that {0}', preconditions.join('; ')),
        `(${source})`,
      ],
      '\n',
    ),
  };
}

/** "once compiled about 45 %", by a measured pair of programs. */
function onceCompiled({ compiled, isInterpretedOnly }: CostedHint): string {
  return compiled === undefined || compiled.shareOfMember <= 0 || isInterpretedOnly
    ? ''
    : l10n.t('once compiled about {0}', formatShare(compiled.shareOfMember));
}

function savingText(hint: CostedHint, view: ColoredView): string {
  const { saving, member, shareOfMember, unmodeled, unmodeledLeft } = hint;
  const compiled = onceCompiled(hint);
  if (saving === undefined && compiled !== '') return l10n.t('Saves {0} of {1}', compiled, member);
  if (saving === undefined)
    return l10n.t('The model has no data for this saving (executions: {0}). It is not zero.', formatCount(unmodeled)); // prettier-ignore
  if (view.kind === 'comparison') {
    const [, after] = view.comparison.names;
    return l10n.t('Saves about {0} in the run of {1}', amountText(saving.mean, view), after);
  }
  if (view.kind === 'recordings') {
    const { measure, lines } = view.evidence;
    const isKnown = lines.every(({ own, isShown }) => !isShown || own.variance !== undefined);
    const amount = isKnown ? saving : { mean: saving.mean };
    const range = measure.unit === 'joules' ? interval(amount, view.settings) : '';
    const texts = [figure(amount, measure.unit, view.settings), range, shareOfRun(saving.mean, measure)];
    const saved = join(texts, ', ');
    return l10n.t('Saves about {0} · {1}', saved, howKnown(measure));
  }
  const energy = withInterval(saving, view);
  const figures = [energy, formatShare(shareOfMember), member] as const;
  // A share of the modeled operations is not one of all: calls of libraries may use more than all the rest.
  const isPartial = unmodeledLeft > 0;
  const perRun = isPartial
    ? l10n.t('Saves {0} in the profiled run, {1} of the modeled part of {2}', ...figures)
    : l10n.t('Saves {0} in the profiled run, {1} of {2}', ...figures);
  const perCall = isPartial
    ? l10n.t('Saves {0} per call, {1} of the modeled part of {2}', ...figures)
    : l10n.t('Saves {0} per call, {1} of {2}', ...figures);
  const parts = [
    view.kind === 'profile' ? perRun : perCall,
    unmodeled > 0
      ? l10n.t('in addition operations that are not modeled (executions: {0})', formatCount(unmodeled))
      : '',
    onceCompiled(hint),
  ];
  const known = join(
    [provenanceOf(view.energy, view.measured), machineBeside(view.measured, view.model)],
    ', ',
  );
  return `${join(parts, '; ')} · ${known}`;
}
