/**
 * What the thread that compares is asked, and what it answers. Sits in `tasks/`, between `compare-thread.ts` and
 * `compare-main.ts`.
 */
import type { PackageMarks } from '../../compare/trees/frameworks';
import type { findMethod, RanMethodPlace } from '../../lines/method-place';
import type { ModelText } from '../../cost/model/model-registry';
import type { ComparisonWords } from '../../pages/comparison-words';
import type { PackedLines } from './packed-lines';

/** All that are at hand, and which one is to price both. */
export interface ModelsOfTask {
  readonly texts: readonly ModelText[];
  readonly device: string;
  readonly id: string;
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
  /** Of Jouleline. */
  readonly version: string;
}

/** Lines of two counted profiles, for texts. */
export interface LinesTask {
  readonly kind: 'lines';
  readonly paths: readonly [string, string];
  readonly models: ModelsOfTask;
}

/** Where a method of one profile stood. */
export interface MethodTask {
  readonly kind: 'method';
  readonly profile: string;
  readonly method: Parameters<typeof findMethod>[1];
  /** From 1, or 0 for where the method begins. */
  readonly line: number;
}

export type CompareTask = TasksTask | LinesTask | MethodTask;

export interface CompareAnswers {
  readonly tasks: ComparisonResult;
  readonly lines: PackedLines;
  readonly method: FoundMethod;
}

export type CompareOutput =
  | { readonly kind: 'none' }
  /** What a page reads, in a folder of such files. */
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
  /** That was written; empty where nothing was to be. */
  readonly path: string;
}

export type FoundMethod =
  | { readonly kind: 'found'; readonly place: RanMethodPlace }
  /** It says of no method where it is. */
  | { readonly kind: 'import' }
  /** Nothing of it was counted. */
  | { readonly kind: 'library' };

/** Why something can't be compared, or the result not written: in no language, whoever asked puts it in words. */
export type CompareRefusal =
  /** `message`: what is wrong with the file, behind its path. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly message: string }
  | { readonly kind: 'too-large' | 'no-recording'; readonly path: string }
  /** Imports know no operations, which lines are compared by. */
  | { readonly kind: 'imports' }
  /** It is fitted to one application as it was, or prices JVM instructions. */
  | { readonly kind: 'model-of-application' | 'model-of-instructions'; readonly model: string }
  | { readonly kind: 'unwritten'; readonly message: string }
  | { readonly kind: 'memory' };

/** Thrown in the thread, and to whoever asked it. */
export class ComparisonRefused extends Error {
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
