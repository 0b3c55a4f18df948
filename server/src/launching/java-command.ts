/**
 * The command line that starts a Java program, as a list of arguments: never a
 * text for a shell.
 *
 * Sits in `launching/`; `host/` writes the argument file and starts the
 * process. Source: the `java` command's own documentation, "java Command-Line
 * Argument Files".
 */

/** A program with all that its process needs to know. */
export interface JavaProgram {
  /** Path of the `java` that runs it. */
  readonly java: string;
  /** Feature release of that `java`: 8 knows no argument files. */
  readonly release: number;
  readonly vmArguments: readonly string[];
  readonly classPath: readonly string[];
  readonly modulePath: readonly string[];
  /** Dotted, or `module/package.Class`. */
  readonly mainClass: string;
  readonly arguments: readonly string[];
}

/** Windows takes 32,767 characters in a command line, Linux 131,072 in one argument. */
const MOST_CHARACTERS = 30_000;

export interface JavaCommand {
  readonly command: string;
  readonly arguments: readonly string[];
  /** Content of the file at `argumentFile`, where the class path is too long for a command line. */
  readonly argumentFile?: string;
}

/**
 * @param separator between entries of a path: `:` or `;`.
 * @param argumentFile where an argument file may be written, if one is needed.
 * @returns a problem where the class path is too long for Java 8.
 */
export function javaCommand(
  program: JavaProgram,
  separator: string,
  argumentFile: string,
): JavaCommand | { readonly problem: string } {
  const { java: command, vmArguments, mainClass } = program;
  const paths = [
    ...pathOption('-cp', program.classPath, separator),
    ...pathOption('--module-path', program.modulePath, separator),
  ];
  const start = mainClass.includes('/') ? ['--module', mainClass] : [mainClass];
  const rest = [...start, ...program.arguments];
  const length = [...vmArguments, ...paths, ...rest].reduce((sum, word) => sum + word.length + 3, 0);
  if (length <= MOST_CHARACTERS) return { command, arguments: [...vmArguments, ...paths, ...rest] };
  if (program.release < 9)
    return {
      problem: `the class path takes ${length} characters, more than a command line may have, and Java 8 reads none from a file: run it with a newer JDK`,
    };
  return {
    command,
    arguments: [...vmArguments, `@${argumentFile}`, ...rest],
    argumentFile: paths.map((word) => `${quoteArgument(word)}\n`).join(''),
  };
}

function pathOption(option: string, entries: readonly string[], separator: string): readonly string[] {
  return entries.length === 0 ? [] : [option, entries.join(separator)];
}

/** In an argument file a backslash escapes, and quotes keep blanks and `#`. */
export function quoteArgument(word: string): string {
  const escaped = word.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped.replaceAll('\t', '\\t').replaceAll('\f', '\\f')}"`;
}
