/**
 * The text of a model file: what it says of itself, and its covariance with a
 * row of numbers for a line of text.
 *
 * Sits in `cost/`, beside `model-file.ts`, which reads it.
 */
import { at } from '../../base/check';
import { MODEL_FORMAT, MODEL_VERSION } from './model-file';

/** `covariance` is row-major, of what is at the places of `kept` in the order of `head`'s own list. */
export function formatModelFile(head: object, covariance: Float64Array, kept: readonly number[]): string {
  const size = Math.round(Math.sqrt(covariance.length));
  const rows = kept.map((i) => JSON.stringify(kept.map((j) => at(covariance, i * size + j))));
  const model = { format: MODEL_FORMAT, version: MODEL_VERSION, ...head };
  const text = JSON.stringify(model, undefined, 2).replace(/\n\}$/, '');
  return `${text},\n  "covariance": [\n    ${rows.join(',\n    ')}\n  ]\n}\n`;
}
