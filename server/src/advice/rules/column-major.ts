/**
 * Loops that go down the columns of an array of rows: each step reads another row, far away in memory. The rule speaks
 * of two loops that nothing stands between, whose bounds don't depend on each other, and whose rounds may run in any
 * order by what the text says of them.
 */
import type { Expression, ForStatement, Statement } from '../../java/syntax/ast';
import { type SyntaxNode, walkSyntax } from '../../flow/source/syntax-children';
import { type CountedLoop, countedLoop } from '../counted-loop';
import type { Hint } from '../hint';
import { invarianceOf, nameOf } from '../invariance';
import { isPure } from '../known-methods';
import { isShort } from '../loops';
import { isName } from '../spans';
import { methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

type ElementAccess = Extract<Expression, { kind: 'array-access' }>;

export const columnMajor: Rule = (context) =>
  context.nodes.all.flatMap(({ node }) => (node.kind === 'for' ? (hintOn(context, node) ?? []) : []));

function hintOn(context: RuleContext, outer: ForStatement): Hint | undefined {
  const inner = onlyStatement(outer.body);
  if (inner?.kind !== 'for') return undefined;
  const [around, within] = [countedLoop(outer, context.typing), countedLoop(inner, context.typing)];
  if (around === undefined || within === undefined) return undefined;
  if ([around, within].some(({ loop }) => isShort(loop, context.typing))) return undefined;
  if ([within.from, within.bound].some((each) => invarianceOf(each, around.loop, context.typing) === 'no'))
    return undefined;
  const accesses = accessesIn(inner.body);
  const strides = accesses.map((access) => strideOf(access, around.variable, within.variable));
  const worst = accesses[strides.indexOf('by column')];
  if (worst === undefined || strides.includes('by row')) return undefined;
  const order = orderOf(context, within, around.variable, accesses);
  if (order === undefined) return undefined;
  const array = quote(context, rootOf(worst));
  return {
    rule: 'column-major',
    span: worst,
    message: `${quote(context, worst)} reads another row of ${array} in each round: let the loop over ${within.variable} go around that over ${around.variable}`,
    preconditions: [`no row of ${array} is shorter than the loops go`, ...order],
    source: 'rows are arrays of their own: neighbors in a row share a line of the cache',
    removals: [],
    pair: isWritten(worst, inner.body) ? 'column-major/int, written' : 'column-major/int',
    loop: outer,
  };
}

function onlyStatement(body: Statement): Statement | undefined {
  if (body.kind !== 'block') return body;
  return body.statements.length === 1 ? body.statements[0] : undefined;
}

/** The accesses of elements, without those of the rows that they lie in. */
function accessesIn(body: Statement): readonly ElementAccess[] {
  const rows = new Set<SyntaxNode>();
  const found: ElementAccess[] = [];
  walkSyntax([body], (node) => {
    if (node.kind !== 'array-access') return true;
    if (node.array.kind === 'array-access') rows.add(node.array);
    found.push(node);
    return true;
  });
  return found.filter((each) => !rows.has(each));
}

/** The way in which the rounds of the inner loop go through an array; `by row` also where a change would turn it to columns. */
function strideOf(access: ElementAccess, outer: string, inner: string): 'by column' | 'by row' | 'other' {
  const [last, ...rows] = indexesOf(access);
  if (last === undefined || rows.length === 0) return 'other';
  const inRows = (name: string): boolean => rows.some((index) => mentions(index, name));
  if (inRows(outer)) return 'by row';
  return inRows(inner) && mentions(last, outer) && !mentions(last, inner) ? 'by column' : 'other';
}

/** Innermost last index first. */
function indexesOf(access: ElementAccess): readonly Expression[] {
  return access.array.kind === 'array-access' ? [access.index, ...indexesOf(access.array)] : [access.index];
}

function rootOf(access: ElementAccess): Expression {
  return access.array.kind === 'array-access' ? rootOf(access.array) : access.array;
}

function mentions(expression: Expression, name: string): boolean {
  let isIt = false;
  walkSyntax([expression], (node) => {
    isIt ||= node.kind === 'name' && node.name === name;
    return !isIt;
  });
  return isIt;
}

/** The conditions under which the rounds may run in another order; undefined where they may not, or the text doesn't tell. */
function orderOf(
  context: RuleContext,
  inner: CountedLoop,
  outer: string,
  accesses: readonly ElementAccess[],
): readonly string[] | undefined {
  const own = new Set<string>();
  const asks = new Set<string>();
  const roots = new Set(accesses.map((each) => textOf(context, rootOf(each))));
  for (const statement of inner.statements) {
    if (statement.kind === 'local-variable') {
      for (const { name } of statement.declarators) own.add(name);
      if (!statement.declarators.every(({ initializer }) => initializer === undefined || onlyReads(context, initializer))) return undefined; // prettier-ignore
      continue;
    }
    if (statement.kind !== 'expression-statement') return undefined;
    const { expression } = statement;
    if (expression.kind === 'increment' && expression.operand.kind === 'name') {
      if (!isSum(context, inner, expression.operand)) return undefined;
      continue;
    }
    if (expression.kind !== 'assignment' || !onlyReads(context, expression.value)) return undefined;
    const { target, operator } = expression;
    if (target.kind === 'array-access') {
      if (!isPlain(context, target, [outer, inner.variable], accesses)) return undefined;
      if (roots.size > 1) asks.add('the arrays of the loop have no rows in common');
    } else if (target.kind === 'name' && !own.has(target.name)) {
      if (operator !== '+=' || !isSum(context, inner, target)) return undefined;
      const type = context.typing.typeOf(target);
      if (type.kind !== 'primitive' || type.name === 'boolean' || type.name === 'char') return undefined;
      if (/^(?:float|double)$/.test(type.name)) asks.add(`${target.name} may be rounded otherwise`);
    } else if (target.kind !== 'name') return undefined;
  }
  return [...asks];
}

/** True for an expression that changes nothing and calls nothing but pure functions. */
function onlyReads(context: RuleContext, expression: Expression): boolean {
  let isIt = true;
  walkSyntax([expression], (node) => {
    const method = node.kind === 'call' ? methodOf(node, context.typing) : undefined;
    isIt &&=
      !/^(?:assignment|increment|new|new-array|lambda|method-reference|missing|switch-expression)$/.test(
        node.kind,
      ) &&
      (node.kind !== 'call' || (method !== undefined && isPure(method)));
    return isIt;
  });
  return isIt;
}

/** True for a local variable that the rounds add to and don't ask for. */
function isSum(context: RuleContext, inner: CountedLoop, target: Expression): boolean {
  const name = nameOf(target);
  if (name === undefined || context.typing.resolutionOf(target)?.kind !== 'local') return false;
  let uses = 0;
  walkSyntax(inner.loop.parts, (node) => {
    if (node.kind === 'name' && node.name === name) uses++;
    return true;
  });
  return uses === 1;
}

/** True if no other element of an array is read where one is written, which is that of the two loops. */
function isPlain(
  context: RuleContext,
  target: ElementAccess,
  variables: readonly string[],
  accesses: readonly ElementAccess[],
): boolean {
  const indexes = indexesOf(target);
  const isSteady = (index: Expression): boolean =>
    variables.some((name) => isName(index, name)) || variables.every((name) => !mentions(index, name));
  const counted = indexes.filter((index) => variables.some((name) => isName(index, name)));
  if (!indexes.every(isSteady) || counted.length === 0) return false;
  const [root, written] = [textOf(context, rootOf(target)), textOf(context, target)];
  return accesses.every(
    (each) => textOf(context, rootOf(each)) !== root || textOf(context, each) === written,
  );
}

function isWritten(access: ElementAccess, body: Statement): boolean {
  let isIt = false;
  walkSyntax([body], (node) => {
    isIt ||= node.kind === 'assignment' && node.target === access;
    return !isIt;
  });
  return isIt;
}
