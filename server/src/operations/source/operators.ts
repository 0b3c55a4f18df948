/**
 * Operators that compute: arithmetic, shifts, comparisons, negation, and the conditions made of them.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.completeBinop`,
 * `genCond` and `CondItem.load`.
 */
import type { BinaryOperator } from '../../java/syntax/operators';
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression } from '../../java/syntax/ast';
import { binaryPromotion, primitiveOf, unaryPromotion } from '../../java/types/conversions';
import { booleanType, intType } from '../../java/types/types';
import { operationKey } from '../catalogue/catalogue';
import { convert, sizeOf } from './convert';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import type { OperandType, SizeClass } from '../catalogue/operation';
import type { ConditionEnd, SourceWalk, Truth } from './source-walk';

type BinaryExpression = Expression & { readonly kind: 'binary' };

export const ARITHMETIC_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['+', 'Addition'],
  ['-', 'Subtraction'],
  ['*', 'Multi'],
  ['/', 'Division'],
  ['%', 'Modulo'],
  ['&', 'BitAnd'],
  ['|', 'BitOr'],
  ['^', 'BitXor'],
  ['<<', 'ShiftLeft'],
  ['>>', 'ShiftRight'],
  ['>>>', 'UnsignedShiftRight'],
]);

const COMPARISON_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['<', 'Less'],
  ['<=', 'LessEqual'],
  ['>', 'Greater'],
  ['>=', 'GreaterEqual'],
  ['==', 'Equal'],
  ['!=', 'NotEqual'],
]);

export function isComparison(operator: BinaryOperator): boolean {
  return COMPARISON_FAMILIES.has(operator);
}

/** The types that the two operands are converted to before the operator works on them. */
interface OperandTargets {
  readonly left: JavaType | undefined;
  readonly right: JavaType | undefined;
}

export function targetsOf(operator: string, left: JavaType, right: JavaType): OperandTargets {
  if (operator === '<<' || operator === '>>' || operator === '>>>') {
    // A long distance is cut to int: the shift instructions take no other.
    return { left: unaryPromotion(left), right: unaryPromotion(right) === undefined ? undefined : intType };
  }
  const promoted = binaryPromotion(left, right);
  if (promoted !== undefined) return { left: promoted, right: promoted };
  const areBooleans = primitiveOf(left)?.name === 'boolean' && primitiveOf(right)?.name === 'boolean';
  return areBooleans ? { left: booleanType, right: booleanType } : { left: undefined, right: undefined };
}

/** Key of an operator over numbers or booleans: named as written, with the type worked in first among the operands. */
export function arithmeticKey(
  family: string,
  {
    left,
    right,
    worksIn,
    size,
  }: {
    readonly left: JavaType;
    readonly right: JavaType;
    readonly worksIn?: JavaType | undefined;
    readonly size: SizeClass;
  },
) {
  const names = [unboxedName(left), unboxedName(right)];
  return operationKey(family, workingFirst(names, worksIn), size, names);
}

function workingFirst(names: readonly OperandType[], worksIn: JavaType | undefined): readonly OperandType[] {
  const [left = UNTYPED, right = UNTYPED] = names;
  if (worksIn === undefined)
    return names.includes(UNTYPED) ? [UNTYPED, left === UNTYPED ? right : left] : names;
  const working = operandTypeOf(worksIn);
  return [working, left === working ? right : left];
}

function unboxedName(type: JavaType): OperandType {
  return operandTypeOf(primitiveOf(type) ?? type);
}

/** `+` of numbers and its like; chains lean to the left and are walked without recursion. */
export function walkArithmetic(walk: SourceWalk, expression: BinaryExpression): void {
  const chain: BinaryExpression[] = [expression];
  let left = expression.left;
  while (left.kind === 'binary' && isPlainArithmetic(walk, left)) {
    chain.push(left);
    left = left.left;
  }
  let isFirst = true;
  for (const link of chain.reverse()) {
    const leftType = walk.typing.typeOf(link.left);
    const rightType = walk.typing.typeOf(link.right);
    const targets = targetsOf(link.operator, leftType, rightType);
    if (isFirst) walk.value(link.left, targets.left);
    else convert(walk, leftType, targets.left, link.left.start);
    isFirst = false;
    walk.value(link.right, targets.right);
    const family = ARITHMETIC_FAMILIES.get(link.operator) ?? 'Addition';
    const size = sizeOf(walk, link.right, targets.right);
    walk.recorder.record(
      arithmeticKey(family, { left: leftType, right: rightType, worksIn: targets.left, size }),
      link.operatorStart,
    );
  }
}

function isPlainArithmetic(walk: SourceWalk, expression: BinaryExpression): boolean {
  if (!ARITHMETIC_FAMILIES.has(expression.operator) || walk.typing.constantOf(expression) !== undefined)
    return false;
  return !isString(walk.typing.typeOf(expression)) && walk.blocks.blockAt.get(expression) === undefined;
}

export function isString(type: JavaType): boolean {
  return type.kind === 'class' && type.name === 'java/lang/String';
}

export function walkUnary(walk: SourceWalk, expression: Expression & { readonly kind: 'unary' }): void {
  const type = walk.typing.typeOf(expression.operand);
  const target = unaryPromotion(type);
  walk.value(expression.operand, target);
  if (expression.operator === '+') return;
  const family = expression.operator === '-' ? 'Negation' : 'BitComplement';
  const size = sizeOf(walk, expression.operand, target);
  const working = target === undefined ? UNTYPED : operandTypeOf(target);
  walk.recorder.record(operationKey(family, [working], size, [unboxedName(type)]), expression.start);
}

/** A comparison with its branch. */
function walkComparison(walk: SourceWalk, expression: BinaryExpression): void {
  const { left, right, operator, operatorStart } = expression;
  const family = COMPARISON_FAMILIES.get(operator) ?? 'Equal';
  const leftType = walk.typing.typeOf(left);
  const rightType = walk.typing.typeOf(right);
  const isEquality = operator === '==' || operator === '!=';
  const isByReference = isEquality && isReference(leftType) && isReference(rightType);
  const targets = isByReference
    ? { left: undefined, right: undefined }
    : targetsOf(operator, leftType, rightType);
  walk.value(left, targets.left);
  walk.value(right, targets.right);
  const size = sizeOf(walk, right, targets.right);
  if (targets.left === undefined) {
    const names = [operandTypeOf(leftType), operandTypeOf(rightType)];
    walk.recorder.record(operationKey(family, names, size), operatorStart);
    return;
  }
  const key = arithmeticKey(family, { left: leftType, right: rightType, worksIn: targets.left, size });
  const isWithZero = isIntLike(targets.left) && isZero(walk, right);
  const leftName = unboxedName(leftType);
  walk.recorder.record(
    isWithZero ? operationKey(family, [key.operands[0] ?? UNTYPED, '0'], size, [leftName, '0']) : key,
    operatorStart,
  );
}

function isReference(type: JavaType): boolean {
  return type.kind !== 'primitive' && type.kind !== 'unknown';
}

function isIntLike(type: JavaType): boolean {
  return type.kind === 'primitive' && (type.name === 'int' || type.name === 'boolean');
}

/** True for a constant 0. To javac `false` is the int constant 0 as well. */
function isZero(walk: SourceWalk, expression: Expression): boolean {
  const constant = walk.typing.constantOf(expression);
  if (constant === undefined || constant.kind === 'string') return false;
  return constant.kind === 'boolean' ? !constant.value : Number(constant.value) === 0;
}

export function constantTruth(walk: SourceWalk, expression: Expression): Truth {
  const constant = walk.typing.constantOf(expression);
  if (constant?.kind !== 'boolean') return 'open';
  return constant.value ? 'true' : 'false';
}

/** Turns a condition's end towards its jumps: a jump that no branch makes takes a goto. */
export function settle(
  walk: SourceWalk,
  end: ConditionEnd,
  jumps: 'when-true' | 'when-false',
  offset: number,
): Truth {
  if (end !== 'matched' && end !== 'unmatched') return end;
  if ((end === 'matched') === (jumps === 'when-true')) {
    walk.recorder.record(operationKey('BlockGoto', [], 'constant', ['boolean']), offset);
  }
  return 'open';
}

/** Branches on a condition; what is known of its outcome comes back. */
export function walkCondition(walk: SourceWalk, expression: Expression): ConditionEnd {
  const known = constantTruth(walk, expression);
  if (known !== 'open') return known;
  switch (expression.kind) {
    case 'unary':
      return expression.operator === '!'
        ? inverse(walk.branch(expression.operand))
        : testValue(walk, expression);
    case 'binary':
      if (expression.operator === '&&' || expression.operator === '||')
        return walkShortCircuit(walk, expression);
      if (!isComparison(expression.operator)) return testValue(walk, expression);
      walkComparison(walk, expression);
      return 'open';
    case 'conditional':
      return walkConditionalCondition(walk, expression);
    default:
      return testValue(walk, expression);
  }
}

/** A boolean value on the stack decides: one more branch. */
function testValue(walk: SourceWalk, expression: Expression): Truth {
  walk.value(expression, booleanType);
  recordTest(walk, expression.start);
  return 'open';
}

export function recordTest(walk: SourceWalk, offset: number): void {
  walk.recorder.record(operationKey('BooleanTest', ['boolean'], 'load'), offset);
}

const INVERSES: Readonly<Record<ConditionEnd, ConditionEnd>> = {
  open: 'open',
  true: 'false',
  false: 'true',
  matched: 'unmatched',
  unmatched: 'matched',
};

function inverse(end: ConditionEnd): ConditionEnd {
  return INVERSES[end];
}

/** Chains of one operator lean to the left and are walked without recursion; what a constant decides is left out. */
function walkShortCircuit(walk: SourceWalk, expression: BinaryExpression): ConditionEnd {
  const { operator } = expression;
  const links: BinaryExpression[] = [];
  let first: Expression = expression;
  while (first.kind === 'binary' && first.operator === operator) {
    links.push(first);
    first = first.left;
  }
  const decisive = operator === '&&' ? 'false' : 'true';
  const jumps = operator === '&&' ? 'when-false' : 'when-true';
  let left = first;
  let end = walk.branch(first);
  let isOpen = false;
  for (const link of links.reverse()) {
    const known = settle(walk, end, jumps, left.start);
    if (known === decisive) return known;
    isOpen ||= known === 'open';
    end = walk.within(link.right, () => walk.branch(link.right));
    left = link.right;
  }
  // A constant at the end leaves what the operands before it left open.
  if (!isOpen || (end !== 'true' && end !== 'false')) return end;
  return end === decisive ? end : operator === '&&' ? 'matched' : 'unmatched';
}

/** `c ? a : b` that is itself a condition: three branches, and a goto over the last. */
function walkConditionalCondition(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'conditional' },
): Truth {
  const { condition, whenTrue, whenFalse } = expression;
  const truth = walk.condition(condition);
  if (truth !== 'open') {
    const taken = truth === 'true' ? whenTrue : whenFalse;
    return walk.within(taken, () => walk.condition(taken));
  }
  const chain = { reached: false };
  const first = walk.within(whenTrue, () => {
    const outcome = walk.condition(whenTrue);
    walk.recorder.jump('conditional', Math.max(whenTrue.start, whenTrue.end - 1), chain);
    return outcome;
  });
  walk.recorder.reach = 'pending';
  const second = walk.within(whenFalse, () => walk.condition(whenFalse));
  walk.recorder.land(chain);
  return first === second ? first : 'open';
}

/** A condition whose outcome is stored, passed or returned: two constants and a goto between them. */
export function walkConditionValue(walk: SourceWalk, expression: Expression): void {
  const truth = walk.condition(expression);
  if (truth === 'open') {
    walk.recorder.push();
    walk.recorder.record(operationKey('BlockGoto', [], 'constant', ['boolean']), expression.start);
  }
  walk.recorder.push();
}
