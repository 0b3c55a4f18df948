/** Arguments as people type them. */
import { expect, test } from 'vitest';
import { splitArguments } from '../../client/src/split-arguments';

test.each([
  ['', []],
  ['  a  b ', ['a', 'b']],
  [`"a b" 'c "d"' e"f g"h`, ['a b', 'c "d"', 'ef gh']],
  ['"" $HOME;ls', ['', '$HOME;ls']],
  ['a "b', undefined],
  [`a'b`, undefined],
])('%j', (line, words) => {
  expect(splitArguments(line)).toEqual(words);
});
