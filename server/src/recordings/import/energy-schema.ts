/**
 * The definition of Jouleline's own interchange format, of which media/schemas/jouleline-energy.schema.json is made.
 * Sits in `recordings/`.
 */
import * as v from 'valibot';
import { MEASURE_LEVELS, PROVENANCES } from '../../base/measure';
import { amount, list, means, oneOf, optional, text } from '../../base/shapes';
import { FRAME_KINDS, LINE_TRUSTS } from '../model/imported-profile';

export const ENERGY_VERSION = 1;

/** The `basis` of energies that no meter measured. */
export const PROXY_BASIS = 'CPU time';

const provenanceSchema = oneOf(PROVENANCES);
const unitSchema = v.pipe(v.string(), v.examples(['J', 'mJ', 'µJ', 'nJ', 'kJ', 'Wh', 'mWh']));
const componentSchema = v.pipe(v.string(), v.examples(['CPU', 'memory', 'network', 'display', 'GPS']));

const entrySchema = v.object({
  level: optional(
    oneOf(
      MEASURE_LEVELS,
      "Only needed where it can't be told. Levels tell the same energy again, and are never added up; `api` and `path` tell parts of their lines and methods.",
    ),
  ),
  file: optional(text('As many folders as tell it from others; it is never opened.')),
  line: optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  class: optional(text('Binary name, such as app.Feed$Item.')),
  method: optional(text('`<init>` for constructors.')),
  descriptor: optional(text('JVM descriptor, such as (ILjava/lang/String;)V.')),
  api: optional(text('The library method that this place calls.')),
  api_kind: optional(oneOf(FRAME_KINDS, 'Of an `api` that is no Java method.')),
  lines: optional(oneOf(LINE_TRUSTS, 'Of `line`.')),
  basis: optional(means(v.literal(PROXY_BASIS), 'It stands in for a meter.')),
  path: optional(list(text(), 'The way through the code.')),
  measure: optional(text('The name of values that belong together.')),
  component: optional(componentSchema),
  device: optional(text('Energies of different devices are never added up.')),
  provenance: optional(provenanceSchema),
  kind: optional(oneOf(FRAME_KINDS, 'Of what has no place in Java, with its `name`.')),
  name: optional(text()),
  energy: amount('In `unit`.'),
  unit: optional(unitSchema),
  uncertainty: optional(amount('Standard deviation, in the same unit.')),
});
export type EntryName = keyof typeof entrySchema.entries;

export const energySchema = means(
  v.object({
    $schema: optional(text()),
    format: v.literal('jouleline-energy'),
    version: v.literal(ENERGY_VERSION),
    tool: optional(text('What measured it.')),
    device: optional(text('What it was measured on.')),
    date: optional(text('When (ISO 8601).')),
    provenance: optional(means(provenanceSchema, '`measured` if none is given.', { default: 'measured' })),
    unit: optional(
      means(
        unitSchema,
        "Of all energies that don't name their own. Watts are shares, never energy; `s`, `samples` and `bytes` are what they say.",
      ),
    ),
    entries: list(entrySchema),
  }),
  '',
  { title: 'Energies of lines, methods, APIs and paths, for Jouleline' },
);
