/** A made-up machine with a meter, whose clock moves only when something happens: for tests of the protocol of measuring. */
import type { Meter, RecordedPower } from '../../server/src/power/meter';
import type { TimeWindow } from '../../server/src/power/power-trace';
import type {
  Program,
  ProgramRun,
  RunEnd,
  MeasureHost,
  MeasureProgress,
} from '../../server/src/runs/program-run';
import { sampleTrace } from '../power/traces';

export const program: Program = { command: 'java', arguments: ['Main'], folder: '/', environment: {} };
export const baseline: Program = { ...program, arguments: ['Nothing'] };
const fine: RunEnd = { kind: 'exited', code: 0 };

export interface MadeUpMachine {
  readonly host: MeasureHost;
  readonly meter: Meter;
  readonly events: string[];
  readonly progress: MeasureProgress[];
  cancel(): void;
}

export interface MachineOptions {
  /** Changes the n-th measured run, from 0. */
  readonly run?: (index: number) => Partial<ProgramRun>;
  readonly length?: (index: number) => number;
  /** Above an idle power of 5 W, while the program or the baseline runs. */
  readonly watts?: number;
  readonly cancelAfter?: number;
  readonly lostWhile?: TimeWindow;
  readonly idleDrift?: number;
  /** The growth of a program's power, in watts a second. */
  readonly drift?: number;
  /** The seconds between two runs of a session. */
  readonly between?: number;
  readonly stop?: () => RecordedPower;
}

export function makeMachine({
  run = () => ({}),
  length = () => 10,
  watts = 20,
  cancelAfter = Infinity,
  lostWhile,
  idleDrift = 0,
  drift = 0,
  between = 0,
  stop,
}: MachineOptions = {}): MadeUpMachine {
  let now = 1000;
  let measured = 0;
  const canceled = new AbortController();
  const busy: TimeWindow[] = [];
  const events: string[] = [];
  const progress: MeasureProgress[] = [];
  const runFor = (seconds: number, given: Partial<ProgramRun>): ProgramRun => {
    const window = { start: now, end: now + seconds };
    now = window.end;
    busy.push(window);
    now += 0.01;
    return {
      window,
      end: fine,
      cpu: { user: seconds * 0.9, system: seconds * 0.1 },
      outputBytes: 0,
      slept: 0,
      leftRunning: 0,
      problems: [],
      ...given,
    };
  };
  const idleAt = (time: number): number => 5 + idleDrift * (time - 1000);
  const powerAt = (time: number): number =>
    idleAt(time) +
    (busy.some(({ start, end }) => time >= start && time < end) ? watts + drift * (time - 1000) : 0);
  const host: MeasureHost = {
    runProgram: (given, role, input, { rounds, atLeast }) => {
      // Others than the usual one are told by their first argument.
      const who = given === program || given === baseline ? '' : ` ${given.arguments[0] ?? ''}`;
      const what = role === 'measured' && input !== undefined ? ` with ${Buffer.from(input).toString()}` : '';
      events.push(`${role}${who}${what}`);
      if (role === 'rehearsal') return Promise.resolve(runFor(1, { input: Buffer.from('typed') }));
      const session = (each: number): readonly [number, Partial<ProgramRun>] => {
        const made = Math.max(rounds, Math.ceil(atLeast / each));
        const cpu = { user: each * 0.9, system: each * 0.1 };
        const seconds = made * each + (made - 1) * between;
        return [seconds, made === 1 ? {} : { roundSeconds: Array.from({ length: made }, () => each), cpu }];
      };
      if (role === 'baseline') return Promise.resolve(runFor(...session(0.2)));
      const index = measured++;
      if (measured >= cancelAfter) canceled.abort();
      const [seconds, lengthened] = session(length(index));
      return Promise.resolve(
        runFor(seconds, {
          ...lengthened,
          ...(canceled.signal.aborted ? { end: { kind: 'canceled' } } : run(index)),
        }),
      );
    },
    wait: (seconds) => {
      events.push(`idle ${Number(seconds.toFixed(3))}`);
      now += seconds;
      return Promise.resolve();
    },
    workPattern: (chips, chip) => {
      events.push(`pattern ${chips.slice(2, 9).join('')}`);
      const start = now;
      now += chips.length * chip;
      return Promise.resolve({ start, chip, chips });
    },
    now: () => now,
    readMachineState: () => ({ governor: 'powersave', warnings: ['the governor is powersave'] }),
    cores: 'sampler on processor 0, program on the other 3',
    switchThreads: () => Promise.resolve(2e-6),
    canceled: canceled.signal,
    onProgress: (step) => progress.push(step),
  };
  const meter: Meter = {
    kind: 'meter',
    name: 'powercap',
    description: 'made up',
    start: () => {
      events.push('start');
      const start = now - 0.5;
      return Promise.resolve({
        stop: () => {
          events.push('stop');
          if (stop !== undefined) return Promise.resolve(stop());
          const whole = sampleTrace(start, now + 1, 0.1, powerAt, 'counter');
          const power = Array.from(whole.watts, (value, index) => {
            const end = whole.ends[index] ?? 0;
            return lostWhile !== undefined && end > lostWhile.start && end <= lostWhile.end ? NaN : value;
          });
          const cores = { ...whole, channel: 'core', inTotal: false, watts: power.map((value) => value / 2) };
          return Promise.resolve({
            traces: [{ ...whole, channel: 'package-0', watts: power }, cores],
            clock: 'ours',
            problems: [],
          });
        },
      });
    },
  };
  return { host, meter, events, progress, cancel: () => { canceled.abort(); } }; // prettier-ignore
}
