/**
 * What two profiles spent differently.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { RequestType } from 'vscode-languageserver-protocol';
import type { ProfileSummary } from './profiles';

export interface ComparedProfiles {
  /** Names, dates and machines of both. */
  readonly sides: readonly [ComparedSide, ComparedSide];
  /** In a sentence. */
  readonly headline: string;
  readonly markdown: string;
}

export type ComparedSide = Pick<ProfileSummary, 'path' | 'name' | 'started' | 'machine'>;

/** How two profiles are compared. */
export interface ComparisonParams {
  readonly paths: readonly [string, string];
  /** Edits by which the paths of one task may differ, 0 to 5. */
  readonly alpha: number | 'auto';
  /** Packages that are the application's, and those that are not, beside what is known of frameworks. */
  readonly marks: { readonly application: readonly string[]; readonly framework: readonly string[] };
}

export interface ComparisonTarget {
  readonly path: string;
  readonly format: 'html' | 'json';
}

/**
 * The same with all that an editor of comparisons shows, in a file in the layout of
 * `server/src/seesoft/comparison-file.ts`. It can be canceled.
 */
export const ComparisonPageRequest = new RequestType<
  ComparisonParams,
  ComparedProfiles & { readonly page: string },
  void
>('jouleline/comparisonPage');
/** The same, written to a file as `jouleline diff` writes it in this format. */
export const ExportComparisonRequest = new RequestType<
  { readonly comparison: ComparisonParams; readonly target: ComparisonTarget },
  null,
  void
>('jouleline/exportComparison');

/** A method, or a line of one, as a profile knows it. */
export interface ComparedMethod {
  /** Path of the profile. */
  readonly profile: string;
  readonly method: { readonly class: string; readonly name: string; readonly descriptor: string };
  /** Counts from 1, in the text that ran; 0 for where the method begins. */
  readonly line: number;
}

export interface ComparedMethodPlace {
  /** Of a source of the workspace; empty where there is none. */
  readonly path: string;
  /** Counts from 0. */
  readonly line: number;
  /** Why there is none, or that the text is not the one that ran; empty where all is well. */
  readonly note: string;
}

export const ComparedMethodRequest = new RequestType<ComparedMethod, ComparedMethodPlace, void>(
  'jouleline/comparedMethod',
);

/** What two profiles spent differently, as `jouleline diff` says it; fails with a sentence where they can't be compared. */
export const ComparisonReportRequest = new RequestType<
  { readonly paths: readonly [string, string] },
  ComparedProfiles,
  void
>('jouleline/comparisonReport');

/**
 * Compares two counted profiles, named by their paths: overlays and pictures of the workspace then show what changed from
 * the first to the second; answers why it can't, or nothing.
 */
export const CompareProfilesRequest = new RequestType<
  { readonly before: string; readonly after: string },
  string,
  void
>('jouleline/compareProfiles');
