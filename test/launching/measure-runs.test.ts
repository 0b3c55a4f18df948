/** The protocol of measuring, on a made-up machine. */
import { describe, expect, it } from 'vitest';
import { type MeasurePlan, measureRuns } from './measure-one';
import { accountForRuns } from '../../server/src/runs/account-for-runs';
import { recordMeasurement } from '../../server/src/runs/measurement-record';
import type { MeasuredRuns } from '../../server/src/runs/evaluate-runs';
import type { MeasureHost } from '../../server/src/runs/program-run';
import { cpuTimeProxy, MeterError, type Meter, type MeterOrProxy } from '../../server/src/power/meter';
import { baseline, type MadeUpMachine, makeMachine, program } from '../models/made-up-machine';

function measure(
  machine: MadeUpMachine,
  plan: Partial<MeasurePlan> = {},
  meter: MeterOrProxy = machine.meter,
): Promise<MeasuredRuns> {
  return measureRuns({ program, runs: 10, rehearse: false, ...plan }, meter, machine.host);
}

describe('metered runs', () => {
  it('idle as long between as they took, and give energy above idle', async () => {
    const machine = makeMachine({ length: (index) => 10 + index / 10 });
    const measured = await measure(machine, { runs: 3, baseline });
    expect(machine.events).toEqual([
      'start',
      'baseline',
      'measured',
      'idle 10',
      'baseline',
      'measured',
      'idle 10.1',
      'baseline',
      'measured',
      'idle 10.2',
      'stop',
    ]);
    expect(measured.problems).toEqual([]);
    expect(measured.idlePower).toBeGreaterThan(4.9);
    expect(measured.idlePower).toBeLessThan(5.1);
    measured.runs.forEach(({ energy, total, run }) => {
      const length = run.window.end - run.window.start;
      expect(energy).toBeCloseTo(20 * length, -1);
      expect(total).toBeCloseTo(25 * length, -1);
    });
    expect(measured.energy).toMatchObject({ runs: 3, headline: { kind: 'mean' } });
    expect(measured.startUp?.mean).toBeGreaterThan(3);
    expect(measured.startUp?.mean).toBeLessThan(5);
    expect(measured.channels.map(({ channel, inTotal }) => [channel, inTotal])).toEqual([
      ['package-0', true],
      ['core', false],
    ]);
    expect(measured.channels[1]?.energy?.mean).toBeCloseTo((measured.energy?.mean ?? NaN) / 2, 6);
    expect(measured.seconds?.minimum).toBeCloseTo(10, 6);
    expect(measured).toMatchObject({
      requested: 3,
      source: { isProxy: false, clock: 'ours' },
      machine: { governor: 'powersave' },
    });
    expect(measured.fewer).toBeUndefined();
  });

  it('take away the idle power that each run had beside it', async () => {
    const measured = await measure(makeMachine({ idleDrift: 0.01 }), { runs: 5 });
    // Idle power rises by 1 W in 100 s; each run's own idling comes 10 s after it.
    for (const { energy } of measured.runs) expect(Math.abs((energy ?? NaN) - 200)).toBeLessThan(3);
  });

  it('say what is running and how long it will take', async () => {
    const machine = makeMachine();
    await measure(machine, { runs: 2, baseline });
    expect(machine.progress.map(({ phase, run, runs }) => `${phase} ${run}/${runs}`)).toEqual([
      'baseline 1/2',
      'run 1/2',
      'idle 1/2',
      'baseline 2/2',
      'run 2/2',
      'idle 2/2',
      'evaluate 2/2',
    ]);
    expect(machine.progress[0]?.secondsLeft).toBeUndefined();
    expect(machine.progress[3]?.secondsLeft).toBeCloseTo(20.2, 0);
  });

  it('set aside what the meter did not see', async () => {
    const measured = await measure(makeMachine({ lostWhile: { start: 1022, end: 1025 } }), { runs: 3 });
    expect(measured.runs.map(({ setAside }) => setAside)).toEqual([
      undefined,
      'its meter saw only 70 % of it, and gaps are not guessed',
      undefined,
    ]);
    expect(measured.energy?.runs).toBe(2);
    expect(measured.problems).toEqual([
      'run 2 is set aside: its meter saw only 70 % of it, and gaps are not guessed',
    ]);
  });

  it('align a meter that has a clock of its own by two different patterns', async () => {
    const machine = makeMachine();
    await measure(machine, { runs: 1 }, { ...machine.meter, patternChip: 0.2 });
    expect(machine.events[1]).toBe('pattern 1111100');
    expect(machine.events.at(-2)).toMatch(/^pattern (?!1111100)/);
  });

  it('are none where the meter gives nothing', async () => {
    const machine = makeMachine();
    const broken: Meter = {
      ...machine.meter,
      start: () => Promise.reject(new MeterError('only root may read it: sudo chmod …')),
    };
    const measured = await measure(machine, {}, broken);
    expect(machine.events).toEqual([]);
    expect(measured).toMatchObject({
      runs: [],
      fewer: 'the meter gave no reading',
      problems: ['only root may read it: sudo chmod …'],
    });
    expect(measured.energy).toBeUndefined();
  });

  it('have no energy where nothing was read, and say so', async () => {
    const machine = makeMachine({
      stop: () => ({ traces: [], clock: 'not aligned', problems: ['the file is empty'] }),
    });
    const measured = await measure(machine, { runs: 2 });
    expect(measured.energy).toBeUndefined();
    expect(measured.runs.map(({ setAside }) => setAside)).toEqual([
      'there are no readings of power',
      'there are no readings of power',
    ]);
    expect(measured.problems[0]).toBe('the file is empty');
  });

  it('keep other faults of a meter for whoever has to mend them', async () => {
    const machine = makeMachine();
    await expect(
      measure(machine, {}, { ...machine.meter, start: () => Promise.reject(new TypeError('fault')) }),
    ).rejects.toThrow('fault');
  });
});

describe('sessions of at least some length', () => {
  it('hold as many runs as it takes, with as many of a main that does nothing', async () => {
    const machine = makeMachine({ length: () => 4 });
    const measured = await measure(machine, { runs: 2, atLeast: 30, baseline });
    expect(machine.events).toEqual([
      'start',
      'measured',
      ...['baseline', 'measured', 'idle 32'],
      ...['baseline', 'measured', 'idle 32'],
      'stop',
    ]);
    expect(machine.progress[0]?.phase).toBe('lengthen');
    expect(measured.runs.map(({ run }) => run.roundSeconds?.length)).toEqual([8, 8]);
    expect(measured.baseline.map(({ run }) => run.roundSeconds?.length)).toEqual([8, 8]);
  });

  it('have the energy and the time of one run', async () => {
    const [single, session] = [
      await measure(makeMachine({ length: () => 4 }), { runs: 3, baseline }),
      await measure(makeMachine({ length: () => 4 }), { runs: 3, baseline, atLeast: 100 }),
    ];
    // 20 W above idle for 4 s, and for 0.2 s.
    expect(session.energy?.mean).toBeCloseTo(80, 0);
    expect(session.startUp?.mean).toBeCloseTo(4, 0);
    expect(session.seconds?.median).toBeCloseTo(4, 6);
    expect(session.channels[1]?.energy?.mean).toBeCloseTo(40, 0);
    // Readings a tenth of a second apart cut less off a session than off a run.
    const off = (measured: MeasuredRuns): number => Math.abs((measured.startUp?.mean ?? NaN) - 4);
    expect(off(session)).toBeLessThan(off(single) / 3);
  });

  it('have the time of their runs without the time between these', async () => {
    const machine = makeMachine({ length: () => 2, between: 0.5 });
    const measured = await measure(machine, { runs: 2, atLeast: 20 });
    const [session] = recordMeasurement(measured).runs;
    expect(session).toMatchObject({ rounds: 10 });
    expect((session?.end ?? NaN) - (session?.start ?? NaN)).toBeCloseTo(24.5, 6);
    expect(measured.seconds).toEqual({ minimum: 2, median: 2 });
  });

  it('go on until the time has passed, where later runs are shorter', async () => {
    const machine = makeMachine({ length: (index) => (index === 0 ? 5 : 2) });
    const measured = await measure(machine, { runs: 1, atLeast: 9 });
    expect(measured.runs[0]?.run.roundSeconds).toHaveLength(5);
    expect(measured.energy?.mean).toBeCloseTo(40, 0);
  });

  it('are single runs of programs that are long enough', async () => {
    const machine = makeMachine();
    const measured = await measure(machine, { runs: 1, atLeast: 10 });
    expect(measured.runs[0]?.run.roundSeconds).toBeUndefined();
  });

  it('tell processor time to a smaller part of a tick', async () => {
    const plan = { program, runs: 2, rehearse: false };
    const proxy = cpuTimeProxy(10);
    const machine = (): MadeUpMachine => makeMachine({ length: () => 0.5 });
    const single = await measureRuns(plan, proxy, machine().host);
    const session = await measureRuns({ ...plan, atLeast: 5 }, proxy, machine().host);
    expect(session.energy?.mean).toBeCloseTo(5, 9);
    expect([single.energy?.tick, session.energy?.tick]).toEqual([0.1, 0.01]);
  });

  it('are none of a program that fails', async () => {
    const machine = makeMachine({ run: () => ({ end: { kind: 'exited', code: 1 } }) });
    const measured = await measure(machine, { runs: 3, atLeast: 100 });
    expect(machine.events).toEqual(['start', 'measured', 'stop']);
    expect(measured).toMatchObject({ fewer: 'run 1 failed (exit code 1)' });
    expect(measured.energy).toBeUndefined();
  });
});

describe('CPU time in place of a meter', () => {
  const proxy = cpuTimeProxy(15);

  it('is a proxy, shows the mean of its runs, and does not idle', async () => {
    const machine = makeMachine({ length: (index) => 1 + (index % 3) / 10 });
    const measured = await measure(machine, { runs: 4 }, proxy);
    expect(machine.events).toEqual(['measured', 'measured', 'measured', 'measured']);
    expect(measured.source).toEqual({
      name: 'cpu-time',
      description: 'proxy: CPU time at 15 W a core, no meter',
      isProxy: true,
    });
    expect(measured.energy?.headline).toMatchObject({
      kind: 'mean',
      because: 'mean of 4 runs, by CPU time in place of a meter, with its 95 % interval',
    });
    expect(measured.energy?.headline.energy).toBeCloseTo(16.125, 9);
    expect(measured.idlePower).toBeUndefined();
    expect(measured.problems).toEqual([]);
  });

  it('is not made up where it is not known', async () => {
    const machine = makeMachine();
    const runProgram: MeasureHost['runProgram'] = async (...given) => {
      const { window, end, outputBytes, slept, leftRunning, problems } = await machine.host.runProgram(
        ...given,
      );
      return { window, end, outputBytes, slept, leftRunning, problems };
    };
    const measured = await measureRuns({ program, runs: 1, rehearse: false }, proxy, {
      ...machine.host,
      runProgram,
    });
    expect(measured.energy).toBeUndefined();
    expect(measured.runs[0]?.setAside).toBe('its CPU time is not known on this platform');
  });
});

describe('fewer runs than asked for', () => {
  it('are made where time does not suffice, with the reason', async () => {
    const measured = await measure(makeMachine(), { budget: 65 });
    expect(measured.runs).toHaveLength(3);
    expect(measured.fewer).toBe('a round takes 20.0 s, so 3 fit into the 65 s allowed');
    const one = await measure(makeMachine(), { budget: 5 });
    expect(one.runs).toHaveLength(1);
    expect(one.fewer).toBe('a round takes 20.0 s, so 1 fits into the 5 s allowed');
    expect(one.energy?.headline.because).toBe('one metered run, so no interval is known');
    expect((await measure(makeMachine(), { budget: 1000 })).fewer).toBeUndefined();
  });

  it('are kept when it is canceled', async () => {
    const machine = makeMachine({ cancelAfter: 3 });
    const measured = await measure(machine);
    expect(measured.fewer).toBe('canceled after 2 of 10 runs');
    expect(measured.energy?.runs).toBe(2);
    expect(measured.runs[2]?.setAside).toBe('was canceled');
    expect(machine.events.at(-1)).toBe('stop');
  });

  it('are all there will be of a program that never ends, or can’t start', async () => {
    const endless = makeMachine({ run: () => ({ end: { kind: 'limit', limit: 'seconds' } }) });
    const measured = await measure(endless);
    expect(measured.fewer).toBe('run 1 did not end within the time limit');
    expect(endless.events.filter((event) => event === 'measured')).toHaveLength(1);
    const missing = makeMachine({
      run: () => ({ end: { kind: 'failed', message: 'java could not be started' } }),
    });
    expect((await measure(missing)).problems).toContain('run 1 is set aside: java could not be started');
  });
});

describe('runs that can’t be compared', () => {
  it('are those in which the machine slept', async () => {
    const machine = makeMachine({
      run: (index) => (index === 1 ? { slept: 3600 } : { leftRunning: index === 2 ? 1 : 0 }),
    });
    const measured = await measure(machine, { runs: 3 });
    expect(measured.problems).toEqual([
      'run 2 is set aside: the machine slept for 3600 s, or its calendar was set, while it ran',
      'run 3 left a process running, which was ended',
    ]);
    expect(measured.energy?.runs).toBe(2);
  });

  it('end with the first one that fails; the good ones before it are kept', async () => {
    const lastLines = ['no more room'];
    const machine = makeMachine({
      run: (index) => (index === 2 ? { end: { kind: 'exited', code: 3 }, lastLines } : {}),
    });
    const measured = await measure(machine, { runs: 12 });
    expect(machine.events.filter((event) => event === 'measured')).toHaveLength(3);
    expect(measured.problems).toEqual([
      'run 3 is set aside: failed (exit code 3). The runs before it count. Does it find files or ports that an earlier run left?\n  no more room',
    ]);
    expect(measured.fewer).toBe('run 3 failed (exit code 3)');
    expect(measured.energy?.runs).toBe(2);
  });

  it.each([
    [{ kind: 'exited', code: 1 }],
    [{ kind: 'killed', signal: 'SIGSEGV' }],
    [{ kind: 'limit', limit: 'seconds' }],
    [{ kind: 'limit', limit: 'outputBytes' }],
    [{ kind: 'failed', message: 'java could not be started' }],
  ] as const)('have no energy where the first one ends with %j', async (end) => {
    const machine = makeMachine({ run: () => ({ end }) });
    const measured = await measure(machine, { runs: 12, baseline });
    expect(machine.events.filter((event) => event === 'measured')).toHaveLength(1);
    expect([measured.energy, measured.seconds, measured.java]).toEqual([undefined, undefined, undefined]);
  });
});

describe('a run that took many times as long as the others', () => {
  const proxy = cpuTimeProxy(10);
  const slow =
    (...slow: readonly number[]) =>
    (index: number): number =>
      slow.includes(index) ? 100 : 10;

  it.each(['meter', 'proxy'])('is set aside and named, and changes no mean: %s', async (kind) => {
    const isProxy = kind === 'proxy';
    const machine = makeMachine({ length: slow(2) });
    const measured = await measure(machine, { runs: 6 }, isProxy ? proxy : machine.meter);
    const what = isProxy ? ', in processor time' : '';
    expect(measured.problems).toEqual([
      `run 3 is set aside: it took 10 times as long as the others${what}. Close other programs, or make more runs (--runs)`,
    ]);
    // 10 s at 20 W above idle, or at 10 W a core.
    expect(measured.energy?.mean).toBeCloseTo(isProxy ? 100 : 200, isProxy ? 9 : -1);
    expect(measured.energy?.runs).toBe(5);
    // Nothing is lost: the run is kept with its energy.
    expect(measured.runs[2]?.energy).toBeCloseTo(isProxy ? 1000 : 2000, isProxy ? 9 : -2);
  });

  it('counts, and is said, where there is one other run, or where many take that long', async () => {
    const two = await measure(makeMachine({ length: slow(1) }), { runs: 2 }, proxy);
    expect([two.problems, two.energy?.mean]).toEqual([
      [
        'run 2 took 10 times as long as the other one, in processor time, and nothing tells which is usual: all of them count. Close other programs, or make more runs (--runs)',
      ],
      550,
    ]);
    const many = await measure(makeMachine({ length: slow(0, 3) }), { runs: 5 }, proxy);
    expect(many.problems.join()).toMatch(/^run 1 took 10 times as long as most others.* all of them count/);
    expect(many.energy?.mean).toBeCloseTo((3 * 100 + 2 * 1000) / 5, 9);
  });

  it('is none that waited, where processor time is what is measured', async () => {
    const cpu = { user: 1, system: 0 };
    const machine = makeMachine({ length: slow(1), run: () => ({ cpu }) });
    const measured = await measure(machine, { runs: 4 }, proxy);
    expect([measured.problems, measured.energy?.runs, measured.energy?.mean]).toEqual([[], 4, 10]);
  });
});

describe('a program that is shorter than a tick of the clock', () => {
  it.each([[[0, 0, 0]], [[0, 0.01, 0]]])('has no energy rather than 0 J: %j s', async (times) => {
    const machine = makeMachine({ run: (index) => ({ cpu: { user: times[index] ?? NaN, system: 0 } }) });
    const measured = await measure(machine, { runs: 3 }, cpuTimeProxy(10));
    expect(measured.energy).toBeUndefined();
    expect(measured.problems).toEqual([
      'runs 1, 2, 3 are each set aside: it took less than a tick of the clock (10 ms of processor time), so its energy is not known. Repeat its work many times in one run',
    ]);
  });

  it('counts where its runs have a tick on the average: some read 0, and the mean is right', async () => {
    const machine = makeMachine({
      run: (index) => ({ cpu: { user: index % 2 === 0 ? 0 : 0.03, system: 0 } }),
    });
    const measured = await measure(machine, { runs: 4 }, cpuTimeProxy(10));
    expect([measured.energy?.runs, measured.problems]).toEqual([4, []]);
    expect(measured.energy?.mean).toBeCloseTo(0.15, 9);
  });
});

describe('a main that does nothing, and fails', () => {
  const failing = (machine: MadeUpMachine, after: number): MadeUpMachine['host'] => {
    let made = 0;
    return {
      ...machine.host,
      runProgram: async (given, role, input, session) => {
        const run = await machine.host.runProgram(given, role, input, session);
        return role !== 'baseline' || made++ < after
          ? run
          : { ...run, end: { kind: 'exited', code: 1 }, lastLines: ['no such option'] };
      },
    };
  };

  it.each([
    [0, 'start-up is not told apart'],
    [2, 'start-up is known of 2 runs only'],
  ])('after %d good runs is said; the program’s own runs count', async (after, known) => {
    const machine = makeMachine();
    const plan = { program, baseline, runs: 4, rehearse: false };
    const measured = await measureRuns(plan, cpuTimeProxy(10), failing(machine, after));
    expect([measured.energy?.runs, measured.energy?.mean, measured.startUp?.runs]).toEqual([
      4,
      100,
      after === 0 ? undefined : after,
    ]);
    expect(measured.problems).toEqual([
      `${known}: a run of the main that does nothing is set aside: failed (exit code 1). The program's own runs count. Try its JVM options with an empty main\n  no such option`,
    ]);
    const parts = accountForRuns(recordMeasurement(measured));
    // It is no zero: what it took stays in what is left.
    expect(parts?.runtime.startUp).toBe(after === 0 ? undefined : measured.startUp?.mean);
    expect(parts?.notes.join()).toContain(known);
  });
});

describe('a rehearsal', () => {
  it('takes the input that the other runs are given', async () => {
    const machine = makeMachine();
    const measured = await measure(machine, { runs: 2, rehearse: true });
    expect(machine.events).toEqual([
      'start',
      'rehearsal',
      'measured with typed',
      'idle 10',
      'measured with typed',
      'idle 10',
      'stop',
    ]);
    expect(measured.runs).toHaveLength(2);
  });
});

describe('what JVMs say', () => {
  it('is averaged over the runs that count', async () => {
    const machine = makeMachine({
      run: (index) => ({
        java: {
          mode: 'mixed mode, sharing',
          collections: { pauses: 4 + 2 * index, paused: 0.1 },
          compiling: 0.5,
          from: 'counters',
        },
        ...(index === 2 ? { slept: 5 } : {}),
      }),
    });
    const { java } = await measure(machine, { runs: 3 });
    expect(java).toEqual({ mode: 'mixed mode, sharing', pauses: 5, paused: 0.1, compiling: 0.5 });
  });
});
