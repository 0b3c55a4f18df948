/**
 * Constant expressions, made at random, against the Java virtual machine's own
 * results.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignatureSource } from '../../../server/src/classfile/signatures/class-signature';
import { constantText } from '../../../server/src/java/typing/constants';
import { describeType } from '../../../server/src/java/types/types';
import { compileKept } from '../../support/compile-java';
import { findJdks } from '../../support/jdks';
import { createProject, expressionsOf } from './typed-project';

const noLibraries: SignatureSource = { findClass: () => undefined, hasPackage: () => false };

const literals = fc.constantFrom(
  '0', '1', '7', '-3', '0x7fffffff', '0b1011', '017', '2147483647', '1_000', '5L', '-9L', '0xFFFF_FFFF_FFFFL',
  '9223372036854775807L', '1.5f', '-0.1f', '3e10f', '0x1.8p3f', '2.25', '1e300', '1e-9', '0x.8p-2', "'a'", "'\\n'", "'\\101'",
  '(byte) 200', '(short) 70000', '(char) 66000', 'Integer.MAX_VALUE', 'Long.MIN_VALUE', 'K', 'W',
); // prettier-ignore

const numeric = fc.letrec<{ number: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literals,
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('number'), fc.constantFrom('/', '%'), fc.constantFrom('3', '7L', '0.5f', '1.25', "'b'")).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(fc.constantFrom('(int)', '(long)', '(byte)', '(short)', '(char)', '(float)', '(double)', '+', '- '), tie('number')).map(([op, a]) => `(${op} ${a})`),
    fc.tuple(fc.constantFrom('(int)', '(long)'), tie('number'), fc.constantFrom('<<', '>>', '>>>', '&', '|', '^'), fc.constantFrom('(int)', '(long)'), tie('number'))
      .map(([c, a, op, d, b]) => `(${c} ${a} ${op} ${d} ${b})`),
    fc.tuple(fc.constantFrom('~(int)', '~(long)'), tie('number')).map(([op, a]) => `(${op} ${a})`),
    fc.tuple(tie('number'), fc.constantFrom('<', '>=', '==', '!='), tie('number'), tie('number'), tie('number')).map(([a, op, b, x, y]) => `(${a} ${op} ${b} ? ${x} : ${y})`),
  ),
})).number; // prettier-ignore

const anyConstant = fc.oneof(
  numeric,
  fc.tuple(numeric, numeric).map(([a, b]) => `("s" + ${a} + ${b})`),
  fc.tuple(numeric, numeric).map(([a, b]) => `(${a} + ${b} + "\\t\\"")`),
  fc.tuple(numeric, fc.constantFrom('<', '<=', '>', '!='), numeric, fc.constantFrom('&&', '||', '&', '^'), numeric)
    .map(([a, op, b, and, c]) => `(${a} ${op} ${b} ${and} !(${c} > 0))`),
); // prettier-ignore

describe('constant expressions', () => {
  it('have the values and types that the virtual machine gives them', async () => {
    const jdk = findJdks().at(-1);
    if (jdk === undefined) throw new Error('no JDK is installed');
    // Before release 19 a number's text was not always the shortest (JDK-4511638).
    const expressions = fc.sample(jdk.version < 19 ? numeric : anyConstant, { seed: 20, numRuns: 400 });
    const theirs = await runJava(jdk.home, expressions);
    const ours = evaluate(expressions);
    const differences = expressions.flatMap((expression, i) =>
      ours[i] === theirs[i] ? [] : [`${expression}: ${ours[i] ?? ''}, not ${theirs[i] ?? ''}`],
    );
    expect(differences).toEqual([]);
    expect(theirs).toHaveLength(expressions.length);
  }, 60_000);

  it('are folded through final locals and strings in blocks, and nothing else', () => {
    const text = `class T { int f; int m(int p) {
      final int a = 3; int b = 3; final byte n = a * 40;
      int[] r = { a + n, a + b, a + p, "x".length(), a > 2 ? 1 : 0 };
      String t = """
          one \\
          two
            three\\n
          """ + a;
      return r[0];
    } }`;
    const [body] = createProject([{ path: 'T.java', text }], noLibraries).typedBodies('T.java');
    if (body === undefined) throw new Error('no body');
    const valueOf = (part: string): unknown =>
      expressionsOf(body.body.root)
        .filter(
          ({ start, end }) =>
            text.slice(body.member.body.start + start, body.member.body.start + end) === part,
        )
        .map((expression) => body.typing.constantOf(expression)?.value)[0];
    expect(valueOf('a + n')).toBe(123);
    expect(valueOf('a + b')).toBeUndefined();
    expect(valueOf('a + p')).toBeUndefined();
    expect(valueOf('a > 2 ? 1 : 0')).toBe(1);
    const block = expressionsOf(body.body.root).find(({ kind }) => kind === 'binary' && text.includes('"""'));
    expect(block).toBeDefined();
    const strings = expressionsOf(body.body.root).flatMap(
      (expression) => body.typing.constantOf(expression)?.value ?? [],
    );
    expect(strings).toContain('one two\n  three\n\n3');
  });
});

const bits: Readonly<Record<string, string>> = {
  float: 'Float.floatToIntBits(v)',
  double: 'Double.doubleToLongBits(v)',
};

async function runJava(home: string, expressions: readonly string[]): Promise<readonly string[]> {
  const prints = ['byte', 'short', 'char', 'int', 'long', 'float', 'double', 'boolean', 'String'].map(
    (type) =>
      `static void p(${type} v) { System.out.println("${type} " + ${bits[type] ?? 'escape(String.valueOf(v))'}); }`,
  );
  const calls = expressions.map((expression, i) => `static void m${i}() { p(${expression}); }`);
  const text = `class Main { static final int K = 40; static final long W = K * 1L << 33;
    static String escape(String s) { StringBuilder b = new StringBuilder(); for (char c : s.toCharArray()) b.append((int) c).append(' '); return b.toString(); }
    ${prints.join('\n')}\n${calls.join('\n')}
    public static void main(String[] a) { ${expressions.map((_, i) => `m${i}();`).join('\n')} } }`;
  const folder = compileKept({ home, sources: { 'Main.java': text }, options: ['-nowarn'] });
  const { stdout } = await promisify(execFile)(`${home}/bin/java`, ['-cp', folder, 'Main'], {
    maxBuffer: 1 << 26,
  });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

function evaluate(expressions: readonly string[]): readonly string[] {
  const integer =
    'package java.lang; public class Integer { public static final int MAX_VALUE = 0x7fffffff; }';
  const long =
    'package java.lang; public class Long { public static final long MIN_VALUE = 0x8000000000000000L; }';
  const string = 'package java.lang; public class String { }';
  const fields = expressions.map((expression, i) => `Object f${i} = ${expression};`);
  const main = `class Main { static final int K = 40; static final long W = K * 1L << 33; ${fields.join('\n')} }`;
  const project = createProject(
    [
      { path: 'java/lang/Integer.java', text: integer },
      { path: 'java/lang/Long.java', text: long },
      { path: 'java/lang/String.java', text: string },
      { path: 'Main.java', text: main },
    ],
    noLibraries,
  );
  return project
    .typedBodies('Main.java')
    .slice(2)
    .map(({ body, typing }) => {
      if (body.root.kind !== 'value') return 'no value';
      const { expression } = body.root;
      const value = typing.constantOf(expression);
      const type = typing.typeOf(expression);
      if (value === undefined) return `${describeType(type)} not constant`;
      if (value.kind === 'float')
        return `float ${new DataView(Float32Array.of(value.value).buffer).getInt32(0, true)}`;
      if (value.kind === 'double')
        return `double ${new DataView(Float64Array.of(value.value).buffer).getBigInt64(0, true)}`;
      const shown = constantText({ value, type });
      const codes = Array.from({ length: shown.length }, (_, at) => shown.charCodeAt(at));
      return `${describeType(type)} ${codes.join(' ')}`.trimEnd();
    });
}
