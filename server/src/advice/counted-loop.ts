/** `for` loops that count a variable up from a start to a bound, and the indices that they compute from it. */
import type { Expression, Statement } from '../java/syntax/ast';
import type { Typing } from '../java/typing/typing';
import { invarianceOf } from './invariance';
import { type BodyLoop, describeLoop } from './loops';
import { isName } from './spans';

export interface CountedLoop {
  readonly loop: BodyLoop;
  readonly variable: string;
  /** The first value of the variable. */
  readonly from: Expression;
  /** The variable stays below it. It is the same in every round. */
  readonly bound: Expression;
  readonly step: number;
  /** The statements of the body. */
  readonly statements: readonly Statement[];
}

/** The counted loop that a `for` is; undefined in another form, and if the body changes the variable or the bound. */
export function countedLoop(
  node: Extract<Statement, { kind: 'for' }>,
  typing: Typing,
): CountedLoop | undefined {
  const [init] = node.init;
  const [update] = node.update;
  if (node.init.length !== 1 || node.update.length !== 1 || update === undefined) return undefined;
  if (init?.kind !== 'local-variable' || init.declarators.length !== 1) return undefined;
  const [declarator] = init.declarators;
  const { condition } = node;
  if (declarator?.initializer === undefined || condition?.kind !== 'binary' || condition.operator !== '<')
    return undefined;
  const variable = declarator.name;
  const step = stepOf(update, variable, typing);
  if (!isName(condition.left, variable) || step === undefined) return undefined;
  const body: BodyLoop = describeLoop({ ...node, update: [] }, typing);
  if (body.changes.locals.has(variable)) return undefined;
  const loop = describeLoop(node, typing);
  if (invarianceOf(condition.right, loop, typing) === 'no') return undefined;
  return {
    ...{ loop, variable, step, from: declarator.initializer, bound: condition.right },
    statements: node.body.kind === 'block' ? node.body.statements : [node.body],
  };
}

/** The k of an index `i + k` with the loop's variable i; 0 for `i` alone, undefined for any other index. */
export function indexOffset(index: Expression, { variable }: CountedLoop): number | undefined {
  if (isName(index, variable)) return 0;
  if (index.kind !== 'binary' || index.operator !== '+') return undefined;
  const { left, right } = index;
  const [one, other] = isName(left, variable) ? [left, right] : [right, left];
  if (!isName(one, variable) || other.kind !== 'literal') return undefined;
  return /^\d+$/.test(other.text) ? Number(other.text) : undefined;
}

/** The k that `i += k`, `i = i + k`, `i++` or `++i` adds to the variable; undefined for any other update. */
function stepOf(update: Expression, variable: string, typing: Typing): number | undefined {
  const isVariable = (expression: Expression): boolean => isName(expression, variable);
  if (update.kind === 'increment')
    return update.operator === '++' && isVariable(update.operand) ? 1 : undefined;
  if (update.kind !== 'assignment' || !isVariable(update.target)) return undefined;
  if (update.operator === '+=') return positive(numberOf(update.value, typing));
  const { value } = update;
  if (update.operator !== '=' || value.kind !== 'binary' || value.operator !== '+' || !isVariable(value.left))
    return undefined;
  return positive(numberOf(value.right, typing));
}

function positive(step: number | undefined): number | undefined {
  return step !== undefined && step > 0 ? step : undefined;
}

/** The value of a constant expression of type int; undefined for any other. */
export function numberOf(expression: Expression, typing: Typing): number | undefined {
  const constant = typing.constantOf(expression);
  return constant?.kind === 'int' ? constant.value : undefined;
}

/** True for `array.length`, by the name of the array. */
export function isLengthOf(expression: Expression | undefined, array: string): boolean {
  return (
    expression?.kind === 'field-access' && expression.name === 'length' && isName(expression.target, array)
  );
}
