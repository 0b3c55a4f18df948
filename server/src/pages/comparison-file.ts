/**
 * The data of a comparison's page as bytes, and back.
 *
 * Sits in `pages/`, over `column-file.ts`, because the server and its pages need it. Rows of the tree are those of
 * `compare/trees/merged-tree.ts`, in preorder. Energies are those of one run, in the unit of the comparison; NaN
 * stands for an unknown figure.
 */
import { type ColumnsOf, areStarts, decodeColumns, encodeColumns, haveOneLength } from './column-file';
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
  readonly unit: 'joules' | 'seconds' | 'bytes' | 'executions' | 'share';
  readonly isSignificant: boolean;
  /** True if the energies of both sides were measured. */
  readonly isMeasured: boolean;
  /**
   * True for each side that was counted and has its energies from the model: there, code that ran and took no energy
   * is not modeled.
   */
  readonly areCounted: readonly [boolean, boolean];
  /** The α that was used; absent if one side recorded no calls. */
  readonly alpha?: number;
  readonly wantedAlpha: number | 'auto';
  /** The split of each side's energy; absent if `alpha` is. */
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

/** The energy that methods of the application, and of frameworks, take themselves, without what they call. */
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

/** The energy of a package: `none` if none of its methods ran, `unmodeled` if some ran and none is modeled. */
export type EnergyOfPackage = number | 'none' | 'unmodeled';

/** The methods that other columns refer to by their numbers. */
export const METHODS = {
  /** The class and the descriptor are empty if they are unknown. */
  classes: 'texts',
  names: 'texts',
  descriptors: 'texts',
} as const;

/** The rows of the tree. */
export const ROWS = {
  /** The row above each row; -1 for the root. */
  rowParent: 'i32',
  /** The method of each row, -1 for the root; then the first method that the row stands for on each side, -1 for none. */
  rowMethod: 'i32',
  rowMethodA: 'i32',
  rowMethodB: 'i32',
  /** The energy of each row without what it calls. */
  rowOwnA: 'f64',
  rowOwnB: 'f64',
  rowCallsA: 'f64',
  rowCallsB: 'f64',
  /**
   * The change of each row: 0 if it is no more than chance, 1 if B uses less energy, 2 if B uses more, 3 if a side is
   * not modeled; and 4, 5 or 6 if not all of it is modeled on A, on B, or on both.
   */
  rowChange: 'u8',
  /** The number of contexts directly below each row that were left out with all below them, and their energy. */
  rowRest: 'u32',
  rowRestA: 'f64',
  rowRestB: 'f64',
} as const;

/** The tasks, the most changed first. */
export const TASKS = {
  /** The row of each task. */
  taskRow: 'u32',
  taskEnergyA: 'f64',
  taskEnergyB: 'f64',
  taskLow: 'f64',
  taskHigh: 'f64',
  taskChance: 'f64',
  /** The number of contexts below each task that only one side has. */
  taskOnlyA: 'u32',
  taskOnlyB: 'u32',
  /** The sum of the task's {@link Flag}s. */
  taskFlags: 'u8',
  /** The mean size of what a call got, in elements, letters or bytes; NaN if it was not recorded. */
  taskSizeA: 'f64',
  taskSizeB: 'f64',
  /**
   * The rank of the task's method in each side's list of methods, by its energy with all calls and then by its own; 0
   * if it has none.
   */
  taskRankA: 'u32',
  taskRankB: 'u32',
  taskOwnRankA: 'u32',
  taskOwnRankB: 'u32',
  /** The number of edits between both paths; 0 if one side has none. */
  taskEdits: 'u32',
} as const;

/** The methods that changed, the most changed first. */
export const CHANGED = {
  /** The method on each side; -1 on a side that has none. */
  methodA: 'i32',
  methodB: 'i32',
  methodEnergyA: 'f64',
  methodEnergyB: 'f64',
  methodLow: 'f64',
  methodHigh: 'f64',
  methodCallsA: 'f64',
  methodCallsB: 'f64',
  methodFlags: 'u8',
} as const;

/** The lines of these methods that changed. */
export const LINES = {
  /** The numbers of the line, counted from 1; 0 on a side that has none. */
  lineA: 'u32',
  lineB: 'u32',
  lineExecutionsA: 'f64',
  lineExecutionsB: 'f64',
  lineEnergyA: 'f64',
  lineEnergyB: 'f64',
  /** The {@link Flag}s of energies that are the least that they may be. */
  lineFlags: 'u8',
} as const;

/** The blocks of these methods that changed. */
export const BLOCKS = {
  /** The role of each block in loops and branches, in the profile's words; then its first and last line on each side. */
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
} as const;

/** Columns of lengths of their own. */
const LISTS = {
  /**
   * The totals of both sides: energy of A and B, difference, its two bounds, its chance, the smallest difference that
   * would have been found.
   */
  totals: 'f64',
  /**
   * The index at which each task's path on B starts, from the root to its method, and the index after the last. A
   * path is empty if it is that of A.
   */
  taskPaths: 'u32',
  taskPathMethods: 'i32',
  /** The index at which each method's lines start, and the index after the last. */
  methodLines: 'u32',
  /** The index at which each method's blocks start, and the index after the last. */
  methodBlocks: 'u32',
} as const;

export type ComparisonColumns = ColumnsOf<(typeof LAYOUT)['columns']>;

const LAYOUT = {
  magic: 'JLCP',
  version: 1,
  what: 'comparison',
  columns: { ...LISTS, ...METHODS, ...ROWS, ...TASKS, ...CHANGED, ...LINES, ...BLOCKS },
} as const;

export const Flag = {
  significant: 1,
  /** The task is part of another task, so that sums of all tasks count it twice. */
  nested: 2,
  countsDiffer: 8,
  /** The task or block is missing on the other side, which may still do some of it elsewhere. */
  onlyA: 16,
  onlyB: 32,
  /** The energy of the task, method or line on A is the least that it may be: not all of its operations are modeled. */
  leastA: 4,
  leastB: 128,
  /** The block stands elsewhere among those that both sides have. */
  moved: 64,
} as const;

/** Encodes a comparison in pieces that are to be written one after the other. */
export function encodeComparison({ head, ...columns }: ComparisonPage): readonly Uint8Array[] {
  return encodeColumns(LAYOUT, head, columns);
}

/** Decodes a comparison; the result is a text if something is wrong with the file. */
export function decodeComparison(buffer: ArrayBuffer): ComparisonPage | string {
  return decodeColumns(LAYOUT, buffer, isConsistent);
}

/** Checks what the page relies on, so that a damaged file gives one message and not many faults. */
function isConsistent(page: ComparisonPage): boolean {
  const methods = page.names.length;
  const areMethods = (column: Int32Array): boolean => column.every((index) => index >= -1 && index < methods);
  const rows = page.rowParent.length;
  const tables = [METHODS, ROWS, TASKS, CHANGED, LINES, BLOCKS];
  return (
    page.totals.length === 7 &&
    tables.every((table) => haveOneLength(page, table)) &&
    page.rowParent.every((parent, row) => parent < row && parent >= (row === 0 ? -1 : 0)) &&
    [page.rowMethod, page.rowMethodA, page.rowMethodB, page.methodA, page.methodB].every(areMethods) &&
    areMethods(page.taskPathMethods) &&
    page.taskRow.every((row) => row < rows) &&
    areStarts(page.taskPaths, page.taskRow.length, page.taskPathMethods.length) &&
    areStarts(page.methodLines, page.methodA.length, page.lineA.length) &&
    areStarts(page.methodBlocks, page.methodA.length, page.blockRole.length)
  );
}
