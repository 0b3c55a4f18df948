/** In which order rows stand, and which are asked for. Sits in the page of more than two programs. Pure. */

/** Ranks and amounts are numbers. */
export type ColumnOrder = 'text' | 'number' | 'rank';

export interface SortedRow<T> {
  readonly row: T;
  /** As it stands in the page; empty where there is none, which is last in any order. */
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

/** `who`: who does it cheapest; empty asks for all. All words are to be in the text, which is of small letters. */
export function isAsked(
  row: { readonly who: string; readonly text: string },
  asked: { readonly who: string; readonly search: string },
): boolean {
  const words = asked.search.toLowerCase().split(/\s+/);
  return (asked.who === '' || asked.who === row.who) && words.every((word) => row.text.includes(word));
}
