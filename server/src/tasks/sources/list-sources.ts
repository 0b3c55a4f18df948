/** Lists the sources that a command reads, reads those around them, and finds the libraries they use. Sits in `tasks/`. */
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { FailedFile, ReportRequest } from '../../lines/report';
import { decodeSource } from '../../host/files/source-encoding';
import { createFilter, findSources, readSource, sourceRootOf } from '../../host/files/source-files';
import type { SourceText } from '../../threads/pool';
import { existsSync } from 'node:fs';
import { UsageError, Failure } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/jdks';
import { findClassPathOfSources } from '../../host/builds/find-class-path';
import { identifyLibraries, type IdentifiedLibraries } from '../../host/jdk/identify-libraries';
import { findRepository, pathWithin } from '../../host/git/git-history';

/** Folders that never hold the sources of a program. */
const NEVER_SEARCHED = ['**/node_modules/**', '**/.git/**'];

/** Lists files, whatever their names, and the Java files in folders; each file once. */
export async function listSources(
  request: Pick<ReportRequest, 'paths' | 'exclude'>,
): Promise<{ paths: readonly string[]; failed: readonly FailedFile[] }> {
  const exclude = [...NEVER_SEARCHED, ...request.exclude];
  const accepts = createFilter({ include: [], exclude: request.exclude });
  const found = new Map<string, string>();
  const failed: FailedFile[] = [];
  for (const path of request.paths) {
    if (await isFolder(path)) {
      const { paths, problems } = await findSources(path, { include: [], exclude });
      for (const each of paths) found.set(resolve(each), each);
      failed.push(...problems.map((message) => ({ path, message })));
    } else if (accepts(path.split(sep).join('/'))) {
      found.set(resolve(path), path);
    }
  }
  return { paths: [...new Set(found.values())], failed };
}

/**
 * The other sources in the source folders of files that were named one by one, for their declarations. Files that can't
 * be read are left out, since nobody named them.
 */
export async function readSurroundings(paths: readonly string[]): Promise<readonly SourceText[]> {
  const roots = new Set<string>();
  for (const path of paths) {
    if (await isFolder(path)) continue;
    const source = await readSource(path);
    const root = source.kind === 'text' ? sourceRootOf(path, source.text) : undefined;
    if (root !== undefined) roots.add(root);
  }
  const named = new Set(paths.map((path) => resolve(path)));
  const found = new Map<string, SourceText>();
  for (const root of roots) {
    for (const path of (await findSources(root, { include: [], exclude: NEVER_SEARCHED })).paths) {
      if (named.has(resolve(path)) || found.has(resolve(path))) continue;
      const source = await readSource(path);
      if (source.kind === 'text') found.set(resolve(path), { path, text: source.text });
    }
  }
  return [...found.values()];
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // Reading the path will give the reason.
  }
}

export async function readText(
  path: string,
): Promise<{ readonly text: string; readonly note?: string } | { readonly message: string }> {
  const source = await readSource(path);
  return source.kind === 'text' ? source : { message: withoutPath(source.message, path) };
}

/** A message without the path, which is printed before it anyway. */
function withoutPath(message: string, path: string): string {
  return message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
}

export interface LibraryRequest {
  readonly classPath: readonly string[];
  /** The folder of a JDK, `bundled`, or an empty text for the JDK that other tools find. */
  readonly javaHome: string;
  /** True if the class path of Maven and Gradle projects is used. */
  readonly readsBuildFiles: boolean;
}

/**
 * The libraries of some sources. `log` receives what their projects lack. Throws a {@link UsageError} if an element of the
 * class path doesn't exist, since its user expects it to count.
 */
export async function findLibraries(
  { classPath, javaHome, readsBuildFiles }: LibraryRequest,
  sources: readonly string[],
  log: (message: string) => void,
): Promise<IdentifiedLibraries> {
  const missing = classPath.filter((element) => !existsSync(element.replace(/\*$/, '') || '.'));
  if (missing.length > 0)
    throw new UsageError(
      `--class-path: ${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist`,
    );
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  const build = readsBuildFiles ? await findClassPathOfSources(sources) : undefined;
  for (const problem of build?.problems ?? []) log(problem);
  return identifyLibraries({ classPath: [...classPath, ...(build?.elements ?? [])], jdk });
}

/**
 * Reads a source as a commit of its git repository has it, and runs nothing that the repository configures. Throws a
 * {@link Failure} if there is no repository, no such commit, or no such file in the commit.
 */
export async function readCommitted(path: string, revision: string): Promise<string> {
  const repository = await findRepository(path, () => undefined).catch(() => undefined);
  const inside = repository && (await pathWithin(repository, path));
  if (repository === undefined || inside === undefined)
    throw new Failure(`${path} is in no git repository that can be read: name what was there before`);
  const commit = await repository.commitNamed(revision);
  if (commit === undefined) throw new Failure(`${repository.top} has no commit ${revision}`);
  const blob = (await repository.filesAt(commit)).get(inside);
  const bytes = blob === undefined ? undefined : (await repository.readBytes([blob])).get(blob);
  if (bytes === undefined) throw new Failure(`${revision} has no ${inside}`);
  const read = decodeSource(path, bytes);
  if (read.kind !== 'text') throw new Failure(read.message);
  return read.text;
}
