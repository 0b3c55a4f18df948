/** Compares the counts of the plan's counters with those of one counter before every instruction. */
import type { RecordKind } from '../../server/src/profile/plan/plan';
import type { Jdk } from '../support/jdks';
import type { CompiledProgram } from './compile-program';
import { countByPlan, countEveryInstruction, nameOfMethod, runCounted } from './run-counted';

export interface ComparedCounts {
  readonly output: string;
  readonly methods: number;
  readonly instructions: number;
  /** The number of methods that had too much code for so many counters. */
  readonly leftOut: number;
  /** Sums over all instructions. */
  readonly executions: number;
  /** Methods whose instructions did not run as often; each with what both say. */
  readonly differing: readonly string[];
}

/** Throws where the program itself did something else, or was not counted. */
export async function compareCounts(
  jdk: Jdk,
  main: string,
  { folder, classes }: CompiledProgram,
  options?: readonly string[],
  given?: readonly string[],
  record: RecordKind = 'counts',
): Promise<ComparedCounts> {
  const planned = await runCounted(jdk, folder, main, countByPlan(classes, 'shared', record), options, given);
  const every = await runCounted(jdk, folder, main, countEveryInstruction(classes), options, given);
  if (planned.output !== every.output || planned.status !== every.status)
    throw new Error(
      `${main} ended in two ways: ${planned.output}${planned.errors}${every.output}${every.errors}`,
    );
  const left = planned.journal.filter(({ event }) => event !== 'instrumented');
  if (left.length > 0 || !planned.hasEnded)
    throw new Error(`${main} was not counted: ${JSON.stringify(left)}`);
  const derived = new Map(
    planned.counts.map(({ file, method, counts }) => [nameOfMethod(file, method), [...counts.instructions]]),
  );
  const compared = [...every.counts];
  return {
    output: planned.output,
    methods: compared.length,
    instructions: compared.reduce((sum, [, counts]) => sum + counts.length, 0),
    leftOut: derived.size - compared.length,
    executions: compared.reduce((sum, [, counts]) => counts.reduce((inner, count) => inner + count, sum), 0),
    differing: compared.flatMap(([name, counts]) => {
      const own = derived.get(name)?.join();
      return own === counts.join() ? [] : [`${name}: ${own} and ${counts.join()}`];
    }),
  };
}
