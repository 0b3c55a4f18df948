/**
 * Declarations after an edit: what is moved equals what a whole reading finds.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { editDeclarations } from '../../server/src/java/headers/edit-declarations';
import { findEdit } from '../../server/src/java/text/text-edit';
import { findJdks } from '../support/jdks';
import { readModuleSources } from '../support/jdk-sources';

const CLASS = `package p;
/** A "quoted" comment. */
@Deprecated class A<T extends Comparable<? super T>> extends B<T[]> implements C, D<String> {
  static final int K = 1, L[] = { 2 };
  enum E { ONE(1) { int f() { return 1; } }, TWO; int f() { return 2; } }
  record R(int a, String... b) { R { assert a > 0; } }
  static { init('"'); }
  <U> A(U u) { this.u = u; } int m(int x, java.util.List<? extends T> y) { return x; } char n = '3';
  @interface I { int value() default 3; }
  String text() { return """
    "text" { block
    """; }
  int last() { return 7 / 2; }
}
`;

/** Compares what the incremental way finds with the whole reading, wherever it finds anything. */
function check(before: string, after: string): boolean {
  const edited = editDeclarations(parseDeclarations(before), findEdit(before, after), after);
  if (edited !== undefined) expect(edited).toEqual(parseDeclarations(after));
  return edited !== undefined;
}

describe('an edit inside a body', () => {
  it.each([
    ['return 1;', 'int a = 1; return a;'],
    ['assert a > 0;', ''],
    [`init('"');`, `init('}'); // }\n`],
    ['return x;', 'return new Object() { int y = 1; }.y;'],
    ['7 / 2', `7 /* { */ / "{'".length()`],
    ['block', 'of another size'],
  ])('moves what follows: %s', (from, to) => {
    expect(check(CLASS, CLASS.replace(from, to))).toBe(true);
  });

  it.each([
    ['a brace opens', 'return x;', '{ return x;'],
    ['a brace closes', 'return x;', 'return x; }'],
    ['a comment swallows the brace', 'this.u = u;', 'this.u = u; //'],
    ['a comment stays open', 'return x;', '/* return x;'],
    ['a literal would reach behind the body', 'this.u = u;', `char c = '`],
    ['a text block opens', 'return x;', 'return """x;'],
    ['the edit is in a header', 'int x,', 'long x,'],
    ['the edit is in a constant', 'K = 1', 'K = 2'],
    ['the edit spans two bodies', `{ return x; } char n`, `{ return 1; } char o`],
  ])('is read as a whole where %s', (_what, from, to) => {
    expect(check(CLASS, CLASS.replace(from, to))).toBe(false);
  });

  it('is found whatever two texts differ in', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.nat(9000),
        (one, two, shared) => {
          const before = `${'a'.repeat(shared)}${one}${'b'.repeat(shared)}`;
          const after = `${'a'.repeat(shared)}${two}${'b'.repeat(shared)}`;
          const { start, end, inserted } = findEdit(before, after);
          expect(before.slice(0, start) + after.slice(start, start + inserted) + before.slice(end)).toBe(
            after,
          );
        },
      ),
    );
  });

  const [jdk] = findJdks();
  it.runIf(jdk !== undefined)('equals a whole reading, wherever it applies, on sources of the JDK', () => {
    const files =
      jdk === undefined ? [] : readModuleSources(jdk, 'java.base', (path) => path.includes('/java/util/A'));
    const snippets = [
      '}',
      '{',
      '"',
      "'",
      '"""',
      '/*',
      '*/',
      '//',
      '\n',
      ';',
      'int q = 1;',
      '\\',
      'public void f() {',
    ];
    const edit = fc.record({
      file: fc.constantFrom(...files),
      at: fc.nat(),
      deleted: fc.nat(6),
      inserted: fc.oneof(fc.constantFrom(...snippets), fc.string({ maxLength: 5 })),
    });
    let moved = 0;
    fc.assert(
      fc.property(edit, ({ file: { text }, at, deleted, inserted }) => {
        const start = at % text.length;
        if (check(text, text.slice(0, start) + inserted + text.slice(start + deleted))) moved++;
      }),
      { numRuns: 400 },
    );
    expect(moved).toBeGreaterThan(20);
  });
});
