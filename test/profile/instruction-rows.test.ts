/** Rows of the JVM instructions that ran: each execution once, and calls by what they call. */
import { describe, expect, test } from 'vitest';
import { opcodeName } from '../../server/src/classfile/read/opcodes';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { asInstructions } from '../../server/src/profile/document/instruction-rows';
import type { ProfileDocument, ProfiledMethod } from '../../server/src/profile/document/profile-document';

const opcodes = new Map(Array.from({ length: 202 }, (_, opcode) => [opcodeName(opcode) ?? '', opcode]));
const opcodeOf = (name: string): number => opcodes.get(name) ?? -1;

const keys = [
  operationKey('Addition', ['int', 'int'], 'load'),
  operationKey('MethodInvocation', [], 'load', ['static']),
  libraryKey('java/lang/System', 'arraycopy', [], 'load'),
  operationKey('NewArray', ['int'], 'load'),
];

const method: ProfiledMethod = {
  name: 'run',
  descriptor: '()V',
  calls: 1,
  lines: [
    [3, 10],
    [4, 2],
  ],
  blocks: [],
  operations: [
    [0, 3, 10],
    [1, 3, 10],
    [2, 4, 2, 64],
    [3, 4, 2, 32],
  ],
  instructions: [
    [opcodeOf('iadd'), 3, 10],
    [opcodeOf('invokestatic'), 3, 10],
    [opcodeOf('invokestatic'), 4, 2],
    [opcodeOf('invokespecial'), 4, 1],
    [opcodeOf('newarray'), 4, 2],
  ],
  invocations: [
    [0, 3, 6, 1],
    [1, 3, 4, 1],
  ],
};

function profileOf(given: ProfiledMethod): Pick<ProfileDocument, 'keys' | 'classes'> {
  return { keys, classes: [{ name: 'A', supertypes: [], hash: 0, lines: [], methods: [given] }] };
}

function namedRows(
  { keys: named, classes }: Pick<ProfileDocument, 'keys' | 'classes'>,
  read: (of: ProfiledMethod) => ProfiledMethod['operations'],
): readonly string[] {
  const rows = classes.flatMap(({ methods }) => methods.flatMap(read));
  return rows.map(([key, line, count]) => `${count} ${named[key]?.name ?? '?'} @${line}`).sort();
}

describe('a profile in terms of JVM instructions', () => {
  test('has each execution once, calls by what they call, and a row for elements', () => {
    expect(namedRows(asInstructions(profileOf(method)), ({ operations }) => operations)).toEqual([
      '1 other calls @4',
      '10 MethodInvocation_static @3',
      '10 iadd @3',
      '2 java.lang.System.arraycopy @4',
      '2 newarray @4',
      '32 newarray per element @4',
      '64 java.lang.System.arraycopy per element @4',
    ]);
  });

  test('keeps the numbers of the keys, which other parts of it point to', () => {
    expect(asInstructions(profileOf(method)).keys.slice(0, keys.length)).toEqual(keys);
  });

  test('takes a line’s instructions to vary as the line does', () => {
    const varying = { calls: 1, lines: [[3, 5] as const], operations: [[1, 3, 5] as const] };
    const rows = asInstructions(profileOf({ ...method, varying }));
    expect(namedRows(rows, (each) => each.varying?.operations ?? [])).toEqual([
      '5 MethodInvocation_static @3',
      '5 iadd @3',
    ]);
  });
});
