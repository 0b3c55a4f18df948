/**
 * Markdown of foreign text: names come from sources and from other people's files.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import { isolateFromRight, UNSEEN } from '../../base/split-words';

/** Escapes text between backticks inside a table: nothing in it is a link, or turns the direction of what follows. */
export function escapeCode(text: string): string {
  return isolateFromRight(text.replaceAll(UNSEEN, ' ')).replaceAll('`', "'").replaceAll('|', '\\|');
}

/** Escapes running Markdown text. */
export function escapeText(text: string): string {
  return isolateFromRight(text.replaceAll(UNSEEN, ' ')).replaceAll(
    /[\\`*_{}[\]<>()#+!|-]/g,
    (character) => `\\${character}`,
  );
}

/** The text between backticks. */
export function code(text: string): string {
  return `\`${escapeCode(text)}\``;
}

/** Texts between backticks, as a list. */
export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

/** Keeps a figure and its unit on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** Joins parts in a line or in paragraphs; empty parts are left out. */
export function join(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== '').join(between);
}

/** The heading below which a hover has what experts ask for. A function, because translations are loaded after this file. */
export const DETAILS = (): string => `---\n\n**${l10n.t('Details')}** (Jouleline)`;

type Cells = readonly string[];

/** The rows of the first `most` items, and one that says how many more there are. */
export function rowsOf<T>(items: readonly T[], most: number, cellsOf: (item: T) => Cells): readonly Cells[] {
  const rows = items.slice(0, most).map(cellsOf);
  return items.length > most ? [...rows, [l10n.t('{0} more', items.length - most)]] : rows;
}

/** The first `most` items as a list that says how many more there are. */
export function listOf<T>(items: readonly T[], most: number, textOf: (item: T) => string): string {
  return rowsOf(items, most, (item) => [textOf(item)]).join(', ');
}

/** A table. `aligned` has a letter for each column, `l` or `r`. A row may be shorter than the others. */
export function table(aligned: string, titles: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells): string =>
    `| ${cells.join(' | ')} |${' |'.repeat(Math.max(0, titles.length - cells.length))}`;
  const rule = Array.from(aligned, (letter) => (letter === 'l' ? '---|' : '--:|')).join('');
  return [line(titles), `|${rule}`, ...rows.map(line)].join('\n');
}
