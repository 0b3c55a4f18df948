/**
 * The first steps that the user has done, by whatever way they were asked for. They are contexts of the
 * editor, by which the walkthrough ticks its steps off (`completionEvents` of package.json).
 */
import { commands } from 'vscode';
import { section } from './settings';

type Milestone = 'open' | 'hover' | 'profile' | 'calibrate' | 'import' | 'compare';

const done = new Set<Milestone>();

export function markDone(milestone: Milestone): void {
  if (done.has(milestone)) return;
  done.add(milestone);
  void commands.executeCommand('setContext', `${section}.did.${milestone}`, true);
}
