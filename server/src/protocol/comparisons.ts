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
