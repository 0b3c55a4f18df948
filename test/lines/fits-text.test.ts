/** Texts that were edited after they were compiled, told from those that ran by nothing but their classes. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { present } from '../../server/src/base/check';
import { asInstructions } from '../../server/src/profile/document/instruction-rows';
import { createRandom } from '../fuzz/random';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { compileKept } from '../support/compile-java';
import { findJdks } from '../support/jdks';
import { EDITS, leftOutOf, ranMethods, ranOnce } from './edited-texts';

/** Programs that need no others. */
const NAMES = [
  'operations/sources/Control',
  'operations/sources/Exceptions',
  'operations/sources/Modern',
  'operations/sources/Objects',
  'bench/programs/Kernels',
  'bench/programs/Parsers',
  'bench/programs/Subjects',
];
const sources = Object.fromEntries(
  NAMES.map((name) => {
    const path = resolve(import.meta.dirname, '..', `${name}.java`);
    return [basename(path), readFileSync(path, 'utf8')];
  }),
);

/** What javac makes of parts of the text, or adds to it. */
const made = `
import java.util.function.*;
enum Kind { FEW, MANY }
class Made {
  int[] filled(Function<Integer, int[]> make) { return make.apply(3); }
  int[] some() {
    return filled(int[]::new);
  }
  int of(Kind kind, String name) {
    switch (kind) {
      case FEW:
        return 1;
      default:
    }
    switch (name) {
      case "one":
        return 2;
      default:
        return 3;
    }
  }
  int read(java.io.Reader given) throws java.io.IOException {
    try (java.io.Reader reader = given) {
      return reader.read();
    }
  }
  class Inner implements Comparable<Inner> {
    final int own;
    Inner(int own) {
      this.own = own;
    }
    public int compareTo(Inner other) {
      return own - other.own;
    }
  }
  Runnable later() {
    return new Runnable() {
      @Override
      public void run() {
        some();
      }
    };
  }
}
`;

function compiled(
  home: string,
  text: string,
  name: string,
  options: readonly string[] = [],
): readonly Uint8Array[] {
  const folder = compileKept({ home, sources: { [name]: text }, options });
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('.class'))
    .map((each) => readFileSync(join(folder, each)));
}

/** Edits that are noticed wherever they are: of lines and calls. Those of values and operands are not, and leave lines alone. */
const NOTICED = [
  ...['line inserted', 'statement inserted', 'line removed', 'methods exchanged', 'called method'],
] as const;
const EDITS_OF_EACH = 3;

describe.each(findJdks())('classes of javac $version', ({ home }) => {
  test.each([['-g'], ['-g:lines,source']])(
    'fit the texts that they were compiled from, with %s',
    (option) => {
      let methods = 0;
      const refused = Object.entries({ ...sources, 'Made.java': made }).flatMap(([name, text]) => {
        const profile = ranOnce(compiled(home, text, name, [option]));
        const file = operationsOf(newAnalyzer(), `/nowhere/${name}`, text);
        methods += ranMethods(profile, file).size;
        return [...leftOutOf(profile, file, text)];
      });
      expect(refused).toEqual([]);
      expect(methods).toBeGreaterThan(100);
    },
  );

  test.each([2, 1])('fit also where members share lines, as one end of a line in %i is gone', (times) => {
    const random = createRandom(times);
    const refused = Object.entries({ ...sources, 'Made.java': made }).flatMap(([name, text]) => {
      const joined = joinLines(text, () => random.oneIn(times));
      const profile = ranOnce(compiled(home, joined, name, ['-g']));
      const file = operationsOf(newAnalyzer(), `/nowhere/${name}`, joined);
      return [...leftOutOf(profile, file, joined)];
    });
    expect(refused).toEqual([]);
  });
});

/** The text without some ends of its lines, of those that are outside of comments and text blocks. */
function joinLines(text: string, isGone: () => boolean): string {
  let isInBlock = false;
  return text
    .split('\n')
    .map((line) => {
      const began = isInBlock;
      if ((line.split('"""').length - 1) % 2 === 1) isInBlock = !isInBlock;
      return `${line}${began || isInBlock || line.includes('//') || !isGone() ? '\n' : ' '}`;
    })
    .join('');
}

describe('a member that shares a line with others', () => {
  const home = findJdks()[0]?.home ?? '';
  const text = `class Pair {
  int first = own(); int one() { return own(); } int other() { return 2; } int own() { return 3; }
}
`;
  test.each([
    ['one() { return own();', 'one() { return 1;', 'Pair.one()I'],
    ['other() { return 2;', 'other() { return own();', 'Pair.other()I'],
    ['own() { return 3;', 'own() { return first;', 'Pair.own()I'],
  ])('has no counts once it is another: %s', (before, after, key) => {
    const profile = ranOnce(compiled(home, text, 'Pair.java', ['-g']));
    const leftOut = (now: string): readonly string[] => [
      ...leftOutOf(profile, operationsOf(newAnalyzer(), '/nowhere/Pair.java', now), now),
    ];
    expect(leftOut(text)).toEqual([]);
    expect(leftOut(text.replace(before, after))).toEqual([key]);
  });
});

describe('an edited text', () => {
  const home = findJdks()[0]?.home ?? '';
  test.each(Object.entries(sources))('of %s has no counts where lines or calls are others', (name, text) => {
    const profile = ranOnce(compiled(home, text, name, ['-g']));
    const analyzer = newAnalyzer();
    const file = operationsOf(analyzer, `/nowhere/${name}`, text);
    const ran = ranMethods(profile, file);
    const random = createRandom(1);
    const unnoticed: string[] = [];
    const lost: string[] = [];
    let made = 0;
    for (const kind of NOTICED)
      for (let count = 0; count < EDITS_OF_EACH; count++) {
        const edited = present(EDITS[kind], 'an edit')({ text, file, ran }, random);
        if (edited === undefined) continue;
        made++;
        const now = operationsOf(analyzer, `/nowhere/${name}`, edited.text);
        const leftOut = leftOutOf(profile, now, edited.text);
        const inInstructions = leftOutOf(profile, now, edited.text, asInstructions(profile));
        expect(inInstructions).toEqual(leftOut);
        for (const key of ran.keys())
          if (edited.stale.has(key) !== leftOut.has(key))
            (edited.stale.has(key) ? unnoticed : lost).push(`${kind}: ${key}: ${edited.what}`);
      }
    expect({ unnoticed, lost }).toEqual({ unnoticed: [], lost: [] });
    expect(made).toBeGreaterThan(5);
  });
});
