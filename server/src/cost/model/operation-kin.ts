/**
 * The operations that cost as much as one that a model has no cost for.
 *
 * Sits in `cost/`. A calibration of OpenJDK 17 on x86-64 in interpreter mode measured both.
 */
import { at } from '../../base/check';
import { kindNamed, KINDS } from '../../operations/bodies/kinds';
import type { OperationKey } from '../../operations/catalogue/operation';

export type Sum = readonly (readonly [operation: OperationKey, count: number])[];

export const kind = (name: string): OperationKey => at(KINDS, kindNamed(name));
export const CALL: Sum = [
  [kind('MethodInvocation_static'), 1],
  [kind('Return_int'), 1],
];
export const times = (sum: Sum, factor: number): Sum =>
  sum.map(([operation, count]) => [operation, count * factor]);

/** The operations that cost as much in an interpreter: a calibration of OpenJDK 17 on x86-64 measured both. */
export const KIN: ReadonlyMap<string, Sum> = new Map<string, Sum>([
  ['CheckCast', [[kind('Equal_Object_null'), 0.6]]],
  ['InstanceOf', [[kind('Equal_Object_null'), 0.4]]],
  ['MonitorEnter', [[kind('Equal_Object_null'), 1.7]]],
  ['MonitorExit', [[kind('Equal_Object_null'), 1.7]]],
  ['LambdaCreation', [...CALL, [kind('NewObject_Object'), 1]]],
  ['Throw', CALL],
  ['NewMultiArray', [[kind('NewArray_int'), 4]]],
  // Entering and leaving the JVM's own code took as long on both JVMs, calls of methods did not.
  ['NativeCall', [[kind('NewArray_int'), 1.1]]],
]);

/** Elements of an array beside an addition: the JVM clears, or copies, many at once. */
export const CLEARED_BYTE = 0.05;
const COPIED_ELEMENT = 0.04;
export const BYTES: Readonly<Record<string, number>> = {
  boolean: 1,
  byte: 1,
  char: 2,
  short: 2,
  long: 8,
  double: 8,
};

/** The call itself, and what hands over its arguments: the body's operations begin after them. */
export function callOf({ operands, size }: OperationKey): Sum {
  const call = kind(size === 'load' ? 'MethodInvocation_static' : 'MethodInvocation_virtual');
  return [[call, 1], ...(operands.length === 0 ? [] : [[kind('Parameter_int'), operands.length] as const])];
}

export function kinOf({ family, name }: OperationKey): Sum | undefined {
  if (name === 'NewArray_int per element') return [[kind('Addition_int_int'), CLEARED_BYTE * 4]];
  if (name === 'NativeCall per element') return [[kind('Addition_int_int'), COPIED_ELEMENT]];
  return family === 'Concatenation' ? times(CALL, 8) : KIN.get(family === 'NativeCall' ? name : family);
}
