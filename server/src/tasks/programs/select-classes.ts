/**
 * Which classes of a class path are the program's own, to be counted, and which
 * others hand work over.
 *
 * Sits in `tasks/`, over `host/`.
 */
import { mayHandOver } from '../../profile/handover/hand-over-points';
import type { ClassToCount } from '../../profile/probes/instrument-classes';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ListedClass, listClassFiles } from '../../host/jdk/class-containers';
import { expandClassPath } from '../../host/jdk/class-path-files';

export interface ClassSelection {
  readonly classPath: readonly string[];
  /** Those of the class path whose classes hide others of the same names. */
  readonly first?: readonly string[];
  /** Patterns of names with dots; `*` stands for any letters, dots too. */
  readonly include: readonly string[];
  /** Folders of sources: a class that is older than its source is told. */
  readonly sources: readonly string[];
}

/** All classes of folders; those of jars where a pattern names them, or where there are only jars. */
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
  const selected = containers.flatMap(({ path, kind, classes, problems: odd }) => {
    if (kind === 'jar' && !onlyJars && include.length === 0) return [];
    problems.push(...odd.map((message) => `${path}: ${message}`));
    const wanted = classes.filter(
      ({ name }) =>
        (include.length === 0 || isIncluded(name, include)) && (first.includes(path) || !hidden.has(name)),
    );
    if (kind === 'folder')
      stale.push(...wanted.flatMap(({ name }) => (isStale(path, name, sources) ? [name] : [])));
    return readClasses(path, wanted, problems);
  });
  const [example] = stale;
  if (example !== undefined)
    problems.push(
      `${stale.length} class files are older than their sources, such as ${example}: build them again, or lines won't fit`,
    );
  return selected;
}

/** Classes of a class path that hand work over, of those that are not counted. What can't be read, others have named. */
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

/** What can't be read is named in `problems`. */
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

/** Where jars keep classes that are not at their top. */
const folderOfJar = /^(?:(?:BOOT|WEB)-INF\/classes|META-INF\/versions\/\d+)\//;

/** Classes within an included one are included. */
export function isIncluded(name: string, include: readonly string[]): boolean {
  const dotted = name.replace(folderOfJar, '').replaceAll('/', '.');
  return include.some((pattern) => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    const letters = escaped.replaceAll('*', '.*').replaceAll('?', '.');
    return new RegExp(`^${letters}(?:\\$.*)?$`).test(dotted);
  });
}

function isStale(folder: string, name: string, sources: readonly string[]): boolean {
  if (sources.length === 0) return false;
  const compiled = timeOf(join(folder, `${name}.class`));
  const outer = name.replace(/\$.*$/, '');
  return sources.some((source) => timeOf(join(source, `${outer}.java`)) > compiled);
}

/** 0 where there is no such file. */
function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
