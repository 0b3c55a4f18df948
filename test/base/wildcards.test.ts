/** Patterns of paths agree with picomatch's, and take no long time, whatever they are. */
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { matchName, matchPath } from '../../server/src/base/wildcards';
import { createRandom } from '../fuzz/random';

const PIECES = [
  'a',
  'b',
  '.',
  '/',
  '/',
  '*',
  '?',
  '**/',
  '/**',
  '{a,b}',
  '{a/b,c*}',
  '[ab]',
  '[^a]',
  '[a-c]',
  'c',
  '.java',
  '\\*',
] as const;

it('a path fits as it does for picomatch', () => {
  const differing: string[] = [];
  for (let number = 0; number < 20_000; number++) {
    const random = createRandom(4, number);
    const make = (pieces: readonly string[]): string =>
      Array.from({ length: 1 + random.below(7) }, () => random.among(pieces) ?? '').join('');
    const pattern = make(PIECES);
    const path = make(['a', 'b', 'c', '/a', '/', '.java', 'x', '*'])
      .replace(/^\/+|\/+$/g, '')
      .replace(/\/+/g, '/');
    if (path === '' || /\*\*\*|\/\/|^\/|\/$|\*\*[^/]|[^/]\*\*|\.{1,2}(?:\/|$)|^\.|\/\./.test(pattern))
      continue;
    const expected = picomatch(pattern, { dot: true })(path);
    if (matchPath(pattern)(path) !== expected) differing.push(`${pattern}  ${path}  ${expected}`);
  }
  expect(differing).toEqual([]);
});

it.each([
  '*a'.repeat(30),
  '**/*a'.repeat(30),
  '{a,b}'.repeat(200),
  '{*,*a}'.repeat(100),
  '**/'.repeat(300),
  `${'{a,'.repeat(300)}${'}'.repeat(300)}`,
  '[a-z]*'.repeat(50),
  '(a+)+'.repeat(9),
  '+(a|a)*'.repeat(30),
])('%s is tried at once', (pattern) => {
  const path = 'a/'.repeat(100) + 'a'.repeat(200);
  expect(matchPath(`${pattern}#`)(path)).toBe(false);
  expect(matchName(`${pattern}#`, true)(path)).toBe(false);
});

it('a name has anything in the place of a star', () => {
  const fits = (pattern: string, isSpecial = false) =>
    ['a.B.c', 'a.B', 'a.b.C.d', 'a.*', 'x'].filter((name) => matchName(pattern, isSpecial)(name));
  expect(fits('a.B')).toEqual(['a.B']);
  expect(fits('a.*')).toEqual(['a.B.c', 'a.B', 'a.b.C.d', 'a.*']);
  expect(fits('*.?', true)).toEqual(['a.B.c', 'a.B', 'a.b.C.d', 'a.*']);
  expect(fits('a*C*')).toEqual(['a.b.C.d']);
  expect(fits('a.?')).toEqual([]);
});
