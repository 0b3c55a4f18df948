/**
 * Reads the sources that other tools' measurements are laid on: files, and folders with Java and Kotlin
 * below them.
 *
 * Sits in `host/`.
 */
import { withDefined } from '../../base/check';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Failure } from '../../base/failure';
import type { Seconds } from '../../base/units';
import { findSources, readSource } from './source-files';

const KOTLIN_LIMIT = 50_000;

export interface ImportedSource {
  /** The path with slashes, as it is shown. */
  readonly path: string;
  /** The file that it was read from. */
  readonly file: string;
  readonly text: string;
  /** The time of the last change, in calendar seconds. */
  readonly written: Seconds;
}

export interface SourceTexts {
  readonly sources: readonly ImportedSource[];
  /** One line for each file that could not be read. */
  readonly problems: readonly string[];
}

/** Decides which Java files of folders count as sources; Kotlin files are found by their ending. */
export interface SourceChoice {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The folder that shown paths start from; without it, paths stay as they were found. */
  readonly base?: string;
  /** The folders that links may lead to; without it, to any. */
  readonly within?: readonly string[];
}

const ALL_SOURCES: SourceChoice = { include: [], exclude: ['**/node_modules/**', '**/.git/**'] };

/** Throws a {@link Failure} if a named file or folder does not exist. */
export async function readSourceTexts(
  named: readonly string[],
  { include, exclude, base, within }: SourceChoice = ALL_SOURCES,
): Promise<SourceTexts> {
  const sources: ImportedSource[] = [];
  const problems: string[] = [];
  const paths = new Set<string>();
  for (const path of named) {
    const state = await stat(path).catch(() => undefined);
    if (state === undefined) throw new Failure(`${path} does not exist`);
    if (state.isFile()) paths.add(path);
    else {
      const java = await findSources(path, { include, exclude, ...withDefined({ within }) });
      problems.push(...java.problems);
      for (const each of [...java.paths, ...(await findKotlin(path))]) paths.add(each);
    }
  }
  for (const path of paths) {
    const source = await readSource(path);
    const told = base === undefined ? path : relative(base, path);
    if (source.kind !== 'text') problems.push(source.message);
    else {
      // The file was written since if it is gone by now.
      const written = await stat(path).then(
        ({ mtimeMs }) => mtimeMs / 1000,
        () => Infinity,
      );
      sources.push({ path: told.split(sep).join('/'), file: path, text: source.text, written });
    }
  }
  return { sources, problems };
}

async function findKotlin(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && found.length < KOTLIN_LIMIT; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !/^(?:node_modules|\.git|build|target|out)$/.test(entry.name))
        folders.push(path);
      else if (entry.isFile() && entry.name.endsWith('.kt')) found.push(path);
    }
  }
  return found.sort();
}
