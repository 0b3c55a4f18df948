/**
 * Broken, strange and deep code: typing ends, says what it can, and throws
 * nothing.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSignatureIndex } from '../../../server/src/classfile/signatures/signature-index';
import { readBundledSignatures } from '../../../server/src/host/files/bundled-media';
import { describeType } from '../../../server/src/java/types/types';
import { createProject, expressionsOf, type TypedBody } from './typed-project';

const index = loadSignatureIndex(
  readBundledSignatures(fileURLToPath(new URL('../../../media', import.meta.url))),
);
if (!index.ok) throw new Error(index.problem.message);
const platform = index.value;

const fixtures = ['Streams', 'Members', 'Arithmetic', 'Patterns'].map((name) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/typing/${name}.java`, import.meta.url)), 'utf8'),
);

function typedBodies(text: string): readonly TypedBody[] {
  return createProject([{ path: 'T.java', text }], platform).typedBodies('T.java');
}

function typesOf(text: string): readonly string[] {
  return typedBodies(text).flatMap(({ body, typing }) =>
    expressionsOf(body.root).map((expression) => describeType(typing.typeOf(expression))),
  );
}

/** Words that mean something to the typer, to be put in the place of others. */
const words = [
  'this',
  'super',
  'null',
  '1L',
  'x -> x',
  'new',
  '()',
  '<>',
  '?',
  'var',
  'T',
  'String',
  '.',
  '::',
  '[]',
  '',
  ';',
  '0',
  'int',
];

describe('broken code', () => {
  it('never makes typing throw', () => {
    const edit = fc.record({
      file: fc.nat(fixtures.length - 1),
      at: fc.nat(10_000),
      count: fc.integer({ min: 0, max: 3 }),
      word: fc.constantFrom(...words),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const [first] = edits;
        let tokens = (fixtures[first?.file ?? 0] ?? '').split(/(?<=\W)|(?=\W)/);
        for (const { at, count, word } of edits) {
          const place = at % tokens.length;
          tokens = [...tokens.slice(0, place), ` ${word} `, ...tokens.slice(place + count)];
        }
        for (const type of typesOf(tokens.join('')))
          if (type.includes('?1')) throw new Error(`${type} was left open`);
      }),
      { seed: 7, numRuns: 25 },
    );
  }, 120_000);

  it('leaves no inference variable behind', () => {
    const left = fixtures.flatMap(typesOf).filter((type) => /\?\d/.test(type));
    expect(left).toEqual([]);
  });
});

describe('deep code', () => {
  it('of thousands of operands is typed', () => {
    const sum = Array.from({ length: 5000 }, (_, i) => `a${i % 2}`).join(' + ');
    const types = typesOf(`class T { long m(int a0, long a1) { return ${sum}; } }`);
    expect(types.filter((type) => type === 'unknown')).toEqual([]);
    expect(types).toContain('long');
  });

  it('of hundreds of calls in a row is typed', () => {
    const chain = '.append(1)'.repeat(450);
    const types = typesOf(`class T { StringBuilder m(StringBuilder b) { return b${chain}; } }`);
    expect(new Set(types)).toEqual(new Set(['int', 'StringBuilder']));
  });

  it('of calls in calls takes time in proportion', () => {
    const depth = 25;
    const nested = `${'java.util.List.of('.repeat(depth)}1${')'.repeat(depth)}`;
    const start = performance.now();
    const types = typesOf(`class T { Object m() { return ${nested}; } }`);
    expect(types).toContain('List<Integer>');
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('of lambdas in lambdas takes time in proportion', () => {
    const depth = 12;
    const nested = `${'Optional.of(1).map(x -> '.repeat(depth)}1${')'.repeat(depth)}`;
    const start = performance.now();
    expect(typesOf(`import java.util.Optional; class T { Object m() { return ${nested}; } }`)).not.toContain(
      '?unknown',
    );
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('of types that speak of themselves ends', () => {
    const text = `import java.util.*; class T<A extends Comparable<A>, B extends List<B>> {
      <X extends Enum<X> & Comparable<X>> X pick(Class<X> type, Collection<? extends Enum<?>> all) { return all.isEmpty() ? null : Enum.valueOf(type, "a"); }
      <R extends Map<R, R>> R loop(R r) { return loop(r.get(r)); }
      Object m(B b, A a) { return b.get(0).get(0).get(0).size() + a.compareTo(a) + Objects.requireNonNull(loop(null)).size(); } }`;
    expect(typesOf(text)).toContain('int');
  });
});
