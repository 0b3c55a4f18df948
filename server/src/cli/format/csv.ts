/**
 * The report as CSV (RFC 4180), one row for each line of code; its columns are
 * described in docs/reference/formats.md.
 *
 * Sits in `cli/`.
 */
import { listAccount } from '../../profile/account/account-text';
import { figuresOf } from '../../words/energy-text';
import type { ReportResult } from '../../lines/report';
import { csvRow, digits, type CsvCell } from '../../base/delimited';
import type { FormatOptions } from './options';
import { hottestFirst, type RankedLine, type ReportSummary } from './summary';

interface CsvColumn {
  readonly name: string;
  readonly read: (ranked: RankedLine) => CsvCell;
}

const columns: readonly CsvColumn[] = [
  { name: 'path', read: ({ file }) => file.path },
  { name: 'line', read: ({ line }) => line.line + 1 },
  { name: 'method', read: ({ line }) => line.method ?? '' },
  { name: 'energy_mean_joules', read: ({ line }) => figuresOf(line.own).mean },
  { name: 'energy_sd_joules', read: ({ line }) => figuresOf(line.own).sd },
  { name: 'energy_low_joules', read: ({ line }) => figuresOf(line.own).low },
  { name: 'energy_high_joules', read: ({ line }) => figuresOf(line.own).high },
  { name: 'share_of_file', read: ({ line }) => line.shareOfFile },
  { name: 'share_of_method', read: ({ line }) => line.shareOfMethod },
  { name: 'share_of_report', read: ({ shareOfReport }) => shareOfReport },
  { name: 'rank_in_file', read: ({ line }) => line.rank },
  { name: 'rank_in_method', read: ({ line }) => line.rankInMethod },
  { name: 'rank_in_report', read: ({ rank }) => rank },
  { name: 'modeled_operations', read: ({ line }) => line.modeledCount },
  { name: 'unmodeled_operations', read: ({ line }) => line.unmodeledCount },
  { name: 'mostly_unmodeled', read: ({ line }) => line.mostlyUnmodeled },
  { name: 'provenance', read: ({ file }) => file.energy.provenance },
  { name: 'frequency', read: ({ file }) => file.energy.mode },
  { name: 'frequency_basis', read: ({ line }) => line.basis },
  { name: 'expected_calls', read: ({ line }) => line.expectedCalls ?? '' },
  { name: 'run_mean_joules', read: ({ line }) => (line.run === undefined ? '' : figuresOf(line.run).mean) },
  { name: 'run_low_joules', read: ({ line }) => (line.run === undefined ? '' : figuresOf(line.run).low) },
  { name: 'run_high_joules', read: ({ line }) => (line.run === undefined ? '' : figuresOf(line.run).high) },
  { name: 'executions', read: ({ line }) => line.executions ?? '' },
  { name: 'other_methods', read: ({ line }) => line.otherMethods.join('; ') },
  { name: 'operations', read: ({ line }) => describeOperations(line) },
];

/** Rows by file and line; with `top`, the hottest lines only, the hottest first. Then where the measured total went. */
export function* formatCsv(
  { measured }: ReportResult,
  summary: ReportSummary,
  options: FormatOptions,
): Generator<string> {
  yield csvRow(columns.map(({ name }) => name));
  for (const ranked of rows(summary, options.top)) yield csvRow(columns.map(({ read }) => read(ranked)));
  const { apart, total } = summary;
  if (measured === undefined && apart !== undefined) {
    const whole = total.mean + apart.energy.mean;
    const parts = { lines: total.mean, library: apart.energy.mean, total: whole };
    for (const [name, energy] of Object.entries(parts))
      yield accountRow({
        ...{ path: ACCOUNT, method: name, energy_mean_joules: energy, provenance: 'modeled' },
        unmodeled_operations: name === 'library' ? apart.unmodeledCount : '',
      });
  }
  if (measured === undefined) return;
  const { source } = measured.measurement;
  const parts = [
    ...listAccount(measured),
    { name: 'total', energy: measured.account.total, provenance: 'measured' },
  ];
  for (const { name, energy, provenance } of parts)
    yield accountRow({
      path: ACCOUNT,
      method: name,
      energy_mean_joules: energy ?? '',
      provenance: source.isProxy ? `${provenance} (proxy)` : provenance,
    });
}

/** The text that stands in the place of a path; no file has such a name. */
const ACCOUNT = '(account)';

function accountRow(cells: Readonly<Record<string, CsvCell>>): string {
  return csvRow(columns.map(({ name }) => cells[name] ?? ''));
}

function rows(summary: ReportSummary, top: number | undefined): Iterable<RankedLine> {
  if (top !== undefined) return summary.lines.slice(0, top);
  return [...summary.lines].sort((a, b) =>
    a.file === b.file ? a.line.line - b.line.line : a.file.path < b.file.path ? -1 : 1,
  );
}

/** "2000 ArrayReference_double_int; 1000 Addition_double_double", the one with the highest energy first. */
function describeOperations(line: RankedLine['line']): string {
  return hottestFirst(line)
    .map(
      ({ name, count, energy }) => `${digits(count)} ${name}${energy === undefined ? ' (not modeled)' : ''}`,
    )
    .join('; ');
}
