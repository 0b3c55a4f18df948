/**
 * Reads entries of type `java` in a `launch.json` (VS Code, "Debugger for Java").
 *
 * Sits in `launching/`. The file is JSON with comments and trailing commas. An entry with a variable that
 * only an editor knows (`${input:…}`, `${command:…}`) is refused with that variable's name, never run half
 * resolved.
 */
import * as v from 'valibot';
import { withDefined } from '../base/check';
import { type Described, fittingMembers, isRecord, readNested } from '../base/shapes';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { findRunnables } from './runnables';

/** A text that is split like a command line, or a list. */
const wordsSchema = v.union([v.string(), v.array(v.string())]);

/** The members that are read. A member of another type is passed by. */
const configurationSchema = v.object({
  type: v.string(),
  request: v.string(),
  name: v.string(),
  mainClass: v.string(),
  args: wordsSchema,
  vmArgs: wordsSchema,
  cwd: v.string(),
  env: v.record(v.string(), v.unknown()),
  classPaths: wordsSchema,
  modulePaths: wordsSchema,
  javaExec: v.string(),
});
type Configuration = Partial<Described<typeof configurationSchema>>;

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

interface LaunchEntries {
  readonly entries: readonly LaunchEntry[];
  /** Everything that was not understood, each with its place. */
  readonly problems: readonly string[];
}

/** The value of `${…}`, such as `workspaceFolder` or `env:HOME`. */
type VariableValue = (name: string) => string | undefined;

/** `classOfFile` is the dotted name of the program in the open file: an entry may say `${file}` for its class, or nothing. */
export function readLaunchJson(text: string, valueOf: VariableValue, classOfFile?: string): LaunchEntries {
  const errors: ParseError[] = [];
  const parsed = readNested(() => [parse(text, errors, { allowTrailingComma: true }) as unknown]);
  if (parsed === undefined) return { entries: [], problems: ['it has too many levels'] };
  const [content] = parsed;
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    return { entries: [], problems: [`line ${line} is no JSON: ${printParseErrorCode(error.error)}`] };
  }
  const configurations = isRecord(content) ? content['configurations'] : undefined;
  if (!Array.isArray(configurations)) return { entries: [], problems: ['it has no list "configurations"'] };
  const entries: LaunchEntry[] = [];
  const problems: string[] = [];
  for (const [index, each] of configurations.entries()) {
    const configuration = fittingMembers(configurationSchema, each);
    if (configuration.type !== 'java' || configuration.request !== 'launch') continue;
    const read = readEntry(configuration, valueOf, classOfFile);
    const name = configuration.name === undefined ? `number ${index + 1}` : `"${configuration.name}"`;
    if (typeof read === 'string') problems.push(`the entry ${name} ${read}`);
    else entries.push(read);
  }
  return { entries, problems };
}

/** The entry, or what is wrong with it. */
function readEntry(
  configuration: Configuration,
  valueOf: VariableValue,
  classOfFile: string | undefined,
): LaunchEntry | string {
  const unknown = new Set<string>();
  const resolve = (text: string): string =>
    text.replaceAll(/\$\{([^${}]*)\}/g, (whole, name: string) => {
      const value = valueOf(name);
      if (value === undefined) unknown.add(whole);
      return value ?? whole;
    });
  const text = (value = ''): string | undefined => (value === '' ? undefined : resolve(value));
  const words = (value: Configuration['args']): readonly string[] | undefined =>
    typeof value === 'string' ? splitWords(resolve(value)) : value?.map(resolve);
  const { name, mainClass: given, args, vmArgs, cwd, env = {}, javaExec } = configuration;
  const isOpenFile = given === undefined || given === '' || given === '${file}';
  const mainClass = isOpenFile ? classOfFile : text(given);
  if (mainClass === undefined)
    return isOpenFile ? 'runs the file that is open, and none with a program is' : 'has no mainClass';
  if (!/^[\p{ID_Start}\p{ID_Continue}$./]+$/u.test(mainClass) && unknown.size === 0)
    return `names no class: ${mainClass}`;
  const entry: LaunchEntry = {
    name: text(name) ?? mainClass,
    mainClass,
    arguments: words(args) ?? [],
    vmArguments: words(vmArgs) ?? [],
    environment: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, resolve(String(value))])),
    ...withDefined({
      workingDirectory: text(cwd),
      classPaths: words(configuration.classPaths),
      modulePaths: words(configuration.modulePaths),
      javaExec: text(javaExec),
    }),
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

export interface OpenFile {
  readonly path: string;
  readonly text: string;
}

export function readLaunchEntries(
  text: string,
  place: Omit<LaunchPlace, 'file'>,
  open: OpenFile | undefined,
): LaunchEntries {
  const valueOf = launchVariables({ ...place, ...(open === undefined ? undefined : { file: open.path }) });
  const fileName = open?.path.slice(open.path.lastIndexOf(place.separator) + 1) ?? '';
  const main = findRunnables(open?.text ?? '', fileName).find(({ kind }) => kind === 'main');
  return readLaunchJson(text, valueOf, main?.className);
}

interface LaunchPlace {
  /** The workspace folder that holds `.vscode`. */
  readonly folder: string;
  /** The file in the editor, if there is one. */
  readonly file?: string;
  readonly home: string;
  /** The separator of folders: `/` or `\`. */
  readonly separator: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The values of the variables of a `launch.json`, as far as they do not need an editor (VS Code, "Variables
 * reference"). Paths may be those of Windows.
 */
export function launchVariables({ folder, file, home, separator, environment }: LaunchPlace): VariableValue {
  const relativeTo = (path: string): string =>
    path.startsWith(`${folder}${separator}`) ? path.slice(folder.length + 1) : path;
  const fileName = file === undefined ? undefined : baseOf(file);
  const fileFolder = file === undefined ? undefined : folderOf(file);
  const values: Readonly<Record<string, string | undefined>> = {
    workspaceFolder: folder,
    workspaceRoot: folder,
    workspaceFolderBasename: baseOf(folder),
    cwd: folder,
    userHome: home,
    pathSeparator: separator,
    '/': separator,
    ...(file === undefined || fileName === undefined || fileFolder === undefined
      ? undefined
      : {
          file,
          fileWorkspaceFolder: folder,
          relativeFile: relativeTo(file),
          relativeFileDirname: file === relativeTo(file) ? fileFolder : relativeTo(fileFolder),
          fileBasename: fileName,
          fileBasenameNoExtension: fileName.replace(/\.[^.]*$/, ''),
          fileExtname: /\.[^.]*$/.exec(fileName)?.[0] ?? '',
          fileDirname: fileFolder,
          fileDirnameBasename: baseOf(fileFolder),
        }),
  };
  return (name) => {
    // An unset variable is empty, as in the editor.
    if (name.startsWith('env:')) return environment[name.slice('env:'.length)] ?? '';
    if (name === `workspaceFolder:${baseOf(folder)}`) return folder;
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };

  function baseOf(path: string): string {
    return path.slice(path.lastIndexOf(separator) + 1);
  }

  function folderOf(path: string): string {
    return path.slice(0, Math.max(0, path.lastIndexOf(separator)));
  }
}
