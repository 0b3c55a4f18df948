/**
 * Imports other tools' files: finds them, opens them, and has them laid on the
 * sources. Sits in `cli/`, wiring `engine/` and `host/` together.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import {
  chooseJoularFiles,
  createRecordingPlacer,
  type ImportedRecording,
  type ImportSource,
  JFR_EVENTS,
  JFR_STACK_DEPTH,
  makeEnergy,
  parsePowerRecording,
  type MeasuredTotal,
  type PlacedRecording,
  type RecordedTraces,
  readMeasurements,
  type ReadOutcome,
  startAt,
} from '../engine/import-profile';
import { chooseJdk } from '../host/choose-jdk';
import { listImportFiles, openImport, printRecording, UnreadableImport } from '../host/import-files';
import { findSources, readSource } from '../host/source-files';
import type { Seconds } from '../units';
import { PlainError } from './services';

export interface ImportRequest {
  readonly paths: readonly string[];
  readonly sources: readonly string[];
  readonly format?: string;
  readonly unit?: 'joules' | 'watts';
  readonly device?: string;
  readonly total?: MeasuredTotal;
  /** A file of power samples. */
  readonly power?: string;
  /** Calendar seconds at which its clock began, where it is the meter's own. */
  readonly powerStart?: Seconds;
  readonly lines: boolean;
  readonly javaHome: string;
  readonly onBytes: (path: string, read: number) => void;
}

export interface ImportOutcome {
  readonly recordings: readonly PlacedRecording[];
  /** Of files and folders as a whole. */
  readonly problems: readonly string[];
  /** Files that could not be imported. */
  readonly failed: number;
}

/** Never throws for what is in a file; a {@link PlainError} where what was named is not there. */
export async function importMeasurements(request: ImportRequest): Promise<ImportOutcome> {
  const problems: string[] = [];
  const recordings: ImportedRecording[] = [];
  let failed = 0;
  const power =
    request.power === undefined ? undefined : await readPower(request.power, request.powerStart, problems);
  const { total } = request;
  for (const named of request.paths) {
    const { paths, notes } = await filesOf(named);
    problems.push(...notes);
    for (const path of paths) {
      const outcome = await readOne(path, named, request);
      if (outcome.kind === 'read') {
        const given = {
          ...(total === undefined ? {} : { total }),
          ...(power === undefined ? {} : { power }),
        };
        recordings.push(makeEnergy(outcome.recording, given));
      } else {
        failed++;
        problems.push(
          outcome.kind === 'refused' ? `${path} ${outcome.message}` : `${path} could not be imported`,
        );
      }
    }
  }
  const sources = await readImportSources(request.sources, problems);
  const place = createRecordingPlacer(sources, request.lines);
  return { recordings: recordings.map(place), problems, failed };
}

async function filesOf(
  named: string,
): Promise<{ readonly paths: readonly string[]; readonly notes: readonly string[] }> {
  let files: readonly string[];
  try {
    files = await listImportFiles(named);
  } catch (error) {
    throw new PlainError(error instanceof Error ? error.message : String(error));
  }
  if (files.length === 1 && files[0] === named) return { paths: files, notes: [] };
  const bySlash = new Map(files.map((file) => [file.split(sep).join('/'), file]));
  const joular = chooseJoularFiles([...bySlash.keys()]);
  if (joular === undefined)
    return { paths: files, notes: files.length === 0 ? [`${named} holds no files`] : [] };
  const count = joular.passedBy.length;
  return {
    paths: joular.chosen.map((path) => bySlash.get(path) ?? path),
    notes: count === 0 ? [] : [`${named}: ${count} files that tell the same energies again are passed by`],
  };
}

async function readOne(path: string, named: string, request: ImportRequest): Promise<ReadOutcome> {
  const { format, unit, device, onBytes } = request;
  const full = resolve(path);
  const context = {
    name: basename(path),
    folders: dirname(full)
      .split(sep)
      .slice(dirname(resolve(named)).split(sep).length - 1),
    ...(unit === undefined ? {} : { unit }),
    ...(device === undefined ? {} : { device }),
  };
  const readFrom = (chunks: AsyncIterable<Uint8Array>): Promise<ReadOutcome> =>
    readMeasurements({
      context,
      chunks,
      ...(format === undefined ? {} : { format }),
      isCancelled: () => false,
      onBytes: (read) => {
        onBytes(path, read);
      },
    });
  try {
    const outcome = await readFrom(openImport(path));
    if (outcome.kind !== 'jfr') return outcome;
    const { jdk } = chooseJdk({ configured: request.javaHome, suggested: [], environment: process.env });
    if (jdk === undefined)
      return {
        kind: 'refused',
        message: 'is a binary recording, which the JDK’s own jfr prints: name a JDK with --java-home',
      };
    return await readFrom(printRecording(path, jdk.home, JFR_EVENTS, JFR_STACK_DEPTH));
  } catch (error) {
    if (!(error instanceof UnreadableImport)) throw error;
    return { kind: 'refused', message: `is left out: ${error.message}` };
  }
}

async function readPower(
  path: string,
  began: Seconds | undefined,
  problems: string[],
): Promise<RecordedTraces> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new PlainError(
      `${path} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const read = parsePowerRecording(text);
  if (read.clock === 'calendar' && began !== undefined)
    throw new PlainError(`${path} has calendar times: --power-start is for those that don’t`);
  const { results, clock, problems: own } = began === undefined ? read : startAt(read, began);
  problems.push(
    ...[...own, ...results.flatMap((result) => result.problems)].map((problem) => `${path}: ${problem}`),
  );
  return { traces: results.map(({ trace }) => trace), clock };
}

const KOTLIN_LIMIT = 50_000;

export async function readImportSources(
  folders: readonly string[],
  problems: string[],
): Promise<readonly ImportSource[]> {
  const found: ImportSource[] = [];
  const paths = new Set<string>();
  for (const folder of folders) {
    const state = await stat(folder).catch(() => undefined);
    if (state === undefined) throw new PlainError(`${folder} does not exist`);
    if (state.isFile()) paths.add(folder);
    else {
      const java = await findSources(folder, { include: [], exclude: ['**/node_modules/**', '**/.git/**'] });
      problems.push(...java.problems);
      for (const path of [...java.paths, ...(await findKotlin(folder))]) paths.add(path);
    }
  }
  for (const path of paths) {
    const source = await readSource(path);
    if (source.kind === 'text') found.push({ path: path.split(sep).join('/'), text: source.text });
    else problems.push(source.message);
  }
  return found;
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
