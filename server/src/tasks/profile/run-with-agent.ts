/**
 * Runs a program once with the agent, and reads what the agent wrote.
 *
 * Sits in `tasks/`. The agent's files are removed after they were read, however the run ends.
 */
import { withDefined } from '../../base/check';
import { counted } from '../../base/counted';
import { describeFailedEnd, isFailure, isGoodEnd } from '../../runs/failed-run';
import type { Program, ProgramRun, RunEnd } from '../../runs/program-run';
import { makePrivateAgent, runtimeNamed } from '../../profile/probes/private-runtime';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import {
  encodeSwapTable,
  readMachine,
  type CapturedMachine,
  type TraceMetering,
} from '../../profile/read/capture';
import { Failure } from '../../base/failure';
import { readAgentClasses } from '../../host/files/bundled-media';
import { createCaptureFolder, type CaptureFolder } from '../../host/files/capture-folder';
import { runProgram, type RunOptions } from '../../host/processes/run-program';
import { whyNotWritten } from '../../host/files/write-file';
import { withAgent } from '../programs/program-command';
import { matchCalls, readCallPatterns } from '../../profile/plan/library-calls';
import { reasonOf } from '../../host/files/random-access-file';
import { readTextSync } from '../../host/files/read-file';

/** A run with counters. */
export interface CountedRun {
  /** The end is that of a counted JVM if all that are counted failed, and the command hid it. */
  readonly run: ProgramRun;
  /** True if the command ended well though the counted JVMs failed. */
  readonly isHidden: boolean;
  readonly machines: readonly CapturedMachine[];
  /** The begin of the run, in ISO 8601. */
  readonly started: string;
  readonly problems: readonly string[];
}

/** Throws a {@link Failure} if the agent has no place to write to. */
export async function runWithAgent(
  program: Program,
  instrumentation: Instrumentation,
  mediaFolder: string,
  options: RunOptions,
  metering?: TraceMetering,
): Promise<CountedRun> {
  const folder = openCapture(mediaFolder, instrumentation, metering);
  try {
    const started = new Date().toISOString();
    const run = await runIn(folder, program, options);
    const { leftRunning } = run;
    const problems: string[] = [];
    if (leftRunning > 0)
      problems.push(
        `the program left ${leftRunning === 1 ? 'a process running, which was' : `${leftRunning} processes running, which were`} ended`,
      );
    const machines = folder.readMachines().flatMap((files) => {
      const machine = readMachine(files);
      if (machine.ok) return [machine.value];
      problems.push(`what a JVM left behind can't be read: ${machine.problem.message}`);
      return [];
    });
    const ends = isGoodEnd(run.end) ? failuresOf(machines) : [];
    const [end] = ends;
    if (end === undefined) return { run, isHidden: false, machines, started, problems };
    const isHidden = ends.length === machines.filter(hasCounted).length;
    if (isHidden) return { run: { ...run, end }, isHidden, machines, started, problems };
    problems.push(
      `${counted(ends.length, 'JVM')} of ${machines.length} ${describeFailedEnd(end)}, which the command does not say; what was counted there is among the rest`,
    );
    return { run, isHidden, machines, started, problems };
  } finally {
    folder.remove();
  }
}

/** The ends of JVMs that counted something, and failed, or ended without a word: their last counts are lost. */
function failuresOf(machines: readonly CapturedMachine[]): readonly RunEnd[] {
  return machines.filter(hasCounted).flatMap(({ journal, hasEnded }): readonly RunEnd[] => {
    const { exitCode, stopped } = journal;
    if (exitCode !== undefined) return isFailure(exitCode) ? [{ kind: 'exited', code: exitCode }] : [];
    // A file that could not be written to is told by itself.
    return hasEnded || stopped.length > 0 ? [] : [{ kind: 'killed', signal: 'SIGKILL or Runtime.halt' }];
  });
}

/** True for a JVM that loaded classes with counters. */
export function hasCounted({ journal }: CapturedMachine): boolean {
  return journal.classes.some(({ event }) => event === 'instrumented');
}

/** A run whose stacks were sampled. */
export interface SampledRun {
  readonly run: ProgramRun;
  /** The samples of each JVM. */
  readonly samples: readonly string[];
}

/** Runs a program with nothing counted, and samples its stacks for lines of the named classes. Throws a {@link Failure} if there is no place to write to. */
export async function sampleWithAgent(
  program: Program,
  names: readonly string[],
  mediaFolder: string,
  options: RunOptions,
): Promise<SampledRun> {
  const nothing = new Uint8Array();
  const classes = names.map((name) => ({
    name,
    original: nothing,
    instrumented: nothing,
    first: 0,
    counters: 1,
  }));
  const folder = openFolder(mediaFolder, encodeSwapTable(classes, 'shared', 'samples'));
  try {
    const run = await runIn(folder, program, options);
    return { run, samples: folder.readSamples() };
  } finally {
    folder.remove();
  }
}

function runIn(
  { agentJar, path, writeInitScript }: CaptureFolder,
  program: Program,
  options: RunOptions,
): Promise<ProgramRun> {
  const agent = { option: `-javaagent:${agentJar}=${path}`, writeInitScript };
  const temporaryFolders = [path, ...(program.temporaryFolders ?? [])];
  return runProgram({ ...withAgent(program, agent), temporaryFolders }, options);
}

/** The runtime that probes in classes of the JDK call, in an agent that may change loaded classes. */
export const followingRuntime = runtimeNamed('follow');

function followingAgent(mediaFolder: string): Uint8Array {
  return makePrivateAgent(readAgentClasses(mediaFolder), 'follow').jar;
}

function openCapture(
  mediaFolder: string,
  { classes, sharing, record, runtime, handOvers }: Instrumentation,
  metering: TraceMetering | undefined,
): CaptureFolder {
  const followsJdk = runtime === followingRuntime;
  const jdk = { isFollowed: followsJdk, ...withDefined({ handOvers }) };
  const table = encodeSwapTable(classes, sharing, record, jdk, metering);
  return openFolder(mediaFolder, table, followsJdk ? followingAgent(mediaFolder) : undefined);
}

function openFolder(...given: Parameters<typeof createCaptureFolder>): CaptureFolder {
  try {
    return createCaptureFolder(...given);
  } catch (error) {
    throw new Failure(`the capture can't be written: ${whyNotWritten(error)}`);
  }
}

/**
 * The library calls that a trace always times, by the patterns in a file; undefined stands for the shipped list. Throws
 * a {@link Failure}.
 */
export function readTimedCalls(path: string | undefined): ReturnType<typeof matchCalls> | undefined {
  if (path === undefined) return undefined;
  try {
    return matchCalls(readCallPatterns(readTextSync(path)));
  } catch (error) {
    throw new Failure(`--timed-calls ${path} ${reasonOf(error)}`);
  }
}
