/**
 * Costs of a calibration's columns, in two turns: operations of the program from
 * the benchmarks that call no library, then what is left from those that do.
 *
 * Sits in `models/`, under `fit-calibration.ts`. In one fit, hundreds of library
 * benchmarks, each with a method of its own, would weigh as much as the programs
 * that costs of operations are for.
 */
import { at as elementAt } from '../../base/check';
import type { CalibrationColumn, CalibrationMatrix } from './cases';
import { fitFamilies, predictLeftOut, type FamilyColumn } from '../fit/family-fit';
import { at, type Matrix } from '../solve/matrix';
import { fitSparse, type SparseCase } from '../solve/sparse-fit';
import type { Joules, Share } from '../../base/units';

export interface CalibratedCosts {
  /** The cost of one execution for each column of the matrix, in joules. */
  readonly coefficients: Float64Array;
  /** Row-major. */
  readonly covariance: Float64Array;
  readonly families: ReadonlyMap<string, Joules>;
  /** The standard deviation of the residual of a case without library calls, relative to its energy. */
  readonly residualSd: Share;
  /** The predicted energy of each case, in joules. */
  readonly predicted: Float64Array;
  /**
   * The energy of each case as a fit without it predicts it, in joules; NaN for cases that call the library, whose
   * methods no other case may have.
   */
  readonly leftOut: Float64Array;
}

export interface CostOptions {
  readonly folds: number;
  readonly seed: number;
  readonly weightOf: (name: string) => number;
}

/** Relative deviation of an operation's cost from its family's. */
export const FAMILY_SPREAD: Share = 0.5;
/** The relative deviation of the cost of an array's element from its family's. */
const ELEMENT_SPREAD: Share = 3;

export function fitCosts(
  { columns, cases }: CalibrationMatrix,
  { folds, seed, weightOf }: CostOptions,
): CalibratedCosts {
  const nameOf = (j: number): string => elementAt(columns, j).name;
  const isLibrary = new Set(columns.filter(isOfLibrary).map(({ name }) => name));
  const callsNone = cases.map(({ row }) => ![...row.keys()].some((name) => isLibrary.has(name)));
  const plain = [...cases.keys()].filter((i) => callsNone[i]);
  const calling = [...cases.keys()].filter((i) => !callsNone[i]);
  const runs = new Set(plain.flatMap((i) => [...elementAt(cases, i).row.keys()]));
  const own = [...columns.keys()].filter((j) => runs.has(nameOf(j)));

  const counts = selectCounts(plain, own);
  const energies = Float64Array.from(plain, (i) => elementAt(cases, i).energy);
  const weights = Float64Array.from(plain, (i) => weightOf(elementAt(cases, i).name));
  const families = own.map((j): FamilyColumn => familyOf(elementAt(columns, j)));
  const fit = fitFamilies(counts, energies, families, weights);
  const coefficients = new Float64Array(columns.length);
  own.forEach((j, k) => {
    coefficients[j] = at(fit.coefficients, k);
  });

  const missing = [...columns.keys()].filter((j) => !runs.has(nameOf(j)));
  const ofFamily = (j: number): Joules | undefined => fit.families.get(elementAt(columns, j).family);
  // An operation that only prepares calls of the library costs what its family does.
  const likened = missing.filter(
    (j) => elementAt(columns, j).kind === 'operation' && ofFamily(j) !== undefined,
  );
  for (const j of likened) coefficients[j] = ofFamily(j) ?? 0;
  const rest = missing.filter((j) => !likened.includes(j));
  const placeOf = new Map(rest.map((j, k) => [nameOf(j), k]));
  const ownCost = new Map([...own, ...likened].map((j) => [nameOf(j), at(coefficients, j)]));
  const sparse = calling.map((i): SparseCase => {
    const row = [...elementAt(cases, i).row];
    return {
      energy: elementAt(cases, i).energy,
      known: row.reduce((sum, [name, count]) => sum + count * (ownCost.get(name) ?? 0), 0),
      entries: row.flatMap(([name, count]): readonly (readonly [number, number])[] => {
        const place = placeOf.get(name);
        return place === undefined || count <= 0 ? [] : [[place, count]];
      }),
    };
  });
  const further = fitSparse(sparse, rest.length);
  rest.forEach((j, k) => {
    coefficients[j] = at(further.coefficients, k);
  });

  const covariance = new Float64Array(columns.length ** 2);
  spread(covariance, columns.length, own, fit.covariance);
  spread(covariance, columns.length, rest, further.covariance);
  for (const j of likened) covariance[j * (columns.length + 1)] = (FAMILY_SPREAD * at(coefficients, j)) ** 2;
  const costs = new Map(columns.map(({ name }, j) => [name, at(coefficients, j)]));
  const predicted = Float64Array.from(cases, ({ row }) =>
    [...row].reduce((sum, [name, count]) => sum + count * (costs.get(name) ?? 0), 0),
  );
  const leftOut = new Float64Array(cases.length).fill(NaN);
  predictLeftOut(counts, energies, families, { folds, seed, weights }).forEach((value, k) => {
    leftOut[elementAt(plain, k)] = value;
  });
  return { coefficients, covariance, families: fit.families, residualSd: fit.residualSd, predicted, leftOut };

  function selectCounts(rows: readonly number[], chosen: readonly number[]): Matrix {
    const values = new Float64Array(rows.length * chosen.length);
    rows.forEach((i, k) => {
      chosen.forEach((j, l) => {
        values[k * chosen.length + l] = elementAt(cases, i).row.get(nameOf(j)) ?? 0;
      });
    });
    return { rows: rows.length, columns: chosen.length, values };
  }
}

/** A method of the library, or what an element costs that one is given. */
export function isOfLibrary({ kind, family, name }: CalibrationColumn): boolean {
  return kind === 'library' || (kind === 'elements' && family === name);
}

function familyOf({ name, family, kind }: CalibrationColumn): FamilyColumn {
  return { name, family, spread: kind === 'operation' ? FAMILY_SPREAD : ELEMENT_SPREAD };
}

/** Part of a matrix to its places in the whole. */
function spread(whole: Float64Array, size: number, places: readonly number[], part: Float64Array): void {
  places.forEach((i, k) => {
    places.forEach((j, l) => {
      whole[i * size + j] = at(part, k * places.length + l);
    });
  });
}
