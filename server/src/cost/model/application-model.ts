/**
 * A model of one application: what each of its places costs beside what an
 * earlier model says of the operations there.
 *
 * Sits in `cost/`, beside the other kinds of model; `models/fit/prior-regression.ts`
 * says how it is fitted. A parameter is the energy of a place in the mean case; an
 * operation there has its share of it by the earlier model. Operations in no known
 * place have that of `*`, all other places.
 */
import { at } from '../../base/check';
import { operationId, withoutStatement } from '../../operations/catalogue/operation';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { AdditiveBasis } from './additive-model';
import type { ApplicationModelFile } from './application-file';

/** Stands for all places that are not named. */
export const ELSEWHERE = '*';

export function buildApplicationModel(file: ApplicationModelFile): AdditiveBasis {
  const places = new Map(file.places.map((place, parameter) => [place.name, { ...place, parameter }]));
  const costs = new Map(file.operations.map(({ name, mean }) => [name, mean]));
  const elsewhere = places.get(ELSEWHERE);
  return {
    parameters: file.places.map(({ name, mean, sd }) => ({ name, mean, sd })),
    covariance: covarianceOf(file),
    price(operation: OperationKey) {
      const cost = costs.get(operationId(operation)) ?? costs.get(operationId(withoutStatement(operation)));
      const place = (operation.place === undefined ? undefined : places.get(operation.place)) ?? elsewhere;
      if (cost === undefined || place === undefined) return undefined;
      return { terms: [{ parameter: place.parameter, coefficient: cost / place.base }], noise: 0 };
    },
  };
}

/** The covariance: the assumed one, less what the cases told. */
function covarianceOf({ places, told }: ApplicationModelFile): Float64Array {
  const size = places.length;
  const covariance = new Float64Array(size * size);
  places.forEach(({ prior }, i) => {
    covariance[i * (size + 1)] = prior ** 2;
  });
  for (const row of told)
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        covariance[i * size + j] = at(covariance, i * size + j) - at(row, i) * at(row, j);
  return covariance;
}
