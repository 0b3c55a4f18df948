/**
 * Binary operators, `instanceof` and assignments (JLS 15.17-15.26).
 *
 * java-parser gives operands and operators as one flat list; the tree is built
 * here by precedence, left to right.
 */

import type { BinaryOperator, AssignmentOperator } from '../syntax/operators';
import { present } from '../../base/check';
import type { CstNode, CstToken } from 'java-parser-internals/parser.js';
import type { Expression } from '../syntax/ast';
import { MAX_CHAIN, lowerType, missing, reportAt } from './context';
import type { Lowering } from './context';
import { childNode, childToken, endOf, isNode, orderedChildren, spanOf, startOf } from './cst';
import { lowerPattern } from './switches';

/** Binding strength of the binary operators, and of `instanceof`. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  ['||', '&&', '|', '^', '&', '== !=', '< > <= >= instanceof', '<< >> >>>', '+ -', '* / %'].flatMap(
    (operators, index) => operators.split(' ').map((operator) => [operator, index + 1] as const),
  ),
);

/** A step of a chain of operators: an operator and the operand to its right. */
interface OperatorStep {
  readonly operator: string;
  readonly operatorStart: number;
  /** Binding strength; 0 for an assignment, which takes all to its right. */
  readonly precedence: number;
  readonly right: CstNode | undefined;
}

/** Lowers a `binaryExpression`. */
export function lowerOperators(lowering: Lowering, node: CstNode, at: number): Expression {
  const [first, ...rest] = orderedChildren(node);
  if (first === undefined) return missing(spanOf(node, at));
  const firstIsOperand = isNode(first) && first.name === 'unaryExpression';
  const left = firstIsOperand
    ? lowering.unary(lowering, first, at)
    : missing({ start: startOf(first), end: startOf(first) });
  const steps = readSteps(firstIsOperand ? rest : [first, ...rest]);
  if (steps.length === 0) return left;
  return steps.length > MAX_CHAIN ? combineLong(lowering, left, steps) : combine(lowering, left, steps);
}

/**
 * A chain too long for a left-deep tree. After a string literal every `+` joins
 * strings, which is associative (JLS 15.18.1): so such a chain is cut before its
 * string literals and joined again as a balanced tree. Others lose their left end.
 */
function combineLong(lowering: Lowering, left: Expression, steps: readonly OperatorStep[]): Expression {
  const balanced = isString(left) ? joinStrings(lowering, left, steps) : undefined;
  if (balanced !== undefined) return balanced;
  const lost = steps[steps.length - MAX_CHAIN - 1];
  const end = lost?.right === undefined ? left.end : endOf(lost.right);
  const cut = missing({ start: left.start, end });
  reportAt(lowering, `a chain of more than ${MAX_CHAIN} operators is not read to its left end`, cut);
  return combine(lowering, cut, steps.slice(-MAX_CHAIN));
}

function isString(expression: Expression): boolean {
  return (
    expression.kind === 'literal' && (expression.literal === 'string' || expression.literal === 'text-block')
  );
}

function joinStrings(
  lowering: Lowering,
  left: Expression,
  steps: readonly OperatorStep[],
): Expression | undefined {
  const plus = present(PRECEDENCE.get('+'), 'the precedence of +');
  if (steps.some(({ operator, precedence }) => precedence < plus || operator === '-')) return undefined;
  const segments: {
    readonly before: OperatorStep | undefined;
    readonly first: Expression;
    readonly rest: OperatorStep[];
  }[] = [];
  let segment = { before: undefined as OperatorStep | undefined, first: left, rest: [] as OperatorStep[] };
  steps.forEach((step, index) => {
    const next = steps[index + 1];
    const stringAlone =
      step.operator === '+' && (next === undefined || next.operator === '+') && isStringNode(step.right);
    if (stringAlone && step.right !== undefined) {
      segments.push(segment);
      segment = { before: step, first: lowering.unary(lowering, step.right, step.operatorStart), rest: [] };
    } else segment.rest.push(step);
  });
  segments.push(segment);
  if (segments.some(({ rest }) => rest.length > MAX_CHAIN)) return undefined;
  let joined = segments.map(({ before, first, rest }) => ({
    before,
    expression: combine(lowering, first, rest),
  }));
  while (joined.length > 1) {
    const halved: typeof joined = [];
    for (let index = 0; index < joined.length; index += 2) {
      const [one, other] = [joined[index], joined[index + 1]];
      if (one === undefined) continue;
      const step = other?.before;
      halved.push(
        other === undefined || step === undefined
          ? one
          : { before: one.before, expression: applyBinary(step, one.expression, other.expression) },
      );
    }
    joined = halved;
  }
  return joined[0]?.expression;
}

/** True if a `unaryExpression` is a string literal and nothing else. */
function isStringNode(node: CstNode | undefined): boolean {
  let inner: CstNode | undefined = node;
  for (const rule of ['primary', 'primaryPrefix', 'literal']) {
    if (inner === undefined || orderedChildren(inner).length !== 1) return false;
    inner = childNode(inner, rule);
  }
  return childToken(inner, 'StringLiteral') !== undefined || childToken(inner, 'TextBlock') !== undefined;
}

function readSteps(elements: readonly (CstNode | CstToken)[]): readonly OperatorStep[] {
  const steps: OperatorStep[] = [];
  let index = 0;
  while (index < elements.length) {
    const element = elements[index++];
    if (element === undefined || (isNode(element) && element.name !== 'shiftOperator')) continue;
    const operator = isNode(element) ? shiftImage(element) : element.image;
    const following = elements[index];
    const right =
      following !== undefined && isNode(following) && following.name !== 'shiftOperator'
        ? following
        : undefined;
    if (right !== undefined) index++;
    steps.push({
      operator,
      operatorStart: startOf(element),
      precedence: PRECEDENCE.get(operator) ?? 0,
      right,
    });
  }
  return steps;
}

function shiftImage(node: CstNode): string {
  return orderedChildren(node)
    .map((token) => (isNode(token) ? '' : token.image))
    .join('');
}

/** Shunting-yard over the steps; assignments associate to the right and end the chain. */
function combine(lowering: Lowering, first: Expression, steps: readonly OperatorStep[]): Expression {
  const operands: Expression[] = [first];
  const pending: OperatorStep[] = [];
  const reduce = (precedence: number): void => {
    for (;;) {
      const last = pending.at(-1);
      if (last === undefined || last.precedence < precedence) return;
      pending.pop();
      const right = operands.pop();
      const left = operands.pop();
      if (left === undefined || right === undefined) return;
      operands.push(applyBinary(last, left, right));
    }
  };
  for (const step of steps) {
    const at = step.operatorStart + step.operator.length;
    if (step.operator === 'instanceof') {
      reduce(step.precedence);
      const operand = operands.pop() ?? first;
      operands.push(lowerInstanceof(lowering, operand, step, at));
      continue;
    }
    if (step.precedence === 0) {
      reduce(1);
      const value = lowering.expression(lowering, step.right, at);
      const target = operands.pop() ?? first;
      operands.push({
        kind: 'assignment',
        operator: step.operator as AssignmentOperator,
        operatorStart: step.operatorStart,
        target,
        value,
        start: target.start,
        end: value.end,
      });
      continue;
    }
    reduce(step.precedence);
    pending.push(step);
    operands.push(
      step.right === undefined ? missing({ start: at, end: at }) : lowering.unary(lowering, step.right, at),
    );
  }
  reduce(1);
  return operands[0] ?? first;
}

function applyBinary(step: OperatorStep, left: Expression, right: Expression): Expression {
  return {
    kind: 'binary',
    operator: step.operator as BinaryOperator,
    operatorStart: step.operatorStart,
    left,
    right,
    start: left.start,
    end: right.end,
  };
}

function lowerInstanceof(
  lowering: Lowering,
  operand: Expression,
  step: OperatorStep,
  at: number,
): Expression {
  const { right } = step;
  if (right === undefined) return { kind: 'instanceof', operand, start: operand.start, end: at };
  const { start } = operand;
  const { end } = spanOf(right, at);
  if (right.name === 'pattern') {
    return { kind: 'instanceof', operand, pattern: lowerPattern(lowering, right, at), start, end };
  }
  return { kind: 'instanceof', operand, type: lowerType(lowering, right, at), start, end };
}
