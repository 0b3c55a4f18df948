/** The roles of bytecode blocks in loops and branches, for a source that names them on its lines. */
import { readCode, readLineNumbers, lineAt } from '../../server/src/classfile/read/code';
import { listInstructions } from '../../server/src/classfile/read/instructions';
import { describe, expect, it } from 'vitest';
import { rolesOfBlocks } from '../../server/src/flow/source/block-roles';
import { buildBytecodeGraph } from '../../server/src/flow/bytecode/bytecode-graph';
import { jdks, must } from '../classfile/jdk-modules';
import { compile } from '../profile/compile-program';

/** A program whose marked lines name the roles of the blocks that begin on them, in the order of the code. */
const text = `class Roles {
  static int roles(int[] data, String word) {
    int sum = 0; //= sequence
    for (int i = 0; //=
      i < data.length; //= loop-condition
      i++) { //= loop-body
      if (data[i] > 3) //= loop-body
        sum += data[i]; //= branch
      else
        sum -= 2; //= branch
    }
    int rounds = 0; //= sequence
    do { //=
      sum += rounds++; //= loop-body
    } while (rounds < 9);
    while (sum > 100 && rounds > 0) { //= loop-condition loop-condition
      sum /= 2; //= loop-body
      if (sum == 77) //=
        break; //= branch
    }
    try {
      sum += Integer.parseInt(word); //= sequence
    } catch (NumberFormatException bad) { //= handler
      sum++; //=
    }
    switch (sum) { //= sequence
      case 1: sum = 5; break; //= branch
      case 9: sum = 6; break; //= branch
      default: sum = 7; //= branch
    }
    while (true) {
      sum++; //= loop-body
      if (sum % 8 == 3) continue; //= branch
      do { sum += 2; } while (sum < 60); //= loop-body
      if (sum > 999) //= loop-condition
        return sum; //= sequence
    }
  }
}
`;

describe.runIf(jdks.length > 0)('roles of blocks', () => {
  it.each(jdks)('are what the source says of its lines (JDK $version)', (jdk) => {
    const [file] = compile(jdk, 'Roles', text).classes;
    const method = file?.methods.find(({ name }) => name === 'roles');
    if (file === undefined || method === undefined) throw new Error('not compiled');
    const code = readCode(file, method);
    if (code?.ok !== true) throw new Error('no code');
    const graph = buildBytecodeGraph(file, code.value, must(listInstructions(file, code.value)));
    const lines = must(readLineNumbers(file, code.value));
    const roles = rolesOfBlocks(graph);
    const found = new Map<number, string[]>();
    for (const [index, { start }] of graph.blocks.entries()) {
      const line = lineAt(lines, start) ?? 0;
      found.set(line, [...(found.get(line) ?? []), roles[index] ?? 'sequence']);
    }
    const marked = text.split('\n').flatMap((line, index) => {
      const mark = /\/\/= ?(.*)$/.exec(line)?.[1];
      return mark === undefined ? [] : [`${index + 1} ${mark}`.trim()];
    });
    expect(
      marked.map((mark) =>
        `${Number.parseInt(mark)} ${found.get(Number.parseInt(mark))?.join(' ') ?? ''}`.trim(),
      ),
    ).toEqual(marked);
  });
});
