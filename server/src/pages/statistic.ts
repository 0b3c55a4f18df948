/**
 * A statistic of the lines of a picture that is not drawn in it: SeeSoft colors lines by what its user chooses. The
 * values cross to the page as a file, like the picture.
 *
 * Sits in `pages/`, beside the picture, whose numbers of lines it has. Lines whose value is unknown are left out.
 */
import { areStarts, type ColumnsOf, decodeColumns, encodeColumns, isBelow } from './column-file';

/**
 * Executions; the share of a line's energy that was measured; the number of the group of operations that takes most;
 * the day of the evidence, in days since 1970; the energies of saved profiles in the order of time, a frame each.
 */
export type StatisticName = 'executions' | 'measured' | 'group' | 'age' | 'time';

export interface StatisticHead {
  readonly statistic: StatisticName;
  /** The number of lines of the picture. */
  readonly lineCount: number;
  /** The names of groups, by their numbers; empty for other statistics. */
  readonly names: readonly string[];
  /** The profiles; one frame without a name for other statistics. */
  readonly frames: readonly StatisticFrame[];
  /** The energy at the hot end of the scale that all profiles have in common, in joules; 0 for other statistics. */
  readonly hotEnergy: number;
}

export interface StatisticFrame {
  readonly name: string;
  /** The start in ISO 8601. */
  readonly started: string;
  readonly provenance: 'estimated' | 'modeled' | 'measured';
}

const LAYOUT = {
  magic: 'JLST',
  version: 1,
  what: 'statistic',
  columns: {
    /** The first value of each frame, and the number of all values at the end. */
    frameStart: 'u32',
    line: 'u32',
    value: 'f32',
  },
} as const;

export interface Statistic extends ColumnsOf<(typeof LAYOUT)['columns']> {
  readonly head: StatisticHead;
}

export function encodeStatistic({ head, ...columns }: Statistic): readonly Uint8Array[] {
  return encodeColumns(LAYOUT, head, columns);
}

/** Decodes a statistic; the result is a text if something is wrong with the file. */
export function decodeStatistic(buffer: ArrayBuffer): Statistic | string {
  return decodeColumns(LAYOUT, buffer, ({ head, frameStart, line, value }: Statistic) => {
    const isWhole = line.length === value.length && isBelow(line, head.lineCount);
    return isWhole && areStarts(frameStart, head.frames.length, line.length);
  });
}
