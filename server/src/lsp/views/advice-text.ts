/**
 * A hint as a diagnostic: the change that it proposes, the energy that this saves, and the conditions that must hold.
 *
 * Sits in `lsp/`. Pure. The saving is a part of the figures that color the lines at that moment: estimates, counts of
 * a run, or recordings of other tools.
 */
import * as l10n from '@vscode/l10n';
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver/node';
import type { FrequencyMode } from '../../cost/pricing/file-energy';
import { formatCount, formatShare } from '../../words/energy-text';
import type { LineFigure, PricedHint } from '../../lines/price-hints';
import { amountText, totalsOf } from './changes-view';
import { figure, howKnown, interval, shareOfRun, shownLines } from './evidence-view';
import type { AnyView } from './features';
import { provenanceOf } from './provenance';
import { withInterval } from './view';

/** The energies that the lines show now. Savings are parts of them. */
export function figuresOf(view: AnyView): readonly LineFigure[] {
  if ('changes' in view)
    return view.changes.lines.map(({ line, energyB }) => ({ line, own: { mean: energyB, variance: 0 } }));
  if (!('evidence' in view)) return view.energy.lines;
  return shownLines(view.evidence).lines.map(({ line, own }) => ({
    line,
    own: { mean: own.mean, variance: own.variance ?? 0 },
  }));
}

/** The frequencies that weigh the operations within a line. A run counts lines, but not the parts of a line. */
export function weighingMode(view: AnyView): FrequencyMode {
  if ('changes' in view || 'evidence' in view || view.energy.mode === 'counted') return 'estimated';
  return view.energy.mode;
}

/**
 * True if a hint saves at least this share: of its method while estimates are shown, of all that is shown of the file
 * after a run. A hint about operations that are not modeled counts if these may have run.
 */
export function isWorthIt(hint: PricedHint, view: AnyView, least: number): boolean {
  const { saving, shareOfMember, unpriced, line, endLine } = hint;
  if ('changes' in view)
    return saving !== undefined && saving.mean > 0 && saving.mean >= least * totalsOf(view.changes).energyB;
  if ('evidence' in view)
    return saving !== undefined && saving.mean >= least * view.evidence.total && saving.mean > 0;
  const { energy } = view;
  if (energy.mode !== 'counted') return saving === undefined ? unpriced > 0 : shareOfMember >= least;
  if (saving !== undefined) return saving.mean >= least * energy.total.mean;
  return energy.lines.some(
    (each) => each.line >= line && each.line <= endLine && (each.executions ?? 0) > 0 && unpriced > 0,
  );
}

/** @param href a page about the rule, for editors that can show it. */
export function describeHint(hint: PricedHint, view: AnyView, href: string | undefined): Diagnostic {
  const { rule, message, preconditions, source, saving } = hint;
  return {
    range: rangeOf(hint.start, hint.end, view),
    // Operations that are not modeled may save much or little.
    severity: saving === undefined ? DiagnosticSeverity.Hint : DiagnosticSeverity.Information,
    source: 'Jouleline',
    code: rule,
    ...(href === undefined ? {} : { codeDescription: { href } }),
    message: [
      message,
      savingText(hint, view),
      ...(preconditions.length === 0 ? [] : [l10n.t('Provided that {0}', preconditions.join('; '))]),
      `(${source})`,
    ].join('\n'),
  };
}

function savingText(hint: PricedHint, view: AnyView): string {
  const { saving, member, shareOfMember, unpriced, unpricedLeft, rule } = hint;
  if (saving === undefined)
    return l10n.t('The model has no data for this saving (executions: {0}). It is not zero.', formatCount(unpriced)); // prettier-ignore
  if ('changes' in view) {
    const [, after] = view.comparison.names;
    return l10n.t('Saves about {0} in the run of {1}', amountText(saving.mean, view), after);
  }
  if ('evidence' in view) {
    const { measure, lines } = view.evidence;
    const isKnown = lines.every(({ own, isShown }) => !isShown || own.variance !== undefined);
    const amount = isKnown ? saving : { mean: saving.mean };
    const range = measure.unit === 'joules' ? interval(amount, view.settings) : '';
    const text = [figure(amount, measure.unit, view.settings), range, shareOfRun(saving.mean, measure)];
    const saved = text.filter((part) => part !== '').join(', ');
    return l10n.t('Saves about {0} · {1}', saved, howKnown(measure));
  }
  const energy = withInterval(saving, view);
  const figures = [energy, formatShare(shareOfMember), member] as const;
  // A share of the modeled operations is not one of all: calls of libraries may use more than all the rest.
  const isPartial = unpricedLeft > 0;
  const perRun = isPartial
    ? l10n.t('Saves {0} in the profiled run, {1} of the modeled part of {2}', ...figures)
    : l10n.t('Saves {0} in the profiled run, {1} of {2}', ...figures);
  const perCall = isPartial
    ? l10n.t('Saves {0} per call, {1} of the modeled part of {2}', ...figures)
    : l10n.t('Saves {0} per call, {1} of {2}', ...figures);
  const saved = view.energy.mode === 'counted' ? perRun : perCall;
  const parts = [
    saved,
    ...(unpriced > 0
      ? [l10n.t('in addition operations that are not modeled (executions: {0})', formatCount(unpriced))]
      : []),
    ...(rule.startsWith('bulk-') ? [l10n.t('the energy of the bulk call itself isn’t subtracted')] : []),
  ];
  return `${parts.join('; ')} · ${provenanceOf(view)}`;
}

export function rangeOf(start: number, end: number, { lines }: Pick<AnyView, 'lines'>): Range {
  const positionAt = (offset: number): Range['start'] => {
    const line = lines.lineAt(offset);
    return { line, character: offset - lines.startOf(line) };
  };
  return { start: positionAt(start), end: positionAt(end) };
}
