/**
 * Twenty small programs, each as it is and with a known change: every round is done three times. The result that a run
 * prints says whether it did so.
 */

/** The statements of one round, which add to `sum`; `round` is its number. */
const rounds: Readonly<Record<string, string>> = {
  sort: 'int[] a = fill(20_000, round); java.util.Arrays.sort(a); sum += a[7];',
  bubble:
    'int[] a = fill(400, round); for (int i = 0; i < a.length; i++) for (int j = 1; j < a.length - i; j++) if (a[j - 1] > a[j]) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; } sum += a[3];',
  hash: 'java.util.Map<Integer, Integer> m = new java.util.HashMap<>(); for (int v : fill(10_000, round)) m.merge(v % 999, 1, Integer::sum); sum += m.size();',
  tree: 'java.util.TreeMap<Integer, String> m = new java.util.TreeMap<>(); for (int v : fill(4_000, round)) m.put(v, "v" + v); sum += m.firstKey();',
  text: 'StringBuilder b = new StringBuilder(); for (int v : fill(10_000, round)) b.append(v); sum += b.length();',
  matrix:
    'double[][] a = new double[90][90], b = new double[90][90]; for (int i = 0; i < 90; i++) for (int j = 0; j < 90; j++) { a[i][j] = i + round; b[i][j] = j; } for (int i = 0; i < 90; i++) for (int j = 0; j < 90; j++) { double s = 0; for (int k = 0; k < 90; k++) s += a[i][k] * b[k][j]; sum += (long) s % 7; }',
  fibonacci: 'sum += fib(22 + round % 2);',
  sieve:
    'boolean[] c = new boolean[60_000]; for (int i = 2; i < c.length; i++) if (!c[i]) { sum += i; for (long j = (long) i * i; j < c.length; j += i) c[(int) j] = true; }',
  collatz:
    'for (int i = 1; i < 3_000; i++) { long n = i + round; while (n != 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; sum++; } }',
  digits:
    'for (int i = 0; i < 60_000; i++) { int n = i * 31 + round; while (n > 0) { sum += n % 10; n /= 10; } }',
  list: 'java.util.List<Integer> l = new java.util.ArrayList<>(); for (int v : fill(20_000, round)) l.add(v); for (int v : l) sum += v & 3;',
  deque:
    'java.util.ArrayDeque<Integer> d = new java.util.ArrayDeque<>(); for (int v : fill(20_000, round)) { d.addLast(v); if (d.size() > 50) sum += d.removeFirst() & 1; }',
  stream:
    'sum += java.util.Arrays.stream(fill(20_000, round)).filter(v -> v % 3 == 0).mapToLong(v -> v).sum() % 11;',
  exceptions:
    'for (int i = 0; i < 2_000; i++) try { if (i % 2 == 0) throw new IllegalStateException(); sum++; } catch (IllegalStateException e) { sum += 2; }',
  switches:
    'for (int v : fill(60_000, round)) switch (v % 4) { case 0: sum++; break; case 1: sum += 2; break; case 2: sum ^= v; break; default: sum += 3; }',
  floats: 'double d = round; for (int i = 1; i < 60_000; i++) d += Math.sqrt(i) / (i + d); sum += (long) d;',
  longs:
    'long h = round; for (int i = 0; i < 200_000; i++) h = h * 6364136223846793005L + 1442695040888963407L; sum += h & 7;',
  objects: 'for (int v : fill(60_000, round)) { int[] o = new int[] { v, round }; sum += o[0] & o[1]; }',
  strings:
    'String s = ""; for (int i = 0; i < 300; i++) s += (char) (97 + (i + round) % 26); sum += s.hashCode() & 15;',
  gcd: 'for (int i = 1; i < 20_000; i++) { int a = i * 37, b = i + round + 1; while (b != 0) { int t = a % b; a = b; b = t; } sum += a; }',
};

export const programNames = Object.keys(rounds);

/** The source of `Work` for a program: with `times` 1 as it is, with 3 as it was changed. */
export function sourceOfProgram(name: string, times: 1 | 3): string {
  const round = rounds[name];
  if (round === undefined) throw new RangeError(name);
  return `public class Work {
  static long sum;
  static int done;
  public static void main(String[] arguments) {
    for (int round = 0; round < 30; round++)
      for (int time = 0; time < ${times}; time++)
        work(round);
    System.out.println(done);
  }
  static void work(int round) {
    done++;
    ${round.replaceAll('; ', ';\n    ')}
  }
  static int[] fill(int length, int seed) {
    int[] values = new int[length];
    int next = seed * 7919 + 17;
    for (int i = 0; i < length; i++) {
      next = next * 1103515245 + 12345;
      values[i] = (next >>> 8) & 0xffff;
    }
    return values;
  }
  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }
}
`;
}
