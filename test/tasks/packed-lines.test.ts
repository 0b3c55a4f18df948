/** The result that the comparing thread hands over says the same when it is opened, with what JSON has no place for. */
import { expect, test } from 'vitest';
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import type { FileOperations } from '../../server/src/analysis/file-operations';
import { layOnTexts } from '../../server/src/compare/deltas/line-comparison';
import {
  listBuffers,
  openDifferences,
  openProfile,
  openSource,
  packLines,
} from '../../server/src/tasks/compare/packed-lines';
import { bundledModel } from '../cost/bundled-model';
import { makeLargeProfiles } from '../support/large-profiles';

const made = makeLargeProfiles({ files: [12, 5], contexts: 60 });
/** Only counted: nothing says how much runs spread. */
const [{ measurement, ...before }, { measurement: other, ...after }] = [made.before, made.after];
const differences = compareLines(
  { name: 'before', profile: before },
  { name: 'after', profile: after },
  bundledModel(),
);

test('lines, bounds that are not known included, and the later profile but for its contexts', async () => {
  expect([measurement, other]).not.toContain(undefined);
  const sent = packLines(differences, after);
  const packed = structuredClone(sent, { transfer: [...listBuffers(sent)] });
  const { sources, ...rest } = differences;
  expect(openDifferences(packed)).toEqual(rest);
  expect([...packed.sources.keys()]).toEqual([...sources.keys()]);
  const file = { path: '/w/big/Part1.java', members: [{ key: 'big/Part1.m1(I)I' }] };
  const inText = (comparison: ReturnType<typeof layOnTexts>): unknown =>
    comparison.inText(file as unknown as FileOperations, made.sources['big/Part1.java'] ?? '');
  const opened = inText(layOnTexts(openDifferences(packed), (place) => openSource(packed, place)));
  expect(opened).toEqual(inText(layOnTexts(differences, (place) => sources.get(place))));
  expect(opened).toHaveProperty('lines[0].low', Number.NaN);
  const { tree, ...flat } = after;
  expect(tree?.contexts).toHaveLength(60);
  expect(await openProfile(packed, () => undefined)).toEqual(flat);
});

test('a source that neither ran is none', () => {
  expect(openSource(packLines(differences, after), 'big/Other.java')).toBeUndefined();
});
