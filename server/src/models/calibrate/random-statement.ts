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
} from './random-expression';
import type { Random } from '../solve/random';

/** The kinds of statements, in the order in which a program weighs them. */
export const STATEMENTS = [
  'assign',
  'compound',
  'arrayWrite',
  'arrayUpdate',
  'fieldWrite',
  'staticWrite',
  'call',
  'virtualCall',
  'branch',
  'branchElse',
  'loop',
  'whileLoop',
  'arraySum',
  'switch',
  'increment',
  'allocate',
  'newArray',
  'reference',
  'narrow',
  'arrayCopy',
  'scan',
] as const;

type StatementKind = (typeof STATEMENTS)[number];

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

const WRITERS: Readonly<Record<StatementKind, (surroundings: Surroundings) => readonly string[]>> = {
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

export function statement(program: RandomProgram, level: number): readonly string[] {
  const { random } = program;
  const kind = choose(random, STATEMENTS, program.statements);
  const type = typeOf(program);
  return WRITERS[kind]({ program, random, type, letter: letterOf(type), level, isNested: level >= 2 });
}

export function inLoop(program: RandomProgram, rounds: number, body: () => string): string {
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

export function assignment(program: RandomProgram, type: Type): string {
  return `${local(program, type, true)} = ${expression(program, type)};`;
}

function block(program: RandomProgram, level: number): string {
  const length = 1 + program.random.below(3);
  return Array.from({ length }, () => statement(program, level + 1).join(' ')).join(' ');
}

function fresh(program: RandomProgram): string {
  return `v${program.names++}`;
}
