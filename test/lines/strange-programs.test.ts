/** Programs that nobody wants to meet: calls of each are estimated all the same, in finite numbers and finite time. */
import { describe, expect, it } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { finish } from '../../server/src/base/steps';
import { indexLines } from '../../server/src/base/line-index';
import { callFrequencies } from '../../server/src/flow/program/call-frequencies';
import type { ProgramMember } from '../../server/src/flow/program/call-graph';
import { ProgramGraph } from '../../server/src/flow/program/program-graph';
import { CALL_WEIGHTS } from '../../server/src/flow/program/call-weights';
import { createEnergySession, type EnergySession } from '../../server/src/lines/energy-session';
import { describeUncertain } from '../../server/src/lines/entry-text';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';

function solvedSession(files: Readonly<Record<string, string>>): EnergySession {
  const analyzer = newAnalyzer();
  for (const [path, text] of Object.entries(files)) analyzer.setHeaders(path, text);
  const session = createEnergySession({ model: bundledModel(), mode: 'estimated', ...analysisOptionsOf() });
  for (const [path, text] of Object.entries(files))
    session.addCallees(path, operationsOf(analyzer, path, text), indexLines(text));
  session.solveCalls();
  return session;
}

function uncertainIn(session: EnergySession): readonly string[] {
  const solved = session.solved();
  return solved === undefined ? [] : describeUncertain(solved);
}

function callsIn(session: EnergySession, path: string): Readonly<Record<string, number>> {
  const methods = session.priceFile(path)?.methods ?? [];
  return Object.fromEntries(methods.map(({ name, expectedCalls = NaN }) => [name, expectedCalls]));
}

/** Names of all figures of lines that are no finite numbers. */
function infinite(session: EnergySession, path: string): readonly string[] {
  return (session.priceFile(path)?.lines ?? []).flatMap(({ line, own, run, shareOfFile }) =>
    [own.mean, own.variance, run?.mean ?? 0, shareOfFile].every(Number.isFinite) ? [] : [`line ${line}`],
  );
}

function member(key: string, calls: readonly (readonly [string, number])[], supertypes: readonly string[]) {
  const made: ProgramMember = {
    ...{ key, supertypes, overrides: '', reach: 'public' as const, joinsTexts: false },
    calls: calls.map(([called, count]) => ({
      ...{ key: called, count, dispatch: 'virtual' as const, isGuess: false },
    })),
  };
  return made;
}

describe('hierarchies', () => {
  it('may go in a circle, and name classes that nobody has', () => {
    const session = solvedSession({
      'A.java': `class A extends B { void go() { new Gone().run(); super.go(); next(); } void next() { go(); } }`,
      'B.java': `class B extends A implements Missing { void go() { next(); } public static void main(String[] a) { new A().go(); } }`,
    });
    const calls = { ...callsIn(session, 'A.java'), ...callsIn(session, 'B.java') };
    expect(Object.values(calls).every(Number.isFinite)).toBe(true);
    expect(calls['B.main(String[])']).toBe(1);
    expect(calls['A.go()']).toBeGreaterThan(0.5);
    expect(uncertainIn(session)).toEqual([
      "circular: A, B extend or implement themselves; what they inherit is uncertain until one 'extends' is removed",
    ]);
  });

  it('are named no more than three times, and not where no class is above itself', () => {
    const names = Array.from({ length: 5 }, (_, index) => `C${index}`);
    const text = names
      .map(
        (name, index) =>
          `interface ${name} extends ${names[(index + 1) % 5] ?? ''} { default void go() { } }`,
      )
      .join('\n');
    expect(uncertainIn(solvedSession({ 'C.java': text }))[0]).toMatch(
      /^circular: C0, C1, C2, and 2 other classes extend/,
    );
    const fine = text.replace('C4 extends C0', 'C4');
    expect(uncertainIn(solvedSession({ 'C.java': fine }))).toEqual([]);
  });

  it('may have thousands of classes that override one method, and inherit another', () => {
    const count = 5000;
    const types = Array.from({ length: count }, (_, index) => `C${index}`);
    const callers = types.map((type) =>
      member(
        `${type}.call()V`,
        [
          ['Shape.area()D', 10],
          ['Shape.name()V', 1],
          [`${type}.name()V`, 1],
        ],
        ['Shape'],
      ),
    );
    const members = [
      member('Shape.area()D', [], []),
      member('Shape.name()V', [], []),
      ...types.map((type) => member(`${type}.area()D`, [], ['Shape'])),
      ...callers,
    ];
    const graph = finish(new ProgramGraph().update([members], CALL_WEIGHTS.callback));
    const bodies = graph.methods.reduce((sum, method) => sum + method.bodies.length, 0);
    const reached = graph.methods.reduce(
      (sum, method) => sum + method.bodies.reduce((types, body) => types + body.types.length, 0),
      0,
    );
    expect(graph.method).toHaveLength(3 * count);
    // No more than one for each class and method, although each class calls all of them.
    expect(bodies).toBeLessThanOrEqual(2 * count + 10);
    expect(reached).toBeLessThanOrEqual(2 * count + 10);
    const calls = finish(callFrequencies(graph, new Float64Array(members.length).fill(1), CALL_WEIGHTS));
    expect(calls.every(Number.isFinite)).toBe(true);
  });

  it('may have two classes of one name: each file calls its own or the nearest, and the report says so', () => {
    const named = (rounds: number) =>
      `package demo; class Twice { static void work() { for (int i = 0; i < ${rounds}; i++) step(); } static void step() { } }`;
    const main = (name: string, rounds: number) =>
      `package demo; class ${name} { public static void main(String[] a) { for (int i = 0; i < ${rounds}; i++) Twice.work(); } }`;
    const session = solvedSession({
      'one/src/Main.java': main('Main', 5),
      'one/src/Twice.java': named(7),
      'two/src/Other.java': main('Other', 3),
      'two/src/Twice.java': named(11),
    });
    // By hand: 5, 5 × 7; 3, 3 × 11.
    expect(callsIn(session, 'one/src/Twice.java')).toMatchObject({ 'Twice.work()': 5, 'Twice.step()': 35 });
    expect(callsIn(session, 'two/src/Twice.java')).toMatchObject({ 'Twice.work()': 3, 'Twice.step()': 33 });
    const inclusive = (path: string) => session.priceFile(path)?.methods[0]?.inclusive?.mean ?? NaN;
    expect(inclusive('one/src/Main.java') / inclusive('one/src/Twice.java')).toBeGreaterThan(5);
    expect(inclusive('one/src/Main.java') / inclusive('one/src/Twice.java')).toBeLessThan(6);
    expect(inclusive('two/src/Other.java') / inclusive('two/src/Twice.java')).toBeLessThan(3.6);
    expect(uncertainIn(session)).toEqual([
      'demo.Twice is declared by one/src/Twice.java and two/src/Twice.java: calls reach the file itself or the nearest',
    ]);
  });

  it('may have a class of one name in each of many files, as exercises do', () => {
    const text = (rounds: number) =>
      `public class Main { public static void main(String[] a) { for (int i = 0; i < ${rounds}; i++) step(); } static void step() { } }`;
    const session = solvedSession({ 'a/Main.java': text(5), 'b/Main.java': text(6), 'c/Main.java': text(7) });
    expect(['a', 'b', 'c'].map((folder) => callsIn(session, `${folder}/Main.java`)['Main.step()'])).toEqual([
      5, 6, 7,
    ]);
    expect(uncertainIn(session)[0]).toContain('a/Main.java and b/Main.java and 1 other file:');
  });
});

describe('numbers of calls', () => {
  it('stay finite where a method calls itself a million times in loops', () => {
    const session = solvedSession({
      'A.java': `class A {
  public static void main(String[] a) { dig(); }
  static void dig() {
    for (int i = 0; i < 1_000_000; i++)
      for (int j = 0; j < 1_000_000; j++)
        for (int k = 0; k < 1_000_000; k++) { dig(); other(); }
  }
  static void other() { for (int i = 0; i < 2_000_000_000; i++) dig(); }
  static void cold() { }
}`,
    });
    const calls = callsIn(session, 'A.java');
    expect(Object.values(calls).every(Number.isFinite)).toBe(true);
    expect(infinite(session, 'A.java')).toEqual([]);
    expect(calls['A.dig()']).toBeGreaterThan(calls['A.main(String[])'] ?? Infinity);
    expect(calls['A.cold()']).toBeLessThan(1);
  });

  it('stay finite within twelve loops of a million rounds, and the innermost line is the hottest', () => {
    const loops = Array.from(
      { length: 12 },
      (_, depth) => `${' '.repeat(depth)}for (int i${depth} = 0; i${depth} < 1_000_000; i${depth}++)`,
    ).join('\n');
    const text = `class A {\npublic static void main(String[] a) {\nint sum = 0;\n${loops}\nsum = work(sum);\nSystem.out.println(sum);\n}\nstatic int work(int a) {\nreturn a * 2;\n}\n}`;
    const session = solvedSession({ 'A.java': text });
    expect(infinite(session, 'A.java')).toEqual([]);
    const lines = session.priceFile('A.java')?.lines ?? [];
    const hottest = lines.reduce((a, b) => ((b.run?.mean ?? 0) > (a.run?.mean ?? 0) ? b : a));
    expect(text.split('\n')[hottest.line]).toMatch(/i11|work\(sum\)/);
    expect(callsIn(session, 'A.java')['A.work(int)']).toBeGreaterThan(1e6);
  });

  it('are no more than any machine could run within three hundred loops, and shares stay shares', () => {
    const loops = Array.from(
      { length: 300 },
      (_, depth) => `for (int i${depth} = 0; i${depth} < 10; i${depth}++)`,
    );
    const text = `class A {\npublic static void main(String[] a) {\n${loops.join('\n')}\nSystem.out.println();\n}\n}`;
    const session = solvedSession({ 'A.java': text });
    expect(infinite(session, 'A.java')).toEqual([]);
    const file = session.priceFile('A.java');
    expect(file?.run?.mean).toBeLessThan(1e21);
    expect(file?.lines.every(({ shareOfFile }) => shareOfFile <= 1)).toBe(true);
  });

  it('do not grow along a chain that nothing leads to', () => {
    const chain = Array.from({ length: 12 }, (_, step) => `static void d${step}() { d${step + 1}(); }`).join(
      '\n',
    );
    const text = `class A {\npublic static void main(String[] a) { live(); }\nstatic void live() { for (int i = 0; i < 100; i++) System.nanoTime(); }\n${chain}\nstatic void d12() { for (int i = 0; i < 1000; i++) work(); }\nstatic void work() { System.nanoTime(); }\n}`;
    const session = solvedSession({ 'A.java': text });
    const calls = callsIn(session, 'A.java');
    expect(calls['A.d12()']).toBeLessThan(0.001);
    const lines = session.priceFile('A.java')?.lines ?? [];
    const hottest = lines.reduce((a, b) => ((b.run?.mean ?? 0) > (a.run?.mean ?? 0) ? b : a));
    expect(text.split('\n')[hottest.line]).toContain('void live()');
  });

  it('are right for a generated method of 64 KB', () => {
    const statements = Array.from({ length: 2600 }, (_, index) => `    sum += add(sum, ${index});`).join(
      '\n',
    );
    const text = `class A {\n  public static void main(String[] a) {\n    int sum = 0;\n${statements}\n  }\n  static int add(int a, int b) { return a + b; }\n}`;
    expect(text.length).toBeGreaterThan(64 * 1024);
    const calls = callsIn(solvedSession({ 'A.java': text }), 'A.java');
    expect(calls['A.add(int, int)']).toBe(2600);
  });
});
