/** The order of lists: that of a stable sort of rows, whatever numbers there are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type HotTable, orderRows, tableOfFiles } from '../../server/src/lines/hot-order';
import type { HotRows } from '../../server/src/lines/hot-rows';

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, Number.NaN, Number.POSITIVE_INFINITY),
  fc.double({ min: 0 }),
);
const name = fc.constantFrom('Grid.blit()', 'Grid.Grid()', 'Feed.load(int)');
const given = fc.array(fc.record({ energy: number, executions: number, name }), { maxLength: 60 });

function tableOf(
  rows: readonly { readonly energy: number; readonly executions: number; readonly name: string }[],
): HotTable {
  return {
    energy: Float64Array.from(rows, ({ energy }) => energy),
    executions: Float64Array.from(rows, ({ executions }) => executions),
    nameOf: (row) => rows[row]?.name ?? '',
    textOf: (row) => `src/A.java:${row + 1} ${rows[row]?.name ?? ''}`,
  };
}

it('is by energy or executions, equal ones by their places, what nobody knows last', () => {
  fc.assert(
    fc.property(given, fc.constantFrom('energy', 'executions'), fc.boolean(), (rows, order, isAscending) => {
      const column = rows.map((row) => row[order]);
      const known = column.flatMap((value, row) => (Number.isNaN(value) ? [] : [row]));
      const unknown = column.flatMap((value, row) => (Number.isNaN(value) ? [row] : []));
      const of = (row: number): number => column[row] ?? 0;
      // Infinities are equal, and their difference is no number.
      const compare = (a: number, b: number): number => Number(of(a) > of(b)) - Number(of(a) < of(b));
      const expected = known.toSorted((a, b) => (isAscending ? compare(a, b) : compare(b, a)));
      const found = orderRows(tableOf(rows), { search: '', order, isAscending });
      expect([...found]).toEqual([...expected, ...unknown]);
    }),
  );
});

it('is by place or name, either way round', () => {
  const table = tableOf(['b', 'a', 'c'].map((each) => ({ energy: 1, executions: 1, name: each })));
  const order = (by: 'place' | 'name', isAscending: boolean): readonly number[] => [
    ...orderRows(table, { search: '', order: by, isAscending }),
  ];
  expect([order('place', true), order('place', false)]).toEqual([
    [0, 1, 2],
    [2, 1, 0],
  ]);
  expect([order('name', true), order('name', false)]).toEqual([
    [1, 0, 2],
    [2, 0, 1],
  ]);
});

it('leaves out what lacks a word, in capitals or not', () => {
  fc.assert(
    fc.property(given, fc.constantFrom('grid', 'FEED load', ' blit  a.java ', 'none'), (rows, search) => {
      const found = orderRows(tableOf(rows), { search, order: 'place', isAscending: true });
      const words = search.toLowerCase().trim().split(/\s+/);
      const expected = rows.flatMap((row, at) =>
        words.every((word) => `src/a.java:${at + 1} ${row.name}`.toLowerCase().includes(word)) ? [at] : [],
      );
      expect([...found]).toEqual(expected);
    }),
  );
});

it('is of all files together, and finds rows by their lines', () => {
  const rows = (...lines: readonly number[]): HotRows => ({
    line: Uint32Array.from(lines),
    energy: Float64Array.from(lines),
    executions: Float64Array.from(lines, () => 1),
    isLowerBound: new Uint8Array(lines.length),
    nameOf: (row) => `line ${lines[row] ?? ''}`,
  });
  const files = [rows(), rows(3, 5), rows(), rows(4), rows()].map((each, at) => ({
    path: `/${at}`,
    shown: String(at),
    rows: each,
  }));
  const table = tableOfFiles(files, ({ energy }) => energy);
  const names = [...orderRows(table, { search: '', order: 'energy', isAscending: false })].map(table.nameOf);
  expect(names).toEqual(['line 5', 'line 4', 'line 3']);
  expect([table.rowAt('/1', 5), table.rowAt('/3', 4), table.rowAt('/3', 5), table.rowAt('/9', 4)]).toEqual([
    1, 2, -1, -1,
  ]);
  expect(table.placeOf(2)).toMatchObject({ file: { path: '/3' }, row: 0 });
});
