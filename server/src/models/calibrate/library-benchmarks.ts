/**
 * Common methods of the platform, each over sizes: their cost is fitted as
 * a + b · size (C_Sys of eCalc, table II).
 *
 * Sits in `models/`. The `size` of a method is the one that Jouleline itself
 * sums up for it while it counts; a method without such a size has one cost a
 * call.
 */
import { type Benchmark, numbered, writeBenchmark } from './benchmark';
import { COLLECTION_CALLS } from './collection-calls';
import { COMMON_CALLS } from './common-calls';
import { CONTAINER_CALLS, listOf } from './container-calls';
import { LIBRARY_CALLS, type LibraryBenchmark } from './library-calls';

const TEXT =
  'static String text(int length) { StringBuilder s = new StringBuilder(); while (s.length() < length) s.append((char) (97 + s.length() % 26)); return s.toString(); }';

const DIGEST =
  'static java.security.MessageDigest digest() { try { return java.security.MessageDigest.getInstance("MD5"); } catch (java.security.NoSuchAlgorithmException e) { throw new IllegalStateException(e); } }';

export function libraryBenchmarks(): readonly Benchmark[] {
  return [...LIBRARY_CALLS, ...COLLECTION_CALLS, ...COMMON_CALLS, ...CONTAINER_CALLS, ...FUNCTION_CALLS]
    .flatMap((call) =>
      call.isWhole === true || call.round.length === 1
        ? [call]
        : [...new Set(call.round)].map((line) => ({
            ...call,
            title: `${call.title}: ${line}`,
            round: [line],
          })),
    )
    .flatMap(({ sizes, ...call }) =>
      sizes === undefined
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

/** A pipeline over a range, and one over a list. */
function pipeline(stages: string, isBoxed = false): LibraryBenchmark {
  return {
    title: `stream${stages}`,
    locals: isBoxed
      ? [...listOf('ArrayList'), 'long s = 0;', 'Object o = null;']
      : ['Object o = null;', 'long s = 0;', 'double f = 0;', 'int[] a = null;', 'int i = 0;'],
    round: [
      isBoxed
        ? stages.replace('#', 'l.stream()')
        : stages.replace('#', 'java.util.stream.IntStream.range(0, n)'),
    ],
    // Nobody sums up how long a list is that a stream goes through.
    sizes: isBoxed ? [16] : [8, 200],
  };
}

const FUNCTION_CALLS: readonly LibraryBenchmark[] = [
  {
    title: 'functions',
    locals: [
      'java.util.function.Function<Object, Object> f = x -> x;',
      'java.util.function.IntUnaryOperator g = x -> x + 1;',
      'java.util.function.Supplier<Object> s = () -> null;',
      'java.util.function.Predicate<Object> p = x -> x == null;',
      'java.util.function.IntBinaryOperator b = (x, y) -> x + y;',
      'java.util.function.BiFunction<Object, Object, Object> c = (x, y) -> x;',
      'java.util.Comparator<Integer> o = (x, y) -> x - y;',
      'Runnable w = () -> { };',
      'Integer j = 5;',
      'Object r = null;',
      'int i = 0;',
      'boolean z = false;',
    ],
    round: [
      'r = f.apply(r);',
      'i = g.applyAsInt(i);',
      'r = s.get();',
      'z = p.test(r);',
      'i = b.applyAsInt(i, 3);',
      'r = c.apply(r, j);',
      'i = o.compare(j, j);',
      'w.run();',
    ],
  },
  pipeline('s = #.sum();'),
  pipeline('s = #.filter(x -> x % 2 == 0).sum();'),
  pipeline('s = #.map(x -> x + 3).sum();'),
  pipeline('s = #.mapToLong(x -> x * 3L).sum();'),
  pipeline('s = #.mapToLong(x -> x * 3L).filter(x -> x > 5).map(x -> x + 1).sum();'),
  pipeline('f = #.mapToDouble(x -> x * 0.5).sum();'),
  pipeline('f = #.mapToDouble(x -> x * 0.5).map(x -> x + 1).filter(x -> x > 3).sum();'),
  pipeline('i = #.map(x -> x ^ 5).max().getAsInt();'),
  pipeline('i = #.reduce(0, (x, y) -> x + y);'),
  pipeline('a = #.map(x -> x * 2).toArray();'),
  pipeline('#.forEach(x -> { });'),
  pipeline('o = #.mapToObj(x -> "x").collect(java.util.stream.Collectors.toList());'),
  pipeline('o = #.map(x -> x).collect(java.util.stream.Collectors.toList());', true),
  pipeline('o = #.filter(x -> x > 50).collect(java.util.stream.Collectors.toList());', true),
  pipeline('s = #.mapToInt(x -> x).sum();', true),
  pipeline('s = #.filter(x -> x > 50).count();', true),
  pipeline('z = #.anyMatch(x -> x < 0);', true),
  pipeline('#.forEach(x -> { });', true),
];
