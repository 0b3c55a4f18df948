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
import { CONTAINER_CALLS } from './container-calls';
import { FUNCTION_CALLS } from './function-calls';
import { LIBRARY_CALLS } from './library-calls';

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
