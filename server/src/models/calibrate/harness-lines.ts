/**
 * The lines that the harness is sent, the lines of its answers, and what a session asks it.
 *
 * Sits in `models/`, beside the harness itself.
 */
import type { TimeWindow } from '../../power/power-trace';
import type { Seconds } from '../../base/units';
import { fromNanoseconds } from '../../base/units';

/** One measurement of a benchmark; `start` and `end` are of the JVM's own clock. */
export interface HarnessRun {
  readonly name: string;
  readonly rounds: number;
  /** The CPU time of the thread that ran the benchmark, in seconds. */
  readonly cpu: Seconds;
  /**
   * The CPU time that all threads of the JVM took meanwhile, in seconds, a collector's among them; absent where the
   * JVM does not say.
   */
  readonly processCpu?: Seconds;
  readonly start: Seconds;
  readonly end: Seconds;
  readonly collections: number;
}

type HarnessAnswer =
  | { readonly kind: 'ran'; readonly run: HarnessRun }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  | { readonly kind: 'clock'; readonly time: Seconds }
  | { readonly kind: 'idle'; readonly start: Seconds; readonly end: Seconds };

export function runLine(name: string, rounds: number): string {
  return `${name} ${rounds}`;
}

/** Runs the benchmark as it is, with no collection of garbage before. */
function againLine(name: string, rounds: number): string {
  return `${name} ${rounds} again`;
}

function idleLine(seconds: Seconds): string {
  return `idle ${Math.ceil(seconds * 1000)}`;
}

const CLOCK_LINE = 'clock';
export const QUIT_LINE = 'quit';

/** Undefined for a line that is none of the harness's: a JVM may print warnings of its own, and the harness says when it is ready. */
export function readAnswer(line: string): HarnessAnswer | undefined {
  const [kind = '', first = '', ...rest] = line.trim().split(' ');
  const numbers = rest.map(Number);
  switch (kind) {
    case 'clock':
      return { kind: 'clock', time: fromNanoseconds(Number(first)) };
    case 'idle':
      return { kind, start: fromNanoseconds(Number(first)), end: fromNanoseconds(numbers[0] ?? NaN) };
    case 'failed':
      return { kind, name: first, message: rest.join(' ') };
    case 'ran': {
      const [rounds, cpu, processCpu, start, end, collections] = numbers;
      if (collections === undefined || numbers.some((value) => !Number.isFinite(value))) return undefined;
      return {
        kind,
        run: {
          name: first,
          rounds: rounds ?? 0,
          cpu: fromNanoseconds(cpu ?? 0),
          ...(processCpu === undefined || processCpu < 0 ? {} : { processCpu: fromNanoseconds(processCpu) }),
          start: fromNanoseconds(start ?? 0),
          end: fromNanoseconds(end ?? 0),
          collections,
        },
      };
    }
    default:
      return undefined;
  }
}

/** The harness in a JVM of its own. */
export interface HarnessSession {
  readonly send: (line: string) => void;
  /** The next line that it prints; undefined where the JVM has ended. */
  readonly receive: () => Promise<string | undefined>;
  /** Settles when nothing is left of it. */
  readonly close: () => Promise<void>;
}

/** More rounds than this overflow what the harness counts them in. */
const MOST_ROUNDS = 1_000_000_000;

const IDLE: Seconds = 2;

export async function tune(
  session: HarnessSession,
  name: string,
  secondsEach: Seconds,
): Promise<number | string> {
  for (let tried = 1; ;) {
    const answer = await ask(session, runLine(name, tried));
    if (answer?.kind !== 'ran') return answer?.kind === 'failed' ? answer.message : ENDED;
    const { cpu } = answer.run;
    // A tenth of what is wanted tells the rest to a few percent, and compiled code has warmed up.
    if (cpu >= secondsEach / 10 || tried >= MOST_ROUNDS)
      return Math.max(1, Math.min(MOST_ROUNDS, Math.ceil((tried * secondsEach) / cpu)));
    tried = Math.min(MOST_ROUNDS, tried * 8);
  }
}

/** The offset from the JVM's clock to ours, in seconds: of several tries, the one that took least. */
export async function clockOffset(session: HarnessSession, now: () => Seconds): Promise<Seconds> {
  let best = { took: Infinity, offset: 0 };
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = now();
    const answer = await ask(session, CLOCK_LINE);
    const after = now();
    if (answer?.kind === 'clock' && after - before < best.took)
      best = { took: after - before, offset: (before + after) / 2 - answer.time };
  }
  return best.offset;
}

export async function idleWindow(session: HarnessSession, offset: Seconds): Promise<TimeWindow | undefined> {
  const answer = await ask(session, idleLine(IDLE));
  return answer?.kind === 'idle' ? { start: answer.start + offset, end: answer.end + offset } : undefined;
}

export async function ask(session: HarnessSession, line: string): Promise<HarnessAnswer | undefined> {
  session.send(line);
  for (;;) {
    const text = await session.receive();
    if (text === undefined) return undefined;
    const answer = readAnswer(text);
    if (answer !== undefined) return answer;
  }
}

/** Asks for the samples of a plot, one after the other behind one collection; undefined where the JVM has ended. */
export async function askForSamples(
  session: HarnessSession,
  name: string,
  rounds: number,
  samples: number,
): Promise<{ readonly runs: readonly HarnessRun[] } | { readonly failure: string } | undefined> {
  const runs: HarnessRun[] = [];
  while (runs.length < samples) {
    const answer = await ask(session, runs.length === 0 ? runLine(name, rounds) : againLine(name, rounds));
    if (answer?.kind === 'failed') return { failure: answer.message };
    if (answer?.kind !== 'ran') return undefined;
    runs.push(answer.run);
  }
  return { runs };
}

export const ENDED = 'the JVM ended while it ran';
