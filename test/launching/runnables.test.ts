/** The methods that can be run, by forms of the language specification and of the three generations of JUnit. */
import { describe, expect, test } from 'vitest';
import { findRunnables } from '../../server/src/launching/runnables';

function describeAll(text: string, fileName = 'Demo.java'): readonly string[] {
  return findRunnables(text, fileName).map(
    ({ kind, className, methodName }) =>
      `${kind} ${className}${methodName === undefined ? '' : `#${methodName}`}`,
  );
}

describe('programs', () => {
  test.each([
    [
      'the classic form',
      'package p; public class A { public static void main(String[] args) {} }',
      ['main p.A'],
    ],
    ['variable arguments', 'class A { static public void main(final String... a) {} }', ['main A']],
    ['brackets behind the name', 'class A { public static void main(String args[]) {} }', ['main A']],
    ['the name in full', 'class A { public static void main(java.lang.String[] a) {} }', ['main A']],
    [
      'in a nested class',
      'class A { static class B { public static void main(String[] a) {} } }',
      ['main A$B'],
    ],
    ['in an interface', 'interface A { static void main(String[] a) {} }', ['main A']],
    [
      'in an enum and a record',
      'enum E { X; public static void main(String[] a) {} } record R() { public static void main(String[] a) {} }',
      ['main E', 'main R'],
    ],
    ['an instance main', 'class A { void main() {} }', ['main A']],
    ['a compact source file', 'void main() { IO.println(1); }', ['main Demo']],
    [
      'in code that is being typed',
      'class A { int f( { } public static void main(String[] a) { x. }',
      ['main A'],
    ],
  ])('%s', (_, text, expected) => {
    expect(describeAll(text)).toEqual(expected);
  });

  test.each([
    ['another type', 'class A { public static int main(String[] a) { return 1; } }'],
    ['another parameter', 'class A { public static void main(Object[] a) {} static void main(String a) {} }'],
    ['a private one', 'class A { private static void main(String[] a) {} }'],
    ['one without a body', 'interface A { void main(); }'],
    ['a call', 'class A { void f() { main(new String[0]); } }'],
  ])('are not: %s', (_, text) => {
    expect(describeAll(text)).toEqual([]);
  });
});

describe('arguments', () => {
  test.each([
    ['args[0]', true],
    ['if (args.length > 0) {}', true],
    ['for (String each : args) {}', true],
    ['run(args);', true],
    ['', false],
    ['int argsLength = 1; // args[0]', false],
    ['String s = "a \\" args"; /* args\n args */', false],
  ])('are read or not by the body { %s }', (body, reads) => {
    const text = `class A { int args = 1; public static void main(String[] args) { ${body} } }`;
    expect(findRunnables(text, 'A.java').map((main) => main.readsArguments === true)).toEqual([reads]);
  });
});

describe('tests', () => {
  const jupiter = 'import org.junit.jupiter.api.*;\nimport org.junit.jupiter.params.ParameterizedTest;\n';

  test('of JUnit 5 and later, in nested classes too', () => {
    const text = `${jupiter}class T {
      @Test void one() {}
      @DisplayName("a @Test in words") @Test @Tag("slow") public void two() {}
      @RepeatedTest(value = 10) void three(RepetitionInfo info) {}
      @ParameterizedTest @ValueSource(ints = {1, 2}) void four(int a, java.util.List<String>[] b) {}
      @TestFactory java.util.stream.Stream<DynamicTest> five() { return null; }
      @BeforeEach void setUp() {}
      void helper() {}
      @Nested class Inner { @org.junit.jupiter.api.Test void six() {} }
    }`;
    expect(describeAll(text)).toEqual([
      'test-class T',
      'test-method T#one',
      'test-method T#two',
      'test-method T#three',
      'test-method T#four',
      'test-method T#five',
      'test-class T$Inner',
      'test-method T$Inner#six',
    ]);
  });

  test('of JUnit 4, its runners, and of JUnit 3', () => {
    const text = `package q;
      import org.junit.Test;
      import org.junit.runner.RunWith;
      public class Four { @Test(expected = Error.class, timeout = 10) public void breaks() {} }
      @RunWith(Suite.class) class All {}
      class Three extends TestCase { public void testSum() {} public void sum() {} public void testWith(int a) {} }
      class Other extends junit.framework.TestCase { public void testIt() {} }`;
    expect(describeAll(text)).toEqual([
      'test-class q.Four',
      'test-method q.Four#breaks',
      'test-class q.All',
      'test-class q.Three',
      'test-method q.Three#testSum',
      'test-class q.Other',
      'test-method q.Other#testIt',
    ]);
  });

  test('are not: those of another @Test, of an abstract class, in comments and strings', () => {
    const text = `import com.acme.Test;
      class A { @Test void no() {} // @org.junit.Test
        String s = "@org.junit.Test"; void f() {} }
      abstract class B { @org.junit.jupiter.api.Test void inherited() {} }`;
    expect(describeAll(text)).toEqual([]);
  });

  test('are named where they stand', () => {
    const text = `import org.junit.Test;\nclass T {\n  @Test\n  public void sums() { }\n}`;
    const [inClass, method] = findRunnables(text, 'T.java');
    expect(text.slice(inClass?.nameStart).startsWith('T {')).toBe(true);
    expect(text.slice(method?.nameStart, method?.end)).toBe('sums() { }');
  });
});
