/** The input of a rule of advice, and what rules share. */
import type { Expression, Span } from '../../java/syntax/ast';
import type { MethodResolution, Typing } from '../../java/typing/typing';
import type { Universe } from '../../java/types/class-model';
import type { SyntaxNode } from '../../flow/source/syntax-children';
import type { Hint } from '../hint';
import { type BodyLoop, headerOf, type PlacedNode } from '../loops';
import { type BodyNodes, isAssigned, takenBy } from '../uses';

export interface RuleContext {
  /** The nodes of the body that lie in loops, and the loops. */
  readonly placed: readonly PlacedNode[];
  /** All nodes of the body. */
  readonly nodes: BodyNodes;
  readonly typing: Typing;
  /** The classes of the workspace and of the class path. */
  readonly universe: Universe;
  /** The text of the body. */
  readonly text: string;
  /** The text of the member, with its parameters, whose names are taken. */
  readonly memberText: string;
  /** The text of the file, whose names are taken: asked for by hints alone that depend on it. */
  readonly fileText: () => string;
  /** True if a static field may be declared first in the class around, and be there before anything else runs. */
  readonly mayDeclare: boolean;
  /** The methods of the class around that do next to nothing and that nobody overrides, by `owner.name descriptor`. */
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

/** The name by which the text may write a class of the platform. */
export function nameOfClass(context: RuleContext, dotted: string): string {
  const fileText = context.fileText();
  const dot = dotted.lastIndexOf('.');
  const [inside, simple] = [dotted.slice(0, dot), dotted.slice(dot + 1)];
  const isTaken = new RegExp(`\\b(?:class|interface|enum|record)\\s+${simple}\\b`).test(fileText);
  const others = new RegExp(`^\\s*import\\s+(?!static)[\\w.]+\\.${simple}\\s*;`, 'm');
  const own = new RegExp(`^\\s*import\\s+${dotted.replaceAll('.', '\\.')}\\s*;`, 'm');
  if (isTaken) return dotted;
  if (own.test(fileText)) return simple;
  return inside === 'java.lang' && !others.test(fileText) ? simple : dotted;
}

/** True if a name is a variable that was given a new object where it was declared, never another one, and that nothing else refers to. */
export function isNewest(
  context: RuleContext,
  { name, start }: { readonly name: string; readonly start: number },
): boolean {
  const local = context.nodes.localAt(name, start);
  const made = local?.declarator.initializer?.kind;
  if (local === undefined || local.isCaptured || isAssigned(local)) return false;
  if (made !== 'new' && made !== 'new-array') return false;
  return local.uses.every((use) => {
    const { by, as } = takenBy(use);
    if (by === undefined || by.kind === 'return') return true;
    if (by.kind === 'assignment') return by.value !== as;
    return (
      !['local-variable', 'conditional', 'array-initializer', 'switch-expression'].includes(by.kind) &&
      !isGiven(by, as)
    );
  });

  function isGiven(by: SyntaxNode, as: SyntaxNode): boolean {
    return (by.kind === 'call' || by.kind === 'new') && by.arguments.some((each) => each === as);
  }
}

/** The rounds of a loop that make a long text of words, too. */
const MANY = 32;

/** True for a loop over the letters, tokens or lines of a text, or of many rounds: others mostly have a few. */
export function isOverText(context: RuleContext, { statement, condition }: BodyLoop): boolean {
  const bound = condition?.kind === 'binary' ? context.typing.constantOf(condition.right) : undefined;
  if (bound?.kind === 'int' && bound.value >= MANY) return true;
  const head = textOf(context, condition ?? headerOf(statement));
  return /\b(?:read\w*|nextToken|hasMoreTokens|length)\(/.test(head);
}
