/**
 * Additive cost models: operation + data size + data type (+ device).
 *
 * Sits in `cost/`; equation 2 of the probabilistic energy profiler. Which
 * levels an operation takes is `additive-mapping.ts`; here they become terms.
 *
 * The model was measured on several boards of one kind. For "some such board"
 * a prediction takes the mean of their effects, and half the distance between
 * the outermost two as one more deviation, shared by everything that runs: it
 * is the same board throughout.
 */
import type { OperationKey } from '../../operations/catalogue/operation';
import { cellsOf, type MeasuredPattern } from './additive-mapping';
import type { ModelParameter, Price } from './cost-model';
import type { AdditiveModelFile } from './model-file';

/** `average`, or the name of a measured board. */
export type DeviceChoice = string;
export const AVERAGE_DEVICE = 'average';
const NO_LEVEL = 'none';

type Term = Price['terms'][number];

export interface AdditiveBasis {
  readonly parameters: readonly ModelParameter[];
  readonly covariance?: Float64Array;
  price(operation: OperationKey): Price | undefined;
}

/** `device` must be `average` or one of the file's devices. */
export function buildAdditiveModel(file: AdditiveModelFile, device: DeviceChoice): AdditiveBasis {
  const index = new Map(file.parameters.map((p, i) => [levelName(p.category, p.name), i] as const));
  const spread = device === AVERAGE_DEVICE ? deviceSpread(file) : undefined;
  const parameters: ModelParameter[] = file.parameters.map((p) => ({
    name: levelName(p.category, p.name),
    mean: p.mean,
    sd: p.sd,
  }));
  if (spread !== undefined)
    parameters.push({ name: 'Device: difference between boards', mean: 0, sd: spread });
  const deviceTerms = termsOfDevice(
    file,
    device,
    index,
    spread === undefined ? undefined : parameters.length - 1,
  );

  function termsOf(cell: MeasuredPattern): readonly Term[] | undefined {
    const levels = [levelName('Operation', cell.operation)];
    for (const [category, level] of [
      ['Data size', cell.size],
      ['Data type', cell.type],
    ] as const) {
      // Fitted models may have an effect of taking no level.
      if (level !== undefined) levels.push(levelName(category, level));
      else if (index.has(levelName(category, NO_LEVEL))) levels.push(levelName(category, NO_LEVEL));
    }
    const terms: Term[] = [];
    for (const level of levels) {
      const parameter = index.get(level);
      if (parameter === undefined) return undefined;
      terms.push({ parameter, coefficient: 1 });
    }
    return [...terms, ...deviceTerms];
  }

  return {
    parameters,
    ...(file.covariance === undefined
      ? {}
      : { covariance: extend(file.covariance, file.parameters.length, spread) }),
    price(operation) {
      const cells = cellsOf(operation);
      if (cells === undefined) return undefined;
      const terms: Term[] = [];
      for (const cell of cells) {
        const cellTerms = termsOf(cell);
        if (cellTerms === undefined) return undefined;
        terms.push(...cellTerms);
      }
      return { terms: mergeTerms(terms), noise: cells.length };
    },
  };
}

function levelName(category: string, name: string): string {
  return `${category}: ${name}`;
}

function deviceSpread(file: AdditiveModelFile): number | undefined {
  const means = file.parameters
    .filter((p) => p.category === 'Device' && file.devices.includes(p.name))
    .map((p) => p.mean);
  return means.length < 2 ? undefined : (Math.max(...means) - Math.min(...means)) / 2;
}

function termsOfDevice(
  file: AdditiveModelFile,
  device: DeviceChoice,
  index: ReadonlyMap<string, number>,
  spreadParameter: number | undefined,
): readonly Term[] {
  const chosen = device === AVERAGE_DEVICE ? file.devices : [device];
  const terms = chosen.flatMap((name) => {
    const parameter = index.get(levelName('Device', name));
    return parameter === undefined ? [] : [{ parameter, coefficient: 1 / chosen.length }];
  });
  return spreadParameter === undefined ? terms : [...terms, { parameter: spreadParameter, coefficient: 1 }];
}

function mergeTerms(terms: readonly Term[]): readonly Term[] {
  const coefficients = new Map<number, number>();
  for (const { parameter, coefficient } of terms) {
    coefficients.set(parameter, (coefficients.get(parameter) ?? 0) + coefficient);
  }
  return [...coefficients].map(([parameter, coefficient]) => ({ parameter, coefficient }));
}

/** The boards' difference is independent of the measured parameters. */
function extend(covariance: Float64Array, size: number, spread: number | undefined): Float64Array {
  if (spread === undefined) return covariance;
  const extended = new Float64Array((size + 1) * (size + 1));
  for (let i = 0; i < size; i++) extended.set(covariance.subarray(i * size, (i + 1) * size), i * (size + 1));
  extended[extended.length - 1] = spread * spread;
  return extended;
}
