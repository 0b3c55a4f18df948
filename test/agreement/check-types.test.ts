/** Agreement of source and class files: on code that holds what javac adds to it, and on a module of each JDK. */
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTypeCheck, noticesOf, readRequest, runTypeCheck } from './run-type-check';
import { checkTypes, type TypeCheck } from './check-types';
import { CHECKED_GROUPS } from './comparable-operations';
import { openClassContainer } from './class-container';
import { jdks, modulesOf, must } from '../classfile/jdk-modules';
import { compileClasses } from '../operations/compile';
import { platformOf } from '../operations/extract-text';
import { readModuleSources } from '../support/jdk-sources';
import type { Jdk } from '../support/jdks';

function checkText(jdk: Jdk, source: string, compiled = source, options?: readonly string[]): TypeCheck {
  const classes = compileClasses(jdk, 'Test.java', compiled, options);
  return checkTypes({
    files: [{ path: 'Test.java', text: source }],
    classes: classes.map(({ name, bytes }) => ({ name, read: () => ({ ok: true, value: bytes }) })),
    libraries: platformOf(jdk),
  });
}

function disagreementsOf({ disagreements }: TypeCheck): readonly string[] {
  return disagreements
    .map(({ operation, missed, invented }) => `${operation} -${missed} +${invented}`)
    .sort();
}

const PROGRAM = `
import java.util.*;
import java.util.function.*;
class Test<T extends Comparable<T>> implements Comparable<Test<T>> {
  static final int[] TABLE =
      { 1, 2, 3 };
  private final Map<String, List<Integer>> map = new HashMap<>();
  private long total = TABLE.length;
  Test() { this(3); }
  Test(int n) { total += n; }
  Test(String s) { total = s.length(); }
  public int compareTo(Test<T> other) { return Long.compare(total, other.total); }
  int sum(List<Integer> list, char c) {
    int s = 0;
    for (int x : list)
      s += x * c;
    return s
        + list.size()
        - (int) (total % 7);
  }
  Supplier<String> lambda(String text, int n) {
    return () -> {
      String t = text + n;
      return t.isEmpty() ? null : t;
    };
  }
  Runnable anonymous(int[] cells) {
    class Local { int at(int i) { return cells[i]; } }
    new Local().at(1);
    return new Runnable() {
      int runs = 1;
      @Override public void run() {
        runs++;
        cells[0] = runs;
      }
    };
  }
  long guarded(Object lock, long[] values, int at) {
    try {
      synchronized (lock) { return values[at] / 2; }
    } catch (RuntimeException e) {
      return -1L;
    } finally {
      total = total * 2;
      assert total > 0;
    }
  }
  int choose(String s, Thread.State state) {
    switch (s) { case "a": return 1; case "b": return 2; default: }
    switch (state) {
      case NEW: return int.class.getModifiers();
      case BLOCKED: return 4;
      default: return 5;
    }
  }
  void close(java.io.InputStream in) throws java.io.IOException {
    try (java.io.InputStream kept = in) { total += kept.read(); }
  }
  class Inner { long twice() { return total << 1; } }
  static class Nested { private int hidden = 4; }
  Object cast() { return List.of((Object) (String) null, boolean.class); }
  int reach(Nested nested) { return nested.hidden++; }
}
`;

/** Since JDK 18 classes that never use the instance around them don't keep it; source counts that store all the same. */
const KEPT_FOR_NOTHING = ['FieldStore Object -0 +2'];

const RECORDS = `
class Test {
  sealed interface Shape permits Circle, Square, Pair {}
  record Circle(double r) implements Shape {}
  record Square(int a, Object b) implements Shape {}
  record Pair(Shape one, Shape two) implements Shape {}
  static double area(Shape s) {
    return switch (s) {
      case Circle(double r) -> r * 3;
      case Square(int a, Object b) -> a;
      case Pair(Shape x, Shape y) -> 2;
    };
  }
  static boolean is(Object o) {
    return o instanceof Square(int a, String b) && a > 3;
  }
}`;

const INHERITED = `
class Test {
  interface Sorted { Sorted put(String text); }
  static abstract class Base<M> {
    public M put(String text) { return null; }
  }
  static class Own extends Base<Own> implements Sorted {
  }
}`;

describe.runIf(jdks.length > 0)('source and class files agree', () => {
  it.each(jdks)('on a method of a superclass that an interface promises more of: JDK $version', (jdk) => {
    const check = checkText(jdk, INHERITED);
    expect(disagreementsOf(check)).toEqual([]);
    expect(check.groups.conversion.matched).toBe(1);
  });

  it.each(jdks.filter(({ version }) => version >= 21))(
    'on records that are taken apart: JDK $version',
    (jdk) => {
      expect(disagreementsOf(checkText(jdk, RECORDS))).toEqual([]);
    },
  );

  it.each(jdks)('by statement, in what javac of JDK $version makes of a program', (jdk) => {
    const check = checkText(jdk, PROGRAM);
    expect(disagreementsOf(check)).toEqual(jdk.version < 18 ? [] : KEPT_FOR_NOTHING);
    for (const group of CHECKED_GROUPS) expect(check.groups[group].matched, group).toBeGreaterThan(0);
    expect(Object.keys(check.setAside.rules).sort()).toEqual([
      'copies of closing resources',
      'copies of finally',
      'initializers in further constructors',
    ]);
  });

  it.each(jdks)(
    'where classes reach each other through accessors, and text is joined by a builder: JDK $version',
    (jdk) => {
      const check = checkText(jdk, PROGRAM, PROGRAM, ['-g', '-source', '8', '-target', '8']);
      expect(disagreementsOf(check)).toEqual([]);
    },
  );

  it.each(jdks.filter(({ sources }) => sources !== undefined))(
    'on java.logging of JDK $version',
    { timeout: 120_000 },
    (jdk) => {
      const { classes } = must(openClassContainer(modulesOf(jdk.home), 'java.logging'));
      const files = readModuleSources(jdk, 'java.logging');
      const { groups } = checkTypes({ files, classes, libraries: platformOf(jdk) });
      for (const group of ['arithmetic', 'comparison'] as const) {
        expect(groups[group].recall, group).toBeGreaterThan(0.995);
        expect(groups[group].precision, group).toBeGreaterThan(0.998);
      }
      for (const group of CHECKED_GROUPS) {
        expect(groups[group].recall ?? 1, group).toBeGreaterThan(0.97);
        expect(groups[group].precision ?? 1, group).toBeGreaterThan(0.97);
      }
    },
  );
});

describe.runIf(jdks.length > 0)('what does not belong together', () => {
  const [jdk] = jdks;

  it('is said, and not compared', () => {
    if (jdk === undefined) return;
    const moved = `${'\n'.repeat(80)}${PROGRAM}`;
    const check = checkText(jdk, PROGRAM, moved);
    expect(check.mismatched.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^\d+ of \d+ methods lie on other lines in the class files$/),
    ]);
    expect(check.files.compared).toBe(0);
  });

  it.each([
    ['a method', '  int g() { return 2; }\n', /^its method Test\.g is not in the class files$/],
    [
      'an overload',
      '  long f(long a, int b) { return a; }\n',
      /^its method Test\.f is not in the class files$/,
    ],
    [
      'methods',
      '  int g() { return 2; }\n  int h() { return 2; }\n',
      /^2 of its methods, such as Test\.g, are/,
    ],
    ['a class', '  static class New { }\n', /^there is no class file of Test\$New$/],
    [
      'classes',
      '  enum New { A { } }\n  @interface More { }\n',
      /^there are no class files of 2 of its 3 classes/,
    ],
  ])('is said of %s that came after the classes were compiled', (_, added, message) => {
    if (jdk === undefined) return;
    const compiled = 'class Test {\n  static long f(long a) {\n    return a + a;\n  }\n}\n';
    const check = checkText(jdk, compiled.replace(/\}\n$/, `${added}}\n`), compiled);
    expect(check.mismatched.map((file) => file.message)).toEqual([expect.stringMatching(message)]);
    expect(check.files.compared).toBe(0);
  });

  it('does not show where a generated class that names no source stands for one of the file', () => {
    if (jdk === undefined) return;
    const text =
      'class Test {\n  static long f(long a) {\n    return a + a;\n  }\n  static class Holder { void g() { } }\n}\n';
    const own = compileClasses(jdk, 'Test.java', text).filter(({ name }) => name === 'Test');
    const generated = compileClasses(jdk, 'Test.java', text.replace('void g() { }', ''), ['-g:none']).filter(
      ({ name }) => name !== 'Test',
    );
    const check = checkTypes({
      files: [{ path: 'Test.java', text }],
      classes: [...own, ...generated].map(({ name, bytes }) => ({
        name,
        read: () => ({ ok: true, value: bytes }),
      })),
      libraries: platformOf(jdk),
    });
    expect([own.length, generated.length]).toEqual([1, 1]);
    expect(check.mismatched).toEqual([]);
    expect(check.files.compared).toBe(1);
  });

  it('shows as a disagreement with its line where only a type differs', () => {
    if (jdk === undefined) return;
    const compiled = 'class Test {\n  static long f(long a) {\n    return a + a;\n  }\n}\n';
    const check = checkText(jdk, compiled.replaceAll('long', 'int'), compiled);
    expect(check.worst.map(({ line, text }) => `${line}: ${text}`)).toEqual(['3: return a + a;']);
    expect(disagreementsOf(check)).toEqual(['Addition int -0 +1', 'Addition long -1 +0']);
    expect(check.groups.arithmetic).toEqual({ source: 1, bytecode: 1, matched: 0, recall: 0, precision: 0 });
  });

  it('is counted where there are no lines', () => {
    if (jdk === undefined) return;
    const text = 'class Test { static long f(long a) { return a + a; } }';
    const check = checkText(jdk, text, text, ['-g:source']);
    expect(check.classes.withoutLines).toBe(1);
    expect(check.setAside.rules['no line']).toBeGreaterThan(0);
  });

  it('is said where classes are broken, newer than known, or of other sources', () => {
    if (jdk === undefined) return;
    const text = 'class Test { static long f(long a) {\n return a + a; } }';
    const [bytes] = compileClasses(jdk, 'Test.java', text).map((file) => file.bytes);
    if (bytes === undefined) throw new Error('javac wrote nothing');
    const newer = Uint8Array.from(bytes);
    newer[7] = 200;
    const check = (path: string, ...classes: readonly Uint8Array[]): TypeCheck =>
      checkTypes({
        files: [{ path, text }],
        classes: classes.map((value) => ({ name: 'Test', read: () => ({ ok: true, value }) })),
        libraries: platformOf(jdk),
      });
    const read = check('Test.java', newer, bytes.subarray(0, 40));
    expect(read.groups.arithmetic).toMatchObject({ matched: 1, recall: 1, precision: 1 });
    expect(noticesOf(read)).toEqual([
      'class files that cannot be read: 1',
      'class files newer than known, read as if they were not: 1',
    ]);
    expect(noticesOf(check('Other.java', bytes))).toEqual([
      'none of the class files was compiled from any of these sources',
    ]);
    const moved = compileClasses(jdk, 'Test.java', `${'\n'.repeat(9)}${text}`).map((file) => file.bytes);
    expect(noticesOf(check('Test.java', ...moved))).toEqual([
      'Test.java was not compared: 1 of 1 methods lie on other lines in the class files',
    ]);
  });
});

describe('the command', () => {
  it.each([
    [['--class-path', 'one.jar'], '--class-path: one.jar does not exist'],
    [['--java-home', 'gone'], '--java-home: gone is no JDK'],
  ])('refuses to begin where a jar or JDK that is named is not there: %s', async (options, message) => {
    const request = readRequest(['--source', __dirname, '--classes', __dirname, ...options]);
    await expect(runTypeCheck(request, 'media')).rejects.toThrow(message);
  });

  it('prints nothing that its README.md does not describe', () => {
    const readme = readFileSync(join(__dirname, 'README.md'), 'utf8');
    const described = new Set([...readme.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const group = { source: 1, bytecode: 1, matched: 1, recall: 1, precision: 1 };
    const operation = { group: 'field', operation: 'FieldReference int', missed: 1, invented: 0 } as const;
    const check: TypeCheck = {
      groups: {
        arithmetic: group,
        comparison: group,
        array: group,
        field: group,
        invoke: group,
        allocation: group,
        conversion: group,
      },
      setAside: { share: 0, rules: {} },
      disagreements: [operation],
      worst: [{ path: 'A.java', line: 1, text: 'x', operations: [operation] }],
      files: { compared: 1, withoutClasses: 0 },
      classes: { compared: 1, withoutSource: 0, withoutLines: 0, unreadable: 0, newerThanKnown: 0 },
      mismatched: [{ path: 'B.java', message: 'm' }],
    };
    const request = readRequest(['--source', 'src', '--classes', 'out', '--module', 'java.base']);
    const text = formatTypeCheck(request, { check, problems: [] });
    const names = [...text.matchAll(/"(\w+)":/g)].map(([, name]) => name);
    expect(names.filter((name) => !described.has(name))).toEqual([]);
  });
});
