/** Arguments as people type them. */
import { expect, test } from 'vitest';
import { splitWords } from '../../server/src/base/split-words';

test.each([
  ['', []],
  ['  a  b ', ['a', 'b']],
  [`"a b" 'c "d"' e"f g"h`, ['a b', 'c "d"', 'ef gh']],
  ['"" $HOME;ls', ['', '$HOME;ls']],
  ['a "b', undefined],
  [`a'b`, undefined],
])('%j', (line, words) => {
  expect(splitWords(line)).toEqual(words);
});
