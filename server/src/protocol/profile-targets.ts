/**
 * What a method can be profiled with, and what runs on this machine.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { RequestType0, RequestType } from 'vscode-languageserver-protocol';

/** A program or test that a method can be profiled with. */
export interface ProfileTarget {
  /** `SortTest.sorts`, for people. */
  readonly label: string;
  /** "test, calls it in 2 steps" */
  readonly description: string;
  /** The same target of the same workspace has the same. */
  readonly id: string;
  /** For the command line `jouleline`: `--main demo.Main`. */
  readonly arguments: readonly string[];
}

/** Sources that are not what was built, of a project that a tool builds. */
export interface StaleProject {
  readonly tool: 'Maven' | 'Gradle';
  readonly sources: number;
  /** Whether there are any classes to run. */
  readonly isBuilt: boolean;
}

export interface ProfileTargets {
  /** Likely ones first. */
  readonly targets: readonly ProfileTarget[];
  /** Names the method, wherever it moves: a choice is remembered for it. */
  readonly method: string;
  /** Arguments that all of them need: sources, JDK. */
  readonly common: readonly string[];
  /** Arguments that name the class path, as long as nothing is built before. */
  readonly classPath: readonly string[];
  readonly stale: StaleProject | null;
  /** Version of JUnit's console launcher that tests need and this machine lacks; empty where it lacks none. */
  readonly missingLauncher: string;
  /** The folder that programs run in. */
  readonly folder: string;
  /** Where the profile belongs. */
  readonly profilesFolder: string;
}

/** What runs on this machine and can be attached to. */
export interface RunningPrograms {
  readonly programs: readonly {
    readonly pid: number;
    /** Main class or jar, and arguments. */
    readonly description: string;
  }[];
  /** Why they are not known; empty where they are. */
  readonly problem: string;
  /** For the command line `jouleline profile --attach`. */
  readonly arguments: readonly string[];
  /** The folder that is recorded from, and where the profile belongs. */
  readonly folder: string;
  readonly profilesFolder: string;
}

/** What the method at a line can be profiled with; lines count from 0. */
export const ProfileTargetsRequest = new RequestType<
  { readonly uri: string; readonly line: number },
  ProfileTargets,
  void
>('jouleline/profileTargets');

export const RunningProgramsRequest = new RequestType0<RunningPrograms, void>('jouleline/runningPrograms');
