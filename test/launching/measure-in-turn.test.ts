/** Programs that are compared take turns: who runs when, what ends all of them, and what drift makes of it. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, it } from 'vitest';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { measureInTurn } from '../../server/src/launching/measure-runs';
import { measureRuns } from './measure-one';
import type { MeasuredRuns } from '../../server/src/runs/evaluate-runs';
import type { PlannedProgram, SeriesPlan } from '../../server/src/runs/program-run';
import { cpuTimeProxy } from '../../server/src/power/meter';
import { bundledModel } from '../cost/bundled-model';
import { makeProgram, profileOfEnergies } from '../compare/noisy-profiles';
import { type MadeUpMachine, makeMachine, program as usual } from '../models/made-up-machine';

function named(name: string): PlannedProgram {
  return { name, program: { ...usual, arguments: [name] } };
}

const both = [named('A'), named('B')];

function measure(
  machine: MadeUpMachine,
  programs: readonly PlannedProgram[],
  plan: Partial<SeriesPlan> = {},
): Promise<readonly MeasuredRuns[]> {
  return measureInTurn(programs, { runs: 4, rehearse: false, ...plan }, machine.meter, machine.host);
}

describe('programs that are compared', () => {
  it('take turns, every second round backwards, each with its own baseline, input and idling', async () => {
    const machine = makeMachine({ length: (index) => 10 + index });
    const nothing = named('nothing').program;
    const [first, second] = await measure(
      machine,
      [
        { ...named('A'), baseline: nothing, input: Buffer.from('one') },
        { ...named('B'), baseline: nothing, input: Buffer.from('other') },
      ],
      { runs: 2 },
    );
    expect(machine.events).toEqual([
      'start',
      ...['baseline nothing', 'measured A with one', 'idle 10'],
      ...['baseline nothing', 'measured B with other', 'idle 11'],
      ...['baseline nothing', 'measured B with other', 'idle 12'],
      ...['baseline nothing', 'measured A with one', 'idle 13'],
      'stop',
    ]);
    // Run by run above idle at 20 W, in each program's own order.
    for (const [measured, lengths] of [
      [first, [10, 13]],
      [second, [11, 12]],
    ] as const) {
      expect(measured?.problems).toEqual([]);
      expect(measured?.startUp?.runs).toBe(2);
      measured?.runs.forEach(({ energy }, index) => {
        expect(energy).toBeCloseTo(20 * (lengths[index] ?? NaN), -1);
      });
    }
  });

  it('may be more than two', async () => {
    const machine = makeMachine();
    await measureInTurn(
      ['A', 'B', 'C'].map(named),
      { runs: 3, rehearse: false },
      cpuTimeProxy(10),
      machine.host,
    );
    expect(machine.events.map((event) => event.replace('measured ', '')).join('')).toBe('ABCCBAABC');
  });

  it('keep which runs are of one round, and of one series', async () => {
    const machine = makeMachine();
    const [first, second] = await measure(machine, both);
    const [third] = await measure(machine, both);
    expect([first?.inTurn?.place, second?.inTurn?.place]).toEqual([1, 2]);
    expect(first?.inTurn?.series).toBe(second?.inTurn?.series);
    expect(third?.inTurn?.series).not.toBe(first?.inTurn?.series);
    // Of each round one follows the other, with nothing between but idling.
    first?.runs.forEach(({ run: { window } }, round) => {
      const other = second?.runs[round]?.run.window;
      expect(Math.abs((other?.start ?? NaN) - window.start)).toBeCloseTo(20, 0);
    });
    const alone = makeMachine();
    const plan = { program: usual, runs: 2, rehearse: false };
    expect((await measureRuns(plan, alone.meter, alone.host)).inTurn).toBeUndefined();
  });

  it('say whose turn it is, in which round, and how long all will take', async () => {
    const machine = makeMachine();
    await measure(machine, both, { runs: 2 });
    expect(
      machine.progress.map(({ phase, program, run, runs }) => `${program ?? 'all'}: ${phase} ${run}/${runs}`),
    ).toEqual([
      ...['A: run 1/2', 'A: idle 1/2', 'B: run 1/2', 'B: idle 1/2'],
      ...['B: run 2/2', 'B: idle 2/2', 'A: run 2/2', 'A: idle 2/2'],
      'all: evaluate 2/2',
    ]);
    expect(machine.progress[4]?.secondsLeft).toBeCloseTo(40, 0);
  });

  it('share the time allowed', async () => {
    const [first, second] = await measure(makeMachine(), both, { runs: 10, budget: 130 });
    expect([first?.runs.length, second?.runs.length]).toEqual([3, 3]);
    expect(second?.fewer).toBe('a round takes 40.0 s, so 3 fit into the 130 s allowed');
  });

  it('end together where one of them would not end, and say which', async () => {
    // The third run of all is B's second.
    const machine = makeMachine({
      run: (index) => (index === 2 ? { end: { kind: 'limit', limit: 'seconds' } } : {}),
    });
    const [first, second] = await measure(machine, both);
    expect(machine.events.filter((event) => event.startsWith('measured'))).toHaveLength(3);
    expect(machine.events.at(-1)).toBe('stop');
    expect(first?.fewer).toBe('run 2 of B did not end within the time limit');
    expect(second?.fewer).toBe('run 2 did not end within the time limit');
    expect([first?.energy?.runs, second?.energy?.runs]).toEqual([1, 1]);
  });

  it('are kept, each as far as it came, when it is canceled', async () => {
    const machine = makeMachine({ cancelAfter: 3 });
    const [first, second] = await measure(machine, both);
    expect(first?.fewer).toBe('canceled after 1 of 4 runs');
    expect(second?.fewer).toBe('canceled after 1 of 4 runs');
    expect(second?.runs[1]?.setAside).toBe('was canceled');
  });
});

describe('a machine that takes more and more', () => {
  const drift = 0.01;
  const meanOf = (measured: MeasuredRuns | undefined): number => measured?.energy?.mean ?? NaN;

  /** Compares sides that are one and the same program. */
  function compare(sides: readonly (MeasuredRuns | undefined)[]): ProfileComparison {
    const [a, b] = sides.map((measured, index) => ({
      name: String(index),
      profile: profileOfEnergies(
        makeProgram(1).executions,
        measured?.runs.flatMap(({ energy }) => energy ?? []) ?? [],
        [],
        false,
      ),
    }));
    if (a === undefined || b === undefined) throw new Error('two are compared');
    return compareProfiles(a, b, bundledModel(), { alpha: 'auto', isApplication: applicationClasses([]) });
  }

  it('makes a difference between programs that run one after the other', async () => {
    const machine = makeMachine({ drift });
    const plan = { program: usual, runs: 10, rehearse: false };
    const first = await measureRuns(plan, machine.meter, machine.host);
    const second = await measureRuns(plan, machine.meter, machine.host);
    // Ten rounds of 20 s later, a run of 10 s takes 0.01 W · 200 s more.
    expect(meanOf(second) - meanOf(first)).toBeCloseTo(20, 0);
    expect(compare([first, second]).totals.isSignificant).toBe(true);
  });

  it.each([2, 3])('makes none between %d that take turns', async (programs) => {
    const names = ['A', 'B', 'C'].slice(0, programs);
    const machine = makeMachine({ drift, length: () => 40 });
    const measured = await measure(machine, names.map(named), { runs: 6 });
    for (const one of measured) {
      // Always in one order, the next one's runs would take 0.01 W · 80 s · 40 s more; the meter is sure of some 2 J.
      expect(Math.abs(meanOf(one) - meanOf(measured[0]))).toBeLessThan(4);
      expect(compare([measured[0], one]).totals.isSignificant).toBe(false);
    }
  });
});
