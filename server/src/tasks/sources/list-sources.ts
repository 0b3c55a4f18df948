/**
 * Which sources a command reads: the files and folders named, and what stands
 * around them. Sits in `tasks/`, over `host/`.
 */
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { FailedFile, ReportRequest } from '../../lines/report';
import { createFilter, findSources, readSource } from '../../host/files/source-files';
import { sourceRootOf } from '../../host/files/source-root';
import type { SourceText } from '../../threads/pool';

/** Never a program's own sources. */
const NEVER_SEARCHED = ['**/node_modules/**', '**/.git/**'];

/** Files are taken as named, whatever they are called; folders are searched. Each file once. */
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
 * Of files that were named one by one: the other sources below their source
 * folders, for their declarations alone. What can't be read is left out, since
 * nobody asked for it by name.
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
    return false; // reading it will say why
  }
}

export async function readText(
  path: string,
): Promise<{ readonly text: string; readonly note?: string } | { readonly message: string }> {
  const source = await readSource(path);
  return source.kind === 'text' ? source : { message: withoutPath(source.message, path) };
}

/** A failed file's path stands before its message already. */
function withoutPath(message: string, path: string): string {
  return message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
}
