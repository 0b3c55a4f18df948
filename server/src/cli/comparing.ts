/**
 * Compares two profiles under one model. Sits in `cli/`, wiring the
 * engine with files.
 */
import {
  type ComparedProfile,
  compareProfiles,
  type CompareOptions,
  type ProfileComparison,
} from '../engine/compare-profiles';
import type { FailedFile } from '../engine/report';
import { loadModel } from './models';
import { PlainError } from './services';

export interface CompareRequest extends CompareOptions {
  readonly profiles: readonly [ComparedProfile, ComparedProfile];
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
  if (model.application !== undefined)
    throw new PlainError(
      `the model "${model.id}" is of one application as it was when it was fitted, and can't price two versions of it alike: name another`,
    );
  if (model.pricesInstructions === true)
    throw new PlainError(
      `the model "${model.id}" prices JVM instructions, and tasks of two profiles are compared by operations: name another`,
    );
  return {
    comparison: compareProfiles(a, b, model, options),
    problems: [...unusable.map(({ path, message }) => `${path}: ${message}`), ...problems],
  };
}
