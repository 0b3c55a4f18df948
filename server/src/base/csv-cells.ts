/**
 * Cells of CSV (RFC 4180). Sits in `base/`, for the command line's formats and the editor's lists.
 *
 * Texts that a spreadsheet would run as a formula get an apostrophe in front,
 * as OWASP's "CSV Injection" advises.
 */
export type CsvCell = string | number | boolean;

export function csvRow(cells: readonly CsvCell[]): string {
  return cells.map(formatCell).join(',') + '\r\n';
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return digits(cell);
  if (typeof cell === 'boolean') return String(cell);
  const safe = /^[=+\-@\t\r\n|%]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Nine significant ones. */
export function digits(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}
