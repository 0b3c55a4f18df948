/** The profiles that are saved in the workspace: one is chosen to color the lines, renamed, revealed, or deleted. */
import { l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { confirm } from '../dialogs';
import { ago } from '../ago';
import { showProfile, showProfiles } from './profile';
import type { Services } from './services';

/** "2 min ago · 800 mJ" */
export function describeProfile({ started, total }: ProfileSummary): string {
  return [started === '' ? '' : ago(started, new Date()), total].filter((text) => text !== '').join(' · ');
}

/**
 * Lets the user choose, from the status bar, what lines are colored by: estimates, or one of the saved
 * profiles.
 */
export async function chooseSource(services: Services): Promise<void> {
  const profiles = await services.ask('ProfilesRequest');
  const shown = (isShown: boolean): string => (isShown ? l10n.t('shown') : '');
  const items: (QuickPickItem & { readonly path: string | undefined })[] = [
    {
      label: l10n.t('Estimate'),
      description: shown(profiles.every(({ isShown }) => !isShown)),
      detail: l10n.t('From the code as you type, with assumed frequencies'),
      path: undefined,
    },
    ...profiles.toReversed().map((profile) => ({
      label: profile.name,
      description: [describeProfile(profile), shown(profile.isShown)]
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
  if (picked === undefined) return;
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

/** Moves profiles to the trash. */
export async function removeProfiles(services: Services, paths: readonly string[]): Promise<void> {
  const [first] = paths;
  if (first === undefined) return;
  const known = await services.ask('ProfilesRequest');
  const name = known.find(({ path }) => path === first)?.name ?? first;
  const message =
    paths.length === 1
      ? l10n.t('Move the profile {0} to the trash?', name)
      : l10n.t('Move {0} profiles to the trash?', paths.length);
  if (!(await confirm(message, l10n.t('Move to Trash')))) return;
  for (const path of paths) await moveToTrash(Uri.file(path));
  const shown = (await services.ask('ProfilesRequest')).filter(({ isShown }) => isShown);
  await showProfiles(
    services,
    shown.map((each) => each.path),
  );
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
