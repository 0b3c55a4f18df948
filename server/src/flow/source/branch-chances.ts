/**
 * Judges how likely a condition is true, by its form and by the code that it guards.
 *
 * Sits in `flow/`, used by the division into blocks. Constants are exact;
 * all else follows Ball and Larus 1993 with the rates of Wu and Larus 1994
 * (see `assumptions.ts`).
 */
import type { Expression, Statement } from '../../java/syntax/ast';
import type { Typing } from '../../java/typing/typing';
import { CHANCES, combineChances } from './assumptions';
import type { FrequencyBasis } from './region';

export type BranchTyping = Pick<Typing, 'constantOf' | 'typeOf'>;

type IfStatement = Statement & { readonly kind: 'if' };

interface Chance {
  readonly probability: number;
  readonly basis: FrequencyBasis;
}

/** The chance that a condition is true, by its own form. */
export function chanceOfTruth(condition: Expression, typing: BranchTyping | undefined): Chance {
  const constant = typing?.constantOf(condition) ?? literalConstant(condition);
  if (constant?.kind === 'boolean') return { probability: constant.value ? 1 : 0, basis: 'exact' };
  return { probability: formChance(condition, typing), basis: 'heuristic' };
}

function literalConstant(
  condition: Expression,
): { readonly kind: 'boolean'; readonly value: boolean } | undefined {
  if (condition.kind !== 'literal' || condition.literal !== 'boolean') return undefined;
  return { kind: 'boolean', value: condition.text === 'true' };
}

function formChance(condition: Expression, typing: BranchTyping | undefined): number {
  if (condition.kind === 'unary' && condition.operator === '!')
    return 1 - chanceOfTruth(condition.operand, typing).probability;
  if (condition.kind !== 'binary') return CHANCES.even;
  const { operator } = condition;
  if (operator === '&&' || operator === '||') {
    // A chain of one operator leans to the left; walked so that its length is no danger.
    const isAnd = operator === '&&';
    let undecided = 1;
    let rest: Expression = condition;
    while (rest.kind === 'binary' && rest.operator === operator) {
      const right = chanceOfTruth(rest.right, typing).probability;
      undecided *= isAnd ? right : 1 - right;
      rest = rest.left;
    }
    const first = chanceOfTruth(rest, typing).probability;
    undecided *= isAnd ? first : 1 - first;
    return isAnd ? undecided : 1 - undecided;
  }
  if (operator === '==') return 1 - chanceOfDifference(condition.left, condition.right, typing);
  if (operator === '!=') return chanceOfDifference(condition.left, condition.right, typing);
  if (isZero(condition.right, typing)) {
    if (operator === '<' || operator === '<=') return 1 - CHANCES.opcode;
    if (operator === '>' || operator === '>=') return CHANCES.opcode;
  }
  return CHANCES.even;
}

function chanceOfDifference(left: Expression, right: Expression, typing: BranchTyping | undefined): number {
  if (isNull(left) || isNull(right)) return CHANCES.referencesDiffer;
  const constant = typing?.constantOf(right) ?? typing?.constantOf(left);
  if (constant !== undefined && constant.kind !== 'boolean' && constant.kind !== 'string')
    return CHANCES.opcode;
  const type = typing?.typeOf(left).kind;
  return type === 'class' || type === 'array' || type === 'variable'
    ? CHANCES.referencesDiffer
    : CHANCES.even;
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.literal === 'null';
}

function isZero(expression: Expression, typing: BranchTyping | undefined): boolean {
  if (expression.kind === 'literal' && expression.text === '0') return true;
  const constant = typing?.constantOf(expression);
  return (
    constant !== undefined &&
    Number(constant.value) === 0 &&
    constant.kind !== 'string' &&
    constant.kind !== 'boolean'
  );
}

/**
 * The way in which a guarded statement always ends. The return and loop exit heuristics of Ball and
 * Larus look at it.
 */
function endingOf(statement: Statement | undefined): 'throws' | 'returns' | 'leaves-loop' | 'falls-through' {
  const last = statement?.kind === 'block' ? statement.statements.at(-1) : statement;
  switch (last?.kind) {
    case 'throw':
      return 'throws';
    case 'return':
      return 'returns';
    case 'break':
    case 'continue':
      return 'leaves-loop';
    case 'block':
      return endingOf(last);
    default:
      return 'falls-through';
  }
}

/**
 * The chance that an `if` takes its first branch. An error path ends all
 * rounds of the loops around it: its chance is one for all of them together.
 */
export function chanceOfThen(
  { condition, then, otherwise }: Pick<IfStatement, 'condition' | 'then' | 'otherwise'>,
  typing: BranchTyping | undefined,
  tripsAround = 1,
): Chance {
  const byForm = chanceOfTruth(condition, typing);
  if (byForm.basis === 'exact') return byForm;
  const throws = CHANCES.throws / Math.max(1, tripsAround);
  const thenEnds = endingOf(then);
  const elseEnds = endingOf(otherwise);
  if (thenEnds === 'throws' && elseEnds !== 'throws') return { probability: throws, basis: 'heuristic' };
  if (elseEnds === 'throws' && thenEnds !== 'throws') return { probability: 1 - throws, basis: 'heuristic' };
  let probability = byForm.probability;
  if (thenEnds !== elseEnds) {
    probability = combineChances(probability, endingChance(thenEnds));
    probability = combineChances(probability, 1 - endingChance(elseEnds));
  }
  return { probability, basis: 'heuristic' };
}

/** The chance that a branch with such an ending is taken. */
function endingChance(ending: ReturnType<typeof endingOf>): number {
  if (ending === 'returns') return 1 - CHANCES.noReturn;
  return ending === 'leaves-loop' ? 1 - CHANCES.noExit : CHANCES.even;
}
