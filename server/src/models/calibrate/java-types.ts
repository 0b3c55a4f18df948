/**
 * The types that patterns are measured for, and how each is written in Java.
 *
 * Sits in `models/`. Table 2 of the probabilistic energy profiler: which
 * values are instructions of their own, and which come from the constant pool.
 */

export interface BenchmarkType {
  readonly name: 'int' | 'long' | 'float' | 'double' | 'Object';
  /** The name of the type in the paper's category. */
  readonly level: 'int' | 'long' | 'float' | 'double' | 'Reference';
  /** The letter that stands for the type in the names of fields and methods. */
  readonly letter: string;
  /** The text of a value, by its size class. */
  readonly values: ReadonlyMap<'Constant' | '32-bit' | '64-bit', string>;
}

const INT: BenchmarkType = {
  name: 'int',
  level: 'int',
  letter: 'I',
  values: new Map([
    ['Constant', '2'],
    ['32-bit', '100003'],
  ]),
};
const LONG: BenchmarkType = {
  name: 'long',
  level: 'long',
  letter: 'L',
  values: new Map([
    ['Constant', '1L'],
    ['64-bit', '7L'],
  ]),
};
const FLOAT: BenchmarkType = {
  name: 'float',
  level: 'float',
  letter: 'F',
  values: new Map([
    ['Constant', '2f'],
    ['32-bit', '2.5f'],
  ]),
};
const DOUBLE: BenchmarkType = {
  name: 'double',
  level: 'double',
  letter: 'D',
  values: new Map([
    ['Constant', '1d'],
    ['64-bit', '2.5d'],
  ]),
};
export const REFERENCE: BenchmarkType = {
  name: 'Object',
  level: 'Reference',
  letter: 'R',
  values: new Map([['Constant', 'null']]),
};

export const INTEGERS: readonly BenchmarkType[] = [INT, LONG];
/** The types of numbers, in the order of the paper's tables. */
export const NUMBERS: readonly BenchmarkType[] = [INT, LONG, FLOAT, DOUBLE];
export const NUMBERS_AND_REFERENCE: readonly BenchmarkType[] = [...NUMBERS, REFERENCE];

export function typeNamed(name: BenchmarkType['name']): BenchmarkType {
  return NUMBERS_AND_REFERENCE.find((type) => type.name === name) ?? REFERENCE;
}
