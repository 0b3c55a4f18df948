/**
 * A report over many files: the data that every output format of the command
 * line prints.
 *
 * Sits in `lines/`, the door for `cli/`. The JSON form is versioned and
 * described in docs/reference/formats.md; lines count from 1 here, for people.
 */
import type { ModelSummary } from '../cost/model/model-registry';
import type { FileEnergy } from '../cost/pricing/file-energy';
import type { EnergyLimit, LimitChances } from './energy-limit';
import type { LocatedProblem } from '../analysis/file-operations';
import type { ProfileDocument } from '../profile/document/profile-document';
import type { MeasuredProfile } from '../profile/account/measured-profile';
import type { RankedBlock } from './rank-blocks';

export const REPORT_FORMAT = 'jouleline-report';
export const REPORT_VERSION = 1;

/** One file with its energies and its text, as the formats need it. */
export interface AnalyzedFile {
  /** As the user named it, or relative to the folder that was named. */
  readonly path: string;
  readonly text: string;
  readonly energy: FileEnergy;
  readonly problems: readonly LocatedProblem[];
}

/** A file that could not be read or analyzed at all. */
export interface FailedFile {
  readonly path: string;
  readonly message: string;
}

export interface ReportRequest {
  /** Files and folders; folders are searched for `*.java`. */
  readonly paths: readonly string[];
  /** Id of a model, or the path of a model file. */
  readonly model?: string;
  /** One of the machines that the model was measured on; else it predicts for some such machine. */
  readonly device?: string;
  readonly classPath: readonly string[];
  /** A JDK's folder, `bundled`, or nothing for the one that the machine's tools take. */
  readonly javaHome: string;
  /** Whether the class path of Maven and Gradle projects counts. */
  readonly readsBuildFiles: boolean;
  /** `counted` with a profile, and only then. */
  readonly frequency: 'estimated' | 'one-execution' | 'worst-case' | 'counted';
  /** Path of a profile, whose counts take the place of estimates. */
  readonly profile?: string;
  /** Whether blocks are ranked, too. */
  readonly blocks?: boolean;
  /** How likely all of it stays within, is to be said. */
  readonly within?: EnergyLimit;
  readonly exclude: readonly string[];
  /** Whether results of earlier reports are taken where nothing changed since, and these are kept. */
  readonly useCache: boolean;
}

export interface ReportProgress {
  readonly done: number;
  readonly total: number;
  readonly phase: 'headers' | 'bodies' | 'pricing';
}

export interface ReportResult {
  readonly model: ModelSummary;
  /** Where the measured energy of a profile went; absent without one, or where it was only counted. */
  readonly measured?: MeasuredProfile;
  /** Simpler estimates beside the model's, as the profile has them. */
  readonly baselines?: ProfileDocument['baselines'];
  /** The dearest first; present where they were asked for. */
  readonly blocks?: readonly RankedBlock[];
  /** Present where a limit was named. */
  readonly within?: LimitChances;
  readonly files: readonly AnalyzedFile[];
  readonly failed: readonly FailedFile[];
  /** Of the run as a whole: a missing jar, a model that could not be read. */
  readonly problems: readonly string[];
  /** Whether all was read that was named: sources, model, class path and JDK. */
  readonly isComplete: boolean;
  readonly seconds: number;
}

/** What `cli/` asks of the engine. Implemented by `lines/run-report.ts` over a pool of workers. */
export type RunReport = (
  request: ReportRequest,
  onProgress: (progress: ReportProgress) => void,
) => Promise<ReportResult>;
