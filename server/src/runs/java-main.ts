/**
 * The command lines of a Java `main`, and of an empty one on the same JVM and class path: what the empty
 * one takes is start-up, not the program's work.
 *
 * Sits in `runs/`. The class is written by hand, so that no compiler is needed (JVMS §4; version 49
 * needs no stack maps and runs on every JVM since Java 5).
 */
import { withDefined } from '../base/check';
import type { Program } from './program-run';

export interface JavaMain extends Omit<Program, 'command' | 'arguments' | 'java'> {
  /** The path of `java`. */
  readonly launcher: string;
  readonly release: number;
  /** The options of the JVM, beside the class path. */
  readonly options: readonly string[];
  readonly classPath: readonly string[];
  /** The delimiter of class paths: `:` or `;`. */
  readonly delimiter: string;
  /** The dotted name; `module/package.Class` for a modular program. */
  readonly main: string;
  readonly arguments: readonly string[];
}

export const BASELINE_CLASS = 'JoulelineBaseline';

export function programOf({
  launcher,
  release,
  options,
  classPath,
  delimiter,
  main,
  arguments: words,
  folder,
  environment,
}: JavaMain): Program {
  return {
    command: launcher,
    arguments: [
      ...options,
      '-cp',
      classPath.join(delimiter),
      ...(main.includes('/') ? ['-m', main] : [main]),
      ...words,
    ],
    folder,
    environment,
    java: { release, through: 'arguments' },
  };
}

/** `classFolder` holds {@link baselineClass}. It comes last, so that the program's own classes are found as before. */
export function baselineOf(main: JavaMain, classFolder: string): Program {
  return programOf({
    ...main,
    classPath: [...main.classPath, classFolder],
    main: BASELINE_CLASS,
    arguments: [],
  });
}

/** The way in which a JVM was started, by what it says itself. */
export interface JavaLaunch {
  /** The folder of the JVM, which has `bin`. */
  readonly home: string;
  readonly folder: string;
  /** The class path as the JVM has it; empty if there is none. */
  readonly classPath: string;
  /** All options of the JVM, with those of its environment and of files. */
  readonly options: readonly string[];
}

/** The variables whose options a {@link JavaLaunch} has already. */
const OPTION_VARIABLES = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS', 'CLASSPATH'];
/** Properties that the launcher sets itself: for the program, and not for its twin. */
const OF_LAUNCHER = /^-D(?:java\.class\.path|jdk\.module\.main(?:\.class)?|sun\.java\.\w+)=/;

/** The empty `main` on a JVM that is started as one was that ran a program. */
export function twinOf(
  { environment, java }: Program,
  { home, folder, classPath, options }: JavaLaunch,
  delimiter: string,
  classFolder: string,
): Program {
  const kept = Object.entries(environment).filter(([name]) => !OPTION_VARIABLES.includes(name));
  return {
    command: `${home}/bin/java`,
    arguments: [
      ...options.filter((option) => !OF_LAUNCHER.test(option)),
      '-cp',
      [classPath, classFolder].filter((each) => each !== '').join(delimiter),
      BASELINE_CLASS,
    ],
    folder,
    environment: Object.fromEntries(kept),
    ...withDefined({ java }),
  };
}

/** The class `public class JoulelineBaseline { public static void main(String[] a) {} }`. */
export function baselineClass(): Uint8Array {
  const constants = [
    classConstant(2),
    utf8Constant(BASELINE_CLASS),
    classConstant(4),
    utf8Constant('java/lang/Object'),
    utf8Constant('main'),
    utf8Constant('([Ljava/lang/String;)V'),
    utf8Constant('Code'),
  ];
  const RETURN = 0xb1;
  const code = [...u2(0), ...u2(1), ...u4(1), RETURN, ...u2(0), ...u2(0)];
  const PUBLIC = 0x0001;
  const STATIC = 0x0008;
  const SUPER = 0x0020;
  return Uint8Array.from([
    ...u4(0xcafebabe),
    ...u2(0),
    ...u2(49),
    ...u2(constants.length + 1),
    ...constants.flat(),
    ...u2(PUBLIC | SUPER),
    ...u2(1),
    ...u2(3),
    ...u2(0),
    ...u2(0),
    ...u2(1),
    ...u2(PUBLIC | STATIC),
    ...u2(5),
    ...u2(6),
    ...u2(1),
    ...u2(7),
    ...u4(code.length),
    ...code,
    ...u2(0),
  ]);
}

function classConstant(name: number): readonly number[] {
  return [7, ...u2(name)];
}

/** Writes ASCII only. */
function utf8Constant(text: string): readonly number[] {
  return [1, ...u2(text.length), ...Array.from(text, (character) => character.charCodeAt(0))];
}

function u2(value: number): readonly number[] {
  return [(value >> 8) & 0xff, value & 0xff];
}

function u4(value: number): readonly number[] {
  return [...u2((value >>> 16) & 0xffff), ...u2(value & 0xffff)];
}
