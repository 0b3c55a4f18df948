/** Which methods a call may have reached: inherited ones, and overriding ones in proportion to what ran. */
import { describe, expect, it } from 'vitest';
import { resolveCallees } from '../../server/src/lines/resolve-callees';
import type { ProfiledClass } from '../../server/src/profile/document/profile-document';

function classOf(
  name: string,
  supertypes: readonly string[],
  calls: Readonly<Record<string, number>>,
): ProfiledClass {
  const rest = {
    descriptor: '()V',
    lines: [],
    blocks: [],
    operations: [],
    instructions: [],
    invocations: [],
  };
  const methods = Object.entries(calls).map(([method, count]) => ({ name: method, calls: count, ...rest }));
  return { name, supertypes, hash: 0, lines: [], methods };
}

const targetsOf = resolveCallees([
  classOf('p/Shape', ['java/lang/Object'], { draw: 0, name: 4, '<init>': 50, show: 5 }),
  classOf('p/Disc', ['p/Shape'], { draw: 30, '<init>': 40, show: 20 }),
  classOf('p/Ring', ['p/Disc'], { draw: 10 }),
  classOf('p/Line', ['p/Shape'], {}),
]);

describe('a call', () => {
  it.each([
    [
      'of what is overridden reaches what ran',
      'p/Shape.draw()V',
      { 'p/Disc.draw()V': 0.75, 'p/Ring.draw()V': 0.25 },
    ],
    ['of a class reaches it and its subclasses', 'p/Ring.draw()V', { 'p/Ring.draw()V': 1 }],
    ['of an inherited method reaches the one above', 'p/Line.name()V', { 'p/Shape.name()V': 1 }],
    ['of what did not run reaches nothing', 'p/Line.draw()V', {}],
    ['of what was not counted reaches nothing', 'java/lang/String.length()I', {}],
  ])('%s', (_, callee, expected) => {
    expect(Object.fromEntries(targetsOf(callee, true).map(({ key, share }) => [key, share]))).toEqual(
      expected,
    );
  });
});

describe('a call that runs what it names', () => {
  it.each([
    ['of a constructor reaches no subclass', 'p/Shape.<init>()V', { 'p/Shape.<init>()V': 1 }],
    ['of super reaches what is overridden', 'p/Shape.show()V', { 'p/Shape.show()V': 1 }],
    ['of an inherited method reaches the one above', 'p/Line.name()V', { 'p/Shape.name()V': 1 }],
  ])('%s', (_, callee, expected) => {
    expect(Object.fromEntries(targetsOf(callee, false).map(({ key, share }) => [key, share]))).toEqual(
      expected,
    );
  });
});
