/**
 * The families of the catalogue for its page in the documents: where the source has them, what their operand types and
 * size classes mean, and what javac makes of them.
 *
 * Sits in `operations/`. Nothing that runs reads these texts. Rows after table 1 of Li and Gallagher.
 */

export interface FamilyText {
  /** The place in the source that identifies the operation, as in table 1 of the paper. */
  readonly identified: string;
  /** The meaning of its operand types, in words. */
  readonly operands: string;
  /** The meaning of its size class, in words. */
  readonly size: string;
  /** The instructions that javac makes of it. */
  readonly bytecode: string;
}

/** Rows of one group share what their operand types and size classes mean. */
function texts(
  shared: Pick<FamilyText, 'operands' | 'size'>,
  rows: Readonly<Record<string, readonly [identified: string, bytecode: string]>>,
): readonly (readonly [string, FamilyText])[] {
  return Object.entries(rows).map(([family, [identified, bytecode]]) => [
    family,
    { ...shared, identified, bytecode },
  ]);
}

export const FAMILY_TEXTS: ReadonlyMap<string, FamilyText> = new Map([
  ...texts(
    { operands: 'none', size: 'constant: the target is in the instruction' },
    {
      BlockGoto: [
        'control goes on elsewhere: `if` (over the else branch), `for`, `while`, `do` (back to the test), `loop` (back, without a source), `switch`, `break`, `continue`, `try`, `synchronized`, `conditional` (`?:`), `boolean` (a condition used as a value)',
        'goto',
      ],
    },
  ),
  ...texts(
    { operands: 'always int', size: 'load: the selector' },
    {
      SwitchConsecutive: [
        'a switch whose labels lie close together (javac’s measure of table space and time)',
        'tableswitch',
      ],
      SwitchNonConsecutive: ['any other switch', 'lookupswitch'],
    },
  ),
  ...texts(
    {
      operands: 'none; `?` where the method was not found',
      size: 'reference for instance methods, load for static ones',
    },
    {
      MethodInvocation: [
        'application code is called: `static`, `virtual`, `interface`, `special` (constructors, `super`); the empty constructors of Object and Record',
        'invokestatic, invokevirtual, invokeinterface, invokespecial',
      ],
    },
  ),
  ...texts(
    { operands: 'the parameter', size: 'how the argument is pushed' },
    {
      Parameter: ['one argument of a call of application code', 'what pushes the argument'],
    },
  ),
  ...texts(
    { operands: 'what is returned; `void`', size: 'how the value is pushed' },
    {
      Return: [
        '`return`, and the end of a method that returns nothing',
        'ireturn, lreturn, freturn, dreturn, areturn, return',
      ],
    },
  ),
  ...texts(
    {
      operands:
        'both operands as written, unboxed; the promoted type comes first in the key; `0` for the int constant 0 on the right, `null` for `null`: both have branches of their own',
      size: 'how the right operand is pushed',
    },
    {
      Less: ['`<`', 'if_icmp…, if…; lcmp, fcmp…, dcmp… with if…'],
      LessEqual: ['`<=`', 'as Less'],
      Greater: ['`>`', 'as Less'],
      GreaterEqual: ['`>=`', 'as Less'],
      Equal: ['`==`', 'as Less; if_acmp…, ifnull, ifnonnull for references'],
      NotEqual: ['`!=`', 'as Equal'],
    },
  ),
  ...texts(
    { operands: 'always boolean', size: 'load: the value is on the stack' },
    {
      BooleanTest: [
        'a boolean value decides: a variable, a call, `instanceof` as or in a condition',
        'ifeq, ifne',
      ],
    },
  ),
  ...texts(
    { operands: 'the type asked for', size: 'load: a reference in a variable' },
    {
      InstanceOf: ['`instanceof`, with a type or a pattern', 'instanceof'],
    },
  ),
  ...texts(
    {
      operands: 'both operands as written, unboxed; the promoted type (JLS 5.6) comes first in the key',
      size: 'how the right operand is pushed',
    },
    {
      Addition: ['`+` of numbers; `+=`; `++` where it is no `iinc`', 'iadd, ladd, fadd, dadd'],
      Subtraction: ['`-` of numbers; `-=`; `--` where it is no `iinc`', 'isub, lsub, fsub, dsub'],
      Multi: ['`*`, `*=`', 'imul, lmul, fmul, dmul'],
      Division: ['`/`, `/=`', 'idiv, ldiv, fdiv, ddiv'],
      Modulo: ['`%`, `%=`', 'irem, lrem, frem, drem'],
      BitAnd: ['`&`, `&=` of numbers or booleans', 'iand, land'],
      BitOr: ['`|`, `|=` of numbers or booleans', 'ior, lor'],
      BitXor: ['`^`, `^=` of numbers or booleans', 'ixor, lxor'],
      ShiftLeft: ['`<<`, `<<=`; works in the left operand’s promoted type', 'ishl, lshl'],
      ShiftRight: ['`>>`, `>>=`', 'ishr, lshr'],
      UnsignedShiftRight: ['`>>>`, `>>>=`', 'iushr, lushr'],
    },
  ),
  ...texts(
    { operands: 'the operand', size: 'how the operand is pushed' },
    {
      Negation: ['`-` before an operand', 'ineg, lneg, fneg, dneg'],
      BitComplement: ['`~`', 'a push of -1 and ixor or lxor'],
    },
  ),
  ...texts(
    { operands: 'always int', size: 'constant: the step is in the instruction' },
    {
      Increment: [
        '`++`, or `+=` a constant of 16 bits, on a local int; the hidden index of a `for` over an array',
        'iinc',
      ],
      Decrement: ['`--`, or `-=` a constant of 16 bits, on a local int', 'iinc with a negative step'],
    },
  ),
  ...texts(
    { operands: 'the variable', size: 'how its value is pushed' },
    {
      Declaration: [
        'a local variable is declared with a value, a pattern binds one, a catch clause or `for` names one; the hidden variables of `for` over arrays and of string switches',
        'istore, lstore, fstore, dstore, astore',
      ],
    },
  ),
  ...texts(
    { operands: 'target and value, as written', size: 'how the value is pushed' },
    {
      Assign: [
        '`=` to a local variable, and the second half of a compound assignment',
        'istore, lstore, fstore, dstore, astore',
      ],
    },
  ),
  ...texts(
    { operands: 'the element', size: 'how the last operand is pushed: index, or value stored' },
    {
      ArrayReference: ['an array element is read', 'iaload, laload, aaload, baload, …'],
      ArrayStore: [
        'an array element is assigned, or given in an initializer or as a variable argument',
        'iastore, lastore, aastore, bastore, …',
      ],
      ArrayLength: ['`.length` of an array; a `for` over an array', 'arraylength'],
    },
  ),
  ...texts(
    { operands: 'the field', size: 'how the last operand is pushed: object, or value stored' },
    {
      FieldReference: ['an instance field is read', 'getfield'],
      StaticFieldReference: ['a static field is read that is no constant', 'getstatic'],
      FieldStore: ['an instance field is assigned or initialized', 'putfield'],
      StaticFieldStore: ['a static field is assigned or initialized', 'putstatic'],
    },
  ),
  ...texts(
    { operands: 'the class, or the array’s element', size: 'reference' },
    {
      NewObject: ['`new`, without the constructor that it calls', 'new'],
      NewArray: [
        '`new T[n]`, an array initializer, variable arguments; amount: elements',
        'newarray, anewarray',
      ],
      NewMultiArray: ['`new T[m][n]`; amount: all elements', 'multianewarray'],
      LambdaCreation: ['a lambda or method reference is evaluated', 'invokedynamic'],
    },
  ),
  ...texts(
    { operands: 'from, to', size: 'load: the value is on the stack' },
    {
      Conversion: [
        'a number becomes one of another type: by promotion, assignment, argument, cast',
        'i2l, l2i, i2b, d2i, …; nothing for widening below int',
      ],
    },
  ),
  ...texts(
    { operands: 'the type cast to', size: 'load: a reference on the stack' },
    {
      CheckCast: [
        'a cast to a reference type that isn’t a supertype; what a generic method or field gives, where its use needs the type',
        'checkcast',
      ],
    },
  ),
  ...texts(
    { operands: 'the operands that are no constants, in order', size: 'reference' },
    {
      Concatenation: [
        'a whole chain of `+`, or `+=`, that makes a String; amount: characters',
        'invokedynamic makeConcatWithConstants (before Java 9, and in java.base, a StringBuilder)',
      ],
    },
  ),
  ...texts(
    { operands: 'always Object', size: 'reference' },
    {
      MonitorEnter: ['`synchronized` block is entered', 'monitorenter'],
      MonitorExit: ['`synchronized` block is left', 'monitorexit'],
    },
  ),
  ...texts(
    { operands: 'always Object', size: 'reference' },
    {
      Throw: ['`throw`, a failed `assert`', 'athrow'],
    },
  ),
  ...texts(
    { operands: 'the declared parameters', size: 'reference for instance methods, load for static ones' },
    {
      LibraryFunction: [
        'a method or constructor (`<init>`) of the platform or the class path is called, also by boxing, unboxing, `for` over an Iterable, try with resources, switches over strings and patterns',
        'invoke…, with its arguments',
      ],
    },
  ),
]);

/** Operators of the source that are no operations of their own: they price as the branches that javac makes of them. */
export const DISSOLVED: readonly { readonly operation: string; readonly becomes: string }[] = [
  {
    operation: 'And (`&&`)',
    becomes: 'the branches of its operands: a comparison branches itself, a boolean value adds a BooleanTest',
  },
  { operation: 'Or (`||`)', becomes: 'as And' },
  { operation: 'Not (`!`)', becomes: 'nothing in a condition: the branch is turned round' },
  {
    operation: 'Conditional (`?:`)',
    becomes: 'the branches of its condition, and BlockGoto_conditional after its first value',
  },
  {
    operation: 'a condition used as a value',
    becomes: 'its branches, and BlockGoto_boolean over the second of two constant pushes',
  },
  {
    operation: 'a constant expression (JLS 15.29)',
    becomes: 'one push, which is the size class of the operation that takes it',
  },
  { operation: 'a declaration without a value', becomes: 'nothing' },
];
