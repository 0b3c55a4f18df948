/**
 * Costs from traces and samples against a simulated meter, whose truth is known.
 */
import { describe, expect, it } from 'vitest';
import { present } from '../../server/src/base/check';
import { loadModel } from '../../server/src/cost/model/load-model';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { libraryKey } from '../../server/src/operations/catalogue/catalogue';
import { fitTrace, type TraceFitRequest } from '../../server/src/models/trace-fit/fit-trace';
import { simulateTrace, type SimulationOptions } from '../../server/src/models/trace-fit/simulate-trace';
import { visitTuples } from '../../server/src/profile/trace/trace-file';

const options: SimulationOptions = {
  ...{ seed: 3, tuples: 60_000, methods: 40, threads: 1, collections: 10, switches: 10, unitCost: 2e-6 },
  ...{ calls: 0.002, waiting: 0.01, jitter: 0.03, rate: 10_000, noise: 0.01, bits: 16, range: 10 },
  ...{ offset: 12.5, drift: 20e-6, idle: 1.1 },
};

interface Truth {
  readonly pulses: readonly number[];
  readonly costs: Readonly<Record<string, number>>;
  readonly lines: readonly { readonly line: number; readonly energy: number }[];
  readonly calls: Readonly<
    Record<string, { readonly calls: number; readonly energy: number; readonly tails: number }>
  >;
  readonly events: readonly {
    readonly kind: string;
    readonly energy: number;
    readonly from: number;
    readonly to: number;
    readonly method: string;
    readonly path: number;
  }[];
}

interface Account {
  readonly coefficients: Readonly<Record<string, number | null>>;
  readonly goodness: { readonly rSquared: number; readonly aee: number };
  readonly account: Readonly<Record<string, number>>;
  readonly probes: readonly { readonly name: string; readonly executions: number; readonly energy: number }[];
  readonly calls: readonly {
    readonly call: string;
    readonly place?: string;
    readonly calls: number;
    readonly energy: number;
    readonly tails: number;
  }[];
  readonly events: readonly {
    readonly kind: string;
    readonly energy: number;
    readonly from: number;
    readonly to: number;
    readonly path?: { readonly method: string; readonly path: number };
  }[];
}

function simulate(changes: Partial<SimulationOptions> = {}) {
  const simulation = simulateTrace({ ...options, ...changes }, 'trace.tuples', {
    name: 'test',
    version: '0',
  });
  const truth = simulation.truth as Truth;
  const request: TraceFitRequest = {
    profile: simulation.profile,
    profileName: 'trace.json',
    visitTrace: (visit) => {
      visitTuples(simulation.tuples, visit);
    },
    samples: [Buffer.from([...simulation.samples].join(''))],
    samplesName: 'samples.csv',
    pulses: truth.pulses,
    rule: 'bisquare',
    folds: 2,
    seed: 1,
    tails: simulation.tails,
  };
  return { simulation, truth, request };
}

function accountOf(request: TraceFitRequest): Account {
  const outcome = fitTrace(request);
  if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  return outcome.account as Account;
}

function problemsOf(request: TraceFitRequest): string {
  return fitTrace(request)
    .problems.map(({ message }) => message)
    .join('\n');
}

describe('a fit to a trace with samples', () => {
  const { simulation, truth, request } = simulate();
  const account = accountOf(request);

  it('tells what lines take within the bounds of the paper', () => {
    expect(account.goodness.rSquared).toBeGreaterThan(0.97);
    expect(account.goodness.aee).toBeLessThan(0.034);
    const { classes, keys } = simulation.profile;
    const lines = new Map<number, number>();
    for (const { code = [], blocks } of classes.flatMap(({ methods }) => methods))
      for (const [block, key, line, count] of code) {
        const cost = account.coefficients[keys[key]?.name ?? ''] ?? 0;
        lines.set(line, (lines.get(line) ?? 0) + cost * count * (blocks[block]?.[3] ?? 0));
      }
    const errors = truth.lines
      .map(({ line, energy }) => Math.abs((lines.get(line) ?? 0) / energy - 1))
      .sort((a, b) => a - b);
    expect(errors[errors.length >> 1]).toBeLessThan(0.1);
  });

  it('finds every event, the path that it befell and its kind, and no other', () => {
    expect(account.events).toHaveLength(truth.events.length);
    for (const [index, { kind, energy, from, method, path }] of truth.events.entries()) {
      const event = account.events[index];
      expect(event?.kind).toBe(kind);
      expect(event?.path).toMatchObject({ method, path });
      expect(event?.from).toBeLessThanOrEqual(from + 1e-3);
      expect(Math.abs((event?.energy ?? 0) / energy - 1)).toBeLessThan(0.1);
    }
  });

  it('gives tails to the calls that caused them', () => {
    const [call] = account.calls;
    const [known] = Object.values(truth.calls);
    expect(call?.call).toBe('java.net.SocketOutputStream.write');
    expect(call?.calls).toBe(known?.calls);
    expect(call?.tails).toBeCloseTo(known?.tails ?? 0, 9);
    expect(Math.abs((call?.energy ?? 0) / (known?.energy ?? 1) - 1)).toBeLessThan(0.05);
  });

  it('keeps probes out of the model, and the parts add up', () => {
    expect(Object.keys(account.coefficients).filter((name) => name.startsWith('Jouleline'))).toEqual([]);
    expect(account.probes[0]?.executions).toBeCloseTo(options.tuples, 0);
    const { total = 0, ...parts } = account.account;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 9);
    expect(Math.abs(parts['unattributed'] ?? 0)).toBeLessThan(0.02 * total);
  });

  it('writes a model that holds calls with their tails', () => {
    const outcome = fitTrace(request);
    if (!('toModelFile' in outcome)) throw new Error('no model');
    const identity = { id: 'a', title: 'a', machine: 'm', mode: 'interpreter', isLocal: false } as const;
    const model = JSON.parse(outcome.toModelFile(identity)) as {
      readonly operations: readonly { readonly name: string; readonly mean: number }[];
    };
    const [call] = account.calls;
    const modeled = model.operations.find(({ name }) => name === call?.call);
    expect(modeled?.mean).toBeCloseTo(((call?.energy ?? 0) + (call?.tails ?? 0)) / (call?.calls ?? 1), 12);
  });
});

describe('calls of one method at several places', () => {
  const { simulation, truth, request } = simulate({
    tuples: 15_000,
    collections: 0,
    switches: 0,
    noise: 0,
    bits: 24,
  });
  const called = simulation.profile.trace?.calls[0]?.[4] ?? '';
  const trace = {
    ...present(simulation.profile.trace, 'a trace'),
    calls: [1, 2].map((line) => [0, 0, line, line, called] as const),
  };
  /** Long calls stand on line 2. The simulated energy of a call is 1.2 W as long as it lasts. */
  const known = [1, 2].map(() => ({ calls: 0, energy: 0 }));
  const parted: TraceFitRequest = {
    ...request,
    profile: { ...simulation.profile, trace },
    visitTrace: (visit) => {
      request.visitTrace((thread, subject, enter, exit) => {
        visit(thread, subject === 1 && exit - enter > 1.5e6 ? 3 : subject, enter, exit);
      });
    },
  };
  parted.visitTrace((_, subject, enter, exit) => {
    const site = subject % 2 === 1 ? known[(subject - 1) / 2] : undefined;
    if (site === undefined) return;
    site.calls++;
    site.energy += 1.2e-9 * (exit - enter);
  });
  const places = [1, 2].map((line) => `Synthetic.method0()V:${line}`);

  it('keep what was measured at each, tails and all', () => {
    const { calls } = accountOf(parted);
    expect(calls.map(({ place, calls: count }) => [place, count])).toEqual(
      known.map((site, index) => [places[index], site.calls]),
    );
    for (const [index, { energy }] of known.entries())
      expect(Math.abs((calls[index]?.energy ?? 0) / energy - 1)).toBeLessThan(0.05);
    const tails = Object.values(truth.calls)[0]?.tails ?? 0;
    expect(calls.reduce((sum, each) => sum + each.tails, 0)).toBeCloseTo(tails, 9);
  });

  it('have costs of their own in the model, and one mean elsewhere', () => {
    const outcome = fitTrace(parted);
    if (!('account' in outcome)) throw new Error('no fit');
    const { calls } = outcome.account as Account;
    const text = outcome.toModelFile({
      id: 'a',
      title: 'a',
      machine: 'm',
      mode: 'interpreter',
      isLocal: false,
    });
    const loaded = loadModel(text, 'a.json');
    if (!('model' in loaded)) throw new Error(JSON.stringify(loaded.problems));
    const { model } = loaded;
    const key = libraryKey('java/net/SocketOutputStream', 'write', [], 'load');
    const costAt = (place?: string): number => {
      const price = present(model.price({ ...key, ...(place === undefined ? {} : { place }) }), 'a price');
      return meanOf(price, model);
    };
    const meanEnergy = (sites: Account['calls']): number =>
      sites.reduce((sum, { energy, tails }) => sum + energy + tails, 0) /
      sites.reduce((sum, each) => sum + each.calls, 0);
    for (const call of calls) expect(costAt(call.place)).toBeCloseTo(meanEnergy([call]), 12);
    expect(costAt()).toBeCloseTo(meanEnergy(calls), 12);
    expect(costAt('app/Other.run()V:7')).toBe(costAt());
  });

  it('are one where the trace does not tell the place', () => {
    const untold = { ...trace, calls: trace.calls.map(() => [-1, -1, -1, 0, called] as const) };
    const { calls } = accountOf({ ...parted, profile: { ...simulation.profile, trace: untold } });
    expect(calls.map(({ place, calls: count }) => [place, count])).toEqual([
      [undefined, known.reduce((sum, site) => sum + site.calls, 0)],
    ]);
  });

  it('stay operations of the fit at a place of which not all were timed', () => {
    const { keys, classes } = simulation.profile;
    const number = keys.length;
    const write = libraryKey('java/net/SocketOutputStream', 'write', [], 'load');
    const [own, ...others] = classes[0]?.methods ?? [];
    const [first] = classes;
    if (own === undefined || first === undefined) throw new Error('no method');
    // Line 1 executed more calls than were timed there.
    const more = { ...own, operations: [[number, 1, (known[0]?.calls ?? 0) + 1] as const] };
    const profile = { ...simulation.profile, trace, keys: [...keys, write] };
    const { calls } = accountOf({
      ...parted,
      profile: { ...profile, classes: [{ ...first, methods: [more, ...others] }] },
    });
    expect(calls.map(({ place }) => place)).toEqual([places[1]]);
  });
});

describe('samples that do not fit', () => {
  const { request, truth } = simulate({ tuples: 4000, collections: 0, switches: 0 });

  it('on another clock are told, and what would help', () => {
    expect(problemsOf({ ...request, pulses: [] })).toMatch(/samples\.csv: .*clocks don't overlap; --pulses/);
  });

  it('with fewer pulses than were sent are told', () => {
    expect(problemsOf({ ...request, pulses: [...truth.pulses, 1, 2, 3] })).toMatch(
      /8 pulses were given, and the meter saw 5/,
    );
  });

  it('of a clock that jumps back, of no power, and of a meter at its end are told', () => {
    const file = (text: string): TraceFitRequest => ({
      ...request,
      pulses: [],
      samples: [Buffer.from(text)],
    });
    expect(problemsOf(file('time [s],power [W]\n0,1\n0.1,1\n'))).toMatch(/clocks don't overlap|idle power/);
    expect(problemsOf(file('time [s],sync [W]\n0,1\n0.1,1\n'))).toMatch(/no samples of power|no channel/);
    const rows = Array.from(
      { length: 5000 },
      (_, row) => `${(row / 1000).toFixed(3)},${row % 2 === 0 ? 10 : 3}`,
    );
    expect(problemsOf(file(`time [s],power [W]\n${rows.join('\n')}\n`))).toMatch(
      /samples\.csv: power: 49\.99 % of the samples read 10 W, .*end of its range/,
    );
    const still = rows.map((row) => row.replace(/,.*/, ',3'));
    expect(problemsOf(file(`time [s],power [W]\n${still.join('\n')}\n`))).toMatch(/all samples read 3 W/);
  });

  it('for a while, or that hold no number, are told with their place', () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `${(row / 1000).toFixed(3)},${3 + (row % 7) / 10}`);
    rows[700] = '0.700,NaN';
    const kept = rows.filter((_, row) => row < 1000 || row > 1400);
    const problems = problemsOf({
      ...request,
      pulses: [],
      samples: [Buffer.from(`time [s],power [W]\n${kept.join('\n')}\n`)],
    });
    expect(problems).toContain('samples.csv: power: there is no sample from 0.999 s to 1.401 s of its clock');
    expect(problems).toContain('samples.csv: row 702, column power [W]: "NaN" stands where');
  });
});

it('says the same for the same seed', () => {
  const texts = [1, 2].map(() => [...simulate({ tuples: 2000 }).simulation.samples].join(''));
  expect(texts[0]).toBe(texts[1]);
});

it('shares the energy of threads that run at once', () => {
  const { truth, request } = simulate({ threads: 3, collections: 0, switches: 0 });
  const account = accountOf(request);
  const [call] = account.calls;
  const [known] = Object.values(truth.calls);
  // By 1/N each: not what a call took, but what it took with the mean power of all.
  expect(call?.calls).toBe(known?.calls);
  expect(Math.abs((call?.energy ?? 0) / (known?.energy ?? 1) - 1)).toBeLessThan(0.35);
  expect(account.goodness.rSquared).toBeGreaterThan(0.9);
});
