/**
 * The local variables of a body, each with all that it is given.
 *
 * Sits in `flow/`, under `read-formulas.ts`.
 */
import type { BodyRoot, Expression, ForStatement, Span, Statement } from '../../java/syntax/ast';
import { rootNodes, walkSyntax, type SyntaxNode } from './syntax-children';

export type LoopStatement = Statement & { readonly kind: 'for' | 'for-each' | 'while' | 'do' };

export interface BodyVariable {
  readonly name: string;
  /** The part of the text where its name means it. */
  readonly scope: Span;
  /** The expressions that are assigned to it, the first being what it begins with. */
  readonly values: Expression[];
  /** The collections that it goes through, element by element. */
  readonly elementsOf: Expression[];
  /** The loop that counts with it. */
  counter?: ForStatement;
  /** Its place among the parameters. */
  readonly parameter?: number;
  /** True if it is counted up or down, or otherwise changed by what it is. */
  changes: boolean;
}

/** What a body does that other members may know of. */
export interface BodyContents {
  readonly variables: LocalVariables;
  /** From the outside to the inside. */
  readonly loops: readonly LoopStatement[];
  /** Parts that do not run whenever what is around them does. */
  readonly branches: readonly Span[];
  readonly calls: readonly (Expression & { readonly kind: 'call' | 'new' })[];
  readonly returned: readonly Expression[];
  /** Assignments to what is no local variable; a value that is absent depends on the one before. */
  readonly assigned: readonly { readonly target: Expression; readonly value?: Expression }[];
}

/** More variables of one name are in generated code. */
const MOST_OF_A_NAME = 64;

/** Variables by name, told apart by where they are declared. */
export class LocalVariables {
  readonly #byName = new Map<string, BodyVariable[]>();

  add(variable: BodyVariable): void {
    const same = this.#byName.get(variable.name) ?? [];
    this.#byName.set(variable.name, same);
    same.push(variable);
  }

  /** The variable that a name means at an offset; `unknown` where there are too many to tell. */
  find(name: string, offset: number): BodyVariable | 'unknown' | undefined {
    const same = this.#byName.get(name) ?? [];
    if (same.length > MOST_OF_A_NAME) return 'unknown';
    return same.findLast(({ scope }) => scope.start <= offset && offset < scope.end);
  }
}

export function readBody(root: BodyRoot, parameters: readonly string[]): BodyContents {
  const variables = new LocalVariables();
  const [loops, calls, returned]: [LoopStatement[], BodyContents['calls'][number][], Expression[]] = [
    [],
    [],
    [],
  ];
  const assigned: BodyContents['assigned'][number][] = [];
  const [lambdas, branches]: [Span[], Span[]] = [[], []];
  const whole = { start: 0, end: Infinity };
  for (const [parameter, name] of parameters.entries())
    variables.add({ name, scope: whole, values: [], elementsOf: [], parameter, changes: false });
  const isReturned = ({ start }: Span): boolean =>
    !lambdas.some((lambda) => lambda.start <= start && start < lambda.end);
  const change = (target: Expression, value: Expression | undefined): void => {
    const variable = target.kind === 'name' ? variables.find(target.name, target.start) : undefined;
    if (variable === 'unknown') return;
    if (variable === undefined) assigned.push(value === undefined ? { target } : { target, value });
    else if (value === undefined) variable.changes = true;
    else variable.values.push(value);
  };
  walkSyntax(rootNodes(root), (node) => {
    declareIn(node, variables);
    branches.push(...branchesOf(node, loops));
    if (node.kind === 'lambda') lambdas.push(node);
    else if (node.kind === 'call' || node.kind === 'new') calls.push(node);
    else if (node.kind === 'assignment') change(node.target, node.operator === '=' ? node.value : undefined);
    else if (node.kind === 'increment') change(node.operand, undefined);
    else if (node.kind === 'return' && node.expression !== undefined && isReturned(node))
      returned.push(node.expression);
    else if (isLoop(node)) loops.push(node);
    return true;
  });
  return { variables, loops, branches, calls, returned, assigned };
}

export function isLoop(node: SyntaxNode): node is LoopStatement {
  return node.kind === 'for' || node.kind === 'for-each' || node.kind === 'while' || node.kind === 'do';
}

/** The parts of a node that run in some cases; `loops` are those before it. */
function branchesOf(node: SyntaxNode, loops: readonly LoopStatement[]): readonly Span[] {
  switch (node.kind) {
    case 'if':
      return node.otherwise === undefined ? [node.then] : [node.then, node.otherwise];
    case 'continue':
      // All that follows in its loop; a label may name any loop around it.
      return [{ start: node.end, end: endOfRound(node, loops) }];
    case 'try':
      return node.catches;
    case 'switch-statement':
    case 'switch-expression':
      return node.switch.cases;
    default:
      return [];
  }
}

function endOfRound(
  { start, label }: Statement & { readonly kind: 'continue' },
  loops: readonly LoopStatement[],
): number {
  const around = loops.filter((loop) => loop.start < start && start < loop.end);
  return (label === undefined ? around.at(-1) : around[0])?.end ?? Infinity;
}

/** The variables that a statement declares for all that stands in it. */
function declareIn(node: SyntaxNode, variables: LocalVariables): void {
  const declare = (name: string, values: readonly Expression[], elementsOf: readonly Expression[]): void => {
    variables.add({
      ...{ name, scope: node, values: [...values], elementsOf: [...elementsOf], changes: false },
      ...(node.kind === 'for' ? { counter: node } : {}),
    });
  };
  const declareAll = (statements: readonly SyntaxNode[]): void => {
    for (const statement of statements)
      if (statement.kind === 'local-variable')
        for (const { name, initializer } of statement.declarators)
          declare(name, initializer === undefined ? [] : [initializer], []);
  };
  if (node.kind === 'block') declareAll(node.statements);
  else if (node.kind === 'for') declareAll(node.init);
  else if (node.kind === 'for-each') declare(node.variable.name, [], [node.iterable]);
  else if (node.kind === 'lambda') for (const { name } of node.parameters) declare(name, [], []);
  else if (node.kind === 'try') declareAll(node.resources);
  else if (node.kind === 'switch-statement' || node.kind === 'switch-expression')
    declareAll(node.switch.cases.flatMap(({ body }) => body));
}
