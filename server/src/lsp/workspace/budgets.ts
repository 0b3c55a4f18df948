/**
 * Diagnostics for all files of the workspace that take more than their budget.
 *
 * Sits in `lsp/`. Budgets are those of `jouleline check` (docs/guide/budgets.md), compared with the figures that overlays
 * show. A budget file with an error gets a diagnostic at the place of the error.
 */
import { readBudgets, type Budget } from '../../recordings/document/budget-file';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { EnergySession } from '../../lines/energy-session';
import { formatEnergy } from '../../words/energy-text';
import { isOfRows, type JudgedFile, judgeRows, type OverBudget } from '../../compare/deltas/judge-rows';
import { indexLines, type LineIndexOf } from '../../base/line-index';
import type { Settings } from '../../protocol/settings';
import { toUri } from '../documents/uris';
import { unitOf } from '../views/view';
import type { WorkspaceFiles } from './workspace-files';
import type { WorkspaceRows } from './workspace-rows';

export interface BudgetsOptions {
  /** The path of the budget file; empty if there is none, and nothing is compared. */
  readonly path: () => string;
  readonly settings: () => Settings;
  /** True if the figures are those of a run, false if they are those of one call of each method. */
  readonly isRun: () => boolean;
  readonly provenance: (measure: ShownMeasure | undefined) => string;
  readonly isIndexing: () => boolean;
  readonly session: Pick<EnergySession, 'known'>;
  readonly rows: WorkspaceRows;
  readonly files: Pick<WorkspaceFiles, 'textOf'>;
  readonly publish: (uri: string, version: undefined, diagnostics: readonly Diagnostic[]) => void;
  /** Called if the budget file cannot be read. */
  readonly warn: (problem: string) => void;
  readonly failed: (error: unknown) => void;
}

export interface Budgets {
  /** Called when figures, settings or the budget file changed. */
  readonly changed: () => void;
  dispose(): void;
}

/** The delay after the first of a series of changes; a second later than what is typed. */
const DELAY_MS = 1000;

export function createBudgets(options: BudgetsOptions): Budgets {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isOutdated = false;
  let warned = '';
  /** URIs of the files that have diagnostics. */
  let published: ReadonlySet<string> = new Set();

  function begin(): void {
    timer = undefined;
    if (working !== undefined) {
      isOutdated = true;
      return;
    }
    working = check()
      .catch(options.failed)
      .finally(() => {
        working = undefined;
        if (!isOutdated) return;
        isOutdated = false;
        changed();
      });
  }

  function changed(): void {
    // Without a budget the only work is to take back earlier diagnostics.
    if (options.path() === '' && published.size === 0) return;
    if (options.isIndexing()) return; // the index reports when it is done
    timer ??= setTimeout(begin, DELAY_MS);
  }

  async function check(): Promise<void> {
    const path = options.path();
    tell(path === '' ? new Map() : await findingsOf(path));
  }

  /** Replaces all earlier diagnostics. */
  function tell(found: ReadonlyMap<string, readonly Diagnostic[]>): void {
    for (const path of published) if (!found.has(path)) options.publish(toUri(path), undefined, []);
    for (const [path, diagnostics] of found) options.publish(toUri(path), undefined, diagnostics);
    published = new Set(found.keys());
  }

  async function findingsOf(path: string): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    const text = await readText(path);
    if (text === undefined) return new Map();
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
      const at = { start: 0, end: 0 };
      return new Map([[path, [diagnosticAt(lines, at, message, DiagnosticSeverity.Information)]]]);
    }
    const found = new Map<string, readonly Diagnostic[]>();
    const isFound = new Set<Budget>();
    const provenance = options.provenance(scan.measure);
    for (const [index, file] of scan.lines.entries()) {
      const known = options.session.known(file.path);
      const methods = scan.methods[index]?.rows;
      if (known === undefined || methods === undefined) continue;
      const judged = judgeRows(budgets, known, { lines: file.rows, methods });
      for (const each of judged.found) {
        const budget = budgets[each];
        if (budget !== undefined) isFound.add(budget);
      }
      if (judged.over.length > 0)
        found.set(file.path, await describeAll(file.path, judged, basename(path), provenance));
    }
    const unfound =
      scan.missing > 0 ? [] : budgets.filter((budget) => !isFound.has(budget) && !budget.isOptional);
    if (unfound.length > 0)
      found.set(
        path,
        unfound.map(({ at, name }) => {
          const message = l10n.t('This budget refers to {0}, which doesn’t exist in this workspace.', name);
          return diagnosticAt(lines, at, message, DiagnosticSeverity.Warning);
        }),
      );
    return found;
  }

  async function readText(path: string): Promise<string | undefined> {
    try {
      const text = await readFile(path, 'utf8');
      warned = '';
      return text;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const problem = l10n.t('Jouleline can’t read the energy budgets that jouleline.budget names: {0}', why);
      if (problem !== warned) options.warn(problem);
      warned = problem;
      return undefined;
    }
  }

  async function describeAll(
    path: string,
    { over }: JudgedFile,
    file: string,
    provenance: string,
  ): Promise<readonly Diagnostic[]> {
    const text = (await options.files.textOf(path)) ?? '';
    const lines = indexLines(text);
    return over
      .filter(({ line }) => line < lines.lineCount)
      .map((each) => {
        const start = lines.startOf(each.line);
        const end = each.line + 1 < lines.lineCount ? lines.startOf(each.line + 1) : text.length;
        const code = text.slice(start, end);
        const first = start + code.length - code.trimStart().length;
        const range = { start: first, end: Math.max(first, start + code.trimEnd().length) };
        const isOver = each.verdict === 'over';
        const message = [describe(each, options.settings()), `${provenance} · ${file}`].join('\n');
        const severity = isOver ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
        return diagnosticAt(lines, range, message, severity);
      });
  }

  function describe({ budget, verdict, energy, reach }: OverBudget, settings: Settings): string {
    const joules = (value: number): string => formatEnergy(Math.max(0, value), unitOf(settings));
    const interval = l10n.t('5–95 %: {0} to {1}', joules(energy - reach), joules(energy + reach));
    const known = reach > 0 ? `${joules(energy)} (${interval})` : joules(energy);
    const figures = [SUBJECTS[budget.subject](budget.name), known, joules(budget.energy)] as const;
    if (options.isRun())
      return verdict === 'over'
        ? l10n.t('Over the energy budget of {0}: {1} in the run, {2} allowed', ...figures)
        : l10n.t('Possibly over the energy budget of {0}: {1} in the run, {2} allowed', ...figures);
    return verdict === 'over'
      ? l10n.t('Over the energy budget of {0}: {1} in one call, {2} allowed', ...figures)
      : l10n.t('Possibly over the energy budget of {0}: {1} in one call, {2} allowed', ...figures);
  }

  return {
    changed,
    dispose() {
      clearTimeout(timer);
    },
  };
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
  const positionAt = (offset: number): Diagnostic['range']['start'] => {
    const line = lines.lineAt(offset);
    return { line, character: offset - lines.startOf(line) };
  };
  const range = { start: positionAt(start), end: positionAt(end) };
  return { range, severity, source: 'Jouleline', code: 'budget', message };
}
