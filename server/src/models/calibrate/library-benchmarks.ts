/**
 * Common methods of the platform, each over sizes: their cost is fitted as
 * a + b · size (C_Sys of eCalc, table II).
 *
 * Sits in `models/`. The `size` of a method is the one that Jouleline itself
 * sums up for it while it counts; a method without such a size has one cost a
 * call.
 */
import { type Benchmark, numbered, readBenchmarks, writeBenchmark } from './benchmark';
import { COLLECTION_CALLS } from './collection-calls';
import { COMMON_CALLS } from './common-calls';
import { CONTAINER_CALLS, listOf } from './container-calls';

const TEXT =
  'static String text(int length) { StringBuilder s = new StringBuilder(); while (s.length() < length) s.append((char) (97 + s.length() % 26)); return s.toString(); }';

const DIGEST =
  'static java.security.MessageDigest digest() { try { return java.security.MessageDigest.getInstance("MD5"); } catch (java.security.NoSuchAlgorithmException e) { throw new IllegalStateException(e); } }';

export function libraryBenchmarks(): readonly Benchmark[] {
  return [...LIBRARY_CALLS, ...COLLECTION_CALLS, ...COMMON_CALLS, ...CONTAINER_CALLS, ...FUNCTION_CALLS]
    .flatMap((call) =>
      call.isWhole || call.round.length === 1
        ? [call]
        : [...new Set(call.round)].map((line) => ({
            ...call,
            title: `${call.title}: ${line}`,
            round: [line],
          })),
    )
    .flatMap(({ sizes, ...call }) =>
      sizes.length === 0
        ? [call]
        : sizes.map((size) => ({
            ...call,
            title: `${call.title}, size ${size}`,
            locals: [`int n = Inputs.zeroI + ${size};`, ...call.locals],
          })),
    )
    .map(({ title, locals, round }, index): Benchmark => {
      const name = numbered('L', index + 1);
      const members = [
        ...(locals.some((line) => line.includes('text(n')) ? [TEXT] : []),
        ...(locals.some((line) => line.includes('digest()')) ? [DIGEST] : []),
      ];
      return { name, kind: 'library', title, source: writeBenchmark({ name, members, locals, round }) };
    });
}

const MATHEMATICS = ['sqrt', 'sin', 'cos', 'exp', 'log', 'abs', 'floor', 'ceil'].map(
  (name) => `Math.${name}
  double a = Inputs.aD, r = 0;
  > r = Math.${name}(a);  r = Math.${name}(a);`,
);

const LIBRARY_CALLS = readBenchmarks(`
${MATHEMATICS.join('\n')}
Math.pow
  double a = Inputs.aD, b = Inputs.bD, r = 0;
  > r = Math.pow(a, b);
Math.max of int
  int a = Inputs.aI, b = Inputs.bI, r = 0;
  > r = Math.max(a, b);  r = Math.min(a, b);  r = Math.abs(a);
Math.max of double
  double a = Inputs.aD, b = Inputs.bD, r = 0;
  > r = Math.max(a, b);  r = Math.min(a, b);
Integer.valueOf
  int a = Inputs.aI;  Integer r = a;
  > r = Integer.valueOf(a);  a = r.intValue();
Integer.parseInt
  String s = "" + Inputs.aI;  int r = 0;
  > r = Integer.parseInt(s);
Integer.toString
  int a = Inputs.aI;  String r = null;
  > r = Integer.toString(a);
Integer.bitCount
  int a = Inputs.aI, r = 0;
  > r = Integer.bitCount(a);
String.charAt
  String s = Inputs.text;  int r = 0;
  > r = s.charAt(1);  r = s.charAt(2);  r = s.length();
String.equals | 4 16 64 256
  String s = text(n), t = text(n);  boolean r = false;
  > r = s.equals(t);
String.indexOf | 4 16 64 256
  String s = text(n);  int r = 0;
  > r = s.indexOf('?');
String.substring | 4 16 64 256
  String s = text(n + 1), r = null;
  > r = s.substring(1);
String.hashCode
  String s = Inputs.text;  int r = 0;
  > r = s.hashCode();
String.compareTo | 4 16 64 256
  String s = text(n), t = text(n);  int r = 0;
  > r = s.compareTo(t);
StringBuilder.append of char | whole | 4 16
  int r = 0;
  > StringBuilder s = new StringBuilder();  for (int j = 0; j < n; j++) s.append('x');  r = s.length();
StringBuilder.append of String | whole | 4 16 64 256
  String t = text(n);  String r = null;
  > StringBuilder s = new StringBuilder();  s.append(t);  r = s.toString();
Arrays.fill | 4 16 64 256
  int[] x = new int[n];
  > java.util.Arrays.fill(x, 1);
Arrays.copyOf | 4 16 64 256
  int[] x = new int[n], r = x;
  > r = java.util.Arrays.copyOf(x, n);
System.arraycopy | 4 16 64 256
  int[] x = new int[n], y = new int[n];
  > System.arraycopy(x, 0, y, 0, n);
array clone | 4 16 64 256
  long[] x = new long[n], r = x;
  > r = x.clone();
`);

/** A pipeline over a range, and one over a list: nobody sums up how long a list is that a stream goes through. */
function pipeline(stages: string, isBoxed = false): string {
  return isBoxed
    ? `stream${stages} | 16
  ${listOf('ArrayList')}  long s = 0;  Object o = null;
  > ${stages.replace('#', 'l.stream()')}`
    : `stream${stages} | 8 200
  Object o = null;  long s = 0;  double f = 0;  int[] a = null;  int i = 0;
  > ${stages.replace('#', 'java.util.stream.IntStream.range(0, n)')}`;
}

const FUNCTION_CALLS = readBenchmarks(`
functions
  java.util.function.Function<Object, Object> f = x -> x;
  java.util.function.IntUnaryOperator g = x -> x + 1;
  java.util.function.Supplier<Object> s = () -> null;
  java.util.function.Predicate<Object> p = x -> x == null;
  java.util.function.IntBinaryOperator b = (x, y) -> x + y;
  java.util.function.BiFunction<Object, Object, Object> c = (x, y) -> x;
  java.util.Comparator<Integer> o = (x, y) -> x - y;
  Runnable w = () -> { };
  Integer j = 5;
  Object r = null;
  int i = 0;
  boolean z = false;
  > r = f.apply(r);
  > i = g.applyAsInt(i);
  > r = s.get();
  > z = p.test(r);
  > i = b.applyAsInt(i, 3);
  > r = c.apply(r, j);
  > i = o.compare(j, j);
  > w.run();
${pipeline('s = #.sum();')}
${pipeline('s = #.filter(x -> x % 2 == 0).sum();')}
${pipeline('s = #.map(x -> x + 3).sum();')}
${pipeline('s = #.mapToLong(x -> x * 3L).sum();')}
${pipeline('s = #.mapToLong(x -> x * 3L).filter(x -> x > 5).map(x -> x + 1).sum();')}
${pipeline('f = #.mapToDouble(x -> x * 0.5).sum();')}
${pipeline('f = #.mapToDouble(x -> x * 0.5).map(x -> x + 1).filter(x -> x > 3).sum();')}
${pipeline('i = #.map(x -> x ^ 5).max().getAsInt();')}
${pipeline('i = #.reduce(0, (x, y) -> x + y);')}
${pipeline('a = #.map(x -> x * 2).toArray();')}
${pipeline('#.forEach(x -> { });')}
${pipeline('o = #.mapToObj(x -> "x").collect(java.util.stream.Collectors.toList());')}
${pipeline('o = #.map(x -> x).collect(java.util.stream.Collectors.toList());', true)}
${pipeline('o = #.filter(x -> x > 50).collect(java.util.stream.Collectors.toList());', true)}
${pipeline('s = #.mapToInt(x -> x).sum();', true)}
${pipeline('s = #.filter(x -> x > 50).count();', true)}
${pipeline('z = #.anyMatch(x -> x < 0);', true)}
${pipeline('#.forEach(x -> { });', true)}
`);
