/**
 * The data of a comparison's page as bytes, and back.
 *
 * Sits in `pages/`, over `column-file.ts`, because the server and its pages need it. Rows of the tree are those of
 * `compare/trees/merged-tree.ts`, in preorder. Energies are those of one run, in the unit of the comparison; NaN
 * stands for an unknown figure.
 */
import { type ColumnLayout, decodeColumns, encodeColumns } from './column-file';
import type { ComparisonWords } from './comparison-words';

export interface ComparisonPage extends ComparisonColumns {
  readonly head: ComparisonHead;
}

export interface ComparisonHead {
  readonly names: readonly [string, string];
  /** The date and machine of each side; empty if they are unknown. */
  readonly details: readonly [string, string];
  /** The result in one sentence, with how sure it is. */
  readonly headline: string;
  /** The unit of all figures. */
  readonly unit: 'joules' | 'seconds' | 'bytes' | 'share';
  readonly isSignificant: boolean;
  /**
   * True for each side that was counted and has its energies from the model: there, code that ran and took no energy
   * is not modeled.
   */
  readonly areCounted: readonly [boolean, boolean];
  /** The α that was used; absent if one side recorded no calls. */
  readonly alpha?: number;
  readonly wantedAlpha: number | 'auto';
  /**
   * The energy that methods of the application take themselves, and that methods of frameworks take, for each side;
   * absent if `alpha` is.
   */
  readonly split?: readonly [SplitOfSide, SplitOfSide];
  /**
   * The share of tasks that both sides do, and of framework methods that both call, out of those of the side that has
   * fewer; absent if `alpha` is.
   */
  readonly overlap?: { readonly tasks: number; readonly methods: number };
  readonly packages: readonly PackageOfBoth[];
  readonly notes: readonly string[];
  readonly leftOut: { readonly contexts: number; readonly tasks: number; readonly methods: number };
  readonly words: ComparisonWords;
  /** The version of Jouleline. */
  readonly version: string;
}

export interface SplitOfSide {
  readonly applicationEnergy: number;
  readonly frameworkEnergy: number;
}

export interface PackageOfBoth {
  /** The name of the package; that of the class if the class is in none. */
  readonly name: string;
  readonly isApplication: boolean;
  /** True if the user marked the package; otherwise the list of known frameworks decides. */
  readonly isMarked: boolean;
  /** The energy of the package's methods, without what they call. */
  readonly energyA: EnergyOfPackage;
  readonly energyB: EnergyOfPackage;
}

/** The energy of a package: `none` if none of its methods ran, `unpriced` if some ran and none is modeled. */
export type EnergyOfPackage = number | 'none' | 'unpriced';

export interface ComparisonColumns {
  /**
   * The totals of both sides: energy of A and B, difference, its two bounds, its chance, the smallest difference that
   * would have been found.
   */
  readonly totals: Float64Array;

  /** The methods; a class or a descriptor that is unknown is empty. */
  readonly classes: readonly string[];
  readonly names: readonly string[];
  readonly descriptors: readonly string[];

  /** The row above each row; -1 for the root. */
  readonly rowParent: Int32Array;
  /** The method of each row, -1 for the root; then the first method that the row stands for on each side, -1 for none. */
  readonly rowMethod: Int32Array;
  readonly rowMethodA: Int32Array;
  readonly rowMethodB: Int32Array;
  /** The energy of each row without what it calls. */
  readonly rowOwnA: Float64Array;
  readonly rowOwnB: Float64Array;
  readonly rowCallsA: Float64Array;
  readonly rowCallsB: Float64Array;
  /**
   * The change of each row: 0 if it is no more than chance, 1 if B uses less energy, 2 if B uses more, 3 if a side is
   * not modeled.
   */
  readonly rowChange: Uint8Array;
  /** The number of contexts directly below each row that were left out with all below them, and their energy. */
  readonly rowRest: Uint32Array;
  readonly rowRestA: Float64Array;
  readonly rowRestB: Float64Array;

  /** The row of each task; the most changed tasks come first. */
  readonly taskRow: Uint32Array;
  readonly taskEnergyA: Float64Array;
  readonly taskEnergyB: Float64Array;
  readonly taskLow: Float64Array;
  readonly taskHigh: Float64Array;
  readonly taskChance: Float64Array;
  /** The number of contexts below each task that only one side has. */
  readonly taskOnlyA: Uint32Array;
  readonly taskOnlyB: Uint32Array;
  /** The sum of the task's {@link Flag}s. */
  readonly taskFlags: Uint8Array;
  /** The mean size of what a call got, in elements, letters or bytes; NaN if it was not recorded. */
  readonly taskSizeA: Float64Array;
  readonly taskSizeB: Float64Array;
  /**
   * The rank of the task's method in each side's list of methods, by its energy with all calls and then by its own; 0
   * if it has none.
   */
  readonly taskRankA: Uint32Array;
  readonly taskRankB: Uint32Array;
  readonly taskOwnRankA: Uint32Array;
  readonly taskOwnRankB: Uint32Array;
  /** The number of edits between both paths; 0 if one side has none. */
  readonly taskEdits: Uint32Array;
  /**
   * The index at which each task's path on B starts, from the root to its method, and the index after the last. A
   * path is empty if it is that of A.
   */
  readonly taskPaths: Uint32Array;
  readonly taskPathMethods: Int32Array;

  /** The methods that changed, most changed first; -1 on a side that has none. */
  readonly methodA: Int32Array;
  readonly methodB: Int32Array;
  readonly methodEnergyA: Float64Array;
  readonly methodEnergyB: Float64Array;
  readonly methodLow: Float64Array;
  readonly methodHigh: Float64Array;
  readonly methodCallsA: Float64Array;
  readonly methodCallsB: Float64Array;
  readonly methodFlags: Uint8Array;
  /** The index at which each method's lines start, and the index after the last. */
  readonly methodLines: Uint32Array;
  /** The lines that changed, counted from 1; 0 on a side that has none. */
  readonly lineA: Uint32Array;
  readonly lineB: Uint32Array;
  readonly lineExecutionsA: Float64Array;
  readonly lineExecutionsB: Float64Array;
  readonly lineEnergyA: Float64Array;
  readonly lineEnergyB: Float64Array;
  /** The index at which each method's blocks start, and the index after the last. */
  readonly methodBlocks: Uint32Array;
  /**
   * The blocks that changed: the role of each in loops and branches, in the profile's words; then its first and its
   * last line on each side.
   */
  readonly blockRole: readonly string[];
  readonly blockLineA: Uint32Array;
  readonly blockLastA: Uint32Array;
  readonly blockLineB: Uint32Array;
  readonly blockLastB: Uint32Array;
  readonly blockExecutionsA: Float64Array;
  readonly blockExecutionsB: Float64Array;
  readonly blockEnergyA: Float64Array;
  readonly blockEnergyB: Float64Array;
  readonly blockLow: Float64Array;
  readonly blockHigh: Float64Array;
  readonly blockFlags: Uint8Array;
}

export const Flag = {
  significant: 1,
  /** The task is part of another task, so that sums of all tasks count it twice. */
  nested: 2,
  countsDiffer: 8,
  /** The task or block is missing on the other side, which may still do some of it elsewhere. */
  onlyA: 16,
  onlyB: 32,
  /** The block stands elsewhere among those that both sides have. */
  moved: 64,
} as const;

const LAYOUT: ColumnLayout<ComparisonColumns> = {
  magic: 'JLCP',
  version: 1,
  what: 'comparison',
  columns: {
    totals: 'f64',
    classes: 'texts',
    names: 'texts',
    descriptors: 'texts',
    rowParent: 'i32',
    rowMethod: 'i32',
    rowMethodA: 'i32',
    rowMethodB: 'i32',
    rowOwnA: 'f64',
    rowOwnB: 'f64',
    rowCallsA: 'f64',
    rowCallsB: 'f64',
    rowChange: 'u8',
    rowRest: 'u32',
    rowRestA: 'f64',
    rowRestB: 'f64',
    taskRow: 'u32',
    taskEnergyA: 'f64',
    taskEnergyB: 'f64',
    taskLow: 'f64',
    taskHigh: 'f64',
    taskChance: 'f64',
    taskOnlyA: 'u32',
    taskOnlyB: 'u32',
    taskFlags: 'u8',
    taskSizeA: 'f64',
    taskSizeB: 'f64',
    taskRankA: 'u32',
    taskRankB: 'u32',
    taskOwnRankA: 'u32',
    taskOwnRankB: 'u32',
    taskEdits: 'u32',
    taskPaths: 'u32',
    taskPathMethods: 'i32',
    methodA: 'i32',
    methodB: 'i32',
    methodEnergyA: 'f64',
    methodEnergyB: 'f64',
    methodLow: 'f64',
    methodHigh: 'f64',
    methodCallsA: 'f64',
    methodCallsB: 'f64',
    methodFlags: 'u8',
    methodLines: 'u32',
    lineA: 'u32',
    lineB: 'u32',
    lineExecutionsA: 'f64',
    lineExecutionsB: 'f64',
    lineEnergyA: 'f64',
    lineEnergyB: 'f64',
    methodBlocks: 'u32',
    blockRole: 'texts',
    blockLineA: 'u32',
    blockLastA: 'u32',
    blockLineB: 'u32',
    blockLastB: 'u32',
    blockExecutionsA: 'f64',
    blockExecutionsB: 'f64',
    blockEnergyA: 'f64',
    blockEnergyB: 'f64',
    blockLow: 'f64',
    blockHigh: 'f64',
    blockFlags: 'u8',
  },
};

/** Encodes a comparison in pieces that are to be written one after the other. */
export function encodeComparison({ head, ...columns }: ComparisonPage): readonly Uint8Array[] {
  return encodeColumns(LAYOUT, head, columns);
}

/** Decodes a comparison; the result is a text if something is wrong with the file. */
export function decodeComparison(buffer: ArrayBuffer): ComparisonPage | string {
  const read = decodeColumns(LAYOUT, buffer);
  if (typeof read === 'string') return read;
  const page = { head: read.head as ComparisonHead, ...read.columns };
  return isConsistent(page) ? page : 'the columns of the comparison do not fit each other';
}

/** Checks what the page relies on, so that a damaged file gives one message and not many faults. */
function isConsistent(page: ComparisonPage): boolean {
  const methods = page.names.length;
  const areMethods = (column: Int32Array): boolean => column.every((index) => index >= -1 && index < methods);
  const rows = page.rowParent.length;
  const alike = (length: number, ...columns: readonly { readonly length: number }[]): boolean =>
    columns.every((column) => column.length === length);
  const { lineA, blockRole } = page;
  return (
    page.totals.length === 7 &&
    alike(methods, page.classes, page.descriptors) &&
    alike(rows, page.rowMethod, page.rowMethodA, page.rowMethodB, page.rowOwnA, page.rowOwnB) &&
    alike(rows, page.rowCallsA, page.rowCallsB, page.rowChange, page.rowRest, page.rowRestA, page.rowRestB) &&
    page.rowParent.every((parent, row) => parent < row && parent >= (row === 0 ? -1 : 0)) &&
    [page.rowMethod, page.rowMethodA, page.rowMethodB, page.methodA, page.methodB].every(areMethods) &&
    areMethods(page.taskPathMethods) &&
    page.taskRow.every((row) => row < rows) &&
    alike(page.taskRow.length, page.taskEnergyA, page.taskEnergyB, page.taskLow, page.taskHigh) &&
    alike(page.taskRow.length, page.taskChance, page.taskOnlyA, page.taskOnlyB, page.taskFlags) &&
    alike(page.taskRow.length, page.taskSizeA, page.taskSizeB, page.taskEdits) &&
    alike(page.taskRow.length, page.taskRankA, page.taskRankB, page.taskOwnRankA, page.taskOwnRankB) &&
    alike(page.methodA.length, page.methodB, page.methodEnergyA, page.methodEnergyB, page.methodLow) &&
    alike(page.methodA.length, page.methodHigh, page.methodCallsA, page.methodCallsB, page.methodFlags) &&
    alike(lineA.length, page.lineB, page.lineExecutionsA, page.lineExecutionsB) &&
    alike(lineA.length, page.lineEnergyA, page.lineEnergyB) &&
    areStarts(page.taskPaths, page.taskRow.length, page.taskPathMethods.length) &&
    alike(blockRole.length, page.blockLineA, page.blockLastA, page.blockLineB, page.blockLastB) &&
    alike(blockRole.length, page.blockExecutionsA, page.blockExecutionsB, page.blockFlags) &&
    alike(blockRole.length, page.blockEnergyA, page.blockEnergyB, page.blockLow, page.blockHigh) &&
    areStarts(page.methodLines, page.methodA.length, lineA.length) &&
    areStarts(page.methodBlocks, page.methodA.length, blockRole.length)
  );
}

/** True if `starts` are those of `count` lists that follow each other and are `length` long together. */
function areStarts(starts: Uint32Array, count: number, length: number): boolean {
  return (
    starts.length === count + 1 &&
    starts.at(-1) === length &&
    starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? 0))
  );
}
