/**
 * The cost models that the settings make available, and the chosen one.
 *
 * Sits in `lsp/`: it reads the files, `cost/` reads and checks them.
 */
import { reasonOf } from '../../host/files/random-access-file';
import type { CostModel } from '../../cost/model/cost-model';
import {
  chooseModel,
  COMPILED_MODEL,
  DEFAULT_MODEL,
  loadModels,
  summarizeModel,
  type ModelRegistry,
  type ModelText,
} from '../../cost/model/model-registry';
import { renderModelReport } from '../../models/report/model-report';
import { readBundledModels } from '../../host/files/bundled-media';
import { completeModel } from '../../tasks/load-model';
import type { ModelDescription } from '../../protocol/server-state';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import type { Settings } from '../../protocol/settings';
import { LARGEST_MODEL } from '../../tasks/load-model';
import { readText } from '../../host/files/read-file';

export interface ChosenModel {
  readonly registry: ModelRegistry;
  /** The chosen model, with prices of library calls. */
  readonly model: CostModel;
  /** The model for estimates: the chosen one, unless that one has costs of only what ran. */
  readonly estimating: CostModel;
  /** The model of compiled code, with prices of library calls; absent if its file is not installed. */
  readonly compiled: CostModel | undefined;
  /** The models of the user's files beside the chosen one, with prices of library calls. */
  readonly others: readonly CostModel[];
  readonly problems: readonly string[];
  /** The texts of all model files that could be read. */
  readonly texts: readonly ModelText[];
  /** The paths of the user's model files, by the ids of their models. */
  readonly paths: ReadonlyMap<string, string>;
}

/** @param libraries what methods of the jars on the class path do. */
export async function loadChosenModel(
  mediaFolder: string,
  settings: Settings,
  libraries: readonly LibraryClass[] = [],
): Promise<ChosenModel> {
  const bundled = readBundledModels(mediaFolder);
  const texts: ModelText[] = [...bundled];
  const problems: string[] = [];
  for (const path of settings.modelFiles) {
    try {
      texts.push({ fileName: path, text: await readText(path, LARGEST_MODEL) });
    } catch (error) {
      problems.push(`model file ${path} ${reasonOf(error)}`);
    }
  }
  const registry = loadModels(texts, settings.device);
  const choice = chooseModel(registry, settings.model);
  if (choice === undefined) throw new Error(`no cost model could be loaded: ${registry.problems.join('; ')}`);
  if (choice.problem !== undefined) problems.push(choice.problem);
  const { model } = choice;
  const estimating = model.hasInstructionCosts === true ? chooseModel(registry, DEFAULT_MODEL)?.model : model;
  if (estimating === undefined || estimating.hasInstructionCosts === true)
    throw new Error('there is no cost model for estimates');
  if (estimating !== model)
    problems.push(
      `the model "${model.id}" has costs of JVM instructions, which only a profile has: while none is shown, estimates are those of "${estimating.id}"`,
    );
  const compiled = registry.models.find(({ id }) => id === COMPILED_MODEL);
  const completed = completeModel(model, mediaFolder, libraries);
  // Models stand in the order of their texts, and the bundled ones all load.
  const others = registry.models
    .slice(bundled.length)
    .filter((each) => each !== model && each.application === undefined);
  return {
    registry,
    model: completed,
    estimating: estimating === model ? completed : completeModel(estimating, mediaFolder, libraries),
    compiled: compiled && completeModel(compiled, mediaFolder, libraries),
    others: others.map((each) => completeModel(each, mediaFolder, libraries)),
    problems: [...registry.problems, ...problems],
    texts,
    paths: new Map(
      texts
        .slice(bundled.length)
        .flatMap((each) =>
          loadModels([each], settings.device).models.map(({ id }): [string, string] => [id, each.fileName]),
        ),
    ),
  };
}

/** The report on the chosen model, from its file as it was loaded. */
export function reportOnModel(
  { model, texts }: ChosenModel,
  nonce: string,
): { readonly title: string; readonly html: string } {
  const own = texts.find(({ fileName, text }) =>
    loadModels([{ fileName, text }], 'average').models.some(({ id }) => id === model.id),
  );
  if (own === undefined) throw new Error(`the file of the model "${model.id}" is not there`);
  const report = renderModelReport(own.text, own.fileName, { nonce });
  if ('problems' in report) throw new Error(report.problems.join('; '));
  return { title: model.title, html: report.html };
}

export function describeModels(chosen: ChosenModel): readonly ModelDescription[] {
  return chosen.registry.models.map((model) => {
    const { id, title, machine, mode, source, isLocal } = summarizeModel(model);
    const name = chosen.paths.get(id) ?? id;
    return { id, name, title, machine, mode, source, isLocal, selected: id === chosen.model.id };
  });
}
