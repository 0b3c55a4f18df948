/**
 * Compares two profiles under one model. Sits in `cli/`, wiring the
 * engine with files.
 */
import {
  compareProfiles,
  type CompareOptions,
  type ProfileComparison,
  whyNotComparedBy,
} from '../engine/compare-profiles';
import type { ComparedSide } from '../engine/compared-sides';
import type { FailedFile } from '../engine/report';
import { loadModel } from './models';
import { PlainError } from './services';

export interface CompareRequest extends CompareOptions {
  readonly profiles: readonly [ComparedSide, ComparedSide];
  readonly model: string | undefined;
}

export interface CompareOutcome {
  readonly comparison: ProfileComparison;
  readonly problems: readonly string[];
}

/** Throws a PlainError where the model can't price both. */
export async function compareUnderModel(
  { profiles: [a, b], model: wanted, ...options }: CompareRequest,
  mediaFolder: string,
): Promise<CompareOutcome> {
  const unusable: FailedFile[] = [];
  const { model, problems } = await loadModel(wanted, mediaFolder, unusable);
  const refusal = whyNotComparedBy(model);
  if (refusal !== undefined) throw new PlainError(refusal);
  return {
    comparison: compareProfiles(a, b, model, options),
    problems: [...unusable.map(({ path, message }) => `${path}: ${message}`), ...problems],
  };
}
