/**
 * Derives how often each source line ran from the executions of its instructions.
 *
 * Sits in `profile/` over `counts.ts`. A line ran as often as the piece of its code that ran most. Pieces
 * that javac copied from one source, for `finally` and for initializers in several constructors, are added
 * up first.
 */
import type { CountPlan } from '../plan/plan';
import { at, outside } from '../../base/check';
import { type MethodCode, readCode, readLineNumbers } from '../../classfile/read/code';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode, opcodeName, operandLayout } from '../../classfile/read/opcodes';
import { attempt, type Outcome } from '../../base/outcome';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import type { MethodCounts } from './counts';

export interface LineCount {
  /** The line number, from 1. */
  readonly line: number;
  readonly executions: number;
}

export interface CountedMethod {
  readonly method: MemberInfo;
  readonly plan: CountPlan;
  readonly counts: MethodCounts;
}

/** Consecutive instructions of one line. */
interface Piece {
  readonly line: number;
  /** A text that is equal for copies of one source. */
  readonly source: string;
  readonly executions: number;
}

/** Counts the lines of all methods of one class, in the order of the lines. Cost: about a microsecond an instruction. */
export function countLines(
  file: ClassFile,
  methods: readonly CountedMethod[],
): Outcome<readonly LineCount[]> {
  return attempt(() => {
    const largest = new Map<number, number>();
    const keep = (pieces: readonly Piece[]): void => {
      const sums = new Map<string, { line: number; executions: number }>();
      for (const { line, source, executions } of pieces) {
        const key = `${line} ${source}`;
        const sum = sums.get(key) ?? { line, executions: 0 };
        sum.executions += executions;
        sums.set(key, sum);
      }
      for (const { line, executions } of sums.values())
        largest.set(line, Math.max(largest.get(line) ?? 0, executions));
    };
    keep(methods.filter(({ method }) => method.name === '<init>').flatMap((each) => listPieces(file, each)));
    for (const each of methods) if (each.method.name !== '<init>') keep(listPieces(file, each));
    return [...largest].map(([line, executions]) => ({ line, executions })).sort((a, b) => a.line - b.line);
  });
}

/** Throws {@link MalformedInput}. */
function listPieces(file: ClassFile, { method, plan, counts }: CountedMethod): readonly Piece[] {
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return [];
  const lines = readLineNumbers(file, code.value);
  if (!lines.ok) return [];
  const { offsets } = plan.graph;
  const pieces: Piece[] = [];
  let next = 0;
  for (const [row, { offset, line }] of lines.value.entries()) {
    const end = lines.value[row + 1]?.offset ?? code.value.length;
    while ((offsets[next] ?? end) < offset) next++;
    const first = next;
    let executions = 0;
    for (; (offsets[next] ?? end) < end; next++)
      executions = Math.max(executions, counts.instructions[next] ?? outside(next));
    const source = describeSource(file, code.value, offsets.slice(first, next));
    pieces.push({ line, source, executions });
  }
  return pieces;
}

/** Describes what copies of one source have in common: neither offsets, nor locals, nor the way out. */
function describeSource(file: ClassFile, code: MethodCode, offsets: readonly number[]): string {
  const parts = offsets.map((offset) => {
    const { opcode, name, operand } = decodeInstruction(file, code, offset);
    const layout = operandLayout(opcode);
    if (layout === 'l' || /^[ilfda](?:load|store)_\d$/.test(name)) return name.replace(/_\d$/, '');
    return layout === 'C' || layout === 'c' || layout === 'n' || layout === 'b' || layout === 's'
      ? `${name}${operand}`
      : (opcodeName(opcode) ?? '');
  });
  let length = parts.length;
  for (; length > 0 && isLeaving(file, code, at(offsets, length - 1)); length--);
  return parts.slice(0, length).join(' ');
}

/** True for instructions that end a copy: jumps, returns, throws, and the loads of what they take along. */
function isLeaving({ bytes }: ClassFile, code: MethodCode, offset: number): boolean {
  const opcode = at(bytes, code.start + offset);
  return (
    opcode === Opcode.goto ||
    opcode === Opcode.athrow ||
    (opcode >= Opcode.ireturn && opcode <= Opcode.return) ||
    (opcode >= Opcode.iload && opcode <= Opcode.aload_0 + 3)
  );
}
