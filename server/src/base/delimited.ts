/**
 * Reads delimited text (RFC 4180) as spreadsheets save it: separated by commas, semicolons or tabs, with or
 * without quotes.
 *
 * Sits in `base/`.
 */

export interface DelimitedRow {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The character that separates the cells of a header. */
export function separatorIn(header: string): string {
  return header.includes('\t') ? '\t' : header.includes(';') ? ';' : ',';
}

/** Yields rows that are not empty. A quote that is never closed ends with the text. */
export function* readDelimited(text: string, separator: string): Generator<DelimitedRow> {
  let cells: string[] = [];
  let line = 1;
  let began = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { cell, end, newlines } = readCell(text, at, separator);
    cells.push(cell);
    line += newlines;
    at = end;
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
      cells.push('');
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (cells.some((each) => each !== '')) yield { line: began, cells };
    cells = [];
    line++;
    began = line;
  }
}

function readCell(
  text: string,
  start: number,
  separator: string,
): { readonly cell: string; readonly end: number; readonly newlines: number } {
  if (text[start] === '"') {
    let cell = '';
    for (let at = start + 1; ;) {
      const quote = text.indexOf('"', at);
      const piece = text.slice(at, quote < 0 ? text.length : quote);
      cell += piece;
      if (quote >= 0 && text[quote + 1] === '"') {
        cell += '"';
        at = quote + 2;
        continue;
      }
      let end = quote < 0 ? text.length : quote + 1;
      while (end < text.length && text[end] !== separator && text[end] !== '\n') end++;
      if (text[end - 1] === '\r' && end > quote + 1) end--;
      return { cell, end, newlines: cell.split('\n').length - 1 };
    }
  }
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { cell: text.slice(start, end).trim(), end, newlines: 0 };
}

export type CsvCell = string | number | boolean;

/**
 * A row of CSV. Texts that a spreadsheet would run as a formula, also after blanks, get an apostrophe in front, as OWASP's "CSV
 * Injection" advises.
 */
export function csvRow(cells: readonly CsvCell[]): string {
  return cells.map(formatCell).join(',') + '\r\n';
}

/** A text as a cell between tabs, which spreadsheets take when it is pasted: it ends no cell, and is no formula. */
export function tabCell(cell: string): string {
  return withoutFormula(cell.replace(/[\t\r\n]+/g, ' '));
}

function withoutFormula(cell: string): string {
  return /^(?:[\t\r\n]|\s*[=+\-@|%])/.test(cell) ? `'${cell}` : cell;
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return digits(cell);
  if (typeof cell === 'boolean') return String(cell);
  const safe = withoutFormula(cell);
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Nine significant ones. */
export function digits(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}
