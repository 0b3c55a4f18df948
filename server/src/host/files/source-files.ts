/**
 * Finds and reads Java sources.
 *
 * Sits in `host/`: the only code that touches the workspace's files. A file that cannot be read as text
 * gives a message that names it. Nothing here throws, and a file may vanish at any moment.
 */
import { LONGEST_PATTERN, matchPath } from '../../base/wildcards';
import { messageOf } from '../../base/failure';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep, dirname } from 'node:path';
import { decodeSource, type ReadSource } from './source-encoding';
import { holds } from './fence';
import { NOT_A_FILE, OUTSIDE, TOO_LARGE } from './random-access-file';
import { readBytes } from './read-file';

/** Larger files are left out with a message: they are generated data, not programs. */
export const MAX_SOURCE_BYTES = 32 * 1024 * 1024;

/** Reads one source as UTF-8 (with or without a byte order mark), or says why not. */
export async function readSource(path: string): Promise<ReadSource> {
  try {
    return decodeSource(path, await readBytes(path, MAX_SOURCE_BYTES));
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
}

function unreadable(path: string, why: string): ReadSource {
  return { kind: 'unreadable', message: `${path} ${why}` };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read: permission denied';
    case 'EISDIR':
      return 'is a folder';
    case 'ENOTDIR':
      return 'does not exist: a part of its path is not a folder';
    case NOT_A_FILE:
    case TOO_LARGE:
    case OUTSIDE:
      return messageOf(error);
    default:
      return `could not be read: ${messageOf(error)}`;
  }
}

export interface FileFilter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface SourceSearch extends FileFilter {
  /** Folders beyond this number are not searched. */
  readonly mostFolders?: number;
  /** The folders that links may lead to; without it, to any. */
  readonly within?: readonly string[];
}

/** The links that are followed in folders: those of a folder that nobody trusts may lead to any file of the user. */
export function linksWithin(folders: readonly string[], isTrusted: boolean): Pick<SourceSearch, 'within'> {
  return isTrusted ? {} : { within: folders };
}

export interface FoundSources {
  readonly paths: readonly string[];
  /** False if folders were left that were not searched. */
  readonly isComplete: boolean;
  readonly problems: readonly string[];
}

/** True if the patterns let a file through. `path` is relative to its folder, with `/`. */
export function createFilter(filter: FileFilter): (path: string) => boolean {
  const included = createMatcher(filter.include);
  const excluded = createExclusion(filter.exclude);
  return (path) => (included === undefined || included(path)) && !excluded(path);
}

/** A pattern that matches a folder excludes all below it: `foo` as well as `foo/**`. */
function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const matches = createMatcher(patterns) ?? (() => false);
  return (path) => {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      if (matches(path.slice(0, end))) return true;
    }
    return matches(path);
  };
}

function createMatcher(patterns: readonly string[]): ((path: string) => boolean) | undefined {
  const given = patterns.filter((pattern) => pattern.trim() !== '');
  if (given.length === 0) return undefined;
  const matchers = given.map((pattern) => {
    // As good as none.
    if (pattern.length > LONGEST_PATTERN) return () => false;
    if (!pattern.startsWith('!')) return matchPath(pattern);
    const matches = matchPath(pattern.slice(1));
    return (path: string) => !matches(path);
  });
  return (path) => matchers.some((matches) => matches(path));
}

/** Folders that a build tool fills, by a file that shows that the tool is used there: a package may be called `build`, too, and is not output. */
const BUILD_OUTPUT: readonly { readonly file: string; readonly folders: readonly string[] }[] = [
  { file: 'pom.xml', folders: ['target'] },
  { file: 'build.gradle', folders: ['build', 'bin', 'out'] },
  { file: 'build.gradle.kts', folders: ['build', 'bin', 'out'] },
  { file: 'build.xml', folders: ['build', 'dist'] },
  { file: '.classpath', folders: ['bin'] },
  { file: '.idea', folders: ['out'] },
];

/** The output folders among the names in one folder. */
function buildOutputAmong(names: readonly string[]): ReadonlySet<string> {
  const present = new Set(names);
  return new Set(BUILD_OUTPUT.flatMap(({ file, folders }) => (present.has(file) ? folders : [])));
}

/**
 * Every `.java` file below a folder, sorted, without build output. Links to folders are followed after all real
 * folders, so that a folder goes by its own name. Each folder is walked once, and a link to a folder around this
 * one not at all.
 */
export async function findSources(folder: string, filter: SourceSearch): Promise<FoundSources> {
  const { mostFolders = Infinity } = filter;
  const within = filter.within && (await Promise.all(filter.within.map(realPathOf)));
  const accepts = createFilter(filter);
  const isExcluded = createExclusion(filter.exclude);
  const nameOf = (path: string): string => relative(folder, path).split(sep).join('/');
  const paths: string[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const folders = [folder];
  const links: string[] = [];
  /** The folders that were walked before the first link was followed. */
  let ownFolders: number | undefined;
  let leadingOut = 0;

  const visit = async (current: string): Promise<void> => {
    const real = await realpath(current);
    if (seen.has(real)) return;
    seen.add(real);
    const entries = await readdir(current, { withFileTypes: true });
    const output = buildOutputAmong(entries.map(({ name }) => name));
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (output.has(entry.name)) continue;
      if (entry.isSymbolicLink() && within !== undefined && (await leadsOut(path, within))) {
        leadingOut++;
        continue;
      }
      if (entry.isDirectory()) {
        if (!isExcluded(nameOf(path))) folders.push(path);
      } else if (entry.isSymbolicLink() && (await isFolderAt(path))) {
        if (!isExcluded(nameOf(path)) && (await isFollowed(path, folder))) links.push(path);
      } else if (entry.name.endsWith('.java') && accepts(nameOf(path))) {
        paths.push(path);
      }
    }
  };

  for (;;) {
    if (folders.length === 0) ownFolders ??= seen.size;
    if (seen.size - (ownFolders ?? seen.size) >= MOST_LINKED) {
      problems.push(`links in ${folder} lead to more than ${MOST_LINKED} folders: the others are left out`);
      return { paths: paths.sort(), problems, isComplete: false };
    }
    const current = folders.pop() ?? links.shift();
    const isComplete = current === undefined;
    if (isComplete && leadingOut > 0)
      problems.push(`links lead out of ${folder} ${leadingOut} times: they are followed once it is trusted`);
    if (isComplete || seen.size >= mostFolders) return { paths: paths.sort(), problems, isComplete };
    try {
      await visit(current);
    } catch (error) {
      problems.push(`${current} ${reasonOf(error)}`);
    }
  }
}

async function isFolderAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The link leads nowhere; reading it as a file reports that, if its name is that of a source.
    return false;
  }
}

/** True for a link out of folders, given by their real paths. False for what is not there, too: reading it says so. */
async function leadsOut(link: string, within: readonly string[]): Promise<boolean> {
  const target = await realPathOf(link);
  return target !== link && !within.some((folder) => holds(folder, target));
}

/** The path itself if nothing is there. */
function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** The most folders behind links: a link may lead to another file system, and to all of it. */
const MOST_LINKED = 10_000;

/** False for links to a folder that holds `folder` itself, and to what the system makes up. */
async function isFollowed(link: string, folder: string): Promise<boolean> {
  const target = await realpath(link);
  return !/^\/(?:proc|sys|dev)(?:\/|$)/.test(target) && !holds(target, await realpath(folder));
}

/** Matches at the start of a line only: in a comment, a line begins with `*` or `//`. */
const PACKAGE = /^[ \t]*package[ \t]+([\p{L}_$][\p{L}\p{N}_$.]*)[ \t]*;/mu;

/**
 * The folder that a source's package starts from: for `src/com/example/A.java` of `package com.example`, `src`.
 * Undefined if the folders are not named like the package: then nothing tells which files belong together.
 */
export function sourceRootOf(path: string, text: string, separator: string = sep): string | undefined {
  const names = PACKAGE.exec(text)?.[1]?.split('.') ?? [];
  let folder = dirname(path);
  for (const name of names.reverse()) {
    const end = folder.lastIndexOf(separator);
    if (folder.slice(end + 1) !== name) return undefined;
    folder = end < 0 ? '.' : folder.slice(0, Math.max(end, 1));
  }
  return folder;
}
