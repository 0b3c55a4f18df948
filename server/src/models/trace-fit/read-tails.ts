/**
 * Tail models as a file gives them: which calls keep which component awake,
 * for how long, and at what energy.
 *
 * Sits in `models/`; docs/research/fitting.md describes the file. Makers of components
 * and papers give such models (vLens, section 3.2.1).
 */
import * as v from 'valibot';
import { Failure } from '../../base/failure';
import { type Described, list, means, readDocument, readShape, text } from '../../base/shapes';

export const TAILS_FORMAT = 'jouleline-tails';
export const TAILS_VERSION = 1;

const aboveZero = v.pipe(v.number(), v.finite(), v.gtValue(0));

const tailSchema = v.object({
  device: text(),
  calls: list(text(), 'Patterns, as `--timed-calls` takes them.'),
  energy: means(aboveZero, 'Of a whole tail.', { unit: 'J' }),
  seconds: means(aboveZero, '', { unit: 's' }),
});
export type NamedTail = Described<typeof tailSchema>;

export const tailsSchema = v.object({
  format: v.literal(TAILS_FORMAT),
  version: v.literal(TAILS_VERSION),
  devices: list(tailSchema),
});

export function readTails(json: string, fileName: string): readonly NamedTail[] {
  const header = { format: TAILS_FORMAT, version: TAILS_VERSION, kind: 'a file of tails' };
  const read = readDocument(json, header);
  const shaped = read.ok ? readShape(tailsSchema, read.value) : read;
  if (shaped.ok) return shaped.value.devices;
  throw new Failure(shaped.problem.message, {
    place: fileName,
    wayOut: `A file of tails has "format": "${TAILS_FORMAT}", "version": ${TAILS_VERSION} and a list "devices", each with a text "device", a list "calls" of patterns, and "energy" in joules and "seconds", both above 0.`,
  });
}
