/**
 * Diagnostics for all files of the workspace that take more than their budget, and for energy bounds in open texts.
 *
 * Sits in `lsp/`. Budgets are those of `jouleline check` (docs/guide/budgets.md), compared with the figures that overlays
 * show. A budget file with an error gets a diagnostic at the place of the error.
 */
import { messageOf } from '../../base/failure';
import { readBudgets, type Budget } from '../../recordings/document/budget-file';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import { formatEnergy } from '../../words/energy-text';
import { isOfRows, judgeRows, type OverBudget } from '../../compare/deltas/judge-rows';
import { at } from '../../base/check';
import { indexLines, type LineIndexOf } from '../../base/line-index';
import type { Settings } from '../../protocol/settings';
import { toUri } from '../documents/uris';
import { OpenBounds, type OpenBoundsOptions } from './open-bounds';
import { rangeOf, unitOf } from '../views/view';
import type { WorkspaceFiles } from './workspace-files';
import type { WorkspaceRows } from './workspace-rows';
import { readText } from '../../host/files/read-file';

export interface BudgetsOptions extends OpenBoundsOptions {
  /** The path of the budget file; empty if there is none, and nothing is compared. */
  readonly path: () => string;
  /** True if the figures are those of a run, false if they are those of one call of each method. */
  readonly isRun: () => boolean;
  readonly provenance: (measure: ShownMeasure | undefined) => string;
  readonly isIndexing: () => boolean;
  readonly rows: WorkspaceRows;
  readonly files: Pick<WorkspaceFiles, 'textOf'>;
  readonly publish: (uri: string, version: undefined, diagnostics: readonly Diagnostic[]) => void;
  /** Called if the budget file cannot be read. */
  readonly warn: (problem: string) => void;
  readonly failed: (error: unknown) => void;
}

/** The delay after the first of a series of changes; a second later than what is typed. */
const DELAY_MS = 1000;

const LARGEST_BUDGETS = 4 * 1024 * 1024;

export class Budgets {
  private readonly options: BudgetsOptions;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private isOutdated = false;
  private warned = '';
  /** The paths of the files that have diagnostics. */
  private published: ReadonlySet<string> = new Set();
  private readonly bounds: OpenBounds;

  constructor(options: BudgetsOptions) {
    this.options = options;
    this.bounds = new OpenBounds(options);
  }

  /** Called when figures, settings or the budget file changed. */
  changed(): void {
    // Without a budget or a bound the only work is to take back earlier diagnostics.
    if (this.options.path() === '' && this.published.size === 0 && this.bounds.paths().length === 0) return;
    if (this.options.isIndexing()) return; // the index reports when it is done
    this.timer ??= setTimeout(() => {
      this.begin();
    }, DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private begin(): void {
    this.timer = undefined;
    if (this.working !== undefined) {
      this.isOutdated = true;
      return;
    }
    this.working = this.check()
      .catch(this.options.failed)
      .finally(() => {
        this.working = undefined;
        if (!this.isOutdated) return;
        this.isOutdated = false;
        this.changed();
      });
  }

  /** Replaces all earlier diagnostics. */
  private async check(): Promise<void> {
    const { path: pathNow, publish } = this.options;
    const path = pathNow();
    const text = path === '' ? undefined : await this.readText(path);
    const found = new Map(text === undefined ? [] : await findingsOf(path, text, this.options));
    for (const [each, diagnostics] of this.bounds.judge())
      found.set(each, [...(found.get(each) ?? []), ...diagnostics]);
    for (const each of this.published) if (!found.has(each)) publish(toUri(each), undefined, []);
    for (const [each, diagnostics] of found) publish(toUri(each), undefined, diagnostics);
    this.published = new Set(found.keys());
  }

  private async readText(path: string): Promise<string | undefined> {
    try {
      const text = await readText(path, LARGEST_BUDGETS);
      this.warned = '';
      return text;
    } catch (error) {
      const why = messageOf(error);
      const problem = l10n.t('Jouleline can’t read the energy budgets that jouleline.budget names: {0}', why);
      if (problem !== this.warned) this.options.warn(problem);
      this.warned = problem;
      return undefined;
    }
  }
}

/** The diagnostics of each file that is over a budget, and of the budget file itself. */
async function findingsOf(
  path: string,
  text: string,
  options: BudgetsOptions,
): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const lines = indexLines(text);
  const read = readBudgets(text);
  if (!read.ok) {
    const message = l10n.t('This file can’t be read as energy budgets: {0}', read.message);
    return new Map([[path, [diagnosticAt(lines, read.at, message, DiagnosticSeverity.Error)]]]);
  }
  const isRun = options.isRun();
  const budgets = read.budgets.filter((budget) => isOfRows(budget, isRun));
  const scan = await options.rows.lines();
  if (scan.measure !== undefined && scan.measure.unit !== 'joules') {
    const message = l10n.t(
      'Budgets are not checked because the recordings that are shown contain no energies.',
    );
    const top = { start: 0, end: 0 };
    return new Map([[path, [diagnosticAt(lines, top, message, DiagnosticSeverity.Information)]]]);
  }
  const found = new Map<string, readonly Diagnostic[]>();
  const isFound = new Set<Budget>();
  const provenance = `${options.provenance(scan.measure)} · ${basename(path)}`;
  for (const [index, file] of scan.lines.entries()) {
    const known = options.session.known(file.path);
    if (known === undefined) continue; // it is gone since it was listed
    const judged = judgeRows(budgets, known, { lines: file.rows, methods: at(scan.methods, index).rows });
    for (const each of judged.found) isFound.add(at(budgets, each));
    if (judged.over.length > 0)
      found.set(
        file.path,
        await describeAll(
          file.path,
          judged.over,
          known.file.isHeld === true
            ? `${provenance} · ${l10n.t('as of the last text without errors')}`
            : provenance,
          options,
        ),
      );
  }
  const unfound =
    scan.missing > 0 ? [] : budgets.filter((budget) => !isFound.has(budget) && !budget.isOptional);
  if (unfound.length > 0)
    found.set(
      path,
      unfound.map(({ at: place, name }) => {
        const message = l10n.t('This budget refers to {0}, which doesn’t exist in this workspace.', name);
        return diagnosticAt(lines, place, message, DiagnosticSeverity.Warning);
      }),
    );
  return found;
}

async function describeAll(
  path: string,
  over: readonly OverBudget[],
  provenance: string,
  { files, settings, isRun }: BudgetsOptions,
): Promise<readonly Diagnostic[]> {
  const text = (await files.textOf(path)) ?? ''; // the file is gone since it was listed
  const lines = indexLines(text);
  return over
    .filter(({ line }) => line < lines.lineCount)
    .map((each) => {
      const start = lines.startOf(each.line);
      const end = each.line + 1 < lines.lineCount ? lines.startOf(each.line + 1) : text.length;
      const code = text.slice(start, end);
      const first = start + code.length - code.trimStart().length;
      const range = { start: first, end: Math.max(first, start + code.trimEnd().length) };
      const message = `${describe(each, settings(), isRun())}\n${provenance}`;
      const isOver = each.verdict === 'over';
      const severity = isOver ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
      return diagnosticAt(lines, range, message, severity);
    });
}

function describe(
  { budget, verdict, energy, reach }: OverBudget,
  settings: Settings,
  isRun: boolean,
): string {
  const joules = (value: number): string => formatEnergy(Math.max(0, value), unitOf(settings));
  const interval = l10n.t('5–95 %: {0} to {1}', joules(energy - reach), joules(energy + reach));
  const known = reach > 0 ? `${joules(energy)} (${interval})` : joules(energy);
  const figures = [SUBJECTS[budget.subject](budget.name), known, joules(budget.energy)] as const;
  if (isRun)
    return verdict === 'over'
      ? l10n.t('Over the energy budget of {0}: {1} in the run, {2} allowed', ...figures)
      : l10n.t('Possibly over the energy budget of {0}: {1} in the run, {2} allowed', ...figures);
  return verdict === 'over'
    ? l10n.t('Over the energy budget of {0}: {1} in one call, {2} allowed', ...figures)
    : l10n.t('Possibly over the energy budget of {0}: {1} in one call, {2} allowed', ...figures);
}

const SUBJECTS: Readonly<Record<Budget['subject'], (name: string) => string>> = {
  line: (name) => l10n.t('each line of {0}', name),
  method: (name) => l10n.t('method {0}', name),
  class: (name) => l10n.t('class {0}', name),
  task: (name) => l10n.t('task {0}', name),
  program: (name) => l10n.t('program {0}', name),
};

function diagnosticAt(
  lines: LineIndexOf,
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
  severity: DiagnosticSeverity,
): Diagnostic {
  const range = rangeOf(start, end, { lines });
  return { range, severity, source: 'Jouleline', code: 'budget', message };
}
