/**
 * Energy operations: what one is, and how a member's are recorded.
 *
 * Sits in `operations/`, made from source and from bytecode alike, modeled by
 * `cost/`. Names follow Li and Gallagher, table 1 (`Addition_int_int`,
 * `Equal_Object_null`); the size class is that of table 2 of the
 * probabilistic profiler. All data here is plain: it crosses threads, and is
 * stored.
 */
import type { Block, Region } from '../../flow/source/region';

export type OperationGroup =
  | 'control'
  | 'function'
  | 'boolean'
  | 'arithmetic'
  | 'assignment'
  | 'array reference'
  | 'field reference'
  | 'declaration'
  | 'allocation'
  | 'conversion'
  | 'string'
  | 'synchronization'
  | 'exception'
  | 'library function';

/**
 * The way in which the last operand is pushed: a variable, a constant of the instruction set, a
 * literal of the constant pool, a reference.
 */
export type SizeClass = 'load' | 'constant' | '32-bit' | '64-bit' | 'reference';

/** `int`, `Object`, `String`, `null`, `char[]`, … or `?` where typing failed. */
export type OperandType = string;

/** An operation as it is counted and modeled. Two sites with equal keys cost the same. */
export interface OperationKey {
  /** `Addition_int_int`, `BlockGoto_for`, `java.util.ArrayList.get`. */
  readonly name: string;
  /** The catalogue entry: `Addition`, `BlockGoto`, `LibraryFunction`. */
  readonly family: string;
  readonly group: OperationGroup;
  /** The types of the operands. If promotion gives the operation a type of its own, that comes first. */
  readonly operands: readonly OperandType[];
  readonly size: SizeClass;
  /** The place of the operation, for a model that was fitted to one application. Absent for all other models. */
  readonly place?: string;
  /** The operations that one execution runs in code that the line only calls: the work of a followed method of the JDK. Absent for what the line does itself. */
  readonly parts?: readonly OperationPart[];
}

/** The executions of an operation, and the sum of their sizes where its cost grows with a size. */
export type OperationPart = readonly [key: OperationKey, executions: number, sizes?: number | undefined];

/** The key of a jump as where nothing tells which statement it belongs to; any other key as it is. */
export function withoutStatement(key: OperationKey): OperationKey {
  return key.family === 'BlockGoto' ? { ...key, name: 'BlockGoto_?' } : key;
}

/** The text by which operations of equal costs are told from others. */
export function identifyKey({ name, size, operands }: OperationKey): string {
  return [name, size, ...operands].join(' ');
}

/** A site as it is found. {@link MemberOperations.sites} holds the same in numbers. */
export interface OperationSite {
  /** Index into {@link MemberOperations.keys}. */
  readonly key: number;
  /** Index into {@link MemberOperations.blocks}. */
  readonly block: number;
  /** Offset of the operator, name or keyword, relative to the body. */
  readonly offset: number;
  /** Elements, characters or bytes that a cost linear in size depends on (eCalc, section II); absent where size plays no part. */
  readonly amount?: { readonly value: number; readonly basis: 'constant' | 'default' };
  /** Index into {@link MemberOperations.callees} for a call of application code. */
  readonly callee?: number;
}

/** Sites in numbers: `site-table.ts` writes and reads it. */
export type SiteTable = Int32Array;

/** A method by class and erased descriptor: `com/example/Grid.blit(II)V`. */
export type MethodKey = string;

/** The dictionary of section 4.1: which operations each block of a member holds. */
export interface MemberOperations {
  readonly keys: readonly OperationKey[];
  readonly sites: SiteTable;
  readonly callees: readonly MethodKey[];
  readonly blocks: readonly Block[];
  readonly region: Region;
}

/** `Addition|load|Addition_int_int|int|int`, wherever it ran. */
export function operationId({ family, size, name, operands }: OperationKey): string {
  return [family, size, name, ...operands].join('|');
}
