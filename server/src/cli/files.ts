/**
 * The files that commands read and write. Sits in `cli/`, over `host/`: what
 * goes wrong with a file is a {@link Failure} that names it.
 */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../base/failure';
import {
  makeProfilesFolder as makeProfilesFolderOrThrow,
  makeFolder as makeFolderOrThrow,
} from '../host/files/make-folder';

import { reasonOf } from '../host/files/random-access-file';
import { readChunks as readChunksOrThrow } from '../host/files/read-chunks';
import { whyNotWritten } from '../host/files/write-file';
import { IGNORED_PROFILES, OWN_FOLDER, PROFILES } from '../protocol/profiles-folder';

/** Reads a UTF-8 text. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(reasonOf(error), { place: path });
  }
}

/** The bytes of a file in chunks. Each iteration reads the file anew. */
export function readChunks(path: string): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      try {
        yield* readChunksOrThrow(path);
      } catch (error) {
        throw new Failure(reasonOf(error), { place: path });
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
