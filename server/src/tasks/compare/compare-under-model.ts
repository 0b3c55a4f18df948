/** Compares profiles by one cost model. Sits in `tasks/`. */
import type { ComparedSide } from '../../compare/sides/compared-side';
import type { CostModel } from '../../cost/model/cost-model';
import { Failure, UsageError } from '../../base/failure';
import {
  compareProfiles,
  type CompareOptions,
  type ProfileComparison,
  whyNotComparedBy,
} from '../../compare/deltas/compare-profiles';
import { comparePrograms, type ProgramsComparison } from '../../compare/deltas/compare-programs';
import type { FailedFile } from '../../lines/report';
import { loadModel } from '../load-model';

export interface CompareRequest extends CompareOptions {
  readonly profiles: readonly [ComparedSide, ComparedSide];
  readonly model: string | undefined;
}

export interface CompareProgramsRequest extends CompareOptions {
  readonly programs: readonly ComparedSide[];
  readonly model: string | undefined;
}

export interface ProgramsOutcome {
  readonly comparison: ProgramsComparison;
  readonly problems: readonly string[];
}

export interface CompareOutcome {
  readonly comparison: ProfileComparison;
  readonly problems: readonly string[];
}

/** Throws if profiles can't be compared by this model: a {@link UsageError} if the model can't be loaded, else a {@link Failure}. */
export async function expectCommonModel(wanted: string | undefined, mediaFolder: string): Promise<void> {
  await loadCommonModel(wanted, mediaFolder);
}

/** Compares two sides. Throws what {@link expectCommonModel} throws. */
export async function compareUnderModel(
  { profiles: [a, b], model: wanted, ...options }: CompareRequest,
  mediaFolder: string,
): Promise<CompareOutcome> {
  const { model, problems } = await loadCommonModel(wanted, mediaFolder);
  return { comparison: compareProfiles(a, b, model, options), problems };
}

/** Compares two or more programs. Throws what {@link expectCommonModel} throws. */
export async function compareProgramsUnderModel(
  { programs, model: wanted, ...options }: CompareProgramsRequest,
  mediaFolder: string,
): Promise<ProgramsOutcome> {
  const { model, problems } = await loadCommonModel(wanted, mediaFolder);
  return { comparison: comparePrograms(programs, model, options), problems };
}

async function loadCommonModel(
  wanted: string | undefined,
  mediaFolder: string,
): Promise<{ readonly model: CostModel; readonly problems: readonly string[] }> {
  const unusable: FailedFile[] = [];
  const { model, problems } = await loadModel(wanted, mediaFolder, unusable);
  // The default model is no substitute: it would answer another question.
  const [failed] = unusable;
  if (failed !== undefined)
    throw new UsageError(
      `--model ${failed.path}: ${failed.message}\n'jouleline models' lists those that there are; without --model the bundled one gives all sides their energies`,
    );
  const refusal = whyNotComparedBy(model);
  if (refusal !== undefined) throw new Failure(refusal);
  return { model, problems };
}
