/**
 * Names the jumps of a method's bytecode by the statements of its source.
 *
 * Sits in `operations/`, under `extract-bytecode.ts`. javac emits the jumps of a method in the order in which
 * the extraction of its source finds them. Jumps keep the names that bytecode gives them where their number or
 * their directions say that the source is another: code of another compiler, or of a javac with other habits.
 */
import { at, withDefined } from '../../base/check';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { operationKey } from '../catalogue/catalogue';
import { identifyKey, type OperationKey } from '../catalogue/operation';
import type { GotoConstruct } from '../source/recorder';
import type { BytecodeOperations } from './bytecode-recorder';

/** A method that jumps, with the numbers of its lines: its own code lies between them. */
export interface JumpingMethod {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly first?: number;
  readonly last?: number;
}

/** The statements of a method's jumps in javac's order; undefined where they are not known. */
export type JumpsOf = (method: JumpingMethod) => readonly GotoConstruct[] | undefined;

/** Loops end with a jump back. Other jumps go back, too, where they end a loop's body. */
const GO_BACK: ReadonlySet<GotoConstruct> = new Set(['for', 'while', 'do']);
/** Jumps that leave a value for what follows. */
const GO_ON: ReadonlySet<GotoConstruct> = new Set(['conditional', 'boolean']);

export function nameJumps(
  operations: BytecodeOperations,
  file: ClassFile,
  { name, descriptor }: MemberInfo,
  jumpsOf: JumpsOf,
): BytecodeOperations {
  const { keys, sites } = operations;
  const isJump = keys.map(({ family }) => family === 'BlockGoto');
  const jumps = sites.filter(({ key }) => at(isJump, key));
  if (jumps.length === 0) return operations;
  const lines = sites.flatMap(({ line }) => line ?? []);
  const [first, last] = lines.length === 0 ? [] : [least(lines), -least(lines.map((line) => -line))];
  const constructs = jumpsOf({ owner: file.name, name, descriptor, ...withDefined({ first, last }) });
  if (constructs?.length !== jumps.length) return operations;
  const fits = jumps.every(({ key }, index) => {
    const other = at(keys, key).name === 'BlockGoto_loop' ? GO_ON : GO_BACK;
    return !other.has(at(constructs, index));
  });
  if (!fits) return operations;
  const all: OperationKey[] = [...keys];
  const numbers = new Map(all.map((key, number) => [identifyKey(key), number]));
  let jump = 0;
  return {
    ...operations,
    keys: all,
    sites: sites.map((site) => {
      if (!at(isJump, site.key)) return site;
      const key = operationKey('BlockGoto', [], 'constant', [at(constructs, jump++)]);
      const known = numbers.get(identifyKey(key)) ?? all.push(key) - 1;
      numbers.set(identifyKey(key), known);
      return { ...site, key: known };
    }),
  };
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other));
}
