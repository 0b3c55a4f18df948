/**
 * Operations in the form that source and bytecode share.
 *
 * Bytecode has one of two opposite
 * comparisons, works below int in ints, and tells a method by the class it was
 * called on rather than the one that declares it: what is compared leaves out
 * as much, and no more. Operand types stay where an instruction has one.
 */
import type { OperationKey, OperandType } from '../../server/src/operations/catalogue/operation';

export const CHECKED_GROUPS = [
  'arithmetic',
  'comparison',
  'array',
  'field',
  'invoke',
  'allocation',
  'conversion',
] as const;

export type CheckedGroup = (typeof CHECKED_GROUPS)[number];

export interface ComparableOperation {
  readonly group: CheckedGroup;
  /** `Addition long`, `Less int 0`, `ArrayStore char`, `append`. */
  readonly name: string;
}

export const CONCATENATION: ComparableOperation = { group: 'invoke', name: 'Concatenation' };

/** The operations by which an operation is compared. Jumps, variables and returns are not compared and have none. */
export function comparableOperations(
  key: OperationKey,
  callee: string | undefined,
): readonly ComparableOperation[] {
  const [first = '?', second = '?'] = key.operands;
  const of = (group: CheckedGroup, ...parts: readonly string[]): readonly ComparableOperation[] => [
    { group, name: parts.join(' ') },
  ];
  switch (key.group) {
    case 'arithmetic':
      if (key.family === 'Increment' || key.family === 'Decrement') return of('arithmetic', 'Increment');
      return of('arithmetic', key.family === 'BitComplement' ? 'BitXor' : key.family, onStack(first));
    case 'boolean':
      if (key.family === 'InstanceOf') return of('comparison', 'InstanceOf');
      if (key.family === 'BooleanTest') return of('comparison', 'Equal', 'int', '0');
      return of('comparison', ONE_OF_TWO[key.family] ?? key.family, ...comparedTypes(first, second));
    case 'array reference':
      return of('array', key.family, ...key.operands.slice(0, 1).map(elementKind));
    case 'field reference':
      return of('field', key.family, first);
    case 'allocation':
      return of('allocation', key.family, ...(key.family === 'NewMultiArray' ? [first] : key.operands.slice(0, 1).map(newKind))); // prettier-ignore
    case 'conversion':
      return key.family === 'CheckCast' ? of('conversion', 'CheckCast', first) : conversions(first, second);
    case 'string':
      return [CONCATENATION];
    case 'library function':
      return of('invoke', key.name.slice(key.name.lastIndexOf('.') + 1));
    case 'control':
      return key.family === 'MethodInvocation' ? of('invoke', calledName(key, callee)) : [];
    default:
      return [];
  }
}

const ONE_OF_TWO: Readonly<Record<string, string>> = {
  GreaterEqual: 'Less',
  LessEqual: 'Greater',
  NotEqual: 'Equal',
};

const INTS: ReadonlySet<OperandType> = new Set(['boolean', 'byte', 'short', 'char', 'int']);
const NUMBERS: ReadonlySet<OperandType> = new Set(['long', 'float', 'double']);

function onStack(type: OperandType): OperandType {
  return INTS.has(type) ? 'int' : type;
}

function comparedTypes(first: OperandType, second: OperandType): readonly string[] {
  if (first === '?' || second === '?') return ['?'];
  if (INTS.has(first)) return second === '0' ? ['int', '0'] : ['int'];
  if (NUMBERS.has(first)) return [first];
  return [second === 'null' ? 'null' : 'Object'];
}

/** `baload` serves bytes and booleans. */
function elementKind(type: OperandType): string {
  if (type === 'boolean') return 'byte';
  return INTS.has(type) || NUMBERS.has(type) || type === '?' ? type : 'Object';
}

function newKind(type: OperandType): string {
  return INTS.has(type) || NUMBERS.has(type) || type === '?' || type.endsWith('[]') ? type : 'Object';
}

/** A long made a byte is made an int on the way. */
function conversions(from: OperandType, to: OperandType): readonly ComparableOperation[] {
  const step = (source: string, target: string): ComparableOperation => ({
    group: 'conversion',
    name: `${source} to ${target}`,
  });
  const isNarrow = INTS.has(to) && to !== 'int';
  const steps = NUMBERS.has(from) && isNarrow ? [step(from, 'int')] : [];
  if (isNarrow) return [...steps, step('int', to)];
  return [step(onStack(from), to)];
}

function calledName(key: OperationKey, callee: string | undefined): string {
  if (callee === undefined) return key.operands.includes('?') ? '?' : '<init>';
  const end = callee.indexOf('(');
  return callee.slice(callee.lastIndexOf('.', end) + 1, end);
}
