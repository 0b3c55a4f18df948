import { describe, expect, it } from 'vitest';
import type { BodyText } from '../../server/src/java/syntax/ast';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import { TYPICAL_BODIES } from '../../server/src/java/syntax/warm-up';
import { printRoot } from './print-tree';

function check(text: string, expected: string, rule: BodyText['rule'] = 'block'): void {
  const { root, problems } = parseBody(text, rule);
  expect(problems).toEqual([]);
  expect(printRoot(root)).toBe(expected);
}

function checkExpression(text: string, expected: string): void {
  check(text, expected, 'expression');
}

describe('operators', () => {
  it('bind by precedence, left to right', () => {
    checkExpression('a + b * c - d / e % f', '((a + (b * c)) - ((d / e) % f))');
    checkExpression('a - b - c', '((a - b) - c)');
    checkExpression(
      'a || b && c | d ^ e & f == g < h << i + j * k',
      '(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))',
    );
    checkExpression(
      'k * j + i >>> h >= g != f & e ^ d | c && b || a',
      '((((((((((k * j) + i) >>> h) >= g) != f) & e) ^ d) | c) && b) || a)',
    );
    checkExpression('a >> b >>> c << d', '(((a >> b) >>> c) << d)');
    checkExpression('(a + b) * c', '((a + b) * c)');
    checkExpression('a < b == c > d', '((a < b) == (c > d))');
  });
  it('assign from right to left', () => {
    checkExpression('a = b += c ? d : e', '(a = (b += (c ? d : e)))');
    checkExpression('x >>>= y >> z', '(x >>>= (y >> z))');
    checkExpression('a[i++] = -b', '(a[(i++)] = (-b))');
  });
  it('nest conditionals to the right', () => {
    checkExpression('a ? b : c ? d : e', '(a ? b : (c ? d : e))');
    checkExpression('a ? b ? c : d : e', '(a ? (b ? c : d) : e)');
    checkExpression('a == b ? x -> 1 : y -> 2', '((a == b) ? (var x) -> 1 : (var y) -> 2)');
  });
  it('have signs, increments and casts', () => {
    checkExpression('- -a + ~b - +c', '(((-(-a)) + (~b)) - (+c))');
    checkExpression('!a && !(b || c)', '((!a) && (!(b || c)))');
    checkExpression('++a + b--', '((++a) + (b--))');
    checkExpression('(int) a + (long) -b', '(((int) a) + ((long) (-b)))');
    checkExpression('(Integer) - b', '(Integer - b)');
    checkExpression('(String) a.b()[0]', '((String) a.b()[0])');
    checkExpression('(A & B<C>) x', '((A & B<C>) x)');
    checkExpression('(int[][]) x', '((int[][]) x)');
    checkExpression(
      '(Runnable & java.io.Serializable) () -> {}',
      '((Runnable & java.io.Serializable) () -> {})',
    );
    checkExpression('(Object) (Function<A, B>) x -> x', '((Object) ((Function<A, B>) (var x) -> x))');
  });
  it('test types with the precedence of a comparison', () => {
    checkExpression('a instanceof String == b', '((a instanceof String) == b)');
    checkExpression('a + b instanceof Foo<?>[] && c', '(((a + b) instanceof Foo<?>[]) && c)');
    checkExpression('o instanceof final String s && s.isEmpty()', '((o instanceof String s) && s.isEmpty())');
    checkExpression(
      'o instanceof Box<Point>(Point(var x, int _), _) || p',
      '((o instanceof Box<Point>(Point(var x, int _), _)) || p)',
    );
  });
});

describe('primaries', () => {
  it('are literals of every kind', () => {
    for (const literal of [
      '1',
      '0x1fL',
      '0b1_0',
      '017',
      '1.',
      '.5e-3f',
      '1d',
      '0x1_0.8p-3',
      "'\\n'",
      '"a\\"b"',
      'true',
      'null',
    ]) {
      checkExpression(literal, literal);
    }
    const { root } = parseBody(
      'f(1, 2L, 3f, 4., 0x5, 0x1.8p1, 0xF, 1e3, \'c\', "s", """\n  t""", true, null)',
      'expression',
    );
    const call = root.kind === 'value' && root.expression.kind === 'call' ? root.expression.arguments : [];
    expect(call.map((argument) => (argument.kind === 'literal' ? argument.literal : argument.kind))).toEqual(
      'int long float double int double int double char string text-block boolean null'.split(' '),
    );
  });
  it('chain fields, calls and indices', () => {
    checkExpression('a.b.c(d, e).f[g].h()', 'a.b.c(d, e).f[g].h()');
    checkExpression('this.x + Outer.this.x', '(this.x + Outer.this.x)');
    checkExpression(
      'super.m() + Iface.super.m() + Outer.super.f',
      '((super.m() + Iface.super.m()) + Outer.super.f)',
    );
    checkExpression('this.<T>foo(x)', 'this.<T>foo(x)');
    checkExpression('Foo.<A, B<C>>bar().<D>baz()', 'Foo.<A, B<C>>bar().<D>baz()');
    checkExpression('"a".length()', '"a".length()');
    checkExpression('(a).b', 'a.b');
    checkExpression('new int[]{1}[0]', 'new int[]{1}[0]');
  });
  it('create objects and arrays', () => {
    checkExpression('new A()', 'new A()');
    checkExpression('new java.util.HashMap<String, int[]>(3)', 'new java.util.HashMap<String, int[]>(3)');
    checkExpression('new ArrayList<>().size()', 'new ArrayList<>().size()');
    checkExpression('a.b().new Inner(1)', 'a.b().new Inner(1)');
    checkExpression('new int[a][b + 1][]', 'new int[a][(b + 1)][]');
    checkExpression('new String[][]{{"a"}, {}, null}', 'new String[][]{{"a"}, {}, null}');
    checkExpression('new @A Foo<@B Bar>()', 'new Foo<Bar>()');
  });
  it('refer to methods and classes', () => {
    checkExpression('String::valueOf', 'String::valueOf');
    checkExpression('int[]::new', 'type int[]::new');
    checkExpression('List<String>::new', 'type List<String>::new');
    checkExpression('Map.Entry<K, V>::<T>getKey', 'type Map.Entry<K, V>::getKey');
    checkExpression('this::m', 'this::m');
    checkExpression('super::m', 'super::m');
    checkExpression('a.b()::c', 'a.b()::c');
    checkExpression('int.class', 'int.class');
    checkExpression('void.class', 'void.class');
    checkExpression('java.lang.String[][].class', 'java.lang.String[][].class');
  });
  it('are lambdas', () => {
    checkExpression('() -> 1', '() -> 1');
    checkExpression('x -> y -> x + y', '(var x) -> (var y) -> (x + y)');
    checkExpression('(x, _) -> { return x; }', '(var x, var _) -> { return x; }');
    checkExpression('(final int x, String... y) -> {}', '(int x, String... y) -> {}');
    checkExpression('(var x, var y) -> x', '(var x, var y) -> x');
    checkExpression('_ -> 1', '(var _) -> 1');
  });
  it('keep anonymous classes with the bodies of their members', () => {
    checkExpression(
      'new A<>(1) { int x = 2, y[]; { x = 3; } @Override public int f(int a) { return a + x; } class B { int z = 4; } }',
      'new A<>(1) class { int x = 2, int[] y; { (x = 3); } public int f(int a) { return (a + x); } class B { int z = 4; } }',
    );
    checkExpression(
      'f(new A() { void g() { h(new B() { int i() { return 1; } }); } })',
      'f(new A() class { void g() { h(new B() class { int i() { return 1; } }); } })',
    );
  });
});

describe('statements', () => {
  it('declare variables', () => {
    check(
      '{ int a = 1, b[] = {2}, c; final var d = e; List<int[]> f; }',
      '{ int a = 1, int[] b = {2}, int c; final var d = e; List<int[]> f; }',
    );
    check('{ @A final int[] x[] = null; int _ = f(); }', '{ final int[][] x = null; int _ = f(); }');
    check(
      '{ record = 1; var yield1 = when; sealed.f(); }',
      '{ (record = 1); var yield1 = when; sealed.f(); }',
    );
  });
  it('branch and loop', () => {
    check('{ if (a) b(); else if (c) { d(); } else ; }', '{ if a then b(); else if c then { d(); } else ; }');
    check('{ if (a) if (b) c(); else d(); }', '{ if a then if b then c(); else d(); }');
    check(
      '{ for (int i = 0, j = 1; i < j; i++, --j) ; }',
      '{ for [int i = 0, int j = 1;] [(i < j)] [(i++), (--j)] ; }',
    );
    check('{ for (i = 0, j = 0; ; ) break; }', '{ for [(i = 0); (j = 0);] [] [] break; }');
    check('{ for (final var x : y()) { continue; } }', '{ for var x of y() { continue; } }');
    check('{ while (a) b(); do { c(); } while (d); }', '{ while a b(); do { c(); } while d; }');
    check('{ a: b: for (;;) { break a; } }', '{ a: b: for [] [] [] { break a; } }');
  });
  it('switch in both forms', () => {
    check(
      '{ switch (a) { case 1: case B: c(); d(); default: } }',
      '{ switch (a) { case 1: case B: c(); d(); case default: } }',
    );
    check(
      '{ x = switch (a) { case 1, 2 -> b; case C -> { yield d; } default -> throw e; }; }',
      '{ (x = switch (a) { case 1, 2 -> b; case C -> { yield d; } case default -> throw e; }); }',
    );
    check(
      '{ switch (o) { case null -> a(); case String s when s.length() > 1 -> b(); case P(var x, _) -> {} case null, default -> c(); } }',
      '{ switch (o) { case null -> a(); case String s when (s.length() > 1) -> b(); case P(var x, _) -> {} case null, default -> c(); } }',
    );
    check(
      '{ return switch (a) { case 1: yield 2; default: { yield (3); } }; }',
      '{ return switch (a) { case 1: yield 2; case default: { yield 3; } }; }',
    );
  });
  it('try, throw, lock and assert', () => {
    check(
      '{ try (var a = b(); c; this.d) { e(); } catch (final F | g.H i) { throw i; } finally { j(); } }',
      '{ try (var a = b(); c; this.d;) { e(); } catch (F | g.H i) { throw i; } finally { j(); } }',
    );
    check(
      '{ try { } finally { } synchronized (this) { a(); } assert b : "c"; assert d; return; }',
      '{ try {} finally {} synchronized this { a(); } assert b : "c"; assert d; return; }',
    );
  });
  it('declare local classes', () => {
    check(
      '{ record P(int x, int y) { P { f(); } static int z() { return 1; } } enum E { A(1) { int g() { return 2; } }, B; int h; } interface I { int i(); } abstract class C<T> extends D implements I { C() { super(); } } }',
      '{ record P (int x, int y) { P { f(); } static int z() { return 1; } } enum E { A(1) class { int g() { return 2; } }, B, int h; } interface I { int i(); } abstract class C<T> extends D implements I { C() { super(); } } }',
    );
  });
});

describe('members of local classes', () => {
  it('may be records without a modifier, which are no methods', () => {
    check(
      '{ class A { record B(int x) { int f() { return x; } } interface C { record D() { } } } }',
      '{ class A { record B (int x) { int f() { return x; } } interface C { record D () {} } } }',
    );
  });
});

describe('bodies of other rules', () => {
  it('call constructors, first or later', () => {
    check('{ super(a, b); this.a = a; }', '{ super(a, b); (this.a = a); }', 'constructor-body');
    check('{ this(1); }', '{ this(1); }', 'constructor-body');
    check('{ <T>super(1); }', '{ <T>super(1); }', 'constructor-body');
    check('{ a.b.super(1); }', '{ a.b.super(1); }', 'constructor-body');
    check('{ a().super(1); }', '{ a().super(1); }', 'constructor-body');
    check(
      '{ if (a < 0) throw b; int c = a; super(c); d(); }',
      '{ if (a < 0) then throw b; int c = a; super(c); d(); }',
      'constructor-body',
    );
  });
  it('read arguments and array initializers', () => {
    check('(1, "a", x -> x)', '(1, "a", (var x) -> x)', 'arguments');
    check('()', '()', 'arguments');
    check('{1, {2, 3,}, a + b,}', '{1, {2, 3}, (a + b)}', 'array-initializer');
    check('{,}', '{}', 'array-initializer');
  });
});

describe('the warm-up', () => {
  it('has no problem in any of its snippets', () => {
    for (const [text, rule] of TYPICAL_BODIES) expect(parseBody(text, rule).problems, text).toEqual([]);
  });
});
