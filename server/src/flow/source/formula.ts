/**
 * Numbers and sizes that a text tells of, as formulas over places that other members give values to.
 *
 * Sits in `flow/`: `read-formulas.ts` writes them, member by member; `program/known-values.ts` finds what the places hold.
 */

/**
 * A formula in postfix notation, with blanks between its parts: `$a/Grid.width 2 / 1 +`. A part is a number, a place
 * behind a `$`, `in` for a number that the program is given when it runs, or an operator.
 */
export type ValueFormula = string;

/**
 * A place that members write to and read from: a field `a/Grid.width`, what a method returns `a/Grid.area()I`, or its
 * first parameter `a/Grid.resize(I)V#0`.
 */
export type ValuePlace = string;

/** A formula of two others; undefined where one of them is. */
export function joinFormulas(
  a: ValueFormula | undefined,
  b: ValueFormula | undefined,
  operator: string,
): ValueFormula | undefined {
  return a === undefined || b === undefined ? undefined : `${a} ${b} ${operator}`;
}

export function half(formula: ValueFormula | undefined): ValueFormula | undefined {
  return formula === undefined ? undefined : `${formula} 2 /`;
}

export function elementOf(formula: ValueFormula | undefined): ValueFormula | undefined {
  return formula === undefined ? undefined : `${formula} element`;
}

/** A number or the size of a collection, then that of its elements, and so on. A part that is not a number is unknown. */
export type KnownValue = readonly number[];

/** The mean of several values, which lies where their orders of magnitude do; undefined if there is none. */
export function meanValue(values: readonly KnownValue[]): KnownValue | undefined {
  const [first, ...others] = values;
  if (first === undefined || others.length === 0) return first;
  const depth = values.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: depth }, (_, level) =>
    meanNumber(values.map((value) => value[level] ?? NaN).filter((number) => !Number.isNaN(number))),
  );
}

/** Numbers below zero are marks rather than sizes, unless all are the same. */
function meanNumber(numbers: readonly number[]): number {
  const [first = NaN] = numbers;
  if (numbers.every((number) => number === first)) return first;
  const sizes = numbers.filter((number) => number >= 0);
  return Math.expm1(sizes.reduce((sum, number) => sum + Math.log1p(number), 0) / sizes.length);
}

const MOST = 2 ** 53;

/** The value of a formula; undefined where it depends on what nobody knows. A broken formula has no value. */
export function evaluateFormula(
  formula: ValueFormula,
  valueOf: (place: ValuePlace) => KnownValue | undefined,
  given?: number,
): KnownValue | undefined {
  const stack: (KnownValue | undefined)[] = [];
  for (const part of formula.split(' ')) {
    if (part.startsWith('$')) stack.push(valueOf(part.slice(1)));
    else if (part === 'in') stack.push(given === undefined ? undefined : [given]);
    else if (part === 'element') stack.push(elementsOf(stack.pop()));
    else if (part === 'ceil' || part === 'floor') stack.push(wholeNumber(part, stack.pop()));
    else if (OPERATORS.has(part)) {
      const right = stack.pop();
      stack.push(combine(part, stack.pop(), right));
    } else stack.push([Number(part)]);
  }
  const [value] = stack;
  return stack.length !== 1 || value === undefined || !isKnown(value) ? undefined : value;
}

const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', 'min', 'max', 'log', 'or', 'of']);

function combine(
  operator: string,
  left: KnownValue | undefined,
  right: KnownValue | undefined,
): KnownValue | undefined {
  switch (operator) {
    case 'or':
      return meanValue([left, right].filter((value) => value !== undefined));
    case 'of':
      return [left?.[0] ?? NaN, ...(right ?? [])];
    case 'min':
    case 'max': {
      const known = [left, right].filter((value) => value !== undefined).map(([number = NaN]) => number);
      return known.length === 0 ? undefined : [operator === 'min' ? Math.min(...known) : Math.max(...known)];
    }
    default: {
      const [a = NaN] = left ?? [];
      const [b = NaN] = right ?? [];
      const result = calculate(operator, a, b);
      return Math.abs(result) <= MOST ? [result] : undefined;
    }
  }
}

function calculate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case 'log':
      return Math.log2(Math.max(1, a)) / Math.log2(b);
    default:
      return NaN;
  }
}

/** Rounds are whole: the last one may go beyond the bound. */
function wholeNumber(operator: 'ceil' | 'floor', value: KnownValue | undefined): KnownValue | undefined {
  const [number] = value ?? [];
  return number === undefined ? undefined : [Math[operator](number)];
}

function elementsOf(value: KnownValue | undefined): KnownValue | undefined {
  const inner = value?.slice(1);
  return inner === undefined || inner.length === 0 ? undefined : inner;
}

function isKnown(value: KnownValue): boolean {
  return value.some((number) => !Number.isNaN(number));
}

const NO_VALUES = (): undefined => undefined;

/** The number that a formula has as far as it does not depend on other members; undefined if it does. */
export function constantNumber(formula: ValueFormula): number | undefined {
  return evaluateFormula(formula, NO_VALUES)?.[0];
}

/** True if a formula has the same value whatever other members do and the program is given. */
export function isConstant(formula: ValueFormula): boolean {
  return !formula.split(' ').some((part) => part === 'in' || part.startsWith('$'));
}

/** The places that a formula reads. */
export function placesIn(formula: ValueFormula): readonly ValuePlace[] {
  return formula.includes('$')
    ? formula.split(' ').flatMap((part) => (part.startsWith('$') ? [part.slice(1)] : []))
    : [];
}
