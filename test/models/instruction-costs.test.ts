/** eCalc's cost functions from loops of instructions on a made-up machine, on which the cost of each is known. */
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../server/src/models/calibrate/benchmark';
import { fitInstructions, writeLoopModel } from '../../server/src/models/calibrate/instruction-costs';
import { instructionLoops, LOOP } from '../../server/src/models/calibrate/instruction-loops';
import type { CalibrationJournal } from '../../server/src/models/calibrate/journal';
import { loadModel } from '../../server/src/cost/model/load-model';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { instructionKey, perElement } from '../../server/src/operations/catalogue/instruction-keys';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';

const loops = instructionLoops(1000);
const names = [...new Set(loops.flatMap(({ loop }) => [loop?.instruction ?? '', loop?.pairedWith ?? LOOP]))];
const PER_SIZE = 1e-10;
const CALL = 4e-8;
/** Instructions that only run as a pair cost the same, as the halves of it do. */
const EVEN = ['iload_2', 'pop', 'lload_0', 'pop2', 'monitorenter', 'monitorexit'];
const SINE: Benchmark = { name: 'L001', kind: 'library', title: 'Math.sin', source: '' };
const STREAM: Benchmark = { name: 'L002', kind: 'library', title: 'a stream', source: '' };
const SINES = { dload: 1000, dstore: 1000, 'java.lang.Math.sin': 1000 };

function truthOf(name: string): number {
  const [instruction = '', size = '0'] = name.split(' ');
  if (/^invoke|^return$/.test(instruction)) return CALL;
  if (EVEN.includes(instruction)) return 2e-9;
  return (1 + (names.indexOf(instruction) % 7)) * 1e-9 + Number(size) * PER_SIZE;
}

function energyOf({ loop, rounds = 1 }: Benchmark): number {
  if (loop === undefined) return 0;
  const { instruction, executions, needs, pairedWith } = loop;
  const beside = needs.reduce((sum, { name, count }) => sum + count * truthOf(name), 0);
  const pair = pairedWith === undefined ? 0 : truthOf(pairedWith);
  return rounds * executions * (truthOf(instruction) + pair + beside);
}

/** Others make some runs longer. */
function measure(isBusy: boolean): CalibrationJournal {
  const ran = (name: string, rounds: number, energy: number): CalibrationJournal['measurements'] =>
    [1, 2, 3].map((cycle) => ({
      cycle,
      name,
      rounds,
      energy: energy * (isBusy && cycle === 2 ? 1.5 : 1),
      seconds: 1,
      cpu: 1,
      collections: 0,
    }));
  const sine = 1000 * (truthOf('dload') + truthOf('dstore') + 5e-8);
  return {
    setup: {
      mode: 'interpreter',
      jvm: 'Made up 1',
      machine: 'Made up',
      power: 'CPU time',
      isProxy: true,
      seed: 1,
      secondsEach: 1,
      benchmarks: '',
    },
    rounds: new Map([...loops.map(({ name, rounds = 1 }) => [name, rounds] as const), ['L001', 1000]]),
    counts: {
      keys: [],
      operations: {},
      instructions: { L001: SINES, L002: { 'other calls': 10, 'java.util.List.stream': 10 } },
    },
    measurements: [
      ...loops.flatMap((each) => ran(each.name, each.rounds ?? 1, energyOf(each))),
      ...ran('L001', 1000, sine),
      ...ran('L002', 10, 1e-6),
    ],
    failures: new Map(),
  };
}

describe('loops of instructions', () => {
  const fit = fitInstructions(measure(true), [...loops, SINE, STREAM]);
  if (fit === undefined) throw new Error('nothing was fitted');
  const model = loadModel(
    writeLoopModel(fit, { id: 'here', title: 'Here', setup: setupOf(measure(true)), cycles: 3 }),
    'here.json',
  );
  if ('problems' in model) throw new Error(model.problems.map(({ message }) => message).join('\n'));
  const costOf = (key: OperationKey): number | undefined => {
    const price = model.model.price(key);
    return price && meanOf(price, model.model);
  };

  it('give each instruction the cost that was put in, whatever others did in some runs', () => {
    const instructions = names.filter((name) => name !== LOOP && !/^invoke|new| /.test(name));
    expect(instructions.length).toBeGreaterThan(180);
    for (const name of instructions)
      expect([name, (costOf(instructionKey(name)) ?? NaN) / truthOf(name)]).toEqual([
        name,
        expect.closeTo(1, 6),
      ]);
    expect(fit.belowNothing).toEqual([]);
  });

  it('have a call, an allocation over sizes, and what is left for a library method', () => {
    expect(costOf(operationKey('MethodInvocation', [], 'load', ['static']))).toBeCloseTo(CALL, 14);
    expect(costOf(instructionKey('newarray'))).toBeCloseTo(truthOf('newarray'), 14);
    expect(costOf(perElement('newarray', 'allocation'))).toBeCloseTo(PER_SIZE, 16);
    expect((costOf(libraryKey('java/lang/Math', 'sin', [], 'load')) ?? NaN) / 5e-8).toBeCloseTo(1, 2);
  });

  it('leave out what runs beside calls that no loop measures, and say so', () => {
    expect(fit.unknown).toEqual(['other calls']);
    expect(costOf(libraryKey('java/util/List', 'stream', [], 'load'))).toBeUndefined();
  });

  it('fail their check where many instructions cost less than what runs beside them', () => {
    const journal = measure(false);
    const negative = new Set(loops.slice(4, 60).map(({ name }) => name));
    const measurements = journal.measurements.map((each) =>
      negative.has(each.name) ? { ...each, energy: each.energy / 20 } : each,
    );
    const failed = fitInstructions({ ...journal, measurements }, loops);
    expect(failed?.checks.find(({ name }) => name === 'costs')?.passed).toBe(false);
    expect(fit.checks.every(({ passed }) => passed)).toBe(true);
  });
});

function setupOf({ setup }: CalibrationJournal): NonNullable<CalibrationJournal['setup']> {
  if (setup === undefined) throw new Error('no setup');
  return setup;
}
