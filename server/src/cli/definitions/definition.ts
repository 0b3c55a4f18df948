/**
 * The shape of a command's definition: what its arguments, its help and its page in the documents are made from.
 *
 * Sits in `cli/`. Definitions import no code of a command, so that help is there at once.
 */
import type { NextStep } from '../next-step';
import type { RunCommand } from '../terminal';

export const COMMAND_GROUPS = ['Look', 'Run', 'Compare', 'Exchange', 'Model', 'Advanced'] as const;

export interface OptionDefinition {
  /** `--out <file>`: an option with `<…>` takes a value, any other is a switch. */
  readonly flags: string;
  readonly help: string;
  /** The heading that the option stands below, where a command has many. */
  readonly group?: string;
}

export interface CommandDefinition {
  /** Two words for a command of a command, such as `models import`. */
  readonly name: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** One line for the list of commands. */
  readonly summary: string;
  /** The command lines that make sense, without `jouleline` and the command's name. */
  readonly usage: readonly string[];
  readonly description: string;
  readonly options: readonly OptionDefinition[];
  /** Further text that `--help` prints after the options. */
  readonly notes?: string;
  /** The meanings of the exit codes other than 0 and 2. */
  readonly exitCodes: Readonly<Record<number, string>>;
  readonly load: () => Promise<RunCommand>;
  /** The next step that the command tells people after it did its work. */
  readonly next: NextStep;
}

/** A command as its group lists it. */
export type CommandOfGroup = Omit<CommandDefinition, 'group'>;

export function option(flags: string, help: string): OptionDefinition {
  return { flags, help };
}

export function grouped(group: string, options: readonly OptionDefinition[]): readonly OptionDefinition[] {
  return options.map((each) => ({ ...each, group }));
}

/** `out` of `--out <file>`. */
export function nameOf({ flags }: OptionDefinition): string {
  return flags.replace(/^--/, '').replace(/ .*$/, '');
}
