/**
 * The files that commands read and write. Sits in `cli/`, over `host/`: what
 * goes wrong with a file is a {@link Failure} that names it.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../base/failure';
import { reasonOf } from '../host/files/random-access-file';
import {
  whyNotWritten,
  makeProfilesFolder as makeProfilesFolderOrThrow,
  makeFolder as makeFolderOrThrow,
} from '../host/files/write-file';
import { IGNORED_PROFILES, OWN_FOLDER, PROFILES } from '../base/profiles-folder';

/** Reads a UTF-8 text. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(reasonOf(error), { place: path });
  }
}

const CHUNK = 1 << 20;

/** The bytes of a file in chunks, without ever holding all of it. Each iteration reads the file anew. */
export function readChunks(path: string): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      let file: number | undefined;
      try {
        file = openSync(path, 'r');
        for (;;) {
          const chunk = new Uint8Array(CHUNK);
          const length = readSync(file, chunk, 0, CHUNK, null);
          if (length === 0) return;
          yield chunk.subarray(0, length);
        }
      } catch (error) {
        throw new Failure(reasonOf(error), { place: path });
      } finally {
        if (file !== undefined) closeSync(file);
      }
    },
  };
}

/** Makes a folder, and those above it. */
export function makeFolder(path: string): void {
  orWhyNotMade(path, makeFolderOrThrow);
}

/** Makes the folder of a workspace's profiles and, where it is new, what keeps it out of git; returns its path. */
export function makeProfilesFolder(workspace: string): string {
  const path = join(workspace, OWN_FOLDER, PROFILES);
  orWhyNotMade(path, () => {
    makeProfilesFolderOrThrow(path, IGNORED_PROFILES);
  });
  return path;
}

/** A place among the temporary files, for what could not be written where it was to. */
export function spareFile(name: string): string {
  return join(tmpdir(), `${Date.now()}-${name}`);
}

function orWhyNotMade(path: string, make: (path: string) => void): void {
  try {
    make(path);
  } catch (error) {
    throw new Failure(`${path} can't be made: ${whyNotWritten(error)}`);
  }
}

/** The answer to paths below which there is nothing to analyze. */
export const NO_JAVA_FILE =
  'jouleline: no Java file was found: name files or folders with .java files that --exclude does not leave out\n';
