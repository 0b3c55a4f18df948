/**
 * The first steps that the user has done, by whatever way they were asked for, in this session or before. They are
 * contexts of the editor, by which the walkthrough ticks its steps off (`completionEvents` of package.json).
 */
import { commands, window, type Disposable, type Memento } from 'vscode';
import { section } from './settings';

type Milestone = 'open' | 'hover' | 'profile' | 'calibrate' | 'import' | 'compare';

const KEY = 'milestones';
const done = new Set<Milestone>();
let memory: Memento | undefined;

/** Ticks off what was done before, each time that a page of the editor's own is shown: one may have the walkthrough. */
export function followMilestones(remembered: Memento): Disposable {
  memory = remembered;
  for (const milestone of remembered.get<readonly Milestone[]>(KEY, [])) done.add(milestone);
  return window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].some(({ input, isActive }) => isActive && input === undefined)) tickDone();
  });
}

export function markDone(milestone: Milestone): void {
  if (done.has(milestone)) return;
  done.add(milestone);
  void memory?.update(KEY, [...done]);
  tick(milestone);
}

export function tickDone(): void {
  for (const milestone of done) tick(milestone);
}

/**
 * The context is true for a moment only: the editor follows changes from the first time that it shows a walkthrough, and
 * would never tick off what is true by then.
 */
function tick(milestone: Milestone): void {
  for (const value of [true, false])
    void commands.executeCommand('setContext', `${section}.did.${milestone}`, value);
}
