#!/usr/bin/env node
/**
 * The command `jouleline` (dist/cli.js): wires the commands to this process.
 *
 * Sits in `cli/`. The only place that reads arguments, environment and streams.
 */
import { advise } from './advising';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WriteStream } from 'node:tty';
import { mediaFolderOf, readComparisonAssets, readProgramsAssets } from '../host/bundled-media';
import { runDoctor } from '../host/doctor';
import { gzipPieces } from '../host/gzip';
import { makeFolder } from '../host/make-folder';
import { makeProfilesFolder } from '../host/profiles-folder';
import { reasonOf } from '../host/random-access-file';
import { readChunks } from '../host/read-chunks';
import { findSameFile } from '../host/same-file';
import { whyNotWritable, whyNotWritten, writeWholeFile } from '../host/write-file';
import { IGNORED_PROFILES, OWN_FOLDER, PROFILES } from '../protocol/profiles-folder';
import { createChainSampler } from '../worker/sample-chains';
import { analyzeOneFile, createReportRunner } from './analysis';
import type { AnalysisPlaces } from './analysis';
import { recordRunning } from './attaching';
import { loadComparedSide } from './compared-files';
import { compareProgramsUnderModel, compareUnderModel, expectCommonModel } from './comparing';
import { calibrateMachine } from './calibrating';
import { readCommitted } from './committed-source';
import { findRevisions } from './revision-trees';
import { importMeasurements } from './importing';
import { instrumentTo } from './instrumenting';
import { cancelRuns } from './cancellation';
import { measureProgram } from './measuring';
import { listModels, loadNamedModel } from './models';
import { loadProfiles } from './profile-folder';
import { loadProfile, profileInTurn, profileProgram } from './profiling';
import { pullProfile } from './pulling';
import { pushProfile } from './pushing';
import { loadRecordings } from './recordings';
import { runCli } from './run';
import { ExitCode, PlainError } from './services';
import type { Services, TextStream } from './services';
import { runTypeCheck } from './type-check';

const places: AnalysisPlaces = {
  bundleFolder: __dirname,
  mediaFolder: mediaFolderOf(__dirname),
  log: (message) => {
    process.stderr.write(`jouleline: ${message}\n`);
  },
};

const version = readVersion();

const runReport = createReportRunner(places);
const services: Services = {
  version,
  environment: process.env,
  output: openStream(process.stdout),
  errors: openStream(process.stderr),
  runReport,
  advise: (request, onProgress) => advise(request, runReport, places.mediaFolder, onProgress),
  readOperations: (path, libraries) => analyzeOneFile(path, libraries, places),
  checkTypes: (request) => runTypeCheck(request, places.mediaFolder, () => undefined),
  profile: (request) => profileProgram(request, { ...places, version }),
  profileInTurn: (sides, request) => profileInTurn(sides, request, { ...places, version }),
  record: (request) => recordRunning(request, { ...places, version }),
  instrument: (request) => instrumentTo(request, places.mediaFolder),
  loadProfile,
  loadProfiles,
  readCommitted,
  findRevisions,
  loadComparedSide: (path) => loadComparedSide(path, places.bundleFolder),
  expectCommonModel: (wanted) => expectCommonModel(wanted, places.mediaFolder),
  compareProfiles: (request) => compareUnderModel(request, places.mediaFolder),
  comparePrograms: (request) => compareProgramsUnderModel(request, places.mediaFolder),
  importMeasurements: (request) => importMeasurements(request, places.bundleFolder),
  loadRecordings: (request) => loadRecordings(request, places.mediaFolder),
  pullProfile,
  pushProfile,
  measure: (request) => measureProgram(request, places.bundleFolder),
  calibrate: (request) => calibrateMachine(request, { ...places, version }),
  sampleChains: createChainSampler(places.bundleFolder, availableParallelism()),
  loadModel: async (wanted) => (await loadNamedModel(wanted, places.mediaFolder)).model,
  listModels: () => Promise.resolve(listModels(places.mediaFolder)),
  diagnose: async () =>
    (await runDoctor({ version, folders: [process.cwd()], mediaFolder: places.mediaFolder })).checks,
  readComparisonAssets: () => readComparisonAssets(__dirname),
  readProgramsAssets: () => readProgramsAssets(__dirname),
  readPageAssets() {
    const folder = join(places.mediaFolder, 'webviews', 'heatmap');
    return {
      style: readFileSync(join(folder, 'heatmap.css'), 'utf8'),
      script: readFileSync(join(folder, 'heatmap.js'), 'utf8'),
    };
  },
  async readText(path) {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      throw new PlainError(`${path}: ${reasonOf(error)}`);
    }
  },
  readChunks: (path) => ({
    *[Symbol.iterator]() {
      try {
        yield* readChunks(path);
      } catch (error) {
        throw new PlainError(`${path}: ${reasonOf(error)}`);
      }
    },
  }),
  async writeFile(path, chunks) {
    const outcome = await writeWholeFile(path, chunks);
    if (outcome.kind === 'failed') throw new PlainError(outcome.message);
  },
  compress: gzipPieces,
  makeFolder: (path) => {
    orWhyNotMade(path, makeFolder);
  },
  makeProfilesFolder(folder) {
    const path = join(folder, OWN_FOLDER, PROFILES);
    orWhyNotMade(path, () => {
      makeProfilesFolder(path, IGNORED_PROFILES);
    });
    return path;
  },
  async expectWritable(path) {
    const why = await whyNotWritable(path);
    if (why !== undefined) throw new PlainError(why);
  },
  spareFile: (name) => join(tmpdir(), `${Date.now()}-${name}`),
  findSameFile,
};

function orWhyNotMade(path: string, make: (path: string) => void): void {
  try {
    make(path);
  } catch (error) {
    throw new PlainError(`${path} can't be made: ${whyNotWritten(error)}`);
  }
}

// `jouleline report … | head` has seen enough: that is no fault. What runs is ended, and cleared up, first.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stdout && error.code !== 'EPIPE')
      process.stderr.write(`jouleline: the output can't be written: ${error.message}\n`);
    if (cancelRuns()) return;
    process.exit(error.code === 'EPIPE' ? ExitCode.ok : ExitCode.incomplete);
  });
}

runCli(process.argv.slice(2), services).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(
      `jouleline: this is a fault of Jouleline ${version}; please report it with this text:\n${describe(error)}\n`,
    );
    process.exitCode = ExitCode.fault;
  },
);

function openStream(stream: WriteStream): TextStream {
  return {
    isTerminal: stream.isTTY,
    columns: stream.isTTY ? stream.columns : undefined,
    write: (text) =>
      new Promise((resolve) => {
        // A failed write is told to the listener above.
        stream.write(text, () => {
          resolve();
        });
      }),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed ? String(manifest.version) : 'unknown';
}
