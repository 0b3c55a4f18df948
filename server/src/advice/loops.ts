/** The loops of a body, and what each of them changes. */
import type { Expression, Span, Statement } from '../java/syntax/ast';
import type { Typing } from '../java/typing/typing';
import { childrenOf, type SyntaxNode, walkSyntax } from '../flow/source/syntax-children';
import { isName } from './spans';

type LoopStatement = Extract<Statement, { kind: 'for' | 'while' | 'do' | 'for-each' }>;

export interface BodyLoop {
  readonly statement: LoopStatement;
  /** Undefined for `for (;;)`, and for a loop over elements. */
  readonly condition: Expression | undefined;
  /** The code that runs in every round, without the condition. */
  readonly parts: readonly SyntaxNode[];
  readonly changes: LoopChanges;
}

/** The things that may change from one round to the next. */
interface LoopChanges {
  /** Local variables that are assigned, or declared. */
  readonly locals: ReadonlySet<string>;
  /** Fields that are assigned, by name. */
  readonly fields: ReadonlySet<string>;
  /** Calls and creations of objects. */
  readonly calls: readonly Expression[];
}

export interface PlacedNode {
  readonly node: SyntaxNode;
  /** The loops that repeat it, innermost last: those whose condition, body or update it is in. */
  readonly loops: readonly BodyLoop[];
  /** Statements around it, innermost last. */
  readonly parents: readonly SyntaxNode[];
}

/** All nodes of a body, in the order of the text. A lambda's body runs when it is called, not in the loops around it. */
export function placeNodes(roots: readonly SyntaxNode[], typing: Typing): readonly PlacedNode[] {
  const found: PlacedNode[] = [];
  const pending = [...roots].reverse().map((node): PlacedNode => ({ node, loops: [], parents: [] }));
  for (let placed = pending.pop(); placed !== undefined; placed = pending.pop()) {
    const { node, loops, parents } = placed;
    found.push(placed);
    const around = node.kind === 'lambda' ? [] : loops;
    const loop = isLoop(node) ? describeLoop(node, typing) : undefined;
    const rounds = new Set<SyntaxNode>(loop === undefined ? [] : [...conditionOf(loop), ...loop.parts]);
    const below = [...parents, node];
    for (const child of childrenOf(node).toReversed())
      pending.push({
        node: child,
        loops: loop !== undefined && rounds.has(child) ? [...around, loop] : around,
        parents: below,
      });
  }
  return found;
}

/** True if a node runs in a loop, or is one. */
export function concernsLoop({ node, loops }: PlacedNode): boolean {
  return loops.length > 0 || isLoop(node);
}

/** The most rounds of a loop that is too short for a change to pay. */
const FEW = 8;

/** True if a loop's condition has a constant as its bound, and the constant is small. */
export function isShort({ condition }: BodyLoop, typing: Typing): boolean {
  if (condition?.kind !== 'binary') return false;
  const { left, operator, right } = condition;
  if (operator === '&&') return [left, right].some((part) => isBelowFew(part, typing));
  return isBelowFew(condition, typing);
}

function isBelowFew(condition: Expression, typing: Typing): boolean {
  if (condition.kind !== 'binary' || !/^<=?$/.test(condition.operator)) return false;
  const bound = typing.constantOf(condition.right);
  return bound?.kind === 'int' && bound.value <= FEW;
}

/** True if the loop ends with the round in which a node runs: the node then runs once at most. */
export function endsLoop({ parents }: PlacedNode, { statement: loop, condition }: BodyLoop): boolean {
  const inside = parents.slice(parents.indexOf(loop) + 1);
  return inside.some((around, index) => {
    const isInSwitch = inside.slice(0, index + 1).some(({ kind }) => kind === 'switch-statement');
    if (around.kind === 'return' || around.kind === 'throw') return true;
    if (around.kind !== 'block') return false;
    if (around.statements.some((each) => lowersFlag(each, condition))) return true;
    const last = around.statements.at(-1);
    if (last?.kind === 'return' || last?.kind === 'throw') return true;
    return last?.kind === 'break' && last.label === undefined && !isInSwitch;
  });
}

/** True for `goes = false` in a loop that needs `goes`, and for `done = true` in one that needs `!done`. */
function lowersFlag(statement: Statement, condition: Expression | undefined): boolean {
  if (condition?.kind === 'binary' && condition.operator === '&&')
    return [condition.left, condition.right].some((part) => lowersFlag(statement, part));
  const isNegated = condition?.kind === 'unary' && condition.operator === '!';
  const flag = isNegated ? condition.operand : condition;
  if (flag?.kind !== 'name' || statement.kind !== 'expression-statement') return false;
  const { expression } = statement;
  if (expression.kind !== 'assignment' || expression.operator !== '=') return false;
  const { target, value } = expression;
  return isName(target, flag.name) && value.kind === 'literal' && value.text === String(isNegated);
}

function isLoop(node: SyntaxNode): node is LoopStatement {
  return node.kind === 'for' || node.kind === 'while' || node.kind === 'do' || node.kind === 'for-each';
}

/** The parts of a loop, and what they change. */
export function describeLoop(statement: LoopStatement, typing: Typing): BodyLoop {
  const condition = statement.kind === 'for-each' ? undefined : statement.condition;
  const parts = [statement.body, ...(statement.kind === 'for' ? statement.update : [])];
  const loop = { statement, condition, parts };
  return { ...loop, changes: changesOf(loop, typing) };
}

function conditionOf({ condition }: Pick<BodyLoop, 'condition'>): readonly Expression[] {
  return condition === undefined ? [] : [condition];
}

function changesOf(loop: Omit<BodyLoop, 'changes'>, typing: Typing): LoopChanges {
  const locals = new Set<string>();
  const fields = new Set<string>();
  const calls: Expression[] = [];
  const assign = (target: Expression): void => {
    if (target.kind === 'field-access') fields.add(target.name);
    else if (target.kind === 'name')
      (typing.resolutionOf(target)?.kind === 'local' ? locals : fields).add(target.name);
  };
  if (loop.statement.kind === 'for-each') locals.add(loop.statement.variable.name);
  walkSyntax([...conditionOf(loop), ...loop.parts], (node) => {
    if (node.kind === 'assignment') assign(node.target);
    else if (node.kind === 'increment') assign(node.operand);
    else if (node.kind === 'local-variable') for (const { name } of node.declarators) locals.add(name);
    else if (node.kind === 'for-each') locals.add(node.variable.name);
    else if (node.kind === 'try') for (const { name } of node.catches) locals.add(name);
    else if (node.kind === 'instanceof' && node.pattern?.kind === 'type-pattern')
      locals.add(node.pattern.name);
    else if (node.kind === 'call' || node.kind === 'new') calls.push(node);
    return true;
  });
  return { locals, fields, calls };
}

/** The `for (…)` or `while (…)` of a loop, without its body; the `do` of a `do` loop. */
export function headerOf(statement: LoopStatement): Span {
  return statement.kind === 'do'
    ? { start: statement.start, end: statement.start + 2 }
    : { start: statement.start, end: Math.max(statement.start, statement.body.start) };
}
