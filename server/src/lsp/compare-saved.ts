/**
 * Two saved profiles of the workspace compared, as `jouleline diff` does.
 *
 * Sits in `lsp/`, under `profile-features.ts`.
 */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CostModel } from '../cost/cost-model';
import { applicationClasses, compareProfiles, whyNotComparedBy } from '../engine/compare-profiles';
import { formatComparisonMarkdown, headlineOf } from '../engine/comparison-text';
import type { ProfileDocument } from '../engine/count-program';
import type { ComparedProfiles, ComparedSide } from '../protocol/comparisons';
import { loadSavedProfile, machineOfRun } from './saved-profiles';

/** Trees of more contexts take seconds to match: that is left to the command line. */
const MOST_CONTEXTS = 2000;

/** Throws with a sentence for people. */
export async function compareSaved(
  [pathA, pathB]: readonly [string, string],
  model: CostModel,
): Promise<ComparedProfiles> {
  const refusal = whyNotComparedBy(model);
  if (refusal !== undefined) throw new Error(refusal);
  const [a, b] = [await loadCounted(pathA), await loadCounted(pathB)];
  const isLarge = [a, b].some(({ tree }) => (tree?.contexts.length ?? 0) > MOST_CONTEXTS);
  const [sideA, sideB] = [sideOf(pathA, a), sideOf(pathB, b)];
  const comparison = compareProfiles(
    { name: sideA.name, profile: isLarge ? withoutTree(a) : a },
    { name: sideB.name, profile: isLarge ? withoutTree(b) : b },
    model,
    { alpha: 'auto', isApplication: applicationClasses([]) },
  );
  const left = l10n.t(
    'Their trees of calls are large: tasks are compared by jouleline diff on the command line.',
  );
  const notes = isLarge ? [...comparison.notes, left] : comparison.notes;
  return {
    sides: [sideA, sideB],
    headline: headlineOf(comparison),
    markdown: formatComparisonMarkdown({
      ...comparison,
      notes: [...describe(sideA), ...describe(sideB), ...notes],
    }),
  };
}

async function loadCounted(path: string): Promise<ProfileDocument> {
  const saved = await loadSavedProfile(path);
  if (typeof saved === 'string') throw new Error(saved);
  if (saved.kind !== 'counted')
    throw new Error(l10n.t('{0} is an import: only profiles that were counted are compared', basename(path)));
  return saved.profile;
}

function sideOf(path: string, profile: ProfileDocument): ComparedSide {
  const { started } = profile;
  return { path, name: basename(path, '.json'), started, machine: machineOfRun(profile) };
}

function describe({ name, started, machine }: ComparedSide): readonly string[] {
  return [`${name}: ${[started, machine].filter((text) => text !== '').join(', ')}`];
}

function withoutTree(profile: ProfileDocument): ProfileDocument {
  const { tree, ...others } = profile;
  return tree === undefined ? profile : others;
}
