/**
 * Tables of text: comma-separated values with one line of names.
 *
 * Sits in `models/`, pure. RFC 4180, with semicolons or tabs where the first
 * line has no comma. Problems name the row as editors count lines, and the column.
 */
import { counted } from '../../base/counted';
import type { FitProblem } from './regression-data';

export interface NamedTable {
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** Counted from 1, the line of names included. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadTable = { readonly table: NamedTable } | { readonly problems: readonly FitProblem[] };

/** `fileName` is for messages. */
export function readTable(text: string, fileName: string): ReadTable {
  const fail = (message: string): ReadTable => ({
    problems: [{ severity: 'error', message: `${fileName}: ${message}` }],
  });
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(whole);
  const { rows, unended } = splitRows(whole, separator);
  if (unended !== undefined) return fail(`row ${unended}: a quoted text has no end`);
  const [head, ...rest] = rows;
  if (head === undefined) return fail('is empty; a line of column names and one row a case are expected');
  const names = head.cells.map((name) => name.trim());
  const nameless = names.indexOf('');
  if (nameless >= 0) return fail(`row ${head.line}: column ${nameless + 1} has no name`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    return fail(`row ${head.line}: there are two columns ${twice}; rename or add them up`);
  const ragged = rest.find(({ cells }) => cells.length !== names.length);
  if (ragged !== undefined)
    return fail(
      `row ${ragged.line}: has ${counted(ragged.cells.length, 'value')}, and there ${names.length === 1 ? 'is 1 column' : `are ${names.length} columns`}`,
    );
  return { table: { names, rows: rest } };
}

function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return [',', ';', '\t'].find((character) => head.includes(character)) ?? ',';
}

/** `unended`: the row in which a quote begins that never ends. Empty lines are no rows. */
function splitRows(
  text: string,
  separator: string,
): { readonly rows: readonly TableRow[]; readonly unended?: number } {
  if (!text.includes('"')) {
    const lines = text.split(/\r\n|\n|\r/).map((line, index) => ({ line: index + 1, text: line }));
    const full = lines.filter((row) => row.text.trim() !== '');
    return { rows: full.map((row) => ({ line: row.line, cells: row.text.split(separator) })) };
  }
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let started = 1;
  let isQuoted = false;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== '') rows.push({ line: started, cells });
    cells = [];
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i);
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRow();
      started = line;
    } else if (character !== '\r') cell += character;
  }
  if (isQuoted) return { rows, unended: started };
  endRow();
  return { rows };
}

/** A number as CSV writers write them; NaN for what is none. */
export function parseNumber(cell: string): number {
  const text = cell.trim();
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return text === '' || /^0[xob]/i.test(text) ? Number.NaN : Number(text);
}
