/**
 * Loads the files to compare and the cost model for them, or says why they can't be compared. Sits in `tasks/`, in
 * the thread that compares.
 */
import { readFileSync, statSync } from 'node:fs';
import { whyNotPricedAlike } from '../../compare/deltas/compare-profiles';
import { chooseModel, loadModels, type ModelChoice } from '../../cost/model/model-registry';
import { readSavedProfile, type SavedProfile } from '../../recordings/document/saved-profile';
import { reasonOf } from '../../host/files/random-access-file';
import { ComparisonRefused, type ModelsOfTask } from './compare-messages';

/** A profile of a large program has some megabytes. */
export const LARGEST_PROFILE = 256 * 1024 * 1024;

/** Throws a {@link ComparisonRefused}, as all here do. */
export function loadCompared(path: string): Exclude<SavedProfile, { readonly kind: 'unreadable' }> {
  const saved = readSavedProfile(readText(path));
  if (saved.kind === 'unreadable')
    throw new ComparisonRefused({ kind: 'unreadable', path, message: saved.message });
  return saved;
}

function readText(path: string): string {
  try {
    if (statSync(path).size > LARGEST_PROFILE) throw new ComparisonRefused({ kind: 'too-large', path });
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ComparisonRefused) throw error;
    throw new ComparisonRefused({ kind: 'unreadable', path, message: reasonOf(error) });
  }
}

export function chooseComparedModel({ texts, device, id }: ModelsOfTask): ModelChoice['model'] {
  const choice = chooseModel(loadModels(texts, device), id);
  if (choice === undefined) throw new Error('no cost model could be loaded');
  const reason = whyNotPricedAlike(choice.model);
  if (reason !== undefined)
    throw new ComparisonRefused({ kind: `model-of-${reason}`, model: choice.model.id });
  return choice.model;
}
