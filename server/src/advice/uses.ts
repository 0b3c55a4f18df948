/**
 * The uses of a local variable in its body, and what becomes of the object that it holds: an escape analysis within
 * one method. In doubt an object escapes.
 */
import type { Expression, LocalDeclarator, LocalVariableStatement, Span } from '../java/syntax/ast';
import type { SyntaxNode } from '../flow/source/syntax-children';
import type { PlacedNode } from './loops';
import { contains, isName } from './spans';

export interface Local {
  readonly name: string;
  readonly declarator: LocalDeclarator;
  readonly statement: LocalVariableStatement;
  /** The nodes around its declaration, innermost last. */
  readonly parents: readonly SyntaxNode[];
  /** The places that name it, in the order of the text. */
  readonly uses: readonly PlacedNode[];
  /** True if a lambda, or a class of the body, names it: code that runs at another time. */
  readonly isCaptured: boolean;
}

/** The nodes of a body by what they name and declare. */
export class BodyNodes {
  readonly all: readonly PlacedNode[];
  private readonly text: string;
  private readonly names = new Map<string, PlacedNode[]>();
  private readonly declarations = new Map<string, PlacedNode[]>();
  private readonly classes: Span[] = [];

  constructor(all: readonly PlacedNode[], text: string) {
    this.all = all;
    this.text = text;
    for (const placed of all) {
      const { node } = placed;
      if (node.kind === 'name') listIn(this.names, node.name).push(placed);
      else if (node.kind === 'local-variable')
        for (const { name } of node.declarators) listIn(this.declarations, name).push(placed);
      else if (node.kind === 'local-class' || (node.kind === 'new' && node.body !== undefined))
        this.classes.push(node);
    }
  }

  /** The number of variables that declarations of the body give a name, parameters not counted. */
  declarationsOf(name: string): number {
    return this.declarations.get(name)?.length ?? 0;
  }

  /** The variable that is named at a place; undefined for parameters, and those of for-each, catch and patterns. */
  localAt(name: string, offset: number): Local | undefined {
    const declared = this.declarations
      .get(name)
      ?.find(
        ({ node, parents }) =>
          node.start <= offset && parents.at(-1) !== undefined && isWithin(parents, offset),
      );
    if (declared?.node.kind !== 'local-variable') return undefined;
    const { node: statement, parents } = declared;
    const declarator = statement.declarators.find((each) => each.name === name);
    const scope = parents.at(-1);
    if (declarator === undefined || scope === undefined) return undefined;
    const uses = (this.names.get(name) ?? []).filter(
      ({ node }) => contains(scope, node) && node.start >= declarator.start,
    );
    const isCaptured =
      uses.some((use) => use.parents.some(({ kind, start }) => kind === 'lambda' && start > scope.start)) ||
      this.classes.some((each) => contains(scope, each) && this.mentions(each, name));
    return { name, declarator, statement, parents, uses, isCaptured };
  }

  private mentions({ start, end }: Span, name: string): boolean {
    return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(
      this.text.slice(start, end),
    );
  }
}

function isWithin(parents: readonly SyntaxNode[], offset: number): boolean {
  const scope = parents.at(-1);
  return scope !== undefined && scope.start <= offset && offset < scope.end;
}

function listIn(lists: Map<string, PlacedNode[]>, name: string): PlacedNode[] {
  let list = lists.get(name);
  if (list === undefined) lists.set(name, (list = []));
  return list;
}

/** The use of a value: the expression or statement that takes it, with the part of it that the value is. */
export interface ValueUse {
  readonly by: SyntaxNode | undefined;
  readonly as: SyntaxNode;
  readonly above: readonly SyntaxNode[];
}

/** The node that takes the value of another one; casts give the same object on. */
export function takenBy({ node, parents }: Pick<PlacedNode, 'node' | 'parents'>): ValueUse {
  let [as, index] = [node, parents.length - 1];
  for (let by = parents[index]; by?.kind === 'cast'; by = parents[index]) [as, index] = [by, index - 1];
  return { by: parents[index], as, above: parents.slice(0, Math.max(0, index)) };
}

/** True if a variable is assigned after its declaration. */
export function isAssigned({ uses, name }: Pick<Local, 'uses' | 'name'>): boolean {
  return uses.some(({ parents }) => {
    const parent = parents.at(-1);
    return (parent?.kind === 'assignment' && isName(parent.target, name)) || parent?.kind === 'increment';
  });
}

/** The expression on which a call, or a chain of calls, begins: `sb` of `sb.append(a).append(b)`. */
export function rootOfChain(expression: Expression): Expression {
  let root = expression;
  while (root.kind === 'call' && root.target !== undefined) root = root.target;
  return root;
}
