/**
 * A fixed part of what `npm run fuzz -- classes|jars|images` does, the files
 * that are made to cost much, and every failure that was ever found.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MalformedInput } from '../../server/src/base/outcome';
import { operandOfDescriptor, operandsOfMethod } from '../../server/src/operations/bytecode/stack-values';
import { makeCase } from './class-case';
import { readClassSeeds } from './class-seeds';
import { type ClassSubjectName, SUBJECTS } from './class-subjects';

const SEED = 20260101;
const CASES = 500;
const names = Object.keys(SUBJECTS) as ClassSubjectName[];
const classes = readClassSeeds({ fromPlatform: 120, largest: 32 * 1024 });

// A minute without a turn of the event loop, and the thread that runs the tests is taken for lost.
beforeEach(() => new Promise((resolve) => setImmediate(resolve)));

describe.each(names)('any %s', (subject) => {
  const { seedsFrom, change, hostile, read } = SUBJECTS[subject];
  const seeds = seedsFrom(classes);

  it('are read as they are', () => {
    for (const { bytes } of seeds) read(bytes);
  });

  it(`give results and problems, however they are changed (seed ${SEED})`, () => {
    for (let number = 0; number < CASES; number++) read(makeCase(seeds, change, SEED, number).bytes);
  });

  it('come again by seed and number', () => {
    const [one, two] = [makeCase(seeds, change, 7, 3), makeCase(seeds, change, 7, 3)];
    expect(one.bytes).toEqual(two.bytes);
    expect(makeCase(seeds, change, 8, 3).bytes).not.toEqual(one.bytes);
  });

  it.each(Object.entries(hostile))('are bounded: %s', (_, make) => {
    read(make());
  });

  const folder = join('test', 'fixtures', 'fuzz', subject);
  const fixtures = existsSync(folder) ? readdirSync(folder) : [];
  it.each(fixtures)('that failed once are read: %s', (name) => {
    read(new Uint8Array(readFileSync(join(folder, name))));
  });
});

describe('descriptors of instructions', () => {
  it('are types, or unknown', () => {
    expect(operandOfDescriptor('[[Lp/A;')).toBe('Object[][]');
    expect(['constructor', '__proto__', '', '[', `${'['.repeat(256)}I`].map(operandOfDescriptor)).toEqual(
      Array.from({ length: 5 }, () => '?'),
    );
  });

  it.each(['', '(', '(I', 'I)V', '(constructor)V', '(II', `(${'I'.repeat(256)})V`])(
    'of methods follow the grammar: %s',
    (descriptor) => {
      expect(() => operandsOfMethod(descriptor)).toThrow(MalformedInput);
    },
  );
});
