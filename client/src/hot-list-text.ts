/**
 * Rows of a list as text to be pasted, a tab between cells: spreadsheets and issues take it.
 *
 * Free of `vscode`.
 */
import type { HotRow } from '../../server/src/protocol/hot-lists';

export function rowsAsText(
  headings: readonly string[],
  rows: readonly HotRow[],
  groups: readonly string[],
): string {
  const isStacked = rows.some((row) => row.groups !== undefined);
  const lines = rows.map((row) => [
    row.name,
    row.text,
    row.place,
    `${row.isLowerBound ? '≥ ' : ''}${row.energyText}`,
    row.intervalText,
    row.shareText,
    row.executionsText,
    ...(row.groups ?? []).map((share) => `${(share * 100).toFixed(1)} %`),
  ]);
  const head = [...headings, ...(isStacked ? groups : [])];
  return [head, ...lines].map((cells) => `${cells.map(plain).join('\t')}\n`).join('');
}

/** Replaces tabs and line breaks in a cell by spaces, since they would end the cell. */
function plain(cell: string): string {
  return cell.replace(/[\t\r\n]+/g, ' ');
}
