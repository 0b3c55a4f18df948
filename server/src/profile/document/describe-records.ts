/**
 * The parts that recordings of other kinds than counts add to a profile.
 *
 * Sits in `profile/`, under `count-program.ts`.
 */
import { probeOverhead } from '../../runs/probe-overhead';
import type { OperationKey } from '../../operations/catalogue/operation';
import { describeTrace } from './describe-trace';
import { describeTree } from './describe-tree';
import type { Instrumentation, PlacedClass } from '../probes/instrument-classes';
import type { ProfiledClass, ProfiledTrace, ProfiledTree } from './profile-document';
import type { RecordedMachine } from '../read/recording';
import { listTuples } from '../trace/trace-file';

export interface DescribedRun {
  readonly machines: readonly RecordedMachine[];
  /** The classes of the profile, in its order. */
  readonly placed: readonly PlacedClass[];
  readonly classes: readonly ProfiledClass[];
  readonly keys: readonly OperationKey[];
}

const nanosPerSecond = 1e9;

export function describeRecordedTrace(
  instrumentation: Instrumentation,
  { machines, placed, classes }: DescribedRun,
): ProfiledTrace {
  const ends = classes
    .flatMap(({ methods }) => methods.flatMap(({ paths = [] }) => paths))
    .reduce((sum, [, executions]) => sum + executions, 0);
  const traces = machines.flatMap(({ trace }) => trace ?? []);
  const withOverhead = traces.map((trace) => {
    // Which JVM ended how many paths is known where there is but one.
    if (traces.length > 1 || trace.summary.probe === 0) return { ...trace, overhead: undefined };
    const windows = listTuples(trace.bytes).flatMap(({ kind, enter, exit }) =>
      kind === 'path' ? [{ start: enter / nanosPerSecond, end: exit / nanosPerSecond }] : [],
    );
    return { ...trace, overhead: probeOverhead(ends, trace.summary.probe / nanosPerSecond, windows) };
  });
  return describeTrace(instrumentation, placed, withOverhead);
}

export function describeRecordedTree(
  { classes, handOvers }: Instrumentation,
  { machines, placed, keys }: DescribedRun,
): ProfiledTree {
  const forests = machines.flatMap(({ contexts }) => contexts ?? []);
  return describeTree(
    {
      roots: forests.flatMap(({ roots }) => roots),
      beyond: forests.flatMap(({ beyond }) => beyond),
    },
    machines.flatMap(({ stacks }) => stacks),
    {
      classes: placed,
      names: new Set(classes.map(({ name }) => name)),
      keys,
      tellsHandOvers: handOvers !== undefined,
    },
  );
}
