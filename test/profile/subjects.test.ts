/** The subjects of eCalc compute what they say: against node's own, and another way to solve equations. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jdks, toolOf } from '../classfile/jdk-modules';
import { compileKept } from '../support/compile-java';

/** java.util.Random, as its documentation gives it. */
function createJavaRandom(seed: bigint): (bits: bigint) => bigint {
  let state = seed ^ 0x5deece66dn;
  return (bits) => {
    state = (state * 0x5deece66dn + 0xbn) & ((1n << 48n) - 1n);
    return state >> (48n - bits);
  };
}

/** Like a hash of Java: each of them is added to 31 times what is before it. */
function hashOf(values: Int32Array): string {
  return String(values.reduce((sum, value) => BigInt.asIntN(64, sum * 31n + BigInt(value)), 0n));
}

function sorted(): string {
  const next = createJavaRandom(1n);
  return hashOf(Int32Array.from({ length: 10_000 }, () => Number(BigInt.asIntN(32, next(32n)))).sort());
}

function digested(length: number, byteAt: (index: number) => number): string {
  const message = Uint8Array.from({ length }, (_, index) => byteAt(index));
  return String(createHash('md5').update(message).digest().readBigInt64BE());
}

/** Solves the equations by Gauss and Jordan, without a choice of the row. */
function solved(): number {
  const size = 200;
  const next = createJavaRandom(2n);
  const draw = (): number => Number((next(26n) << 27n) + next(27n)) / 2 ** 53;
  const rows = Array.from({ length: size }, () => Float64Array.from({ length: size + 1 }, draw));
  rows.forEach((pivot, column) => {
    const head = pivot[column] ?? 0;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / head;
      pivot.forEach((value, index) => (row[index] = (row[index] ?? 0) - factor * value));
    }
  });
  return (rows[0]?.[size] ?? 0) / (rows[0]?.[0] ?? 0);
}

function rotated(): string {
  const size = 1024;
  const to = new Int32Array(size * size);
  const [sine, cosine] = [Math.sin(0.5), Math.cos(0.5)];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [dx, dy] = [x - size / 2, y - size / 2];
      const fromX = Math.trunc(dx * cosine - dy * sine + size / 2);
      const fromY = Math.trunc(dx * sine + dy * cosine + size / 2);
      const isInside = fromX >= 0 && fromX < size && fromY >= 0 && fromY < size;
      if (isInside) to[y * size + x] = Math.imul(fromY * size + fromX, 7919);
    }
  }
  return hashOf(to);
}

describe.runIf(jdks.length > 0)('a subject of eCalc', () => {
  const home = jdks.at(-1)?.home ?? '';
  const run = (name: string, times: string): string => {
    const text = readFileSync(join('test/bench/programs', 'Subjects.java'), 'utf8');
    const folder = compileKept({ home, sources: { 'Subjects.java': text } });
    return execFileSync(toolOf(home, 'java'), ['-cp', folder, 'Subjects', name, times], {
      encoding: 'utf8',
    }).trim();
  };

  it('sorts 10,000 numbers', () => {
    expect(run('quicksort', '2')).toBe(sorted());
  });

  it('digests 2 MB by hand, and 10 MB by the library', () => {
    expect(run('md5', '2')).toBe(digested(2 * 1024 * 1024, (index) => index * 31));
    expect(run('md5api', '2')).toBe(digested(10 * 1024 * 1024, (index) => index));
  });

  it('solves 200 equations', () => {
    expect(Number(run('gauss', '2')) / 1e9).toBeCloseTo(solved(), 6);
  });

  it('rotates an image of 1024 by 1024', () => {
    expect(run('rotate', '2')).toBe(rotated());
  });
});
