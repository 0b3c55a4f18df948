/** Compares the operations of real sources with those of their class files. Sits in `tasks/`. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Failure } from '../../base/failure';
import { checkTypes, type TypeCheck } from './check-types';
import { openClassContainer } from '../../host/jdk/class-containers';
import type { Jdk } from '../../host/jdk/jdks';
import { openLibraries } from '../../host/jdk/libraries';
import { findSources, readSource } from '../../host/files/source-files';
import { findLibraries, type LibraryRequest } from '../sources/find-libraries';

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
  const check = checkTypes({ files, classes: container.value.classes, libraries }, () => undefined);
  return { check, problems };
}
