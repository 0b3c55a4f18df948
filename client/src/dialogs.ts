/** Questions and messages that commands and views put to the user in the same way. */
import { Uri, window, workspace, type QuickPickItem, type QuickPickOptions } from 'vscode';
import { withDefined } from '../../server/src/base/check';

/** Lets the user choose one of several things; undefined if the user chose none. */
export async function pickOne<T>(
  things: readonly T[],
  describe: (thing: T) => QuickPickItem,
  options: QuickPickOptions,
): Promise<T | undefined> {
  const items = things.map((thing) => ({ ...describe(thing), thing }));
  return (await window.showQuickPick(items, options))?.thing;
}

/** True if the user agreed to an action that the message describes. */
export async function confirm(message: string, action: string): Promise<boolean> {
  return (await window.showWarningMessage(message, { modal: true }, action)) === action;
}

/** Lets the user choose a file to write. A name without a folder stands for a file in the workspace. */
export async function chooseFileToWrite(
  title: string,
  name: string,
  filters: Record<string, string[]>,
): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && Uri.joinPath(folder, name);
  return window.showSaveDialog({ title, filters, ...withDefined({ defaultUri }) });
}

/** Shows a message in the status bar for four seconds. */
export function tellBriefly(message: string): void {
  window.setStatusBarMessage(message, 4000);
}
