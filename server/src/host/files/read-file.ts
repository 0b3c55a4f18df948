/**
 * Reads whole files, of regular files only and never more than a limit.
 *
 * Sits in `host/`. All other code reads whole files by this. What is no regular file may never end (a
 * terminal, a pipe) or has no size (a device), and a link of a folder that nobody trusts may lead to one, or to any
 * file of the user.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { LEADS_OUT, leadsOut } from './fence';
import { NOT_A_FILE, OUTSIDE, reasonOf, TOO_LARGE } from './random-access-file';

/** The most bytes that a text of Node can have. */
export const MOST_BYTES = 512 * 1024 * 1024;

/** The bytes of a file. Throws the file system's error, or one that says why the file is not read. */
export async function readBytes(path: string, most = MOST_BYTES): Promise<Buffer> {
  expectInside(path);
  // Opening a device may already do something, such as winding a tape back.
  const found = expectRegular(await stat(path), most);
  if (mayBeMadeUp(found)) expectStored(path, await realpath(path));
  const file = await open(path, FLAGS);
  try {
    const { size } = expectRegular(await file.stat(), most);
    const pieces: Buffer[] = [];
    let length = 0;
    // The size is a guess: that of /proc is 0, and a file may grow.
    for (;;) {
      const piece = Buffer.allocUnsafe(Math.max(SMALL_PIECE, size + 1 - length));
      const { bytesRead } = await file.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return join(pieces);
      length += bytesRead;
      if (length > most) throw tooLarge(length, most);
      pieces.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** The same as {@link readBytes}, at once. */
export function readBytesSync(path: string, most = MOST_BYTES): Buffer {
  return join([...readPieces(path, most)]);
}

/** The bytes of a file in pieces, each read when it is asked for; throws as {@link readBytes} does. */
export function* readPieces(path: string, most = Infinity): Generator<Buffer, void, undefined> {
  expectInside(path);
  const found = expectRegular(statSync(path), most);
  if (mayBeMadeUp(found)) expectStored(path, realpathSync(path));
  const file = openSync(path, FLAGS);
  try {
    const { size } = expectRegular(fstatSync(file), most);
    let length = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, Math.max(SMALL_PIECE, size + 1 - length)));
      const bytesRead = readSync(file, piece, 0, piece.length, null);
      if (bytesRead === 0) return;
      length += bytesRead;
      if (length > most) throw tooLarge(length, most);
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    closeSync(file);
  }
}

export async function readText(path: string, most = MOST_BYTES): Promise<string> {
  return (await readBytes(path, most)).toString('utf8');
}

export function readTextSync(path: string, most = MOST_BYTES): string {
  return readBytesSync(path, most).toString('utf8');
}

/** The text of a file, or in words why there is none; `large` says what a file above the limit is. */
export async function readTextWithin(path: string, most: number, large: string): Promise<Outcome<string>> {
  try {
    return succeed(await readText(path, most));
  } catch (error) {
    return failAt(error instanceof FileRefused && error.code === TOO_LARGE ? large : reasonOf(error));
  }
}

/** The file is none that is read. The message follows the file's name. */
class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

// What became a pipe since it was looked at is not waited for. Windows has no such flag.
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);
const PIECE = 1024 * 1024;
const SMALL_PIECE = 8192;

/** Throws for a link that is not followed. */
function expectInside(path: string): void {
  if (leadsOut(path)) throw new FileRefused(LEADS_OUT, OUTSIDE);
}

function expectRegular(state: Stats, most: number): Stats {
  if (state.isDirectory()) throw new FileRefused('is a folder', 'EISDIR');
  if (!state.isFile()) throw new FileRefused('is not a file', NOT_A_FILE);
  if (state.size > most) throw tooLarge(state.size, most);
  return state;
}

/** Files that the system makes up have no place on a disk; nor has an empty file. */
function mayBeMadeUp({ blocks }: Stats): boolean {
  return blocks === 0;
}

/** Throws for a link to what the system makes up as it is read, such as its log or the memory of a process. */
function expectStored(path: string, target: string): void {
  if (MADE_UP.test(target) && !MADE_UP.test(path)) throw new FileRefused('is not a file', NOT_A_FILE);
}

const MADE_UP = /^\/(?:proc|sys|dev)\//;

function tooLarge(bytes: number, most: number): FileRefused {
  const [size, limit] = [bytes, most].map((each) => Math.ceil(each / 1024 / 1024));
  return new FileRefused(`is ${size} MB large; files above ${limit} MB are left out`, TOO_LARGE);
}

function join(pieces: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = pieces;
  return pieces.length <= 1 ? first : Buffer.concat(pieces);
}
