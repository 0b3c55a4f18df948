/** Measures programs: finds their JVMs and their meter. Sits in `tasks/`. */
import { withDefined } from '../../base/check';
import type { Program, MeasureProgress, PlannedProgram, MeasureHost } from '../../runs/program-run';
import type { MeterOrProxy } from '../../power/meter';
import type { PowerChoice } from '../../power/power-choice';
import type { MeasuredRuns } from '../../runs/evaluate-runs';
import { join } from 'node:path';
import { Failure, messageOf } from '../../base/failure';
import type { Seconds } from '../../base/units';
import { measureInTurn } from '../../launching/measure-runs';
import { userCacheFolder } from '../../host/files/disk-cache';
import { thisMachine, type Machine, readMachineState } from '../../host/machine/machine';
import { createMeter } from '../../host/power/create-meter';
import { assignCores, type CoreAssignment } from '../../host/processes/cores';
import { withCancellation } from '../cancellation';
import { expectProgram } from '../programs/named-class';
import { programsOf, type RunnableTarget, type TargetPrograms } from '../programs/program-command';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicTime } from '../../host/processes/clock';
import { runProgram } from '../../host/processes/run-program';
import { workPattern, askHelper } from '../../host/processes/start-helper';
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { BASELINE_CLASS, baselineClass } from '../../runs/java-main';
import { makeFolder } from '../../host/files/write-file';
import { readBytesSync } from '../../host/files/read-file';

export interface MeasureLimits {
  /** The most seconds that one run may take. */
  readonly secondsLimit: number;
  /** The most bytes that one run may print. */
  readonly outputLimit: number;
}

export interface MeasureRequest extends MeasureLimits {
  readonly target: RunnableTarget;
  readonly classPath: readonly string[];
  readonly javaHome: string;
  readonly runs: number;
  readonly power: PowerChoice;
  /** The most seconds that all runs together may take. */
  readonly budget?: number;
  /** The least seconds of a metered session. */
  readonly atLeast?: Seconds;
  /** True if a first run reads the input of this process, which the other runs get again. */
  readonly rehearse: boolean;
  readonly onProgress: (progress: MeasureProgress) => void;
  /** Receives what the program prints. */
  readonly onOutput: (bytes: Uint8Array) => Promise<void>;
}

/** Measures one program. A signal ends the runs, and what was measured by then is returned. */
export async function measureProgram(request: MeasureRequest, bundleFolder: string): Promise<MeasuredRuns> {
  const meter = openProgramMeter(request.power, bundleFolder);
  const programs = programsOf(request.target, request);
  expectProgram(request.target, request);
  const [measured] = await withCancellation((canceled) => meter.measure([programs], request, canceled));
  if (measured === undefined) throw new Error('one program is measured as one');
  return measured;
}

export interface SeriesOptions extends MeasureLimits {
  readonly runs: number;
  readonly budget?: number;
  readonly atLeast?: Seconds;
  readonly rehearse: boolean;
  readonly onProgress: (progress: MeasureProgress) => void;
  readonly onOutput?: (bytes: Uint8Array) => Promise<void>;
}

export interface MeasuredProgram extends TargetPrograms {
  /** The name that people see, if several programs are measured in turn. */
  readonly name?: string;
  /** The input of each run; without it there is none. */
  readonly input?: Uint8Array;
  /** Folders that are removed if this process is killed while the program runs. */
  readonly temporaryFolders?: readonly string[];
}

export interface ProgramMeter {
  /** Measures programs whose runs take turns, and returns their results in the same order. */
  readonly measure: (
    programs: readonly MeasuredProgram[],
    options: SeriesOptions,
    canceled: AbortSignal,
  ) => Promise<readonly MeasuredRuns[]>;
}

/** Opens the meter that measures programs. Throws a {@link Failure} if it doesn't exist. */
export function openProgramMeter(power: PowerChoice, bundleFolder: string): ProgramMeter {
  const machine = thisMachine();
  const helperEntry = helperIn(bundleFolder);
  const cores = assignCores(machine);
  const opened = openMeter(power, bundleFolder);
  return {
    measure: async (programs, options, canceled) => {
      const { runs, budget, atLeast, rehearse } = options;
      const hasBaseline = programs.some(({ baseline }) => baseline !== undefined);
      const place = hasBaseline ? placeBaseline() : { problems: [] };
      const host = createMeasureHost({ machine, helperEntry, cores }, options, canceled);
      const planned = programs.map((each) => planProgram(each, place.folder));
      const series = { runs, rehearse, ...withDefined({ budget, atLeast }) };
      const measured = await measureInTurn(planned, series, opened, host);
      return measured.map((own) => ({ ...own, problems: [...place.problems, ...own.problems] }));
    },
  };
}

/** The plan of a program. `classFolder` holds a `main` that does nothing. */
function planProgram(
  { name, program, baseline, input, temporaryFolders }: MeasuredProgram,
  classFolder: string | undefined,
): PlannedProgram {
  const removed = (each: Program): Program =>
    temporaryFolders === undefined ? each : { ...each, temporaryFolders };
  return {
    ...withDefined({ name }),
    program: removed(program),
    ...(classFolder === undefined || baseline === undefined
      ? {}
      : { baseline: removed(baseline(classFolder)) }),
    ...withDefined({ input }),
  };
}

/** Opens the meter, or its stand-in; `every` is the time between two readings where the meter can choose it. Throws a {@link Failure} if it doesn't exist. */
export function openMeter(power: PowerChoice, bundleFolder: string, every?: Seconds): MeterOrProxy {
  const machine = thisMachine();
  try {
    return createMeter(power, {
      machine,
      helperEntry: helperIn(bundleFolder),
      samplerPrefix: assignCores(machine).sampler,
      folder: process.cwd(),
      ...withDefined({ every }),
    });
  } catch (error) {
    throw new Failure(messageOf(error));
  }
}

/** The helper that starts and measures each run of a program. */
export function helperIn(bundleFolder: string): string {
  return join(bundleFolder, 'measure-helper.js');
}

interface BaselinePlace {
  readonly folder?: string;
  readonly problems: readonly string[];
}

/** The folder of the `main` that does nothing. Without it start-up can't be told apart, and a problem says so. */
function placeBaseline(): BaselinePlace {
  const cache = userCacheFolder(process.env, process.platform);
  try {
    if (cache !== undefined) return { folder: ensureBaselineFolder(cache), problems: [] };
    return { problems: ['start-up is not told apart: the environment names no folder for its class (HOME)'] };
  } catch (error) {
    return { problems: [`start-up is not told apart: its class can't be written: ${messageOf(error)}`] };
  }
}

interface MeasuringMachine {
  readonly machine: Machine;
  /** The path of dist/measure-helper.js. */
  readonly helperEntry: string;
  readonly cores: CoreAssignment;
}

/** Connects measuring with this machine. The baseline prints nothing. */
function createMeasureHost(
  { machine, helperEntry, cores }: MeasuringMachine,
  { rehearse, secondsLimit, outputLimit, onOutput, onProgress }: SeriesOptions,
  signal: AbortSignal,
): MeasureHost {
  /** The user's input, for the rehearsal. */
  const typed = rehearse ? process.stdin : undefined;
  return {
    runProgram: (program, role, given, session) => {
      const input = role === 'rehearsal' ? typed : given;
      return runProgram(program, {
        helperEntry,
        limits: { seconds: secondsLimit, outputBytes: outputLimit },
        session,
        signal,
        programPrefix: cores.program,
        helperPrefix: cores.sampler,
        ...withDefined({ input }),
        ...(onOutput === undefined || role === 'baseline' ? {} : { onOutput: (_, bytes) => onOutput(bytes) }),
      });
    },
    wait: async (seconds) => {
      try {
        await sleep(seconds * 1000, undefined, { signal });
      } catch (error) {
        // The run was canceled; the caller asks for that itself.
        if (!signal.aborted) throw error;
      }
    },
    workPattern: (chips, chip) => workPattern(chips, chip, helperEntry, cores.program),
    switchThreads: async () =>
      (await askHelper(helperEntry, cores.program, { kind: 'switch-threads' }, 'switched'))?.cost,
    now: monotonicTime,
    readMachineState: () => readMachineState(machine),
    cores: cores.description,
    canceled: signal,
    onProgress,
  };
}

/**
 * Finds the class of the empty `main`, which lies in Jouleline's cache folder, so that no sudden end leaves a temporary
 * folder behind. Throws if the class cannot be written.
 */
function ensureBaselineFolder(cacheFolder: string): string {
  const folder = join(cacheFolder, 'baseline');
  const path = join(folder, `${BASELINE_CLASS}.class`);
  const bytes = baselineClass();
  if (readIfThere(path)?.equals(bytes) === true) return folder;
  makeFolder(folder);
  // Another run may be reading the file.
  const partial = `${path}.${randomUUID().slice(0, 8)}.part`;
  writeFileSync(partial, bytes);
  renameSync(partial, path);
  return folder;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readBytesSync(path);
  } catch {
    // The file is missing and is about to be written.
    return undefined;
  }
}
