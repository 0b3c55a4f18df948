/** The kind of each operation of the catalogue, for summaries of bodies. */
import { kindNamed } from './kinds';
import type { OperationKey } from '../catalogue/operation';

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
