/**
 * Measures a program: finds its JVM and its meter.
 *
 * Sits in `cli/`, wiring `engine/` and `host/` together.
 */
import { join } from 'node:path';
import {
  baselineOf,
  type MeasuredRuns,
  type MeasureProgress,
  measureRuns,
  type PowerChoice,
  type Program,
  programOf,
} from '../engine/measure-runs';
import { userCacheFolder } from '../host/cache-folder';
import { chooseJdk } from '../host/choose-jdk';
import { homeOfJava, readJdk } from '../host/jdks';
import { findProgram, thisMachine } from '../host/machine';
import { createPowerSource } from '../host/power/create-power-source';
import { assignCores } from '../host/run/cores';
import { ensureBaselineFolder } from '../host/run/baseline-folder';
import { createMeasureHost } from '../host/run/create-measure-host';
import { UsageError } from './arguments';
import { isJava, type RunnableTarget } from './program-command';
import { PlainError } from './services';

export interface MeasureRequest {
  readonly target: RunnableTarget;
  readonly classPath: readonly string[];
  readonly javaHome: string;
  readonly runs: number;
  readonly power: PowerChoice;
  /** Of one run. */
  readonly secondsLimit: number;
  /** Of all runs together. */
  readonly budget?: number;
  /** Of one run. */
  readonly outputLimit: number;
  /** One run first that reads this process's input, which the others are given again. */
  readonly rehearse: boolean;
  readonly onProgress: (progress: MeasureProgress) => void;
  /** Of the program. */
  readonly onOutput: (bytes: Uint8Array) => Promise<void>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal ends the runs; what was measured until then is returned. `bundleFolder` has the measuring helper. */
export async function measureProgram(request: MeasureRequest, bundleFolder: string): Promise<MeasuredRuns> {
  const machine = thisMachine();
  const helperEntry = join(bundleFolder, 'measure-helper.js');
  const cores = assignCores(machine);
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort();
  };
  const place = placeBaseline();
  for (const signal of signals) process.on(signal, cancel);
  try {
    const source = createSource();
    const host = createMeasureHost({
      machine,
      helperEntry,
      cores,
      limits: { seconds: request.secondsLimit, outputBytes: request.outputLimit },
      signal: controller.signal,
      ...(request.rehearse ? { input: process.stdin } : {}),
      onOutput: (_, bytes) => request.onOutput(bytes),
      onProgress: request.onProgress,
    });
    const { runs, rehearse, budget } = request;
    const plan = {
      ...programsOf(request, place.folder),
      runs,
      rehearse,
      ...(budget === undefined ? {} : { budget }),
    };
    const measured = await measureRuns(plan, source, host);
    const problems = request.target.kind === 'main' ? place.problems : [];
    return { ...measured, problems: [...problems, ...measured.problems] };
  } finally {
    for (const signal of signals) process.off(signal, cancel);
  }

  function createSource(): ReturnType<typeof createPowerSource> {
    try {
      return createPowerSource(request.power, {
        machine,
        helperEntry,
        samplerPrefix: cores.sampler,
        folder: process.cwd(),
      });
    } catch (error) {
      throw new PlainError(error instanceof Error ? error.message : String(error));
    }
  }
}

interface BaselinePlace {
  readonly folder?: string;
  readonly problems: readonly string[];
}

/** Without a place for its class start-up is not told apart, and that is said. */
function placeBaseline(): BaselinePlace {
  const cache = userCacheFolder(process.env, process.platform);
  try {
    if (cache !== undefined) return { folder: ensureBaselineFolder(cache), problems: [] };
    return { problems: ['start-up is not told apart: the environment names no folder for its class (HOME)'] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problems: [`start-up is not told apart: its class can't be written: ${reason}`] };
  }
}

/** A `main` has a baseline; what else a command starts is not known. */
function programsOf(
  { target, classPath, javaHome }: MeasureRequest,
  baselineFolder: string | undefined,
): { readonly program: Program; readonly baseline?: Program } {
  const place = { folder: process.cwd(), environment: ownEnvironment() };
  if (target.kind === 'command') {
    const [command = '', ...words] = target.command;
    const release = isJava(command) ? releaseOf(command) : undefined;
    return {
      program: {
        ...place,
        command,
        arguments: words,
        ...(release === undefined ? {} : { java: { release, through: 'arguments' } }),
      },
    };
  }
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  if (jdk === undefined)
    throw new PlainError(
      'no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path',
    );
  const main = {
    ...place,
    launcher: join(jdk.home, 'bin', 'java'),
    release: jdk.release,
    options: [],
    classPath,
    delimiter: process.platform === 'win32' ? ';' : ':',
    main: target.main,
    arguments: target.arguments,
  };
  return {
    program: programOf(main),
    ...(baselineFolder === undefined ? {} : { baseline: baselineOf(main, baselineFolder) }),
  };
}

function releaseOf(command: string): number | undefined {
  const path = /[\\/]/.test(command) ? command : findProgram(command, thisMachine());
  return path === undefined ? undefined : readJdk(homeOfJava(path))?.release;
}

function ownEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
