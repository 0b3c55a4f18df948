/**
 * The arguments that a command is given, and the ways in which it reads them. Sits in `cli/`, between the parser and
 * the commands.
 */
import { UsageError } from '../base/failure';
import type { ExitCode } from './exit-code';
import type { Terminal } from './terminal';

/** The arguments of the command line: options by their names without dashes. */
export interface ParsedArguments {
  /** Everything that is not an option, also after `--`. */
  readonly positionals: readonly string[];
  /** The last of the values given. */
  text(option: string): string | undefined;
  /** All of the values given. */
  texts(option: string): readonly string[];
  isSet(option: string): boolean;
}

export type RunCommand = (given: ParsedArguments, terminal: Terminal) => Promise<ExitCode>;

/** One of a set of names, or a {@link UsageError} that lists them. */
export function choose<Name extends string>(
  option: string,
  given: string | undefined,
  names: readonly Name[],
  fallback: Name,
): Name {
  if (given === undefined) return fallback;
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} can't be "${given}"`, { wayOut: `It is one of: ${names.join(', ')}` });
}

/** A number of at least `minimum`, or a {@link UsageError}. */
export function readNumber(
  option: string,
  given: string | undefined,
  range: { readonly minimum: number; readonly whole: boolean },
): number | undefined {
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (Number.isFinite(value) && value >= range.minimum && (!range.whole || Number.isSafeInteger(value)))
    return value;
  throw new UsageError(
    `${option} needs a ${range.whole ? 'whole ' : ''}number of at least ${range.minimum}, not "${given}"`,
  );
}
