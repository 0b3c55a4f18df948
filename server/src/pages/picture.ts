/**
 * The picture of a workspace: the shape, the color and the energy of every line, in columns of numbers, as the energy
 * map draws it (Eick, Steffen and Sumner, "SeeSoft: a tool for visualizing line oriented software statistics", IEEE
 * TSE 18, 1992).
 *
 * Sits in `pages/`, because both sides need it: `lines/draw-picture.ts` fills it, and the page of the energy map
 * reads it as bytes (`column-file.ts`). A line's number counts through all files: that of line `n` of file `f` is `fileStart[f] + n`. Lines and
 * methods count from 0.
 */
import { at } from '../base/check';
import {
  type ColumnsOf,
  areStarts,
  decodeColumns,
  encodeColumns,
  haveOneLength,
  isBelow,
} from './column-file';

/** The reason why a file has the energies that it has, or none. */
export const FileState = {
  estimated: 0,
  modeled: 1,
  measured: 2,
  /** The workspace has too many files for the background: this one is analyzed when it is opened. */
  notAnalyzed: 3,
  /** The profile that is shown has no counts of the file. */
  notCounted: 4,
} as const;

/** The meaning of the colors, in the editor's own words, and everything else that is the same for every line. */
export interface PictureHead {
  /** The CSS colors, from cold to hot. */
  readonly palette: readonly string[];
  readonly scale: 'rank' | 'linear' | 'logarithmic';
  readonly scope: 'method' | 'file' | 'workspace';
  readonly cold: string;
  readonly hot: string;
  /** The energy at the hot end of a logarithmic scale, in joules or the kind that `amount` says. */
  readonly hotEnergy: number;
  /** The least energy that has a color: 0 unless only hotspots have one. */
  readonly leastColored: number;
  readonly modelTitle: string;
  /** The machine that absolute figures hold for; empty for a model of this machine. */
  readonly machine: string;
  /** The names of the profiles and imports that the colors come from; empty for estimates. */
  readonly source: string;
  /** The components that recordings tell apart, and the one that is shown alone; empty for all together. */
  readonly components?: readonly string[];
  readonly component?: string;
  /** The energy of one run of the program, of which lines are parts; absent if it is not known, or of no model. */
  readonly program?: number;
  /** The kind of the figures: samples and times of other tools are not joules. */
  readonly amount: 'joules' | 'seconds' | 'samples' | 'bytes' | 'executions' | 'share';
  /** The unit in which joules are written. */
  readonly unit: 'joules' | 'watt-hours' | 'battery-share';
  readonly batteryCapacityWattHours: number;
  /** The absolute folders that paths are relative to. */
  readonly roots: readonly string[];
  /** False while files of the workspace still have to be looked at. */
  readonly isComplete: boolean;
  /**
   * The two profiles that are compared: steps are then those of `changes.ts`, and energies are the amounts that lines
   * changed by.
   */
  readonly comparison?: {
    readonly names: readonly [string, string];
    /** The totals of both runs, in the kind that `amount` says. */
    readonly totals: readonly [number, number];
  };
}

/** The files, in the order of their groups. */
const FILES = {
  /** The path of each file, relative to `roots[fileRoot]`, with `/`. */
  paths: 'texts',
  fileRoot: 'u8',
  fileGroup: 'u32',
  /** The {@link FileState} of each file. */
  fileState: 'u8',
} as const;

/** The lines of all files. */
const LINES = {
  /** The heat of each line: 0 without a color; else the color's step plus 1, plus {@link MOSTLY_UNMODELED}. */
  heat: 'u16',
  /** The energy of each line, in joules or the kind that `amount` says. */
  energy: 'f32',
  /**
   * The columns of the screen at which the text of each line begins and ends; 255 stands for 255 and more. They are
   * equal on an empty line.
   */
  indent: 'u8',
  end: 'u8',
} as const;

/** The operations on lines; each pair of line and operation stands once, in the order of lines. */
const OPERATIONS = {
  operationLine: 'u32',
  operationName: 'u32',
} as const;

/** The members with a body, in the order of files and lines. */
const METHODS = {
  methodNames: 'texts',
  methodFile: 'u32',
  methodClass: 'u32',
  /** The first and the last line of each method, within its file. */
  methodLine: 'u32',
  methodEnd: 'u32',
  /** The energy of all calls of each method, of itself and with what it calls; NaN if it is unknown. */
  methodEnergy: 'f32',
  methodInclusive: 'f32',
} as const;

/** The calls of other methods of the picture. */
const CALLS = {
  callTo: 'u32',
  /** The energy that a call adds to all calls of the caller, in joules. */
  callEnergy: 'f32',
} as const;

/** Columns of lengths of their own. */
const LISTS = {
  /** The packages, with the module if several have that name; files stand in their order. */
  groups: 'texts',
  /** The number of the first line of each file, and the number of all lines at the end. */
  fileStart: 'u32',
  /** The energy of each line in the first of two profiles that are compared; empty if none are. */
  before: 'f32',
  /** The names of operations, each with its group: `MethodInvocation (function)`. */
  operationNames: 'texts',
  /** The names of the classes that methods are in; nested ones have their dots. */
  classNames: 'texts',
  /** The first call of each method, and the number of all calls at the end. */
  callStart: 'u32',
} as const;

/** Pictures of other versions are drawn anew. */
export const PICTURE_VERSION = 4;

const LAYOUT = {
  magic: 'JLSP',
  version: PICTURE_VERSION,
  what: 'picture',
  columns: { ...LISTS, ...FILES, ...LINES, ...OPERATIONS, ...METHODS, ...CALLS },
} as const;

export interface Picture extends ColumnsOf<(typeof LAYOUT)['columns']> {
  readonly head: PictureHead;
  /** True if energies, operations and methods have still to be read: energies are then NaN. */
  readonly isFirstPart?: true;
}

/** Encodes a picture in pieces that are to be written one after the other: nothing is copied. */
export function encodePicture({ head, ...columns }: Picture): readonly Uint8Array[] {
  return encodeColumns(LAYOUT, head, columns);
}

/**
 * Decodes a picture, whose numbers stay where they are in `buffer`; the result is a text if something is wrong with
 * the file.
 */
export function decodePicture(buffer: ArrayBuffer): Picture | string {
  return decodeColumns(LAYOUT, buffer, isConsistent);
}

/**
 * The part of a picture that a page draws first: where lines stand and which colors they have, in a sixth of the bytes.
 * The energies of lines, and the methods, come with the whole picture.
 */
const FIRST = {
  magic: 'JLSF',
  version: PICTURE_VERSION,
  what: 'picture',
  columns: { groups: 'texts', fileStart: 'u32', ...FILES, hue: 'u8', indent: 'u8', end: 'u8' },
} as const;

/** The flag of {@link MOSTLY_UNMODELED} among the 8 bits of a line's hue, which leave room for so many colors. */
const UNMODELED_HUE = 0x80;

/** Encodes the first part of a picture; undefined for a palette of too many colors. */
export function encodeFirstPart(picture: Picture): readonly Uint8Array[] | undefined {
  const { head, heat } = picture;
  if (head.palette.length >= UNMODELED_HUE) return undefined;
  const hue = new Uint8Array(heat.length);
  for (let line = 0; line < heat.length; line++) {
    const each = at(heat, line);
    hue[line] = (each & MOSTLY_UNMODELED) === 0 ? each : (each & ~MOSTLY_UNMODELED) | UNMODELED_HUE;
  }
  return encodeColumns(FIRST, head, { ...picture, hue });
}

/** Decodes the first part of a picture; the result is a text if it is damaged. */
export function decodeFirstPart(buffer: ArrayBuffer): Picture | string {
  const part = decodeColumns(
    FIRST,
    buffer,
    (file: ColumnsOf<typeof FIRST.columns> & { head: PictureHead }) => {
      const isOfLines = file.indent.length === file.hue.length && file.end.length === file.hue.length;
      return (
        isOfLines &&
        haveOneLength(file, FILES) &&
        areStarts(file.fileStart, file.paths.length, file.hue.length)
      );
    },
  );
  if (typeof part === 'string') return part;
  const heat = new Uint16Array(part.hue.length);
  for (let line = 0; line < heat.length; line++) {
    const each = at(part.hue, line);
    heat[line] = each < UNMODELED_HUE ? each : (each & ~UNMODELED_HUE) | MOSTLY_UNMODELED;
  }
  const energy = new Float32Array(heat.length).fill(Number.NaN);
  return { ...NOTHING, ...part, heat, energy, isFirstPart: true };
}

const NOTHING: Omit<
  Picture,
  'head' | 'groups' | 'fileStart' | keyof typeof FILES | 'heat' | 'energy' | 'indent' | 'end'
> = {
  before: new Float32Array(),
  operationNames: [],
  operationLine: new Uint32Array(),
  operationName: new Uint32Array(),
  classNames: [],
  methodNames: [],
  methodFile: new Uint32Array(),
  methodClass: new Uint32Array(),
  methodLine: new Uint32Array(),
  methodEnd: new Uint32Array(),
  methodEnergy: new Float32Array(),
  methodInclusive: new Float32Array(),
  callStart: new Uint32Array(1),
  callTo: new Uint32Array(),
  callEnergy: new Float32Array(),
};

/** Checks what the page relies on, so that a damaged file gives one message and not many faults. */
function isConsistent(picture: Picture): boolean {
  const { paths, heat, methodNames, callTo } = picture;
  return (
    [FILES, LINES, OPERATIONS, METHODS, CALLS].every((table) => haveOneLength(picture, table)) &&
    [0, heat.length].includes(picture.before.length) &&
    areStarts(picture.fileStart, paths.length, heat.length) &&
    areStarts(picture.callStart, methodNames.length, callTo.length) &&
    isBelow(picture.operationLine, heat.length) &&
    isBelow(picture.operationName, picture.operationNames.length) &&
    isBelow(picture.fileGroup, picture.groups.length) &&
    isBelow(picture.fileRoot, picture.head.roots.length) &&
    isBelow(picture.methodFile, paths.length) &&
    isBelow(picture.methodClass, picture.classNames.length) &&
    isBelow(callTo, methodNames.length)
  );
}

/** The flag in `heat` of lines whose operations that are not modeled may outweigh those that are. */
export const MOSTLY_UNMODELED = 0x8000;

/** The color's step, or -1 without energy. */
export function stepOf(heat: number): number {
  return (heat & ~MOSTLY_UNMODELED) - 1;
}
