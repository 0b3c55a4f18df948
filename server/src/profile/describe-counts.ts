/**
 * From a recording's counters to the classes of a profile.
 *
 * Sits in `profile/` over `counts.ts`, `line-counts.ts` and
 * `counted-operations.ts`.
 */
import { lineAt, readCode, readLineNumbers, sourceFileOf } from '../classfile/code';
import { computeCrc32 } from '../classfile/crc32';
import { type ClassFile, type MemberInfo, readClass } from '../classfile/read-class';
import { extractBytecode } from '../operations/extract-bytecode';
import type { OperationKey } from '../operations/operation';
import { countersOf } from './count-plan';
import { countOperations } from './counted-operations';
import { deriveCounts } from './counts';
import { planMethod } from './instrument-class';
import type { PlacedClass } from './instrument-classes';
import { countLines, type CountedMethod } from './line-counts';
import type { LineRow, ProfiledClass, ProfiledMethod } from './profile-document';
import { type ActivationsOf, noActivations } from './running-activations';

export interface DescribedCounts {
  readonly keys: readonly OperationKey[];
  readonly classes: readonly ProfiledClass[];
}

/** Only classes that were loaded: all others have no counts at all. */
export function describeCounts(
  classes: readonly PlacedClass[],
  isLoaded: (name: string) => boolean,
  counters: Float64Array,
  activations: ActivationsOf = noActivations,
): DescribedCounts {
  const names = new Set(classes.map(({ name }) => name));
  const keys = createKeyTable();
  const described = classes.flatMap((placed): readonly ProfiledClass[] => {
    if (!isLoaded(placed.name)) return [];
    const file = readClass(placed.original);
    return file.ok ? [describeClass(file.value, placed, counters, activations, { names, keys })] : [];
  });
  return { keys: keys.list, classes: described };
}

interface Naming {
  /** Of the application's classes. */
  readonly names: ReadonlySet<string>;
  readonly keys: KeyTable;
}

function describeClass(
  file: ClassFile,
  { methods, original }: PlacedClass,
  counters: Float64Array,
  activations: ActivationsOf,
  naming: Naming,
): ProfiledClass {
  const counted = methods.flatMap(({ method: index, first }): readonly CountedMethod[] => {
    const method = file.methods[index];
    const plan = method === undefined ? undefined : planMethod(file, method);
    if (method === undefined || plan?.ok !== true) return [];
    const own = counters.subarray(first, first + countersOf(plan.value));
    return [
      {
        method,
        plan: plan.value,
        counts: deriveCounts(plan.value, own, activations(file, method, plan.value)),
      },
    ];
  });
  const source = sourceFileOf(file);
  return {
    name: file.name,
    ...(source === undefined ? {} : { source }),
    hash: computeCrc32(original),
    lines: linesOf(file, counted),
    methods: counted.map((each) => describeMethod(file, each, naming)),
  };
}

function linesOf(file: ClassFile, methods: readonly CountedMethod[]): readonly LineRow[] {
  const lines = countLines(file, methods);
  return lines.ok ? lines.value.map(({ line, executions }) => [line, executions]) : [];
}

function describeMethod(file: ClassFile, each: CountedMethod, naming: Naming): ProfiledMethod {
  const { method, plan, counts } = each;
  const lineOf = linesByOffset(file, method);
  const { graph } = plan;
  const operations = new Map<string, OpenRow>();
  const extracted = extractBytecode(file, method, { isApplication: (owner) => naming.names.has(owner) });
  if (extracted?.ok === true) {
    for (const { key, line = 0, executions, size } of countOperations(extracted.value, plan, counts)) {
      const known = extracted.value.keys[key];
      if (known !== undefined) addRow(operations, naming.keys.indexOf(known), line, executions, size);
    }
  }
  const instructions = new Map<string, OpenRow>();
  const code = readCode(file, method);
  const start = code?.ok === true ? code.value.start : 0;
  for (const [index, offset] of graph.offsets.entries())
    addRow(instructions, file.bytes[start + offset] ?? 0, lineOf(offset), counts.instructions[index] ?? 0);
  return {
    name: method.name,
    descriptor: method.descriptor,
    calls: counts.calls,
    lines: linesOf(file, [each]),
    blocks: graph.blocks.map((block, index) => [
      block.start,
      block.end - 1,
      lineOf(block.start),
      counts.blocks[index] ?? 0,
    ]),
    operations: [...operations.values()],
    instructions: Array.from(instructions.values(), ([opcode, line, executions]) => [
      opcode,
      line,
      executions,
    ]),
  };
}

type OpenRow = [number, number, number] | [number, number, number, number];

function addRow(
  rows: Map<string, OpenRow>,
  what: number,
  line: number,
  executions: number,
  size?: number,
): void {
  if (executions === 0) return;
  const id = `${what} ${line} ${size === undefined ? '' : 'sized'}`;
  const row = rows.get(id);
  if (row === undefined) {
    rows.set(id, size === undefined ? [what, line, executions] : [what, line, executions, Math.max(0, size)]);
    return;
  }
  row[2] += executions;
  if (row[3] !== undefined && size !== undefined) row[3] += size;
}

function linesByOffset(file: ClassFile, method: MemberInfo): (offset: number) => number {
  const code = readCode(file, method);
  const lines = code?.ok === true ? readLineNumbers(file, code.value) : undefined;
  const table = lines?.ok === true ? lines.value : [];
  return (offset) => lineAt(table, offset) ?? 0;
}

interface KeyTable {
  readonly list: readonly OperationKey[];
  readonly indexOf: (key: OperationKey) => number;
}

function createKeyTable(): KeyTable {
  const list: OperationKey[] = [];
  const ids = new Map<string, number>();
  return {
    list,
    indexOf(key) {
      const id = [key.name, key.size, ...key.operands].join(' ');
      const known = ids.get(id);
      if (known !== undefined) return known;
      ids.set(id, list.length);
      return list.push(key) - 1;
    },
  };
}
