/**
 * The kinds of operations that the summary of a library method's body counts.
 *
 * Sits in `operations/`. The catalogue has some hundred operations; a summary has one count for each kind, which
 * every model can price by the operation that stands for the kind.
 */
import { present } from '../../base/check';
import { operationKey } from '../catalogue/catalogue';
import type { OperandType, OperationKey, SizeClass } from '../catalogue/operation';
import { perElement } from '../catalogue/instruction-keys';

const key = (
  family: string,
  operands: readonly OperandType[],
  size: SizeClass = 'load',
  named?: readonly string[],
): OperationKey => operationKey(family, operands, size, named);

/** The kinds with the operations that stand for them. Tables of summaries hold these in this order. */
export const KINDS = [
  key('Assign', ['int', 'int']),
  key('Parameter', ['int']),
  key('Return', ['int']),
  key('MethodInvocation', [], 'load', ['static']),
  key('MethodInvocation', [], 'reference', ['virtual']),
  key('MethodInvocation', [], 'reference', ['interface']),
  key('Addition', ['int', 'int']),
  key('Multi', ['int', 'int']),
  key('Division', ['int', 'int']),
  key('Addition', ['double', 'double']),
  key('Increment', ['int'], 'constant'),
  key('Less', ['int', 'int']),
  key('Equal', ['int', '0'], 'constant', ['int', '0']),
  key('Equal', ['Object', 'null'], 'constant'),
  key('BlockGoto', [], 'constant', ['?']),
  key('SwitchConsecutive', ['int']),
  key('FieldReference', ['Object']),
  key('StaticFieldReference', ['Object']),
  key('FieldStore', ['Object']),
  key('ArrayReference', ['int']),
  key('ArrayStore', ['int']),
  key('ArrayLength', []),
  key('NewObject', ['Object'], 'reference'),
  key('NewArray', ['int'], 'reference'),
  perElement('NewArray_int', 'allocation'),
  key('Conversion', ['int', 'long']),
  key('CheckCast', ['Object']),
  key('InstanceOf', ['Object']),
  key('MonitorEnter', ['Object'], 'reference'),
  key('LambdaCreation', [], 'reference'),
  key('Throw', ['Object'], 'reference'),
  key('Concatenation', ['String', 'String'], 'reference'),
  /** A method without a body that the JVM implements. */
  key('NativeCall', [], 'load'),
  perElement('NativeCall', 'library function'),
] as const satisfies readonly OperationKey[];

const INDEX = new Map(KINDS.map(({ name }, index) => [name, index]));

/** The index of a kind, by the name of its operation. */
export function kindNamed(name: string): number {
  return present(INDEX.get(name), 'the index of a kind');
}
