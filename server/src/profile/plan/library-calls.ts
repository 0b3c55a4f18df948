/**
 * Finds the calls that leave the instrumented code, and those among them that the exact clock times because
 * their cost is not constant (vLens, section 3.1).
 *
 * Sits in `profile/`, under `instrument-paths.ts`.
 */
import type { CountPlan } from './plan';
import { at } from '../../base/check';
import { libraryKey } from '../../operations/catalogue/catalogue';
import { matchName } from '../../base/wildcards';
import { type CodeOffset, lineAt, type MethodCode, readLineNumbers } from '../../classfile/read/code';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';

export interface LibraryCall {
  /** The index of the call's instruction. */
  readonly instruction: number;
  readonly offset: CodeOffset;
  /** The line number, or 0 if it is unknown. */
  readonly line: number;
  /** Binary name with slashes. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  /** True if the exact clock times it. */
  readonly isExact: boolean;
}

/** True if calls of this class and method have a cost that is not constant. */
export type IsTimed = (owner: string, name: string) => boolean;

/** Facts that a trace needs of a program. */
export interface TracedCalls {
  /** True for a class that is not instrumented. */
  readonly isLibrary: (owner: string) => boolean;
  readonly isTimed: IsTimed;
}

/**
 * Methods whose cost is not constant: the code says neither how long they wait nor how much they are given. Names
 * are as in Java; `*` stands for any letters.
 */
export const nonConstantCalls: readonly string[] = [
  ...['FileInputStream', 'BufferedInputStream', 'InputStream', 'DataInputStream', 'ObjectInputStream'].map(
    (name) => `java.io.${name}.read*`,
  ),
  ...[
    'FileOutputStream',
    'BufferedOutputStream',
    'OutputStream',
    'DataOutputStream',
    'ObjectOutputStream',
  ].flatMap((name) => [`java.io.${name}.write*`, `java.io.${name}.flush`]),
  'java.io.RandomAccessFile.*',
  'java.io.BufferedReader.read*',
  'java.io.FileReader.read*',
  'java.io.InputStreamReader.read*',
  'java.io.FileWriter.*',
  'java.io.PrintStream.*',
  'java.io.PrintWriter.*',
  'java.util.Scanner.next*',
  'java.nio.file.Files.*',
  'java.nio.channels.*',
  'java.net.*',
  'java.sql.*',
  'javax.sql.*',
  'javax.net.*',
  'javax.crypto.Cipher.*',
  'javax.imageio.ImageIO.*',
  'java.security.MessageDigest.update',
  'java.security.MessageDigest.digest',
  'java.security.Signature.*',
  'java.util.zip.*',
  'java.util.Arrays.sort',
  'java.util.Arrays.parallelSort',
  'java.util.Collections.sort',
  'java.util.List.sort',
  'java.lang.Process.waitFor',
  'java.lang.ProcessBuilder.start',
  'java.lang.Thread.sleep',
  'java.lang.Thread.join',
  'java.lang.Object.wait',
  'java.lang.System.gc',
  'java.util.concurrent.Future.get',
  'java.util.concurrent.CompletableFuture.get',
  'java.util.concurrent.CompletableFuture.join',
  'java.util.concurrent.CountDownLatch.await',
  'java.util.concurrent.BlockingQueue.take',
  'java.util.concurrent.BlockingQueue.put',
  'java.util.concurrent.locks.*.lock',
  'java.util.concurrent.locks.Condition.await*',
];

/**
 * Reads a user's list of patterns, one a line, which is added to the shipped one. `#` begins a comment; `!` removes
 * a shipped pattern, and `!*` removes all.
 */
export function readCallPatterns(text: string): readonly string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  const left = new Set(lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).trim()] : [])));
  const shipped = left.has('*') ? [] : nonConstantCalls.filter((pattern) => !left.has(pattern));
  return [...new Set([...shipped, ...lines.filter((line) => !line.startsWith('!'))])];
}

export function matchCalls(patterns: readonly string[]): IsTimed {
  const matchers = patterns.map((pattern) => matchName(pattern));
  return (owner, name) => {
    const called = `${owner.replaceAll('/', '.')}.${name}`;
    return matchers.some((matches) => matches(called));
  };
}

/** Methods that are so short, or so often compiled away, that a clock of milliseconds cannot time them. */
const notTimed =
  /^(?:java\/lang\/(?:Math|StrictMath|Integer|Long|Short|Byte|Character|Boolean|Float|Double|Object)|java\/util\/Objects)$|^\[/;

/** Lists the calls in the order of the code. Throws {@link MalformedInput}. */
export function findLibraryCalls(
  file: ClassFile,
  code: MethodCode,
  { graph: { offsets, blocks }, isReached, throwing }: CountPlan,
  { isLibrary, isTimed }: TracedCalls,
): readonly LibraryCall[] {
  const table = readLineNumbers(file, code);
  const lines = table.ok ? table.value : [];
  const calls: LibraryCall[] = [];
  for (const [block, { from, to }] of blocks.entries()) {
    if (isReached[block] === 0) continue;
    for (let instruction = from; instruction < to; instruction++) {
      const offset = at(offsets, instruction);
      const opcode = at(file.bytes, code.start + offset);
      if (opcode < Opcode.invokevirtual || opcode > Opcode.invokeinterface) continue;
      if (throwing.awaitsSuper[instruction] === 1) continue;
      const { owner, name, descriptor } = file.constants.member(
        decodeInstruction(file, code, offset).operand,
      );
      if (!isLibrary(owner)) continue;
      const isExact = isTimed(owner, name);
      if (!isExact && notTimed.test(owner)) continue;
      const line = lineAt(lines, offset) ?? 0;
      calls.push({ instruction, offset, line, owner, name, descriptor, isExact });
    }
  }
  return calls;
}

/** The operation of a method's calls: `java/util/zip/CRC32.update([BII)V` → its library key. */
export function operationOfCall(called: string): string {
  const end = called.indexOf('(');
  const dot = called.lastIndexOf('.', end);
  return libraryKey(called.slice(0, dot), called.slice(dot + 1, end), [], 'load').name;
}

/** Methods that only wait: processors do nothing for them but the call. */
const ONLY_WAITING =
  /^java\.(?:lang\.(?:Thread\.(?:sleep|join)|Object\.wait)|util\.concurrent\.(?:TimeUnit\.sleep|locks\.LockSupport\.park\w*))$/;

/** True if a method does nothing but wait; `name` is that of its operation, as in `java.lang.Thread.sleep`. */
export function onlyWaits(name: string): boolean {
  return ONLY_WAITING.test(name);
}
