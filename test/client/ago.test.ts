import { expect, test } from 'vitest';
import { ago, nameOf, titleOfPair } from '../../client/src/ago';

const now = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T12:00:05Z', 'now'],
  ['2026-11-22T11:59:01Z', 'now'],
  ['2026-11-22T11:58:00Z', '2 minutes ago'],
  ['2026-11-22T11:00:00Z', '1 hour ago'],
  ['2026-11-21T11:00:00Z', 'yesterday'],
  ['2026-11-15T12:00:00Z', '7 days ago'],
  ['2026-11-01T12:00:00Z', '2026-11-01'],
  ['', ''],
])('%s is %s', (started, words) => {
  expect(ago(started, now)).toBe(words);
});

test('has the words of the language', () => {
  expect(ago('2026-11-21T11:00:00Z', now, 'de')).toBe('gestern');
});

test('a name that is written from the right in part stays by itself', () => {
  const names = ['Sorting', 'Sorting קוד שלי', '\u202eSorting'];
  const profiles = names.map((name) => ({ path: `/w/${name}.json`, name }));
  expect(profiles.map(({ path }) => nameOf(profiles, path))).toEqual([
    'Sorting',
    '\u2068Sorting קוד שלי\u2069',
    ' Sorting',
  ]);
});

test('the title of a comparison keeps its two names apart, and fits into a tab', () => {
  expect(titleOfPair(['before', 'תוצאה 1'])).toBe('before → \u2068תוצאה 1\u2069');
  const runs = ['10:24:31', '10:31:07'].map((time) => `SurveyOfTheSky.main of 2026-11-28 ${time}`);
  expect(titleOfPair(runs)).toBe('SurveyOfThe…-28 10:24:31 → SurveyOfThe…-28 10:31:07');
});
