/**
 * The picture of a workspace: the shape, the color and the energy of every line, in columns of numbers, as the energy
 * map draws it (Eick, Steffen and Sumner, "SeeSoft: a tool for visualizing line oriented software statistics", IEEE
 * TSE 18, 1992).
 *
 * Sits in `pages/`, because both sides need it: `lines/draw-picture.ts` fills it, and the page of the energy map
 * reads it. A line's number counts through all files: that of line `n` of file `f` is `fileStart[f] + n`. Lines and
 * methods count from 0.
 */

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
  readonly modelTitle: string;
  /** The machine that absolute figures hold for; empty for a model of this machine. */
  readonly machine: string;
  /** The names of the profiles and imports that the colors come from; empty for estimates. */
  readonly source: string;
  /** The kind of the figures: samples and times of other tools are not joules. */
  readonly amount: 'joules' | 'seconds' | 'samples' | 'bytes' | 'share';
  /** The unit in which joules are written. */
  readonly unit: 'joules' | 'watt-hours' | 'battery-share';
  readonly batteryCapacityWattHours: number;
  /** The absolute folders that paths are relative to. */
  readonly roots: readonly string[];
  /** False while files of the workspace still have to be looked at. */
  readonly isComplete: boolean;
  /** True if energies are those of the run that was counted, false if they are those of one call of each method. */
  readonly isRun: boolean;
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

export interface Picture extends PictureColumns {
  readonly head: PictureHead;
}

export interface PictureColumns {
  /** The packages, with the module if several have that name; files stand in their order. */
  readonly groups: readonly string[];
  /** The path of each file, relative to `roots[fileRoot]`, with `/`. */
  readonly paths: readonly string[];
  readonly fileRoot: Uint8Array;
  readonly fileGroup: Uint32Array;
  /** The number of the first line of each file, and the number of all lines at the end. */
  readonly fileStart: Uint32Array;
  /** The {@link FileState} of each file. */
  readonly fileState: Uint8Array;

  /** The heat of each line: 0 without energy; else the color's step plus 1, plus {@link MOSTLY_UNPRICED}. */
  readonly heat: Uint16Array;
  /** The energy of each line, in joules or the kind that `amount` says; 0 if `heat` is. */
  readonly energy: Float32Array;
  /** The energy of each line in the first of two profiles that are compared; empty if none are. */
  readonly before: Float32Array;
  /**
   * The columns of the screen at which the text of each line begins and ends; 255 stands for 255 and more. They are
   * equal on an empty line.
   */
  readonly indent: Uint8Array;
  readonly end: Uint8Array;

  /** The names of operations, each with its group: `MethodInvocation (function)`. */
  readonly operationNames: readonly string[];
  /** The lines of operations, and the operation on each; each pair stands once, in the order of lines. */
  readonly operationLine: Uint32Array;
  readonly operationName: Uint32Array;

  /** The names of the members with a body, in the order of files and lines. */
  readonly methodNames: readonly string[];
  /** The names of the classes that methods are in; nested ones have their dots. */
  readonly classNames: readonly string[];
  readonly methodFile: Uint32Array;
  readonly methodClass: Uint32Array;
  /** The first and the last line of each method, within its file. */
  readonly methodLine: Uint32Array;
  readonly methodEnd: Uint32Array;
  /** The energy of each method itself, and with what it calls; NaN if it is unknown. */
  readonly methodEnergy: Float32Array;
  readonly methodInclusive: Float32Array;
  /** The calls of other methods of the picture: those of method `m` are `callStart[m]` to `callStart[m + 1]`. */
  readonly callStart: Uint32Array;
  readonly callTo: Uint32Array;
  /** The energy that a call adds to one call of the caller, in joules; in a counted run, to all of its calls. */
  readonly callEnergy: Float32Array;
}

/** The flag in `heat` of lines whose operations that are not modeled may outweigh those that are. */
export const MOSTLY_UNPRICED = 0x8000;

/** The color's step, or -1 without energy. */
export function stepOf(heat: number): number {
  return (heat & ~MOSTLY_UNPRICED) - 1;
}
