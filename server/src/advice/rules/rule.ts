/** The input of a rule of advice, and what rules share. */
import type { Expression, Span } from '../../java/syntax/ast';
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

/** The hints of a rule that looks at one node after the other. */
export function hintsOn(
  { placed }: RuleContext,
  hintOn: (place: PlacedNode) => Hint | undefined,
): readonly Hint[] {
  return placed.flatMap((place) => hintOn(place) ?? []);
}

/** True if an expression is this name and nothing else. */
export function isName(expression: Expression | undefined, name: string): boolean {
  return expression?.kind === 'name' && expression.name === name;
}

/** True if code lies within other code. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

export function methodOf(call: Expression, typing: Typing): MethodResolution | undefined {
  const resolution = typing.resolutionOf(call);
  return resolution?.kind === 'method' ? resolution : undefined;
}

export function textOf({ text }: RuleContext, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Quotes code for messages: on one line, and not long. */
export function quote(context: RuleContext, span: Span): string {
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
