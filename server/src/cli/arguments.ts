/**
 * Reads a command's arguments and explains what is wrong with them.
 *
 * Sits in `cli/`, over `node:util`'s parseArgs.
 */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../base/failure';
import { suggestion } from '../base/suggestion';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** The last of the values given. */
  text(option: string): string | undefined;
  /** All of the values given. */
  texts(option: string): readonly string[];
  isSet(option: string): boolean;
}

/** Throws {@link UsageError} for unknown options and missing values. */
export function parseArguments(args: readonly string[], options: OptionsConfig): ParsedArguments {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const flags = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const config = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (config === undefined) throw new UsageError(unknownOption(token.rawName, options));
    if (config.type === 'boolean') {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
      flags.add(token.name);
    } else if (token.value === undefined) {
      throw new UsageError(`${token.rawName} needs a value`);
    } else if (!token.inlineValue && token.value.startsWith('--')) {
      throw new UsageError(
        `${token.rawName} needs a value; to give it "${token.value}", write ${token.rawName}=${token.value}`,
      );
    } else {
      values.set(token.name, [...(values.get(token.name) ?? []), token.value]);
    }
  }
  return {
    positionals,
    text: (option) => values.get(option)?.at(-1),
    texts: (option) => values.get(option) ?? [],
    isSet: (option) => flags.has(option),
  };
}

function unknownOption(rawName: string, options: OptionsConfig): string {
  const known = Object.keys(options).map((name) => `--${name}`);
  return `unknown option ${rawName}${suggestion(rawName, known)}`;
}

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
  throw new UsageError(
    `${option} can't be "${given}"${suggestion(given, names)}\nIt is one of: ${names.join(', ')}`,
  );
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
