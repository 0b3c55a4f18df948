/**
 * The cost models at hand: bundled ones and the user's own files.
 *
 * Sits in `cost/`. The callers read the texts; a file that is wrong is named
 * and left out, and the others still serve.
 */
import { withDefined } from '../../base/check';
import type { CostModel } from './cost-model';
import { formatModelProblem, loadModel } from './load-model';
import type { TransferError } from './model-fields';

export const DEFAULT_MODEL = 'rpi5-openjdk21-xint';

/** The bundled model of compiled code. */
export const COMPILED_MODEL = 'x64-openjdk25-compiled';

export interface ModelText {
  readonly fileName: string;
  readonly text: string;
}

export interface ModelRegistry {
  readonly models: readonly CostModel[];
  /** One sentence per file that could not be used. */
  readonly problems: readonly string[];
}

export interface ModelChoice {
  readonly model: CostModel;
  /** The reason why the model is not the one that was asked for. */
  readonly problem?: string;
}

export function loadModels(texts: readonly ModelText[], device: string): ModelRegistry {
  const models: CostModel[] = [];
  const problems: string[] = [];
  for (const { fileName, text } of texts) {
    let loaded = loadModel(text, fileName, { device });
    if ('problems' in loaded) {
      const found = loaded.problems.map(formatModelProblem);
      // A board that only another model knows is no reason to lose this one, nor a problem of one without boards.
      loaded = loadModel(text, fileName);
      if ('problems' in loaded || loaded.devices.length > 0) problems.push(...found);
      if ('problems' in loaded) continue;
    }
    const { model } = loaded;
    if (models.some((known) => known.id === model.id))
      problems.push(
        `${fileName}: a model with the id "${model.id}" is loaded already; give this one another id`,
      );
    else models.push(model);
  }
  return { models, problems: [...new Set(problems)] };
}

/** The model with the id, or the default one with a word about it. `undefined` only if there are no models at all. */
export function chooseModel(registry: ModelRegistry, id: string): ModelChoice | undefined {
  const wanted = registry.models.find((model) => model.id === id);
  if (wanted !== undefined) return { model: wanted };
  const fallback = registry.models.find((model) => model.id === DEFAULT_MODEL) ?? registry.models[0];
  if (fallback === undefined) return undefined;
  const known = registry.models.map((model) => model.id).join(', ');
  return { model: fallback, problem: `there is no model "${id}" (known: ${known}); using "${fallback.id}"` };
}

/** The machine and mode that a model's figures hold for, in words: "Raspberry Pi 5, interpreter". */
export function machineOf({ machine, mode }: Pick<ModelSummary, 'machine' | 'mode'>): string {
  return `${machine}, ${modeWord({ mode })}`;
}

/** "JIT" or "interpreter" */
export function modeWord({ mode }: Pick<ModelSummary, 'mode'>): string {
  return mode === 'jit' ? 'JIT' : mode;
}

export function summarizeModel(model: CostModel): ModelSummary {
  return {
    id: model.id,
    title: model.title,
    machine: model.machine,
    mode: model.mode,
    version: model.version,
    source: model.source,
    isLocal: model.isLocal,
    ...(model.application === undefined ? {} : { isOfApplication: true }),
    ...withDefined({ measuredCalls: model.measuredCalls, transfer: model.transfer }),
    intervals: model.covariance === undefined ? 'independence assumed' : 'full covariance',
  };
}

export interface ModelSummary {
  readonly id: string;
  readonly title: string;
  readonly machine: string;
  readonly mode: 'interpreter' | 'jit';
  readonly version: string;
  readonly source: string;
  readonly isLocal: boolean;
  /** Fitted to one application; absent for all others. */
  readonly isOfApplication?: true;
  readonly measuredCalls?: CostModel['measuredCalls'];
  readonly transfer?: readonly TransferError[];
  /** "independence assumed" or "full covariance". */
  readonly intervals: string;
}
