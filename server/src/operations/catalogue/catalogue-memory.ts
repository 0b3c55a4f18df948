/** Catalogue: variables, fields, arrays, allocation and strings. Sits in `operations/`; rows after table 1 of Li and Gallagher. */
import { familyRows, type OperationFamily } from './family';

export const VARIABLES: readonly OperationFamily[] = [
  ...familyRows(
    {
      group: 'declaration',
      paperGroup: 'Assignments',
      operands: 'the variable',
      size: 'how its value is pushed',
    },
    [
      [
        'Declaration',
        'Declaration_T',
        'a local variable is declared with a value, a pattern binds one, a catch clause or `for` names one; the hidden variables of `for` over arrays and of string switches',
        'istore, lstore, fstore, dstore, astore',
      ],
    ],
  ),
  ...familyRows(
    {
      group: 'assignment',
      paperGroup: 'Assignments',
      operands: 'target and value, as written',
      size: 'how the value is pushed',
    },
    [
      [
        'Assign',
        'Assign_T_T',
        '`=` to a local variable, and the second half of a compound assignment',
        'istore, lstore, fstore, dstore, astore',
      ],
    ],
  ),
];

export const FIELDS: readonly OperationFamily[] = familyRows(
  {
    group: 'field reference',
    paperGroup: 'Field Reference',
    operands: 'the field',
    size: 'how the last operand is pushed: object, or value stored',
  },
  [
    ['FieldReference', 'FieldReference_T', 'an instance field is read', 'getfield'],
    [
      'StaticFieldReference',
      'StaticFieldReference_T',
      'a static field is read that is no constant',
      'getstatic',
    ],
    ['FieldStore', 'FieldStore_T', 'an instance field is assigned or initialized', 'putfield'],
    ['StaticFieldStore', 'StaticFieldStore_T', 'a static field is assigned or initialized', 'putstatic'],
  ],
);

export const ARRAYS: readonly OperationFamily[] = familyRows(
  {
    group: 'array reference',
    paperGroup: 'Array Reference',
    operands: 'the element',
    size: 'how the last operand is pushed: index, or value stored',
  },
  [
    ['ArrayReference', 'ArrayReference_T', 'an array element is read', 'iaload, laload, aaload, baload, …'],
    [
      'ArrayStore',
      'ArrayStore_T',
      'an array element is assigned, or given in an initializer or as a variable argument',
      'iastore, lastore, aastore, bastore, …',
    ],
    ['ArrayLength', 'ArrayLength', '`.length` of an array; a `for` over an array', 'arraylength'],
  ],
);

export const ALLOCATION: readonly OperationFamily[] = familyRows(
  {
    group: 'allocation',
    paperGroup: 'Function Ops',
    operands: 'the class, or the array’s element',
    size: 'reference',
  },
  [
    ['NewObject', 'NewObject_T', '`new`, without the constructor that it calls', 'new'],
    [
      'NewArray',
      'NewArray_T',
      '`new T[n]`, an array initializer, variable arguments; amount: elements',
      'newarray, anewarray',
    ],
    ['NewMultiArray', 'NewMultiArray_T', '`new T[m][n]`; amount: all elements', 'multianewarray'],
    ['LambdaCreation', 'LambdaCreation', 'a lambda or method reference is evaluated', 'invokedynamic'],
  ],
);

export const STRINGS: readonly OperationFamily[] = familyRows(
  {
    group: 'string',
    paperGroup: 'Lib Functions',
    operands: 'the operands that are no constants, in order',
    size: 'reference',
  },
  [
    [
      'Concatenation',
      'Concatenation_T_…',
      'a whole chain of `+`, or `+=`, that makes a String; amount: characters',
      'invokedynamic makeConcatWithConstants (before Java 9, and in java.base, a StringBuilder)',
    ],
  ],
);
