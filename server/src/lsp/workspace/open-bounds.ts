/**
 * Diagnostics for the energy bounds in open texts (docs/guide/budgets.md), by the worst case of one execution.
 *
 * Sits in `lsp/`, under `budgets.ts`. The worst case has a session of its own, so that it is the same whatever colors the
 * lines; it is made when the first open text has a bound.
 */
import * as l10n from '@vscode/l10n';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { FileOperations } from '../../analysis/file-operations';
import { indexLines, type LineIndexOf } from '../../base/line-index';
import { intervalOf } from '../../cost/model/cost-model';
import { summarizeModel } from '../../cost/model/model-registry';
import type { EnergyGap } from '../../lines/bounds/find-gap';
import { createBoundJudge, type JudgedBound } from '../../lines/bounds/judge-bounds';
import { mayHaveBounds, type WrongBound } from '../../lines/bounds/read-bounds';
import type { AnalyzedVersion } from '../../lines/counted-file';
import type { Settings } from '../../protocol/settings';
import { createEnergySession, type EnergySession, type PricingOptions } from '../../lines/energy-session';
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import { machineNote, provenanceOf } from '../views/modeled-view';
import { rangeOf, unitOf } from '../views/view';

export interface OpenBoundsOptions {
  readonly settings: () => Settings;
  /** False where no diagnostics are shown. */
  readonly areBoundsShown: () => boolean;
  readonly pricing: () => PricingOptions;
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** The text of an open document that was analyzed last. */
  readonly textNow: (path: string) => AnalyzedVersion | undefined;
  readonly session: Pick<EnergySession, 'known' | 'files'>;
}

interface WorstCase {
  readonly session: EnergySession;
  readonly pricing: PricingOptions;
  /** The files that the session has, by path. */
  readonly files: Map<string, FileOperations>;
}

export class OpenBounds {
  private readonly options: OpenBoundsOptions;
  private worst: WorstCase | undefined;
  private last: ReadonlyMap<string, readonly Diagnostic[]> = new Map();

  constructor(options: OpenBoundsOptions) {
    this.options = options;
  }

  /** The open texts that may have bounds. */
  paths(): readonly string[] {
    const { areBoundsShown, openTexts } = this.options;
    if (!areBoundsShown()) return [];
    return [...openTexts()].flatMap(([path, text]) => (mayHaveBounds(text) ? [path] : []));
  }

  /** The diagnostics of each open text that has any. A text with errors keeps those of the text before. */
  judge(): ReadonlyMap<string, readonly Diagnostic[]> {
    const paths = this.paths();
    if (paths.length === 0) this.worst = undefined;
    const found = new Map<string, readonly Diagnostic[]>();
    if (paths.length > 0) {
      const { session, pricing } = this.takeFiles();
      const judge = createBoundJudge(session, pricing);
      for (const path of paths) {
        const now = this.options.textNow(path);
        const kept = this.last.get(path);
        if (now?.file.isHeld === true && kept !== undefined) found.set(path, kept);
        if (now === undefined || now.file.isHeld === true) continue;
        const lines = indexLines(now.text);
        const { judged, wrong } = judge(path, now.text, now.file.members);
        const diagnostics = [
          ...judged.flatMap((each) =>
            each.verdict === 'within' ? [] : [this.describe(each, pricing, lines)],
          ),
          ...wrong.map((each) => describeWrong(each, lines)),
        ];
        if (diagnostics.length > 0) found.set(path, diagnostics);
      }
    }
    this.last = found;
    return found;
  }

  /** Brings the session of the worst case up to date with the files of the workspace. */
  private takeFiles(): WorstCase {
    const { pricing: pricingNow, session: shown, textNow } = this.options;
    const { model, assumptions } = pricingNow();
    const before = this.worst;
    const isSame = before?.pricing.model === model && before.pricing.assumptions === assumptions;
    const pricing = { model, assumptions, mode: 'worst-case' as const };
    const worst: WorstCase = isSame
      ? before
      : { session: createEnergySession(pricing), pricing, files: new Map() };
    this.worst = worst;
    const gone = new Set(worst.files.keys());
    for (const { file: known, lines } of shown.files()) {
      const { path } = known;
      const file = textNow(path)?.file ?? known;
      gone.delete(path);
      // Counts of a run that is shown say nothing of the worst case.
      if (worst.files.get(path) === file || file.members.some(({ calls }) => calls !== undefined)) continue;
      worst.files.set(path, file);
      worst.session.addCallees(path, file, lines);
    }
    for (const path of gone) {
      worst.files.delete(path);
      worst.session.removeFile(path);
    }
    return worst;
  }

  private describe(judged: JudgedBound, pricing: PricingOptions, lines: LineIndexOf): Diagnostic {
    const { bound, verdict, method, isOfMethod, energy, most, gap, isAssumed } = judged;
    const joules = (value: number): string => formatEnergy(value, unitOf(this.options.settings()));
    const { low, high } = intervalOf(energy);
    const interval = l10n.t('5–95 %: {0} to {1}', joules(low), joules(high));
    const figures = [bound.text, joules(most), formatShare(most / bound.energy), interval] as const;
    const main =
      verdict === 'unknown'
        ? l10n.t('The energy bound of {0} can’t be checked: {1}', bound.text, describeGap(gap))
        : isOfMethod
          ? l10n.t(
              'Over the energy bound of {0}: one call of {4} takes {1}, {2} of it ({3})',
              ...figures,
              method,
            )
          : l10n.t('Over the energy bound of {0}: one execution takes {1}, {2} of it ({3})', ...figures);
    const rounds = formatCount(pricing.assumptions.worstCaseTrips);
    const notes = [
      ...(verdict === 'over' && gap !== undefined ? [l10n.t('It may take more: {0}', describeGap(gap))] : []),
      ...(isAssumed ? [l10n.t('Loops whose rounds the text does not tell make {0}.', rounds)] : []),
    ];
    const machine = machineNote(summarizeModel(pricing.model));
    const provenance = [provenanceOf({ mode: 'worst-case' }, undefined), machine].filter(
      (each) => each !== '',
    );
    const message = [main, ...notes, provenance.join(', ')].join('\n');
    const severity = verdict === 'over' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
    return diagnosticAt(bound.place, lines, message, severity);
  }
}

function describeWrong({ place, kind, spelling }: WrongBound, lines: LineIndexOf): Diagnostic {
  const message =
    kind === 'spelling'
      ? l10n.t('No energy bound is written so: write {0}', spelling)
      : l10n.t(
          'An energy bound stands above or beside a statement, or on a method, constructor, class or variable.',
        );
  return diagnosticAt(place, lines, message, DiagnosticSeverity.Error);
}

function describeGap(gap: EnergyGap | undefined): string {
  switch (gap?.kind) {
    case 'unmodeled':
      return l10n.t('{0} has no cost in the model', gap.name);
    case 'missing':
      return l10n.t('{0} has no code here', gap.name);
    case 'overridden':
      return l10n.t('{0} is overridden, and any of the methods may run', gap.name);
    case 'recursive':
      return l10n.t('a method calls itself, and the text does not tell how often');
    case 'absent':
    case undefined:
      return l10n.t('no code was found here');
  }
}

function diagnosticAt(
  { start, end }: WrongBound['place'],
  lines: LineIndexOf,
  message: string,
  severity: DiagnosticSeverity,
): Diagnostic {
  return { range: rangeOf(start, end, { lines }), severity, source: 'Jouleline', code: 'budget', message };
}
