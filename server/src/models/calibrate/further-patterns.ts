/**
 * Benchmarks of operations that the 174 patterns of the paper leave out, and
 * of the ways in which programs use those that it has.
 *
 * Sits in `models/`. Calls with arguments, fields and arrays of other
 * types, allocation by size, casts, locks, concatenation, and operations whose
 * operands were just computed: an operation's cost is that of its use.
 */
import { type Benchmark, numbered, readBenchmarks, writeBenchmark } from './benchmark';

const NODE = [
  'static class Node { int v = 1; long w = 2; double d = 3; Object o; Node next; Node() {} Node(int v, Node next) { this.v = v; this.next = next; } int value() { return v; } int plus(int x) { return v + x; } }',
  'interface Valued { int value(); }',
  'static final class Leaf extends Node implements Valued { Leaf(int v) { super(v, null); } public int value() { return v + 1; } }',
].join('  ');

const ARRAYS = ['byte', 'short', 'char', 'boolean', 'int', 'long', 'float', 'double'].map((type) => {
  const locals = `${type}[] x = new ${type}[64];  ${type} r = x[3];  int i = Inputs.aI;`;
  return `read of ${type}[]
  ${locals}
  > r = x[i]; r = x[5]; r = x[i + 1];  r = x[i & 31]; r = x[6]; r = x[i];
write of ${type}[]
  ${locals}
  > x[i] = r; x[5] = r; x[i + 1] = r;  x[i & 31] = r; x[i] = r; x[9] = r;`;
});

const ALLOCATIONS = ['int', 'byte', 'long', 'double', 'Object'].flatMap((type) =>
  [4, 64, 1000].map(
    (size) => `new ${type}[${size}]
  ${type}[] x = null;  int n = Inputs.zeroI + ${size};
  > x = new ${type}[n];`,
  ),
);

const FURTHER_PATTERNS = readBenchmarks(`
${ARRAYS.join('\n')}
${ALLOCATIONS.join('\n')}
new int[3][4]
  int[][] x = null;
  > x = new int[3][4];
new with arguments
  Node n = new Node(1, null);
  > n = new Node(2, null);  n = new Node(3, n.next);
  + ${NODE}
new of a subclass
  Node n = null;  int a = Inputs.aI, b = Inputs.bI, r = a;
  > n = new Leaf(a);
  + ${NODE}
static call, one int
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = f(a); r = f(b); g(a);
  + static int f(int x) { return x; }  static void g(int x) {}
static call, three ints
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = f(a, b, r);  r = f(1, a, b + 1);
  + static int f(int x, int y, int z) { return y; }
static call, longs
  long a = Inputs.aL, b = Inputs.bL, r = a;
  > r = f(a, b);  r = f(1L, a);
  + static long f(long x, long y) { return x + y; }
static call, doubles
  double a = Inputs.aD, b = Inputs.bD, r = a;
  > r = f(a, b);  r = f(1, a);
  + static double f(double x, double y) { return x + y; }
static call, reference
  Object r = Inputs.aR;
  > r = f(r);  g(r);  r = f(null);
  + static Object f(Object x) { return x; }  static void g(Object x) {}
virtual call, getter
  Node n = new Node(1, null);  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = n.value();  r += n.value();
  + ${NODE}
virtual call, argument
  Node n = new Node(1, null);  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = n.plus(a);  r = n.plus(3);  a = n.plus(b + 1);
  + ${NODE}
virtual call, overridden
  Node m = new Node(1, null), n = new Leaf(2);  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = n.value();  r = m.value();
  + ${NODE}
interface call
  Valued v = new Leaf(1);  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = v.value();  r += v.value();
  + ${NODE}
call of own method
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = one(a);  two();
  + private int one(int x) { return x + 1; }  final void two() {}
recursion
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = f(9);
  + static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
chain of references
  Node n = new Node(1, new Node(2, new Node(3, null)));  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = n.next.next.v;  r = n.next.v;  Node m = n.next;
  + ${NODE}
fields of itself
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > own = a;  r = own;  own += b;  other = own + a;
  + int own, other;
list of nodes
  int r = 0;
  > for (Node n = list; n != null; n = n.next) r += n.v;
  + ${NODE}  Node list = new Node(1, new Node(2, new Node(3, new Node(4, new Node(5, null)))));
static counters
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > count++;  total += a;  r = count;
  + static int count;  static long total;
reference fields
  Node n = new Node();  Object r = Inputs.aR;
  > n.o = r;  r = n.o;  n.next = n;  shared = r;  r = shared;
  + ${NODE}  static Object shared;
fields of long and double
  Node n = new Node();  long r = 1;  double s = 1;
  > n.w = r + 1;  r = n.w;  n.d = s;  s = n.d * 0.5;
  + ${NODE}
inner loop of 5
  int r = 0;
  > for (int j = 0; j < 5; j++) r += j;
inner loop of 50
  int r = 0;
  > for (int j = 0; j < 50; j++) r ^= j;
inner while
  int r = 0;
  > int j = 20;  while (j > 0) { r += j; j -= 2; }
inner do
  long r = 0;
  > long j = 20;  do { r += j; j--; } while (j > 0);
sum of an array
  int[] x = new int[100];  int r = 0;
  > for (int i = 0; i < x.length; i++) r += x[i];
for over an array
  double[] x = new double[100];  double r = 0;
  > for (double v : x) r += v;
sum of a matrix
  int[][] x = new int[8][8];  int r = 0;
  > for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) r += x[i][j];
copy of an array
  long[] x = new long[60], y = new long[60];
  > for (int i = 0; i < 60; i++) y[i] = x[i];
update of an array
  int[] x = new int[60];
  > for (int i = 0; i < 60; i++) { x[i] += i; x[59 - i]++; }
break and continue
  int r = 0;
  > for (int j = 0; j < 30; j++) { if (j % 3 == 0) continue; if (j > 25) break; r += j; }
nested conditions
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > if (a > 5 && b < 5 || r == 0) r = a; else r = b;  r = a > b ? r + 1 : r - 1;
booleans
  boolean p = Inputs.yes, q = Inputs.no, r = p;
  > if (p) r = q;  if (!q) r = p;  r = p & !q;  r = p == q;
comparisons as values
  int a = Inputs.aI, b = Inputs.bI, r = a;  boolean p = false;
  > p = a < b;  p = a == r;  p = b >= r;
nested int
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = (a + b) * (a - b) + (r ^ b);  r = ((a * 3 + b) << 2) - (r >> 1);
nested long
  long a = Inputs.aL, b = Inputs.bL, r = a;
  > r = (a + b) * (a - b) + (r ^ b);  r = ((a * 3L + b) << 2) - (r >>> 3);
nested double
  double a = Inputs.aD, b = Inputs.bD, r = a;
  > r = (a + b) * (a - b) + (r - b);  r = (a * 0.5 + b) / (b + 1.5);
nested float
  float a = Inputs.aF, b = Inputs.bF, r = a;
  > r = (a + b) * (a - b) + (r - b);  r = (a * 0.5f + b) / (b + 1.5f);
mixed types
  int a = Inputs.aI;  long b = 3;  double r = 0;
  > r = a + b * 0.5;  b = a + (long) r;  a = (int) b;
linear congruences
  int s = Inputs.aI;
  > s = s * 1103515245 + 12345;  s ^= s >>> 7;
linear congruences of long
  long s = Inputs.aL;
  > s = s * 6364136223846793005L + 1442695040888963407L;  s ^= s >>> 21;
remainders
  int a = Inputs.aI, b = Inputs.bI, r = a;
  > r = (a * 31 + b) % 97;  r = (r + 7) % 5;
compound assignments
  int r = Inputs.aI;  long s = 3;  double t = 1;
  > r += 5;  r -= 3;  s += r;  s *= 3;  t *= 0.5;  t += 1;  r <<= 1;  r |= 1;
instanceof
  Object o = new Leaf(1);  boolean r = false;
  > r = o instanceof Node;  if (o instanceof Valued) r = true;
  + ${NODE}
cast
  Object o = new Leaf(1);  Node n = null;
  > n = (Node) o;  n = (Leaf) o;
  + ${NODE}
lock
  Object o = Inputs.aR;  int r = 0;
  > synchronized (o) { r++; }
exception
  int r = 0;
  > try { if (r < 2000000000) throw PROBLEM; } catch (RuntimeException e) { r++; }
  + static final RuntimeException PROBLEM = new RuntimeException("", null, false, false) {};
concatenation
  String s = "";  int a = Inputs.aI, b = Inputs.bI, r = a;
  > s = "a" + a;  s = Inputs.text + s.length() + a;
lambda
  Runnable q = null;
  > q = () -> {};
lambda that captures
  Runnable q = null;  int[] x = new int[1];
  > q = () -> x[0]++;  q.run();
array of references
  Object[] x = new Object[8];  Object r = Inputs.aR;  int i = Inputs.bI;
  > x[i] = r;  r = x[i];  x[2] = x[i];
switch in a loop
  int r = 0;
  > for (int j = 0; j < 12; j++) switch (j & 3) { case 0: r++; break; case 1: r += 2; break; case 2: r ^= j; break; default: r--; }
conversions of narrow types
  byte p = 1;  short q = 2;  char c = 3;  int r = Inputs.aI;
  > p = (byte) r;  q = (short) (r + p);  c = (char) (r + q);  r = c + p;
`);

export function furtherBenchmarks(): readonly Benchmark[] {
  return FURTHER_PATTERNS.map((each, index): Benchmark => {
    const name = numbered('F', index + 1);
    return { name, kind: 'further', title: each.title, source: writeBenchmark({ name, ...each }) };
  });
}
