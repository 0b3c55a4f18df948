/**
 * The arguments of a program whose `main` reads them: asked for once, and remembered in the workspace. Environment,
 * folder and flags of the JVM are those of an entry in `launch.json`, which is made on request.
 */
import { ConfigurationTarget, l10n, Range, ThemeIcon, Uri, window, workspace } from 'vscode';
import { splitWords } from '../../../server/src/base/split-words';
import type { ProfileTarget, ProfileTargets } from '../../../server/src/protocol/profiles';
import { tellBriefly } from '../dialogs';
import type { Services } from './services';

/** The key under which the target for a method is remembered. */
export function choiceKey({ method }: Pick<ProfileTargets, 'method'>): string {
  return `profile ${method}`;
}

/** The target with its arguments; undefined if the user gave none, or wants to write an entry of `launch.json` first. */
export async function withArguments(
  { context: { workspaceState } }: Services,
  target: ProfileTarget,
  plan: Pick<ProfileTargets, 'method' | 'folder'>,
  asks: boolean,
): Promise<ProfileTarget | undefined> {
  if (!target.readsArguments) return target;
  const key = `arguments ${target.id}`;
  const known = workspaceState.get<string>(key);
  const given =
    known !== undefined && !asks
      ? { line: known, wantsEntry: false }
      : await askArguments(target.label, known ?? '');
  if (given === undefined) return undefined;
  const { line, wantsEntry } = given;
  const words = splitWords(line) ?? [];
  if (wantsEntry) {
    await openEntry(plan.folder, target, words);
    await workspaceState.update(choiceKey(plan), `launch ${target.label}`);
    return undefined;
  }
  await workspaceState.update(key, line);
  return words.length === 0 ? target : { ...target, arguments: [...target.arguments, '--', ...words] };
}

interface GivenArguments {
  readonly line: string;
  /** True if the user wants to set more than arguments. */
  readonly wantsEntry: boolean;
}

/** Lets the user type the arguments; undefined if the user closed the box. */
function askArguments(name: string, value: string): Promise<GivenArguments | undefined> {
  const box = window.createInputBox();
  box.title = l10n.t('Arguments of {0}', name);
  box.prompt = l10n.t('This program reads its arguments. Put arguments with spaces in quotes.');
  box.value = value;
  box.ignoreFocusOut = true;
  box.buttons = [
    {
      iconPath: new ThemeIcon('gear'),
      tooltip: l10n.t('Set Environment, Folder and JVM Flags in launch.json'),
    },
  ];
  return new Promise((resolve) => {
    const finish = (wantsEntry: boolean): void => {
      if (splitWords(box.value) === undefined) {
        box.validationMessage = l10n.t('A quote is not closed.');
        return;
      }
      resolve({ line: box.value, wantsEntry });
      box.hide();
    };
    box.onDidAccept(() => {
      finish(false);
    });
    box.onDidTriggerButton(() => {
      finish(true);
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** Opens the entry of `launch.json` with the name of the program, and makes it if it does not exist. */
async function openEntry(
  folder: string,
  { label: name, arguments: [, mainClass] }: ProfileTarget,
  args: readonly string[],
): Promise<void> {
  const place = Uri.file(folder);
  const launch = workspace.getConfiguration('launch', place);
  const entries = launch.get<readonly { readonly name?: unknown }[]>('configurations', []);
  const fixed = { type: 'java', name, request: 'launch', mainClass };
  const entry = { ...fixed, args, vmArgs: [], cwd: '${workspaceFolder}', env: {} };
  if (entries.every((each) => each.name !== name))
    await launch.update('configurations', [...entries, entry], ConfigurationTarget.WorkspaceFolder);
  const document = await workspace.openTextDocument(Uri.joinPath(place, '.vscode', 'launch.json'));
  const at = document.positionAt(Math.max(0, document.getText().indexOf(`"${name}"`)));
  await window.showTextDocument(document, { selection: new Range(at, at) });
  tellBriefly(l10n.t('Profile the method again when this entry is as you want it.'));
}
