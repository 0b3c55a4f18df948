/**
 * The options of commands that run a program or read types of libraries.
 *
 * Sits in `cli/`.
 */
import { withDefined } from '../base/check';
import { parsePowerChoice, POWER_CHOICES, type PowerChoice } from '../power/power-choice';
import { UsageError } from '../base/failure';
import { type ParsedArguments, readNumber } from './arguments';
import { DEFAULT_MEGABYTES, DEFAULT_SECONDS } from './definitions/shared-options';
import type { MeasureLimits } from '../tasks/measure/measure-program';
import { readClassPath } from '../host/jdk/class-path-files';
import type { LibraryRequest } from '../tasks/sources/find-libraries';

export function readPower(given: ParsedArguments): PowerChoice {
  const power = parsePowerChoice(given.text('power') ?? 'auto');
  if (power === undefined)
    throw new UsageError(`--power can't be "${given.text('power') ?? ''}"\nIt is one of: ${POWER_CHOICES}`);
  return power;
}

/** The limits of each run, and the budget of all runs together. */
export function readLimits(given: ParsedArguments): MeasureLimits & { readonly budget?: number } {
  const positive = { minimum: 0.001, whole: false };
  const read = (option: string): number | undefined =>
    readNumber(`--${option}`, given.text(option), positive);
  const budget = read('budget');
  return {
    secondsLimit: read('time-limit') ?? DEFAULT_SECONDS,
    outputLimit: (read('output-limit') ?? DEFAULT_MEGABYTES) * 1e6,
    ...withDefined({ budget }),
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
