/**
 * Random Java statements, which may hold others.
 *
 * Sits in `models/`, under the random programs. Every kind of statement has a
 * function of its own; the order of its random draws is that of its text.
 */
import {
  choose,
  condition,
  expression,
  index,
  letterOf,
  local,
  pick,
  type RandomProgram,
  type Type,
  typeOf,
  LENGTH,
  TYPES,
} from './random-expression';
import { type Random, createRandom } from '../solve/random';
import { type Benchmark, numbered, writeBenchmark } from './benchmark';

/** The surroundings of a statement that is to be written. */
interface Surroundings {
  readonly program: RandomProgram;
  readonly random: Random;
  /** The type that the statement prefers, and its letter in the names of variables. */
  readonly type: Type;
  readonly letter: string;
  readonly level: number;
  /** A statement so deep within others holds no blocks. */
  readonly isNested: boolean;
}

/** The kinds of statements, in the order in which a program weighs them. */
const WRITERS: Readonly<Record<string, (surroundings: Surroundings) => readonly string[]>> = {
  assign: ({ program, type }) => [assignment(program, type)],
  compound: ({ program, random, type }) => {
    const target = local(program, type, true);
    return type === 'float' || type === 'double'
      ? [
          `${target} *= 0.5${type === 'float' ? 'f' : ''};`,
          `${target} += ${local(program, type)} * 0.25${type === 'float' ? 'f' : ''} + 1;`,
        ]
      : [`${target} ${pick(random, ['+=', '-=', '^=', '|=', '*='])} ${expression(program, type, 1)};`];
  },
  arrayWrite: ({ program, type, letter }) => [
    `a${letter}[${index(program, 0)}] = ${expression(program, type, 1)};`,
  ],
  arrayUpdate: ({ program, random, type, letter }) =>
    type === 'float' || type === 'double'
      ? [
          `{ int at = ${index(program, 1)}; a${letter}[at] = a${letter}[at] * 0.5${type === 'float' ? 'f' : ''} + 1; }`,
        ]
      : [`a${letter}[${index(program, 1)}] ${pick(random, ['+=', '^='])} ${expression(program, type, 2)};`],
  fieldWrite: ({ program, random, type, letter }) => [
    pick(random, [
      `f${letter} = ${expression(program, type, 1)};`,
      `c.v${letter} = ${expression(program, type, 1)};`,
      `fI += ${local(program, 'int')};`,
    ]),
  ],
  staticWrite: ({ program, random, type, letter }) => [
    pick(random, [
      `s${letter} = ${expression(program, type, 1)};`,
      'sI++;',
      `sL += ${local(program, 'long')};`,
    ]),
  ],
  call: ({ program, type, letter }) => [
    `${local(program, type, true)} = h${letter}(${expression(program, type, 2)}, ${expression(program, type, 2)});`,
  ],
  virtualCall: ({ program, random }) => [
    pick(random, [
      'i0 = e.low();',
      `l1 = c.sum(${expression(program, 'long', 2)});`,
      'd1 = c.mix(d0 * 0.5, f1) * 0.25;',
      `i1 = own(${local(program, 'int')});`,
    ]),
  ],
  branch: ({ program, type, level, isNested }) => [
    `if (${condition(program)}) { ${isNested ? assignment(program, type) : block(program, level)} }`,
  ],
  branchElse: ({ program, type, level, isNested }) => [
    `if (${condition(program)}) { ${isNested ? assignment(program, type) : block(program, level)} } else { ${assignment(program, typeOf(program))} }`,
  ],
  loop: ({ program, random, type, level, isNested }) => {
    if (isNested) return [assignment(program, type)];
    return [inLoop(program, 2 + random.below(12), () => block(program, level))];
  },
  whileLoop: ({ program, random, type, level, isNested }) => {
    if (isNested) return [assignment(program, type)];
    const v = fresh(program);
    const counter = pick(random, ['int', 'long']);
    return [
      `{ ${counter} ${v} = ${3 + random.below(10)}; while (${v} > 0) { ${block(program, level)} ${pick(random, [`${v}--;`, `${v} -= 2;`])} } }`,
    ];
  },
  arraySum: ({ program, random, type, letter }) => {
    const v = fresh(program);
    const sum = fresh(program);
    return [
      `{ ${type} ${sum} = 0; for (int ${v} = 0; ${v} < ${8 + random.below(24)}; ${v}++) ${sum} += a${letter}[${v}]; ${type === 'float' || type === 'double' ? `s${letter} = ${sum} * 0.03125f;` : `${local(program, type, true)} = ${sum};`} }`,
    ];
  },
  switch: ({ program, random }) => {
    const labels = pick(random, [
      ['0', '1', '2', '3'],
      ['0', '90', '700', '5000'],
    ]);
    return [
      `switch (${pick(random, ['i2 & 3', 'round & 7', `${local(program, 'int')} & 3`])}) { ${labels.map((label) => `case ${label}: ${assignment(program, typeOf(program))} break;`).join(' ')} default: ${assignment(program, typeOf(program))} }`,
    ];
  },
  increment: ({ program, random }) => [
    pick(random, ['i0++;', 'i2++;', 'i1--;', 'i2 += 3;', 'fI++;', 'l0++;', `aI[${index(program, 2)}]++;`]),
  ],
  allocate: ({ random }) => [
    pick(random, [
      'e = new Cell(i0, c);',
      'o = new Cell(1, null);',
      'e = new Cell(i1 + 1, e == null ? null : e.next);',
    ]),
  ],
  newArray: ({ random }) => [
    pick(random, [
      'x = new int[8]; x = aI;',
      'y = new double[4]; y = aD;',
      'x = new int[] { i0, i1, i2 }; i1 = x[2]; x = aI;',
    ]),
  ],
  reference: ({ random }) => [
    pick(random, [
      'e = c.next;',
      'o = e;',
      'if (o instanceof Cell) e = (Cell) o;',
      'e = e == null ? c : e;',
      'c.next.next = null;',
      'for (Cell w = c; w != null; w = w.next) i0 += w.vI;',
      'z0 = e != c;',
      'z0 = i0 < i1;',
    ]),
  ],
  narrow: ({ program, random }) => [
    pick(random, [
      `aB[${index(program, 2)}] = (byte) ${local(program, 'int')};`,
      `aC[${index(program, 2)}] = (char) (${local(program, 'int')} + 1);`,
      `i1 = (short) ${local(program, 'int')};`,
    ]),
  ],
  arrayCopy: ({ program, random, letter }) => {
    const v = fresh(program);
    return [
      `for (int ${v} = 0; ${v} < ${4 + random.below(20)}; ${v}++) a${letter}[${v}] = a${letter}[${v} + ${1 + random.below(30)}];`,
    ];
  },
  scan: ({ program, random }) => {
    const v = fresh(program);
    return [
      `for (int ${v} = 0; ${v} < x.length; ${v}++) { if (x[${v}] ${pick(random, ['>', '<', '=='])} ${local(program, 'int')}) { ${pick(random, ['i2++;', `i0 = ${v};`, 'break;'])} } }`,
    ];
  },
};

const STATEMENTS = Object.values(WRITERS);

export function statement(program: RandomProgram, level: number): readonly string[] {
  const { random } = program;
  const write = choose(random, STATEMENTS, program.statements);
  const type = typeOf(program);
  return write({ program, random, type, letter: letterOf(type), level, isNested: level >= 2 });
}

function inLoop(program: RandomProgram, rounds: number, body: () => string): string {
  const { random } = program;
  const v = `v${program.names++}`;
  const outer = program.loops;
  program.loops = [...outer, v];
  const text = body();
  program.loops = outer;
  return random.uniform() < 0.8
    ? `for (int ${v} = 0; ${v} < ${rounds}; ${v}++) { ${text} }`
    : `for (int ${v} = ${rounds}; --${v} >= 0; ) { ${text} }`;
}

function assignment(program: RandomProgram, type: Type): string {
  return `${local(program, type, true)} = ${expression(program, type)};`;
}

function block(program: RandomProgram, level: number): string {
  const length = 1 + program.random.below(3);
  return Array.from({ length }, () => statement(program, level + 1).join(' ')).join(' ');
}

function fresh(program: RandomProgram): string {
  return `v${program.names++}`;
}

/**
 * Programs that mix operations as programs do: microbenchmarks alone do not identify operations that only occur
 * together. Each program prefers some types and statements over others, so that no two operations keep step
 * through all of them; every program ends, and divides by nothing that is 0.
 */
export function randomBenchmarks(count: number, seed: number): readonly Benchmark[] {
  return Array.from({ length: count }, (_, index) => {
    const name = numbered('R', index + 1);
    const random = createRandom(seed * 1009 + index);
    return { name, kind: 'random', title: `random program ${index + 1}`, source: writeProgram(name, random) };
  });
}

function writeProgram(name: string, random: Random): string {
  const program: RandomProgram = {
    random,
    types: weights(random, TYPES.length),
    statements: weights(random, STATEMENTS.length),
    depth: 0.2 + 0.5 * random.uniform(),
    names: 0,
    loops: [],
  };
  // Programs spend their time in small loops; every third is a longer sequence that comes round as a whole.
  const isLong = random.uniform() < 1 / 3;
  const round = isLong
    ? Array.from({ length: 3 + random.below(14) }, () => statement(program, 0)).flat()
    : Array.from({ length: 1 + random.below(2) }, () => tightLoop(program));
  return writeBenchmark({
    name,
    members: [
      'int fI = 5; long fL = 6; float fF = 1.5f; double fD = 2.5;',
      'static int sI = 3; static long sL = 4; static float sF = 0.5f; static double sD = 1.25;',
      `final int[] aI = new int[${LENGTH}]; final long[] aL = new long[${LENGTH}]; final float[] aF = new float[${LENGTH}]; final double[] aD = new double[${LENGTH}];`,
      `final byte[] aB = new byte[${LENGTH}]; final char[] aC = new char[${LENGTH}];`,
      'static class Cell { int vI; long vL; float vF = 1; double vD = 1; Cell next; Cell(int i, Cell next) { vI = i; this.next = next; } int low() { return vI & 255; } long sum(long x) { return vL + x; } double mix(double x, float y) { return vD * 0.5 + x - y; } }',
      ...TYPES.map(
        (type) =>
          `static ${type} h${letterOf(type)}(${type} x, ${type} y) { return ${helperBody(program, type)}; }`,
      ),
      'int own(int x) { return fI + x; }',
    ],
    prepare: [
      `for (int i = 0; i < ${LENGTH}; i++) { aI[i] = i * 37 % 101; aL[i] = i * 91L; aF[i] = i * 0.25f; aD[i] = i * 0.125; aB[i] = (byte) i; aC[i] = (char) (i + 65); }`,
    ],
    locals: [
      'int i0 = Inputs.aI, i1 = Inputs.bI, i2 = 1; long l0 = Inputs.aI, l1 = Inputs.bI; float f0 = Inputs.aF, f1 = Inputs.bF; double d0 = Inputs.aD, d1 = Inputs.bD;',
      'boolean z0 = Inputs.yes;',
      'Cell c = new Cell(3, new Cell(4, null)); Cell e = c; Object o = c; int[] x = aI; double[] y = aD;',
    ],
    round,
    after: [
      'Inputs.rI = i0 + i1 + i2; Inputs.rL = l0 + l1; Inputs.rF = f0 + f1; Inputs.rD = d0 + d1 + x[1] + y[1]; Inputs.rR = o; Inputs.rR = e; Inputs.rZ = z0;',
    ],
  });
}

/** Random weights, of which a few have most of the sum. */
function weights(random: Random, length: number): readonly number[] {
  return Array.from({ length }, () => random.exponential() ** 2);
}

function helperBody({ random }: RandomProgram, type: Type): string {
  if (type === 'float' || type === 'double')
    return pick(random, ['x * 0.5f + y * 0.25f + 1', 'x * 0.5f - y * 0.5f + 1', 'x < y ? x : y']);
  return pick(random, ['x + y', '(x ^ y) + 1', 'x < y ? x : y', '(x & 1023) - y', 'x + (y << 1)']);
}

/** One loop, or two within each other, with little in it. */
function tightLoop(program: RandomProgram): string {
  const { random } = program;
  const isNested = random.uniform() < 0.4;
  const body = (): string =>
    Array.from({ length: 1 + random.below(3) }, () => statement(program, 2).join(' ')).join(' ');
  return inLoop(program, 8 + random.below(isNested ? 12 : 50), () =>
    isNested
      ? `${random.uniform() < 0.5 ? assignment(program, typeOf(program)) : ''} ${inLoop(program, 4 + random.below(30), body)}`
      : body(),
  );
}
