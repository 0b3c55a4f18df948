/**
 * The rounds of a loop as a formula, if its text tells how far it runs.
 *
 * Sits in `flow/`, under `read-formulas.ts`.
 */
import type { Expression } from '../../java/syntax/ast';
import type { ValueFormula } from './formula';
import type { LoopStatement, BodyVariable } from './formula-variables';
import { type SyntaxNode, walkSyntax } from './syntax-children';

interface LoopContext {
  of(expression: Expression): ValueFormula | undefined;
  startOf(variable: BodyVariable): ValueFormula | undefined;
  variableOf(expression: Expression): BodyVariable | undefined;
  loopAround(offset: number): LoopStatement | undefined;
}

export function formulaOfRounds(loop: LoopStatement, around: LoopContext): ValueFormula | undefined {
  if (loop.kind === 'for-each') return around.of(loop.iterable);
  if (loop.condition === undefined) return undefined;
  for (const test of testsIn(loop.condition)) {
    const rounds = roundsByTest(test, loop, around);
    if (rounds !== undefined) return rounds;
  }
  return undefined;
}

/** The parts of a condition that must all hold. */
export function testsIn(condition: Expression): readonly Expression[] {
  const tests: Expression[] = [];
  let rest = condition;
  while (rest.kind === 'binary' && rest.operator === '&&') {
    tests.unshift(rest.right);
    rest = rest.left;
  }
  return [rest, ...tests];
}

const REST = /^has(?:Next|MoreElements|MoreTokens)$/;
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '!=': '!=' };

function roundsByTest(test: Expression, loop: LoopStatement, around: LoopContext): ValueFormula | undefined {
  if (test.kind === 'call')
    return REST.test(test.name) && test.target !== undefined ? around.of(test.target) : undefined;
  if (test.kind !== 'binary' || MIRRORED[test.operator] === undefined) return undefined;
  const { operator, left, right } = test;
  // What is filled until it is as large.
  if (loop.kind === 'while' && operator === '<' && left.kind === 'call' && isSizeMethod(left.name))
    return around.of(right);
  return (
    roundsByCounter({ counter: left, operator, bound: right }, loop, around) ??
    roundsByCounter({ counter: right, operator: MIRRORED[operator] ?? operator, bound: left }, loop, around)
  );
}

export function isSizeMethod(name: string): boolean {
  return name === 'size' || name === 'length';
}

interface CounterTest {
  readonly counter: Expression;
  readonly operator: string;
  readonly bound: Expression;
}

function roundsByCounter(
  { counter, operator, bound }: CounterTest,
  loop: LoopStatement,
  around: LoopContext,
): ValueFormula | undefined {
  // `i + 1 < n`
  if (counter.kind === 'binary' && counter.operator === '+')
    return roundsByCounter({ counter: counter.left, operator, bound }, loop, around);
  // `n-- > 0`
  if (counter.kind === 'increment')
    return roundsByCounter({ counter: counter.operand, operator, bound }, loop, around);
  const variable = around.variableOf(counter);
  if (variable === undefined || counter.kind !== 'name') return undefined;
  const step = stepOf(counter.name, loop, around);
  const start = startIn(loop, counter.name, around) ?? startBefore(variable, loop, around);
  const end = around.of(bound) ?? startOfName(bound, loop, around);
  if (step === undefined)
    return start !== undefined &&
      end !== undefined &&
      operator.startsWith('<') &&
      halves(loop, [counter, bound])
      ? `${end} ${start} - 2 log`
      : undefined;
  const isUp = operator === '!=' ? step.isUp : operator.startsWith('<');
  if (isUp !== step.isUp) return undefined;
  const isInclusive = operator === '<=' || operator === '>=';
  if (step.isFactor) {
    if (start === undefined || end === undefined) return undefined;
    // Quotients are whole numbers: those above a bound begin with the next one.
    if (!isUp) return `${start} ${isInclusive ? `${end} 1 max` : `${end} 1 +`} / ${step.by} log floor 1 +`;
    const rounds = `${end} ${start} 1 max / ${step.by} log`;
    return isInclusive ? `${rounds} floor 1 +` : `${rounds} ceil`;
  }
  const distance =
    distanceInText(startInHeader(loop, counter.name) ?? counter, bound, isUp, around) ??
    (start === undefined || end === undefined
      ? undefined
      : difference(isUp ? end : start, isUp ? start : end));
  if (distance === undefined) return undefined;
  const rounds = isInclusive ? `${distance} 1 +` : distance;
  return step.by === '1' ? rounds : `${rounds} ${step.by} / ceil`;
}

function difference(high: ValueFormula, low: ValueFormula): ValueFormula {
  return low === '0' ? high : `${high} ${low} -`;
}

/** The way from `a` to `a + n`, whatever `a` is: what both ends add alike has no part in it. */
function distanceInText(
  start: Expression,
  bound: Expression,
  isUp: boolean,
  around: LoopContext,
): ValueFormula | undefined {
  const [from, to] = [start, bound].map((end) => termsOf(definitionOf(end, around)));
  if (from === undefined || to === undefined) return undefined;
  const rest = [...to];
  for (const { expression, isAdded } of from) {
    const text = textOf(expression);
    const same = rest.findIndex((term) => term.isAdded === isAdded && textOf(term.expression) === text);
    if (same >= 0 && text !== undefined) rest.splice(same, 1);
    else rest.push({ expression, isAdded: !isAdded });
  }
  if (rest.length === from.length + to.length) return undefined;
  let sum: ValueFormula = '0';
  for (const { expression, isAdded } of rest) {
    const term = around.of(expression);
    if (term === undefined) return undefined;
    sum = sum === '0' && isAdded === isUp ? term : `${sum} ${term} ${isAdded === isUp ? '+' : '-'}`;
  }
  return sum;
}

/** The expression that a variable stands for if it is given one value; any other expression itself. */
export function definitionOf(expression: Expression, around: Pick<LoopContext, 'variableOf'>): Expression {
  const variable = around.variableOf(expression);
  const [only, ...others] = variable?.values ?? [];
  const isSteady = others.length === 0 && variable?.changes === false && variable.parameter === undefined;
  return only !== undefined && isSteady ? only : expression;
}

interface Addend {
  readonly expression: Expression;
  readonly isAdded: boolean;
}

/** The parts of a sum. */
function termsOf(sum: Expression): readonly Addend[] {
  const terms: Addend[] = [];
  let rest = sum;
  while (rest.kind === 'binary' && (rest.operator === '+' || rest.operator === '-')) {
    terms.push({ expression: rest.right, isAdded: rest.operator === '+' });
    rest = rest.left;
  }
  return [{ expression: rest, isAdded: true }, ...terms];
}

/** The text of a variable or field; undefined for all else. */
function textOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'field-access') return undefined;
  if (expression.target.kind === 'this') return expression.name;
  const target = textOf(expression.target);
  return target === undefined ? undefined : `${target}.${expression.name}`;
}

/** The value of a counter halfway through its loop; undefined where an end is unknown. */
export function middleOf(
  variable: BodyVariable,
  loop: LoopStatement,
  around: LoopContext,
): ValueFormula | undefined {
  if (loop.kind !== 'for' || loop.condition === undefined) return undefined;
  const start = startIn(loop, variable.name, around);
  if (start === undefined) return undefined;
  for (const test of testsIn(loop.condition)) {
    if (test.kind !== 'binary' || MIRRORED[test.operator] === undefined) continue;
    const bound = isName(test.left, variable.name)
      ? test.right
      : isName(test.right, variable.name)
        ? test.left
        : undefined;
    const end = bound && around.of(bound);
    if (end === undefined) continue;
    const sum = start === '0' ? end : `${start} ${end} +`;
    return `${sum} 2 /`;
  }
  return undefined;
}

/** The value that the header of a `for` gives a counter. */
function startIn(loop: LoopStatement, name: string, around: LoopContext): ValueFormula | undefined {
  const start = startInHeader(loop, name);
  return start && around.of(start);
}

function startInHeader(loop: LoopStatement, name: string): Expression | undefined {
  for (const init of loop.kind === 'for' ? loop.init : []) {
    if (init.kind === 'local-variable') {
      const declared = init.declarators.find((declarator) => declarator.name === name);
      if (declared?.initializer !== undefined) return declared.initializer;
    } else if (init.kind === 'expression-statement' && init.expression.kind === 'assignment') {
      const { target, value } = init.expression;
      if (isName(target, name)) return value;
    }
  }
  return undefined;
}

/** What a counter begins with if it is declared beside the loop: a loop around both would take it on from round to round. */
function startBefore(
  variable: BodyVariable,
  loop: LoopStatement,
  around: LoopContext,
): ValueFormula | undefined {
  const outer = around.loopAround(loop.start);
  const isBeside = outer === undefined || variable.scope.start >= outer.start;
  return isBeside ? around.startOf(variable) : undefined;
}

function startOfName(
  expression: Expression,
  loop: LoopStatement,
  around: LoopContext,
): ValueFormula | undefined {
  const variable = around.variableOf(expression);
  return variable === undefined ? undefined : startBefore(variable, loop, around);
}

/** True if a loop looks at the middle between two variables, as a binary search does. */
function halves(loop: LoopStatement, ends: readonly Expression[]): boolean {
  let found = false;
  walkSyntax([loop.body], (node) => {
    const isHalf = node.kind === 'binary' && (node.operator === '/' || node.operator.startsWith('>>'));
    if (isHalf) {
      const names = new Set<string>();
      walkSyntax([node.left], (part) => {
        if (part.kind === 'name') names.add(part.name);
        return true;
      });
      found ||= ends.every((end) => end.kind === 'name' && names.has(end.name));
    }
    return !found;
  });
  return found;
}

interface CounterStep {
  readonly by: ValueFormula;
  readonly isUp: boolean;
  /** True if it multiplies or divides. */
  readonly isFactor: boolean;
}

/** How a loop changes its counter: by its header, else by its body. */
function stepOf(name: string, loop: LoopStatement, around: LoopContext): CounterStep | undefined {
  const parts: readonly SyntaxNode[] = loop.kind === 'for' ? [...loop.update, loop.body] : [loop.body];
  let step: CounterStep | undefined;
  const tested = loop.kind === 'while' || loop.kind === 'do' ? [loop.condition, ...parts] : parts;
  walkSyntax(tested, (node) => {
    step ??= stepBy(node, name, around);
    return step === undefined && node.kind !== 'lambda';
  });
  return step;
}

const FACTORS: Readonly<Record<string, boolean>> = {
  '*': true,
  '<<': true,
  '/': false,
  '>>': false,
  '>>>': false,
};

function stepBy(node: SyntaxNode, name: string, around: LoopContext): CounterStep | undefined {
  if (node.kind === 'increment' && isName(node.operand, name))
    return { by: '1', isUp: node.operator === '++', isFactor: false };
  if (node.kind !== 'assignment' || !isName(node.target, name)) return undefined;
  const { operator, value } = node;
  if (operator !== '=') return stepWith(operator.slice(0, -1), value, around);
  if (value.kind !== 'binary') return undefined;
  if (isName(value.left, name)) return stepWith(value.operator, value.right, around);
  return value.operator === '+' && isName(value.right, name) ? stepWith('+', value.left, around) : undefined;
}

function stepWith(operator: string, operand: Expression, around: LoopContext): CounterStep | undefined {
  const by = around.of(operand);
  if (by === undefined) return undefined;
  if (operator === '+' || operator === '-') {
    const isBack = by.startsWith('-');
    return {
      by: isBack && !by.includes(' ') ? by.slice(1) : by,
      isUp: (operator === '+') !== isBack,
      isFactor: false,
    };
  }
  const isUp = FACTORS[operator];
  if (isUp === undefined) return undefined;
  return { by: operator.length > 1 ? String(2 ** Number(by)) : by, isUp, isFactor: true };
}

function isName(expression: Expression, name: string): boolean {
  return expression.kind === 'name' && expression.name === name;
}
