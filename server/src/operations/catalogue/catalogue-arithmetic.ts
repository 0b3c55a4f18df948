/** Catalogue: arithmetic, comparisons and conversions. Sits in `operations/`; rows after table 1 of Li and Gallagher. */
import { familyRows, type OperationFamily } from './family';

const TWO_NUMBERS = 'both operands as written, unboxed; the promoted type (JLS 5.6) comes first in the key';
const LAST_OPERAND = 'how the right operand is pushed';

export const ARITHMETIC: readonly OperationFamily[] = [
  ...familyRows(
    { group: 'arithmetic', paperGroup: 'Arithmetic Ops', operands: TWO_NUMBERS, size: LAST_OPERAND },
    [
      [
        'Addition',
        'Addition_T_T',
        '`+` of numbers; `+=`; `++` where it is no `iinc`',
        'iadd, ladd, fadd, dadd',
      ],
      [
        'Subtraction',
        'Subtraction_T_T',
        '`-` of numbers; `-=`; `--` where it is no `iinc`',
        'isub, lsub, fsub, dsub',
      ],
      ['Multi', 'Multi_T_T', '`*`, `*=`', 'imul, lmul, fmul, dmul'],
      ['Division', 'Division_T_T', '`/`, `/=`', 'idiv, ldiv, fdiv, ddiv'],
      ['Modulo', 'Modulo_T_T', '`%`, `%=`', 'irem, lrem, frem, drem'],
      ['BitAnd', 'BitAnd_T_T', '`&`, `&=` of numbers or booleans', 'iand, land'],
      ['BitOr', 'BitOr_T_T', '`|`, `|=` of numbers or booleans', 'ior, lor'],
      ['BitXor', 'BitXor_T_T', '`^`, `^=` of numbers or booleans', 'ixor, lxor'],
      ['ShiftLeft', 'ShiftLeft_T_T', '`<<`, `<<=`; works in the left operand’s promoted type', 'ishl, lshl'],
      ['ShiftRight', 'ShiftRight_T_T', '`>>`, `>>=`', 'ishr, lshr'],
      ['UnsignedShiftRight', 'UnsignedShiftRight_T_T', '`>>>`, `>>>=`', 'iushr, lushr'],
    ],
  ),
  ...familyRows(
    {
      group: 'arithmetic',
      paperGroup: 'Arithmetic Ops',
      operands: 'the operand',
      size: 'how the operand is pushed',
    },
    [
      ['Negation', 'Negation_T', '`-` before an operand', 'ineg, lneg, fneg, dneg'],
      ['BitComplement', 'BitComplement_T', '`~`', 'a push of -1 and ixor or lxor'],
    ],
  ),
  ...familyRows(
    {
      group: 'arithmetic',
      paperGroup: 'Arithmetic Ops',
      operands: 'always int',
      size: 'constant: the step is in the instruction',
    },
    [
      [
        'Increment',
        'Increment_int',
        '`++`, or `+=` a constant of 16 bits, on a local int; the hidden index of a `for` over an array',
        'iinc',
      ],
      [
        'Decrement',
        'Decrement_int',
        '`--`, or `-=` a constant of 16 bits, on a local int',
        'iinc with a negative step',
      ],
    ],
  ),
];

export const BOOLEAN: readonly OperationFamily[] = [
  ...familyRows(
    {
      group: 'boolean',
      paperGroup: 'Boolean Ops',
      operands:
        'both operands as written, unboxed; the promoted type comes first in the key; `0` for the int constant 0 on the right, `null` for `null`: both have branches of their own',
      size: LAST_OPERAND,
    },
    [
      ['Less', 'Less_T_T', '`<`', 'if_icmp…, if…; lcmp, fcmp…, dcmp… with if…'],
      ['LessEqual', 'LessEqual_T_T', '`<=`', 'as Less'],
      ['Greater', 'Greater_T_T', '`>`', 'as Less'],
      ['GreaterEqual', 'GreaterEqual_T_T', '`>=`', 'as Less'],
      ['Equal', 'Equal_T_T', '`==`', 'as Less; if_acmp…, ifnull, ifnonnull for references'],
      ['NotEqual', 'NotEqual_T_T', '`!=`', 'as Equal'],
    ],
  ),
  ...familyRows(
    {
      group: 'boolean',
      paperGroup: 'Boolean Ops',
      operands: 'always boolean',
      size: 'load: the value is on the stack',
    },
    [
      [
        'BooleanTest',
        'BooleanTest_boolean',
        'a boolean value decides: a variable, a call, `instanceof` as or in a condition',
        'ifeq, ifne',
      ],
    ],
  ),
  ...familyRows(
    {
      group: 'boolean',
      paperGroup: 'Boolean Ops',
      operands: 'the type asked for',
      size: 'load: a reference in a variable',
    },
    [['InstanceOf', 'InstanceOf_T', '`instanceof`, with a type or a pattern', 'instanceof']],
  ),
];

export const CONVERSION: readonly OperationFamily[] = [
  ...familyRows(
    {
      group: 'conversion',
      paperGroup: 'Arithmetic Ops',
      operands: 'from, to',
      size: 'load: the value is on the stack',
    },
    [
      [
        'Conversion',
        'Conversion_T_T',
        'a number becomes one of another type: by promotion, assignment, argument, cast',
        'i2l, l2i, i2b, d2i, …; nothing for widening below int',
      ],
    ],
  ),
  ...familyRows(
    {
      group: 'conversion',
      paperGroup: 'Assignments',
      operands: 'the type cast to',
      size: 'load: a reference on the stack',
    },
    [
      [
        'CheckCast',
        'CheckCast_T',
        'a cast to a reference type that isn’t a supertype; what a generic method or field gives, where its use needs the type',
        'checkcast',
      ],
    ],
  ),
];
