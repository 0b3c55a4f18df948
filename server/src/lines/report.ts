/**
 * A report over many files: the data that every output format of the command
 * line prints.
 *
 * Sits in `lines/`, the door for `cli/`. The JSON form is versioned and
 * described in docs/reference/formats.md; lines count from 1 here, for people.
 */
import type { LibraryPlace } from '../profile/account/called-lines';
import type { ModelSummary } from '../cost/model/model-registry';
import type { EntryPoints } from '../flow/program/entry-points';
import type { FileEnergy } from '../cost/pricing/file-energy';
import type { JudgedBounds } from './bounds/judge-bounds';
import type { EnergyLimit, LimitChances } from './energy-limit';
import type { ProgramTotals } from './energy-session';
import type { LocatedProblem } from '../analysis/file-operations';
import type { ProfileDocument } from '../profile/document/profile-document';
import type { MeasuredProfile } from '../profile/account/measured-profile';
import type { RankedBlock } from './rank-blocks';

export const REPORT_FORMAT = 'jouleline-report';
export const REPORT_VERSION = 1;

/** One file with its energies and its text, as the formats need it. */
export interface AnalyzedFile {
  /** The path as the user named it, or relative to the folder that the user named. */
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
  /** True if the report uses the class paths of Maven and Gradle projects. */
  readonly readsBuildFiles: boolean;
  /** `counted` with a profile, and only then. */
  readonly frequency: 'estimated' | 'one-execution' | 'worst-case' | 'counted';
  /** Path of a profile, whose counts take the place of estimates. */
  readonly profile?: string;
  /** Which energies besides their own lines of a profile have; `caller` if absent. */
  readonly libraryEnergy?: LibraryPlace;
  /** True if the report ranks blocks, too. */
  readonly blocks?: boolean;
  /** True if the energy bounds of the sources are judged, in the worst case. */
  readonly bounds?: boolean;
  /**
   * The limit for the energy of all files; the report tells how likely they stay within it. Absent if the
   * user named none.
   */
  readonly within?: EnergyLimit;
  /** Patterns of the methods at which a run begins; absent for those that the text shows. */
  readonly entries?: readonly string[];
  readonly exclude: readonly string[];
  /**
   * True if the report takes results of earlier reports for files that have not changed since, and keeps its
   * own results.
   */
  readonly useCache: boolean;
}

export interface ReportProgress {
  readonly done: number;
  readonly total: number;
  readonly phase: 'headers' | 'bodies' | 'calls' | 'pricing';
}

export interface ReportResult extends ProgramTotals {
  readonly model: ModelSummary;
  /**
   * The account of a profile's measured energy; absent without a profile, or if the profile was only counted.
   */
  readonly measured?: MeasuredProfile;
  /** Simpler estimates beside the model's, as the profile has them. */
  readonly baselines?: ProfileDocument['baselines'];
  /** The entry points that expected calls begin at; absent where calls are not estimated. */
  readonly entryPoints?: EntryPoints;
  /** The blocks, the hottest first; absent if the user did not ask for them. */
  readonly blocks?: readonly RankedBlock[];
  /** The energy bounds by file, where they were asked for. */
  readonly bounds?: readonly (JudgedBounds & Pick<AnalyzedFile, 'path' | 'text'>)[];
  /** Present where a limit was named. */
  readonly within?: LimitChances;
  readonly files: readonly AnalyzedFile[];
  readonly failed: readonly FailedFile[];
  /** The problems of the report as a whole, such as a missing jar or a model that could not be read. */
  readonly problems: readonly string[];
  /** True if everything that the user named was read: sources, model, class path and JDK. */
  readonly isComplete: boolean;
  readonly seconds: number;
}
