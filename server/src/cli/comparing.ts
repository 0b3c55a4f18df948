/**
 * Compares two saved profiles under one model. Sits in `cli/`, wiring the
 * engine with files.
 */
import { compareProfiles, type CompareOptions, type ProfileComparison } from '../engine/compare-profiles';
import type { FailedFile } from '../engine/report';
import { loadModel } from './models';
import { PlainError } from './services';
import { loadProfile } from './profiling';

export interface CompareRequest extends CompareOptions {
  readonly paths: readonly [string, string];
  readonly model: string | undefined;
}

export interface CompareOutcome {
  readonly comparison: ProfileComparison;
  readonly problems: readonly string[];
}

/** Throws a PlainError where a file is no profile. */
export async function compareSavedProfiles(
  { paths: [a, b], model: wanted, ...options }: CompareRequest,
  mediaFolder: string,
): Promise<CompareOutcome> {
  const unusable: FailedFile[] = [];
  const [first, second] = [loadProfile(a), loadProfile(b)];
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
    comparison: compareProfiles({ name: a, profile: first }, { name: b, profile: second }, model, options),
    problems: [...unusable.map(({ path, message }) => `${path}: ${message}`), ...problems],
  };
}
