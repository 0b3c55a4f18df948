/**
 * Reads entries of type `java` in a `launch.json` (VS Code, "Debugger for Java": docs/reference/formats.md names the
 * properties that are read).
 *
 * Sits in `launching/`. The file is JSON with comments and trailing commas. An entry with a variable that
 * only an editor knows (`${input:…}`, `${command:…}`) is refused with that variable's name, never run half
 * resolved.
 */
import { withDefined } from '../base/check';
import { isRecord } from '../base/shapes';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';

export interface LaunchEntry {
  readonly name: string;
  /** The dotted name; `module/package.Class` for a modular program. */
  readonly mainClass: string;
  readonly arguments: readonly string[];
  readonly vmArguments: readonly string[];
  readonly workingDirectory?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Absent if the debugger would find them itself. */
  readonly classPaths?: readonly string[];
  readonly modulePaths?: readonly string[];
  readonly javaExec?: string;
}

export interface LaunchEntries {
  readonly entries: readonly LaunchEntry[];
  /** Everything that was not understood, each with its place. */
  readonly problems: readonly string[];
}

/** The value of `${…}`, such as `workspaceFolder` or `env:HOME`. */
export type VariableValue = (name: string) => string | undefined;

/** `classOfFile` is the dotted name of the program in the open file: an entry may say `${file}` for its class, or nothing. */
export function readLaunchJson(text: string, valueOf: VariableValue, classOfFile?: string): LaunchEntries {
  const errors: ParseError[] = [];
  const content: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    return { entries: [], problems: [`line ${line} is no JSON: ${printParseErrorCode(error.error)}`] };
  }
  const configurations = isRecord(content) ? content['configurations'] : undefined;
  if (!Array.isArray(configurations)) return { entries: [], problems: ['it has no list "configurations"'] };
  const entries: LaunchEntry[] = [];
  const problems: string[] = [];
  for (const [index, configuration] of configurations.entries()) {
    if (!isRecord(configuration) || configuration['type'] !== 'java') continue;
    if (configuration['request'] !== 'launch') continue;
    const read = readEntry(configuration, valueOf, classOfFile);
    const given = configuration['name'];
    const name = typeof given === 'string' ? `"${given}"` : `number ${index + 1}`;
    if (typeof read === 'string') problems.push(`the entry ${name} ${read}`);
    else entries.push(read);
  }
  return { entries, problems };
}

/** The entry, or what is wrong with it. */
function readEntry(
  configuration: Readonly<Record<string, unknown>>,
  valueOf: VariableValue,
  classOfFile: string | undefined,
): LaunchEntry | string {
  const unknown = new Set<string>();
  const resolve = (text: string): string =>
    text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
      const value = valueOf(name);
      if (value === undefined) unknown.add(whole);
      return value ?? whole;
    });
  const text = (key: string): string | undefined => {
    const value = configuration[key];
    return typeof value === 'string' && value !== '' ? resolve(value) : undefined;
  };
  const words = (key: string): readonly string[] | undefined => {
    const value = configuration[key];
    if (typeof value === 'string') return splitWords(resolve(value));
    return isStrings(value) ? value.map(resolve) : undefined;
  };
  const given = configuration['mainClass'];
  const isOpenFile = given === undefined || given === '' || given === '${file}';
  const mainClass = isOpenFile ? classOfFile : text('mainClass');
  if (mainClass === undefined)
    return isOpenFile ? 'runs the file that is open, and none with a program is' : 'has no mainClass';
  if (!/^[\p{ID_Start}\p{ID_Continue}$./]+$/u.test(mainClass) && unknown.size === 0)
    return `names no class: ${mainClass}`;
  const workingDirectory = text('cwd');
  const javaExec = text('javaExec');
  const classPaths = words('classPaths');
  const modulePaths = words('modulePaths');
  const variables = configuration['env'];
  const environment = Object.fromEntries(
    Object.entries(isRecord(variables) ? variables : {}).map(([key, value]) => [key, resolve(String(value))]),
  );
  const entry: LaunchEntry = {
    name: text('name') ?? mainClass,
    mainClass,
    arguments: words('args') ?? [],
    vmArguments: words('vmArgs') ?? [],
    environment,
    ...withDefined({ workingDirectory, classPaths, modulePaths, javaExec }),
  };
  const [first] = unknown;
  return first === undefined ? entry : `needs ${first}, which only the editor knows`;
}

/** Splits a line as the debugger splits `args`: at blanks outside of quotes; a backslash keeps a quote. Nothing is expanded. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.|[^\s"'\\])+|\\$/g))
    words.push(
      word.replaceAll(/"((?:\\.|[^"\\])*)"?|'([^']*)'?|\\(["'\\\s])/g, (_, double, single, escaped) =>
        String(
          typeof double === 'string' ? double.replaceAll(/\\(["\\])/g, '$1') : (single ?? escaped ?? ''),
        ),
      ),
    );
  return words;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
