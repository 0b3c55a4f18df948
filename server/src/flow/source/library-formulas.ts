/**
 * The numbers and sizes that calls of the Java library give.
 *
 * Sits in `flow/`, under `read-formulas.ts`.
 */
import type { CallExpression, Expression, NewExpression } from '../../java/syntax/ast';
import { elementOf, half, joinFormulas, type ValueFormula } from './formula';

interface Operands {
  of(expression: Expression): ValueFormula | undefined;
  /** True for arrays, texts and collections. */
  isCollection(expression: Expression): boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods whose result is as large as their receiver, or is its size. */
const SAME_SIZE = words(
  'size length toString toCharArray getBytes clone toArray iterator listIterator stream chars keySet entrySet values ' +
    'trim strip intern toLowerCase toUpperCase intValue longValue sorted reversed descendingIterator elements',
);
/** Methods whose result is as large as their first argument, or is that number. */
const SAME_AS_ARGUMENT = words(
  'copyOf unmodifiableList unmodifiableSet unmodifiableCollection unmodifiableMap synchronizedList stream valueOf ' +
    'abs round floor ceil toIntExact nCopies',
);
const FACTORIES = words('of asList');
/** Methods whose result a text or whoever runs the program gives. */
const READING = words('parseInt parseLong nextInt nextLong');
const RANDOM = words(
  'java/util/Random java/util/SplittableRandom java/util/concurrent/ThreadLocalRandom java/util/random/RandomGenerator',
);
const NUMBERS = words('java/lang/Integer java/lang/Long java/lang/Short java/lang/Byte');

/** `owner` is the class that declares the method or constructor. */
export function libraryFormula(
  call: CallExpression | NewExpression,
  owner: string,
  operands: Operands,
): ValueFormula | undefined {
  const [first, second] = call.arguments;
  const of = (expression: Expression | undefined): ValueFormula | undefined =>
    expression === undefined ? undefined : operands.of(expression);
  // The collection that another one is copied from; a number is a capacity.
  if (call.kind === 'new')
    return first !== undefined && second === undefined && operands.isCollection(first)
      ? of(first)
      : undefined;
  const { name, target } = call;
  if (first === undefined && SAME_SIZE.has(name)) return of(target);
  if (RANDOM.has(owner)) return half(of(first));
  const isNumberOfText =
    NUMBERS.has(owner) && name === 'valueOf' && first !== undefined && operands.isCollection(first);
  if ((READING.has(name) || isNumberOfText) && second === undefined) return writtenNumber(first) ?? 'in';
  if (name === 'getInteger' || name === 'getLong') return of(second) ?? 'in';
  if ((name === 'get' || name === 'elementAt') && second === undefined) return elementOf(of(target));
  if (first === undefined && (name === 'next' || name === 'getFirst' || name === 'getLast'))
    return elementOf(of(target));
  switch (owner) {
    case 'java/lang/Math':
    case 'java/lang/StrictMath':
      if (name === 'min' || name === 'max')
        return joinFormulas(of(first), of(second), name) ?? of(first) ?? of(second);
      return SAME_AS_ARGUMENT.has(name) ? of(first) : undefined;
    case 'java/util/Arrays':
      if (name === 'copyOf') return of(second);
      if (name === 'copyOfRange') return joinFormulas(of(call.arguments[2]), of(second), '-');
  }
  if (name === 'repeat') return joinFormulas(of(target), of(first), '*');
  if (name === 'range' && owner.startsWith('java/util/stream/'))
    return joinFormulas(of(second), of(first), '-');
  if (FACTORIES.has(name) && owner.startsWith('java/util/')) {
    if (first !== undefined && second === undefined && operands.isCollection(first)) return of(first);
    const { length } = call.arguments;
    return String(owner === 'java/util/Map' ? length / 2 : length);
  }
  if (SAME_AS_ARGUMENT.has(name)) {
    const formula = of(first);
    return formula ?? (name === 'valueOf' && owner !== 'java/lang/String' ? 'in' : undefined);
  }
  return undefined;
}

/** The number in a text that is written out. */
function writtenNumber(expression: Expression | undefined): ValueFormula | undefined {
  if (expression?.kind !== 'literal') return undefined;
  return /^"([+-]?\d{1,15})"$/.exec(expression.text)?.[1];
}
