/** The command `npm run check-types`: compares the operations of real sources with those of their class files. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { withDefined } from '../../server/src/base/check';
import { Failure, UsageError } from '../../server/src/base/failure';
import { findSources, readSource } from '../../server/src/host/files/source-files';
import { readClassPath } from '../../server/src/host/jdk/class-path-files';
import type { Jdk } from '../../server/src/host/jdk/jdks';
import { openLibraries } from '../../server/src/host/jdk/libraries';
import { findLibraries, type LibraryRequest } from '../../server/src/tasks/sources/list-sources';
import { checkTypes, type TypeCheck } from './check-types';
import { openClassContainer } from './class-container';

export interface TypeCheckRequest extends LibraryRequest {
  /** A folder of sources. With `module`, the folder of the module or the one above it. */
  readonly source: string;
  /** A folder of class files, a jar, or a JDK's `lib/modules`. */
  readonly classes: string;
  readonly module?: string;
}

export interface TypeCheckOutcome {
  readonly check: TypeCheck;
  /** Sentences about what could not be read. */
  readonly problems: readonly string[];
}

/** The exit code: 0 if everything was compared, 1 if something was not, 2 if the command line is wrong. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const request = readRequest(args);
    const outcome = await runTypeCheck(request, 'media');
    const { files, classes, mismatched } = outcome.check;
    for (const each of [...outcome.problems, ...noticesOf(outcome.check)]) console.error(each);
    process.stdout.write(formatTypeCheck(request, outcome));
    const isCompared = files.compared > 0 && mismatched.length === 0 && classes.unreadable === 0;
    return outcome.problems.length === 0 && isCompared ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}

export function readRequest(args: readonly string[]): TypeCheckRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      source: { type: 'string' },
      classes: { type: 'string' },
      module: { type: 'string' },
      'class-path': { type: 'string', multiple: true },
      'java-home': { type: 'string' },
      'no-build-files': { type: 'boolean' },
    },
  });
  const { source, classes, module } = values;
  if (source === undefined || classes === undefined)
    throw new UsageError('--source and --classes are needed');
  return {
    source,
    classes,
    ...withDefined({ module }),
    classPath: (values['class-path'] ?? []).flatMap(readClassPath),
    javaHome: values['java-home'] ?? '',
    readsBuildFiles: values['no-build-files'] !== true,
  };
}

/** Throws a {@link Failure} if the sources or the classes can't be read at all. */
export async function runTypeCheck(
  request: TypeCheckRequest,
  mediaFolder: string,
): Promise<TypeCheckOutcome> {
  const { source, classes, module } = request;
  const problems: string[] = [];
  const found = await findLibraries(request, [source], (problem) => problems.push(problem));
  const container = openClassContainer(classes, module);
  if (!container.ok) throw new Failure(`${classes} ${container.problem.message}`);
  const inModule = module === undefined ? undefined : join(source, module);
  const root = inModule !== undefined && existsSync(inModule) ? inModule : source;
  const sources = await findSources(root, { include: [], exclude: [] });
  problems.push(...sources.problems);
  const files: { readonly path: string; readonly text: string }[] = [];
  for (const path of sources.paths) {
    const read = await readSource(path);
    if (read.kind === 'text')
      files.push({ path: relative(root, path).split(sep).join('/'), text: read.text });
    else problems.push(read.message);
  }
  if (files.length === 0) throw new Failure(`${source} has no Java sources`);
  // Sources of the JDK's modules take their types from these modules.
  const own: Jdk = { home: classes, version: '', release: 0, implementor: '', modules: classes };
  const libraries = openLibraries(container.value.kind === 'modules' ? { ...found, jdk: own } : found, {
    mediaFolder,
    report: (message) => problems.push(message),
  });
  return { check: checkTypes({ files, classes: container.value.classes, libraries }), problems };
}

/** Sentences about what was not compared, or not as it stands. */
export function noticesOf({ files, classes, mismatched }: TypeCheck): readonly string[] {
  const { withoutLines, unreadable, newerThanKnown } = classes;
  const notices = mismatched.map(({ path, message }) => `${path} was not compared: ${message}`);
  const isAlien = files.compared === 0 && mismatched.length === 0;
  if (isAlien) notices.push('none of the class files was compiled from any of these sources');
  if (unreadable > 0) notices.push(`class files that cannot be read: ${unreadable}`);
  if (newerThanKnown > 0) notices.push(`class files newer than known, read as if they were not: ${newerThanKnown}`); // prettier-ignore
  if (withoutLines > 0) notices.push(`classes without line numbers, which are set aside: ${withoutLines}`);
  return notices;
}

/** The JSON that README.md describes. Each disagreement is a line. */
export function formatTypeCheck(
  { source, classes, module }: TypeCheckRequest,
  { check, problems }: TypeCheckOutcome,
): string {
  const { groups, setAside, disagreements, worst, files, classes: counted, mismatched } = check;
  const head = { source, classes, ...withDefined({ module }), problems };
  const inLines = (items: readonly unknown[]): string => items.map((item) => `\n${JSON.stringify(item)}`).join(','); // prettier-ignore
  const fields = [
    ...Object.entries({ ...head, setAside, counts: { files, classes: counted } }).map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    ),
    `"groups": {${Object.entries(groups).map(([name, value]) => `\n${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',')}}`, // prettier-ignore
    `"mismatched": [${inLines(mismatched)}]`,
    `"disagreements": [${inLines(disagreements)}]`,
    `"worst": [${inLines(worst)}]`,
  ];
  return `{\n${fields.join(',\n')}\n}\n`;
}
