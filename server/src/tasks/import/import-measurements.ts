/**
 * Imports other tools' files: finds them, opens them, and has them laid on the
 * sources.
 *
 * Sits in `tasks/`, joining the pure rooms with `host/`. It is run by a
 * thread of its own (`import-thread.ts`), which is ended where an import is
 * canceled: nothing here asks whether it is.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import { parsePowerRecording, startAt } from '../../power/formats/power-recording';
import type { PlacedRecording } from '../../recordings/place/placed-values';
import type { MeasuredTotal, RecordedTraces } from '../../recordings/model/energy-of-samples';
import { JFR_EVENTS, JFR_STACK_DEPTH } from '../../recordings/import/jfr-json';
import type { ImportedRecording } from '../../recordings/model/imported-profile';
import { noteMisplaced } from '../../recordings/place/misplaced';
import { chooseJoularFiles } from '../../recordings/import/joularjx';
import { basename, dirname, resolve, sep } from 'node:path';
import { Failure } from '../../base/failure';
import { makeEnergy, readMeasurements, type ReadOutcome } from '../../recordings/import/import-profile';
import { chooseJdk } from '../../host/jdk/jdks';
import { listImportFiles, openImport, printRecording } from '../../host/files/import-files';
import { readSourceTexts, type SourceChoice } from '../../host/files/import-sources';
import { reasonOf } from '../../host/files/random-access-file';
import type { Seconds } from '../../base/units';
import { createDatedPlacer, type HistoryRequest } from './earlier-sources';
import { readText } from '../../host/files/read-file';

export interface ImportRequest {
  readonly paths: readonly string[];
  readonly sources: readonly string[];
  /** The choice among the sources' files, if not all of them count. */
  readonly sourceChoice?: SourceChoice;
  readonly format?: string;
  readonly unit?: 'joules' | 'watts';
  readonly device?: string;
  readonly total?: MeasuredTotal;
  /** A file of power samples. */
  readonly power?: string;
  /** Calendar seconds at which its clock began, where it is the meter's own. */
  readonly powerStart?: Seconds;
  readonly lines: boolean;
  /** True where samples in loops are spread over the loop's lines, which are then believed. */
  readonly spread?: boolean;
  /** The request by which git is asked for sources as they were; absent where git is not asked. */
  readonly history?: HistoryRequest;
  readonly javaHome: string;
  /**
   * The reason why neither git nor the JDK's own `jfr`, which prints binary recordings, may be run; absent where
   * they may.
   */
  readonly whyNothingRuns?: string;
}

export interface ImportEvents {
  /** Bytes that were read of a file so far, decompressed. */
  readonly onBytes: (path: string, read: number) => void;
  /** A process that has to be ended, should the import be: when it begins, and when it has ended. */
  readonly onProcess: (pid: number, isRunning: boolean) => void;
}

export interface ImportOutcome {
  readonly recordings: readonly PlacedRecording[];
  /** The problems of files and folders as a whole. */
  readonly problems: readonly string[];
  /** Files that could not be imported. */
  readonly failed: number;
}

/** Never throws for what is in a file; a {@link Failure} where what was named is not there. */
export async function importMeasurements(
  request: ImportRequest,
  events: ImportEvents,
): Promise<ImportOutcome> {
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
      const outcome = await readOne(path, named, request, events);
      if (outcome.kind === 'read') {
        const given = {
          ...withDefined({ total, power }),
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
  const read = await readSourceTexts(request.sources, request.sourceChoice);
  problems.push(...read.problems);
  const place = createDatedPlacer(request, read, events.onProcess);
  const placed: PlacedRecording[] = [];
  for (const recording of recordings) placed.push(noteMisplaced(await place(recording), read.sources));
  return { recordings: placed, problems, failed };
}

async function filesOf(
  named: string,
): Promise<{ readonly paths: readonly string[]; readonly notes: readonly string[] }> {
  const files = await listImportFiles(named);
  if (files.length === 1 && files[0] === named) return { paths: files, notes: [] };
  const bySlash = new Map(files.map((file) => [file.split(sep).join('/'), file]));
  const joular = chooseJoularFiles([...bySlash.keys()]);
  if (joular === undefined)
    return { paths: files, notes: files.length === 0 ? [`${named} holds no files`] : [] };
  const count = joular.passedBy.length;
  return {
    paths: joular.chosen.map((path) => bySlash.get(path) ?? path),
    notes:
      count === 0
        ? []
        : [
            `${named}: ${counted(count, 'file that tells the same energies again is', 'files that tell the same energies again are')} passed by`,
          ],
  };
}

async function readOne(
  path: string,
  named: string,
  request: ImportRequest,
  events: ImportEvents,
): Promise<ReadOutcome> {
  const { format, unit, device } = request;
  const full = resolve(path);
  const context = {
    name: basename(path),
    folders: dirname(full)
      .split(sep)
      .slice(dirname(resolve(named)).split(sep).length - 1),
    ...withDefined({ unit, device }),
  };
  const readFrom = (chunks: AsyncIterable<Uint8Array>): Promise<ReadOutcome> =>
    readMeasurements({
      context,
      chunks,
      ...withDefined({ format }),
      onBytes: (read) => {
        events.onBytes(path, read);
      },
    });
  try {
    const outcome = await readFrom(openImport(path));
    if (outcome.kind !== 'jfr') return outcome;
    if (request.whyNothingRuns !== undefined) return { kind: 'refused', message: request.whyNothingRuns };
    const { jdk } = chooseJdk({ configured: request.javaHome, suggested: [], environment: process.env });
    if (jdk === undefined)
      return {
        kind: 'refused',
        message: 'is a binary recording, which the JDK’s own jfr prints: name a JDK with --java-home',
      };
    const printing = { events: JFR_EVENTS, stackDepth: JFR_STACK_DEPTH, onProcess: events.onProcess };
    return await readFrom(printRecording(path, jdk.home, printing));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: 'refused', message: error.message };
  }
}

async function readPower(
  path: string,
  began: Seconds | undefined,
  problems: string[],
): Promise<RecordedTraces> {
  const text = await readText(path).catch((error: unknown) => {
    throw new Failure(`${path} ${reasonOf(error)}`);
  });
  const read = parsePowerRecording(text);
  if (read.clock === 'calendar' && began !== undefined)
    throw new Failure(`${path} has calendar times: --power-start is for those that don’t`);
  const { results, clock, problems: own } = began === undefined ? read : startAt(read, began);
  problems.push(
    ...[...own, ...results.flatMap((result) => result.problems)].map((problem) => `${path}: ${problem}`),
  );
  return { traces: results.map(({ trace }) => trace), clock };
}
