/**
 * The walk over one member's source, which the rules for single constructs share.
 *
 * Sits in `operations/`. `extract-source.ts` makes the one walk there is; the
 * files beside it hold its rules and call one another through it.
 */
import type { JavaType, SignatureSource, TypeParameter } from '../../classfile/signatures/class-signature';
import type { SourceBlocks } from '../../flow/source/source-blocks';
import type { Expression, Span, Statement } from '../../java/syntax/ast';
import type { Typing } from '../../java/typing/typing';
import type { Captures } from './captures';
import type { Hierarchy } from './hierarchy';
import type { JavacHabits } from './javac-habits';
import type { JumpChain, Recorder } from './recorder';
import type { SizeHints } from './size-hints';
import type { Offset } from '../../base/units';

/** The role of a member. All but its kind may be absent, and what depends on it is then not found. */
export interface MemberRole {
  readonly kind: 'method' | 'constructor' | 'compact-constructor' | 'initializer' | 'field' | 'enum-constant';
  /** Binary name of the class that holds it: for outer instances, and the constructor that a constructor calls. */
  readonly owner?: string;
  readonly isStatic?: boolean;
  /** The place of an enum constant's name, relative to the body that declares it. */
  readonly nameStart?: Offset;
  readonly isFinal?: boolean;
  /** The type that `return` converts to, or a field's type. */
  readonly type?: JavaType;
  readonly signatures?: SignatureSource;
  /** The captures of the classes that the body declares, whose members read captured variables from hidden fields. */
  readonly captures?: Captures;
  readonly habits?: JavacHabits;
  readonly parameterNames?: readonly string[];
  /** The type parameters of a generic method, whose bounds determine their erasure. */
  readonly typeParameters?: readonly TypeParameter[];
}

/** The ways in which a condition can turn out. */
export type Truth = 'open' | 'true' | 'false';

/**
 * The end of a condition's code: with a branch that is still to be turned one way or the other
 * (`open`), or, after a pattern has bound its variables, by falling through where it is true
 * (`matched`) or false (`unmatched`).
 */
export type ConditionEnd = Truth | 'matched' | 'unmatched';

/** The targets of `break`, `continue` and `yield`. */
export interface JumpFrame {
  readonly label?: string;
  readonly breaks?: JumpChain;
  readonly continues?: JumpChain;
  readonly yields?: JumpChain;
  readonly isSwitch?: boolean;
  /** Something runs on every way out: a returned value waits in a hidden variable for it. */
  readonly hasFinalizer?: boolean;
  /** The type that a yielded value converts to. */
  readonly yieldType?: JavaType;
}

/** The state that changes during the walk. */
interface WalkState {
  frames: readonly JumpFrame[];
  returnType: JavaType | undefined;
  isInLambda: boolean;
}

export interface SourceWalk {
  readonly typing: Typing;
  readonly recorder: Recorder;
  readonly blocks: SourceBlocks;
  readonly role: MemberRole;
  readonly hierarchy: Hierarchy;
  readonly captures: Captures;
  readonly habits: JavacHabits;
  readonly hints: SizeHints;
  /** Names of the variables declared in the member, parameters included. */
  readonly declaredNames: ReadonlySet<string>;
  readonly state: WalkState;
  /** Leaves the expression's value on the stack, converted to `target`. */
  value(expression: Expression, target?: JavaType): void;
  /** Branches on the expression: control goes on where it is true. */
  condition(expression: Expression): Truth;
  /** The same, for what decides itself where its branch leads. */
  branch(expression: Expression): ConditionEnd;
  /** Evaluates and drops. */
  effect(expression: Expression): void;
  statement(statement: Statement): void;
  /** Runs with the operations going to the block that is entered at a node, if it enters one. */
  within<T>(node: Span | undefined, run: () => T): T;
}
