/**
 * Comparisons of two profiles: what they spent differently; revisions of a repository and programs of the workspace that
 * can be profiled to be compared.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import type { Described } from '../base/shapes';
import { request } from './checked-request';
import type { ProfileSummary, Refusal } from './profiles';
import { RequestType0 } from 'vscode-languageserver-protocol';

export interface ComparedProfiles {
  /** The names, dates and machines of both sides. */
  readonly sides: readonly [SideSummary, SideSummary];
  /** The result in a sentence. */
  readonly headline: string;
  readonly markdown: string;
}

export type SideSummary = Pick<ProfileSummary, 'path' | 'name' | 'started' | 'machine'>;

const pathsSchema = v.tuple([v.string(), v.string()]);
const texts = v.array(v.string());

/** The parameters of a comparison of two profiles. */
const comparisonSchema = v.object({
  paths: pathsSchema,
  /** The number of edits by which the paths of one task may differ, 0 to 5. */
  alpha: v.union([v.number(), v.literal('auto')]),
  /** Packages that belong to the application, and packages that do not, beside the known frameworks. */
  marks: v.object({ application: texts, framework: texts }),
});
export type ComparisonParams = Described<typeof comparisonSchema>;

const targetSchema = v.object({ path: v.string(), format: v.picklist(['html', 'json']) });
export type ComparisonTarget = Described<typeof targetSchema>;

/**
 * Compares, and writes everything that the comparison editor shows to a file in the layout of
 * `server/src/pages/comparison-file.ts`. The request can be canceled.
 */
export const ComparisonPageRequest = request<ComparedProfiles & { readonly page: string }>()(
  'jouleline/comparisonPage',
  comparisonSchema.entries,
);
/** Compares, and writes the result to a file as `jouleline diff` writes it in this format. */
export const ExportComparisonRequest = request<null>()('jouleline/exportComparison', {
  comparison: comparisonSchema,
  target: targetSchema,
});

/** A method, or a line of one, as a profile knows it. */
const placeSchema = v.object({
  /** The path of the profile. */
  profile: v.string(),
  method: v.object({ class: v.string(), name: v.string(), descriptor: v.string() }),
  /** The line in the text that ran, counted from 1; 0 for the beginning of the method. */
  line: v.number(),
});
export type PlaceInProfile = Described<typeof placeSchema>;

export interface ComparedMethodPlace {
  /** The path of a source of the workspace; empty if there is none. */
  readonly path: string;
  /** The line, counted from 0. */
  readonly line: number;
  /** A note that there is no source, or that the text is not the one that ran; empty if all is well. */
  readonly note: string;
}

export const ComparedMethodRequest = request<ComparedMethodPlace>()(
  'jouleline/comparedMethod',
  placeSchema.entries,
);

/** The code that a profile is of. */
export interface ProfiledCode {
  /** False for a file that Jouleline did not save: it may be a recording to import. */
  readonly isSaved: boolean;
  /** True if the profile says which calls led to what ran. */
  readonly hasCalls: boolean;
  /** True if calls were followed into the JDK. */
  readonly isFollowed: boolean;
  /** The name of a source that is not the text that ran, or of the profile if it doesn't say what ran; empty if all are. */
  readonly changed: string;
}

/** Fails with a sentence if the file can't be read, or is a damaged profile. */
export const ProfiledCodeRequest = request<ProfiledCode>()('jouleline/profiledCode', { path: v.string() });

/** Compares two profiles, as `jouleline diff` does; fails with a sentence if they cannot be compared. */
export const ComparisonReportRequest = request<ComparedProfiles>()('jouleline/comparisonReport', {
  paths: pathsSchema,
});

/**
 * Compares two counted profiles, named by their paths. Overlays and energy maps then show what changed from the first
 * to the second. Answers the reason if it cannot.
 */
export const CompareProfilesRequest = request<Refusal | null>()('jouleline/compareProfiles', {
  before: v.string(),
  after: v.string(),
});

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
