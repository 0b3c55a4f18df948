import { describe, expect, it } from 'vitest';
import type { CompilationUnit } from '../../server/src/java/syntax/ast';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { printClass } from './print-tree';

/** Prints the classes, with `«»` for each body. */
function print(unit: CompilationUnit): string {
  return unit.classes.map((declaration) => printClass(declaration, () => '«»')).join('\n');
}

function check(text: string, expected: string): CompilationUnit {
  const unit = parseDeclarations(text);
  expect(unit.problems).toEqual([]);
  expect(print(unit)).toBe(expected);
  return unit;
}

/** Broken text: what is still found, and the problems in words. */
function checkBroken(text: string, expected: string, messages: readonly string[]): void {
  const unit = parseDeclarations(text);
  expect(print(unit)).toBe(expected);
  expect(unit.problems.map(({ message }) => message)).toEqual(messages);
}

describe('a file', () => {
  it('has a package and imports of every kind', () => {
    const unit = parseDeclarations(
      '@A("x") package a.b.c; import d.E; import f.*; import static g.H.i; import static j.K.*; import module java.base; ' +
        'import module.L; class M {}',
    );
    expect(unit.packageName).toBe('a.b.c');
    expect(unit.imports.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'single d.E',
      'on-demand f',
      'static-single g.H.i',
      'static-on-demand j.K',
      'module java.base',
      'single module.L',
    ]);
    expect(unit.problems).toEqual([]);
    expect(unit.classes.map(({ name }) => name)).toEqual(['M']);
    expect(unit.compact).toBe(false);
  });
  it('may be compact', () => {
    const unit = check(
      'import java.util.*; String name = "x"; void main() { IO.println(name); } record R(int a) {}',
      'class { String name = «»; void main() «» record R (int a) {} }',
    );
    expect(unit.compact).toBe(true);
  });
  it('may declare a module, or nothing', () => {
    check('open module a.b { requires java.base; exports c; }', '');
    check('', '');
    check('/** no class */ package a;', '');
  });
});

describe('a class', () => {
  it('has modifiers, type parameters and supertypes', () => {
    check(
      'public abstract sealed class A<T extends B & C<? super T>, @X U> extends D<T>.E implements F, g.H<int[]> permits I, J {}',
      'public abstract sealed class A<T extends B & C<? super T>, U> extends D<T>.E implements F, g.H<int[]> {}',
    );
    check('non-sealed interface K extends L, M {}', 'non-sealed interface K implements L, M {}');
    check(
      '@interface N { int a() default 1; String[] b() default {"x", "y"}; int C = 2; }',
      'annotation N { int a(); String[] b(); int C = «»; }',
    );
    check(
      'record P<T>(@A T a, int... b) implements Q { P { } static int c; P(T a) { this(a, 1); } }',
      'record P<T> (T a, int... b) implements Q { P «» static int c; P(T a) «» }',
    );
    check(
      'enum E implements F { @A A, B(1, x -> { return 2; }) { int m() { return 1; } }, C {}, ; int f; E(int... a) { } }',
      'enum E implements F { A, B«» class { int m() «» }, C class {}, int f; E(int... a) «» }',
    );
    check('enum G { A, B, }', 'enum G { A, B, }');
    check(
      'class O { class I { interface J { } } ; enum K { } @interface L { } record M() { } }',
      'class O { class I { interface J {} } enum K {} annotation L {} record M () {} }',
    );
  });
  it('has fields with several declarators', () => {
    check('class A { int a, b[] = {1}, c = d < e ? 1 : 2; }', 'class A { int a, int[] b = «», int c = «»; }');
    check(
      'class A { Map<K, List<V>> m = new HashMap<K, List<V>>(), n = f(a, b); }',
      'class A { Map<K, List<V>> m = «», Map<K, List<V>> n = «»; }',
    );
    check(
      'class A { boolean b = x < y, c = z > w; F f = (a, b) -> { g(a, b); }, g = A::<B, C>h; }',
      'class A { boolean b = «», boolean c = «»; F f = «», F g = «»; }',
    );
    check(
      'class A { private static final @B int @C [] @D [] a = null; }',
      'class A { private static final int[][] a = «»; }',
    );
    check(
      'class A { Object o = new B() { int f, g; void h() { ; } }; int i; }',
      'class A { Object o = «»; int i; }',
    );
    check(
      'class A { int record, sealed, permits, module; record r; }',
      'class A { int record, int sealed, int permits, int module; record r; }',
    );
  });
  it('has methods with types, parameters and modifiers', () => {
    check(
      'class A { @B(x = {1, 2}, y = @C) public static <T extends D> T[] m(final T a, int[] b[], E.@F G... c) throws H, I { } }',
      'class A { public static <T extends D> T[][] m(T a, int[][] b, E.G... c) «» }'.replace(
        'T[][] m',
        'T[] m',
      ),
    );
    check(
      'class A { int f()[] { return null; } abstract void g(); native int h(int @A ... a); }',
      'class A { int[] f() «» abstract void g(); native int h(int... a); }',
    );
    check(
      'class A<T> { void f(A<T> this, int a) { } class B { B(A<T> A.this) { } } <U> A(U u) { } }',
      'class A<T> { void f(int a) «» class B { B() «» } <U> A(U u) «» }',
    );
    check(
      'interface I { default int f() { return 1; } static <T> void g() { } private void h() { } int i(); }',
      'interface I { default int f() «» static <T> void g() «» private void h() «» int i(); }',
    );
    check('class A { static { a(); } { b(); } static int c; }', 'class A { static «» «» static int c; }');
    check(
      'class A { java.util.Map.Entry<? extends K[], ?> m(int $1, long _é) { } }',
      'class A { java.util.Map.Entry<? extends K[], ?> m(int $1, long _é) «» }',
    );
  });
  it('is not misled by braces in comments and literals', () => {
    check(
      'class A { /* { */ String a = "}\\"{"; char b = \'{\', c = \'\\\'\'; // }\n void m() { f("}", \'}\'); /* } */ }\n String t = """\n } " \\""" { """; int z; }',
      'class A { String a = «»; char b = «», char c = «»; void m() «» String t = «»; int z; }',
    );
  });
});

describe('positions', () => {
  it('are those of the text', () => {
    const text = 'class A {\n  @B int f(int x) { return x; }\n  int a = 1, b;\n}';
    const unit = parseDeclarations(text);
    const slices = unit.classes[0]?.members.map((member) => text.slice(member.start, member.end));
    expect(slices).toEqual(['@B int f(int x) { return x; }', 'int a = 1, b;']);
    const method = unit.classes[0]?.members[0];
    const body = method?.kind === 'method' ? method.body : undefined;
    expect(text.slice(body?.start, body?.end)).toBe('{ return x; }');
    const field = unit.classes[0]?.members[1];
    const declarators = field?.kind === 'field' ? field.declarators : [];
    expect(declarators.map(({ start, end }) => text.slice(start, end))).toEqual(['a = 1', 'b']);
  });
});

describe('broken text', () => {
  it('loses only the member whose brace is missing', () => {
    checkBroken(
      'class A {\n  void a() {\n    if (x) {\n      y();\n  }\n\n  public void b() {\n    z();\n  }\n}\n',
      'class A { void a() «» public void b() «» }',
      ["'}' is missing"],
    );
    checkBroken(
      'class A {\n  void a() {\n    if (x)\n      y();\n\n  public int b() {\n    z();\n  }\n  int c;\n}\n',
      'class A { void a() «» public int b() «» int c; }',
      ["'}' is missing"],
    );
  });
  it('passes over a brace too many', () => {
    checkBroken(
      'class A {\n  void a() {\n    if (x)\n      y();\n    }\n  }\n\n  void b() {\n  }\n}\n',
      'class A { void a() «» void b() «» }',
      ["'}' closes nothing"],
    );
  });
  it('goes on after what is no member', () => {
    checkBroken('class A { int a; foo bar baz; int b; }', 'class A { int a; foo bar; int b; }', [
      "';' is missing",
      'this is no member of a class',
    ]);
    checkBroken(
      'class A { void f(int a, ) { } void g(int { } int h; }',
      'class A { void f(int a) «» void g() «» int h; }',
      ['a parameter is incomplete', "')' is missing"],
    );
    checkBroken('class A { int a = ; int b = f(1; int c; }', 'class A { int a; int b = «»; int c; }', [
      "the value of 'a' is missing",
    ]);
    checkBroken('class A { int a = f(\n public int b() { } }', 'class A { int a = «»; public int b() «» }', [
      "';' is missing",
    ]);
    checkBroken('class A { private \n public void f() { } }', 'class A { private public void f() «» }', []);
  });
  it('keeps the members of classes whose braces are missing', () => {
    checkBroken(
      'class A\n  int a;\n  void f() {\n  }\n}\nclass B {\n}\n',
      'class A { int a; void f() «» }\nclass B {}',
      ["'{' is missing"],
    );
    checkBroken(
      'class A {\n  class B {\n    int a;\n\n  int b;\n  void f() {\n  }\n}\n',
      'class A { class B { int a; } int b; void f() «» }',
      ["'}' is missing"],
    );
  });
  it('takes the rest of a one-line body for the body', () => {
    checkBroken('class A {\n  A() }\n  int a;\n}\n', 'class A { A(); int a; }', [
      "the body of 'A' is missing",
    ]);
  });
  it('says where a class is not closed', () => {
    checkBroken('class A {\n  int a;\n  void f() { }\n', 'class A { int a; void f() «» }', [
      "'}' is missing",
    ]);
  });
});

describe('extreme files', () => {
  const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join('');
  const methods = 33_334;

  it('may have 100,000 lines, or one line of 1 MB, also with a brace missing', () => {
    const lines = `class A {\n${repeat('  int f(int a) {\n    return a + 1;\n  }\n', methods)}`;
    const line = `class A { ${repeat('int f(int a) { return a + 1; } ', methods)}`;
    for (const text of [lines, line]) {
      for (const end of ['}', '']) {
        expect(parseDeclarations(text + end).classes[0]?.members.length).toBe(methods);
      }
    }
  }, 60_000);

  it('may be anything at all, in linear time', () => {
    const pieces = [
      'class A { ',
      '@A(',
      '@A({ ',
      '"""',
      "' ",
      '<',
      'A<',
      'class A { int x = a<',
      '}\n',
      'int f(',
      '/* ',
      'a.',
      '[]',
      'enum E { A( ',
      'sealed ',
      'record ',
      '= ( ',
      'import ',
      'void f() {\n',
      '   }\n',
      ' ',
    ];
    const times = 30_000;
    for (const piece of pieces) {
      for (const text of [repeat(piece, times), `class A { int x = ${repeat(piece, times)}`]) {
        const start = performance.now();
        expect(parseDeclarations(text).problems.length).toBeLessThanOrEqual(200);
        // Quadratic time would take a minute.
        expect(performance.now() - start, piece).toBeLessThan(10_000);
      }
    }
  }, 120_000);
});
