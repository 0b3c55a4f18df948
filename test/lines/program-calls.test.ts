/** Java text to ranks over all methods of a program: what is called often is hot, wherever it stands. */
import { describe, expect, it } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { indexLines } from '../../server/src/base/line-index';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { createEnergySession, type EnergySession } from '../../server/src/lines/energy-session';
import { bundledModel, newAnalyzer, operationsOf } from '../support/analyze-text';

const MAIN = `package demo;
public class Main {
    public static void main(String[] arguments) {
        Shape shape = new Square();
        for (int i = 0; i < 1000; i++) shape.area();
        Runnable once = new Runnable() {
            @Override
            public void run() {
                Setup.prepare();
            }
        };
        once.run();
    }
    static int never() {
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += i;
        return sum;
    }
}
`;
const SHAPES = `package demo;
interface Shape {
    double area();
}
class Square implements Shape {
    private final double[] side = { 1, 2 };
    @Override
    public double area() {
        return side[0] * side[1];
    }
}
class Circle implements Shape {
    @Override
    public double area() {
        return Math.PI;
    }
}
class Setup {
    static void prepare() {
        for (int i = 0; i < 3; i++) System.nanoTime();
    }
}
`;

function sessionOf(files: Readonly<Record<string, string>>, model = bundledModel()): EnergySession {
  const analyzer = newAnalyzer();
  for (const [path, text] of Object.entries(files)) analyzer.setHeaders(path, text);
  const session = createEnergySession({ model, mode: 'estimated', ...analysisOptionsOf() });
  for (const [path, text] of Object.entries(files))
    session.addCallees(path, operationsOf(analyzer, path, text), indexLines(text));
  return session;
}

function callsIn(session: EnergySession, path: string): Readonly<Record<string, number | undefined>> {
  const methods = session.priceFile(path)?.methods ?? [];
  return Object.fromEntries(methods.map(({ name, expectedCalls }) => [name, expectedCalls]));
}

describe('a program of several files', () => {
  const session = sessionOf({ 'Main.java': MAIN, 'Shapes.java': SHAPES });

  it('has energies of single calls until its calls are solved', () => {
    expect(session.priceFile('Main.java')?.run).toBeUndefined();
    expect(session.solveCalls()).toBe(true);
    expect(session.solveCalls()).toBe(false);
  });

  it('calls what main leads to: overriding methods, anonymous classes, initializers', () => {
    session.solveCalls();
    const calls = { ...callsIn(session, 'Main.java'), ...callsIn(session, 'Shapes.java') };
    expect(calls['Main.main(String[])']).toBe(1);
    // The text calls it a thousand times.
    expect(calls['Square.area()']).toBeCloseTo(1000, 0);
    expect(calls['Square.side']).toBeCloseTo(1, 1);
    expect(calls['Setup.prepare()']).toBeGreaterThan(0.2);
    expect(calls['Circle.area()']).toBeLessThan(0.01);
    expect(calls['Main.never()']).toBeLessThan(0.01);
  });

  it('ranks lines by a run, and keeps the energy of one call beside it', () => {
    session.solveCalls();
    const shapes = session.priceFile('Shapes.java');
    const [hottest] = [...(shapes?.lines ?? [])].sort((a, b) => a.rank - b.rank);
    expect(hottest?.line).toBe(8);
    expect((hottest?.run?.mean ?? NaN) / (hottest?.own.mean ?? NaN)).toBeCloseTo(
      hottest?.expectedCalls ?? 0,
      6,
    );
    const main = session.priceFile('Main.java');
    const loop = main?.lines.find(({ line }) => line === 15);
    expect(loop?.own.mean).toBeGreaterThan(main?.lines.find(({ line }) => line === 3)?.own.mean ?? Infinity);
    expect(loop?.run?.mean).toBeLessThan(main?.lines.find(({ line }) => line === 3)?.run?.mean ?? 0);
  });

  it('adds up: lines to their file, shares to one', () => {
    session.solveCalls();
    for (const path of ['Main.java', 'Shapes.java']) {
      const file = session.priceFile(path);
      const sum = file?.lines.reduce((total, { run }) => total + (run?.mean ?? NaN), 0) ?? NaN;
      expect(sum / (file?.run?.mean ?? NaN)).toBeCloseTo(1, 9);
      expect(file?.lines.reduce((total, { shareOfFile }) => total + shareOfFile, 0)).toBeCloseTo(1, 9);
    }
  });

  it('needs nothing solved anew by an edit that calls nothing else', () => {
    session.solveCalls();
    const analyzer = newAnalyzer();
    const text = MAIN.replace('sum += i', 'sum += i + i');
    for (const [path, each] of [
      ['Main.java', text],
      ['Shapes.java', SHAPES],
    ] as const)
      analyzer.setHeaders(path, each);
    session.setFile('Main.java', operationsOf(analyzer, 'Main.java', text), indexLines(text));
    expect(session.solveCalls()).toBe(false);
  });

  it('takes an edit into account when calls are solved again', () => {
    const text = MAIN.replace('Setup.prepare();', 'Setup.prepare();\n                never();');
    const analyzer = newAnalyzer();
    for (const [path, each] of [
      ['Main.java', text],
      ['Shapes.java', SHAPES],
    ] as const)
      analyzer.setHeaders(path, each);
    const before = callsIn(session, 'Main.java')['Main.never()'] ?? NaN;
    session.setFile('Main.java', operationsOf(analyzer, 'Main.java', text), indexLines(text));
    expect(callsIn(session, 'Main.java')['Main.never()']).toBe(before);
    expect(session.solveCalls()).toBe(true);
    expect(callsIn(session, 'Main.java')['Main.never()']).toBeGreaterThan(0.5);
  });
});

describe('calls that are solved in steps', () => {
  const other = MAIN.replace('Setup.prepare();', 'Setup.prepare(); for (int k = 0; k < 50; k++) never();');

  function edited(session: EnergySession, path: string, text: string): void {
    const analyzer = newAnalyzer();
    for (const [name, each] of [
      ['Main.java', MAIN],
      ['Shapes.java', SHAPES],
    ] as const)
      analyzer.setHeaders(name, each);
    session.addCallees(path, operationsOf(analyzer, path, text), indexLines(text));
  }

  it('are those that are solved at once, also after an edit', async () => {
    const [slow, fast] = [0, 1].map(() => sessionOf({ 'Main.java': MAIN, 'Shapes.java': SHAPES }));
    if (slow === undefined || fast === undefined) throw new Error('two sessions were made');
    let rests = 0;
    const rest = (): undefined => {
      rests++;
    };
    expect(await slow.solveCallsSlowly(rest)).toBe(true);
    fast.solveCalls();
    expect(rests).toBeGreaterThan(20);
    expect(callsIn(slow, 'Main.java')).toEqual(callsIn(fast, 'Main.java'));
    edited(slow, 'Main.java', other);
    expect(await slow.solveCallsSlowly(rest)).toBe(true);
    const anew = sessionOf({ 'Main.java': other, 'Shapes.java': SHAPES });
    anew.solveCalls();
    for (const path of ['Main.java', 'Shapes.java']) expect(callsIn(slow, path)).toEqual(callsIn(anew, path));
    expect(await slow.solveCallsSlowly(rest)).toBe(false);
  });

  it('leave nothing to price for the energy of the program, which is the one of calls that are solved at once', async () => {
    let prices = 0;
    const counting = (model: CostModel): CostModel => ({
      ...model,
      price: (key) => {
        prices++;
        return model.price(key);
      },
    });
    const files = { 'Main.java': MAIN, 'Shapes.java': SHAPES };
    const first = counting(bundledModel());
    const session = sessionOf(files, first);
    const rest = (): undefined => undefined;
    await session.solveCallsSlowly(rest);
    const before = prices;
    const energy = session.programEnergy();
    expect([before > 0, prices - before]).toEqual([true, 0]);
    const atOnce = sessionOf(files);
    atOnce.solveCalls();
    expect(energy).toBe(atOnce.programEnergy());

    const second = counting(bundledModel());
    const options = { mode: 'estimated', ...analysisOptionsOf() } as const;
    session.configure({ ...options, model: second });
    const seen = new Set<number | undefined>();
    let hasThird = false;
    const isNew = await session.solveCallsSlowly(() => {
      seen.add(session.programEnergy());
      // A third model comes in the middle.
      if (!hasThird && prices > before) session.configure({ ...options, model: first });
      hasThird ||= prices > before;
      return undefined;
    });
    expect([isNew, ...seen]).toEqual([false, undefined]);
    const again = prices;
    expect(session.programEnergy()).toBe(energy);
    expect(prices).toBe(again);
  });

  it('add up to one energy of the program, in whichever order files were read', () => {
    const other = (number: number): string =>
      `package demo; class Other${number} { double f(double x) { ${'x = x * 1.1 + 2; '.repeat(number * number)} return x; } }`;
    const files = Array.from({ length: 30 }, (_, number) => [`Other${number}.java`, other(number)] as const);
    const [one, reversed] = [files, files.toReversed()].map((order) => {
      const session = sessionOf(Object.fromEntries(order));
      session.solveCalls();
      return session.programEnergy();
    });
    expect(one).toBeGreaterThan(0);
    expect(reversed).toBe(one);
  });

  it('are given up for a change of calls, and solved when somebody asks again', async () => {
    const session = sessionOf({ 'Main.java': MAIN, 'Shapes.java': SHAPES });
    let rests = 0;
    const given = session.solveCallsSlowly(() => {
      if (++rests === 5) edited(session, 'Main.java', other);
      return undefined;
    });
    expect(await given).toBe(false);
    expect(session.priceFile('Main.java')?.run).toBeUndefined();
    expect(await session.solveCallsSlowly(() => undefined)).toBe(true);
    expect(callsIn(session, 'Main.java')['Main.never()']).toBeGreaterThan(1);
  });
});
