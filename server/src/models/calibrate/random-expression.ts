/**
 * Random expressions and conditions of Java, of types as a program prefers them.
 *
 * Sits in `models/`, under `random-program.ts`. Values of floating point stay
 * in the range of ordinary numbers, and nothing is divided by 0.
 */
import { at } from '../../base/check';
import type { Random } from '../solve/random';

export const TYPES = ['int', 'long', 'float', 'double'] as const;

export type Type = (typeof TYPES)[number];

/** Elements of every array; indices are masked with one less. */
export const LENGTH = 64;
const MASK = LENGTH - 1;

export interface RandomProgram {
  readonly random: Random;
  readonly types: readonly number[];
  readonly statements: readonly number[];
  /** The probability that an expression has another within it. */
  readonly depth: number;
  /** Names that are in use. */
  names: number;
  /** The variables of the loops around, innermost last; all stay below {@link LENGTH}. */
  loops: readonly string[];
}

export function choose<T>(random: Random, items: readonly T[], given: readonly number[]): T {
  let left = random.uniform() * given.reduce((sum, weight) => sum + weight, 0);
  for (const [index, item] of items.entries()) {
    left -= at(given, index);
    if (left < 0) return item;
  }
  return items[items.length - 1] as T;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)] as T;
}

export function letterOf(type: Type): string {
  return type.charAt(0).toUpperCase();
}

export function typeOf({ random, types }: RandomProgram): Type {
  return choose(random, TYPES, types);
}

export function local({ random, loops }: RandomProgram, type: Type, isTarget = false): string {
  const loop = loops.at(-1);
  if (type === 'int' && loop !== undefined && !isTarget && random.uniform() < 0.3) return loop;
  return `${type.charAt(0)}${random.below(type === 'int' ? 3 : 2)}`;
}

const LITERALS: Readonly<Record<Type, readonly string[]>> = {
  int: ['1', '2', '5', '7', '100', '1000', '65599', '1000003'],
  long: ['1L', '0L', '3L', '7L', '4096L', '70000000007L'],
  float: ['1f', '2f', '0.5f', '0.25f'],
  double: ['1d', '0.5', '0.25', '1.5'],
};

/** A random expression of the type; its value is of moderate size where the type is of floating point. */
export function expression(program: RandomProgram, type: Type, level = 0): string {
  const { random, depth } = program;
  if (level < 4 && random.uniform() < depth) return operator(program, type, level + 1);
  return choose(
    random,
    [
      () => local(program, type),
      () => pick(random, LITERALS[type]),
      () => `a${letterOf(type)}[${index(program, level + 1)}]`,
      () => `f${letterOf(type)}`,
      () => `s${letterOf(type)}`,
      () => `c.v${letterOf(type)}`,
      () => converted(program, type, level + 1),
    ],
    [5, 2, 1.2, 0.5, 0.5, 0.6, 0.5],
  )();
}

/** A value of another type, converted. Variables of floating point hold moderate numbers at all times. */
function converted(program: RandomProgram, type: Type, level: number): string {
  const { random } = program;
  switch (type) {
    case 'int':
      return pick(random, [
        `(int) ${local(program, 'long')}`,
        `(int) ${local(program, 'double')}`,
        `(byte) ${local(program, 'int')}`,
        `(char) ${local(program, 'int')}`,
        `aB[${index(program, level)}]`,
        `aC[${index(program, level)}]`,
        'c.next.vI',
        'x.length',
        `x[${index(program, level)}]`,
        'e.low()',
      ]);
    case 'long':
      return pick(random, [
        local(program, 'int'),
        `(long) ${local(program, 'double')}`,
        `c.sum(${local(program, 'long')})`,
      ]);
    case 'float':
      return pick(random, [`(${local(program, 'int')} & 255)`, `(float) ${local(program, 'double')}`]);
    case 'double':
      return pick(random, [
        `(${local(program, 'int')} & 255)`,
        local(program, 'float'),
        `(double) (${local(program, 'long')} & 255L)`,
        `y[${index(program, level)}]`,
      ]);
  }
}

export function index(program: RandomProgram, level: number): string {
  const { random, loops } = program;
  if (loops.length > 0 && random.uniform() < 0.7) return pick(random, loops);
  return pick(random, [
    String(random.below(LENGTH)),
    `${local(program, 'int')} & ${MASK}`,
    level < 3 && random.uniform() < 0.5
      ? `(${expression(program, 'int', level + 2)}) & ${MASK}`
      : `i2 & ${MASK}`,
    `round & ${MASK}`,
  ]);
}

function operator(program: RandomProgram, type: Type, level: number): string {
  const { random } = program;
  const left = expression(program, type, level);
  const right = expression(program, type, level);
  if (type === 'float' || type === 'double') {
    const half = type === 'float' ? '0.5f' : '0.5';
    // Each keeps what it makes within the range of what goes in, and away from the least of numbers, which are slow.
    return choose(
      random,
      [
        `(${left} + ${right}) * ${half}`,
        `((${left} - ${right}) * ${half} + 1)`,
        `(${half} * ${left} - ${right} * ${half} + 2)`,
        `(${left} / 3${type === 'float' ? 'f' : '.0'} + 1)`,
        `-${local(program, type)}`,
        `h${letterOf(type)}(${left}, ${right})`,
      ],
      [3, 2, 2, 1, 0.7, 0.7],
    );
  }
  const low = type === 'int' ? 'i' : 'l';
  return choose(
    random,
    [
      `(${left} + ${right})`,
      `(${left} - ${right})`,
      `(${left} * ${right})`,
      `(${left} & ${right})`,
      `(${left} | ${right})`,
      `(${left} ^ ${right})`,
      `(${left} << ${pick(random, ['1', '3', `${low}1`])})`,
      `(${left} >> ${pick(random, ['1', '5', 'i2'])})`,
      `(${left} >>> ${pick(random, ['2', '7', 'i1'])})`,
      `(${left} / ((${right}) | 1))`,
      `(${left} % ((${right}) | 1))`,
      `~${local(program, type)}`,
      `-${local(program, type)}`,
      `h${letterOf(type)}(${left}, ${right})`,
    ],
    [5, 3, 2, 1.2, 0.7, 0.9, 0.8, 0.6, 0.5, 0.4, 0.5, 0.2, 0.3, 0.7],
  );
}

export function condition(program: RandomProgram): string {
  const { random } = program;
  const type = typeOf(program);
  const compare = (): string =>
    `${expression(program, type, 2)} ${pick(random, ['<', '<=', '>', '>=', '==', '!='])} ${expression(program, type, 2)}`;
  return choose(
    random,
    [
      compare,
      () => `${local(program, 'int')} ${pick(random, ['<', '>=', '>', '==', '!=', '<='])} 0`,
      () => `(${local(program, 'int')} & ${pick(random, ['1', '3', '7'])}) == 0`,
      () => `${compare()} && ${compare()}`,
      () => `${compare()} || ${compare()}`,
      () => pick(random, ['z0', '!z0', 'e != null', 'c.next == null', 'o instanceof Cell']),
    ],
    [4, 1.5, 1.5, 0.7, 0.5, 0.7],
  )();
}
