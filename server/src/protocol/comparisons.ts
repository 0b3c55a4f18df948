/**
 * Comparisons of two profiles: what they spent differently.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import { RequestType } from 'vscode-languageserver-protocol';
import type { ProfileSummary, Refusal } from './profiles';

export interface ComparedProfiles {
  /** The names, dates and machines of both sides. */
  readonly sides: readonly [SideSummary, SideSummary];
  /** The result in a sentence. */
  readonly headline: string;
  readonly markdown: string;
}

export type SideSummary = Pick<ProfileSummary, 'path' | 'name' | 'started' | 'machine'>;

/** The parameters of a comparison of two profiles. */
export interface ComparisonParams {
  readonly paths: readonly [string, string];
  /** The number of edits by which the paths of one task may differ, 0 to 5. */
  readonly alpha: number | 'auto';
  /** Packages that belong to the application, and packages that do not, beside the known frameworks. */
  readonly marks: { readonly application: readonly string[]; readonly framework: readonly string[] };
}

export interface ComparisonTarget {
  readonly path: string;
  readonly format: 'html' | 'json';
}

/**
 * Compares, and writes everything that the comparison editor shows to a file in the layout of
 * `server/src/pages/comparison-file.ts`. The request can be canceled.
 */
export const ComparisonPageRequest = new RequestType<
  ComparisonParams,
  ComparedProfiles & { readonly page: string },
  void
>('jouleline/comparisonPage');
/** Compares, and writes the result to a file as `jouleline diff` writes it in this format. */
export const ExportComparisonRequest = new RequestType<
  { readonly comparison: ComparisonParams; readonly target: ComparisonTarget },
  null,
  void
>('jouleline/exportComparison');

/** A method, or a line of one, as a profile knows it. */
export interface PlaceInProfile {
  /** The path of the profile. */
  readonly profile: string;
  readonly method: { readonly class: string; readonly name: string; readonly descriptor: string };
  /** The line in the text that ran, counted from 1; 0 for the beginning of the method. */
  readonly line: number;
}

export interface ComparedMethodPlace {
  /** The path of a source of the workspace; empty if there is none. */
  readonly path: string;
  /** The line, counted from 0. */
  readonly line: number;
  /** A note that there is no source, or that the text is not the one that ran; empty if all is well. */
  readonly note: string;
}

export const ComparedMethodRequest = new RequestType<PlaceInProfile, ComparedMethodPlace, void>(
  'jouleline/comparedMethod',
);

/** Compares two profiles, as `jouleline diff` does; fails with a sentence if they cannot be compared. */
export const ComparisonReportRequest = new RequestType<
  { readonly paths: readonly [string, string] },
  ComparedProfiles,
  void
>('jouleline/comparisonReport');

/**
 * Compares two counted profiles, named by their paths. Overlays and energy maps then show what changed from the first
 * to the second. Answers the reason if it cannot.
 */
export const CompareProfilesRequest = new RequestType<
  { readonly before: string; readonly after: string },
  Refusal | null,
  void
>('jouleline/compareProfiles');
