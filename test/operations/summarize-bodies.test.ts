/** Summaries of bodies that javac compiled, against counts by hand. */
import { describe, expect, it } from 'vitest';
import type { ClassFile } from '../../server/src/classfile/read/read-class';
import { kindNamed } from '../../server/src/operations/bodies/kinds';
import type { BodySource } from '../../server/src/operations/bodies/declared-methods';
import { summarizeBodies } from '../../server/src/operations/bodies/summarize-bodies';
import type { BodySummary } from '../../server/src/operations/bodies/body-table';
import { jdks } from '../classfile/jdk-modules';
import { compileClasses } from '../operations/compile';

const TEXT = `
class Test {
  static int add(int a, int b) { return a + b; }
  static int twice(int a) { return add(a, a) + add(a, 1); }
  static int sum(int[] x) { int s = 0; for (int i = 0; i < x.length; i++) s += x[i]; return s; }
  static int sums(int[] x, int[] y) { return sum(x) + sum(y); }
  static int checked(int a) { if (a < 0) throw new IllegalArgumentException(); return a; }
  static int down(int n) { return n == 0 ? 0 : down(n - 1); }
  static int[] eight() { return new int[8]; }
  static byte[] many(int n) { return new byte[n]; }
  static int side(Shape s) { return s.side(); }
  static native int secret();
  static int asks() { return secret(); }
}
interface Shape { int side(); }
class Square implements Shape { public int side() { return 1; } }
class Box implements Shape { public int side() { return 1 + Test.add(2, 3); } }
`;

function sourceOf(files: readonly ClassFile[]): BodySource {
  return {
    find: (name) => files.find((file) => file.name === name),
    implementationsOf: (name) =>
      files.filter(({ interfaceNames }) => interfaceNames.includes(name)).map((file) => file.name),
  };
}

describe.runIf(jdks.length > 0)('summaries of compiled bodies', () => {
  const jdk = jdks.at(-1);
  const files = jdk === undefined ? [] : compileClasses(jdk, 'Test.java', TEXT);
  const summaryOf = (method: string): BodySummary => {
    const key = `Test.${method}`;
    const found = summarizeBodies([key], sourceOf(files)).get(key);
    if (found === undefined) throw new Error(`${key} has no summary`);
    return found;
  };
  const fixed = (method: string, kind: string): number => summaryOf(method).fixed[kindNamed(kind)] ?? NaN;
  const sized = (method: string, kind: string): number => summaryOf(method).sized[kindNamed(kind)] ?? NaN;

  it('counts a body, and those of what it calls', () => {
    expect(fixed('add(II)I', 'Addition_int_int')).toBe(1);
    expect(fixed('add(II)I', 'Return_int')).toBe(1);
    expect(fixed('twice(I)I', 'Addition_int_int')).toBe(3);
    expect(fixed('twice(I)I', 'Return_int')).toBe(3);
    expect(fixed('twice(I)I', 'MethodInvocation_static')).toBe(2);
    expect(fixed('twice(I)I', 'Parameter_int')).toBe(4);
  });

  it('counts a loop over an array by its length', () => {
    expect(sized('sum([I)I', 'ArrayReference_int')).toBe(1);
    expect(sized('sum([I)I', 'Increment_int')).toBe(1);
    expect(fixed('sum([I)I', 'ArrayReference_int')).toBe(0);
    expect(fixed('sum([I)I', 'Return_int')).toBe(1);
    expect(sized('sums([I[I)I', 'ArrayReference_int')).toBe(2);
    expect(fixed('sums([I[I)I', 'Return_int')).toBe(3);
  });

  it('hardly counts what ends in an exception', () => {
    expect(fixed('checked(I)I', 'NewObject_Object')).toBeLessThan(0.01);
    expect(fixed('checked(I)I', 'Return_int')).toBeCloseTo(1, 1);
  });

  it('cuts recursion', () => {
    const returns = fixed('down(I)I', 'Return_int');
    expect(returns).toBeGreaterThan(1);
    expect(returns).toBeLessThan(10);
  });

  it('counts elements of arrays: written lengths, or one for each element of the size', () => {
    expect(fixed('eight()[I', 'NewArray_int per element')).toBe(8);
    expect(sized('eight()[I', 'NewArray_int per element')).toBe(0);
    expect(sized('many(I)[B', 'NewArray_int per element')).toBe(1);
  });

  it('takes the mean of the classes behind an interface', () => {
    // Square returns once, Box and what it calls twice; and the caller itself.
    expect(fixed('side(LShape;)I', 'Return_int')).toBe(2.5);
    expect(fixed('side(LShape;)I', 'Addition_int_int')).toBe(1);
  });

  it('counts a native method as one', () => {
    expect(fixed('asks()I', 'NativeCall')).toBe(1);
  });

  it('has no summary of what is not there', () => {
    expect(summarizeBodies(['Test.none()V', 'None.f()V'], sourceOf(files)).size).toBe(0);
  });
});
