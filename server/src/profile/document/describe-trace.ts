/**
 * Turns captured traces into the trace of a profile, and back into tuples that name their method and path.
 *
 * Sits in `profile/` over `trace-file.ts`.
 */
import { at } from '../../base/check';
import { attempt, failAt, type Outcome } from '../../base/outcome';
import { firstWhere } from '../../base/search';
import type { Instrumentation, PlacedClass } from '../probes/instrument-classes';
import type { ProfileDocument, ProfiledTrace } from './profile-document';
import { listTuples, type CapturedTrace } from '../trace/trace-file';

export interface TracedMachine extends CapturedTrace {
  /** The share of time that probes took (vLens, Equation 5); undefined if it is not known. */
  readonly overhead: number | undefined;
}

/** `described` has the classes of the profile, in its order. */
export function describeTrace(
  { classes, calls }: Instrumentation,
  described: readonly PlacedClass[],
  machines: readonly TracedMachine[],
): ProfiledTrace {
  const indexOf = new Map(described.map((placed, index) => [placed, index]));
  return {
    methods: described.flatMap(({ methods }, owner) =>
      methods.map(({ first }, method) => [first, owner, method] as const),
    ),
    calls: calls.map(({ class: number, method, offset, line, owner, callee, descriptor }) => {
      const placed = classes[number];
      const index = placed === undefined ? undefined : indexOf.get(placed);
      const called = `${owner}.${callee}${descriptor}`;
      return index === undefined ? [-1, -1, -1, 0, called] : [index, method, offset, line, called];
    }),
    machines: machines.map(({ summary, bytes, windows, overhead }) => ({
      ...summary,
      overhead: overhead ?? null,
      data: Buffer.from(bytes).toString('base64'),
      ...(windows === undefined ? {} : { windows: Buffer.from(windows).toString('base64') }),
    })),
  };
}

export interface NamedTuple {
  /** The index of the JVM, and the name of the thread. */
  readonly machine: number;
  readonly thread: string;
  /** Binary name with slashes. */
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  /** The number of the path within the method; absent for a call. */
  readonly path?: number;
  /** The called method, as in `java/io/InputStream.read()I`; absent for a path. */
  readonly call?: string;
  readonly line?: number;
  /** Nanoseconds since the start of the trace of its JVM. */
  readonly enter: number;
  readonly exit: number;
}

/** Reads the tuples in the order in which threads wrote them. */
export function readTuples(profile: ProfileDocument): Outcome<readonly NamedTuple[]> {
  const { trace, classes } = profile;
  if (trace === undefined) return failAt('has no trace: it was not recorded with --record trace');
  const apart = trace.machines.find(({ file }) => file !== undefined);
  if (apart !== undefined)
    return failAt(`has its trace in ${apart.file ?? ''}, which is too long to be listed`);
  const methods = trace.methods.toSorted(([one], [other]) => one - other);
  const firsts = methods.map(([first]) => first);
  const named = (owner: number, index: number): Pick<NamedTuple, 'class' | 'method' | 'descriptor'> => {
    const method = classes[owner]?.methods[index];
    const { name = '?' } = classes[owner] ?? {};
    return { class: name, method: method?.name ?? '?', descriptor: method?.descriptor ?? '' };
  };
  return attempt(() =>
    trace.machines.flatMap(({ data, threads }, machine) =>
      listTuples(Buffer.from(data, 'base64')).map(({ thread, number, kind, enter, exit }): NamedTuple => {
        const common = { machine, thread: threads[thread] ?? String(thread), enter, exit };
        if (kind === 'call') {
          const [owner = -1, method = -1, , line = 0, call = '?'] = trace.calls[number] ?? [];
          return { ...common, ...named(owner, method), call, line };
        }
        const [first = 0, owner = -1, method = -1] = methods[lastUpTo(firsts, number)] ?? [];
        return { ...common, ...named(owner, method), path: number - first };
      }),
    ),
  );
}

/** The index of the last number that is not above a limit; -1 if all are above it. */
export function lastUpTo(numbers: readonly number[], limit: number): number {
  return firstWhere(0, numbers.length, (index) => at(numbers, index) > limit) - 1;
}
