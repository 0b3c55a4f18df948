/**
 * Opens the files of other tools in pieces, decompressed, and within limits.
 *
 * Sits in `host/`. Nothing in a file decides what is opened: names that a file holds are never used as
 * paths here.
 */
import { at } from '../../base/check';
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { memoryUsage } from 'node:process';
import { resourceLimits } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import { Failure } from '../../base/failure';
import { reasonOf } from './random-access-file';

const PIECE = 128 * 1024;
const MB = 1024 * 1024;
/** A file that grows this many times when it is decompressed is made to exhaust memory or time. */
const MOST_TIMES = 100;
const SUSPICIOUS = 24 * MB;
/** One that grows by this many times may not take more memory than profiles of its size do. */
const MANY_TIMES = 25;
const SMALL_MEMORY = 64 * MB;
/** Memory is looked at after this many bytes. */
const LOOK_EVERY = MB;
const MOST_FILES = 10_000;
const DEEPEST = 12;

/** Lists all files below a folder without following links, or the file itself. Ends with a {@link Failure}. */
export async function listImportFiles(path: string): Promise<readonly string[]> {
  try {
    return await listFiles(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} ${reasonOf(error)}`);
  }
}

async function listFiles(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const files: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    if (depth > DEEPEST) return;
    for (const name of (await readdir(folder)).sort()) {
      const full = join(folder, name);
      const state = await lstat(full);
      if (state.isDirectory()) await visit(full, depth + 1);
      else if (state.isFile()) files.push(full);
      if (files.length > MOST_FILES) throw new Failure(`${path} holds more than ${MOST_FILES} files`);
    }
  };
  await visit(path, 0);
  return files;
}

/**
 * Yields the bytes of a file, decompressed if it is a gzip file (RFC 1952). Ends with a {@link Failure}
 * whose message leaves out the file's name.
 */
export async function* openImport(path: string): AsyncGenerator<Uint8Array> {
  const state = await stat(path).catch((error: unknown) => {
    throw new Failure(reasonOf(error));
  });
  if (!state.isFile()) throw new Failure('is no file, but a pipe or a device: save it as one first');
  const file = createReadStream(path, { highWaterMark: PIECE });
  try {
    const chunks = file as AsyncIterable<Uint8Array>;
    yield* withinMemory((await isGzip(path)) ? decompress(file, state.size) : chunks);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(reasonOf(error));
  } finally {
    file.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  const start = createReadStream(path, { start: 0, end: 1 });
  for await (const chunk of start as AsyncIterable<Uint8Array>) return chunk[0] === 0x1f && chunk[1] === 0x8b;
  return false;
}

async function* decompress(
  file: ReturnType<typeof createReadStream>,
  size: number,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  file.on('error', (error) => gunzip.destroy(error));
  const most = SMALL_MEMORY + size * MOST_TIMES;
  const before = usedMemory();
  let read = 0;
  let looked = 0;
  for await (const chunk of file.pipe(gunzip) as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    if (read > SUSPICIOUS && read > size * MOST_TIMES)
      throw new Failure(
        `is ${MOST_TIMES} times as large as it is compressed, as no profile is: decompress it first if it is one`,
      );
    if (read - looked > LOOK_EVERY && read > size * MANY_TIMES) {
      looked = read;
      const taken = usedMemory() - before;
      if (taken > most)
        throw new Failure(
          `takes ${toMB(taken)} MB of memory for ${toMB(size)} MB of file, as no profile does: decompress it first if it is one`,
        );
    }
    yield chunk;
  }
}

/** V8 limits the heap of a thread. Columns lie beside it, and have the same limit here. */
async function* withinMemory(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const most = (resourceLimits.maxOldGenerationSizeMb ?? Infinity) * MB;
  let sinceLook = 0;
  for await (const chunk of chunks) {
    sinceLook += chunk.length;
    if (sinceLook > LOOK_EVERY) {
      sinceLook = 0;
      if (memoryUsage().external > most)
        throw new Failure(`needs more memory than the ${toMB(most)} MB that an import has`);
    }
    yield chunk;
  }
}

/** The memory of this thread alone, in bytes. */
function usedMemory(): number {
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
}

function toMB(bytes: number): number {
  return Math.ceil(bytes / MB);
}

export interface Printing {
  readonly events: readonly string[];
  readonly stackDepth: number;
  /** The milliseconds without any output after which the tool is ended; three minutes if absent. */
  readonly longestSilence?: number;
  /** Reports the process when it begins and when it has ended, to a caller that may end this thread meanwhile. */
  readonly onProcess: (pid: number, isRunning: boolean) => void;
}

const LONGEST_SILENCE_MS = 180_000;

/** Yields what the JDK's `jfr` prints of a recording. The process ends with the generator. */
export async function* printRecording(
  path: string,
  home: string,
  { events, stackDepth, longestSilence = LONGEST_SILENCE_MS, onProcess }: Printing,
): AsyncGenerator<Uint8Array> {
  const tool = join(home, 'bin', process.platform === 'win32' ? 'jfr.exe' : 'jfr');
  // A whole path is never taken for an option.
  const options = ['print', '--json', '--stack-depth', String(stackDepth), '--events', events.join(',')];
  const child = spawn(tool, [...options, resolve(path)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid !== undefined) onProcess(pid, true);
  let complaints = '';
  child.stderr.on('data', (data: Uint8Array) => {
    if (complaints.length < 1000) complaints += new TextDecoder().decode(data);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (code) => {
      if (pid !== undefined) onProcess(pid, false);
      resolve(code === 0 ? undefined : complaints.trim());
    });
  });
  const silent = new AbortController();
  const endSilent = (): NodeJS.Timeout =>
    setTimeout(() => {
      silent.abort();
      child.kill('SIGKILL');
    }, longestSilence);
  let silence = endSilent();
  try {
    for await (const bytes of child.stdout as AsyncIterable<Uint8Array>) {
      clearTimeout(silence);
      yield bytes;
      silence = endSilent();
    }
    const failure = await ended;
    if (silent.signal.aborted)
      throw new Failure(`could not be printed: ${tool} said nothing for ${longestSilence / 1000} s`);
    if (failure !== undefined)
      throw new Failure(`could not be printed: ${tool} failed: ${at(failure.split('\n'), 0)}`);
  } finally {
    clearTimeout(silence);
    child.kill();
  }
}
