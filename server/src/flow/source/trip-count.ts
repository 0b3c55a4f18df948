/**
 * Counts the rounds of a loop, if the text says them.
 *
 * Sits in `flow/`. Exact for counting loops over constants and for loops over
 * arrays and lists written out; an upper bound ("heuristic") where the loop
 * may be left early; otherwise unknown.
 */
import type { Expression, ForEachStatement, ForStatement, Statement } from '../../java/syntax/ast';
import type { ConstantTyping } from '../../java/typing/typing';
import type { FrequencyBasis } from './region';
import { walkSyntax, type SyntaxNode } from './syntax-children';

export interface TripCount {
  readonly trips: number;
  readonly basis: Exclude<FrequencyBasis, 'default'>;
}

/** `for (int i = a; i < b; i += c)` with constant a, b and c, and `i` changed by the header only. */
export function countForTrips(loop: ForStatement, typing: ConstantTyping | undefined): TripCount | undefined {
  if (typing === undefined || loop.condition === undefined) return undefined;
  const counter = counterOf(loop, typing);
  const [update, ...furtherUpdates] = loop.update;
  if (counter === undefined || update === undefined || furtherUpdates.length > 0) return undefined;
  const test = testOf(loop.condition, counter.name, typing);
  const step = stepOf(update, counter.name, typing);
  if (test === undefined || step === undefined || step === 0) return undefined;
  if (isAssigned(counter.name, [loop.body])) return undefined;
  const trips = countSteps(counter.start, test.operator, test.bound, step);
  if (trips === undefined) return undefined;
  return { trips, basis: mayLeave(loop.body) ? 'heuristic' : 'exact' };
}

/** Elements of an array initializer, `List.of`, `Set.of` or `Arrays.asList` that is looped over directly. */
export function countForEachTrips(loop: ForEachStatement): TripCount | undefined {
  const trips = writtenElements(loop.iterable);
  return trips === undefined ? undefined : { trips, basis: mayLeave(loop.body) ? 'heuristic' : 'exact' };
}

const ELEMENT_FACTORIES: ReadonlySet<string> = new Set(['List.of', 'Set.of', 'Arrays.asList', 'Stream.of']);

/**
 * The number of elements that an expression writes out. A single argument does not count, since it may
 * be an array that stands for all elements.
 */
export function writtenElements(expression: Expression): number | undefined {
  if (expression.kind === 'new-array') return expression.initializer?.elements.length;
  if (expression.kind !== 'call' || expression.target?.kind !== 'name') return undefined;
  if (!ELEMENT_FACTORIES.has(`${expression.target.name}.${expression.name}`)) return undefined;
  return expression.arguments.length === 1 ? undefined : expression.arguments.length;
}

function counterOf(
  loop: ForStatement,
  typing: ConstantTyping,
): { readonly name: string; readonly start: number } | undefined {
  const [init, ...furtherInits] = loop.init;
  if (init === undefined || furtherInits.length > 0) return undefined;
  if (init.kind === 'local-variable') {
    // Further variables, as in `int i = 0, n = 10`, do not disturb the first.
    const [declarator] = init.declarators;
    const start =
      declarator?.initializer === undefined ? undefined : integerOf(declarator.initializer, typing);
    return declarator === undefined || start === undefined ? undefined : { name: declarator.name, start };
  }
  if (
    init.kind !== 'expression-statement' ||
    init.expression.kind !== 'assignment' ||
    init.expression.operator !== '='
  )
    return undefined;
  const { target, value } = init.expression;
  const start = integerOf(value, typing);
  return target.kind !== 'name' || start === undefined ? undefined : { name: target.name, start };
}

type TestOperator = '<' | '<=' | '>' | '>=' | '!=';

const MIRRORED: Readonly<Record<TestOperator, TestOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '!=': '!=',
};

function testOf(
  condition: Expression,
  counter: string,
  typing: ConstantTyping,
): { readonly operator: TestOperator; readonly bound: number } | undefined {
  if (condition.kind !== 'binary' || !isTestOperator(condition.operator)) return undefined;
  const counterFirst = isName(condition.left, counter);
  if (!counterFirst && !isName(condition.right, counter)) return undefined;
  const bound = integerOf(counterFirst ? condition.right : condition.left, typing);
  if (bound === undefined) return undefined;
  return { operator: counterFirst ? condition.operator : MIRRORED[condition.operator], bound };
}

function isTestOperator(operator: string): operator is TestOperator {
  return Object.hasOwn(MIRRORED, operator);
}

function stepOf(update: Expression, counter: string, typing: ConstantTyping): number | undefined {
  if (update.kind === 'increment' && isName(update.operand, counter))
    return update.operator === '++' ? 1 : -1;
  if (update.kind !== 'assignment' || !isName(update.target, counter)) return undefined;
  if (update.operator === '+=' || update.operator === '-=')
    return signed(update.operator, integerOf(update.value, typing));
  const { value } = update;
  if (update.operator !== '=' || value.kind !== 'binary') return undefined;
  // `i = i + 3`, as in program 1 of Li and Gallagher.
  if (value.operator === '+' && isName(value.right, counter)) return integerOf(value.left, typing);
  if ((value.operator !== '+' && value.operator !== '-') || !isName(value.left, counter)) return undefined;
  return signed(`${value.operator}=`, integerOf(value.right, typing));
}

function signed(operator: '+=' | '-=', step: number | undefined): number | undefined {
  if (step === undefined) return undefined;
  return operator === '+=' ? step : -step;
}

const INT_MAX = 2 ** 31 - 1;
const INT_MIN = -(2 ** 31);

/** Rounds until the test fails; undefined where it would only fail after an overflow, or never. */
export function countSteps(
  start: number,
  operator: TestOperator,
  bound: number,
  step: number,
): number | undefined {
  if (operator === '!=') {
    const rounds = (bound - start) / step;
    // 0 / -1 is -0.
    return Number.isInteger(rounds) && rounds >= 0 ? Math.abs(rounds) : undefined;
  }
  const upwards = operator === '<' || operator === '<=';
  const distance = upwards ? bound - start : start - bound;
  const inclusive = operator === '<=' || operator === '>=';
  if (distance < 0 || (distance === 0 && !inclusive)) return 0;
  if (step > 0 !== upwards) return undefined;
  const size = Math.abs(step);
  const rounds = inclusive ? Math.floor(distance / size) + 1 : Math.ceil(distance / size);
  const last = start + rounds * step;
  return last > INT_MAX || last < INT_MIN ? undefined : rounds;
}

/** Integers up to int's range, whatever their Java type. */
function integerOf(expression: Expression, typing: ConstantTyping): number | undefined {
  const constant = typing.constantOf(expression);
  if (constant === undefined || (constant.kind !== 'int' && constant.kind !== 'long')) return undefined;
  const value = Number(constant.value);
  return value >= INT_MIN && value <= INT_MAX ? value : undefined;
}

function isName(expression: Expression, name: string): boolean {
  return expression.kind === 'name' && expression.name === name;
}

/** True if a variable is assigned, incremented or decremented anywhere in the nodes. */
function isAssigned(name: string, nodes: readonly SyntaxNode[]): boolean {
  let found = false;
  walkSyntax(nodes, (node) => {
    if (node.kind === 'assignment') found ||= isName(node.target, name);
    else if (node.kind === 'increment') found ||= isName(node.operand, name);
    return !found;
  });
  return found;
}

/**
 * True if a body can leave its loop before the test does: by `return`, `throw`, or a jump out of it.
 * Lambdas return to their own callers. A label is taken to lie outside, which errs on the side of
 * "heuristic".
 */
function mayLeave(body: Statement): boolean {
  const pending: { readonly node: SyntaxNode; readonly breakable: boolean }[] = [
    { node: body, breakable: false },
  ];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, breakable } = entry;
    if (node.kind === 'return' || node.kind === 'throw') return true;
    if (node.kind === 'break' && (node.label !== undefined || !breakable)) return true;
    if (node.kind === 'continue' && node.label !== undefined) return true;
    if (node.kind === 'lambda') continue;
    const inside = breakable || isBreakTarget(node.kind);
    walkSyntax([node], (child) => {
      if (child === node) return true;
      pending.push({ node: child, breakable: inside });
      return false;
    });
  }
  return false;
}

function isBreakTarget(kind: SyntaxNode['kind']): boolean {
  return (
    kind === 'while' || kind === 'do' || kind === 'for' || kind === 'for-each' || kind === 'switch-statement'
  );
}
