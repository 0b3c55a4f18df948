/**
 * The picture of a workspace: of every line its shape, its color and its
 * energy, in columns of numbers, as the SeeSoft panel draws it (Eick, Steffen
 * and Sumner, "SeeSoft: a tool for visualizing line oriented software
 * statistics", IEEE TSE 18, 1992).
 *
 * Sits in `pages/`, a room of its own that imports nothing, since both sides
 * of the wire need it: `engine/` fills it, the panel's page reads it. A line's
 * number counts through all files: that of line `n` of file `f` is
 * `fileStart[f] + n`. Lines and methods count from 0.
 */

/** Why a file has the energies that it has, or none. */
export const FileState = {
  estimated: 0,
  modeled: 1,
  measured: 2,
  /** Too many files for the background: analyzed when it is opened. */
  notAnalyzed: 3,
  /** The profile that is shown has no counts of it. */
  notCounted: 4,
} as const;

/** What the colors mean, in the editor's own words, and all else that is the same for every line. */
export interface PictureHead {
  /** CSS colors, from cold to hot. */
  readonly palette: readonly string[];
  readonly scale: 'rank' | 'linear' | 'logarithmic';
  readonly scope: 'method' | 'file' | 'workspace';
  readonly cold: string;
  readonly hot: string;
  readonly modelTitle: string;
  /** What absolute figures hold for; empty for a model of this machine. */
  readonly machine: string;
  /** What colors come from: the names of profiles and imports; empty for estimates. */
  readonly source: string;
  /** What figures are of: samples and times of other tools are no joules. */
  readonly amount: 'joules' | 'seconds' | 'samples' | 'bytes' | 'share';
  /** That joules are written in. */
  readonly unit: 'joules' | 'watt-hours' | 'battery-share';
  readonly batteryCapacityWattHours: number;
  /** Absolute folders that paths are relative to. */
  readonly roots: readonly string[];
  /** Whether all files of the workspace were looked at: false while they are. */
  readonly isComplete: boolean;
  /** Of one call of each method, or of the run that was counted. */
  readonly isRun: boolean;
  /** Two profiles compared: steps are those of `changes.ts`, and energies amounts that lines changed by. */
  readonly comparison?: {
    readonly names: readonly [string, string];
    /** Of both runs, in what `amount` says. */
    readonly totals: readonly [number, number];
  };
}

export interface Picture extends PictureColumns {
  readonly head: PictureHead;
}

export interface PictureColumns {
  /** Packages, with the module where there are several of that name; files stand in their order. */
  readonly groups: readonly string[];
  /** Relative to `roots[fileRoot]`, with `/`. */
  readonly paths: readonly string[];
  readonly fileRoot: Uint8Array;
  readonly fileGroup: Uint32Array;
  /** One more than there are files. */
  readonly fileStart: Uint32Array;
  /** A {@link FileState}. */
  readonly fileState: Uint8Array;

  /** 0 without energy; else the color's step plus 1, plus {@link MOSTLY_UNPRICED}. */
  readonly heat: Uint16Array;
  /** In joules, or what `amount` says; 0 where `heat` is. */
  readonly energy: Float32Array;
  /** What the line took in the first of two that are compared; empty where none are. */
  readonly before: Float32Array;
  /** Where the text begins and ends, in columns of the screen: 255 and more are one. Equal on an empty line. */
  readonly indent: Uint8Array;
  readonly end: Uint8Array;

  /** Names of operations, each with its group: `MethodInvocation (function)`. */
  readonly operationNames: readonly string[];
  /** Which operation stands on which line, each pair once, in the order of lines. */
  readonly operationLine: Uint32Array;
  readonly operationName: Uint32Array;

  /** Of the members with a body, in the order of files and lines. */
  readonly methodNames: readonly string[];
  /** The class that it is in, nested ones with their dots. */
  readonly classNames: readonly string[];
  readonly methodFile: Uint32Array;
  readonly methodClass: Uint32Array;
  /** Within its file. */
  readonly methodLine: Uint32Array;
  readonly methodEnd: Uint32Array;
  /** Own, and with what it calls; not a number where that is not known. */
  readonly methodEnergy: Float32Array;
  readonly methodInclusive: Float32Array;
  /** Calls of other methods of the picture: those of method `m` are `callStart[m]` to `callStart[m + 1]`. */
  readonly callStart: Uint32Array;
  readonly callTo: Uint32Array;
  /** What they add to one call of the caller, in joules; in a counted run to all of its calls. */
  readonly callEnergy: Float32Array;
}

/** In `heat`: what is not priced may outweigh what is. */
export const MOSTLY_UNPRICED = 0x8000;

/** The color's step, or -1. */
export function stepOf(heat: number): number {
  return (heat & ~MOSTLY_UNPRICED) - 1;
}
