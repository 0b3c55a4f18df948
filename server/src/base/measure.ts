/**
 * The description of a column of measured values: its unit, its provenance, and the activity that it was measured
 * of. Sits in `base/`.
 */
import * as v from 'valibot';
import { amount, type Described, means, oneOf, optional, text } from './shapes';

/** `share` stands for values that only tell proportions: watts of one cycle, or a unit that nobody named. */
export type MeasureUnit = (typeof MEASURE_UNITS)[number];
export const MEASURE_UNITS = ['joules', 'seconds', 'samples', 'bytes', 'share'] as const;

/** The unit of an amount: that of a recording, or counts. */
export type AmountUnit = MeasureUnit | 'executions';

/** Kinds of evidence, the surest first. */
export const PROVENANCES = ['measured', 'modeled', 'estimated'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** The kind of evidence that a file names; files of earlier builds write `modelled`. */
export function readProvenance(name: unknown): Provenance | undefined {
  return PROVENANCES.find((each) => each === (name === 'modelled' ? 'modeled' : name));
}

export const MEASURE_LEVELS = ['line', 'method', 'api', 'path', 'total'] as const;
export type MeasureLevel = (typeof MEASURE_LEVELS)[number];

/** One column of values. Measures are never added up: they may repeat each other, or come from different devices. */
export const measureSchema = v.object({
  name: text(),
  unit: oneOf(MEASURE_UNITS),
  provenance: v.custom<Provenance>((name) => readProvenance(name) !== undefined),
  component: optional(text('CPU, memory, network, …')),
  device: optional(text()),
  level: optional(oneOf(MEASURE_LEVELS, 'Levels repeat the same energy.')),
  isProxy: optional(means(v.literal(true), 'CPU time stands in for a meter.')),
  total: amount('The sum as read, row by row.'),
  told: optional(
    means(
      v.object({
        provenance: v.custom<Provenance>((name) => readProvenance(name) !== undefined),
        variance: optional(amount()),
      }),
      'Of a merge whose total one source tells, and others divide.',
    ),
  ),
});
export type Measure = Described<typeof measureSchema>;

/** True for values that can be added up: finite numbers that are not negative. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
