/**
 * Profiles that are saved in the workspace, which of them are shown, and the programs and tests that can be profiled.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { RequestType0 } from 'vscode-languageserver-protocol';
import { request } from './checked-request';

/** A profile that is saved in the workspace: a counted run, or recordings of other tools. */
export interface ProfileSummary {
  readonly path: string;
  readonly kind: 'counted' | 'import';
  /** The name that its file was given, or else that of the program that ran. */
  readonly name: string;
  /** The start in ISO 8601; empty if the file cannot be read. */
  readonly started: string;
  /** The machine, as far as it is known: JVM and meter, or devices; else empty. */
  readonly machine: string;
  /** The program that ran, or the names of the recordings, as a line of words. It is never run. */
  readonly command: string;
  /** The short name of the program that ran: "NBody 100k"; empty for recordings. */
  readonly program: string;
  /** The energy of a run: "800 mJ"; empty for recordings. */
  readonly total: string;
  /** The 95 % interval of the mean of its runs: "790 mJ to 810 mJ"; empty if there is none. */
  readonly interval: string;
  /** True if its counts are exact. */
  readonly isExact: boolean;
  /** True if a meter measured its energy; false where CPU time stood in for one, or the model. */
  readonly isMetered: boolean;
  /** The measured energy and where it went, as lines of text; empty if the run was only counted. */
  readonly energy: readonly string[];
  readonly isShown: boolean;
  /** The side that it is of the comparison that colors the lines; `none` if it is of neither, or none is shown. */
  readonly compared: 'before' | 'after' | 'none';
  /** The reason why it cannot be shown; empty if it can. */
  readonly problem: string;
}

export const ProfilesRequest = new RequestType0<readonly ProfileSummary[], void>('jouleline/profiles');

/** The reason why something was not done, in words for people. */
export interface Refusal {
  readonly message: string;
}

/**
 * Shows profiles in the place of estimates, several as one in the order of trust, or estimates if there are none. If
 * that is not possible it changes nothing, and answers the reason.
 */
export const ShowProfilesRequest = request<Refusal | null>()('jouleline/showProfiles', {
  paths: v.array(v.string()),
});

/** A program or test that a method can be profiled with. */
export interface ProfileTarget {
  /** The name for people: `SortTest.sorts`. */
  readonly label: string;
  /** "test, calls it in 2 steps" */
  readonly description: string;
  /** An id that stays the same for the same target of the same workspace. */
  readonly id: string;
  /** Arguments of the command line `jouleline`: `--main demo.Main`. */
  readonly arguments: readonly string[];
  /** True for a program whose `main` reads arguments, which the user gives. */
  readonly readsArguments: boolean;
}

/** A project whose sources changed since its build tool built it. */
export interface StaleProject {
  readonly tool: 'Maven' | 'Gradle';
  readonly sources: number;
  /** True if there are any classes to run. */
  readonly isBuilt: boolean;
}

export interface ProfileTargets {
  /** The targets, likely ones first. */
  readonly targets: readonly ProfileTarget[];
  /** The name of the method, which stays the same when the method moves: a choice is remembered for it. */
  readonly method: string;
  /** Arguments that all targets need: sources, JDK. */
  readonly common: readonly string[];
  /** Arguments that name the class path, as long as nothing is built before. */
  readonly classPath: readonly string[];
  readonly stale: StaleProject | null;
  /** Version of JUnit's console launcher that tests need and this machine lacks; empty where it lacks none. */
  readonly missingLauncher: string;
  /** The folder that programs run in. */
  readonly folder: string;
  /** The folder where the profile belongs. */
  readonly profilesFolder: string;
}

/** The programs that run on this machine and can be attached to. */
export interface RunningPrograms {
  readonly programs: readonly {
    readonly pid: number;
    /** The main class or jar, and its arguments. */
    readonly description: string;
  }[];
  /** The reason why they are not known; empty if they are. */
  readonly problem: string;
  /** Arguments of the command line `jouleline profile --attach`. */
  readonly arguments: readonly string[];
  /** The folder that is recorded from, and where the profile belongs. */
  readonly folder: string;
  readonly profilesFolder: string;
}

/** The line that stands for a file as a whole. */
export const WHOLE_FILE = -1;

/**
 * Asks for the programs and tests that the method at a line can be profiled with; lines count from 0. For
 * {@link WHOLE_FILE} it asks for those of the file itself.
 */
export const ProfileTargetsRequest = request<ProfileTargets>()('jouleline/profileTargets', {
  uri: v.string(),
  line: v.number(),
});

/** Asks for the programs that run. `uri`: a document of the folder that a profile is to be saved in; absent for the first. */
export const RunningProgramsRequest = request<RunningPrograms>()('jouleline/runningPrograms', {
  uri: v.optional(v.string()),
});
