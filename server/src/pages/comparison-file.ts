/**
 * A comparison of two programs as its page reads it, as bytes and back.
 *
 * Sits in `pages/`, over `column-file.ts`: both sides of the wire need it. Rows of the tree are those of
 * `compare/trees/merged-tree.ts`, in preorder; energies are in joules, or what the comparison is in, of a run; NaN is what is not
 * known.
 */
import { type ColumnLayout, decodeColumns, encodeColumns } from './column-file';
import type { ComparisonWords } from './comparison-words';

export interface ComparisonPage extends ComparisonColumns {
  readonly head: ComparisonHead;
}

export interface ComparisonHead {
  readonly names: readonly [string, string];
  /** Date and machine of each; empty where they are not known. */
  readonly details: readonly [string, string];
  /** In a sentence, with what is known of its certainty. */
  readonly headline: string;
  /** What figures are in. */
  readonly unit: 'joules' | 'seconds' | 'bytes' | 'share';
  readonly isSignificant: boolean;
  /** Of each side, whether it was counted, and priced by the model: then what ran and takes nothing has no price. */
  readonly areCounted: readonly [boolean, boolean];
  /** That was used; absent where one side recorded no calls. */
  readonly alpha?: number;
  readonly wantedAlpha: number | 'auto';
  /** Of each side: what methods of the application take themselves, and those of frameworks; absent as `alpha`. */
  readonly split?: readonly [SplitOfSide, SplitOfSide];
  /** Of the side that has fewer: tasks that both do, and framework methods that both call; absent as `alpha`. */
  readonly overlap?: { readonly tasks: number; readonly methods: number };
  readonly packages: readonly PackageOfBoth[];
  readonly notes: readonly string[];
  readonly leftOut: { readonly contexts: number; readonly tasks: number; readonly methods: number };
  readonly words: ComparisonWords;
  /** Of Jouleline. */
  readonly version: string;
}

export interface SplitOfSide {
  readonly applicationEnergy: number;
  readonly frameworkEnergy: number;
}

export interface PackageOfBoth {
  /** A class, where that is in none. */
  readonly name: string;
  readonly isApplication: boolean;
  /** By someone, and not by what is known of frameworks. */
  readonly isMarked: boolean;
  /** Of its methods, without what they call. */
  readonly energyA: EnergyOfPackage;
  readonly energyB: EnergyOfPackage;
}

/** `none` where none of its methods ran, `unpriced` where they did and the model has no price for any. */
export type EnergyOfPackage = number | 'none' | 'unpriced';

export interface ComparisonColumns {
  /** Of both in all: energy of A and B, difference, its bounds, its chance, the smallest that would have been found. */
  readonly totals: Float64Array;

  /** Methods; empty where a class or a descriptor is not known. */
  readonly classes: readonly string[];
  readonly names: readonly string[];
  readonly descriptors: readonly string[];

  /** By row: the row above it; -1 for the root. */
  readonly rowParent: Int32Array;
  /** By row: the method it is called by, -1 for the root; then the first that it stands for on each side, -1 for none. */
  readonly rowMethod: Int32Array;
  readonly rowMethodA: Int32Array;
  readonly rowMethodB: Int32Array;
  /** Without what it calls. */
  readonly rowOwnA: Float64Array;
  readonly rowOwnB: Float64Array;
  readonly rowCallsA: Float64Array;
  readonly rowCallsB: Float64Array;
  /** 0 where it changed by no more than chance, 1 where it is cheaper on B, 2 where it is dearer; 3 where a side has no price. */
  readonly rowChange: Uint8Array;
  /** Contexts directly below it that were left out with all below them, and what they take. */
  readonly rowRest: Uint32Array;
  readonly rowRestA: Float64Array;
  readonly rowRestB: Float64Array;

  /** Tasks, most changed first. */
  readonly taskRow: Uint32Array;
  readonly taskEnergyA: Float64Array;
  readonly taskEnergyB: Float64Array;
  readonly taskLow: Float64Array;
  readonly taskHigh: Float64Array;
  readonly taskChance: Float64Array;
  /** Contexts below it that only one side has. */
  readonly taskOnlyA: Uint32Array;
  readonly taskOnlyB: Uint32Array;
  /** A sum of {@link Flag}s. */
  readonly taskFlags: Uint8Array;
  /** Of what a call got, in elements, letters or bytes: the mean. */
  readonly taskSizeA: Float64Array;
  readonly taskSizeB: Float64Array;
  /** Where its method stands in each side's list of methods, by all that it calls, too, and by its own; 0 for nowhere. */
  readonly taskRankA: Uint32Array;
  readonly taskRankB: Uint32Array;
  readonly taskOwnRankA: Uint32Array;
  readonly taskOwnRankB: Uint32Array;
  /** Edits between both paths; 0 where one side has none. */
  readonly taskEdits: Uint32Array;
  /** One more than there are tasks: where its path on B starts, from the root to its method. Nothing where it is that of A. */
  readonly taskPaths: Uint32Array;
  readonly taskPathMethods: Int32Array;

  /** Methods that changed, most first: -1 for the side that has none. */
  readonly methodA: Int32Array;
  readonly methodB: Int32Array;
  readonly methodEnergyA: Float64Array;
  readonly methodEnergyB: Float64Array;
  readonly methodLow: Float64Array;
  readonly methodHigh: Float64Array;
  readonly methodCallsA: Float64Array;
  readonly methodCallsB: Float64Array;
  readonly methodFlags: Uint8Array;
  /** One more than there are such methods: where its lines start. */
  readonly methodLines: Uint32Array;
  /** Lines that changed, counted from 1; 0 for the side that has none. */
  readonly lineA: Uint32Array;
  readonly lineB: Uint32Array;
  readonly lineExecutionsA: Float64Array;
  readonly lineExecutionsB: Float64Array;
  readonly lineEnergyA: Float64Array;
  readonly lineEnergyB: Float64Array;
  /** One more than there are such methods: where its blocks start. */
  readonly methodBlocks: Uint32Array;
  /** Blocks that changed: what each is to loops and branches, in the profile's words, its first and its greatest line. */
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
  /** Part of another task: sums count it twice. */
  nested: 2,
  countsDiffer: 8,
  /** Of a task or a block that the other side has not, whether or not it does some of it elsewhere. */
  onlyA: 16,
  onlyB: 32,
  /** Of a block that stands elsewhere among those of both. */
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

/** In pieces, to be written one after the other. */
export function encodeComparison({ head, ...columns }: ComparisonPage): readonly Uint8Array[] {
  return encodeColumns(LAYOUT, head, columns);
}

/** A text says what is wrong with it. */
export function decodeComparison(buffer: ArrayBuffer): ComparisonPage | string {
  const read = decodeColumns(LAYOUT, buffer);
  if (typeof read === 'string') return read;
  const page = { head: read.head as ComparisonHead, ...read.columns };
  return isConsistent(page) ? page : 'the columns of the comparison do not fit each other';
}

/** What whoever shows it relies on, so that a damaged file is one message and not many faults. */
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

/** Of `count` lists that follow each other, and are `length` long together. */
function areStarts(starts: Uint32Array, count: number, length: number): boolean {
  return (
    starts.length === count + 1 &&
    starts.at(-1) === length &&
    starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? 0))
  );
}
