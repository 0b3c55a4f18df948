/** Catalogue: control, functions, exceptions, locks and library functions. Sits in `operations/`; rows after table 1 of Li and Gallagher. */
import { familyRows, type OperationFamily } from './family';

export const CONTROL: readonly OperationFamily[] = [
  ...familyRows(
    {
      group: 'control',
      paperGroup: 'Control Ops',
      operands: 'none',
      size: 'constant: the target is in the instruction',
    },
    [
      [
        'BlockGoto',
        'BlockGoto_…',
        'control goes on somewhere else than in the next block: `if` (over the else branch), `for`, `while`, `do` (back to the test), `switch`, `break`, `continue`, `try`, `synchronized`, `conditional` (`?:`), `boolean` (a condition used as a value)',
        'goto',
      ],
    ],
  ),
  ...familyRows(
    { group: 'control', paperGroup: 'Control Ops', operands: 'always int', size: 'load: the selector' },
    [
      [
        'SwitchConsecutive',
        'SwitchConsecutive_int',
        'a switch whose labels lie close together (javac’s measure of table space and time)',
        'tableswitch',
      ],
      ['SwitchNonConsecutive', 'SwitchNonConsecutive_int', 'any other switch', 'lookupswitch'],
    ],
  ),
  ...familyRows(
    {
      group: 'control',
      paperGroup: 'Control Ops',
      operands: 'none; `?` where the method was not found',
      size: 'reference for instance methods, load for static ones',
    },
    [
      [
        'MethodInvocation',
        'MethodInvocation_…',
        'application code is called: `static`, `virtual`, `interface`, `special` (constructors, `super`); the empty constructors of Object and Record',
        'invokestatic, invokevirtual, invokeinterface, invokespecial',
      ],
    ],
  ),
];

export const FUNCTIONS: readonly OperationFamily[] = [
  ...familyRows(
    {
      group: 'function',
      paperGroup: 'Function Ops',
      operands: 'the parameter',
      size: 'how the argument is pushed',
    },
    [['Parameter', 'Parameter_T', 'one argument of a call of application code', 'what pushes the argument']],
  ),
  ...familyRows(
    {
      group: 'function',
      paperGroup: 'Function Ops',
      operands: 'what is returned; `void`',
      size: 'how the value is pushed',
    },
    [
      [
        'Return',
        'Return_T',
        '`return`, and the end of a method that returns nothing',
        'ireturn, lreturn, freturn, dreturn, areturn, return',
      ],
    ],
  ),
];

export const EXCEPTIONS: readonly OperationFamily[] = familyRows(
  { group: 'exception', paperGroup: 'Control Ops', operands: 'always Object', size: 'reference' },
  [['Throw', 'Throw_Object', '`throw`, a failed `assert`', 'athrow']],
);

export const SYNCHRONIZATION: readonly OperationFamily[] = familyRows(
  { group: 'synchronization', paperGroup: 'Control Ops', operands: 'always Object', size: 'reference' },
  [
    ['MonitorEnter', 'MonitorEnter_Object', '`synchronized` block is entered', 'monitorenter'],
    ['MonitorExit', 'MonitorExit_Object', '`synchronized` block is left', 'monitorexit'],
  ],
);

export const LIBRARY: readonly OperationFamily[] = familyRows(
  {
    group: 'library function',
    paperGroup: 'Lib Functions',
    operands: 'the declared parameters',
    size: 'reference for instance methods, load for static ones',
  },
  [
    [
      'LibraryFunction',
      'package.Class.method',
      'a method or constructor (`<init>`) of the platform or the class path is called, also by boxing, unboxing, `for` over an Iterable, try with resources, switches over strings and patterns',
      'invoke…, with its arguments',
    ],
  ],
);
