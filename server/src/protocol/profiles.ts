/**
 * Profiles that are saved in the workspace, and which of them are shown.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { RequestType0, RequestType } from 'vscode-languageserver-protocol';

/** A profile that is saved in the workspace: of a run that was counted, or of other tools' recordings. */
export interface ProfileSummary {
  readonly path: string;
  readonly kind: 'counted' | 'import';
  /** Of its file, without the ending. */
  readonly name: string;
  /** ISO 8601; empty where it can't be read. */
  readonly started: string;
  /** What it ran on, as far as it says: JVM and meter, or devices; else empty. */
  readonly machine: string;
  /** What ran, or which recordings there are, as a line of words; never to be run. */
  readonly command: string;
  /** Whether its counts are exact. */
  readonly isExact: boolean;
  /** What was measured, and where it went, placed or not, as lines of text; empty where it was only counted. */
  readonly energy: readonly string[];
  readonly isShown: boolean;
  /** Why it can't be shown; empty when it can. */
  readonly problem: string;
}

export const ProfilesRequest = new RequestType0<readonly ProfileSummary[], void>('jouleline/profiles');

/**
 * Shows profiles in the place of estimates, several as one by the order of evidence, or, with none, estimates again;
 * answers why it can't, or nothing. Then what was shown stays.
 */
export const ShowProfilesRequest = new RequestType<{ readonly paths: readonly string[] }, string, void>(
  'jouleline/showProfiles',
);
