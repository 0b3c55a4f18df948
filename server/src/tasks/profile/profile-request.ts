/** The request to profile a program, and its result. Sits in `tasks/`. */
import type { PowerChoice } from '../../power/power-choice';
import type { Seconds } from '../../base/units';
import type { MeasureProgress } from '../../runs/program-run';
import type { RecordKind } from '../../profile/plan/plan';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import type { RunOptions } from '../../host/processes/run-program';
import type { ClassSelection } from '../programs/select-classes';
import type { SourceVersion } from '../programs/compile-source';
import type { MeasureLimits } from '../measure/measure-program';
import type { RunTarget } from '../programs/program-command';

/** The progress of profiling: of a measurement, and of the steps before it. */
export interface RunProgress extends Omit<MeasureProgress, 'phase'> {
  readonly phase: MeasureProgress['phase'] | 'prepare' | 'count' | 'sample' | 'record';
}

export type Threads = Instrumentation['sharing'];

/** The measured runs, which are the same for all programs that are measured in turn. */
export interface SeriesRequest extends MeasureLimits {
  /**
   * The number of measured runs. With 0 programs are only counted, once. With 1 they also run once of each kind: what
   * varies from run to run is not looked for.
   */
  readonly runs: number;
  readonly power: PowerChoice;
  /** True if power is read while the program is traced, too. */
  readonly metersTrace: boolean;
  /** The most seconds that all measured runs together may take. */
  readonly budget?: number;
  /** The least seconds of a metered session: a program that ends sooner runs several times in it. */
  readonly atLeast?: Seconds;
}

export interface ProfileRequest extends ClassSelection, SeriesRequest {
  readonly target: RunTarget;
  readonly javaHome: string;
  readonly readsBuildFiles: boolean;
  /** True if a project with stale classes is built first. A command that runs a build tool always does so. */
  readonly builds: boolean;
  /** True if Maven may fetch JUnit's console launcher when it is missing. */
  readonly fetchesLauncher: boolean;
  /** Further elements of the class path for classes that are built or compiled for this. */
  readonly libraries?: readonly string[];
  /** The input of each run, instead of the input of this process. */
  readonly input?: Uint8Array;
  /** A source whose classes replace those on the class path. */
  readonly replaced?: SourceVersion;
  readonly threads: Threads;
  readonly record: RecordKind;
  /** Patterns of classes of the JDK that a calling context tree follows calls into. */
  readonly followJdk: readonly string[];
  /** True if a calling context tree shows work that was handed over below the code that handed it over. */
  readonly tellsHandOvers: boolean;
  /** A file with patterns of further calls that a trace always times. */
  readonly timedCalls: string | undefined;
  /** True if what was counted of a program that failed is given, without any energy. */
  readonly keepsFailed: boolean;
  /** Asks for a comparison of the model's estimate with simpler ones. */
  readonly compare?: { readonly model: string | undefined };
  readonly onProgress: (progress: RunProgress) => void;
  /** Receives the profile once it is counted, before its program is measured. */
  readonly onCounted?: (profile: ProfileDocument) => Promise<void>;
  /** Receives what the program prints in its first run. */
  readonly onOutput: NonNullable<RunOptions['onOutput']>;
}

/** One of several programs that get the same workload and are measured in turn. */
export interface ProfiledSide {
  /** The name that people see. */
  readonly name: string;
  /** The folder that it is built and run in, if it isn't that of this process. */
  readonly folder?: string;
  /** Folders that were made for this program. They are removed if this process is killed while a program runs. */
  readonly temporaryFolders?: readonly string[];
  /** The parts of the request that differ from those of the other programs. */
  readonly own: Partial<
    Pick<ProfileRequest, 'target' | 'classPath' | 'libraries' | 'sources' | 'builds' | 'replaced'>
  >;
}

export interface ProfileOutcome {
  readonly profile: ProfileDocument;
  readonly problems: readonly string[];
}

export interface ProfilePlaces {
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  readonly version: string;
}
