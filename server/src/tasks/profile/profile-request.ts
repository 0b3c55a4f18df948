/**
 * What is asked for when a program is profiled, and what comes of it.
 *
 * Sits in `tasks/`, above `profiling.ts` and its stages.
 */
import type { PowerChoice } from '../../power/power-choice';
import type { MeasureProgress } from '../../runs/measure-plan';
import type { RecordKind } from '../../profile/plan/record-kind';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import type { RunOptions } from '../../host/processes/run-program';
import type { ClassSelection } from '../programs/select-classes';
import type { SourceVersion } from '../programs/compile-source';
import type { MeasureLimits } from '../measure/measure-program';
import type { ProfileTarget } from '../programs/program-command';

/** As {@link MeasureProgress}, with the runs that only count. */
export interface RunProgress extends Omit<MeasureProgress, 'phase'> {
  readonly phase: MeasureProgress['phase'] | 'prepare' | 'count' | 'record';
}

export type Threads = Instrumentation['sharing'];

/** The runs that are measured: the same for all programs that are measured in turn. */
export interface SeriesRequest extends MeasureLimits {
  /** With 0 programs are only counted, once. */
  readonly runs: number;
  readonly power: PowerChoice;
  /** Of the measured runs together. */
  readonly budget?: number;
}

export interface ProfileRequest extends ClassSelection, SeriesRequest {
  readonly target: ProfileTarget;
  readonly javaHome: string;
  readonly readsBuildFiles: boolean;
  /** Whether a project whose classes are stale is built first. A command of a build tool asks for it by itself. */
  readonly builds: boolean;
  /** Whether Maven may fetch JUnit's console launcher where it is missing. */
  readonly fetchesLauncher: boolean;
  /** What else is on the class path of what is built or compiled for this. */
  readonly libraries?: readonly string[];
  /** What each run is given to read, in the place of this process's own input. */
  readonly input?: Uint8Array;
  /** A source whose classes run in the place of those on the class path. */
  readonly replaced?: SourceVersion;
  readonly threads: Threads;
  readonly record: RecordKind;
  /** Patterns of classes of the JDK that a calling context tree goes on into. */
  readonly followJdk: readonly string[];
  /** Whether a calling context tree has what was handed over below who did that. */
  readonly tellsHandOvers: boolean;
  /** A file of patterns of calls that a trace always times. */
  readonly timedCalls: string | undefined;
  /** Compares the model's estimate with simpler ones; `model` as for a report. */
  readonly compare?: { readonly model: string | undefined };
  readonly onProgress: (progress: RunProgress) => void;
  /** What the program says in its first run; it says the same in the others. */
  readonly onOutput: NonNullable<RunOptions['onOutput']>;
}

/** One of several that are profiled with one workload, and measured in turn. */
export interface ProfiledSide {
  /** For people. */
  readonly name: string;
  /** That it is built and run in, where that is not this process's own. */
  readonly folder?: string;
  /** Made for this alone: removed should this process be killed while a program runs. */
  readonly temporaryFolders?: readonly string[];
  /** What of the request is another on this side. */
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
