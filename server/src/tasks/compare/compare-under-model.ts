/** Compares profiles by one cost model. Sits in `tasks/`. */
import type { ComparedSide } from '../../compare/sides/compared-side';
import { AVERAGE_DEVICE } from '../../cost/model/additive-model';
import type { CostModel } from '../../cost/model/cost-model';
import { withDefined } from '../../base/check';
import { Failure, UsageError } from '../../base/failure';
import {
  compareProfiles,
  type CompareOptions,
  type ProfileComparison,
  whyNotComparedBy,
} from '../../compare/deltas/compare-profiles';
import { comparePrograms, type ProgramsComparison } from '../../compare/deltas/compare-programs';
import type { FailedFile } from '../../lines/report';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import { asModelOf, type ComparedMetric, ownModelOf } from '../../compare/sides/compared-metric';
import { loadModel } from '../load-model';

interface ModelRequest {
  readonly model: string | undefined;
  /** The metric that is compared; by default energy. */
  readonly metric?: ComparedMetric;
  /** Reads what methods of libraries do; it is called where a side is a profile. */
  readonly libraries?: () => Promise<readonly LibraryClass[]>;
}

export interface CompareRequest extends CompareOptions, ModelRequest {
  readonly profiles: readonly [ComparedSide, ComparedSide];
}

export interface CompareProgramsRequest extends CompareOptions, ModelRequest {
  readonly programs: readonly ComparedSide[];
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
  await loadCommonModel({ model: wanted }, [], mediaFolder);
}

/** Compares two sides. Throws what {@link expectCommonModel} throws. */
export async function compareUnderModel(
  { profiles: [a, b], model: wanted, libraries, metric, ...options }: CompareRequest,
  mediaFolder: string,
): Promise<CompareOutcome> {
  const asked = { model: wanted, ...withDefined({ libraries, metric }) };
  const { model, problems } = await loadCommonModel(asked, [a, b], mediaFolder);
  return { comparison: compareProfiles(a, b, model, options), problems };
}

/** Compares two or more programs. Throws what {@link expectCommonModel} throws. */
export async function compareProgramsUnderModel(
  { programs, model: wanted, libraries, metric, ...options }: CompareProgramsRequest,
  mediaFolder: string,
): Promise<ProgramsOutcome> {
  const asked = { model: wanted, ...withDefined({ libraries, metric }) };
  const { model, problems } = await loadCommonModel(asked, programs, mediaFolder);
  return { comparison: comparePrograms(programs, model, options), problems };
}

async function loadCommonModel(
  { model: wanted, libraries, metric = 'energy' }: ModelRequest,
  sides: readonly ComparedSide[],
  mediaFolder: string,
): Promise<{ readonly model: CostModel; readonly problems: readonly string[] }> {
  const own = ownModelOf(metric);
  if (own !== undefined) return { model: own, problems: [] };
  const unusable: FailedFile[] = [];
  const isCounted = sides.some((side) => 'profile' in side);
  const bodies = isCounted ? await libraries?.() : undefined;
  const { model, problems } = await loadModel(wanted, mediaFolder, unusable, AVERAGE_DEVICE, bodies);
  // The default model is no substitute: it would answer another question.
  const [failed] = unusable;
  if (failed !== undefined)
    throw new UsageError(
      `--model ${failed.path}: ${failed.message}\n'jouleline models' lists those that there are; without --model the bundled one gives all sides their energies`,
    );
  const refusal = whyNotComparedBy(model);
  if (refusal !== undefined) throw new Failure(refusal);
  return { model: asModelOf(metric, model), problems };
}
