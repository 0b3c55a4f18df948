/**
 * The 174 Bytecode patterns of the probabilistic energy profiler as Java.
 *
 * Sits in `models/`. Tables 1 and 2 of the paper: each operation in each
 * type and size that it comes in; how many of each there are is the paper's.
 * Which sizes an operation was measured in is named there for arithmetic and
 * declarations; all others are measured with variables.
 */
import { withDefined } from '../../base/check';
import { type Benchmark, numbered, writeBenchmark } from './benchmark';

/** A type that patterns are measured for, and how it is written in Java. */
interface BenchmarkType {
  readonly name: 'int' | 'long' | 'float' | 'double' | 'Object';
  /** The name of the type in the paper's category. */
  readonly level: 'int' | 'long' | 'float' | 'double' | 'Reference';
  /** The letter that stands for the type in the names of fields and methods. */
  readonly letter: string;
  /** Size classes with the text of a value: some values are instructions of their own, others come from the constant pool. */
  readonly values: readonly (readonly ['Constant' | '32-bit' | '64-bit', string])[];
}

/** The types of numbers, in the order of the paper's tables. */
const NUMBERS: readonly BenchmarkType[] = [
  { name: 'int', level: 'int', letter: 'I', values: [['Constant', '2'], ['32-bit', '100003']] },
  { name: 'long', level: 'long', letter: 'L', values: [['Constant', '1L'], ['64-bit', '7L']] },
  { name: 'float', level: 'float', letter: 'F', values: [['Constant', '2f'], ['32-bit', '2.5f']] },
  { name: 'double', level: 'double', letter: 'D', values: [['Constant', '1d'], ['64-bit', '2.5d']] },
]; // prettier-ignore
const REFERENCE: BenchmarkType = { name: 'Object', level: 'Reference', letter: 'R', values: [['Constant', 'null']] }; // prettier-ignore
const INTEGERS = NUMBERS.slice(0, 2);

function typeNamed(name: BenchmarkType['name']): BenchmarkType {
  return NUMBERS.find((type) => type.name === name) ?? REFERENCE;
}

/** Copies of the statement in a round: the loop around them is a small part. */
const COPIES = 8;

interface BenchmarkPattern {
  readonly operation: string;
  readonly size: string;
  readonly type: string;
  readonly members?: readonly string[];
  readonly locals: readonly string[];
  readonly statement: string | ((copy: number) => string);
  readonly after?: readonly string[];
}

/** `a`, `b` and `r`. */
function operandsOf({ name, letter }: BenchmarkType): readonly string[] {
  return [`${name} a = Inputs.a${letter}, b = Inputs.b${letter}, r = a;`];
}

function keep({ letter }: BenchmarkType, variable = 'r'): readonly string[] {
  return [`Inputs.r${letter} = ${variable};`];
}

function statementPattern(
  operation: string,
  type: BenchmarkType,
  statement: BenchmarkPattern['statement'],
  more: Partial<BenchmarkPattern> = {},
): BenchmarkPattern {
  return {
    operation,
    size: 'Load',
    type: type.level,
    locals: operandsOf(type),
    statement,
    after: keep(type),
    ...more,
  };
}

/** The patterns of an operation with a variable, and with each constant of the type. */
function inAllSizes(
  operation: string,
  types: readonly BenchmarkType[],
  statementWith: (right: string, type: BenchmarkType) => string,
): readonly BenchmarkPattern[] {
  return types.flatMap((type) => [
    statementPattern(operation, type, statementWith('b', type)),
    ...type.values.map(([size, value]) =>
      statementPattern(operation, type, statementWith(value, type), { size }),
    ),
  ]);
}

const arithmetic: readonly BenchmarkPattern[] = [
  ...(
    [
      ['Addition', '+'],
      ['Division', '/'],
      ['Multiplication', '*'],
      ['Subtraction', '-'],
    ] as const
  ).flatMap(([operation, operator]) =>
    inAllSizes(operation, NUMBERS, (right) => `r = a ${operator} ${right};`),
  ),
  ...inAllSizes('Variable declaration', NUMBERS, (right, { name }) => `{ ${name} v = ${right}; }`),
  statementPattern('Increase', typeNamed('int'), 'r++;', { size: 'Constant' }),
  ...NUMBERS.map((type) => statementPattern('Negation', type, 'r = -a;')),
  ...NUMBERS.map((type) => statementPattern('Modulo', type, 'r = a % b;')),
  ...(
    [
      ['Bit and', 'r = a & b;'],
      ['Bit complement', 'r = ~a;'],
      ['Bit or', 'r = a | b;'],
      ['Bit xor', 'r = a ^ b;'],
      ['Left bitshift', 'r = a << b;'],
      ['Right bitshift', 'r = a >> b;'],
      ['Logical right bitshift', 'r = a >>> b;'],
    ] as const
  ).flatMap(([operation, statement]) => INTEGERS.map((type) => statementPattern(operation, type, statement))),
];

const COMPARISONS = [
  ['equal', '=='],
  ['non-equal', '!='],
  ['greater or equal', '>='],
  ['greater', '>'],
  ['less or equal', '<='],
  ['less', '<'],
] as const;

/** Every other copy the other way round: half of them hold. */
function branch(operator: string): (copy: number) => string {
  return inTurn(`if (a ${operator} b) {}`, `if (b ${operator} a) {}`);
}

function inTurn(one: string, other: string): (copy: number) => string {
  return (copy) => (copy % 2 === 0 ? one : other);
}

const control: readonly BenchmarkPattern[] = [
  // An int with zero is one instruction; other numbers are compared first (section 6.3).
  ...COMPARISONS.flatMap(([name, operator]) =>
    NUMBERS.map((type) =>
      type.name === 'int'
        ? statementPattern(
            `if ${name} (numerical data types)`,
            type,
            inTurn(`if (a ${operator} 0) {}`, `if (z ${operator} 0) {}`),
            { locals: ['int a = Inputs.aI, z = Inputs.zeroI, r = a;'] },
          )
        : statementPattern(`if ${name} (numerical data types)`, type, branch(operator)),
    ),
  ),
  ...COMPARISONS.map(([name, operator]) =>
    statementPattern(`if ${name} (int)`, typeNamed('int'), branch(operator)),
  ),
  statementPattern('if equal (references)', REFERENCE, inTurn('if (a == b) {}', 'if (a == r) {}')),
  statementPattern('if non-equal (references)', REFERENCE, inTurn('if (a != b) {}', 'if (a != r) {}')),
  statementPattern('if non-null (references)', REFERENCE, inTurn('if (a != null) {}', 'if (z != null) {}'), {
    locals: ['Object a = Inputs.aR, z = Inputs.zeroR, r = a;'],
  }),
  statementPattern('if null (references)', REFERENCE, inTurn('if (a == null) {}', 'if (z == null) {}'), {
    locals: ['Object a = Inputs.aR, z = Inputs.zeroR, r = a;'],
  }),
  statementPattern('else branch', typeNamed('int'), 'if (a > b) { r = a; } else { r = b; }'),
  ...(
    [
      ['Switch-case consecutive', [0, 1, 2, 3]],
      ['Switch-case non-consecutive', [0, 100, 2000, 30_000]],
    ] as const
  ).map(([operation, labels]) =>
    statementPattern(
      operation,
      typeNamed('int'),
      (copy) =>
        `switch (k${copy % 4}) { ${labels.map((label) => `case ${label}: r = a; break;`).join(' ')} default: r = b; }`,
      {
        locals: [
          'int a = Inputs.aI, b = Inputs.bI, r = a;',
          `int ${labels.map((label, index) => `k${index} = Inputs.zeroI + ${label}`).join(', ')};`,
        ],
      },
    ),
  ),
];

const methods: readonly BenchmarkPattern[] = [
  {
    operation: 'Static method call',
    size: 'Reference',
    type: 'none',
    members: ['static void call() {}'],
    locals: [],
    statement: 'call();',
  },
  {
    operation: 'Non-static method call',
    size: 'Reference',
    type: 'none',
    members: ['static class Called { void call() {} }'],
    locals: ['Called o = new Called();'],
    statement: 'o.call();',
  },
  ...NUMBERS.map((type) =>
    statementPattern('return statement', type, 'r = give(a);', {
      members: [`static ${type.name} give(${type.name} v) { return v; }`],
    }),
  ),
];

const FIELDS = [
  'static class Fields { int vI; long vL; float vF; double vD; static int sI; static long sL; static float sF; static double sD; }',
];

const objects: readonly BenchmarkPattern[] = [
  ...NUMBERS.flatMap((type) => {
    const more = { members: FIELDS, locals: [...operandsOf(type), 'Fields o = new Fields();'] };
    return [
      statementPattern('Object get field', type, `r = o.v${type.letter};`, more),
      statementPattern('Object get static field', type, `r = Fields.s${type.letter};`, more),
      statementPattern('Object put field', type, `o.v${type.letter} = a;`, more),
      statementPattern('Object put static field', type, `Fields.s${type.letter} = a;`, more),
    ];
  }),
  {
    operation: 'Object allocation',
    size: 'Constant',
    type: 'Reference',
    members: FIELDS,
    locals: ['Fields o = null;'],
    statement: 'o = new Fields();',
    after: keep(REFERENCE, 'o'),
  },
];

const arrays: readonly BenchmarkPattern[] = [
  {
    operation: 'Array length',
    size: 'Load',
    type: 'Reference',
    locals: ['int[] x = new int[1];', 'int r = 0;'],
    statement: 'r = x.length;',
    after: keep(typeNamed('int')),
  },
  ...[...NUMBERS, REFERENCE].flatMap((type) => {
    const more = {
      locals: [...operandsOf(type), `${type.name}[] x = new ${type.name}[1];`, 'int i = Inputs.zeroI;'],
    };
    return [
      statementPattern('Array load', type, 'r = x[i];', more),
      statementPattern('Array store', type, 'x[i] = a;', more),
      statementPattern('Array allocation', type, `x = new ${type.name}[1];`, {
        ...more,
        size: 'Constant',
        after: keep(REFERENCE, 'x'),
      }),
    ];
  }),
];

const CONVERTED: Readonly<Record<string, BenchmarkType['name']>> = {
  i: 'int',
  l: 'long',
  f: 'float',
  d: 'double',
};
const NARROWED: Readonly<Record<string, string>> = { b: 'byte', c: 'char', s: 'short' };

const conversions: readonly BenchmarkPattern[] = [
  ...'d2f d2i d2l f2d f2i f2l i2b i2c i2d i2f i2l i2s l2d l2f l2i'.split(' '),
].map((operation) => {
  const from = typeNamed(CONVERTED[operation.charAt(0)] ?? 'int');
  const target = operation.charAt(2);
  const to = NARROWED[target] ?? CONVERTED[target] ?? 'int';
  return statementPattern(operation, from, `t = (${to}) a;`, {
    locals: [`${from.name} a = Inputs.a${from.letter};`, `${to} t = 0;`],
    after: [`Inputs.rD = t;`],
  });
});

/** The patterns, in the order of the paper's table 1. */
const PATTERNS: readonly BenchmarkPattern[] = [
  ...arithmetic,
  ...control,
  ...methods,
  ...objects,
  ...arrays,
  ...conversions,
];

export function patternBenchmarks(): readonly Benchmark[] {
  return PATTERNS.map(({ operation, size, type, members, locals, statement, after }, index) => {
    const name = numbered('P', index + 1);
    return {
      name,
      kind: 'pattern',
      title: `${operation}, ${size}, ${type}`,
      levels: { operation, size, type },
      source: writeBenchmark({
        name,
        locals,
        round: Array.from({ length: COPIES }, (_, copy) =>
          typeof statement === 'string' ? statement : statement(copy),
        ),
        ...withDefined({ members, after }),
      }),
    };
  });
}

/** The benchmark of the empty loop, which every pattern has around it. */
export function baselineBenchmark(): Benchmark {
  return {
    name: 'E000',
    kind: 'baseline',
    title: 'empty loop',
    source: writeBenchmark({ name: 'E000', locals: [], round: [] }),
  };
}
