/** The order in which rows stand, and the choice of the rows that are asked for. Pure. */
import { searchWords } from '../../../server/src/base/search';

/** Ranks and amounts are numbers. */
export type ColumnOrder = 'text' | 'number' | 'rank';

export interface SortedRow<T> {
  readonly row: T;
  /** The value as it stands in the page; empty if there is none, and then the row is last in any order. */
  readonly value: string;
}

/** Equal ones stay in the order given. */
export function sortRows<T>(
  rows: readonly SortedRow<T>[],
  order: ColumnOrder,
  isAscending: boolean,
): readonly T[] {
  const sign = isAscending ? 1 : -1;
  const compare = (one: string, other: string): number => {
    if (order !== 'text') return Number(one) - Number(other);
    return one < other ? -1 : one > other ? 1 : 0;
  };
  return [...rows]
    .sort(({ value: one }, { value: other }) =>
      one === '' || other === '' ? Number(one === '') - Number(other === '') : sign * compare(one, other),
    )
    .map(({ row }) => row);
}

/**
 * True for a row that the user asks for. `who` is the program that does it with the least energy; an empty
 * `who` asks for all. The row's text, in lower case, must have all words of the search.
 */
export function isAsked(
  row: { readonly who: string; readonly text: string },
  asked: { readonly who: string; readonly search: string },
): boolean {
  const words = searchWords(asked.search);
  return (asked.who === '' || asked.who === row.who) && words.every((word) => row.text.includes(word));
}
