/** In which order the rows of more than two programs stand, and which are asked for. */
import { expect, test } from 'vitest';
import { isAsked, sortRows, type ColumnOrder } from '../../client/webviews/programs/order';

const sorted = (values: readonly string[], order: ColumnOrder, isAscending: boolean): readonly string[] =>
  sortRows(
    values.map((value) => ({ row: value, value })),
    order,
    isAscending,
  );

test('amounts are numbers, and what has none is last either way round', () => {
  expect(sorted(['10', '', '9', '1e-3'], 'number', true)).toEqual(['1e-3', '9', '10', '']);
  expect(sorted(['10', '', '9', '1e-3'], 'number', false)).toEqual(['10', '9', '1e-3', '']);
  expect(sorted(['10', '9'], 'text', true)).toEqual(['10', '9']);
});

test('equal ones stay as they were given', () => {
  const rows = ['first', 'second', 'third'].map((row) => ({ row, value: row === 'third' ? '2' : '1' }));
  expect(sortRows(rows, 'rank', true)).toEqual(['first', 'second', 'third']);
  expect(sortRows(rows, 'rank', false)).toEqual(['third', 'first', 'second']);
});

test('all words are looked for, in any case, and which program uses the least energy', () => {
  const row = { who: '1', text: 'main > app.store.put' };
  expect(isAsked(row, { who: '', search: ' STORE  main ' })).toBe(true);
  expect(isAsked(row, { who: '1', search: '' })).toBe(true);
  expect(isAsked(row, { who: 'alike', search: '' })).toBe(false);
  expect(isAsked(row, { who: '', search: 'store draw' })).toBe(false);
});
