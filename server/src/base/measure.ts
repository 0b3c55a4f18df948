/**
 * The description of a column of measured values: its unit, its provenance, and the activity that it was measured
 * of. Sits in `base/`.
 */

/** `share` stands for values that only tell proportions: watts of one cycle, or a unit that nobody named. */
export type MeasureUnit = (typeof MEASURE_UNITS)[number];
export const MEASURE_UNITS = ['joules', 'seconds', 'samples', 'bytes', 'share'] as const;

/** Kinds of evidence, the surest first. */
export const PROVENANCES = ['measured', 'modeled', 'estimated'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** The kind of evidence that a file names; files of earlier builds write `modelled`. */
export function readProvenance(name: unknown): Provenance | undefined {
  return PROVENANCES.find((each) => each === (name === 'modelled' ? 'modeled' : name));
}

/** One column of values. Measures are never added up: they may repeat each other, or come from different devices. */
export interface Measure {
  readonly name: string;
  readonly unit: MeasureUnit;
  readonly provenance: Provenance;
  /** CPU, memory, network, display, …; absent if the source tells none apart. */
  readonly component?: string;
  readonly device?: string;
  /** The granularity; values of different levels repeat the same energy. */
  readonly level?: MeasureLevel;
  /** Set if CPU time stood in for a meter. */
  readonly isProxy?: true;
  /** The sum as read, row by row, before any of it was laid on a tree. */
  readonly total: number;
}

export const MEASURE_LEVELS = ['line', 'method', 'api', 'path', 'total'] as const;
export type MeasureLevel = (typeof MEASURE_LEVELS)[number];
