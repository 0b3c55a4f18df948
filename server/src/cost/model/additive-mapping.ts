/**
 * Maps the catalogue's operations onto the cells of the probabilistic energy profiler: operation +
 * data size + data type.
 *
 * Sits in `cost/`, read by `additive-model.ts` and by docs/research/cost-model.md,
 * which holds this table and the reasons. A family that is not here is one
 * that the paper did not measure: its operations are not modeled.
 */
import { withDefined } from '../../base/check';
import type { OperandType, OperationKey, SizeClass } from '../../operations/catalogue/operation';

/**
 * A measured bytecode pattern. Levels are those of the paper's Appendix A; an absent one has no effect
 * on the pattern.
 */
export interface MeasuredPattern {
  readonly operation: string;
  readonly size?: SizeLevel;
  readonly type?: TypeLevel;
}

type SizeLevel = 'Load' | 'Constant' | '32-bit' | '64-bit' | 'Reference';
type TypeLevel = 'int' | 'long' | 'float' | 'double' | 'Reference';

/** `operand` stands for what the operation's own operands say. */
export type MappingRule =
  | {
      readonly kind: 'cell';
      readonly operation: string;
      readonly size: SizeLevel | 'operand' | 'none';
      readonly type: TypeLevel | 'operand' | 'none';
    }
  /** The operation depends on the operands too: {@link comparisonCell}, {@link conversionCells}. */
  | { readonly kind: 'comparison'; readonly operation: string }
  | { readonly kind: 'conversion' }
  | { readonly kind: 'call' }
  /** A `return` without a value costs nothing of its own: the measured call of an empty method holds it. */
  | { readonly kind: 'return' };

/** The patterns that one execution runs; empty where another operation's pattern holds it already; `undefined` where the model is silent. */
export function cellsOf(key: OperationKey): readonly MeasuredPattern[] | undefined {
  const rule = MAPPING.get(key.family);
  switch (rule?.kind) {
    case undefined:
      return undefined;
    case 'conversion':
      return conversionCells(key);
    case 'comparison':
      return comparisonCells(key, rule.operation);
    case 'call':
      return callCells(key);
    case 'return':
      return returnCells(key);
    case 'cell': {
      const size = rule.size === 'operand' ? SIZE_LEVELS[key.size] : rule.size;
      const type = rule.type === 'operand' ? typeOfOperands(key.operands) : rule.type;
      if (type === undefined) return undefined;
      const { operation } = rule;
      return [
        {
          operation,
          ...withDefined({
            size: size === 'none' ? undefined : size,
            type: type === 'none' ? undefined : type,
          }),
        },
      ];
    }
  }
}

/** Table 2 of the paper: a reference in a variable is pushed by aload, a Load like any other. */
const SIZE_LEVELS: Readonly<Record<SizeClass, SizeLevel>> = {
  load: 'Load',
  constant: 'Constant',
  '32-bit': '32-bit',
  '64-bit': '64-bit',
  reference: 'Load',
};

/** The level of each operand type. On the operand stack the narrow types and boolean are int (JVMS 2.11.1). */
const TYPE_LEVELS: ReadonlyMap<OperandType, TypeLevel> = new Map([
  ['boolean', 'int'],
  ['byte', 'int'],
  ['short', 'int'],
  ['char', 'int'],
  ['int', 'int'],
  ['long', 'long'],
  ['float', 'float'],
  ['double', 'double'],
]);

const UNTYPED = '?';

/** `undefined` where typing failed: then the cost is unknown, too. */
function typeLevel(type: OperandType): TypeLevel | undefined {
  return type === UNTYPED || type === 'void' ? undefined : (TYPE_LEVELS.get(type) ?? 'Reference');
}

/** The first operand's type is the one worked in; beside `null` an unknown one is a reference. */
function typeOfOperands(operands: readonly OperandType[]): TypeLevel | undefined {
  if (operands.includes('null')) return 'Reference';
  return operands[0] === undefined ? undefined : typeLevel(operands[0]);
}

/**
 * Two ints are compared by if_icmp ("int"), two references by if_acmp and a
 * reference with null by ifnull; an int with zero, and what lcmp, fcmpx or
 * dcmpx left, by if<cond> ("numerical data types"): section 6.3 of the paper.
 */
function comparisonCells(key: OperationKey, comparison: string): readonly MeasuredPattern[] | undefined {
  const type = typeOfOperands(key.operands);
  if (type === undefined) return undefined;
  // `null` and zero are not pushed: ifnull and if<cond> have them built in.
  const size = key.operands.some((operand) => operand === 'null' || operand === '0')
    ? 'Load'
    : SIZE_LEVELS[key.size];
  if (type === 'Reference') {
    if (comparison !== 'equal' && comparison !== 'non-equal') return undefined;
    const nullTest = comparison === 'equal' ? 'null' : 'non-null';
    const tested = key.operands.includes('null') ? nullTest : comparison;
    return [{ operation: `if ${tested} (references)`, size, type }];
  }
  const comparesTwoInts = type === 'int' && !key.operands.includes('0');
  return [
    { operation: `if ${comparison} (${comparesTwoInts ? 'int' : 'numerical data types'})`, size, type },
  ];
}

/** Instructions from one type to another (JLS 5.1.2, 5.1.3); narrowing below int goes by way of int. */
function conversionCells(key: OperationKey): readonly MeasuredPattern[] | undefined {
  const [from, to] = key.operands;
  const source = from === undefined ? undefined : TYPE_LEVELS.get(from);
  const target = to === undefined ? undefined : TYPE_LEVELS.get(to);
  if (from === undefined || to === undefined || source === undefined || target === undefined)
    return undefined;
  const cells: MeasuredPattern[] = [];
  if (source !== target)
    cells.push({ operation: `${source.charAt(0)}2${target.charAt(0)}`, size: 'Load', type: source });
  const narrow = NARROWING.get(to);
  const widens = from === to || (from === 'byte' && to === 'short');
  if (narrow !== undefined && !widens) cells.push({ operation: narrow, size: 'Load', type: 'int' });
  return cells.length === 0 ? undefined : cells;
}

/** Both patterns were measured without arguments, on a Reference; the paper gives them no data type. */
function callCells(key: OperationKey): readonly MeasuredPattern[] | undefined {
  const dispatch = key.name.slice(key.name.indexOf('_') + 1);
  if (dispatch === 'static') return [{ operation: 'Static method call', size: 'Reference' }];
  if (!INSTANCE_CALLS.has(dispatch)) return undefined;
  return [{ operation: 'Non-static method call', size: 'Reference' }];
}

const INSTANCE_CALLS: ReadonlySet<string> = new Set(['virtual', 'interface', 'special']);

function returnCells(key: OperationKey): readonly MeasuredPattern[] | undefined {
  if (key.operands[0] === 'void') return [];
  const type = typeOfOperands(key.operands);
  return type === undefined
    ? undefined
    : [{ operation: 'return statement', size: SIZE_LEVELS[key.size], type }];
}

const NARROWING: ReadonlyMap<OperandType, string> = new Map([
  ['byte', 'i2b'],
  ['char', 'i2c'],
  ['short', 'i2s'],
]);

const cell = (
  operation: string,
  size: (MappingRule & { kind: 'cell' })['size'],
  type: (MappingRule & { kind: 'cell' })['type'],
): MappingRule => ({ kind: 'cell', operation, size, type });
const comparison = (operation: string): MappingRule => ({ kind: 'comparison', operation });

/** The rules by family of the catalogue. The reason for each row stands in docs/research/cost-model.md. */
export const MAPPING: ReadonlyMap<string, MappingRule> = new Map([
  ['Addition', cell('Addition', 'operand', 'operand')],
  ['Subtraction', cell('Subtraction', 'operand', 'operand')],
  ['Multi', cell('Multiplication', 'operand', 'operand')],
  ['Division', cell('Division', 'operand', 'operand')],
  ['Modulo', cell('Modulo', 'operand', 'operand')],
  ['Negation', cell('Negation', 'operand', 'operand')],
  ['BitAnd', cell('Bit and', 'operand', 'operand')],
  ['BitOr', cell('Bit or', 'operand', 'operand')],
  ['BitXor', cell('Bit xor', 'operand', 'operand')],
  ['BitComplement', cell('Bit complement', 'operand', 'operand')],
  ['ShiftLeft', cell('Left bitshift', 'operand', 'operand')],
  ['ShiftRight', cell('Right bitshift', 'operand', 'operand')],
  ['UnsignedShiftRight', cell('Logical right bitshift', 'operand', 'operand')],
  ['Increment', cell('Increase', 'Constant', 'int')],
  ['Decrement', cell('Increase', 'Constant', 'int')],
  ['Equal', comparison('equal')],
  ['NotEqual', comparison('non-equal')],
  ['Less', comparison('less')],
  ['LessEqual', comparison('less or equal')],
  ['Greater', comparison('greater')],
  ['GreaterEqual', comparison('greater or equal')],
  ['BooleanTest', cell('if non-equal (numerical data types)', 'Load', 'int')],
  ['Conversion', { kind: 'conversion' }],
  ['Declaration', cell('Variable declaration', 'operand', 'operand')],
  ['Assign', cell('Variable declaration', 'operand', 'operand')],
  ['Parameter', cell('Variable declaration', 'operand', 'operand')],
  ['MethodInvocation', { kind: 'call' }],
  ['Return', { kind: 'return' }],
  ['BlockGoto', cell('else branch', 'Load', 'int')],
  ['SwitchConsecutive', cell('Switch-case consecutive', 'Load', 'int')],
  ['SwitchNonConsecutive', cell('Switch-case non-consecutive', 'Load', 'int')],
  ['FieldReference', cell('Object get field', 'Load', 'operand')],
  ['StaticFieldReference', cell('Object get static field', 'Load', 'operand')],
  ['FieldStore', cell('Object put field', 'operand', 'operand')],
  ['StaticFieldStore', cell('Object put static field', 'operand', 'operand')],
  ['ArrayReference', cell('Array load', 'operand', 'operand')],
  ['ArrayStore', cell('Array store', 'operand', 'operand')],
  ['ArrayLength', cell('Array length', 'Load', 'Reference')],
  ['NewObject', cell('Object allocation', 'Constant', 'Reference')],
  ['NewArray', cell('Array allocation', 'Constant', 'operand')],
]);
