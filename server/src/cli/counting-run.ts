/**
 * Runs a program with the agent once, and reads what it left behind.
 *
 * Sits in `cli/`, wiring `engine/` and `host/` together. The recording goes
 * when it was read, however the run ends.
 */
import {
  encodeSwapTable,
  type Instrumentation,
  readMachine,
  type RecordedMachine,
} from '../engine/count-program';
import type { Program, ProgramRun } from '../engine/measure-runs';
import { reasonOf } from '../host/random-access-file';
import { createRecordingFolder, type RecordingFolder } from '../host/recording-folder';
import { runProgram, type RunOptions } from '../host/run/run-program';
import { withAgent } from './program-command';
import { PlainError } from './services';

export interface CountingRun {
  readonly run: ProgramRun;
  readonly machines: readonly RecordedMachine[];
  /** ISO 8601. */
  readonly started: string;
  readonly problems: readonly string[];
}

/** Throws a {@link PlainError} where nothing can be recorded. */
export async function countRun(
  program: Program,
  { classes, sharing, record }: Instrumentation,
  mediaFolder: string,
  options: RunOptions,
): Promise<CountingRun> {
  const folder = openRecording(mediaFolder, encodeSwapTable(classes, sharing, record));
  try {
    const started = new Date().toISOString();
    const { agentJar, path, writeInitScript } = folder;
    const agent = { option: `-javaagent:${agentJar}=${path}`, writeInitScript };
    const run = await runProgram(withAgent(program, agent), options);
    const problems: string[] = [];
    const machines = folder.readMachines().flatMap((files) => {
      const machine = readMachine(files);
      if (machine.ok) return [machine.value];
      problems.push(`what a JVM left behind can't be read: ${machine.problem.message}`);
      return [];
    });
    return { run, machines, started, problems };
  } finally {
    folder.remove();
  }
}

function openRecording(mediaFolder: string, table: ReturnType<typeof encodeSwapTable>): RecordingFolder {
  try {
    return createRecordingFolder(mediaFolder, table);
  } catch (error) {
    throw new PlainError(`the recording can't be written: ${reasonOf(error)}`);
  }
}
