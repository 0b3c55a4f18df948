/**
 * What can be profiled to be compared: revisions of a repository, and programs of the workspace.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { RequestType, RequestType0 } from 'vscode-languageserver-protocol';

export interface Revision {
  /** A branch or tag; else the beginning of its hash. */
  readonly name: string;
  readonly hash: string;
  /** First line of its message. */
  readonly subject: string;
  /** ISO 8601 */
  readonly date: string;
}

export interface Revisions {
  /** Branches and tags, then the last commits, the newest first. */
  readonly revisions: readonly Revision[];
  /** Why there are none; empty where there are. */
  readonly problem: string;
}

/** A class with a `main`. */
export interface ComparableProgram {
  readonly main: string;
  /** That it is built and run in. */
  readonly folder: string;
  /** Below that: "src/app/Main.java" */
  readonly place: string;
  /** Where its package's folders start. */
  readonly source: string;
}

export interface ComparablePrograms {
  /** By name. */
  readonly programs: readonly ComparableProgram[];
  /** For the command line `jouleline diff --program`: recording, JDK. */
  readonly common: readonly string[];
  readonly profilesFolder: string;
}

/** Of the git repository around a document. */
export const RevisionsRequest = new RequestType<{ readonly uri: string }, Revisions, void>(
  'jouleline/revisions',
);

export const ComparableProgramsRequest = new RequestType0<ComparablePrograms, void>(
  'jouleline/comparablePrograms',
);
