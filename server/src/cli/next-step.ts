/**
 * The line that ends a command: what to do next, as in `Next: jouleline report --profile p.json src`.
 *
 * Sits in `cli/`. Definitions say the step of each command. It goes to the error stream, and only where people read
 * that, so that output stays as it is for pipes and files.
 */
import { ExitCode, makePrintable, type ParsedArguments, type Terminal } from './terminal';

/** The next step of a command that was given these arguments. */
export type NextStep = (given: ParsedArguments) => string | Promise<string>;

/** More operands than this make a line that nobody reads. */
const MOST_OPERANDS = 4;

/**
 * A command line of Jouleline: the literal words as they are, the values quoted where a shell needs it, and nothing for
 * a value that is undefined.
 */
export function step(
  words: TemplateStringsArray,
  ...values: readonly (string | readonly string[] | undefined)[]
): string {
  const given = values.map((value) => (typeof value === 'string' ? [value] : (value ?? [])).map(quote));
  const line = words.flatMap((word, index) => [word.trim(), ...(given[index] ?? [])]);
  return ['jouleline', ...line].filter((word) => word !== '').join(' ');
}

/** A word as a shell reads it; double quotes do in all shells, unless the shell looks into them. */
export function quote(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return /\\/.test(word) ? `"${word}"` : word;
  return /["$`!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}

/** The options and switches of these names as they were given, with their values. */
export function kept(given: ParsedArguments, ...options: readonly string[]): readonly string[] {
  return options.flatMap((option) =>
    given.isSet(option) ? [`--${option}`] : given.texts(option).flatMap((value) => [`--${option}`, value]),
  );
}

/** The folders and files of sources: those given, else this folder. */
export function sourcesOf(given: ParsedArguments): readonly string[] {
  const sources = given.texts('source');
  return sources.length === 0 ? ['.'] : sources;
}

/** The operands as they were given; `PATH...` in the place of many. */
export function operandsOf({ positionals }: ParsedArguments): readonly string[] {
  return positionals.length > MOST_OPERANDS ? ['PATH...'] : positionals;
}

/** Tells the step that follows a command which did its work. */
export async function tellNextStep(
  next: NextStep,
  given: ParsedArguments,
  exit: ExitCode,
  { errors }: Pick<Terminal, 'errors'>,
): Promise<void> {
  if (!errors.isTerminal || (exit !== ExitCode.ok && exit !== ExitCode.overBudget)) return;
  await errors.write(`Next: ${makePrintable(await next(given))}\n`);
}
