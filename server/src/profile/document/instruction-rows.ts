/**
 * Describes a profile by JVM instructions in the place of energy operations: the input of eCalc's cost
 * functions.
 *
 * Sits in `profile/`. Calls are named by the called method, as a cost needs it. An allocation or library
 * call whose cost grows with a size has a second row, with one execution for each element.
 */
import { at } from '../../base/check';
import { opcodeName } from '../../classfile/read/opcodes';
import { instructionKey, perElement } from '../../operations/catalogue/instruction-keys';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { DocumentCounts, OperationRow, ProfiledMethod, VaryingCounts } from './profile-document';

/** Existing keys keep their numbers, because other rows still point to them. */
export function asInstructions<Given extends DocumentCounts>(profile: Given): Given {
  const keys = [...profile.keys];
  const numbers = new Map<string, number>();
  const indexOf = (key: OperationKey): number => {
    const known = numbers.get(key.name);
    if (known !== undefined) return known;
    numbers.set(key.name, keys.push(key) - 1);
    return keys.length - 1;
  };
  const classes = profile.classes.map((each) => ({
    ...each,
    methods: each.methods.map((method): ProfiledMethod => {
      const operations = instructionsOf(method, profile.keys, indexOf);
      const { varying } = method;
      return {
        ...method,
        operations,
        // The contents of blocks are known as operations only.
        ...(method.code === undefined ? {} : { code: [] }),
        ...(method.followed === undefined ? {} : { followed: [] }),
        ...(each.isFollowed === true ? { unplaced: operations } : {}),
        ...(varying === undefined ? {} : { varying: varyingOf(method, varying, operations, keys) }),
      };
    }),
  }));
  return { ...profile, keys, classes };
}

function instructionsOf(
  { instructions, invocations, operations }: ProfiledMethod,
  keys: readonly OperationKey[],
  indexOf: (key: OperationKey) => number,
): readonly OperationRow[] {
  const rows: OperationRow[] = [];
  /** The calls of each line that rows of instructions count, whatever method they call. */
  const calls = new Map<number, number>();
  const addCalls = (line: number, count: number): void => {
    calls.set(line, (calls.get(line) ?? 0) + count);
  };
  for (const [opcode, line, count] of instructions) {
    const name = opcodeName(opcode) ?? `opcode ${opcode}`;
    if (name.startsWith('invoke')) addCalls(line, count);
    else rows.push([indexOf(instructionKey(name)), line, count]);
  }
  const called = new Map<string, [number, number, number]>();
  for (const [, line, count, key] of invocations) {
    addCalls(line, -count);
    const row = called.get(`${key} ${line}`);
    if (row === undefined) called.set(`${key} ${line}`, [key, line, count]);
    else row[2] += count;
  }
  rows.push(...called.values());
  for (const [index, line, count, size] of operations) {
    const key = keys[index];
    if (key?.family === 'LibraryFunction') {
      addCalls(line, -count);
      rows.push([index, line, count]);
      if (size !== undefined) rows.push([indexOf(perElement(key.name, key.group)), line, size]);
    } else if (key?.family === 'NewArray' && size !== undefined) {
      const name = PRIMITIVES.has(at(key.operands, 0)) ? 'newarray' : 'anewarray';
      rows.push([indexOf(perElement(name, key.group)), line, size]);
    }
  }
  // The remaining calls are lambdas and concatenations, whose code the JVM makes, and empty constructors.
  for (const [line, count] of calls)
    if (count > 0) rows.push([indexOf(instructionKey('other calls')), line, count]);
  return rows;
}

/** A second run's instructions are known by line only: all instructions of a line vary together. */
function varyingOf(
  { lines, operations: before }: ProfiledMethod,
  varying: VaryingCounts,
  operations: readonly OperationRow[],
  keys: readonly OperationKey[],
): VaryingCounts {
  const first = new Map(lines);
  const isKept = ([key]: OperationRow): boolean => keys[key]?.family === 'LibraryFunction';
  const kept = new Set(before.filter(isKept).map(([key, line]) => `${key} ${line}`));
  const again = varying.lines.flatMap(([line, count]) => {
    const was = first.get(line) ?? 0;
    return was === 0
      ? []
      : operations.flatMap(([key, at, executions]): readonly OperationRow[] =>
          at !== line || kept.has(`${key} ${at}`) ? [] : [[key, at, (executions * count) / was]],
        );
  });
  return { ...varying, operations: [...varying.operations.filter(isKept), ...again] };
}

const PRIMITIVES: ReadonlySet<string> = new Set([
  'boolean',
  'byte',
  'char',
  'short',
  'int',
  'long',
  'float',
  'double',
]);
