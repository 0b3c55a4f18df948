/**
 * Repeats the counted run of a program to find out what varies from run to run.
 *
 * Sits in `tasks/`. Threads that share counters lose counts, and only the first run shows whether there are
 * several threads. If there are, the further runs count each thread by itself, and the first run says how much
 * would have been lost.
 */
import { describeEnd, type ProgramRun } from '../../runs/program-run';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import type { RecordedCounts, RecordedProgram } from '../../profile/document/count-program';
import type { CountedRun } from './run-with-agent';

export interface CountingPlan {
  readonly count: (instrumentation: Instrumentation, run: number, runs: number) => Promise<CountedRun>;
  readonly instrumentApart: () => Instrumentation;
  readonly canceled: AbortSignal;
}

type FurtherCounts = Pick<RecordedProgram, 'instrumentation' | 'machines' | 'again' | 'shared'>;

/** Counts once or twice more, and adds what went wrong to `problems`. */
export async function repeatCounting(
  first: CountedRun,
  instrumentation: Instrumentation,
  { count, instrumentApart, canceled }: CountingPlan,
  problems: string[],
): Promise<FurtherCounts> {
  const shared: RecordedCounts = { instrumentation, machines: first.machines };
  const mayLose = instrumentation.sharing === 'shared' && first.machines.some((each) => each.hasOtherThreads);
  if (!mayLose) {
    const again = await count(instrumentation, 2, 2);
    return { ...shared, ...againOf(first.run, again, 2, problems, canceled) };
  }
  const apart = instrumentApart();
  const second = await count(apart, 2, 3);
  const { again: machines } = againOf(first.run, second, 2, problems, canceled);
  if (machines === undefined) return shared;
  const exact = { instrumentation: apart, machines, shared };
  if (canceled.aborted) return exact;
  const third = await count(apart, 3, 3);
  return { ...exact, ...againOf(first.run, third, 3, problems, canceled) };
}

/** The counts of a further run; none if it ended in another way, since such counts can't be compared. */
function againOf(
  first: ProgramRun,
  { run, machines }: CountedRun,
  number: number,
  problems: string[],
  canceled: AbortSignal,
): Pick<RecordedProgram, 'again'> {
  if (describeEnd(first.end) === describeEnd(run.end)) return { again: machines };
  if (!canceled.aborted)
    problems.push(`counted run ${number} ${describeEnd(run.end)}: what varies is not known`);
  return {};
}
