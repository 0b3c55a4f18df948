/**
 * Turns a capture's counters into the classes of a profile.
 *
 * Sits in `profile/` over `counts.ts`, `line-counts.ts` and
 * `place-operations.ts`.
 */
import { at, outside, withDefined } from '../../base/check';
import { lineAt, readCode, readLineNumbers, sourceFileOf } from '../../classfile/read/code';
import { computeCrc32 } from '../../base/crc32';
import { type ClassFile, type MemberInfo, readClass } from '../../classfile/read/read-class';
import { rolesOfBlocks } from '../../flow/source/block-roles';
import { extractBytecode } from '../../operations/bytecode/extract-bytecode';
import { operandsOfMethod } from '../../operations/bytecode/stack-values';
import { libraryKey } from '../../operations/catalogue/catalogue';
import type { JumpsOf } from '../../operations/bytecode/name-jumps';
import { identifyKey, type MethodKey, type OperationKey } from '../../operations/catalogue/operation';
import { countersOf } from '../plan/count-plan';
import { countOperations } from './place-operations';
import { countEachOnce, deriveCounts } from '../read/counts';
import { planMethod } from '../probes/instrument-class';
import type { PlacedClass } from '../probes/instrument-classes';
import { createNumbering, type Numbering } from '../../base/numbering';
import { countLines, type CountedMethod } from '../read/line-counts';
import { describePaths } from './counted-paths';
import type {
  BlockRow,
  CodeRow,
  LineRow,
  PathRow,
  ProfiledClass,
  ProfiledMethod,
  OperationRow,
  VaryingCounts,
} from './profile-document';
import { readCallee } from './profile-document';
import type { RecordKind } from '../plan/plan';
import { type ActivationsOf, noActivations } from '../read/running-activations';

export interface DescribedCounts {
  readonly keys: readonly OperationKey[];
  readonly callees: readonly MethodKey[];
  readonly classes: readonly ProfiledClass[];
}

/** Describes the code itself: each method called once, each instruction run once. */
export function describeDefinitions(
  classes: readonly PlacedClass[],
  isLoaded: (name: string) => boolean,
  jumpsOf?: JumpsOf,
): DescribedCounts {
  const run = { record: 'counts', counters: 'each once', activations: noActivations } as const;
  return describeRun(classes, isLoaded, run, createNaming(classes, jumpsOf));
}

/** The counters of a run, and the activations that had not ended. */
export interface RunCounters {
  readonly record: RecordKind;
  readonly counters: Float64Array | 'each once';
  readonly activations: ActivationsOf;
  /** The statements that jumps belong to, where the sources of the classes are known. */
  readonly jumpsOf?: JumpsOf;
}

/** Describes the loaded classes; other classes have no counts at all. */
export function describeCounts(
  classes: readonly PlacedClass[],
  isLoaded: (name: string) => boolean,
  run: RunCounters,
): DescribedCounts {
  return describeRun(classes, isLoaded, run, createNaming(classes, run.jumpsOf));
}

/** Describes the first run's counts, and how those of a second run differ. */
export function describeRuns(
  classes: readonly PlacedClass[],
  isLoaded: (name: string) => boolean,
  first: RunCounters,
  second: RunCounters,
): DescribedCounts {
  const naming = createNaming(classes, first.jumpsOf);
  const described = describeRun(classes, isLoaded, first, naming);
  const again = describeRun(classes, isLoaded, second, naming);
  return { ...again, classes: compareClasses(described.classes, again.classes) };
}

function describeRun(
  classes: readonly PlacedClass[],
  isLoaded: (name: string) => boolean,
  run: RunCounters,
  naming: Naming,
): DescribedCounts {
  const described = classes.flatMap((placed): readonly ProfiledClass[] => {
    if (!isLoaded(placed.name)) return [];
    const file = readClass(placed.original);
    return file.ok ? [describeClass(file.value, placed, run, naming)] : [];
  });
  return { keys: naming.keys.list, callees: naming.callees.list, classes: described };
}

/** The operation that a call of a followed class is where no counted code runs; undefined for calls of other classes. */
export function uncountedCall(callee: MethodKey, followed: ReadonlySet<string>): OperationKey | undefined {
  const called = readCallee(callee);
  if (called === undefined || !followed.has(called.class)) return undefined;
  const { parameters } = operandsOfMethod(called.descriptor);
  return libraryKey(called.class, called.name, parameters, 'reference');
}

/** The names of the classes that calls were followed into. */
export function namesOfFollowed(classes: readonly PlacedClass[]): ReadonlySet<string> {
  return new Set(classes.flatMap(({ name, isFollowed }) => (isFollowed === true ? [name] : [])));
}

interface Naming {
  /** The names of the application's classes. */
  readonly names: ReadonlySet<string>;
  /** The names of those that calls were followed into. */
  readonly followed: ReadonlySet<string>;
  readonly keys: Numbering<OperationKey>;
  readonly callees: Numbering<MethodKey>;
  readonly jumpsOf: JumpsOf | undefined;
}

function createNaming(classes: readonly PlacedClass[], jumpsOf: JumpsOf | undefined): Naming {
  return {
    jumpsOf,
    names: new Set(classes.map(({ name }) => name)),
    followed: namesOfFollowed(classes),
    keys: createNumbering(identifyKey),
    callees: createNumbering((callee) => callee),
  };
}

function describeClass(
  file: ClassFile,
  { methods, original, isFollowed }: PlacedClass,
  { record, counters, activations }: RunCounters,
  naming: Naming,
): ProfiledClass {
  const counted = methods.flatMap(({ method: index, first }): readonly DescribedMethod[] => {
    const method = file.methods[index];
    const plan = method === undefined ? undefined : planMethod(file, method, record);
    if (method === undefined || plan?.ok !== true) return [];
    const { value } = plan;
    if (counters === 'each once')
      return [{ method, plan: value, counts: countEachOnce(value), paths: undefined }];
    const own = counters.subarray(first, first + countersOf(value));
    const running = activations(file, method, value);
    return [
      {
        method,
        plan: value,
        counts: deriveCounts(value, own, running),
        paths: describePaths(value, own, running),
      },
    ];
  });
  const source = sourceFileOf(file);
  return {
    name: file.name,
    ...withDefined({ source, isFollowed }),
    supertypes: [...(file.superName === undefined ? [] : [file.superName]), ...file.interfaceNames],
    hash: computeCrc32(original),
    lines: linesOf(file, counted),
    methods: counted.map((each) => describeMethod(file, each, naming)),
  };
}

interface DescribedMethod extends CountedMethod {
  readonly paths: readonly PathRow[] | undefined;
}

function linesOf(file: ClassFile, methods: readonly CountedMethod[]): readonly LineRow[] {
  const lines = countLines(file, methods);
  return lines.ok ? lines.value.map(({ line, executions }) => [line, executions]) : [];
}

function describeMethod(file: ClassFile, each: DescribedMethod, naming: Naming): ProfiledMethod {
  const { method, plan, counts } = each;
  const lineOf = linesByOffset(file, method);
  const { graph } = plan;
  const roles = rolesOfBlocks(graph);
  const operations = new Map<string, GrowingRow>();
  const invocations = new Map<string, [number, number, number, number]>();
  const code = new Map<string, OpenCode>();
  const hasRun = counts.blocks.some((executions) => executions > 0);
  const extracted = extractBytecode(file, method, {
    isApplication: (owner) => naming.names.has(owner),
    // To parse the sources of what did not run would take long, and say nothing of the run.
    ...withDefined({ jumpsOf: hasRun ? naming.jumpsOf : undefined }),
  });
  if (extracted?.ok === true) {
    const { keys, callees } = extracted.value;
    for (const { key, line = 0, executions, size, callee, block } of countOperations(
      extracted.value,
      plan,
      counts,
    )) {
      const known = keys[key];
      if (known === undefined) continue;
      const operation = naming.keys.numberOf(known);
      addRow(operations, operation, line, executions, size);
      addCode(code, [block, operation, line], executions);
      const called = callee === undefined ? undefined : callees[callee];
      if (called === undefined) continue;
      const uncounted = executions === 0 ? undefined : uncountedCall(called, naming.followed);
      if (uncounted !== undefined) naming.keys.numberOf(uncounted);
      const id = `${called} ${line} ${operation}`;
      const row = invocations.get(id);
      if (row === undefined)
        invocations.set(id, [naming.callees.numberOf(called), line, executions, operation]);
      else row[2] += executions;
    }
  }
  const instructions = new Map<string, GrowingRow>();
  const body = readCode(file, method);
  const start = body?.ok === true ? body.value.start : 0;
  for (const [index, offset] of graph.offsets.entries())
    addRow(instructions, at(file.bytes, start + offset), lineOf(offset), at(counts.instructions, index));
  return {
    name: method.name,
    descriptor: method.descriptor,
    calls: counts.calls,
    lines: linesOf(file, [each]),
    blocks: graph.blocks.map((block, index): BlockRow => {
      const role = roles[index];
      const row = [block.start, block.end - 1, lineOf(block.start), at(counts.blocks, index)] as const;
      return role === undefined ? row : [...row, role];
    }),
    operations: [...operations.values()],
    instructions: Array.from(instructions.values(), ([opcode, line, executions]) => [
      opcode,
      line,
      executions,
    ]),
    invocations: [...invocations.values()],
    ...withDefined({ paths: each.paths }),
    ...(each.paths === undefined && counts.blocks.every((executions) => executions === 0)
      ? {}
      : { code: closeCode(code, counts.blocks) }),
  };
}

type GrowingRow = [number, number, number] | [number, number, number, number];

function addRow(
  rows: Map<string, GrowingRow>,
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

interface OpenCode {
  readonly at: readonly [block: number, key: number, line: number];
  count: number;
  executions: number;
}

function addCode(rows: Map<string, OpenCode>, at: OpenCode['at'], executions: number): void {
  const row = rows.get(at.join(' '));
  if (row === undefined) rows.set(at.join(' '), { at, count: 1, executions });
  else {
    row.count++;
    row.executions += executions;
  }
}

function closeCode(rows: ReadonlyMap<string, OpenCode>, blocks: Float64Array): readonly CodeRow[] {
  return Array.from(rows.values(), ({ at, count, executions }): CodeRow =>
    executions === count * (blocks[at[0]] ?? outside(at[0])) ? [...at, count] : [...at, count, executions],
  );
}

function linesByOffset(file: ClassFile, method: MemberInfo): (offset: number) => number {
  const code = readCode(file, method);
  const lines = code?.ok === true ? readLineNumbers(file, code.value) : undefined;
  const table = lines?.ok === true ? lines.value : [];
  return (offset) => lineAt(table, offset) ?? 0;
}

/**
 * Finds how a second run of a program differed from the first: lines that input, clocks, hashes or threads make
 * run more or less often. Counts of a separate run hold for the measured runs only where two counted runs agree.
 *
 * Adds to each method of the first run how the second run differed. Both runs list the same classes and methods
 * in the same order.
 */
export function compareClasses(
  first: readonly ProfiledClass[],
  second: readonly ProfiledClass[],
): readonly ProfiledClass[] {
  return first.map((each, index) => {
    const again = second[index]?.methods;
    return {
      ...each,
      methods: each.methods.map((method, at) => {
        const varying = compareMethods(method, again?.[at] ?? method);
        return varying === undefined ? method : { ...method, varying };
      }),
    };
  });
}

function compareMethods(first: ProfiledMethod, second: ProfiledMethod): VaryingCounts | undefined {
  const lines = differingRows(first.lines, second.lines, ([line]) => `${line}`, lineThatDidNotRun);
  const operations = differingRows(first.operations, second.operations, idOf, operationThatDidNotRun);
  if (first.calls === second.calls && lines.length === 0 && operations.length === 0) return undefined;
  return { calls: second.calls, lines, operations };
}

/**
 * The rows of the second run that differ from the first, in the first run's order; `absent` makes the row of
 * something that only the first run has.
 */
function differingRows<Row extends readonly number[]>(
  first: readonly Row[],
  second: readonly Row[],
  idOfRow: (row: Row) => string,
  absent: (row: Row) => Row,
): readonly Row[] {
  const again = new Map(second.map((row) => [idOfRow(row), row]));
  const known = new Set(first.map(idOfRow));
  const changed = first.flatMap((row): readonly Row[] => {
    const other = again.get(idOfRow(row)) ?? absent(row);
    return row.every((value, index) => value === other[index]) ? [] : [other];
  });
  return [...changed, ...second.filter((row) => !known.has(idOfRow(row)))];
}

function idOf(row: OperationRow): string {
  return `${row[0]} ${row[1]} ${row.length}`;
}

function lineThatDidNotRun([line]: LineRow): LineRow {
  return [line, 0];
}

function operationThatDidNotRun(row: OperationRow): OperationRow {
  return row.length === 4 ? [row[0], row[1], 0, 0] : [row[0], row[1], 0];
}
