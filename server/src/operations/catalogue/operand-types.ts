/** Java types as they stand in operations' names. Sits in `operations/`; naming after table 1 of Li and Gallagher. */
import type { ConstantValue, JavaType } from '../../classfile/signatures/class-signature';
import type { OperandType, SizeClass } from './operation';

export const UNTYPED: OperandType = '?';

/** Primitives by name, `String`, arrays by element (`char[]`), every other reference `Object`. */
export function operandTypeOf(type: JavaType): OperandType {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'null':
      return 'null';
    case 'unknown':
      return UNTYPED;
    case 'array':
      return type.element.kind === 'unknown' ? UNTYPED : `${operandTypeOf(type.element)}[]`;
    case 'class':
      return type.name === 'java/lang/String' ? 'String' : 'Object';
    case 'variable':
    case 'wildcard':
    case 'intersection':
      return 'Object';
  }
}

/** Table 2 of the probabilistic profiler: what instruction pushes a constant. Immediates of `bipush` and `sipush` need no constant pool, and so count as constants. */
export function sizeOfConstant(constant: ConstantValue): SizeClass {
  switch (constant.kind) {
    case 'boolean':
      return 'constant';
    case 'int':
      return constant.value >= -32768 && constant.value <= 32767 ? 'constant' : '32-bit';
    case 'long':
      return constant.value === 0n || constant.value === 1n ? 'constant' : '64-bit';
    case 'float':
      return isPushable(constant.value, 2) ? 'constant' : '32-bit';
    case 'double':
      return isPushable(constant.value, 1) ? 'constant' : '64-bit';
    case 'string':
      return 'reference';
  }
}

/** fconst and dconst push 0, 1 and, for floats, 2; negative zero is another value. */
function isPushable(value: number, largest: number): boolean {
  return Object.is(value, 0) || (Number.isInteger(value) && value >= 1 && value <= largest);
}

/** A numeric constant as one of another primitive type: javac folds the conversion. */
export function constantAs(constant: ConstantValue, target: JavaType): ConstantValue {
  if (target.kind !== 'primitive' || constant.kind === 'string' || constant.kind === 'boolean')
    return constant;
  switch (target.name) {
    case 'long':
      return {
        kind: 'long',
        value: constant.kind === 'long' ? constant.value : BigInt(truncated(constant.value)),
      };
    case 'float':
      return { kind: 'float', value: Number(constant.value) };
    case 'double':
      return { kind: 'double', value: Number(constant.value) };
    case 'int':
    case 'short':
    case 'char':
    case 'byte':
      return { kind: 'int', value: Number(BigInt.asIntN(32, BigInt(truncated(Number(constant.value))))) };
    case 'boolean':
    case 'void':
      return constant;
  }
}

function truncated(value: number): number {
  return Number.isFinite(value) ? Math.trunc(value) : 0;
}
