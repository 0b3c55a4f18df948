/**
 * What recordings of other kinds than counts add to a profile.
 *
 * Sits in `engine/`, under `count-program.ts`.
 */
import { probeOverhead } from '../measurement/probe-overhead';
import type { OperationKey } from '../operations/operation';
import { describeTrace } from '../profile/describe-trace';
import { describeTree } from '../profile/describe-tree';
import type { Instrumentation, PlacedClass } from '../profile/instrument-classes';
import type { ProfiledClass, ProfiledTrace, ProfiledTree } from '../profile/profile-document';
import type { RecordedMachine } from '../profile/recording';
import { listTuples } from '../profile/trace-file';

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
