/**
 * The runs of a program that count: one at the terminal, and others by which
 * it is known what varies.
 *
 * Sits in `tasks/` between `profiling.ts` and `counting-run.ts`. Threads that
 * share counters lose counts of each other, and only the first run can tell
 * that there are several: those after it then count each thread apart, and the
 * first says what would have been lost.
 */
import { describeEnd, type ProgramRun } from '../../runs/program-run';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import type { RecordedCounts, RecordedProgram } from '../../profile/document/count-program';
import type { CountingRun } from './run-with-agent';

export interface CountAgain {
  readonly count: (instrumentation: Instrumentation, run: number, runs: number) => Promise<CountingRun>;
  readonly instrumentApart: () => Instrumentation;
  readonly isCanceled: () => boolean;
}

type FurtherCounts = Pick<RecordedProgram, 'instrumentation' | 'machines' | 'again' | 'shared'>;

/** `problems` get what stands in the way. */
export async function countAgain(
  first: CountingRun,
  instrumentation: Instrumentation,
  { count, instrumentApart, isCanceled }: CountAgain,
  problems: string[],
): Promise<FurtherCounts> {
  const shared: RecordedCounts = { instrumentation, machines: first.machines };
  const mayLose = instrumentation.sharing === 'shared' && first.machines.some((each) => each.hasOtherThreads);
  if (!mayLose) {
    const again = await count(instrumentation, 2, 2);
    return { ...shared, ...againOf(first.run, again, 2, problems, isCanceled()) };
  }
  const apart = instrumentApart();
  const second = await count(apart, 2, 3);
  const { again: machines } = againOf(first.run, second, 2, problems, isCanceled());
  if (machines === undefined) return shared;
  const exact = { instrumentation: apart, machines, shared };
  if (isCanceled()) return exact;
  const third = await count(apart, 3, 3);
  return { ...exact, ...againOf(first.run, third, 3, problems, isCanceled()) };
}

/** Counts of runs that ended in different ways say nothing of what varies. */
function againOf(
  first: ProgramRun,
  { run, machines }: CountingRun,
  number: number,
  problems: string[],
  isCanceled: boolean,
): Pick<RecordedProgram, 'again'> {
  if (describeEnd(first.end) === describeEnd(run.end)) return { again: machines };
  if (!isCanceled) problems.push(`counted run ${number} ${describeEnd(run.end)}: what varies is not known`);
  return {};
}
