/**
 * The requests to the thread that compares, and its answers. Sits in `tasks/`, between `compare-thread.ts` and
 * `compare-main.ts`.
 */
import type { PackageMarks } from '../../compare/trees/frameworks';
import type { findMethod, RanMethodPlace } from '../../lines/method-place';
import type { RanSource } from '../../profile/document/profile-document';
import type { ModelText } from '../../cost/model/model-registry';
import type { ComparisonWords } from '../../pages/comparison-words';
import type { AmountMissing, ComparedMetric } from '../../compare/sides/compared-metric';
import type { LibraryPlace } from '../../profile/account/called-lines';
import { Failure } from '../../base/failure';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import type { PackedLines } from './packed-lines';

/** All that are at hand, and which one gives the costs of both. */
export interface ModelsOfTask {
  readonly texts: readonly ModelText[];
  readonly device: string;
  readonly id: string;
  readonly mediaFolder: string;
  readonly metric: ComparedMetric;
  /** The place of what lines call of code that is not counted. */
  readonly place: LibraryPlace;
  /** What methods of the jars on the class path do. */
  readonly libraries?: readonly LibraryClass[];
}

/** Tasks and methods, as `jouleline diff` has them. */
export interface TasksTask {
  readonly kind: 'tasks';
  readonly paths: readonly [string, string];
  readonly models: ModelsOfTask;
  readonly alpha: number | 'auto';
  readonly marks: PackageMarks;
  readonly output: CompareOutput;
  readonly words: ComparisonWords;
  /** The version of Jouleline. */
  readonly version: string;
}

/** Lines of two counted profiles, for texts. */
export interface LinesTask {
  readonly kind: 'lines';
  readonly paths: readonly [string, string];
  readonly models: ModelsOfTask;
}

/** The request for the place at which a method of one profile stood. */
export interface MethodTask {
  readonly kind: 'method';
  readonly profile: string;
  readonly method: Parameters<typeof findMethod>[1];
  /** The line, counted from 1, or 0 for the beginning of the method. */
  readonly line: number;
}

/** The request for what a profile says of the code that ran. */
export interface CodeTask {
  readonly kind: 'code';
  readonly profile: string;
}

export type CompareTask = TasksTask | LinesTask | MethodTask | CodeTask;

/** The task of a thread; by the token its part is removed if it is ended while it writes. */
export type CompareWork = CompareTask & { readonly token?: string };

export interface CompareAnswers {
  readonly tasks: ComparisonResult;
  readonly lines: PackedLines;
  readonly method: FoundMethod;
  readonly code: RanCode;
}

export type CompareOutput =
  | { readonly kind: 'none' }
  /** The file that a page reads, in a folder of such files. */
  | { readonly kind: 'page'; readonly folder: string; readonly name: string }
  | { readonly kind: 'json'; readonly path: string }
  /** `bundleFolder` has what the page is made of. */
  | { readonly kind: 'html'; readonly path: string; readonly bundleFolder: string };

/** A side by itself, for lists. */
export interface SideOfTask {
  readonly path: string;
  readonly name: string;
  /** ISO 8601; empty where it is not known. */
  readonly started: string;
  readonly machine: string;
}

export interface ComparisonResult {
  readonly sides: readonly [SideOfTask, SideOfTask];
  readonly headline: string;
  readonly markdown: string;
  /** The path of the file that was written; empty where none was to be written. */
  readonly path: string;
}

/** `name`: that of the profile. */
export type FoundMethod =
  | { readonly kind: 'found'; readonly name: string; readonly place: RanMethodPlace }
  /** The profile is an import, which says of no method where it is. */
  | { readonly kind: 'import'; readonly name: string }
  /** The method belongs to a library: nothing of it was counted. */
  | { readonly kind: 'library' };

export interface RanCode {
  /** The name of the profile. */
  readonly name: string;
  /** False for a file of another tool, of which the rest says nothing. */
  readonly isSaved: boolean;
  /** True if it says which calls led to what ran. */
  readonly hasCalls: boolean;
  /** True if calls were followed into the JDK. */
  readonly isFollowed: boolean;
  /** The texts that ran; undefined if it kept no checksums of them. */
  readonly sources: readonly RanSource[] | undefined;
}

/**
 * The reason why files can't be compared, or the result can't be written. It is in no language: the caller puts it
 * in words.
 */
export type CompareRefusal =
  /** `message`: what is wrong with the file, behind its path. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly message: string }
  | { readonly kind: 'no-recording'; readonly path: string }
  /** Imports know no operations, which lines are compared by. */
  | { readonly kind: 'imports' }
  /** The cost model is fitted to one application as it was, or models JVM instructions. */
  | { readonly kind: 'model-of-application' | 'model-of-instructions'; readonly model: string }
  /** A side has no amounts of what is compared. */
  | { readonly kind: 'no-amount'; readonly name: string; readonly unit: AmountMissing['unit'] }
  | { readonly kind: 'unwritten'; readonly message: string }
  | { readonly kind: 'memory' };

/** The failure of a comparison, thrown in the thread and in its caller, before it is put in words. */
export class ComparisonRefused extends Failure {
  override readonly name = 'ComparisonRefused';
  readonly refusal: CompareRefusal;
  constructor(refusal: CompareRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

export type CompareMessage =
  | { readonly kind: 'done'; readonly answer: CompareAnswers[keyof CompareAnswers] }
  | { readonly kind: 'refused'; readonly refusal: CompareRefusal };
