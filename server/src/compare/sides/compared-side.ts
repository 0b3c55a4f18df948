/** One side of a comparison, before it has energies and with them. Sits in `compare/`. */
import type { RowCosts } from '../../cost/pricing/counted-rows';
import type { CalledRows, LaidRows } from './called-rows';
import type { RunPart } from './run-parts';
import type { AmountUnit } from '../../base/measure';
import type { Joules } from '../../base/units';
import type { MethodTree } from '../trees/method-tree';
import type { MeanOfRuns } from '../significance/significance';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { ImportedRecording, KnownRun } from '../../recordings/model/imported-profile';

/** A profile and its name. */
export interface ComparedProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
}

/** A profile whose runs are accounted for as those of all sides can be. */
export interface AccountedSide extends ComparedProfile {
  /** The profile as its own report accounts for it. */
  readonly reported: ProfileDocument;
}

/** A recording of another tool and its name. */
export interface ComparedRecording {
  readonly name: string;
  readonly recording: ImportedRecording;
  /** The recording with the methods of sources that its frames lie in, which merges tell; absent where no source is known. */
  readonly inSources?: ImportedRecording;
}

export type ComparedSide = ComparedProfile | ComparedRecording;

/** The unit of a comparison; `share` means shares of each side's own total. */
export type ComparedUnit = Exclude<AmountUnit, 'samples'>;

export interface ModeledSide {
  readonly name: string;
  /** The energy of the program's own work, in the unit of the comparison. */
  readonly total: MeanOfRuns;
  /** The own work as the side's report accounts for it, which rows divide; absent if they do not. */
  readonly reported?: MeanOfRuns;
  /** The part of the own work that was counted; absent where {@link reported} is. */
  readonly countedWork?: CountedWork | undefined;
  /** The run or recording that the own work is a part of; absent if the total is the model's. */
  readonly run?: RunOfSide | undefined;
  /** The parts of the run, which add up to it. */
  readonly parts: readonly RunPart[];
  /**
   * The factor from the model's joules to those shown; undefined if one side was not measured, or no model gave its
   * energies.
   */
  readonly scale: number | undefined;
  /** True if all sides have the same costs though their runs were measured: differences of rows are those of counts. */
  readonly isByCounts: boolean;
  readonly isProxy: boolean;
  readonly isMeasured: boolean;
  /** The calling context tree, in the unit of the comparison; undefined if no calls were recorded. */
  readonly contexts: MethodTree | undefined;
  /** False for tables, of which the tree says what methods call of libraries, and not what called these methods. */
  readonly tellsCallers: boolean;
  /** True if the tree is that of a trace: the work was divided among its contexts by time, and nothing says how surely. */
  readonly isDividedByTime: boolean;
  /** The counts of a counted profile; absent for a recording. */
  readonly counted?: SideCosts;
}

/** The counted part of the own work: the rest is code that samples give to the lines that call it. */
export interface CountedWork {
  /** The energy, with the same parts taken off as of the other sides. */
  readonly alike: MeanOfRuns;
  /** The energy as the side's report accounts for it. */
  readonly reported: MeanOfRuns;
  /** The deviation by which samples tell the counted work from the own work; 0 if all of that is counted. */
  readonly sampled: Joules;
}

/** A measured run, above idle as its profile shows it, or all that a recording holds, as its report does. */
export interface RunOfSide {
  readonly whole: MeanOfRuns;
}

export interface SideCosts {
  /** The profile as it was counted: methods and lines are matched by it. */
  readonly profile: ProfileDocument;
  /** The operations of methods that call into followed classes of the JDK, and of these classes' methods. */
  readonly laid: LaidRows;
  /** The energies of executions and elements, in the unit of the comparison, by index of the profile's key. */
  readonly costs: RowCosts;
  /** The same in joules of the model, which are the same for all sides. */
  readonly work: RowCosts;
  /** The energy that samples gave to lines beside their operations, in the unit of the comparison. */
  readonly called: CalledRows;
  /** A flag for each of the profile's keys: false for an operation that is in no energy. */
  readonly isModeled: readonly boolean[];
  /** True if all that runs takes some of what is compared, so that 0 means that it is not modeled; bytes few operations take. */
  readonly takesAlways: boolean;
  /** The keys whose work is a library's, where that stands apart from methods and lines; else none. */
  readonly apart: ReadonlySet<number>;
}

/** One side, before the unit of the comparison is known. */
export interface RawSide extends ModeledSide {
  readonly kind: AmountUnit;
  /** The sum of all rows. */
  readonly sum: number;
  readonly origin: Origin;
  /** The run that a counted profile's energies are scaled to, by which a file that keeps it is known again. */
  readonly measuredRun?: KnownRun;
  /** True if every JVM of this side ran in interpreter mode. */
  readonly isInterpreted: boolean;
  readonly notes: readonly string[];
}

/**
 * The origin of amounts. Amounts of two origins do not compare if both name a meter, device or supply and the names
 * differ.
 */
export interface Origin {
  readonly meter: string;
  /** The format of a recording's file, which names no meter. */
  readonly format?: string;
  readonly device?: string;
  readonly supply?: string;
}
