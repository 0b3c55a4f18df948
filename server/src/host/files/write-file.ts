/**
 * Writes a whole file or leaves the old one.
 *
 * Sits in `host/`. Pieces go to a file beside the target, which takes its place at the end: after a full
 * disk or a sudden end the old file is as it was.
 */
import { randomUUID } from 'node:crypto';
import {
  constants,
  rmSync,
  mkdirSync,
  statSync,
  existsSync,
  writeFileSync,
  type Stats,
  realpathSync,
} from 'node:fs';
import { access, type FileHandle, link, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { withDefined } from '../../base/check';
import { Failure, failureOf, messageOf } from '../../base/failure';
import { isRunning, placeOfIds } from '../processes/process-ids';
import { readBytes } from './read-file';

export interface Writing {
  /**
   * The bytes that the new ones are made from. The file is left alone if it has others by now, or if a new file would
   * not have its owner or its other names.
   */
  readonly instead?: Uint8Array;
  /** False for what can be made again: it need not outlive a power cut. */
  readonly lasts?: boolean;
  /** A {@link newToken}: by it a thread's part is removed when the thread was ended. */
  readonly token?: string;
}

/** A text that no other writer has. It tells the process, so that another one sees when nobody writes any more. */
export function newToken(): string {
  return `${placeOfIds()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

/**
 * Throws a {@link Failure} that names the file. A target that is not a regular file (a pipe, /dev/stdout) is written to
 * directly. A file keeps its mode, and a read-only one is not replaced.
 */
export async function writeWholeFile(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  { instead, lasts = true, token = newToken() }: Writing = {},
): Promise<void> {
  const kind = await kindOf(path);
  const { target = resolve(path), former } = kind === 'file' ? await findFile(path) : {};
  await expectPlace(path, kind === 'file' && former === undefined ? 'none' : kind, target);
  if (kind === 'device') return tryTo(path, () => writeTo(target, chunks));
  const partial = partOf(target, token);
  const making = { ...withDefined({ former }), lasts, isStrict: instead !== undefined };
  await usePart(path, partial, { chunks, making }, async () => {
    if (instead !== undefined) await expectUnchanged(target, instead);
    await rename(partial, target);
  });
}

/**
 * Writes a file at the first of the paths, by their number from 1, at which nothing is, and answers that path: of two
 * that write at the same time neither takes the other's. Throws a {@link Failure} that names the file.
 */
export async function writeNewFile(
  pathOf: (number: number) => string,
  chunks: Iterable<string | Uint8Array>,
  token: string,
): Promise<string> {
  const first = pathOf(1);
  const target = resolve(first);
  if ((await kindOf(dirname(target))) !== 'folder')
    throw new Failure(`${first} can't be written: there is no folder ${dirname(target)}`);
  const partial = partOf(target, token);
  let written = first;
  await usePart(first, partial, { chunks, making: { lasts: true, isStrict: false } }, async () => {
    for (let number = 2; !(await nameNew(partial, written)); number++) written = pathOf(number);
    await rm(partial, { force: true });
  });
  return written;
}

/** Gives a part its name; false if something has that name. */
async function nameNew(partial: string, path: string): Promise<boolean> {
  try {
    await link(partial, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  // Some file systems have no links: there the name is taken first.
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(partial, path);
  return true;
}

interface Pieces {
  readonly chunks: Iterable<string | Uint8Array>;
  readonly making: Making;
}

/** Writes the part of a file, lets `take` name it, and leaves no part behind where that fails. */
async function usePart(
  path: string,
  partial: string,
  { chunks, making }: Pieces,
  take: () => Promise<void>,
): Promise<void> {
  let release = (): void => undefined;
  try {
    // A signal ends the process by itself until the first piece is made, which may take long.
    const begun = beginPieces(chunks);
    release = removeOnSignal(partial);
    if (making.lasts) await removeLeftParts(partial);
    await writeTo(partial, begun, making);
    await take();
  } catch (error) {
    await failureOf(tryTo(partial, () => rm(partial, { force: true })));
    throw notWritten(path, error);
  } finally {
    release();
  }
}

/**
 * The file at a path with its state, behind links: a link stays a link, and the file that it leads to is replaced.
 * Nothing if another process has just removed it.
 */
async function findFile(path: string): Promise<{ readonly target?: string; readonly former?: Stats }> {
  try {
    const target = await realpath(path);
    return { target, former: await stat(target) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw error;
  }
}

type PathKind = 'none' | 'file' | 'folder' | 'device';

async function expectPlace(path: string, kind: PathKind, target: string): Promise<void> {
  if (kind === 'folder') throw new Failure(`${path} is a folder; name a file in it`);
  if (kind === 'file' && !(await isWritable(target)))
    throw new Failure(`${path} can't be written: it is read-only`);
  if (kind === 'none' && (await kindOf(dirname(target))) !== 'folder')
    throw new Failure(`${path} can't be written: there is no folder ${dirname(target)}`);
}

/**
 * False for files that are marked as read-only, also for root, who might write to them. True if another process has just
 * removed the file.
 */
async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return ((await stat(path)).mode & 0o222) !== 0;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

/** Throws unless the file has the bytes that were read. */
async function expectUnchanged(path: string, bytes: Uint8Array): Promise<void> {
  const { size, nlink } = await stat(path);
  if (nlink > 1) throw new Failure('it has other names (hard links), which would keep the old text');
  if (size !== bytes.length || (await readBytes(path)).compare(bytes) !== 0)
    throw new Failure('it changed since it was read');
}

/** The same pieces; the first one is made at once. */
function beginPieces<T>(pieces: Iterable<T>): Iterable<T> {
  const rest = pieces[Symbol.iterator]();
  const first = rest.next();
  return (function* () {
    try {
      for (let next = first; next.done !== true; next = rest.next()) yield next.value;
    } finally {
      rest.return?.();
    }
  })();
}

function partOf(target: string, token: string): string {
  return join(dirname(target), `.${basename(target).slice(0, 100)}.${token}.part`);
}

/** Removes the parts of the same file whose processes were killed. Those of other machines may still be written. */
async function removeLeftParts(partial: string): Promise<void> {
  const file = basename(partial).replace(PART, '');
  for (const name of await readdir(dirname(partial)).catch(() => [])) {
    const [, place, pid] = PART.exec(name) ?? [];
    if (place === placeOfIds() && name.replace(PART, '') === file && !isRunning(Number(pid)))
      await failureOf(tryTo(name, () => rm(join(dirname(partial), name), { force: true })));
  }
}

const PART = /\.([\da-f]{8})-(\d+)-[\da-f]{8}\.part$/;

/** Removes the part of a file that an ended thread had begun under the token; the file itself stays as it was. */
export async function removePart(path: string, token: string): Promise<void> {
  await rm(partOf(resolve(path), token), { force: true });
}

/** Throws the {@link Failure} of {@link writeWholeFile} if that cannot even begin, before long work is done for the file. */
export async function expectWritable(path: string): Promise<void> {
  const kind = await kindOf(path);
  if (kind === 'device') return;
  await expectPlace(path, kind, resolve(path));
  const trial = join(dirname(resolve(path)), `.jouleline.${randomUUID().slice(0, 8)}.part`);
  try {
    await tryTo(path, () => writeTo(trial, ['.']));
  } finally {
    await failureOf(tryTo(trial, () => rm(trial, { force: true })));
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Makes Ctrl-C leave no half-written file behind; it still ends the process. */
function removeOnSignal(path: string): () => void {
  const end = (signal: NodeJS.Signals): void => {
    // The file goes first: without its listener the next signal ends the process at once.
    rmSync(path, { force: true });
    release();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return release;
}

async function kindOf(path: string): Promise<PathKind> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'device';
  } catch {
    return 'none'; // not there, or not to be seen: opening it will say
  }
}

interface Making {
  /** The file whose place the new one takes. */
  readonly former?: Stats;
  readonly lasts: boolean;
  /** True if the owner, too, must stay. */
  readonly isStrict: boolean;
}

async function writeTo(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  { former, lasts, isStrict }: Making = { lasts: false, isStrict: false },
): Promise<void> {
  // Nobody can read a part of what only its owner may read.
  const file = await open(path, 'w', former === undefined ? 0o666 : former.mode & 0o700);
  try {
    for (const chunk of joinSmall(chunks)) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      // A disk that is nearly full takes only a part of the bytes, and reports no error.
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
    }
    if (former !== undefined) await takeAfter(file, former, isStrict);
    if (lasts) await flush(file);
  } finally {
    await file.close();
  }
}

/** Gives a file the owner and the mode of another one. */
async function takeAfter(file: FileHandle, { uid, gid, mode }: Stats, isStrict: boolean): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) {
    try {
      await file.chown(uid, gid);
    } catch {
      // Only root may give files away: what is merely written again then belongs to who wrote it.
      if (isStrict) throw new Failure('it belongs to another user or group');
    }
  }
  // Last, since a new owner takes rights away.
  await file.chmod(mode & 0o7777);
}

/** Waits until the disk has the bytes, so that a power cut can't leave a new name without them. */
async function flush(file: FileHandle): Promise<void> {
  try {
    await file.datasync();
  } catch (error) {
    // Some file systems can't; any other error says that bytes are lost.
    if (!CANNOT_FLUSH.has(String(codeOf(error)))) throw error;
  }
}

const CANNOT_FLUSH: ReadonlySet<string> = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

async function tryTo(path: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw notWritten(path, error);
  }
}

function notWritten(path: string, error: unknown): Failure {
  return new Failure(`${path} can't be written: ${whyNotWritten(error)}`);
}

/** The reason in words, to follow "can't be written: ". */
export function whyNotWritten(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    ENOTDIR: 'a part of its path is not a folder',
    ENAMETOOLONG: 'its name is too long',
    // This is the error for an existing folder such as /proc.
    ENOENT: 'nothing can be made there',
    EEXIST: 'something else has that name',
  };
  return known[code] ?? messageOf(error);
}

const ENOUGH = 64 * 1024;

/** Joins pieces of text to some 64 KB, so that a line does not cost a system call. The bytes stay the same. */
export function* joinSmall<Bytes extends Uint8Array = never>(
  pieces: Iterable<string | Bytes>,
): Generator<string | Bytes> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      waiting.push(piece);
      length += piece.length;
      if (length < ENOUGH) continue;
    }
    if (length > 0) yield waiting.join('');
    waiting = [];
    length = 0;
    if (typeof piece !== 'string') yield piece;
  }
  if (length > 0) yield waiting.join('');
}

/**
 * Makes a folder and those above it. Throws the file system's error if it cannot be made; an existing folder is no
 * error. Node's own recursive way never ends on file systems such as /proc, which report an existing folder as missing
 * when something is made in it.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if (parent === path || isFolder(parent) || codeOf(error) !== 'ENOENT') throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Throws a {@link Failure} if a link leads a path, or what there is of it, out of a folder. */
export function expectWithin(folder: string, path: string): void {
  let there = path;
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  const [home, real] = [realpathSync(folder), realpathSync(there)];
  if (real !== home && !real.startsWith(home + sep))
    throw new Failure(`${path} can't be written: it leads out of ${folder}, which nobody trusts`);
}

/** Makes the folder. `ignored` is the text of a .gitignore for a new folder above it. Throws the file system's errors. */
export function makeProfilesFolder(path: string, ignored: string): void {
  const own = dirname(path);
  const isNew = !existsSync(own);
  makeFolder(path);
  if (isNew) writeFileSync(join(own, '.gitignore'), ignored);
}

/**
 * The first of `others` that is the file at `path`; undefined if there is none, or no file at `path`. One `stat` each.
 * Names are not compared: links, `..` and file systems that ignore case give one file many names.
 */
export async function findSameFile(path: string, others: readonly string[]): Promise<string | undefined> {
  const wanted = await identityOf(path);
  if (wanted === undefined) return undefined;
  for (const other of others) {
    if ((await identityOf(other)) === wanted) return other;
  }
  return undefined;
}

/** The identity of a regular file only: everybody may write to one device. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return undefined; // not there, or not to be seen: writing it will say
  }
}
