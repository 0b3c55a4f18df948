/**
 * Collects the operations of one method's bytecode.
 *
 * Sits in `operations/`, under `extract-bytecode.ts`: what `recorder.ts` is to
 * source.
 */
import { withDefined } from '../../base/check';
import { intern } from '../../base/groups';
import type { CodeOffset } from '../../classfile/read/code';
import { MalformedInput } from '../../base/outcome';
import type { MethodKey, OperationKey } from '../catalogue/operation';

export interface BytecodeSite {
  /** Index into {@link BytecodeOperations.keys}. */
  readonly key: number;
  readonly offset: CodeOffset;
  /** The line, counted from 1. Absent if the class has no line numbers. */
  readonly line?: number;
  /** Index into {@link BytecodeOperations.callees} for a call of application code. */
  readonly callee?: number;
  /**
   * The offset of the `new` of a StringBuilder that is never kept, for the operations on it. Before
   * Java 9 javac turns `+` into such a builder.
   */
  readonly builder?: CodeOffset;
}

export interface BytecodeOperations {
  readonly keys: readonly OperationKey[];
  /** The sites in the order of the code. */
  readonly sites: readonly BytecodeSite[];
  readonly callees: readonly MethodKey[];
}

export interface BytecodeRecorder {
  /** The offset of the current instruction. */
  offset: CodeOffset;
  line: number | undefined;
  /** Throws {@link MalformedInput} where a method's names together are longer than any real one's. */
  record(key: OperationKey, details?: { readonly callee?: MethodKey; readonly builder?: CodeOffset }): void;
  /** Puts another key in place of the last one. */
  replaceLast(key: OperationKey): void;
  finish(): BytecodeOperations;
}

/** Letters of all that one method does and calls; 64 KB of code with usual names have two million. */
const MOST_LETTERS = 16_000_000;

export function createBytecodeRecorder(): BytecodeRecorder {
  const keys: OperationKey[] = [];
  const keyIds = new Map<string, number>();
  const callees: MethodKey[] = [];
  const calleeIds = new Map<MethodKey, number>();
  const sites: BytecodeSite[] = [];
  let letters = 0;

  const idOf = (key: OperationKey): number =>
    intern(keyIds, keys, [key.name, key.size, ...key.operands].join(' '), key);

  const recorder: BytecodeRecorder = {
    offset: 0,
    line: undefined,
    /** Throws {@link MalformedInput} where a method's names together are longer than any real one's. */
    record(key, { callee, builder } = {}) {
      const { offset, line } = recorder;
      letters += key.name.length + (callee?.length ?? 0);
      if (letters > MOST_LETTERS) throw new MalformedInput('The names in the code are too long', offset);
      sites.push({
        key: idOf(key),
        offset,
        ...withDefined({
          line,
          callee: callee === undefined ? undefined : intern(calleeIds, callees, callee, callee),
          builder,
        }),
      });
    },
    replaceLast(key) {
      const last = sites.pop();
      if (last !== undefined) sites.push({ ...last, key: idOf(key) });
    },
    finish: () => ({ keys, sites, callees }),
  };
  return recorder;
}
