/**
 * The pieces of a line's text with what they do in words: the rows of hovers.
 *
 * Sits in `lsp/`. Pure. An estimate knows the place of each operation; a profile knows lines, so that its operations
 * are laid on the places that the text has for them.
 */
import * as l10n from '@vscode/l10n';
import { at } from '../../base/check';
import type { Offset } from '../../base/units';
import type { FileOperations } from '../../analysis/file-operations';
import { fragmentAt, type FragmentKind, fragmentSpan } from '../../java/text/fragment';
import { blockOf, countSites, keyOf, offsetOf } from '../../operations/catalogue/site-table';
import { wordsOfOperation } from '../../operations/catalogue/operation-words';
import { groupBy } from '../../base/groups';
import { code, escapeText, table } from './markdown';
import type { ViewedText } from './view';

/** An operation of the text: its place, and the block that it runs with. */
export interface SourcePiece {
  readonly name: string;
  readonly fragment: string;
  readonly block: string;
}

/** The operations that the text has on a line. */
export type PiecesOn = (line: number) => readonly SourcePiece[];

const KINDS: Readonly<Record<string, FragmentKind>> = {
  FieldReference: 'name',
  StaticFieldReference: 'name',
  ArrayLength: 'name',
  MethodInvocation: 'call',
  ArrayReference: 'element',
  Declaration: 'declaration',
  Parameter: 'argument',
  ArrayStore: 'argument',
  NewArray: 'argument',
};

/** The fragment of an operation at an offset of the text; empty if it has none. */
export function fragmentOf(
  { text, lines }: Pick<ViewedText, 'text' | 'lines'>,
  offset: Offset,
  name: string,
): string {
  const fragment = fragmentAt(text, lineAround({ text, lines }, offset), offset, kindOf(name));
  return /^[;)]$/.test(fragment) ? '' : fragment;
}

function kindOf(name: string): FragmentKind {
  const [family = ''] = name.split('_');
  return KINDS[family] ?? (name.includes('.') ? 'call' : 'token');
}

function lineAround(
  { text, lines }: Pick<ViewedText, 'text' | 'lines'>,
  offset: Offset,
): { readonly start: Offset; readonly end: Offset } {
  const line = lines.lineAt(offset);
  return {
    start: lines.startOf(line),
    end: line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length,
  };
}

/** The smallest fragment of an operation that holds an offset, which editors mark while they show its hover. */
export function fragmentAround(
  { members }: Pick<FileOperations, 'members'>,
  viewed: Pick<ViewedText, 'text' | 'lines'>,
  offset: Offset,
): { readonly start: Offset; readonly end: Offset } | undefined {
  const { text, lines } = viewed;
  const line = lineAround(viewed, offset);
  const spans = members.flatMap(({ start, end, bodyStart, operations: { keys, sites } }) => {
    if (lines.lineAt(start) > lines.lineAt(offset) || end < line.start) return [];
    return Array.from({ length: countSites(sites) }, (_, site) => site).flatMap((site) => {
      const place = bodyStart + offsetOf(sites, site);
      if (place < line.start || place >= line.end) return [];
      const { name } = at(keys, keyOf(sites, site));
      const span = fragmentSpan(text, line, place, kindOf(name));
      return span !== undefined && span.start <= offset && offset < span.end ? [span] : [];
    });
  });
  return spans.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** Finds the pieces of lines in the operations that were read from the text. */
export function piecesOf(
  { members }: Pick<FileOperations, 'members'>,
  viewed: Pick<ViewedText, 'text' | 'lines'>,
): PiecesOn {
  return (line) =>
    members.flatMap(({ key: member, start, end, bodyStart, operations: { keys, sites } }) => {
      const { lines } = viewed;
      if (lines.lineAt(start) > line || lines.lineAt(end) < line) return [];
      return Array.from({ length: countSites(sites) }, (_, site) => site).flatMap((site): SourcePiece[] => {
        const offset = bodyStart + offsetOf(sites, site);
        if (lines.lineAt(offset) !== line) return [];
        const { name } = at(keys, keyOf(sites, site));
        return [
          { name, fragment: fragmentOf(viewed, offset, name), block: `${member} ${blockOf(sites, site)}` },
        ];
      });
    });
}

/** An operation with its figures. An amount that is not known is left out. */
export interface CountedPiece {
  readonly name: string;
  readonly count: number;
  readonly amount: number | undefined;
  /** True if the cost is a guess. */
  readonly isGuessed?: boolean;
}

export interface PieceRow {
  readonly fragment: string;
  /** What the operations of the fragment do, those with the largest amounts first. */
  readonly words: readonly string[];
  readonly count: number;
  readonly amount: number | undefined;
}

/**
 * Lays operations on the places that the text has for them. Several places of one operation share its executions
 * evenly if they run together; else they stand in one row.
 */
export function layOnPieces<T extends CountedPiece>(
  operations: readonly T[],
  pieces: readonly SourcePiece[],
): readonly (T & { readonly fragment: string })[] {
  const byName = groupBy(pieces, ({ name }) => name);
  return operations.flatMap((operation) => {
    const found = byName.get(nameOfWork(operation.name)) ?? piecesCalling(operation.name, pieces);
    const { length } = found;
    const fragments = [...new Set(found.map(({ fragment }) => fragment))].filter((each) => each !== '');
    const runTogether = new Set(found.map(({ block }) => block)).size === 1;
    if (fragments.length < 2 || !runTogether || operation.count % length !== 0)
      return [{ ...operation, fragment: listFragments(fragments) }];
    return found.map(({ fragment }) => ({
      ...operation,
      fragment,
      count: operation.count / length,
      amount: operation.amount === undefined ? undefined : operation.amount / length,
    }));
  });
}

/** The places that call the method of an operation by a supertype's name: none where several methods are called so. */
function piecesCalling(name: string, pieces: readonly SourcePiece[]): readonly SourcePiece[] {
  const work = nameOfWork(name);
  const simple = work === name ? '' : work.slice(work.lastIndexOf('.'));
  if (!/^\.\w/.test(simple)) return [];
  const calling = pieces.filter((piece) => piece.name.endsWith(simple));
  return new Set(calling.map((piece) => piece.name)).size === 1 ? calling : [];
}

/** The places that the text has for an operation, as one text; empty if it has none. */
export function fragmentsOfOperation(name: string, pieces: readonly SourcePiece[]): string {
  const wanted = nameOfWork(name);
  const found = pieces.flatMap((piece) => (piece.name === wanted ? [piece.fragment] : []));
  return listFragments([...new Set(found)].filter((fragment) => fragment !== ''));
}

/** The most places that a row names. */
const MOST_FRAGMENTS = 2;

function listFragments(fragments: readonly string[]): string {
  const named = fragments.slice(0, MOST_FRAGMENTS).join(', ');
  return fragments.length > MOST_FRAGMENTS ? `${named}, …` : named;
}

/** The name of an operation whose row is of a part of its work. */
function nameOfWork(name: string): string {
  return name.replace(/(?:, .*| per element)$/, '');
}

/** The rows of a table, the largest amounts first: one for all that a fragment does equally often. */
export function rowsOfPieces(
  operations: readonly (CountedPiece & { readonly fragment: string })[],
): readonly PieceRow[] {
  const groups = groupBy(operations, ({ fragment, name, count }) =>
    fragment === '' ? name : `${fragment}\n${count}`,
  );
  const rows = Array.from(groups.values(), (group): PieceRow => {
    const sorted = [...group].sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
    const amounts = sorted.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
    const perWords = groupBy(sorted, ({ name }) => name);
    return {
      fragment: at(sorted, 0).fragment,
      words: [...new Set(Array.from(perWords.values(), (same) => wordsOf(at(same, 0))))],
      // Equal operations of one fragment run in turn; different ones run together.
      count: Math.max(
        ...Array.from(perWords.values(), (same) => same.reduce((sum, { count }) => sum + count, 0)),
      ),
      amount: amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount, 0),
    };
  });
  return rows.sort((a, b) => (b.amount ?? -1) - (a.amount ?? -1));
}

function wordsOf({
  name,
  fragment,
  isGuessed = false,
}: CountedPiece & { readonly fragment: string }): string {
  if (name === '') return l10n.t('not modeled');
  const isNew = name === 'MethodInvocation_special' && /^new\b/.test(fragment);
  const words = isNew ? 'runs its constructor' : wordsOfOperation(name);
  return isGuessed ? l10n.t('{0} (cost guessed)', words) : words;
}

/** The most things that a row says of its fragment. */
const MOST_WORDS = 3;

export type PieceCells = readonly [fragment: string, words: string, ...figures: string[]];

/** A table with a column for the code, where any row has some, and for what it does. */
export function tableOfPieces(titles: readonly string[], rows: readonly PieceCells[]): string {
  const hasCode = rows.some(([fragment]) => fragment !== '');
  const all = [[l10n.t('code'), l10n.t('what it does'), ...titles], ...rows];
  const [head = [], ...body] = hasCode ? all : all.map((row) => row.slice(1));
  return table(`${hasCode ? 'll' : 'l'}${'r'.repeat(titles.length)}`, head, body);
}

/** The first two cells of a row: the code, and what it does. */
export function cellsOfPiece({
  fragment,
  words,
}: Pick<PieceRow, 'fragment' | 'words'>): readonly [string, string] {
  const said = words.slice(0, MOST_WORDS).join(', ');
  return [
    fragment === '' ? '' : code(fragment),
    escapeText(words.length > MOST_WORDS ? l10n.t('{0} and more', said) : said),
  ];
}
