/**
 * The second front end against the first: one source, read as text and as the
 * class file that javac makes of it, has the same operations by the same names.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClass } from '../../server/src/classfile/read/read-class';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';
import { jdks, must, openModules, sample } from '../classfile/jdk-modules';
import { compileClasses } from './compile';
import { extractText, operationNames, platformOf } from './extract-text';

/** The name that both front ends share: of two opposite comparisons bytecode has one; a goto has no construct. */
function common(name: string): string {
  return name
    .replace(/^GreaterEqual_/, 'Less_')
    .replace(/^LessEqual_/, 'Greater_')
    .replace(/^NotEqual_/, 'Equal_')
    .replace(/^BlockGoto_.*/, 'BlockGoto');
}

/** The body of `f`, with what it may use; read by both front ends. */
function check(header: string, body: string): void {
  const jdk = jdks.at(-1);
  if (jdk === undefined) throw new Error('No JDK');
  const text = `class Test { int i; long l; byte b; char[] cs; boolean[] flags; String[] names; static double d; boolean on;\n${header} {\n${body}\n} }`;
  const [file] = compileClasses(jdk, 'Test.java', text);
  const method = file?.methods.find(({ name }) => name === 'f');
  if (file === undefined || method === undefined) throw new Error('f was not compiled');
  const isApplication = (owner: string): boolean => owner === 'Test';
  const compiled = must(extractBytecode(file, method, { isApplication }));
  const source = extractText(text, platformOf(jdk)).find(({ key }) => key.startsWith('Test.f('));
  if (source === undefined) throw new Error('f was not extracted');
  const sorted = (names: readonly string[]): readonly string[] => names.map(common).sort();
  expect(sorted(compiled.sites.map(({ key }) => compiled.keys[key]?.name ?? '?'))).toEqual(
    sorted(operationNames(source)),
  );
}

describe.runIf(jdks.length > 0)('source and bytecode name the same operations', () => {
  it.each([
    [
      'arithmetic with promotion',
      'long f(int a, long b, char c, double e)',
      'return (a + b) * c - (long) (e / a) % 7L;',
    ],
    ['shifts and bits', 'long f(int a, long b, byte c)', 'return (b << a) ^ ~b | (c >>> 3) & -a;'],
    ['narrowing', 'byte f(long a, double e)', 'b += a; char c = (char) e; return (byte) a;'],
    [
      'comparisons',
      'int f(int a, long b, double e, Object o)',
      'if (a < 0 || b >= 4L && e > 1.5) return 1; if (o == null || a != 3) return 2; return o == this ? 3 : 4;',
    ],
    [
      'boolean tests',
      'boolean f(boolean p, Object o)',
      'if (p && !on || flags[1]) i = 1; return o instanceof String;',
    ],
    [
      'arrays',
      'int f(int[] a, int n)',
      "int s = 0; for (int k = 0; k < a.length; k++) s += a[k]; cs[n] = 'x'; flags[n] = true; names[0] = names[n]; return s + cs.length;",
    ],
    ['a loop over an array', 'long f(long[] a)', 'long s = 0; for (long x : a) { s += x; } return s;'],
    [
      'allocation',
      'Object f(int n)',
      'int[][] a = new int[n][n]; String[] b = { "a", "b" }; return n > 3 ? new Object() : new StringBuilder(n).append(b[0]).append(a[0][0]);',
    ],
    ['fields', 'void f(Test o)', 'o.i++; l += o.i; d = o.l; o.names = names; on = o.on;'],
    [
      'calls',
      'int f(String s)',
      'i = s.length() + Math.max(i, 3); return s.isEmpty() ? 0 : f(s.substring(1));',
    ],
    [
      'lambdas and text',
      'String f(int n, String s)',
      "Runnable r = this::hashCode; r.run(); return n + s + 'c' + l;",
    ],
    ['locks and exceptions', 'void f(Object o)', 'if (o == null) throw new IllegalStateException("none");'],
    [
      'switches',
      'int f(int n)',
      'switch (n) { case 1: return 4; case 2: return 5; case 100: i = 3; } return 0;',
    ],
    [
      'boxes and casts',
      'int f(java.util.List<Integer> list, Object o)',
      'Integer k = i; String s = (String) o; return list.get(0) + k + s.length();',
    ],
  ])('%s', (_, header, body) => {
    check(header, body);
  });
});

describe.runIf(jdks.length > 0)('damaged bytecode', () => {
  it('gives a problem or operations, never an exception', () => {
    const [jdk] = jdks;
    if (jdk === undefined) return;
    const image = openModules(jdk);
    const whole = sample(image.listClasses(), 400)
      .map(({ name }) => must(image.readClassFile(name)))
      .filter((bytes) => bytes.length > 2000 && bytes.length < 12_000)
      .slice(0, 40);
    const started = performance.now();
    let extracted = 0;
    const change = fc.record({
      place: fc.double({ min: 0.4, max: 1, noNaN: true, maxExcluded: true }),
      value: fc.nat(255),
    });
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        (index, changes) => {
          const bytes = Uint8Array.from(whole[index] ?? []);
          for (const { place, value } of changes) bytes[Math.floor(place * bytes.length)] = value;
          const file = readClass(bytes);
          if (!file.ok) return;
          for (const method of file.value.methods) {
            const outcome = extractBytecode(file.value, method, { isApplication: () => true });
            if (outcome?.ok === true) extracted += outcome.value.sites.length;
          }
        },
      ),
      { numRuns: 2000, seed: 20_252 },
    );
    expect(extracted).toBeGreaterThan(10_000);
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 120_000);
});
