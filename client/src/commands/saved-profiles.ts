/** The profiles that are saved in the workspace: one is chosen to color the lines, renamed, revealed, or deleted. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commands, env, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { isolateName } from '../../../server/src/base/split-words';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { confirm } from '../dialogs';
import { describeBriefly, nameOf } from '../ago';
import { shownSides } from '../comparisons';
import { showProfile, showProfiles } from './profile';
import { moveRun } from './repeatable-runs';
import type { Services } from './services';

/**
 * Lets the user choose, from the status bar, what lines are colored by: estimates, or one of the saved
 * profiles.
 */
export async function chooseSource(services: Services): Promise<void> {
  const profiles = await services.ask('ProfilesRequest');
  const shown = (isShown: boolean): string => (isShown ? l10n.t('shown') : '');
  const sides = shownSides(profiles);
  const compared = {
    label: (sides ?? []).map(({ name }) => isolateName(name)).join(' → '),
    description: shown(true),
    detail: l10n.t('Comparison of two profiles'),
  };
  const items: (QuickPickItem & { readonly path?: string | undefined })[] = [
    {
      label: l10n.t('Estimate'),
      description: shown(sides === undefined && profiles.every(({ isShown }) => !isShown)),
      detail: l10n.t('From the code as you type, with assumed frequencies'),
      path: undefined,
    },
    ...(sides === undefined ? [] : [compared]),
    ...profiles.toReversed().map((profile) => ({
      label: isolateName(profile.name),
      description: [describeBriefly(profile, env.language), shown(profile.isShown)]
        .filter((text) => text !== '')
        .join(' · '),
      detail: profile.problem === '' ? profile.command : profile.problem,
      path: profile.path,
    })),
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Color lines by'),
    placeHolder: l10n.t('The estimate, or a profile or recording'),
  });
  if (picked === undefined || picked === compared) return;
  await showProfile(services, picked.path);
}

/** The path of the profile that the view gave to a command; undefined if it gave none. */
export function pathOf(profile: unknown): string | undefined {
  const path = (profile as Partial<ProfileSummary> | undefined)?.path;
  return typeof path === 'string' ? path : undefined;
}

/**
 * The paths of the items that a view gives to a command: the item of the menu, and all items that are
 * selected.
 */
export function pathsOf(first: unknown, all: unknown): readonly string[] {
  const given = [first, ...(Array.isArray(all) ? (all as readonly unknown[]) : [])];
  return [...new Set(given.flatMap((each) => pathOf(each) ?? []))];
}

/** Shows several as one, each method by its best evidence. */
export async function showTogether(services: Services, paths: readonly string[]): Promise<void> {
  await showProfiles(services, paths);
}

/** Gives the file of a profile another name, which is then that of the profile. */
export async function renameProfile(services: Services, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const known = await services.ask('ProfilesRequest');
  const profile = known.find((each) => each.path === path);
  if (profile === undefined) return;
  const typed = await window.showInputBox({
    title: l10n.t('Rename Profile'),
    value: profile.name,
    validateInput: (text) => whatIsWrong(text.trim(), path),
  });
  const name = typed?.trim();
  const to = name === undefined ? path : join(dirname(path), `${name}.json`);
  if (name === undefined || to === path) return;
  await workspace.fs.rename(Uri.file(path), Uri.file(to), { overwrite: false });
  await moveRun(services.context, path, to);
  await services.profiles.renamed(path, to, name);
  const renamed = known.map((each) => (each.path === path ? { ...each, path: to, name } : each));
  await showProfiles(services, pathsShown(renamed));
  const [before, after] = shownSides(renamed) ?? [];
  if (before === undefined || after === undefined) return;
  await services.ask('CompareProfilesRequest', { before: before.path, after: after.path });
  services.profiles.refresh();
}

/** The reason why a name is none for a file; undefined if it is one. */
function whatIsWrong(name: string, path: string): string | undefined {
  if (name === '' || name.startsWith('.')) return l10n.t('A name has a first letter or digit.');
  if (/[\\/:*?"<>|]/.test(name)) return l10n.t('A name has none of \\ / : * ? " < > |');
  const file = `${name}.json`;
  return file !== basename(path) && existsSync(join(dirname(path), file))
    ? l10n.t('There is a profile of this name.')
    : undefined;
}

/** Some editors have no window of files: the explorer shows the file then. */
export async function revealProfile(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const known = await commands.getCommands(true);
  const [command = 'revealInExplorer'] = ['revealFileInOS'].filter((name) => known.includes(name));
  await commands.executeCommand(command, Uri.file(path));
}

/** Moves profiles to the trash. */
export async function removeProfiles(services: Services, paths: readonly string[]): Promise<void> {
  const [first] = paths;
  if (first === undefined) return;
  const known = await services.ask('ProfilesRequest');
  const name = nameOf(known, first);
  const message =
    paths.length === 1
      ? l10n.t('Move the profile {0} to the trash?', name)
      : l10n.t('Move {0} profiles to the trash?', paths.length);
  if (!(await confirm(message, l10n.t('Move to Trash')))) return;
  for (const path of paths) await moveToTrash(Uri.file(path));
  const left = await services.ask('ProfilesRequest');
  if (shownSides(left) === undefined) await showProfiles(services, pathsShown(left));
  else services.profiles.refresh();
}

/** The paths of what is shown; of a comparison, whose other side may be gone, that of the later side. */
function pathsShown(profiles: readonly ProfileSummary[]): readonly string[] {
  return profiles.flatMap(({ path, isShown, compared }) => (isShown || compared === 'after' ? [path] : []));
}

/** Some machines, such as servers, have no trash. */
async function moveToTrash(file: Uri): Promise<void> {
  try {
    await workspace.fs.delete(file, { useTrash: true });
  } catch {
    const message = l10n.t('This machine has no trash for {0}. Delete it for good?', file.fsPath);
    if (await confirm(message, l10n.t('Delete'))) await workspace.fs.delete(file, { useTrash: false });
  }
}
