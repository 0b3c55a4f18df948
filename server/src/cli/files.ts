/**
 * The files that commands read and write. Sits in `cli/`, over `host/`: what
 * goes wrong with a file is a {@link Failure} that names it.
 */
import { mkdtempSync, statSync } from 'node:fs';
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
import { readPieces, readText as readTextOrThrow } from '../host/files/read-file';

/** True if all operands are Java files or folders. */
export function areSources(paths: readonly string[]): boolean {
  const isSource = (path: string): boolean =>
    path.endsWith('.java') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return paths.length > 0 && paths.every(isSource);
}

/** Reads a UTF-8 text. */
export async function readText(path: string): Promise<string> {
  try {
    return await readTextOrThrow(path);
  } catch (error) {
    throw new Failure(reasonOf(error), { place: path });
  }
}

/** The bytes of a file in chunks, without ever holding all of it. Each iteration reads the file anew. */
export function readChunks(path: string): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      try {
        yield* readPieces(path);
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

/** A place among the temporary files, in a folder of the user's alone, for what could not be written where it was to. */
export function spareFile(name: string): string {
  return join(mkdtempSync(join(tmpdir(), 'jouleline-')), name);
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
