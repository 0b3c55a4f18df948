/**
 * The names that an operation's cost may stand under, the nearest first.
 *
 * Sits in `operations/`; `cost/` looks prices up by them, `models/calibrate/` fits
 * them. What the JVM executes is the same for a `byte` and an `int` on its
 * stack, for a `Grid` and an `Object`, for a declaration and an assignment:
 * such names share one cost where they have none of their own.
 */
import type { OperandType, OperationKey } from './operation';

const NARROW: ReadonlySet<OperandType> = new Set(['boolean', 'byte', 'short', 'char']);
const PLAIN: ReadonlySet<OperandType> = new Set(['int', 'long', 'float', 'double', 'void', 'null', '0', '?']);

/** The type of a value on the operand stack (JVMS 2.11.1). */
function onStack(type: OperandType): OperandType {
  if (NARROW.has(type)) return 'int';
  return PLAIN.has(type) ? type : 'Object';
}

/** The type of a value in memory, where narrow types have instructions of their own. */
function inMemory(type: OperandType): OperandType {
  return NARROW.has(type) || PLAIN.has(type) ? type : 'Object';
}

/** `Addition_int_int:constant`, `Addition_int_int`, …, `Addition`; of a library method the overload, then all of its name. */
export function priceNames(key: OperationKey): readonly string[] {
  const general = generalName(key);
  if (key.family === 'LibraryFunction') return [general, key.name, key.family];
  // A model that was fitted to jumps which nothing told apart has one cost for all of them.
  const untold = key.family === 'BlockGoto' ? ['BlockGoto_?'] : [];
  return [...new Set([sized(key.name, key), key.name, sized(general, key), general, key.family, ...untold])];
}

/** The name that a calibration measures: without what makes no difference to the JVM. */
export function calibratedName(key: OperationKey): string {
  const general = generalName(key);
  return SIZED.has(key.family) ? sized(general, key) : general;
}

function sized(name: string, { size }: OperationKey): string {
  return `${name}:${size}`;
}

/** Families whose last operand is pushed in ways that cost differently. */
const SIZED: ReadonlySet<string> = new Set([
  ...['Addition', 'Subtraction', 'Multi', 'Division', 'Modulo', 'BitAnd', 'BitOr', 'BitXor'],
  ...['ShiftLeft', 'ShiftRight', 'UnsignedShiftRight'],
  ...['Less', 'LessEqual', 'Greater', 'GreaterEqual', 'Equal', 'NotEqual'],
  ...['Declaration', 'Assign', 'Parameter', 'Return'],
  ...['FieldStore', 'StaticFieldStore', 'ArrayReference', 'ArrayStore'],
]);

function generalName({ family, name, operands }: OperationKey): string {
  const [first = '?', second = first] = operands;
  switch (family) {
    case 'LibraryFunction':
      return `${name}(${operands.join(',')})`;
    case 'MethodInvocation':
      return name;
    case 'Declaration':
    case 'Assign':
      return `Assign_${onStack(first)}_${onStack(first)}`;
    case 'Decrement':
      return 'Increment_int';
    case 'BlockGoto':
    case 'Concatenation':
    case 'CheckCast':
    case 'InstanceOf':
    case 'NewObject':
    case 'NewMultiArray':
    case 'LambdaCreation':
    case 'ArrayLength':
      return family;
    case 'ArrayReference':
    case 'ArrayStore':
    case 'NewArray':
      return `${family}_${inMemory(first)}`;
    case 'Conversion':
      return `${family}_${onStack(first)}_${inMemory(second)}`;
    case 'Less':
    case 'LessEqual':
    case 'Greater':
    case 'GreaterEqual':
    case 'Equal':
    case 'NotEqual': {
      if (operands.includes('null')) return `${family}_Object_null`;
      return operands.includes('0') ? `${family}_int_0` : `${family}_${onStack(first)}_${onStack(first)}`;
    }
    default:
      // The type that the operation works in comes first.
      return operands.length === 0 ? family : [family, ...operands.map(() => onStack(first))].join('_');
  }
}
