/**
 * Random Java programs that mix operations as programs do.
 *
 * Sits in `models/`. Microbenchmarks alone don't identify operations that only
 * occur together, and a sequence that repeats itself takes less energy than one
 * that does not. Each program prefers some types and statements over others, so
 * that no two operations keep step through all of them; every program ends,
 * divides by nothing that is 0, and stays in the range of ordinary numbers.
 */
import { createRandom, type Random } from '../solve/random';
import { type Benchmark, numbered, writeBenchmark } from './benchmark';
import { LENGTH, letterOf, pick, type RandomProgram, type Type, typeOf, TYPES } from './random-expression';
import { assignment, inLoop, statement, STATEMENTS } from './random-statement';

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
