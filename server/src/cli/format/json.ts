/**
 * The report as JSON, described in docs/reference/formats.md.
 *
 * Sits in `cli/`. Yields its text in pieces, since that of a large
 * project is longer than a string can be. One line of text for each line of
 * code: made for machines, yet fit for grep and diff.
 */
import { withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import { figuresOf } from '../../words/energy-text';
import { indexLines } from '../../base/line-index';
import { REPORT_FORMAT, REPORT_VERSION, type AnalyzedFile, type ReportResult } from '../../lines/report';
import type { Energy } from '../../cost/model/cost-model';
import type { FileEnergy, MethodEnergy, OperationEnergy } from '../../cost/pricing/file-energy';
import { accountFigures } from './account';
import { chanceFigures, type FormatOptions } from './options';
import { hottestFirst, type RankedLine, type ReportSummary } from './summary';

export function* formatJson(
  result: ReportResult,
  summary: ReportSummary,
  options: FormatOptions,
): Generator<string> {
  const head = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    generator: { name: 'jouleline', version: options.version },
    model: result.model,
    frequency: options.frequency,
    totals: totalsOf(result, summary),
    ...(result.measured === undefined ? {} : { measured: accountFigures(result.measured) }),
    ...withDefined({
      baselines: result.baselines,
      entryPoints: entryFigures(result),
      learned: result.files.find(({ energy }) => energy.learned !== undefined)?.energy.learned,
    }),
    ...(result.within === undefined ? {} : { within: chanceFigures(result.within) }),
    problems: result.problems,
    failed: result.failed,
  };
  yield `{\n${Object.entries(head)
    .map(([key, value]) => `${stringify(key)}: ${stringify(value)}`)
    .join(',\n')},\n"files": [`;
  const linesOf = groupByFile(summary, options.top);
  for (const [index, file] of result.files.entries()) {
    yield `${index === 0 ? '' : ','}\n`;
    yield* formatFile(file, linesOf.get(file) ?? []);
  }
  yield '\n]\n}\n';
}

/** The entry points; patterns that match nothing stand among the problems instead. */
function entryFigures({ entryPoints }: ReportResult): object | undefined {
  if (entryPoints === undefined) return undefined;
  const { basis, first, count, handlers, tests } = entryPoints;
  return { basis, first, count, handlers, tests };
}

function totalsOf(result: ReportResult, summary: ReportSummary): object {
  return {
    files: result.files.length,
    failedFiles: result.failed.length,
    lines: summary.lineCount,
    energy: figuresOf(summary.total),
    sharesOf: summary.whole.words,
    ...withDefined({
      run: summary.run && figuresOf(summary.run),
      apart: summary.apart && { ...summary.apart, energy: figuresOf(summary.apart.energy) },
    }),
    modeledCount: summary.modeledCount,
    unmodeledCount: summary.unmodeledCount,
    modeledShare: summary.modeledShare,
    untypedCount: summary.untypedCount,
    mostlyUnmodeledLines: summary.mostlyUnmodeledLines,
    unpriced: summary.unmodeled,
    untyped: summary.untyped,
  };
}

function groupByFile(
  summary: ReportSummary,
  top: number | undefined,
): ReadonlyMap<AnalyzedFile, readonly RankedLine[]> {
  const groups = groupBy(summary.lines.slice(0, top), ({ file }) => file);
  for (const group of groups.values()) group.sort((a, b) => a.line.line - b.line.line);
  return groups;
}

function* formatFile(file: AnalyzedFile, lines: readonly RankedLine[]): Generator<string> {
  const { energy } = file;
  const index = indexLines(file.text);
  const place = (offset: number): object => {
    const line = index.lineAt(offset);
    return { line: line + 1, column: offset - index.startOf(line) + 1 };
  };
  const head = {
    path: file.path,
    lineCount: energy.lineCount,
    provenance: energy.provenance,
    total: figuresOf(energy.total),
    ...withDefined({ run: energy.run && figuresOf(energy.run) }),
    modeledCount: energy.modeledCount,
    unmodeledCount: energy.unmodeledCount,
    untypedCount: energy.untypedCount,
    problems: file.problems.map(({ severity, message, start, end }) => ({
      severity,
      message,
      start: place(start),
      end: place(end),
    })),
  };
  yield `{${stringify(head).slice(1, -1)},\n"methods": [`;
  yield* separated(energy.methods, (method) => describeMethod(method, place));
  yield '],\n"lines": [';
  yield* separated(lines, (ranked) => describeLine(ranked, energy.provenance));
  yield ']}';
}

function* separated<Item>(items: readonly Item[], describe: (item: Item) => object): Generator<string> {
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '\n' : ',\n'}${stringify(describe(item))}`;
}

function describeMethod(method: MethodEnergy, place: (offset: number) => object): object {
  return {
    name: method.name,
    key: method.key,
    kind: method.kind,
    start: place(method.nameStart),
    end: place(method.end),
    ...withDefined({ calls: method.calls, expectedCalls: method.expectedCalls }),
    energy: figuresOf(method.energy),
    ...withDefined({ run: method.run && figuresOf(method.run) }),
    ...inclusiveOf(method),
    share: method.shareOfFile,
    shareOfClass: method.shareOfClass,
    priced: method.modeledCount,
    unpriced: method.unmodeledCount,
    frequencyBasis: method.basis,
  };
}

function describeLine(
  { line, rank, shareOfReport }: RankedLine,
  provenance: FileEnergy['provenance'],
): object {
  return {
    line: line.line + 1,
    ...(line.otherMethods.length === 0 ? {} : { otherMethods: line.otherMethods }),
    ...withDefined({ method: line.method, executions: line.executions, expectedCalls: line.expectedCalls }),
    energy: figuresOf(line.own),
    ...withDefined({ run: line.run && figuresOf(line.run) }),
    ...inclusiveOf(line),
    share: line.shareOfFile,
    shareOfMethod: line.shareOfMethod,
    shareOfReport,
    rank: line.rank,
    rankInMethod: line.rankInMethod,
    rankInReport: rank,
    priced: line.modeledCount,
    unpriced: line.unmodeledCount,
    mostlyUnmodeled: line.mostlyUnmodeled,
    provenance,
    frequencyBasis: line.basis,
    blocks: line.blocks,
    operations: hottestFirst(line).map(describeOperation),
  };
}

/** `null` if the operation is not modeled: never a zero that reads like one. */
function describeOperation(operation: OperationEnergy): object {
  const { name, group, count, unit, energy, priceBasis, samples, untyped } = operation;
  return {
    name,
    group,
    count,
    unit: unit === undefined ? null : figuresOf(unit),
    energy: energy === undefined ? null : figuresOf(energy),
    ...withDefined({ priceBasis, samples }),
    ...(untyped ? { untyped } : {}),
  };
}

function inclusiveOf(of: { readonly inclusive?: Energy | undefined; readonly recursive: boolean }): object {
  return of.inclusive === undefined ? {} : { inclusive: figuresOf(of.inclusive), recursive: of.recursive };
}

/** So many significant digits that sums hold to a billionth, and no noise of binary fractions. */
function stringify(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isInteger(inner) ? Number(inner.toPrecision(12)) : inner,
  );
}
