/**
 * Benchmarks of operations that the 174 patterns of the paper leave out, and
 * of the ways in which programs use those that it has.
 *
 * Sits in `models/`. Calls with arguments, fields and arrays of other
 * types, allocation by size, casts, locks, concatenation, and operations whose
 * operands were just computed: an operation's cost is that of its use.
 */
import { type Benchmark, numbered, writeBenchmark } from './benchmark';

interface FurtherPattern {
  readonly title: string;
  readonly members?: readonly string[];
  readonly prepare?: readonly string[];
  readonly locals: readonly string[];
  readonly round: readonly string[];
}

const NODE = [
  'static class Node { int v = 1; long w = 2; double d = 3; Object o; Node next; Node() {} Node(int v, Node next) { this.v = v; this.next = next; } int value() { return v; } int plus(int x) { return v + x; } }',
  'interface Valued { int value(); }',
  'static final class Leaf extends Node implements Valued { Leaf(int v) { super(v, null); } public int value() { return v + 1; } }',
];
const INTS = ['int a = Inputs.aI, b = Inputs.bI, r = a;'];
const LONGS = ['long a = Inputs.aL, b = Inputs.bL, r = a;'];
const DOUBLES = ['double a = Inputs.aD, b = Inputs.bD, r = a;'];

function pattern(
  title: string,
  locals: readonly string[],
  round: readonly string[],
  members?: readonly string[],
): FurtherPattern {
  return { title, locals, round, ...(members === undefined ? {} : { members }) };
}

const arraysOfTypes = (
  ['byte', 'short', 'char', 'boolean', 'int', 'long', 'float', 'double'] as const
).flatMap((type) => {
  const locals = [`${type}[] x = new ${type}[64];`, `${type} r = x[3];`, 'int i = Inputs.aI;'];
  return [
    pattern(`read of ${type}[]`, locals, [
      'r = x[i]; r = x[5]; r = x[i + 1];',
      'r = x[i & 31]; r = x[6]; r = x[i];',
    ]),
    pattern(`write of ${type}[]`, locals, [
      'x[i] = r; x[5] = r; x[i + 1] = r;',
      'x[i & 31] = r; x[i] = r; x[9] = r;',
    ]),
  ];
});

const allocations = [
  ...(['int', 'byte', 'long', 'double', 'Object'] as const).flatMap((type) =>
    [4, 64, 1000].map((size) =>
      pattern(
        `new ${type}[${size}]`,
        [`${type}[] x = null;`, `int n = Inputs.zeroI + ${size};`],
        [`x = new ${type}[n];`],
      ),
    ),
  ),
  pattern('new int[3][4]', ['int[][] x = null;'], ['x = new int[3][4];']),
  pattern(
    'new with arguments',
    ['Node n = new Node(1, null);'],
    ['n = new Node(2, null);', 'n = new Node(3, n.next);'],
    NODE,
  ),
  pattern('new of a subclass', ['Node n = null;', ...INTS], ['n = new Leaf(a);'], NODE),
];

const calls = [
  pattern(
    'static call, one int',
    INTS,
    ['r = f(a); r = f(b); g(a);'],
    ['static int f(int x) { return x; }', 'static void g(int x) {}'],
  ),
  pattern(
    'static call, three ints',
    INTS,
    ['r = f(a, b, r);', 'r = f(1, a, b + 1);'],
    ['static int f(int x, int y, int z) { return y; }'],
  ),
  pattern(
    'static call, longs',
    LONGS,
    ['r = f(a, b);', 'r = f(1L, a);'],
    ['static long f(long x, long y) { return x + y; }'],
  ),
  pattern(
    'static call, doubles',
    DOUBLES,
    ['r = f(a, b);', 'r = f(1, a);'],
    ['static double f(double x, double y) { return x + y; }'],
  ),
  pattern(
    'static call, reference',
    ['Object r = Inputs.aR;'],
    ['r = f(r);', 'g(r);', 'r = f(null);'],
    ['static Object f(Object x) { return x; }', 'static void g(Object x) {}'],
  ),
  pattern(
    'virtual call, getter',
    ['Node n = new Node(1, null);', ...INTS],
    ['r = n.value();', 'r += n.value();'],
    NODE,
  ),
  pattern(
    'virtual call, argument',
    ['Node n = new Node(1, null);', ...INTS],
    ['r = n.plus(a);', 'r = n.plus(3);', 'a = n.plus(b + 1);'],
    NODE,
  ),
  pattern(
    'virtual call, overridden',
    ['Node m = new Node(1, null), n = new Leaf(2);', ...INTS],
    ['r = n.value();', 'r = m.value();'],
    NODE,
  ),
  pattern(
    'interface call',
    ['Valued v = new Leaf(1);', ...INTS],
    ['r = v.value();', 'r += v.value();'],
    NODE,
  ),
  pattern(
    'call of own method',
    INTS,
    ['r = one(a);', 'two();'],
    ['private int one(int x) { return x + 1; }', 'final void two() {}'],
  ),
  pattern(
    'recursion',
    INTS,
    ['r = f(9);'],
    ['static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }'],
  ),
];

const fields = [
  pattern(
    'chain of references',
    ['Node n = new Node(1, new Node(2, new Node(3, null)));', ...INTS],
    ['r = n.next.next.v;', 'r = n.next.v;', 'Node m = n.next;'],
    NODE,
  ),
  pattern(
    'fields of itself',
    INTS,
    ['own = a;', 'r = own;', 'own += b;', 'other = own + a;'],
    ['int own, other;'],
  ),
  pattern(
    'list of nodes',
    ['int r = 0;'],
    ['for (Node n = list; n != null; n = n.next) r += n.v;'],
    [...NODE, 'Node list = new Node(1, new Node(2, new Node(3, new Node(4, new Node(5, null)))));'],
  ),
  pattern(
    'static counters',
    INTS,
    ['count++;', 'total += a;', 'r = count;'],
    ['static int count;', 'static long total;'],
  ),
  pattern(
    'reference fields',
    ['Node n = new Node();', 'Object r = Inputs.aR;'],
    ['n.o = r;', 'r = n.o;', 'n.next = n;', 'shared = r;', 'r = shared;'],
    [...NODE, 'static Object shared;'],
  ),
  pattern(
    'fields of long and double',
    ['Node n = new Node();', 'long r = 1;', 'double s = 1;'],
    ['n.w = r + 1;', 'r = n.w;', 'n.d = s;', 's = n.d * 0.5;'],
    NODE,
  ),
];

const loops = [
  pattern('inner loop of 5', ['int r = 0;'], ['for (int j = 0; j < 5; j++) r += j;']),
  pattern('inner loop of 50', ['int r = 0;'], ['for (int j = 0; j < 50; j++) r ^= j;']),
  pattern('inner while', ['int r = 0;'], ['int j = 20;', 'while (j > 0) { r += j; j -= 2; }']),
  pattern('inner do', ['long r = 0;'], ['long j = 20;', 'do { r += j; j--; } while (j > 0);']),
  pattern(
    'sum of an array',
    ['int[] x = new int[100];', 'int r = 0;'],
    ['for (int i = 0; i < x.length; i++) r += x[i];'],
  ),
  pattern(
    'for over an array',
    ['double[] x = new double[100];', 'double r = 0;'],
    ['for (double v : x) r += v;'],
  ),
  pattern(
    'sum of a matrix',
    ['int[][] x = new int[8][8];', 'int r = 0;'],
    ['for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) r += x[i][j];'],
  ),
  pattern(
    'copy of an array',
    ['long[] x = new long[60], y = new long[60];'],
    ['for (int i = 0; i < 60; i++) y[i] = x[i];'],
  ),
  pattern(
    'update of an array',
    ['int[] x = new int[60];'],
    ['for (int i = 0; i < 60; i++) { x[i] += i; x[59 - i]++; }'],
  ),
  pattern(
    'break and continue',
    ['int r = 0;'],
    ['for (int j = 0; j < 30; j++) { if (j % 3 == 0) continue; if (j > 25) break; r += j; }'],
  ),
  pattern('nested conditions', INTS, [
    'if (a > 5 && b < 5 || r == 0) r = a; else r = b;',
    'r = a > b ? r + 1 : r - 1;',
  ]),
  pattern(
    'booleans',
    ['boolean p = Inputs.yes, q = Inputs.no, r = p;'],
    ['if (p) r = q;', 'if (!q) r = p;', 'r = p & !q;', 'r = p == q;'],
  ),
  pattern('comparisons as values', INTS.concat('boolean p = false;'), [
    'p = a < b;',
    'p = a == r;',
    'p = b >= r;',
  ]),
];

const computed = [
  pattern('nested int', INTS, ['r = (a + b) * (a - b) + (r ^ b);', 'r = ((a * 3 + b) << 2) - (r >> 1);']),
  pattern('nested long', LONGS, ['r = (a + b) * (a - b) + (r ^ b);', 'r = ((a * 3L + b) << 2) - (r >>> 3);']),
  pattern('nested double', DOUBLES, ['r = (a + b) * (a - b) + (r - b);', 'r = (a * 0.5 + b) / (b + 1.5);']),
  pattern(
    'nested float',
    ['float a = Inputs.aF, b = Inputs.bF, r = a;'],
    ['r = (a + b) * (a - b) + (r - b);', 'r = (a * 0.5f + b) / (b + 1.5f);'],
  ),
  pattern(
    'mixed types',
    ['int a = Inputs.aI;', 'long b = 3;', 'double r = 0;'],
    ['r = a + b * 0.5;', 'b = a + (long) r;', 'a = (int) b;'],
  ),
  pattern('linear congruences', ['int s = Inputs.aI;'], ['s = s * 1103515245 + 12345;', 's ^= s >>> 7;']),
  pattern(
    'linear congruences of long',
    ['long s = Inputs.aL;'],
    ['s = s * 6364136223846793005L + 1442695040888963407L;', 's ^= s >>> 21;'],
  ),
  pattern('remainders', INTS, ['r = (a * 31 + b) % 97;', 'r = (r + 7) % 5;']),
  pattern(
    'compound assignments',
    ['int r = Inputs.aI;', 'long s = 3;', 'double t = 1;'],
    ['r += 5;', 'r -= 3;', 's += r;', 's *= 3;', 't *= 0.5;', 't += 1;', 'r <<= 1;', 'r |= 1;'],
  ),
];

const references = [
  pattern(
    'instanceof',
    ['Object o = new Leaf(1);', 'boolean r = false;'],
    ['r = o instanceof Node;', 'if (o instanceof Valued) r = true;'],
    NODE,
  ),
  pattern('cast', ['Object o = new Leaf(1);', 'Node n = null;'], ['n = (Node) o;', 'n = (Leaf) o;'], NODE),
  pattern('lock', ['Object o = Inputs.aR;', 'int r = 0;'], ['synchronized (o) { r++; }']),
  pattern(
    'exception',
    ['int r = 0;'],
    ['try { if (r < 2000000000) throw PROBLEM; } catch (RuntimeException e) { r++; }'],
    ['static final RuntimeException PROBLEM = new RuntimeException("", null, false, false) {};'],
  ),
  pattern(
    'concatenation',
    ['String s = "";', ...INTS],
    ['s = "a" + a;', 's = Inputs.text + s.length() + a;'],
  ),
  pattern('lambda', ['Runnable q = null;'], ['q = () -> {};']),
  pattern(
    'lambda that captures',
    ['Runnable q = null;', 'int[] x = new int[1];'],
    ['q = () -> x[0]++;', 'q.run();'],
  ),
  pattern(
    'array of references',
    ['Object[] x = new Object[8];', 'Object r = Inputs.aR;', 'int i = Inputs.bI;'],
    ['x[i] = r;', 'r = x[i];', 'x[2] = x[i];'],
  ),
  pattern(
    'switch in a loop',
    ['int r = 0;'],
    [
      'for (int j = 0; j < 12; j++) switch (j & 3) { case 0: r++; break; case 1: r += 2; break; case 2: r ^= j; break; default: r--; }',
    ],
  ),
  pattern(
    'conversions of narrow types',
    ['byte p = 1;', 'short q = 2;', 'char c = 3;', 'int r = Inputs.aI;'],
    ['p = (byte) r;', 'q = (short) (r + p);', 'c = (char) (r + q);', 'r = c + p;'],
  ),
];

export function furtherBenchmarks(): readonly Benchmark[] {
  return [...arraysOfTypes, ...allocations, ...calls, ...fields, ...loops, ...computed, ...references].map(
    (each: FurtherPattern, index): Benchmark => {
      const name = numbered('F', index + 1);
      return { name, kind: 'further', title: each.title, source: writeBenchmark({ name, ...each }) };
    },
  );
}
