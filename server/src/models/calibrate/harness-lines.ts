/**
 * The lines that the harness is sent, and the lines of its answers.
 *
 * Sits in `models/`, beside the harness itself.
 */
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

export type HarnessAnswer =
  | { readonly kind: 'ran'; readonly run: HarnessRun }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  | { readonly kind: 'clock'; readonly time: Seconds }
  | { readonly kind: 'idle'; readonly start: Seconds; readonly end: Seconds };

export function runLine(name: string, rounds: number): string {
  return `${name} ${rounds}`;
}

export function idleLine(seconds: Seconds): string {
  return `idle ${Math.ceil(seconds * 1000)}`;
}

export const CLOCK_LINE = 'clock';
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
