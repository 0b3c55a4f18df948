/**
 * The part of a model file that a model of one application has, and its checks.
 *
 * Sits in `cost/`, under `model-file.ts`. The covariance of hundreds of places is
 * written as what a few cases told, a row of numbers each.
 */
import { at } from '../../base/check';
import type { Joules } from '../../base/units';
import {
  describeValue,
  isObject,
  readEnergy,
  readString,
  type JsonObject,
  type Report,
  type ModelHeader,
  type NamedCost,
} from './model-fields';

interface ApplicationPlace extends NamedCost {
  /** The energy of the place in the mean case by the earlier model; above 0. */
  readonly base: Joules;
  /** Standard deviation before any case. */
  readonly prior: Joules;
}

interface ApplicationClass {
  /** Binary name with slashes. */
  readonly name: string;
  /** CRC-32 of the class file. */
  readonly hash: number;
}

export interface ApplicationModelFile extends ModelHeader {
  readonly kind: 'application';
  readonly classes: readonly ApplicationClass[];
  /** The energy of one execution by the earlier model, by `operationId`. */
  readonly operations: readonly { readonly name: string; readonly mean: Joules }[];
  readonly places: readonly ApplicationPlace[];
  /** A row for each case, a number for each place: the covariance is that of independent `prior`s less T'T. */
  readonly told: readonly (readonly Joules[])[];
}

/** More would need gigabytes of covariance. */
export const MOST_PLACES = 1000;

/** Relative: files are written with some nine digits. */
const TOLERANCE = 1e-6;

export function readApplication(
  root: JsonObject,
  report: Report,
): Pick<ApplicationModelFile, 'classes' | 'operations' | 'places' | 'told'> {
  const list = <T>(field: string, read: (entry: JsonObject, place: string) => T): readonly T[] => {
    const value = root[field];
    if (Array.isArray(value) && value.length > 0)
      return value.flatMap((entry: unknown, index) => {
        const place = `${field}[${index}]`;
        if (isObject(entry)) return [read(entry, place)];
        report(place, `is ${describeValue(entry)}; an object is expected`);
        return [];
      });
    report(field, `is ${describeValue(value)}; a list with at least one entry is expected`);
    return [];
  };
  const classes = list('classes', (entry, place) => ({
    name: readString(entry, 'name', place, report),
    hash: readHash(entry, place, report),
  }));
  const operations = list('operations', (entry, place) => ({
    name: readString(entry, 'name', place, report),
    mean: readEnergy(entry, 'mean', place, report),
  }));
  const places = list('places', (entry, place) => readPlace(entry, place, report));
  if (places.length > MOST_PLACES + 1)
    report('places', `has ${places.length} entries; at most ${MOST_PLACES + 1} are possible`);
  return {
    classes,
    operations,
    ...withDeviations(places, readTold(root['told'], places.length, report), report),
  };
}

function readHash(entry: JsonObject, place: string, report: Report): number {
  const { hash } = entry;
  if (typeof hash === 'number' && Number.isInteger(hash)) return hash;
  report(`${place}.hash`, `is ${describeValue(hash)}; the checksum of a class file is expected`);
  return 0;
}

function readPlace(entry: JsonObject, place: string, report: Report): Omit<ApplicationPlace, 'sd'> {
  const base = readEnergy(entry, 'base', place, report);
  if (base === 0) report(`${place}.base`, 'is 0; an energy above 0 is expected');
  return {
    name: readString(entry, 'name', place, report),
    base,
    mean: readEnergy(entry, 'mean', place, report),
    prior: readEnergy(entry, 'prior', place, report),
  };
}

function readTold(value: unknown, width: number, report: Report): readonly (readonly Joules[])[] {
  if (!Array.isArray(value)) {
    report('told', `is ${describeValue(value)}; a row of ${width} numbers for each case is expected`);
    return [];
  }
  return value.flatMap((row: unknown, index): (readonly number[])[] => {
    const isRow = (each: unknown): each is readonly number[] =>
      Array.isArray(each) &&
      each.length === width &&
      each.every((cell) => typeof cell === 'number' && Number.isFinite(cell));
    if (isRow(row)) return [row];
    report(`told[${index}]`, `is ${describeValue(row)}; a row of ${width} finite numbers is expected`);
    return [];
  });
}

/** Cases can't tell more than there was to know. */
function withDeviations(
  places: readonly Omit<ApplicationPlace, 'sd'>[],
  told: readonly (readonly Joules[])[],
  report: Report,
): Pick<ApplicationModelFile, 'places' | 'told'> {
  const all = places.map((place, index): ApplicationPlace => {
    const known = told.reduce((sum, row) => sum + at(row, index) ** 2, 0);
    if (known > place.prior ** 2 * (1 + TOLERANCE))
      report(
        `places[${index}].prior`,
        'is less than what "told" takes from it: the variance would be below 0',
      );
    return { ...place, sd: Math.sqrt(Math.max(0, place.prior ** 2 - known)) };
  });
  return { places: all, told };
}
