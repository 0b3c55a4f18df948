/**
 * The options of commands that run a program or read types of libraries, and how far their long work is.
 *
 * Sits in `cli/`.
 */
import { withDefined } from '../base/check';
import { parsePowerChoice, POWER_CHOICES, type PowerChoice } from '../power/power-choice';
import { FAILED, Failure, UsageError, withoutOptions } from '../base/failure';
import { type ParsedArguments, readNumber, tell, type Terminal } from './terminal';
import { DEFAULT_MEGABYTES, DEFAULT_SECONDS } from './definitions/shared-options';
import type { MeasureLimits } from '../tasks/measure/measure-program';
import type { LibraryClass } from '../operations/bodies/library-bodies';
import { findClassPathOfSources } from '../host/builds/find-class-path';
import { readClassPathBodies } from '../tasks/bodies/read-bodies';
import { readClassPath } from '../host/jdk/class-path-files';
import type { LibraryRequest } from '../tasks/sources/list-sources';
import { writeWholeFile } from '../host/files/write-file';
import type { RunProgress } from '../tasks/profile/profile-request';

export function readPower(given: ParsedArguments): PowerChoice {
  const power = parsePowerChoice(given.text('power') ?? 'auto');
  if (power === undefined)
    throw new UsageError(`--power can't be "${given.text('power') ?? ''}"\nIt is one of: ${POWER_CHOICES}`);
  return power;
}

/** The limits of each run, the budget of all runs together, and the least length of a session. */
export function readLimits(
  given: ParsedArguments,
): MeasureLimits & { readonly budget?: number; readonly atLeast?: number } {
  const positive = { minimum: 0.001, whole: false };
  const read = (option: string): number | undefined =>
    readNumber(`--${option}`, given.text(option), positive);
  const [budget, atLeast] = [read('budget'), read('at-least')];
  return {
    secondsLimit: read('time-limit') ?? DEFAULT_SECONDS,
    outputLimit: (read('output-limit') ?? DEFAULT_MEGABYTES) * 1e6,
    ...withDefined({ budget, atLeast }),
  };
}

/** The options that say where a command's types come from. */
export function readLibraryOptions(given: ParsedArguments): LibraryRequest {
  return {
    classPath: given.texts('class-path').flatMap(readClassPath),
    javaHome: given.text('java-home') ?? '',
    readsBuildFiles: !given.isSet('no-build-files'),
  };
}

/** Reads what the jars do that a profile's calls may go to: those of `--class-path`, and of the project in this folder. */
export function librariesOf(
  given: ParsedArguments,
  { installation, errors }: Pick<Terminal, 'installation' | 'errors'>,
): () => Promise<readonly LibraryClass[]> {
  return async () => {
    const told: string[] = [];
    const { classPath, readsBuildFiles } = readLibraryOptions(given);
    const build = readsBuildFiles ? await findClassPathOfSources(['.']) : undefined;
    const all = [...classPath, ...(build?.elements ?? [])];
    const classes = await readClassPathBodies(all, installation, { log: (problem) => told.push(problem) });
    for (const problem of told) await errors.write(`jouleline: ${problem}\n`);
    return classes;
  };
}

/** Tells how far long work is, on a terminal and in a file (`--progress FILE`). */
interface ToldProgress {
  readonly tell: (progress: RunProgress) => void;
  /** Does the work, and tells why it failed if it did. Settles once everything is written. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
}

/** Tells each step, with `label` before it. */
export function createToldProgress(
  file: string | undefined,
  { errors }: Pick<Terminal, 'errors'>,
  label = '',
): ToldProgress {
  // A file that can't be written does not stop the work.
  let shown: Promise<void> = Promise.resolve();
  return {
    tell(progress) {
      const text = `${label}${describeProgress(progress)}`;
      if (errors.isTerminal) tell(errors, `jouleline: ${text}\n`);
      keep(text);
    },
    async during(work) {
      try {
        return await work;
      } catch (error) {
        if (error instanceof Failure) keep(`${FAILED}${withoutOptions(error.message)}`);
        throw error;
      } finally {
        await shown;
      }
    },
  };

  function keep(text: string): void {
    if (file !== undefined) shown = shown.then(() => writeWholeFile(file, [text])).catch(() => undefined);
  }
}

const PHASES: Readonly<Record<RunProgress['phase'], string>> = {
  prepare: 'putting counters into classes',
  count: 'the program, counted',
  sample: 'the program, with its stacks sampled',
  record: 'the program runs on and is counted, until it is let go (Ctrl-C)',
  synchronize: 'a pattern of load for the meter’s clock',
  rehearse: 'a first run that does not count',
  lengthen: 'a run that says how many make a session',
  baseline: 'a main that does nothing',
  run: 'the program',
  idle: 'nothing, as long as the run took',
  evaluate: 'evaluating',
};

export function describeProgress({ phase, program, run, runs, secondsLeft }: RunProgress): string {
  const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`;
  const whose = program === undefined ? '' : `${program}: `;
  const which = runs === 0 ? '' : `run ${run} of ${runs}: `;
  return `${whose}${which}${PHASES[phase]}${left}`;
}
