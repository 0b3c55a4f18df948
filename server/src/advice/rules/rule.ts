/**
 * The input of a rule of advice, and what rules share.
 *
 * Sits in `advice/`.
 */
import type { Expression } from '../../java/syntax/ast';
import type { MethodResolution, Typing } from '../../java/typing/typing';
import type { Hint } from '../hint';
import type { PlacedNode } from '../loops';

export interface RuleContext {
  /** The nodes of the body that lie in loops, and the loops. */
  readonly placed: readonly PlacedNode[];
  readonly typing: Typing;
  /** The text of the body. */
  readonly text: string;
  /** The text of the file, whose names are taken. */
  readonly fileText: string;
  /** True if a static field may be declared first in the class around, and be there before anything else runs. */
  readonly mayDeclare: boolean;
  /** The methods of the class around that do next to nothing, by `owner.name descriptor`. */
  readonly thinMethods: ReadonlySet<string>;
}

export type Rule = (context: RuleContext) => readonly Hint[];

export function methodOf(call: Expression, typing: Typing): MethodResolution | undefined {
  const resolution = typing.resolutionOf(call);
  return resolution?.kind === 'method' ? resolution : undefined;
}

export function textOf({ text }: RuleContext, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end);
}

/** Quotes code for messages: on one line, and not long. */
export function quote(context: RuleContext, span: { start: number; end: number }): string {
  const line = textOf(context, span).replaceAll(/\s+/g, ' ');
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
}

/** A name that nothing in the text has, nor anything else that is declared in the same go. */
export function freeName(text: string, wanted: string, declared: ReadonlySet<string> = new Set()): string {
  const isTaken = (name: string): boolean =>
    declared.has(name) || new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted}${number}`;
  return name;
}
