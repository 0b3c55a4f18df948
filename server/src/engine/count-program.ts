/**
 * Counting a program: what its classes are made into before it runs, and the
 * profile that follows from what it left behind.
 *
 * Sits in `engine/`, the door of `profile/` for `cli/` and `lsp/`; starting the
 * program, and its files, are theirs.
 */
import { describeCounts } from '../profile/describe-counts';
import type { Instrumentation } from '../profile/instrument-classes';
import {
  PROFILE_FORMAT,
  PROFILE_VERSION,
  type ProfileCoverage,
  type ProfileDocument,
} from '../profile/profile-document';
import { redactArguments } from '../profile/redact-arguments';
import { addCounters, type RecordedMachine } from '../profile/recording';
import { listRunning, placeActivations } from '../profile/running-activations';

export { encodeSwapTable, readMachine, type RecordedMachine, type SwapTable } from '../profile/recording';
export {
  type ClassToCount,
  instrumentClasses,
  type Instrumentation,
  type LeftOut,
} from '../profile/instrument-classes';
export { formatProfile, readProfile } from '../profile/read-profile';
export type { ProfileDocument, ProfiledClass, ProfiledMethod } from '../profile/profile-document';

export interface EndedProgram {
  readonly command: readonly string[];
  readonly classPath: readonly string[];
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** ISO 8601. */
  readonly started: string;
}

/** `version`: of this program. */
export function completeProfile(
  instrumentation: Instrumentation,
  machines: readonly RecordedMachine[],
  program: EndedProgram,
  version: string,
): ProfileDocument {
  const loaded = new Set(
    machines.flatMap(({ journal }) =>
      journal.classes.flatMap(({ event, name }) => (event === 'instrumented' ? [name] : [])),
    ),
  );
  const running = machines.flatMap((machine) => machine.running);
  const { keys, classes } = describeCounts(
    instrumentation.classes,
    (name) => loaded.has(name),
    addCounters(machines),
    placeActivations(running),
  );
  const hasOtherThreads = machines.some((machine) => machine.hasOtherThreads);
  const wasWritten = machines.every(({ hasEnded, journal }) => hasEnded && journal.stopped.length === 0);
  return {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator: { name: 'jouleline', version },
    started: program.started,
    record: 'counts',
    program: {
      command: redactArguments(program.command),
      classPath: program.classPath,
      virtualMachines: machines.map(({ journal: { machine }, hasEnded }) => ({
        version: machine[0],
        vendor: machine[1],
        name: machine[2],
        hasEnded,
      })),
      exitCode: program.exitCode,
      signal: program.signal,
    },
    counting: {
      threads: instrumentation.sharing,
      hasOtherThreads,
      isExact: wasWritten && (!hasOtherThreads || instrumentation.sharing === 'per thread'),
      running: listRunning(running),
    },
    coverage: describeCoverage(instrumentation, machines, loaded.size),
    keys,
    classes,
  };
}

function describeCoverage(
  { figures, leftOut }: Instrumentation,
  machines: readonly RecordedMachine[],
  loadedClasses: number,
): ProfileCoverage {
  const journals = machines.flatMap(({ journal }) => journal.classes);
  const failed = journals.flatMap(({ event, name, detail = '' }) =>
    event === 'failed' ? [{ class: name, message: detail }] : [],
  );
  const differing = journals.flatMap(({ event, name }) => (event === 'differs' ? [name] : []));
  return {
    instrumentedClasses: figures.classes,
    loadedClasses,
    differing: [...new Set(differing)].sort(),
    failed,
    leftOut,
  };
}

/** What a user should know before trusting a profile, one sentence each. */
export function describeDoubts({ program, counting, coverage }: ProfileDocument): readonly string[] {
  const doubts: string[] = [];
  const { length } = program.virtualMachines;
  if (length === 0) doubts.push('no JVM ran with the agent: nothing was counted');
  if (length > 0 && coverage.loadedClasses === 0)
    doubts.push('none of the instrumented classes was loaded: nothing was counted');
  if (counting.hasOtherThreads && counting.threads === 'shared')
    doubts.push(
      'the program has several threads, which may lose counts of each other: counts are approximate (--exact-threads makes them exact)',
    );
  if (program.virtualMachines.some(({ hasEnded }) => !hasEnded))
    doubts.push('the JVM did not end by itself: what it counted in its last half second is lost');
  if (coverage.differing.length > 0)
    doubts.push(
      `${coverage.differing.length} classes were loaded with other bytes than those on the class path (stale, or changed by another agent) and not counted: ${shorten(coverage.differing)}`,
    );
  for (const { class: name, message } of coverage.failed) doubts.push(`${name} was not counted: ${message}`);
  return doubts;
}

function shorten(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')}, …`;
}
