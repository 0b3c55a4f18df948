/**
 * Runs the body parser over typical snippets, so that its look-ahead caches and
 * the JIT are warm before the user's first edit. Costs about a second; called
 * by the worker while it has nothing else to do.
 */

import { parseBody } from './parse-body';

const STATEMENTS: readonly string[] = [
  'int x = 1;',
  'final String name = this.name;',
  'var list = new ArrayList<String>();',
  'Map<String, List<Integer>> map = new HashMap<>(16);',
  'int[] a = new int[10]; int[][] b = {{1, 2}, {3}};',
  'double d = (double) n / 2.0 + Math.sqrt(x * x + y * y);',
  'long h = (h << 5) ^ (h >>> 27) + (c & 0xff) | 1L;',
  'a[i] = b[j] + c[k]++ - --x; s += "text" + i;',
  'if (x == 0 && y != null || !done) return; else if (a < b) { x = y; } else { y = x; }',
  'for (int i = 0, n = s.length(); i < n; i++) { sum += s.charAt(i); }',
  'for (String s : names) System.out.println(s);',
  'while (it.hasNext()) { Object o = it.next(); if (o == null) continue; break; }',
  'do { x--; } while (x > 0);',
  'switch (x) { case 1: case 2: y = 3; break; default: throw new IllegalStateException("x: " + x); }',
  'int r = switch (kind) { case A, B -> 1; case C -> { yield 2; } default -> 0; };',
  'switch (o) { case String s when s.length() > 3 -> f(s); case Point(int px, var py) -> g(px); case null, default -> {} }',
  'if (o instanceof String s && s.isEmpty() || o instanceof Integer) { return; }',
  'try { f(); } catch (IOException | RuntimeException e) { throw new Error(e); } finally { g(); }',
  'try (var in = open(path); Reader r = new Reader(in)) { r.read(); }',
  'synchronized (lock) { count++; }',
  'list.stream().filter(x -> x > 1).map(String::valueOf).collect(Collectors.toList());',
  'run(() -> { work(); return null; }, (a, b) -> a + b, int[]::new, List<String>::new);',
  'Runnable r = new Runnable() { int n; @Override public void run() { n++; } };',
  'Foo.<String>bar(x).baz[3].qux(this, super.hashCode(), Foo.class, int[].class);',
  'outer: for (;;) { if (a) break outer; continue outer; }',
  'boolean ok = a ? b : c == d ? e : f;',
  "Object o = (Comparable<String> & Serializable) x; T t = (T) y; int c = (int) 'a';",
  'assert x > 0 : "x"; ; return x;',
  'record Pair(int left, int right) {} enum Color { RED, GREEN } class Local { void m() {} }',
  'this.x = Outer.this.x; Iface.super.m(); outer.new Inner(1);',
  'String t = """\n    text\n    """; char ch = \'\\n\'; float f = 1.5f; long l = 0x7fL;',
];

/** Bodies of every common kind, all of them valid. */
export const TYPICAL_BODIES: readonly [string, Parameters<typeof parseBody>[1]][] = [
  ...STATEMENTS.map((statement): [string, 'block'] => [`{ ${statement} }`, 'block']),
  ['{ super(a, b); this.a = a; }', 'constructor-body'],
  ['{ this(a, null); }', 'constructor-body'],
  ['new HashMap<>()', 'expression'],
  ['{ 1, 2, { 3 }, "x" }', 'array-initializer'],
  ['(1, "x", Foo::bar)', 'arguments'],
];

/** Parses one body a step, so that an analysis waits for one step at most. */
export function* warmUp(): Generator<undefined, void> {
  for (const [text, rule] of TYPICAL_BODIES) {
    parseBody(text, rule);
    yield;
  }
}
