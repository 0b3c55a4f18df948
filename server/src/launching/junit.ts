/**
 * Runs tests by JUnit's console launcher: which version a class path needs, and its arguments.
 *
 * Sits in `launching/`. Source: JUnit User Guide, "Console Launcher" and "Selectors"; its appendix on
 * artifacts tells which versions belong together. The stand-alone jar brings the engines of all generations
 * of JUnit.
 */
import { withDefined } from '../base/check';
import type { JavaType } from '../classfile/signatures/class-signature';
import { parseMethodDescriptor } from '../java/types/erasure';
import { describeType } from '../java/types/types';
import { readClass } from '../classfile/read/read-class';

/** A class, or one of its methods. */
export interface TestSelection {
  /** Binary name with dots. */
  readonly className: string;
  readonly methodName?: string;
  /** The method's descriptor in the class file: a selector without parameters does not find a method that has some. */
  readonly descriptor?: string;
}

/** Reads `demo.SortTest` or `demo.SortTest#sorts`, as Maven and Gradle take it, also with `::` or a method's parentheses. */
export function readTestSelector(text: string): TestSelection | undefined {
  const match =
    /^([\p{ID_Start}_$][\p{ID_Continue}$.]*)(?:(?:#|::)([\p{ID_Start}_$][\p{ID_Continue}$]*)(?:\(\))?)?$/u.exec(
      text,
    );
  const [, className, methodName] = match ?? [];
  if (className === undefined || className.endsWith('.')) return undefined;
  return { className, ...withDefined({ methodName }) };
}

export const CONSOLE_LAUNCHER = 'org.junit.platform.console.ConsoleLauncher';

/** The version for a class path with only JUnit 3 or 4, or that does not tell: it runs on Java 8 and later. */
const USUAL_CONSOLE = '1.13.4';

/**
 * The version of `junit-platform-console-standalone` that fits the JUnit of a class path, by the names of its jars;
 * undefined if there is no JUnit.
 */
export function consoleVersionFor(classPath: readonly string[]): string | undefined {
  const versions = new Map<string, string>();
  for (const entry of classPath) {
    const [, artifact, version] = /([a-z][a-z-]*?)-(\d[^/\\]*)\.jar$/.exec(entry) ?? [];
    if (artifact !== undefined && version !== undefined && !versions.has(artifact))
      versions.set(artifact, version);
  }
  const platform = ['junit-platform-commons', 'junit-platform-engine', 'junit-platform-launcher'];
  const ofPlatform = platform
    .map((artifact) => versions.get(artifact))
    .find((version) => version !== undefined);
  if (ofPlatform !== undefined) return ofPlatform;
  const jupiter = versions.get('junit-jupiter-api');
  // Jupiter 5.N belongs to platform 1.N; from 6 on they share one number.
  if (jupiter !== undefined) return jupiter.replace(/^5\./, '1.');
  return versions.has('junit') ? USUAL_CONSOLE : undefined;
}

/** `execute` is a separate command since 1.10; before, it was the only one. */
export function consoleArguments(version: string, selections: readonly TestSelection[]): readonly string[] {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  return [
    ...(major > 1 || minor >= 10 ? ['execute'] : []),
    ...selections.map(selectorOf),
    '--details=tree',
    '--disable-banner',
    '--fail-if-no-tests',
  ];
}

function selectorOf({ className, methodName, descriptor = '()V' }: TestSelection): string {
  if (methodName === undefined) return `--select-class=${className}`;
  const parameters = parseMethodDescriptor(descriptor).parameters.map(sourceName).join(', ');
  return `--select-method=${className}#${methodName}${parameters === '' ? '' : `(${parameters})`}`;
}

/** The name in source: `java.lang.String[]`, `int`, `demo.Outer$Inner`. */
function sourceName(type: JavaType): string {
  if (type.kind === 'array') return `${sourceName(type.element)}[]`;
  return type.kind === 'class' ? type.name.replaceAll('/', '.') : describeType(type);
}

/**
 * One selection for each method of that name, with its parameters: overloads
 * are tests of their own. `undefined` where the class has no such method.
 */
export function selectOverloads(
  { className, methodName }: TestSelection,
  classFile: Uint8Array,
): readonly TestSelection[] | undefined {
  if (methodName === undefined) return [{ className }];
  const read = readClass(classFile);
  if (!read.ok) return undefined;
  const overloads = read.value.methods.filter(({ name }) => name === methodName);
  if (overloads.length === 0) return undefined;
  return overloads.map(({ descriptor }) => ({ className, methodName, descriptor }));
}
