/**
 * The plan of the picture: the place of each file's column, in units of a line's height.
 *
 * Sits in the page of the energy map. As in SeeSoft (Eick, Steffen and Sumner, 1992) a file is a column and a line a row; a file
 * that is longer than a column goes on in the next. Where there are more files than columns that could be seen, short
 * ones stand below each other. Columns fill bands from left to right, package after package. Pure.
 */
import { at } from '../../../server/src/base/check';
import { groupBy, startsByOwner } from '../../../server/src/base/groups';

/** Width of a character; a line is 1 high. */
export const CHARACTER = 0.45;
/** Characters in a column: what is longer is cut. */
export const CHARACTERS = 100;
export const COLUMN = CHARACTER * CHARACTERS;
/** The distance from one column to the next. */
const STEP = COLUMN + 3;
/** The further distance between packages. */
const PACKAGE_GAP = 9;
/** The height above each file; it is larger if there is room for the name. */
const FILE_HEAD = 2;
const FILE_HEAD_PX = 15;
/** Pixels a line, from which on columns are wide enough for names. */
const NAMED = 0.8;
/** Pixels above a package, for its name. */
const PACKAGE_HEAD_PX = 16;

export interface LayoutBlock {
  readonly group: number;
  /** The files, in the order in which they are to stand. */
  readonly files: readonly number[];
}

/** A run of lines of one file, in columns of numbers; sorted by column, and in it from above. */
export interface Strips {
  readonly file: Uint32Array;
  /** Within the file. */
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** One more than there are columns: strips of column `c` are `columnStart[c]` to `columnStart[c + 1]`. */
  readonly columnStart: Uint32Array;
}

/**
 * The area of a package, or of the part of it that is in one band: its name stands above, its columns below.
 */
interface GroupArea {
  readonly group: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly head: number;
}

export interface Layout {
  /** Above each file. */
  readonly fileHead: number;
  readonly strips: Strips;
  readonly areas: readonly GroupArea[];
  readonly width: number;
  readonly height: number;
}

/** Pixels a line, at most, where all is in sight: a few lines are not blown up to fill the screen. */
export const LARGEST_FIT = 5;

export interface Screen {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

interface ColumnShape {
  /** The height of a column, the names of its files included. */
  readonly height: number;
  readonly fileHead: number;
  readonly isStacked: boolean;
}

interface Plan extends ColumnShape {
  readonly bands: number;
  readonly bandWidth: number;
  /** Pixels a line, when all is in sight. */
  readonly scale: number;
}

/** The files that are laid out, and the number of lines of each. */
interface GivenFiles {
  readonly blocks: readonly LayoutBlock[];
  readonly lineCount: (file: number) => number;
}

export function layOut(
  blocks: readonly LayoutBlock[],
  lineCount: (file: number) => number,
  screen: Screen,
): Layout {
  const given = { blocks, lineCount };
  const bare = choosePlan(given, screen, FILE_HEAD);
  const named = Math.max(FILE_HEAD, FILE_HEAD_PX / Math.min(bare.scale, LARGEST_FIT));
  const plan = bare.scale < NAMED ? bare : choosePlan(given, screen, named);
  return placeIn(given, plan);
}

/** A column for each file where that can still be read as lines; else what shows lines largest. */
function choosePlan(given: GivenFiles, screen: Screen, fileHead: number): Plan {
  const { blocks, lineCount } = given;
  const longest = blocks.reduce(
    (most, { files }) => files.reduce((a, file) => Math.max(a, lineCount(file)), most),
    1,
  );
  const best = (isStacked: boolean): Plan => {
    let chosen: Plan | undefined;
    for (let height = Math.min(40, longest) + fileHead; ; height *= 1.25) {
      const capped = Math.min(height, longest + fileHead);
      for (const plan of plansOf(given, screen, { height: capped, fileHead, isStacked }))
        if (chosen === undefined || worthOf(plan, longest) >= worthOf(chosen, longest)) chosen = plan;
      if (capped < height || capped === longest + fileHead) break;
    }
    // The loop runs once at least, and each round gives a plan.
    return chosen as Plan;
  };
  const [apart, stacked] = [best(false), best(true)];
  return apart.scale >= 1 || apart.scale >= stacked.scale * 0.8 ? apart : stacked;
}

/** A file in one piece is worth lines that are somewhat smaller. */
const WHOLE = 1.3;

function worthOf({ scale, height, fileHead, isStacked }: Plan, longest: number): number {
  const isWhole = !isStacked && height >= longest + fileHead;
  return Math.min(scale, LARGEST_FIT) * (isWhole ? WHOLE : 1);
}

function plansOf({ blocks, lineCount }: GivenFiles, screen: Screen, shape: ColumnShape): readonly Plan[] {
  let total = 0;
  for (const { files } of blocks)
    total += widthOf(flow(files, lineCount, shape, () => undefined)) + PACKAGE_GAP;
  const { height } = shape;
  const ideal = Math.sqrt((total * screen.height) / (height * screen.width));
  const bandCounts = new Set([Math.max(1, Math.ceil(ideal)), Math.max(1, Math.floor(ideal))]);
  return Array.from(bandCounts, (bands) => {
    // Bands end where a column ends.
    const bandWidth = Math.max(STEP, total / bands + STEP / 2);
    const free = Math.max(1, screen.height - bands * (PACKAGE_HEAD_PX + 6));
    const scale = Math.min(screen.width / bandWidth, free / (bands * height));
    return { ...shape, bands, bandWidth, scale };
  });
}

function widthOf(columns: number): number {
  return columns * STEP;
}

/** Walks a package's files down its columns, and answers how many columns these are. */
function flow(
  files: readonly number[],
  lineCount: (file: number) => number,
  { height, fileHead, isStacked }: ColumnShape,
  take: (column: number, y: number, file: number, first: number, count: number) => void,
): number {
  let column = -1;
  let y = Infinity;
  for (const file of files) {
    const lines = lineCount(file);
    const isApart = column < 0 || !isStacked || y + fileHead + Math.min(lines, height - fileHead) > height;
    if (isApart) {
      column++;
      y = 0;
    }
    for (let first = 0; ;) {
      const count = Math.min(lines - first, Math.max(1, Math.floor(height - y - fileHead)));
      take(column, y + fileHead, file, first, count);
      y += fileHead + count;
      first += count;
      if (first >= lines) break;
      column++;
      y = 0;
    }
  }
  return column + 1;
}

/** Bands are as many as planned: where packages do not fill them evenly, each is a little wider. */
function placeIn(given: GivenFiles, plan: Plan): Layout {
  for (let { bandWidth } = plan; ; bandWidth *= 1.01) {
    const placed = place(given, { ...plan, bandWidth });
    if (placed.bands <= plan.bands || bandWidth > plan.bandWidth * 2) return placed.layout;
  }
}

function place(
  { blocks, lineCount }: GivenFiles,
  plan: Plan,
): { readonly layout: Layout; readonly bands: number } {
  const scale = Math.min(plan.scale, LARGEST_FIT);
  const head = PACKAGE_HEAD_PX / scale;
  const gap = 6 / scale;
  const bandStep = head + plan.height + gap;
  const areas: GroupArea[] = [];
  const columns: { x: number; y: number }[] = [];
  const strips: { column: number; y: number; file: number; first: number; count: number }[] = [];
  let [x, y] = [0, 0];
  let widest = 0;
  for (const { group, files } of blocks) {
    const offset = columns.length;
    const count = flow(files, lineCount, plan, (column, top, file, first, lines) => {
      strips.push({ column: offset + column, y: top, file, first, count: lines });
    });
    let begun: { x: number; columns: number } | undefined;
    const end = (): void => {
      if (begun === undefined) return;
      const width = widthOf(begun.columns) - (STEP - COLUMN);
      areas.push({ group, x: begun.x, y, width, height: bandStep - gap, head });
      widest = Math.max(widest, begun.x + width);
    };
    for (let column = 0; column < count; column++) {
      if (x > 0 && x + COLUMN > plan.bandWidth) {
        end();
        [x, y, begun] = [0, y + bandStep, undefined];
      }
      begun ??= { x, columns: 0 };
      begun.columns++;
      columns.push({ x, y: y + head });
      x += STEP;
    }
    end();
    x += PACKAGE_GAP;
  }
  const layout = {
    fileHead: plan.fileHead,
    strips: packStrips(columns, strips),
    areas,
    width: Math.max(COLUMN, widest),
    height: Math.max(1, y + bandStep - gap),
  };
  return { layout, bands: Math.round(y / bandStep) + 1 };
}

function packStrips(
  columns: readonly { readonly x: number; readonly y: number }[],
  strips: readonly { column: number; y: number; file: number; first: number; count: number }[],
): Strips {
  return {
    file: Uint32Array.from(strips, ({ file }) => file),
    first: Uint32Array.from(strips, ({ first }) => first),
    count: Uint32Array.from(strips, ({ count }) => count),
    x: Float64Array.from(strips, ({ column }) => at(columns, column).x),
    y: Float64Array.from(strips, ({ column, y }) => at(columns, column).y + y),
    columnStart: startsByOwner(
      strips.map(({ column }) => column),
      columns.length,
    ),
  };
}

/** The line that stands at a place of the plan, if there is one. O(columns). */
export function lineAt(
  { strips }: Layout,
  x: number,
  y: number,
): { readonly file: number; readonly line: number } | undefined {
  for (let column = 0; column + 1 < strips.columnStart.length; column++) {
    const from = strips.columnStart[column] ?? 0;
    const left = strips.x[from] ?? 0;
    if (x < left || x >= left + COLUMN) continue;
    for (let strip = from; strip < (strips.columnStart[column + 1] ?? 0); strip++) {
      const line = Math.floor(y - (strips.y[strip] ?? 0));
      if (line < 0 || line >= (strips.count[strip] ?? 0)) continue;
      return { file: strips.file[strip] ?? 0, line: line + (strips.first[strip] ?? 0) };
    }
  }
  return undefined;
}

/** Makes a function that finds the place of a line; it answers from an index of strips by file. */
export function placeFinder(
  layout: Layout,
): (file: number, line: number) => { readonly x: number; readonly y: number } | undefined {
  const { strips } = layout;
  const byFile = groupBy(strips.file.keys(), (strip) => at(strips.file, strip));
  return (file, line) => {
    for (const strip of byFile.get(file) ?? []) {
      const below = line - (strips.first[strip] ?? 0);
      if (below >= 0 && below < (strips.count[strip] ?? 0))
        return { x: strips.x[strip] ?? 0, y: (strips.y[strip] ?? 0) + below };
    }
    return undefined;
  };
}
