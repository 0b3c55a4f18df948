/** Loads the cost model that a command line names. Sits in `tasks/`. */
import { AVERAGE_DEVICE } from '../cost/model/additive-model';
import type { CostModel } from '../cost/model/cost-model';
import { type CallPrices, loadCallPrices } from '../cost/model/call-prices';
import { withLibraryPrices } from '../cost/model/library-prices';
import { Failure, UsageError } from '../base/failure';
import {
  chooseModel,
  DEFAULT_MODEL,
  loadModels,
  type ModelRegistry,
  type ModelText,
  summarizeModel,
  type ModelSummary,
} from '../cost/model/model-registry';
import type { FailedFile } from '../lines/report';
import { type BodyTable, loadBodyTable } from '../operations/bodies/body-table';
import { type LibraryClass, withLibraries } from '../operations/bodies/library-bodies';
import type { ReportServices } from '../lines/analyze-sources';
import { readBundledBodies, readBundledCalls, readBundledModels } from '../host/files/bundled-media';
import { reasonOf } from '../host/files/random-access-file';
import { readText } from '../host/files/read-file';

export function listModels(mediaFolder: string): readonly ModelSummary[] {
  return loadModels(readBundledModels(mediaFolder), AVERAGE_DEVICE).models.map(summarizeModel);
}

const tables = new Map<string, BodyTable>();
const calls = new Map<string, CallPrices>();

/** The table of what methods of the platform do. It is read once. Throws if the file is not as it was built. */
export function loadBundledBodies(mediaFolder: string): BodyTable {
  const known = tables.get(mediaFolder);
  if (known !== undefined) return known;
  const table = loadBodyTable(readBundledBodies(mediaFolder));
  if (!table.ok) throw new Error(`The table of bodies in ${mediaFolder}: ${table.problem.message}`);
  tables.set(mediaFolder, table.value);
  return table.value;
}

/** The library calls that come measured. They are read once. Throws if the file is not as it was built. */
export function loadBundledCalls(mediaFolder: string): CallPrices {
  const known = calls.get(mediaFolder);
  if (known !== undefined) return known;
  const read = loadCallPrices(readBundledCalls(mediaFolder));
  if (!read.ok) throw new Error(`The measured calls in ${mediaFolder}: ${read.problem.message}`);
  calls.set(mediaFolder, read.value);
  return read.value;
}

/** The model with prices of library calls, and of what else it was not measured for. */
export function completeModel(
  model: CostModel,
  mediaFolder: string,
  libraries: readonly LibraryClass[] = [],
): CostModel {
  const bodies = withLibraries(loadBundledBodies(mediaFolder), libraries);
  return withLibraryPrices(model, bodies, loadBundledCalls(mediaFolder));
}

/**
 * A model by name, or from a file, with prices of library calls. If the file can't be used, it is added to `unusable`,
 * and the default model is used.
 */
export async function loadModel(
  wanted: string | undefined,
  mediaFolder: string,
  unusable: FailedFile[],
  device = AVERAGE_DEVICE,
  libraries: readonly LibraryClass[] = [],
): ReturnType<ReportServices['loadModel']> {
  const loaded = await readModel(wanted, mediaFolder, unusable, device);
  return { ...loaded, model: completeModel(loaded.model, mediaFolder, libraries) };
}

async function readModel(
  wanted: string | undefined,
  mediaFolder: string,
  unusable: FailedFile[],
  device: string,
): ReturnType<ReportServices['loadModel']> {
  const bundled = loadModels(readBundledModels(mediaFolder), device);
  if (wanted === undefined || bundled.models.some(({ id }) => id === wanted))
    return choose(bundled, wanted ?? DEFAULT_MODEL);
  if (!/[./\\]/.test(wanted)) {
    const known = bundled.models.map(({ id }) => id);
    throw new UsageError(`there is no model "${wanted}"`, {
      wayOut: `It is one of: ${known.join(', ')}; or the path of a model file, as in ./model.json`,
    });
  }
  const file = await readModelFile(wanted);
  const { models, problems } =
    'message' in file ? { models: [], problems: [file.message] } : loadModels([file], device);
  const [model] = models;
  if (model !== undefined) return { model, problems };
  const { model: fallback } = choose(bundled, DEFAULT_MODEL);
  unusable.push(...problems.map((problem) => ({ path: wanted, message: withoutName(problem, wanted) })));
  return {
    model: fallback,
    problems: [`model file ${wanted} can't be used; "${fallback.id}" is used instead`],
  };
}

/** Exactly the model that is named, as it was measured. Throws a {@link Failure} if it can't be used. */
export async function loadNamedModel(
  wanted: string | undefined,
  mediaFolder: string,
): ReturnType<ReportServices['loadModel']> {
  const unusable: FailedFile[] = [];
  const loaded = await readModel(wanted, mediaFolder, unusable, AVERAGE_DEVICE);
  const [failed] = unusable;
  if (failed !== undefined) throw new Failure(`${failed.path}: ${failed.message}`);
  return loaded;
}

function choose(
  registry: ModelRegistry,
  id: string,
): { model: NonNullable<ReturnType<typeof chooseModel>>['model']; problems: readonly string[] } {
  const choice = chooseModel(registry, id);
  if (choice === undefined)
    throw new Failure(`no cost model could be loaded: ${registry.problems.join('; ')}`);
  return { model: choice.model, problems: registry.problems };
}

/** The most bytes of a file with a cost model. */
export const LARGEST_MODEL = 64 * 1024 * 1024;

async function readModelFile(path: string): Promise<ModelText | { readonly message: string }> {
  try {
    return { fileName: path, text: await readText(path, LARGEST_MODEL) };
  } catch (error) {
    return { message: reasonOf(error) };
  }
}

/** A problem without the file's name, which is printed before it anyway. */
function withoutName(problem: string, name: string): string {
  return problem.startsWith(`${name}: `) ? problem.slice(name.length + 2) : problem;
}
