/**
 * A piece of advice for a place in a member: what runs there that need not run, and how to write it
 * otherwise.
 *
 * Sits in `advice/`, after "Fine-grained energy modeling" (Li and Gallagher),
 * section 6.3: the operations of hot blocks say what to change. Offsets are
 * relative to the member's body. `lines/` says what a hint saves.
 */
import type { Span } from '../java/syntax/ast';

export type RuleName =
  | 'loop-invariant-call'
  | 'bulk-copy'
  | 'bulk-fill'
  | 'bulk-add'
  | 'unroll-loop'
  | 'string-concatenation'
  | 'boxing'
  | 'loop-invariant-allocation'
  | 'repeated-lookup'
  | 'indexed-linked-list'
  | 'compiled-pattern'
  | 'synchronized-call'
  | 'linked-list-queue'
  | 'unsized-collection'
  | 'append-letter'
  | 'append-concatenation'
  | 'key-set-get'
  | 'string-format'
  | 'list-contains'
  | 'shifting-list'
  | 'unbuffered-stream'
  | 'char-array'
  | 'column-major'
  | 'exception-flow'
  | 'parallel-stream'
  | 'print-in-loop'
  | 'thin-method';

/** Executions that a change takes away. */
export interface Removal {
  readonly span: Span;
  /** Operations with such names only; all of the span where it is absent. */
  readonly operations?: RegExp;
  /** The executions that are left: none, one for each time that the loop is entered, or this share of them. */
  readonly keeps: 'nothing' | { readonly onceIn: Span } | { readonly share: number };
}

export interface HintEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change that can't alter what the program does. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly HintEdit[];
  /** A member to be declared first in the class around, where one is needed. */
  readonly declaration?: string;
}

export interface Hint {
  readonly rule: RuleName;
  /** The code that the hint is about; the loop's header for a whole loop. */
  readonly span: Span;
  /** The hint in one sentence: what runs, and what to write instead. */
  readonly message: string;
  /** The conditions under which the change is right; empty if it is proved. */
  readonly preconditions: readonly string[];
  /** The paper and section, or the reason. */
  readonly source: string;
  readonly removals: readonly Removal[];
  /** The measured pair of programs that tells what the change saves, by rule and kind. */
  readonly pair?: string;
  /** The loop whose rounds the saving grows with. */
  readonly loop?: Span;
  /** True if measured pairs show no saving once the code is compiled. */
  readonly isInterpretedOnly?: boolean;
  /** True for code that runs seldom, by what the text says of it. */
  readonly isRare?: boolean;
  /** True if nothing but the rounds of its loop tells that the code runs often. */
  readonly isDoubtful?: boolean;
  readonly fix?: Fix;
}

export const LI_GALLAGHER = 'Li and Gallagher, section 6.3';
