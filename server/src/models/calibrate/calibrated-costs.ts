/**
 * Costs of a calibration's columns, in two turns: operations of the program from
 * the benchmarks that call no library, then what is left from those that do.
 *
 * Sits in `models/`, under `fit-calibration.ts`. In one fit, hundreds of library
 * benchmarks, each with a method of its own, would weigh as much as the programs
 * that costs of operations are for.
 */
import type { CalibrationColumn, CalibrationMatrix } from './cases';
import { fitFamilies, predictLeftOut, type FamilyColumn } from '../fit/family-fit';
import type { Matrix } from '../solve/matrix';
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
  const isLibrary = new Set(columns.filter(isOfLibrary).map(({ name }) => name));
  const callsNone = cases.map(({ row }) => ![...row.keys()].some((name) => isLibrary.has(name)));
  const plain = [...cases.keys()].filter((i) => callsNone[i]);
  const calling = [...cases.keys()].filter((i) => !callsNone[i]);
  const runs = new Set(plain.flatMap((i) => [...(cases[i]?.row.keys() ?? [])]));
  const own = [...columns.keys()].filter((j) => runs.has(columns[j]?.name ?? ''));

  const counts = selectCounts(plain, own);
  const energies = Float64Array.from(plain, (i) => cases[i]?.energy ?? 0);
  const weights = Float64Array.from(plain, (i) => weightOf(cases[i]?.name ?? ''));
  const families = own.map((j): FamilyColumn => familyOf(columns[j]));
  const fit = fitFamilies(counts, energies, families, weights);
  const coefficients = new Float64Array(columns.length);
  own.forEach((j, k) => {
    coefficients[j] = fit.coefficients[k] ?? 0;
  });

  const missing = [...columns.keys()].filter((j) => !runs.has(columns[j]?.name ?? ''));
  const ofFamily = (j: number): Joules | undefined => fit.families.get(columns[j]?.family ?? '');
  // An operation that only prepares calls of the library costs what its family does.
  const likened = missing.filter((j) => columns[j]?.kind === 'operation' && ofFamily(j) !== undefined);
  for (const j of likened) coefficients[j] = ofFamily(j) ?? 0;
  const rest = missing.filter((j) => !likened.includes(j));
  const placeOf = new Map(rest.map((j, k) => [columns[j]?.name ?? '', k]));
  const ownCost = new Map([...own, ...likened].map((j) => [columns[j]?.name ?? '', coefficients[j] ?? 0]));
  const sparse = calling.map((i): SparseCase => {
    const row = [...(cases[i]?.row ?? [])];
    return {
      energy: cases[i]?.energy ?? 0,
      known: row.reduce((sum, [name, count]) => sum + count * (ownCost.get(name) ?? 0), 0),
      entries: row.flatMap(([name, count]): readonly (readonly [number, number])[] => {
        const place = placeOf.get(name);
        return place === undefined || count <= 0 ? [] : [[place, count]];
      }),
    };
  });
  const further = fitSparse(sparse, rest.length);
  rest.forEach((j, k) => {
    coefficients[j] = further.coefficients[k] ?? 0;
  });

  const covariance = new Float64Array(columns.length ** 2);
  spread(covariance, columns.length, own, fit.covariance);
  spread(covariance, columns.length, rest, further.covariance);
  for (const j of likened)
    covariance[j * (columns.length + 1)] = (FAMILY_SPREAD * (coefficients[j] ?? 0)) ** 2;
  const costs = new Map(columns.map(({ name }, j) => [name, coefficients[j] ?? 0]));
  const predicted = Float64Array.from(cases, ({ row }) =>
    [...row].reduce((sum, [name, count]) => sum + count * (costs.get(name) ?? 0), 0),
  );
  const leftOut = new Float64Array(cases.length).fill(NaN);
  predictLeftOut(counts, energies, families, { folds, seed, weights }).forEach((value, k) => {
    leftOut[plain[k] ?? 0] = value;
  });
  return { coefficients, covariance, families: fit.families, residualSd: fit.residualSd, predicted, leftOut };

  function selectCounts(rows: readonly number[], chosen: readonly number[]): Matrix {
    const values = new Float64Array(rows.length * chosen.length);
    rows.forEach((i, k) => {
      chosen.forEach((j, l) => {
        values[k * chosen.length + l] = cases[i]?.row.get(columns[j]?.name ?? '') ?? 0;
      });
    });
    return { rows: rows.length, columns: chosen.length, values };
  }
}

/** A method of the library, or what an element costs that one is given. */
export function isOfLibrary({ kind, family, name }: CalibrationColumn): boolean {
  return kind === 'library' || (kind === 'elements' && family === name);
}

function familyOf(column: CalibrationColumn | undefined): FamilyColumn {
  const { name = '', family = '', kind = 'operation' } = column ?? {};
  return { name, family, spread: kind === 'operation' ? FAMILY_SPREAD : ELEMENT_SPREAD };
}

/** Part of a matrix to its places in the whole. */
function spread(whole: Float64Array, size: number, places: readonly number[], part: Float64Array): void {
  places.forEach((i, k) => {
    places.forEach((j, l) => {
      whole[i * size + j] = part[k * places.length + l] ?? 0;
    });
  });
}
