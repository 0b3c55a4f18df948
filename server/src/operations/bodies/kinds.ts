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

const ALIKE: Readonly<Record<string, string>> = {
  Declaration: 'Assign_int_int',
  Assign: 'Assign_int_int',
  Parameter: 'Parameter_int',
  Return: 'Return_int',
  Multi: 'Multi_int_int',
  Division: 'Division_int_int',
  Modulo: 'Division_int_int',
  Increment: 'Increment_int',
  Decrement: 'Increment_int',
  BooleanTest: 'Equal_int_0',
  BlockGoto: 'BlockGoto_?',
  SwitchConsecutive: 'SwitchConsecutive_int',
  SwitchNonConsecutive: 'SwitchConsecutive_int',
  FieldReference: 'FieldReference_Object',
  StaticFieldReference: 'StaticFieldReference_Object',
  FieldStore: 'FieldStore_Object',
  StaticFieldStore: 'FieldStore_Object',
  ArrayReference: 'ArrayReference_int',
  ArrayStore: 'ArrayStore_int',
  ArrayLength: 'ArrayLength',
  NewObject: 'NewObject_Object',
  NewArray: 'NewArray_int',
  NewMultiArray: 'NewArray_int',
  Conversion: 'Conversion_int_long',
  CheckCast: 'CheckCast_Object',
  InstanceOf: 'InstanceOf_Object',
  MonitorEnter: 'MonitorEnter_Object',
  MonitorExit: 'MonitorEnter_Object',
  LambdaCreation: 'LambdaCreation',
  Throw: 'Throw_Object',
  Concatenation: 'Concatenation_String_String',
};

const COMPARISONS: ReadonlySet<string> = new Set([
  ...['Less', 'LessEqual', 'Greater', 'GreaterEqual', 'Equal', 'NotEqual'],
]);

/** The kind of an operation of the catalogue. */
export function kindOf({ family, name, operands }: OperationKey): number {
  if (family === 'MethodInvocation') {
    if (name.endsWith('_static')) return kindNamed('MethodInvocation_static');
    return kindNamed(name.endsWith('_interface') ? 'MethodInvocation_interface' : 'MethodInvocation_virtual');
  }
  if (COMPARISONS.has(family)) {
    if (operands.includes('null')) return kindNamed('Equal_Object_null');
    return kindNamed(operands.includes('0') ? 'Equal_int_0' : 'Less_int_int');
  }
  const alike = ALIKE[family];
  const isFloating = operands[0] === 'double' || operands[0] === 'float';
  const isMemory = alike !== undefined && !alike.startsWith('Multi') && !alike.startsWith('Division');
  if (isMemory) return kindNamed(alike);
  if (isFloating) return kindNamed('Addition_double_double');
  return kindNamed(alike ?? 'Addition_int_int');
}
