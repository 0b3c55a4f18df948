/**
 * `for (int i = FROM; i < BOUND; i += STEP)`: loops that count up.
 *
 * Sits in `advice/`.
 */
import type { Expression, Statement } from '../../java/syntax/ast';
import type { Typing } from '../../java/typing/typing';
import { describeLoop, type BodyLoop } from '../loops';

export interface CountedLoop {
  readonly loop: BodyLoop;
  readonly variable: string;
  /** Undefined where it is no constant. */
  readonly from: number | undefined;
  readonly bound: Expression;
  readonly step: number;
  /** The statements of the body. */
  readonly statements: readonly Statement[];
}

/** Undefined for other loops, and where the body changes the variable. */
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
  if (condition.left.kind !== 'name' || condition.left.name !== variable || step === undefined)
    return undefined;
  const body: BodyLoop = describeLoop({ ...node, update: [] }, typing);
  if (body.changes.locals.has(variable)) return undefined;
  return {
    loop: describeLoop(node, typing),
    variable,
    from: numberOf(declarator.initializer, typing),
    bound: condition.right,
    step,
    statements: node.body.kind === 'block' ? node.body.statements : [node.body],
  };
}

/** k of `i + k`; 0 of `i`. */
export function indexOffset(index: Expression, { variable }: CountedLoop): number | undefined {
  if (index.kind === 'name') return index.name === variable ? 0 : undefined;
  if (index.kind !== 'binary' || index.operator !== '+') return undefined;
  const [one, other] =
    index.left.kind === 'name' && index.left.name === variable
      ? [index.left, index.right]
      : [index.right, index.left];
  if (one.kind !== 'name' || one.name !== variable || other.kind !== 'literal') return undefined;
  return /^\d+$/.test(other.text) ? Number(other.text) : undefined;
}

/** `i++`, `++i`, `i += k`, `i = i + k`. */
function stepOf(update: Expression, variable: string, typing: Typing): number | undefined {
  const isVariable = (expression: Expression): boolean =>
    expression.kind === 'name' && expression.name === variable;
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

function numberOf(expression: Expression, typing: Typing): number | undefined {
  const constant = typing.constantOf(expression);
  return constant?.kind === 'int' ? constant.value : undefined;
}
