/**
 * Revisions of a repository and programs of the workspace that can be profiled to be compared.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { RequestType0 } from 'vscode-languageserver-protocol';
import { request } from './checked-request';

export interface Revision {
  /** A branch or tag, or else the beginning of the hash. */
  readonly name: string;
  readonly hash: string;
  /** The first line of the commit's message. */
  readonly subject: string;
  /** The date in ISO 8601. */
  readonly date: string;
}

export interface Revisions {
  /** Branches and tags, then the last commits, the newest first. */
  readonly revisions: readonly Revision[];
  /** The reason why there are none; empty if there are some. */
  readonly problem: string;
}

/** A class with a `main`. */
export interface ComparableProgram {
  readonly main: string;
  /** The folder that it is built and run in. */
  readonly folder: string;
  /** The path below that folder: "src/app/Main.java" */
  readonly place: string;
  /** The folder where the folders of its package start. */
  readonly source: string;
}

export interface ComparablePrograms {
  /** The programs, sorted by name. */
  readonly programs: readonly ComparableProgram[];
  /** Arguments of the command line `jouleline diff --program`: what is recorded, and the JDK. */
  readonly common: readonly string[];
  readonly profilesFolder: string;
}

/** Asks for the revisions of the git repository around a document. */
export const RevisionsRequest = request<Revisions>()('jouleline/revisions', { uri: v.string() });

export const ComparableProgramsRequest = new RequestType0<ComparablePrograms, void>(
  'jouleline/comparablePrograms',
);
