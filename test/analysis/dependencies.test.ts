/**
 * A changed header makes what depends on it be typed anew, and nothing else:
 * counted, and held against an analysis from nothing.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '../../server/src/analysis/analyzer';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { findJdks } from '../support/jdks';
import { readModuleSources } from '../support/jdk-sources';

type Files = Readonly<Record<string, string>>;

const SHAPES: Files = {
  'p/Shape.java': `package p;
public abstract class Shape<T extends Number> {
  protected T weight;
  public abstract double area();
  public int corners() { return 4; }
  public static class Part { public long size; }
}`,
  'p/Square.java': `package p;
public class Square extends Shape<Integer> {
  static final int SIDE = Sizes.BASE * 2;
  public double area() { return SIDE * SIDE; }
  int heavy() { return weight + corners(); }
  long parts(Part part) { return part.size + 1; }
}`,
  'p/Sizes.java': `package p;
public interface Sizes { int BASE = 3; int OTHER = 7; static int twice(int a) { return a * 2; } }`,
  'q/User.java': `package q;
import p.*;
import static p.Sizes.twice;
import static p.Sizes.OTHER;
class User {
  int one(Square square) { return square.corners() + twice(1); }
  double two(Square square) { return square.area() + square.corners(); }
  int three(int a) { return a / 3; }
  int four(int a) { return a % OTHER; }
  Runnable five(Square square) { return () -> System.out.println(square.area()); }
  String six(java.util.List<String> list) { return list.get(0) + Names.of(list.size()); }
}`,
  'q/Names.java': `package q;
class Names { static String of(int a) { return "a" + a; } static String of(long a) { return "b" + a; } }`,
};

function analyzerOf(files: Files): Analyzer {
  const analyzer = newAnalyzer();
  for (const [path, text] of Object.entries(files)) analyzer.setHeaders(path, text);
  return analyzer;
}

/**
 * Counts what analyzing every file again takes once one file has another text, by file. The result equals an analysis
 * from nothing.
 */
function typedAfter(files: Files, path: string, change: (text: string) => string): Record<string, number> {
  const changed = { ...files, [path]: change(files[path] ?? '') };
  expect(changed[path]).not.toBe(files[path]);
  const analyzer = analyzerOf(files);
  for (const [name, text] of Object.entries(files)) operationsOf(analyzer, name, text);
  analyzer.setHeaders(path, changed[path] ?? '');
  const fresh = analyzerOf(changed);
  const typed: Record<string, number> = {};
  for (const [name, text] of Object.entries(changed)) {
    const before = analyzer.counters.typed;
    expect(operationsOf(analyzer, name, text)).toEqual(operationsOf(fresh, name, text));
    if (analyzer.counters.typed > before) typed[name] = analyzer.counters.typed - before;
  }
  return typed;
}

const replace =
  (from: string, to: string) =>
  (text: string): string =>
    text.replace(from, to);

describe('what is typed again after a change', () => {
  it('is nothing where a header says the same in other words', () => {
    const noted = replace('public int corners', '/** Four. */\n  public int corners');
    expect(typedAfter(SHAPES, 'p/Shape.java', noted)).toEqual({});
  });

  it('is nothing where an import comes that nobody needs', () => {
    expect(
      typedAfter(SHAPES, 'q/User.java', replace('import p.*;', 'import p.*; import java.util.*;')),
    ).toEqual({});
  });

  it('is one member where a parameter has another name', () => {
    expect(typedAfter(SHAPES, 'q/User.java', replace('three(int a)', 'three(int b)'))).toEqual({
      'q/User.java': 1,
    });
  });

  it('is the class and those that use it, not those that do not', () => {
    const wider = replace('static String of(long a)', 'static String of(double a)');
    // `Names` has two methods; of `User` only `six` asks for it.
    expect(typedAfter(SHAPES, 'q/Names.java', wider)).toEqual({ 'q/Names.java': 2, 'q/User.java': 1 });
  });

  it('reaches those that use it by inheritance alone', () => {
    const typed = typedAfter(SHAPES, 'p/Shape.java', replace('int corners', 'long corners'));
    // All but `three`, `four` and `six`.
    expect(typed['q/User.java']).toBe(3);
    expect(typed['p/Sizes.java']).toBeUndefined();
    expect(typed['q/Names.java']).toBeUndefined();
  });

  it('reaches those that a constant was folded into, through another constant', () => {
    const typed = typedAfter(SHAPES, 'p/Sizes.java', replace('BASE = 3', 'BASE = 30000'));
    expect(typed['p/Square.java']).toBeGreaterThan(0);
    expect(typed['q/Names.java']).toBeUndefined();
  });

  it('reaches those that a new class takes a name from', () => {
    const typed = typedAfter(SHAPES, 'q/Names.java', (text) => `${text} class System { static Names out; }`);
    expect(typed).toEqual({ 'q/User.java': 1 });
  });

  it('reaches those that lacked what was added', () => {
    const lacking = { ...SHAPES, 'p/Sizes.java': 'package p; public interface Sizes { int BASE = 3; }' };
    const typed = typedAfter(lacking, 'p/Sizes.java', replace('}', 'int OTHER = 7; }'));
    expect(typed['q/User.java']).toBeGreaterThanOrEqual(1);
    expect(typed['q/User.java']).toBeLessThan(6);
  });

  it('is what used a class that is removed', () => {
    const analyzer = analyzerOf(SHAPES);
    const user = SHAPES['q/User.java'] ?? '';
    operationsOf(analyzer, 'q/User.java', user);
    const { typed } = analyzer.counters;
    analyzer.removeFile('q/Names.java');
    const rest = Object.fromEntries(Object.entries(SHAPES).filter(([path]) => path !== 'q/Names.java'));
    expect(operationsOf(analyzer, 'q/User.java', user)).toEqual(
      operationsOf(analyzerOf(rest), 'q/User.java', user),
    );
    expect(analyzer.counters.typed - typed).toBe(1);
  });
});

describe('dependencies of a file', () => {
  const path = 'q/User.java';
  const text = SHAPES[path] ?? '';

  it('hold in another process, under headers that differ elsewhere', () => {
    const analyzer = analyzerOf(SHAPES);
    operationsOf(analyzer, path, text);
    const dependencies = analyzer.dependenciesOf(path, text);
    expect(dependencies).toBeDefined();
    if (dependencies === undefined) return;
    const other = analyzerOf({ ...SHAPES, 'r/New.java': 'package r; public class New {}' });
    expect(other.fingerprint()).not.toBe(analyzer.fingerprint());
    expect(other.stillHolds(path, dependencies)).toBe(true);
    const changed = analyzerOf({ ...SHAPES, 'q/Names.java': 'package q; class Names {}' });
    expect(changed.stillHolds(path, dependencies)).toBe(false);
  });

  it('are not told for results that other headers came after', () => {
    const analyzer = analyzerOf(SHAPES);
    operationsOf(analyzer, path, text);
    analyzer.setHeaders('q/Names.java', 'package q; class Names {}');
    expect(analyzer.dependenciesOf(path, text)).toBeUndefined();
  });
});

describe('any sequence of changes of headers', () => {
  /** Puts one word of the text in another's place, or takes it out. */
  const change = fc.record({ file: fc.nat(), from: fc.nat(), to: fc.nat(), remove: fc.boolean() });

  function check(files: Files, seen: readonly string[], runs: number, steps: number): void {
    const names = Object.keys(files);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: steps }), (changes) => {
        const current: Record<string, string> = { ...files };
        const analyzer = analyzerOf(current);
        for (const path of seen) operationsOf(analyzer, path, current[path] ?? '');
        for (const { file, from, to, remove } of changes) {
          const path = names[file % names.length] ?? '';
          const text = current[path] ?? '';
          const words = [...text.matchAll(/[A-Za-z_]\w*/g)];
          const word = words[from % words.length];
          if (word === undefined) continue;
          const other = remove ? '' : (words[to % words.length]?.[0] ?? '');
          current[path] = text.slice(0, word.index) + other + text.slice(word.index + word[0].length);
          analyzer.setHeaders(path, current[path]);
          const fresh = analyzerOf(current);
          for (const name of seen)
            expect(operationsOf(analyzer, name, current[name] ?? '')).toEqual(
              operationsOf(fresh, name, current[name] ?? ''),
            );
        }
      }),
      { numRuns: runs },
    );
  }

  it('ends in the results of a fresh analysis', () => {
    check(SHAPES, Object.keys(SHAPES), 60, 6);
  });

  const jdk = findJdks().find(({ sources }) => sources !== undefined);
  it.runIf(jdk !== undefined)('also among classes of the JDK', () => {
    if (jdk === undefined) return;
    const sources = readModuleSources(jdk, 'java.base', (path) =>
      /java\/util\/(Abstract\w*|Array\w*|List|Collection|Deque|BitSet|Objects?)\.java$/.test(path),
    );
    const files = Object.fromEntries(sources.map(({ path, text }) => [path, text]));
    const seen = Object.keys(files).filter((path) => /(BitSet|ArrayDeque|AbstractList)\.java$/.test(path));
    check(files, seen, 3, 4);
  });
});
