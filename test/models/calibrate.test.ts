/** Measuring benchmarks: with a harness that is made up, of which the truth is known. */
import type { HarnessSession } from '../../server/src/models/calibrate/harness-lines';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../server/src/models/calibrate/benchmark';
import {
  type BenchmarkCounts,
  type CalibrationSetup,
  type CalibrationJournal,
  type JournalEntry,
  readJournal,
} from '../../server/src/models/calibrate/journal';
import {
  type CalibrationHost,
  type CalibrationOutcome,
  measureBenchmarks,
} from '../../server/src/models/calibrate/calibrate';
import { fitCalibration, writeCalibratedModel } from '../../server/src/models/calibrate/fit-calibration';
import { writePatternEnergies } from '../../server/src/models/calibrate/pattern-energies';
import { baselineBenchmark } from '../../server/src/models/calibrate/patterns';
import { predictBenchmarks } from '../bench/predict-benchmarks';
import { cellsOf } from '../../server/src/cost/model/additive-mapping';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { fitLevels } from '../../server/src/models/fit/fit-levels';
import { sampleInTurn } from '../support/sample-in-turn';
import { createRandom } from '../../server/src/models/solve/random';
import { cpuTimeProxy, type Meter } from '../../server/src/power/meter';
import { traceReadings } from '../../server/src/power/power-trace';
import { loadModel } from '../../server/src/cost/model/load-model';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';

const TYPES = ['int', 'long', 'float', 'double'] as const;
const FAMILIES = ['Addition', 'Subtraction', 'Multi', 'BitAnd', 'Assign'] as const;
const keys = FAMILIES.flatMap((family) => TYPES.map((type) => operationKey(family, [type, type], 'load')));
/** Nanoseconds of each; a family's are alike. */
const truth = keys.map((_, index) => 1 + Math.floor(index / 4) * 0.7 + (index % 4) * 0.1);

const benchmarks: readonly Benchmark[] = Array.from({ length: 120 }, (_, index) => ({
  name: `R${String(index).padStart(3, '0')}`,
  kind: 'random',
  title: `program ${index}`,
  source: '',
}));

const emptyLoop = baselineBenchmark();

/** Executions of one round. */
function rowOf(name: string): readonly number[] {
  if (name === emptyLoop.name) return keys.map(() => 0);
  if (name.startsWith('P')) return keys.map((_, index) => (index === Number(name.slice(1)) ? 30 : 0));
  const random = createRandom(Number(name.slice(1)));
  return keys.map(() => (random.uniform() < 0.5 ? random.below(40) : 0));
}

function nanosecondsOf(name: string): number {
  return rowOf(name).reduce((sum, count, index) => sum + count * (truth[index] ?? 0), 5);
}

const setup: CalibrationSetup = {
  mode: 'interpreter',
  jvm: 'Made up 1',
  machine: 'Made up',
  power: 'proxy',
  isProxy: true,
  seed: 1,
  secondsEach: 0.001,
  benchmarks: '',
};
const nothing: CalibrationJournal = { rounds: new Map(), measurements: [], failures: new Map() };

interface FakeHarness {
  readonly host: CalibrationHost;
  readonly entries: JournalEntry[];
  readonly ran: string[];
  /** The lines that sessions were sent, and those that benchmarks were counted by. */
  readonly lines: string[];
  readonly counted: string[];
  sessions: number;
}

function createHarness(
  options: {
    readonly fails?: string;
    /** Ends the JVM, once or so many times, once measuring has begun. */
    readonly dies?: string;
    readonly times?: number;
    /** Cancels after so many measurements. */
    readonly cancelAfter?: number;
    readonly clockLead?: number;
    /** The nanoseconds that every operation takes more on another machine. */
    readonly slower?: number;
  } = {},
): FakeHarness {
  const random = createRandom(9);
  const lead = options.clockLead ?? 0;
  let time = 100;
  let deaths = 0;
  const canceled = new AbortController();
  const harness: FakeHarness = {
    entries: [],
    ran: [],
    lines: [],
    counted: [],
    sessions: 0,
    host: {
      startHarness: () => {
        harness.sessions++;
        return Promise.resolve(createSession());
      },
      count: (lines) => {
        harness.counted.push(...lines);
        const operations: Record<string, BenchmarkCounts['operations'][string]> = {};
        for (const line of lines) {
          const [name = '', rounds = '1'] = line.split(' ');
          operations[name] = rowOf(name).map((count, index) => [index, count * Number(rounds)] as const);
        }
        return Promise.resolve({ keys, operations, instructions: {} });
      },
      append: (entry) => {
        harness.entries.push(entry);
        const measured = harness.entries.filter(({ kind }) => kind === 'ran').length;
        if (measured >= (options.cancelAfter ?? Infinity)) canceled.abort();
      },
      now: () => time,
      workPattern: () => Promise.resolve(undefined),
      canceled: canceled.signal,
      onProgress: () => undefined,
    },
  };
  return harness;

  function createSession(): HarnessSession {
    const answers = ['OpenJDK warning: something', 'ready 1'];
    return {
      send: (line) => {
        harness.lines.push(line);
        const [name = '', rounds = '0'] = line.split(' ');
        const clock = (): number => Math.round((time - lead) * 1e9);
        if (name === 'clock') answers.push(`clock ${clock()}`);
        else if (name === 'idle') {
          const begin = clock();
          time += Number(rounds) / 1000;
          answers.push(`idle ${begin} ${clock()}`);
        } else if (name === options.fails) answers.push(`failed ${name} no such thing`);
        else if (
          name === options.dies &&
          deaths < (options.times ?? 1) &&
          harness.entries.some(({ kind }) => kind === 'ran')
        ) {
          deaths++;
          answers.length = 0;
        } else {
          harness.ran.push(name);
          const slower = (options.slower ?? 0) * rowOf(name).reduce((sum, count) => sum + count, 0);
          const cpu = Math.round(
            (nanosecondsOf(name) + slower) * Number(rounds) * (1 + 0.02 * random.exponential()),
          );
          const begin = clock();
          time += cpu / 1e9;
          answers.push(`ran ${name} ${rounds} ${cpu} ${cpu} ${begin} ${clock()} 0`);
        }
      },
      receive: () => Promise.resolve(answers.shift()),
      close: () => Promise.resolve(),
    };
  }
}

function measure(harness: FakeHarness, journal = nothing, cycles = 3): Promise<CalibrationOutcome> {
  return measureBenchmarks({ benchmarks, setup, cycles, meter: cpuTimeProxy(10), journal }, harness.host);
}

function journalOf(entries: readonly JournalEntry[]): CalibrationJournal {
  const read = readJournal(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), 'journal');
  if ('problem' in read) throw new Error(read.problem);
  return read.journal;
}

describe('measuring benchmarks', () => {
  it('measures each in each cycle, long enough, in another order', async () => {
    const harness = createHarness();
    const { isComplete, journal, problems } = await measure(harness);
    expect(problems).toEqual([]);
    expect(isComplete).toBe(true);
    expect(journal.measurements).toHaveLength(360);
    for (const { cpu } of journal.measurements) expect(cpu).toBeGreaterThan(0.0009);
    const orderOf = (cycle: number): string =>
      journal.measurements.flatMap((each) => (each.cycle === cycle ? [each.name] : [])).join();
    expect(new Set([1, 2, 3].map(orderOf)).size).toBe(3);
  });

  it('goes on after an interruption, and measures nothing twice', async () => {
    const first = createHarness({ cancelAfter: 150 });
    const stopped = await measure(first);
    expect(stopped.isComplete).toBe(false);
    const second = createHarness();
    const { isComplete, journal } = await measure(second, journalOf(first.entries));
    expect(isComplete).toBe(true);
    expect(journal.measurements).toHaveLength(360);
    expect(new Set(journal.measurements.map(({ cycle, name }) => `${cycle} ${name}`)).size).toBe(360);
    // Neither tuned nor counted again.
    expect(second.ran).toHaveLength(360 - 150);
    expect(second.entries.some(({ kind }) => kind === 'counts' || kind === 'rounds')).toBe(false);
  });

  it('leaves out what fails, with its reason', async () => {
    const { isComplete, journal } = await measure(createHarness({ fails: 'R007' }));
    expect(journal.failures).toEqual(new Map([['R007', 'no such thing']]));
    expect(isComplete).toBe(true);
    expect(journal.measurements).toHaveLength(119 * 3);
  });

  it('goes on in a new JVM where one ends, and leaves out what ends it again', async () => {
    const once = createHarness({ dies: 'R011' });
    const after = await measure(once);
    expect(after.problems.join()).toMatch(/the JVM ended while R011 ran/);
    expect(after.isComplete).toBe(true);
    expect(after.journal.measurements).toHaveLength(360);
    const always = await measure(createHarness({ dies: 'R011', times: Infinity }));
    expect(always.journal.failures).toEqual(new Map([['R011', 'the JVM ended while it ran']]));
    expect(always.journal.measurements).toHaveLength(119 * 3);
    expect(always.isComplete).toBe(true);
  });

  it('takes the samples of a plot in a row, behind one collection, and counts as often as it is told', async () => {
    const request = {
      benchmarks: benchmarks.slice(0, 10),
      setup: { ...setup, samples: 3 },
      cycles: 2,
      countedRounds: 50,
      meter: cpuTimeProxy(10),
    };
    const first = createHarness({ cancelAfter: 20 });
    const stopped = await measureBenchmarks({ ...request, journal: nothing }, first.host);
    expect(stopped.isComplete).toBe(false);
    expect(first.counted).toEqual(request.benchmarks.map(({ name }) => `${name} 50`));
    expect(stopped.journal.counts?.rounds).toBe(50);
    const second = createHarness();
    const { isComplete, journal } = await measureBenchmarks(
      { ...request, journal: journalOf(first.entries) },
      second.host,
    );
    expect(isComplete).toBe(true);
    // What was interrupted within a plot is whole.
    expect(journal.measurements).toHaveLength(10 * 2 * 3);
    const measuring = second.lines.filter((line) => line.startsWith('R'));
    for (const [index, line] of measuring.entries()) {
      const begins = index % 3 === 0;
      expect(line.endsWith(' again')).toBe(!begins);
      if (!begins) expect(line.replace(' again', '')).toBe(measuring[index - 1]?.replace(' again', ''));
    }
    const orders = [1, 2].map((cycle) => journal.measurements.filter((each) => each.cycle === cycle));
    expect(new Set(orders.map((own) => own.map(({ name }) => name).join())).size).toBe(2);
  });

  it('takes the energy above idle from a meter, whatever the clock of the JVM', async () => {
    const harness = createHarness({ clockLead: 42 });
    const meter: Meter = {
      kind: 'meter',
      name: 'file',
      description: 'a meter that is made up',
      start: () => {
        const from = harness.host.now();
        return Promise.resolve({
          stop: () => {
            // 3 W idle, and 8 W more while something runs: the harness does nothing between.
            const until = harness.host.now();
            const readings: { time: number; power: number }[] = [];
            for (let at = from; at <= until + 0.001; at += 0.0001)
              readings.push({ time: at, power: at < from + 2 ? 3 : 11 });
            const { trace } = traceReadings(readings, { channel: 'watts', inTotal: true });
            return Promise.resolve({ traces: [trace], clock: '', problems: [] });
          },
        });
      },
    };
    const { journal, problems } = await measureBenchmarks(
      { benchmarks: benchmarks.slice(0, 20), setup, cycles: 1, meter, journal: nothing },
      harness.host,
    );
    expect(problems).toEqual([]);
    expect(journal.measurements).toHaveLength(20);
    for (const { energy, cpu } of journal.measurements) expect(energy / cpu / 8).toBeCloseTo(1, 1);
  });
});

describe('a fitted calibration', () => {
  it('finds the costs, and is a model with the costs that it says', async () => {
    const { journal } = await measure(createHarness(), nothing, 6);
    const fit = fitCalibration(journal, benchmarks, 1);
    if (fit === undefined) throw new Error('nothing was fitted');
    expect(fit.checks.every(({ passed }) => passed)).toBe(true);
    expect(fit.leftOut.nmae).toBeLessThan(0.05);
    const text = writeCalibratedModel(fit, { id: 'mine', title: 'Mine', setup, cycles: 6 });
    const loaded = loadModel(text, 'mine.json');
    if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
    const { model } = loaded;
    expect(model.isLocal).toBe(true);
    for (const [index, key] of keys.entries()) {
      const [term] = model.price(key)?.terms ?? [];
      const mean = model.parameters[term?.parameter ?? -1]?.mean ?? 0;
      // Watts times seconds.
      expect(mean / (10 * (truth[index] ?? 0) * 1e-9), key.name).toBeGreaterThan(0.7);
      expect(mean / (10 * (truth[index] ?? 0) * 1e-9), key.name).toBeLessThan(1.4);
    }
    // What was measured for ints serves bytes, and a declaration is the same instruction as an assignment.
    const same = (one: typeof keys, other: typeof keys): void => {
      expect(one.map((key) => model.price(key))).toEqual(other.map((key) => model.price(key)));
    };
    same(
      [operationKey('Addition', ['byte', 'short'], 'load')],
      [operationKey('Addition', ['int', 'int'], 'load')],
    );
    same([operationKey('Declaration', ['long'], 'load')], [operationKey('Assign', ['long', 'long'], 'load')]);
    const predicted = predictBenchmarks(text, journal);
    const covered = predicted.filter(
      ({ measured, interval }) => measured >= interval.low && measured <= interval.high,
    );
    expect(covered.length / predicted.length).toBeGreaterThan(0.85);
  });

  it('fails its check where programs left out are missed', async () => {
    const { journal } = await measure(createHarness());
    const spoilt = {
      ...journal,
      measurements: journal.measurements.map((each) => ({
        ...each,
        energy: each.energy * (1 + Number(each.name.slice(1)) ** 2),
      })),
    };
    const fit = fitCalibration(spoilt, benchmarks, 1);
    if (fit === undefined) throw new Error('nothing was fitted');
    const text = writeCalibratedModel(fit, { id: 'mine', title: 'Mine', setup, cycles: 3 });
    expect(JSON.stringify(loadModel(text, 'mine.json'))).toMatch(
      /failed when the model was fitted: .*left out/,
    );
  });
});

describe('calibrations of several machines', () => {
  /** One operation of each kind, thirty times a round. */
  const patterns = keys.map((key, index): Benchmark => {
    const [cell] = cellsOf(key) ?? [];
    return {
      name: `P${String(index).padStart(3, '0')}`,
      kind: 'pattern',
      title: key.name,
      source: '',
      levels: { operation: cell?.operation ?? '', size: cell?.size ?? '', type: cell?.type ?? '' },
    };
  });

  it('make one posterior that predicts for each of them, or for some such machine', async () => {
    const all = [emptyLoop, ...patterns];
    const tables = await Promise.all(
      [0, 4].map(async (slower, index) => {
        const harness = createHarness({ slower });
        const measured = await measureBenchmarks(
          { benchmarks: all, setup, cycles: 4, meter: cpuTimeProxy(10), journal: nothing },
          harness.host,
        );
        const journal = { ...measured.journal, setup: { ...setup, machine: `Board ${index + 1}` } };
        const text = writePatternEnergies([{ device: journal.setup.machine, journal }], all);
        return { text, fileName: `${index + 1}/patterns.csv` };
      }),
    );
    const outcome = await fitLevels({ tables, seed: 1, chains: 2, warmup: 100, draws: 400 }, sampleInTurn);
    if (!('toModelFile' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join());
    const identity = {
      id: 'both',
      title: 'Both',
      machine: 'boards',
      mode: 'interpreter',
      isLocal: true,
    } as const;
    // So few draws may fail the checks of convergence, which is not what is looked at here.
    const text = JSON.stringify({ ...(JSON.parse(outcome.toModelFile(identity)) as object), checks: [] });
    const costOn = (device: string): number => {
      const loaded = loadModel(text, 'both.json', { device });
      if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join());
      const price = loaded.model.price(operationKey('Addition', ['int', 'int'], 'load'));
      return price === undefined ? NaN : meanOf(price, loaded.model);
    };
    // 4 ns more, at 10 W.
    expect(costOn('Board 2') - costOn('Board 1')).toBeGreaterThan(30e-9);
    expect(costOn('Board 2') - costOn('Board 1')).toBeLessThan(50e-9);
    expect(costOn('average')).toBeCloseTo((costOn('Board 1') + costOn('Board 2')) / 2, 12);
  });
});
