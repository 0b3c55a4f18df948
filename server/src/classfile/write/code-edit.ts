/**
 * The insertions into a method's code, by places of the code as it is.
 *
 * Sits in `classfile/`: made by `profile/`, carried out by `rewrite-code.ts`.
 * Inserted code holds no branches, leaves stack and locals of the method as
 * they were, and may keep values in locals of its own.
 */
import type { ClassFile, MemberInfo } from '../read/read-class';
import type { CodeOffset, MethodCode } from '../read/code';
import type { VerificationType } from '../read/stack-map';

/** Bytes of instructions without branches, so that they mean the same at any place. A typed array of so few takes four times as long to make. */
export type Fragment = readonly number[];

export interface CodeEdit {
  /** Runs before an instruction, whichever way control comes to it. */
  readonly before: ReadonlyMap<CodeOffset, Fragment>;
  /** Runs before an instruction when control falls in from above, not when it is jumped to. At 0: when the method is entered. */
  readonly onFall: ReadonlyMap<CodeOffset, Fragment>;
  readonly onJump: readonly JumpFragment[];
  /** Runs when an exception comes to the handler at a place, not when control falls in or is led there. */
  readonly onCatch: ReadonlyMap<CodeOffset, Fragment>;
  readonly catchAll?: CatchAll;
  /** Locals that inserted code uses, behind the method's own; set by `onFall` at 0. */
  readonly locals: readonly VerificationType[];
  /** Slots of the stack that inserted code needs beside what lies there. */
  readonly stack: number;
}

/** Runs when a branch or switch goes to this target. */
export interface JumpFragment {
  readonly from: CodeOffset;
  readonly target: CodeOffset;
  readonly code: Fragment;
}

/**
 * A handler of whatever the method's own handlers let through. It finds the
 * exception on the stack, none of the method's locals, and must throw.
 */
interface CatchAll {
  readonly code: Fragment;
  readonly ranges: readonly { readonly start: CodeOffset; readonly end: CodeOffset }[];
}

export const noEdit: CodeEdit = {
  before: new Map(),
  onFall: new Map(),
  onJump: [],
  onCatch: new Map(),
  locals: [],
  stack: 0,
};

export interface CodePlace {
  readonly file: ClassFile;
  readonly method: MemberInfo;
  readonly code: MethodCode;
}
