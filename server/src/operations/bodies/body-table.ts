/**
 * The bundled table of what methods of the platform do: summaries of their bodies, made from the JDK's class files.
 *
 * Sits in `operations/`; `scripts/build-body-table.mjs` writes it to media/bodies, whose README describes it. A
 * method has four bytes: its number of operations on a scale of logarithms, and which of 256 mixes of kinds they
 * are; both once for what a call takes, and once for what each element adds. Names are hashes.
 */
import { at } from '../../base/check';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import type { OperationKey } from '../catalogue/operation';
import { KINDS } from './kinds';

export const BODY_TABLE_TITLE = 'jouleline-bodies 1';
/** Levels in one octave of a number of operations, and the level that stands for one operation. */
export const LEVELS = 8;
export const LEVEL_OF_ONE = 64;
/** Marks the end of a class's parents, whose own marks are indices of classes. */
export const NO_CLASS = 0xffff;

/** Operations by kind: `fixed` + `sized` × the size of what the method works on. */
export interface BodySummary {
  readonly fixed: Float64Array;
  readonly sized: Float64Array;
}

export interface BodyTable {
  /** The platform that the bodies are of, such as `OpenJDK 25.0.3`. */
  readonly platform: string;
  readonly methodCount: number;
  /** The summary of a library method, by the key of its calls; undefined if the table has none. */
  find(operation: OperationKey): BodySummary | undefined;
}

/** FNV-1a over UTF-16 units. */
export function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The hash of a method within its class: `get(int)`. */
export function hashMethod(name: string, operands: readonly string[]): number {
  const hash = hashName(`${name}(${operands.join(',')})`);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** The columns after the header's lines, each little-endian; a method's four bytes are four columns. */
interface Columns {
  readonly classes: Uint32Array;
  /** The first method of each class, and of what would follow the last. */
  readonly starts: Uint32Array;
  readonly parents: readonly (readonly number[])[];
  readonly methods: Uint16Array;
  readonly codes: readonly Uint8Array[];
  /** Shares of kinds, row by row. */
  readonly mixes: Float64Array;
}

/** Takes the table after gunzip. */
export function loadBodyTable(bytes: Uint8Array): Outcome<BodyTable> {
  const head = new TextDecoder().decode(bytes.subarray(0, 200)).split('\n', 3);
  const [title, platform, counts] = head;
  if (title !== BODY_TABLE_TITLE || platform === undefined || counts === undefined)
    return failAt(`Not a table of bodies: its first line is not "${BODY_TABLE_TITLE}"`);
  const numbers = counts.split(' ').map(Number);
  const [classCount = 0, methodCount = 0, mixCount = 0, parentCount = 0, kindCount = 0] = numbers;
  const start = new TextEncoder().encode(`${head.join('\n')}\n`).length;
  const size = classCount * 6 + parentCount * 2 + methodCount * 6 + mixCount * kindCount;
  if (kindCount !== KINDS.length || bytes.length !== start + size)
    return failAt('The table of bodies is corrupt: its size is not what its counts say');
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, size);
  let place = 0;
  const take = (length: number, width: 2 | 4): number[] => {
    const from = place;
    place += length * width;
    return Array.from({ length }, (_, index) =>
      width === 2 ? view.getUint16(from + index * 2, true) : view.getUint32(from + index * 4, true),
    );
  };
  const takeBytes = (length: number): Uint8Array => {
    const from = start + place;
    place += length;
    return bytes.subarray(from, from + length);
  };
  const classes = Uint32Array.from(take(classCount, 4));
  const starts = new Uint32Array(classCount + 1);
  take(classCount, 2).forEach((count, index) => (starts[index + 1] = at(starts, index) + count));
  const parents: number[][] = [[]];
  for (const parent of take(parentCount, 2)) {
    if (parent === NO_CLASS) parents.push([]);
    else parents.at(-1)?.push(parent);
  }
  const methods = Uint16Array.from(take(methodCount, 2));
  const codes = [1, 2, 3, 4].map(() => takeBytes(methodCount));
  const mixes = Float64Array.from(takeBytes(mixCount * kindCount), (share) => (share / 255) ** 2);
  const columns = { classes, starts, parents, methods, codes, mixes };
  const index = new Map(Array.from(classes, (hash, each) => [hash, each] as const));
  return succeed({
    platform,
    methodCount,
    find: ({ name, operands }) => {
      const dot = name.lastIndexOf('.');
      const found = index.get(hashName(name.slice(0, dot)));
      if (found === undefined) return undefined;
      const method = findInClass(columns, found, hashMethod(name.slice(dot + 1), operands));
      return method === undefined ? undefined : summaryOf(columns, method);
    },
  });
}

/** A method of the class, or the nearest one that it inherits. */
function findInClass({ starts, parents, methods }: Columns, owner: number, hash: number): number | undefined {
  const open = [owner];
  const seen = new Set<number>();
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (let method = at(starts, next); method < at(starts, next + 1); method++)
      if (methods[method] === hash) return method;
    open.push(...at(parents, next));
  }
  return undefined;
}

function summaryOf({ codes, mixes }: Columns, method: number): BodySummary {
  const counts = (mix: number, level: number): Float64Array => {
    const row = mixes.subarray(mix * KINDS.length, (mix + 1) * KINDS.length);
    const total = row.reduce((sum, share) => sum + share, 0);
    const operations = level === 0 || total === 0 ? 0 : 2 ** ((level - LEVEL_OF_ONE) / LEVELS);
    return row.map((share) => (total === 0 ? 0 : (share / total) * operations));
  };
  const code = (column: number): number => at(at(codes, column), method);
  return { fixed: counts(code(0), code(1)), sized: counts(code(2), code(3)) };
}
