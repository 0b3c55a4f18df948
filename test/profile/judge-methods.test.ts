/** Models beside recordings: methods whose shares are known, by the model and by samples. */
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../server/src/cost/model/load-model';
import { addTransferError, transferErrorOf } from '../../server/src/cost/model/transfer-error';
import { errorOfRun, judgeMethods, observeMethods } from '../../server/src/profile/account/judge-methods';
import { samplesOfMethods } from '../../server/src/recordings/model/imported-profile';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { OperationRow, ProfileDocument } from '../../server/src/profile/document/profile-document';
import { bundledModel } from '../cost/bundled-model';
import { importText } from '../recordings/import/import-file';

const methodsOf = (pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([predicted, measured]) => ({ predicted, measured }));

const near = (value: number): unknown => expect.closeTo(value, 9);

/** A profile of three methods, of which the model says 75, 20 and 5 %. */
const counted = profileOf([
  ['hot', 3000],
  ['mild', 800],
  ['rare', 200],
]);

function profileOf(methods: readonly (readonly [name: string, additions: number])[]): ProfileDocument {
  const keys = [operationKey('Addition', ['int', 'int'], 'load')];
  const described = methods.map(([name, additions]) => ({
    ...{ name, descriptor: '()V', calls: 1, lines: [], blocks: [], instructions: [], invocations: [] },
    operations: [[0, 3, additions]] satisfies OperationRow[],
  }));
  return {
    ...{ keys, callees: [], program: { command: ['java'], virtualMachines: [] } },
    classes: [{ name: 'app/Main', supertypes: [], hash: 1, lines: [], methods: described }],
  } as unknown as ProfileDocument;
}

describe('methods of a program', () => {
  it('are off by what nine tenths of the modeled energy need, whatever the unit', () => {
    // 50, 45 and 5 % by the model, 60, 36 and 4 % by samples: off by 20, 20 and 20 %.
    const judgedNear = judgeMethods([
      {
        name: 'near',
        methods: methodsOf([
          [5, 600],
          [4.5, 360],
          [0.5, 40],
        ]),
      },
    ]);
    expect(judgedNear).toMatchObject({ methods: 3, rank: 1, off: near(0.2) });
    // A tenth of the energy may be off by more.
    const rare = methodsOf([
      [50, 50],
      [41, 41],
      [9, 900],
    ]);
    const judged = judgeMethods([{ name: 'rare', methods: rare }]);
    expect(judged?.off).toBeCloseTo(1 - 100 / 991, 9);
    expect(judged?.rank).toBe(-0.5);
  });

  it('count as much in a program of many as in one of few', () => {
    const right = methodsOf(
      Array.from({ length: 9 }, (_, index): [number, number] => [index + 1, index + 1]),
    );
    const wrong = methodsOf([
      [1, 2],
      [1, 1],
      [1, 1],
    ]);
    const judged = judgeMethods([
      { name: 'right', methods: right },
      { name: 'wrong', methods: wrong },
    ]);
    // Of two programs, the nine tenths hold most of the wrong one: 1/3 of the energy took 1.5 times of it.
    expect(judged).toMatchObject({ methods: 12, off: near(0.5), rank: 0.5 });
    expect(judged?.each.map(({ name, off }) => [name, off])).toEqual([
      ['right', near(0)],
      ['wrong', near(0.5)],
    ]);
  });

  it('of the run itself tell how far its own figures are off, where samples suffice', () => {
    const line = (method: string, at: number, samples: number): object => ({
      ...{ class: 'app.Main', method, line: at, bytes: 0, waits: 0, samples },
    });
    const measured = (lines: readonly object[]): ProfileDocument =>
      ({ ...counted, measurement: { sampled: { effects: { lines } } } }) as unknown as ProfileDocument;
    // 75, 20 and 5 % by the model, 60, 36 and 4 % by samples.
    const enough = [line('hot', 3, 100), line('hot', 4, 20), line('mild', 3, 72), line('rare', 3, 8)];
    const errorAfter = (lines: readonly object[], off: number): unknown =>
      errorOfRun(bundledModel(), measured(lines), { off, from: 'elsewhere' });
    const own = { off: near(0.8), from: 'measured on 3 methods of this program, by 200 samples' };
    expect([errorAfter(enough, 0.5), errorAfter(enough, 2)]).toEqual([own, own]);
    const few = enough.filter((_, index) => index !== 0 && index !== 1).concat(line('hot', 4, 40));
    expect(errorAfter(few, 0.5)).toMatchObject({
      from: expect.stringContaining('by 120 samples') as unknown,
    });
    expect(errorAfter(few, 9)).toEqual({ off: 9, from: 'elsewhere' });
    // Samples of other code tell nothing of this.
    const others = { ...line('run', 1, 10_000), class: 'app.Other' };
    expect(errorAfter([...few.slice(1), others], 0.5)).toEqual({ off: 0.5, from: 'elsewhere' });
    expect(errorAfter(few.slice(1), 0.5)).toEqual({ off: 0.5, from: 'elsewhere' });
  });

  it('have the samples of stacks in which they are the innermost that was counted', () => {
    const recording = importText(
      [
        'app/Main.mild;app/Main.hot 20',
        'app/Main.hot;java/util/Map.get 40',
        'app/Main.mild 20',
        'other/Main.hot 7',
        '',
      ].join('\n'),
      { name: 'stacks.txt' },
    );
    const observed = observeMethods(
      bundledModel(),
      counted,
      samplesOfMethods(recording, (method) => /^app.Main.(?:hot|mild|rare)$/.test(method)),
    );
    expect(observed.map(({ measured }) => measured)).toEqual([60, 20]);
    expect((observed[0]?.predicted ?? 0) / (observed[1]?.predicted ?? 0)).toBeCloseTo(3.75, 9);
  });
});

describe('what applies to a figure', () => {
  const error = (jvm: string, off: number, ran: 'jit' | 'interpreter' = 'jit') => ({
    ...{ ran, jvm, machine: 'bench', date: '2026-11-28', methods: 3, rank: 1, off },
    each: [{ name: 'Sorts', methods: 3, rank: 1, off }],
  });

  it('was measured in the JVM of the next release, of programs that ran alike', () => {
    const model = { transfer: [error('17.0.1', 0.5), error('25', 0.9), error('21.0.2', 9, 'interpreter')] };
    expect(transferErrorOf(model, 'jit', '17.0.9').off).toBe(0.5);
    expect(transferErrorOf(model, 'jit', '1.8.0_402').off).toBe(0.5);
    expect(transferErrorOf(model, 'jit', '24').off).toBe(0.9);
    expect(transferErrorOf(model, 'interpreter', '25').off).toBe(9);
    // As likely one as the other.
    expect(transferErrorOf(model, 'jit', '21')).toEqual({
      off: 0.9,
      from: 'measured on 1 other program, JDK 25, 2026-11-28',
    });
    expect(transferErrorOf(model, 'jit').off).toBe(0.9);
  });

  it('is assumed where nobody measured it', () => {
    const { off, from } = transferErrorOf({}, 'jit');
    expect([off, from]).toEqual([1, expect.stringMatching(/^assumed/)]);
  });

  it('stands in the model file, which is as it was otherwise', () => {
    const text = `{\n  "format": "jouleline-cost-model", "version": 1, "kind": "per-operation",\n  "id": "a", "title": "A",\n  "machine": "m", "mode": "jit", "source": "s",\n  "operations": [ {"name": "Addition", "mean": 1e-9, "sd": 0} ]\n}\n`;
    const once = addTransferError(text, error('25.0.3', 0.123_456));
    expect(once.startsWith(text.slice(0, -3))).toBe(true);
    const again = addTransferError(addTransferError(once, error('17', 0.3)), error('25.0.4', 0.4));
    const loaded = loadModel(again, 'a.json');
    if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
    expect(loaded.model.transfer?.map(({ jvm, off }) => [jvm, off])).toEqual([
      ['17', 0.3],
      ['25.0.4', 0.4],
    ]);
    const wrong = loadModel(once.replace('0.123', '"much"'), 'a.json');
    expect('problems' in wrong && wrong.problems[0]?.place).toBe('transfer[0].off');
  });

  it('is known of each bundled model, by program', () => {
    for (const { ran, off, each } of bundledModel().transfer ?? []) {
      expect(ran).toBe('jit');
      expect(off).toBeGreaterThan(0.3);
      expect(each.length).toBeGreaterThanOrEqual(10);
    }
    expect(bundledModel().transfer?.length).toBeGreaterThan(0);
  });
});
