/** Names that somebody may have meant. */
import { expect, test } from 'vitest';
import { nearestByLastPart } from '../../server/src/base/nearest-names';

const known = ['app.Main', 'app.Maintenance', 'app.sort.QuickSort', 'app.sort.MergeSort', 'app.Sum', 'Run'];

test.each([
  ['app.main', ['app.Main']],
  ['Main', ['app.Main']],
  ['app.Mian', ['app.Main']],
  ['app.QuikSort', ['app.sort.QuickSort']],
  ['other.MergeSorts', ['app.sort.MergeSort']],
  ['Rnu', ['Run']],
  ['app.Nothing', []],
  ['', []],
  ['app.', []],
])('%s may be %j', (wanted, expected) => {
  expect(nearestByLastPart(wanted, known, 3)).toEqual(expected);
});

test('three of many are enough, the nearest first', () => {
  const many = ['a.Sorter', 'b.Sorter', 'Sorters', 'Sort', 'Sotrer', 'c.Sorter'];
  expect(nearestByLastPart('Sorter', many, 3)).toEqual(['a.Sorter', 'b.Sorter', 'c.Sorter']);
});
