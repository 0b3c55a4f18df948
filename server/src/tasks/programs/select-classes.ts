/**
 * Selects the classes of a class path and of the JDK that are counted, and those that hand work over to other threads.
 * Sits in `tasks/`.
 */
import { counted } from '../../base/counted';
import { attempt } from '../../base/outcome';
import { matchName } from '../../base/wildcards';
import { type ClassFile, readClass } from '../../classfile/read/read-class';
import { mayHandOver, handsOver } from '../../profile/handover/hand-over-points';
import { type ClassToCount, handOverUnknown } from '../../profile/probes/instrument-classes';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ListedClass, listClassFiles, listJdkClasses } from '../../host/jdk/class-containers';
import { expandClassPath } from '../../host/jdk/class-path-files';
import type { LeftOut } from '../../profile/document/profile-document';
import { calledClassesOf, canFollow, whyNotFollowed } from '../../profile/plan/followed-classes';
import { Failure, UsageError } from '../../base/failure';

export interface ClassSelection {
  readonly classPath: readonly string[];
  /** The elements of the class path whose classes hide other classes of the same names. */
  readonly first?: readonly string[];
  /** Patterns of names with dots; `*` stands for any letters, dots too. */
  readonly include: readonly string[];
  /** Folders of sources. Classes that are older than their sources are reported. */
  readonly sources: readonly string[];
}

/** Selects all classes in folders. Classes in jars are selected if a pattern names them or there are only jars. */
export function selectClasses(
  { classPath, first = [], include, sources }: ClassSelection,
  problems: string[],
): readonly ClassToCount[] {
  const elements = expandClassPath(classPath, process.cwd(), (problem) => problems.push(problem));
  const containers = elements.flatMap((path) => {
    const found = listClassFiles(path);
    if (found.ok) return [{ path, ...found.value }];
    problems.push(`${path} ${found.problem.message}`);
    return [];
  });
  const hiding = containers.filter(({ path }) => first.includes(path));
  const hidden = new Set(hiding.flatMap(({ classes }) => classes.map(({ name }) => name)));
  const onlyJars = containers.every(({ kind, path }) => kind === 'jar' || first.includes(path));
  const stale: string[] = [];
  const isIncluded = matchClasses(include);
  const selected = containers.flatMap(({ path, kind, classes, problems: odd }) => {
    if (kind === 'jar' && !onlyJars && include.length === 0) return [];
    problems.push(...odd.map((message) => `${path}: ${message}`));
    const wanted = classes.filter(
      ({ name }) => (include.length === 0 || isIncluded(name)) && (first.includes(path) || !hidden.has(name)),
    );
    if (kind === 'folder')
      stale.push(...wanted.flatMap(({ name }) => (isStale(path, name, sources) ? [name] : [])));
    return readClasses(path, wanted, problems);
  });
  const [example] = stale;
  if (example !== undefined)
    problems.push(
      `${counted(stale.length, 'class file is older than its source', 'class files are older than their sources')}, such as ${example}: build them again, or lines won't fit`,
    );
  return selected;
}

/** Selects the uncounted classes that hand work over. {@link selectClasses} has reported those that can't be read. */
export function selectLibraries(
  classPath: readonly string[],
  counted: readonly ClassToCount[],
): readonly ClassToCount[] {
  const places = new Set(counted.map(({ place }) => place));
  const elements = expandClassPath(classPath, process.cwd(), () => undefined);
  return elements.flatMap((path) => {
    const found = listClassFiles(path);
    if (!found.ok) return [];
    const others = found.value.classes.filter(({ name }) => !places.has(placeOf(path, name)));
    return others.flatMap((each) => readClasses(path, [each], []).filter(({ bytes }) => mayHandOver(bytes)));
  });
}

/** Reads class files, and adds those that can't be read to `problems`. */
export function readClasses(
  path: string,
  classes: readonly ListedClass[],
  problems: string[],
): readonly ClassToCount[] {
  return classes.flatMap(({ name, read }) => {
    const bytes = read();
    if (bytes.ok) return [{ place: placeOf(path, name), bytes: bytes.value }];
    problems.push(`${path}: ${name}: ${bytes.problem.message}`);
    return [];
  });
}

function placeOf(path: string, name: string): string {
  return `${path}: ${name}`;
}

/** The folders of jars in which classes lie that are not at the top. */
const folderOfJar = /^(?:(?:BOOT|WEB)-INF\/classes|META-INF\/versions\/\d+)\//;

/** The test that is true for a class if a pattern includes it, or a class around it. */
function matchClasses(patterns: readonly string[]): (name: string) => boolean {
  const matchers = patterns.flatMap((pattern) => [matchName(pattern, true), matchName(`${pattern}$*`, true)]);
  return (name) => {
    const dotted = name.replace(folderOfJar, '').replaceAll('/', '.');
    return matchers.some((matches) => matches(dotted));
  };
}

function isStale(folder: string, name: string, sources: readonly string[]): boolean {
  if (sources.length === 0) return false;
  const compiled = timeOf(join(folder, `${name}.class`));
  const outer = name.replace(/\$.*$/, '');
  return sources.some((source) => timeOf(join(source, `${outer}.java`)) > compiled);
}

/** The time of the last change in milliseconds, or 0 for a file that doesn't exist. */
function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

interface FollowedClasses {
  readonly classes: readonly ClassToCount[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * In the place of a pattern: the classes whose methods the counted classes call, and all that these extend. Those of
 * `java.lang` stay calls with costs of their own: compiled code has other code in the place of many of their methods.
 */
const CALLED = 'called';

const ofLanguage = /^java\/lang\/[^/]+$/;

/**
 * Selects the classes of the JDK that a calling context tree follows calls into, by patterns of dotted names and by what
 * `own`, the counted classes, call. Throws a {@link UsageError} if a pattern was given and there are none.
 */
export function selectFollowed(
  patterns: readonly string[],
  own: readonly ClassToCount[],
  jdkHome: string | undefined,
  problems: string[],
): FollowedClasses {
  if (patterns.length === 0) return { classes: [], leftOut: [] };
  const named = patterns.filter((pattern) => pattern !== CALLED);
  const asksForCalled = named.length < patterns.length;
  const none = (reason: string): FollowedClasses => {
    if (named.length > 0) throw new Failure(reason);
    problems.push(`calls into the JDK are not followed: ${reason}`);
    return { classes: [], leftOut: [] };
  };
  if (jdkHome === undefined) return none('no JDK was found to follow calls into: name one with --java-home');
  const isNamed = matchClasses(named);
  const all = listJdkClasses(jdkHome, asksForCalled ? () => true : isNamed);
  if (!all.ok) return none(`${jdkHome} ${all.problem.message}`);
  const unknown = named.filter((pattern) => {
    const matches = matchClasses([pattern]);
    return !all.value.some(({ name }) => matches(name));
  });
  if (unknown.length > 0)
    throw new UsageError(`--follow-jdk ${unknown.join(', ')}: ${jdkHome} has no such class`);
  const called = asksForCalled ? calledIn(all.value, own) : new Set<string>();
  const found = all.value.filter(({ name }) => called.has(outermost(name)) || isNamed(name));
  const classes = readClasses(
    jdkHome,
    found.filter(({ name }) => canFollow(name)),
    problems,
  );
  return {
    classes: classes.map((each) => ({ ...each, isFollowed: true })),
    leftOut: found
      .filter(({ name }) => !canFollow(name))
      .map(({ name }) => ({ class: name, reason: whyNotFollowed })),
  };
}

/** The outermost classes of the JDK that hold what `own` calls, and all that these extend. */
function calledIn(jdk: readonly ListedClass[], own: readonly ClassToCount[]): ReadonlySet<string> {
  const classes = new Map(jdk.map((each) => [each.name, each]));
  const known = new Set<string>();
  const read = (bytes: Uint8Array, namesOf: (file: ClassFile) => Iterable<string>): readonly string[] => {
    const file = readClass(bytes);
    const names = file.ok ? attempt(() => [...namesOf(file.value)]) : file;
    return names.ok ? names.value : []; // who instruments the class says that it is broken
  };
  const left = own.flatMap(({ bytes }) => read(bytes, calledClassesOf));
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const listed = classes.get(name);
    if (listed === undefined || ofLanguage.test(name) || known.has(name)) continue;
    known.add(name);
    // The whole of its file is followed, and so is what the outermost class extends.
    left.push(outermost(name));
    const bytes = listed.read();
    if (bytes.ok)
      left.push(...read(bytes.value, ({ superName }) => (superName === undefined ? [] : [superName])));
  }
  return new Set(Array.from(known, outermost));
}

function outermost(name: string): string {
  return name.replace(/\$.*$/, '');
}

/** Selects the classes of the JDK that hand work over, and adds `libraries`. If the JDK can't be read, only these are left. */
export function selectHandOvers(
  jdkHome: string | undefined,
  libraries: readonly ClassToCount[],
  problems: string[],
): FollowedClasses {
  const none = (reason: string): FollowedClasses => {
    problems.push(`who hands work over to the JDK's executors is not known: ${reason}`);
    return {
      classes: libraries,
      leftOut: [{ class: 'java/util/concurrent', reason: `${handOverUnknown}: ${reason}` }],
    };
  };
  if (jdkHome === undefined) return none('no JDK was found');
  const found = listJdkClasses(jdkHome, handsOver);
  if (!found.ok) return none(`${jdkHome} ${found.problem.message}`);
  return { classes: [...readClasses(jdkHome, found.value, problems), ...libraries], leftOut: [] };
}
