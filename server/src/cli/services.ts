/**
 * What the commands need from outside: the engine, and the streams and
 * environment of the process. Sits in `cli/`; `main.ts` fills it in, tests fill
 * in their own.
 */
import type { FileOperations } from '../engine/file-operations';
import type { AloneAssets } from '../engine/page-head';
import type { SampleChains } from '../engine/fit-levels';
import type { MeasuredRuns } from '../engine/measure-runs';
import type { CostModel } from '../engine/model-registry';
import type { ModelSummary, RunReport } from '../engine/report';
import type { ProfileDocument } from '../engine/count-program';
import type { DoctorCheck } from '../protocol/server-state';
import type { AdviceOutcome, AdviceRequest } from './advising';
import type { AttachRequest } from './attaching';
import type { LoadedSide } from './compared-files';
import type { CompareOutcome, CompareRequest, ProgramsOutcome, ProgramsRequest } from './comparing';
import type { CalibratedMachine, CalibrateRequest } from './calibrating';
import type { ImportOutcome, ImportRequest } from '../worker/import-measurements';
import type { LibraryRequest } from './libraries';
import type { MeasureRequest } from './measuring';
import type { LoadedProfiles } from './profile-folder';
import type { InstrumentOutcome, InstrumentRequest } from './instrumenting';
import type { ProfiledSide, ProfileOutcome, ProfileRequest } from './profile-request';
import type { PullOutcome, PullRequest } from './pulling';
import type { PushOutcome, PushRequest } from './pushing';
import type { Revisions } from './revision-trees';
import type { LoadedRecordings, RecordingsRequest } from './recordings';
import type { TypeCheckOutcome, TypeCheckRequest } from './type-check';

/** One text stream of the process. */
export interface TextStream {
  readonly isTerminal: boolean;
  /** Width of the terminal; `undefined` when it is none. */
  readonly columns: number | undefined;
  /** Settles once the reader has taken the text, or the bytes of what is not ours. */
  write(text: string | Uint8Array): Promise<void>;
}

export interface AnalyzedText {
  readonly text: string;
  readonly file: FileOperations;
}

/** What the page of `--format html` is made of beside its data. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

export interface Services {
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: TextStream;
  readonly errors: TextStream;
  readonly runReport: RunReport;
  /** Throws as {@link runReport} does. */
  readonly advise: (request: AdviceRequest, onProgress: Parameters<RunReport>[1]) => Promise<AdviceOutcome>;
  /** Throws a {@link PlainError} where the file can't be read or analyzed. */
  readonly readOperations: (path: string, libraries: LibraryRequest) => Promise<AnalyzedText>;
  /** Throws a {@link PlainError} where sources or classes can't be read at all. */
  readonly checkTypes: (request: TypeCheckRequest) => Promise<TypeCheckOutcome>;
  /** Throws a {@link PlainError} where nothing can be counted, or the program can't be started. */
  readonly profile: (request: ProfileRequest) => Promise<ProfileOutcome>;
  /** Of several programs, of which the measured runs take turns; throws as {@link profile} does, with the side's name. */
  readonly profileInTurn: (
    sides: readonly ProfiledSide[],
    request: ProfileRequest,
  ) => Promise<readonly ProfileOutcome[]>;
  /** Of a program that runs already. Throws a {@link PlainError} where nothing was recorded. */
  readonly record: (request: AttachRequest) => Promise<ProfileOutcome>;
  /** Throws a {@link PlainError} where classes can't be read or written. */
  readonly instrument: (request: InstrumentRequest) => InstrumentOutcome;
  /** Throws a {@link PlainError} where it is none. */
  readonly loadProfile: (path: string) => ProfileDocument;
  /** Those in a folder, by name, and why others are none; undefined where it is no folder. */
  readonly loadProfiles: (path: string) => LoadedProfiles | undefined;
  /** A source as a commit of its git repository has it. Throws a {@link PlainError} where there is none. */
  readonly readCommitted: (path: string, revision: string) => Promise<string>;
  /** Of the git repository around this folder. Throws a {@link PlainError} where there is none, or a revision is none. */
  readonly findRevisions: (revisions: readonly string[]) => Promise<Revisions>;
  /** What is to be compared: a profile, an import, or another tool's file. Throws a {@link PlainError} where it is none. */
  readonly loadComparedSide: (path: string) => Promise<LoadedSide>;
  /** Throws where no two profiles can be priced by that model, before anything is built or run for it. */
  readonly expectCommonModel: (wanted: string | undefined) => Promise<void>;
  /** Throws where the model can't price both. */
  readonly compareProfiles: (request: CompareRequest) => Promise<CompareOutcome>;
  /** As {@link compareProfiles}, for more than two. */
  readonly comparePrograms: (request: ProgramsRequest) => Promise<ProgramsOutcome>;
  /** Throws a {@link PlainError} where what was named is not there. */
  readonly importMeasurements: (request: ImportRequest) => Promise<ImportOutcome>;
  /** Of an import or a counted profile. Throws a {@link PlainError} where the file is none. */
  readonly loadRecordings: (request: RecordingsRequest) => Promise<LoadedRecordings>;
  /** Throws a {@link PlainError} where a server can't be asked, or has nothing of it. */
  readonly pullProfile: (request: PullRequest) => Promise<PullOutcome>;
  /** Throws a {@link PlainError} where there is no energy, or a server does not take it. */
  readonly pushProfile: (request: PushRequest) => Promise<PushOutcome>;
  /** Throws a {@link PlainError} where there is no such meter or JVM. */
  readonly measure: (request: MeasureRequest) => Promise<MeasuredRuns>;
  /** Throws a {@link PlainError} where there is no JDK or no such meter, or the folder holds other measurements. */
  readonly calibrate: (request: CalibrateRequest) => Promise<CalibratedMachine>;
  /** For a fit by draws from a posterior. */
  readonly sampleChains: SampleChains;
  /** By name or file; the default one where none is named. Throws a {@link PlainError} where it can't be used. */
  readonly loadModel: (wanted: string | undefined) => Promise<CostModel>;
  readonly listModels: () => Promise<readonly ModelSummary[]>;
  readonly diagnose: () => Promise<readonly DoctorCheck[]>;
  readonly readPageAssets: () => PageAssets;
  /** Of `diff --format html`. */
  readonly readComparisonAssets: () => AloneAssets;
  /** As well, of more than two. */
  readonly readProgramsAssets: () => AloneAssets;
  /** A UTF-8 text. Throws a {@link PlainError} where it can't be read. */
  readonly readText: (path: string) => Promise<string>;
  /** Reads the file anew in each iteration, which throws a {@link PlainError} where it can't be read. */
  readonly readChunks: (path: string) => Iterable<Uint8Array>;
  /** Writes a whole file or leaves what was there: never half of one. Throws a {@link PlainError}. */
  readonly writeFile: (path: string, chunks: Iterable<string | Uint8Array>) => Promise<void>;
  /** As one gzip file (RFC 1952). */
  readonly compress: (pieces: Iterable<Uint8Array>) => Uint8Array;
  /** With those above it; throws a {@link PlainError} where it can't be made. */
  readonly makeFolder: (path: string) => void;
  /** That of a workspace's folder, and where it is new, what keeps it out of git: its path. Throws as {@link makeFolder} does. */
  readonly makeProfilesFolder: (folder: string) => string;
  /** Throws a {@link PlainError} where `writeFile` would fail already: before long work is done for the file. */
  readonly expectWritable: (path: string) => Promise<void>;
  /** A place among the temporary files, for what could not be written where it was to. */
  readonly spareFile: (name: string) => string;
  /** The first of `others` that is the very file at `path`, whatever it is called. */
  readonly findSameFile: (path: string, others: readonly string[]) => Promise<string | undefined>;
}

/** What the process ends with; described in `--help` and docs/formats.md. */
export const ExitCode = {
  ok: 0,
  /** Something could not be read, analyzed or written, or nothing was found; the rest was done. */
  incomplete: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** Something takes more energy than its budget. */
  overBudget: 3,
  /** A fault in Jouleline itself. */
  fault: 70,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export type Command = (args: readonly string[], services: Services) => Promise<ExitCode>;

/** Says, for people, what their files or folders lack; any other error is a fault of ours. */
export class PlainError extends Error {
  override readonly name = 'PlainError';
}

/** Of what is told of both sides, or of none. */
export const CANCELED = 'canceled: nothing is compared';
