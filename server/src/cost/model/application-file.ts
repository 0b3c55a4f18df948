/**
 * The part of a model file that a model of one application has, and its checks.
 *
 * Sits in `cost/`, under `model-file.ts`. The covariance of hundreds of places is
 * written as what a few cases told, a row of numbers each.
 */
import * as v from 'valibot';
import { at } from '../../base/check';
import { type Described, means } from '../../base/shapes';
import type { Joules } from '../../base/units';
import {
  describeValue,
  energy,
  entriesOf,
  expecting,
  header,
  label,
  members,
  type Report,
} from './model-fields';

/** More would need gigabytes of covariance. */
export const MOST_PLACES = 1000;

/** Relative: files are written with some nine digits. */
const TOLERANCE = 1e-6;

const checksum = v.custom<number>(Number.isInteger, expecting('the checksum of a class file is expected'));
const nameOf = ({ name }: { readonly name: string }): string => name;

export const applicationSchema = members({
  ...header,
  kind: v.literal('application'),
  classes: means(
    entriesOf(members({ name: label, hash: checksum }), nameOf),
    'That it holds for, with CRC-32.',
  ),
  /** Costs of operations, named as `operationId` does. */
  operations: means(entriesOf(members({ name: label, mean: energy }), nameOf), 'Costs by the earlier model.'),
  places: v.pipe(
    entriesOf(
      members({
        name: means(label, '`app/Main.run(I)V:12`, or `*`.'),
        base: means(
          v.pipe(
            energy,
            v.check((value) => value > 0, 'is 0; an energy above 0 is expected'),
          ),
          'In the mean case, by the earlier model.',
        ),
        mean: energy,
        prior: means(energy, 'Standard deviation before any case.'),
      }),
      nameOf,
    ),
    v.maxLength(
      MOST_PLACES + 1,
      ({ input }) => `has ${input.length} entries; at most ${MOST_PLACES + 1} are possible`,
    ),
  ),
  told: means(
    v.custom<readonly (readonly Joules[])[]>(
      Array.isArray,
      expecting('a row of numbers for each case is expected'),
    ),
    "A row for each case, a number for each place: the covariance is that of independent priors less T'T.",
  ),
});
type ApplicationShape = Described<typeof applicationSchema>;

export type ApplicationModelFile = Omit<ApplicationShape, 'places'> & {
  readonly places: readonly (ApplicationShape['places'][number] & { readonly sd: Joules })[];
};

/** Adds the deviations of places after all cases. Cases can't tell more than there was to know. */
export function withDeviations(file: ApplicationShape, report: Report): ApplicationModelFile {
  const width = file.places.length;
  for (const [index, row] of file.told.entries())
    if (!isRow(row, width))
      report(`told[${index}]`, `is ${describeValue(row)}; a row of ${width} finite numbers is expected`);
  const told = file.told.filter((row) => isRow(row, width));
  const places = file.places.map((place, index) => {
    const known = told.reduce((sum, row) => sum + at(row, index) ** 2, 0);
    if (known > place.prior ** 2 * (1 + TOLERANCE))
      report(
        `places[${index}].prior`,
        'is less than what "told" takes from it: the variance would be below 0',
      );
    return { ...place, sd: Math.sqrt(Math.max(0, place.prior ** 2 - known)) };
  });
  return { ...file, places };
}

function isRow(row: unknown, width: number): boolean {
  return Array.isArray(row) && row.length === width && row.every(Number.isFinite);
}
