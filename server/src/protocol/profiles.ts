/**
 * Profiles that are saved in the workspace, and which of them are shown.
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
  /** The name of its file, without the ending. */
  readonly name: string;
  /** The start in ISO 8601; empty if the file cannot be read. */
  readonly started: string;
  /** The machine, as far as it is known: JVM and meter, or devices; else empty. */
  readonly machine: string;
  /** The program that ran, or the names of the recordings, as a line of words. It is never run. */
  readonly command: string;
  /** True if its counts are exact. */
  readonly isExact: boolean;
  /** The measured energy and where it went, as lines of text; empty if the run was only counted. */
  readonly energy: readonly string[];
  readonly isShown: boolean;
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
