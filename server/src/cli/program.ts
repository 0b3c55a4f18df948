/**
 * The parser of the command line, made from the definitions of the commands.
 *
 * Sits in `cli/`, over commander: it parses, writes help, and suggests what a
 * mistyped name may mean.
 */
import { last } from '../base/check';
import { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../base/failure';
import type { ParsedArguments } from './terminal';
import { allCommands, exitCodeNotes } from './definitions/all-commands';
import type { CommandDefinition } from './definitions/definition';

export interface ParsedCommand {
  readonly command: CommandDefinition;
  readonly given: ParsedArguments;
}

const USAGE = 'COMMAND [options]';
const OWN = { version: '--version', help: '-h, --help' };
const WIDEST = 120;

/** The command that is to run, or the text that was asked for. Throws a {@link UsageError}. */
export function parseCommandLine(
  args: readonly string[],
  version: string,
  columns: number | undefined,
): ParsedCommand | { readonly text: string } {
  let text = '';
  let parsed: ParsedCommand | undefined;
  const program = createProgram(version, args, (command, given) => {
    parsed = { command, given };
  });
  const configure = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (piece) => {
        text += piece;
      },
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(WIDEST, columns ?? WIDEST),
    });
    command.commands.forEach(configure);
  };
  configure(program);
  try {
    program.parse(args[0] === 'version' ? ['--version'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.help' && error.exitCode !== 0)
      throw new UsageError(`unknown command '${args.slice(1).join(' ')}'`);
    if (error.exitCode !== 0) throw new UsageError(inOneLine(error.message));
  }
  return parsed ?? { text };
}

/** The help of all commands. */
export function helpText(version: string): string {
  return createProgram(version, [], () => undefined).helpInformation();
}

function createProgram(
  version: string,
  args: readonly string[],
  onCommand: (command: CommandDefinition, given: ParsedArguments) => void,
): Command {
  const program = new Command('jouleline')
    .usage(USAGE)
    .description('Estimates and measures the energy of Java, line by line.')
    .version(version, OWN.version, "print Jouleline's version")
    .helpOption(OWN.help, "explain Jouleline, or after a command's name that command")
    .helpCommand('help [COMMAND]', 'explain a command')
    .configureHelp({ subcommandTerm: (command) => termOf(command.name()) })
    .addHelpText('after', `\n'jouleline COMMAND --help' explains a command.\n${exitCodeNotes}\n`);
  const made = new Map<string, Command>();
  for (const definition of allCommands) {
    const words = definition.name.split(' ');
    const parent = made.get(words.slice(0, -1).join(' ')) ?? program;
    made.set(definition.name, addCommand(parent, last(words), definition, args, onCommand));
  }
  return program;
}

function addCommand(
  parent: Command,
  word: string,
  definition: CommandDefinition,
  args: readonly string[],
  onCommand: (command: CommandDefinition, given: ParsedArguments) => void,
): Command {
  const { name, group, summary, usage, description, options } = definition;
  const own = parent
    .command(word)
    .helpGroup(`${group}:`)
    .usage(usage.join(`\n       jouleline ${name} `))
    .summary(summary)
    .description(description)
    .argument('[operands...]')
    .helpOption(OWN.help, 'explain this command')
    .configureHelp({ visibleArguments: () => [] })
    .addHelpText('after', `\n${notesOf(definition)}`);
  for (const { flags, help, group: heading } of options) {
    const option = new Option(flags, help);
    if (option.required) option.argParser(collect(option, args));
    if (heading !== undefined) option.helpGroup(`${heading}:`);
    own.addOption(option);
  }
  return own.action(() => {
    onCommand(definition, argumentsOf(own));
  });
}

/** A command with its operands, as in `report PATH...`. */
function termOf(name: string): string {
  const usage = allCommands.find((command) => command.name === name)?.usage[0] ?? '';
  return `${name} ${usage.replace(/ ?(?:\[?--|\[options).*$/, '')}`.trim();
}

function notesOf({ notes, exitCodes }: CommandDefinition): string {
  const codes = ['0 everything was done'];
  for (const [code, meaning] of Object.entries({ ...exitCodes, 2: 'wrong usage' }))
    codes.push(`${code} ${meaning}`);
  return `${notes === undefined ? '' : `${notes}\n\n`}Exit codes: ${codes.join('; ')}.\n`;
}

/** All values of an option, in their order. An option that follows another one is never its value by mistake. */
function collect(
  { long }: Option,
  args: readonly string[],
): (value: string, previous: readonly string[] | undefined) => string[] {
  return (value, previous = []) => {
    const assigned = `${long ?? ''}=${value}`;
    if (value.startsWith('--') && !args.includes(assigned))
      throw new UsageError(`${long ?? ''} needs a value; to give it "${value}", write ${assigned}`);
    return [...previous, value];
  };
}

function argumentsOf(command: Command): ParsedArguments {
  const attributes = new Map(
    command.options.map((option) => [option.long?.slice(2), option.attributeName()]),
  );
  const valuesOf = (option: string): readonly string[] => {
    const value: unknown = command.getOptionValue(attributes.get(option) ?? '');
    return Array.isArray(value) ? value.map(String) : [];
  };
  return {
    positionals: command.args,
    text: (option) => valuesOf(option).at(-1),
    texts: valuesOf,
    isSet: (option) => {
      const attribute = attributes.get(option);
      const isSwitch = attribute !== undefined && !Array.isArray(command.getOptionValue(attribute));
      return isSwitch && command.getOptionValueSource(attribute) === 'cli';
    },
  };
}

/** commander's message in this project's words, with its suggestion on the same line. */
function inOneLine(message: string): string {
  const [, assigned] = /^error: unknown option '(--[\w-]+)=/.exec(message) ?? [];
  if (
    assigned !== undefined &&
    allCommands.some(({ options }) => options.some(({ flags }) => flags === assigned))
  )
    return `${assigned} takes no value`;
  return message.replace(/^error: /, '').replace(/\n\(Did you mean ([^\n]*?)\?\)/, '; did you mean $1?');
}
