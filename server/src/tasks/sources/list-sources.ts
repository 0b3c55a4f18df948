/** Lists the sources that a command reads, and reads the sources around them. Sits in `tasks/`. */
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { FailedFile, ReportRequest } from '../../lines/report';
import { createFilter, findSources, readSource, sourceRootOf } from '../../host/files/source-files';
import type { SourceText } from '../../threads/pool';

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
