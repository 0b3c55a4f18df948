/** The view of saved profiles: listed, shown, and deleted for good. */
import { EventEmitter, l10n, ThemeIcon, TreeItem, Uri, window, workspace } from 'vscode';
import type { Event, TreeDataProvider } from 'vscode';
import type { ProfileSummary } from '../../../server/src/protocol';
import type { Closable } from '../closable';
import type { ServerConnection } from '../server-connection';

export interface ProfilesView extends Closable {
  readonly refresh: () => void;
}

export interface ProfilesProvider extends TreeDataProvider<ProfileSummary> {
  readonly refresh: () => void;
  readonly onDidChangeTreeData: Event<undefined>;
}

function createProfilesProvider(connection: () => Promise<ServerConnection>): ProfilesProvider {
  const changed = new EventEmitter<undefined>();
  return {
    onDidChangeTreeData: changed.event,
    refresh: () => {
      changed.fire(undefined);
    },
    getChildren: async () => [...(await (await connection()).listProfiles())].reverse(),
    getTreeItem: describeProfile,
  };
}

function describeProfile(profile: ProfileSummary): TreeItem {
  const { name, path, command, started, isExact, energy, isShown, problem } = profile;
  const item = new TreeItem(name);
  item.id = path;
  item.iconPath = new ThemeIcon(problem !== '' ? 'warning' : isShown ? 'eye' : 'flame');
  item.description = isShown ? l10n.t('shown') : started.slice(0, 16).replace('T', ' ');
  item.tooltip =
    problem !== ''
      ? problem
      : [
          command,
          started,
          isExact ? l10n.t('counts are exact') : l10n.t('counts are not exact'),
          ...(energy.length === 0 ? [l10n.t('energy was not measured')] : energy),
        ].join('\n');
  item.contextValue = 'profile';
  item.command = { title: l10n.t('Show'), command: 'jouleline.showProfile', arguments: [profile] };
  return item;
}

/** Follows the files too: the command line writes there as well. */
export function createProfilesView(connection: () => Promise<ServerConnection>): ProfilesView {
  const provider = createProfilesProvider(connection);
  const view = window.createTreeView('jouleline.profiles', { treeDataProvider: provider });
  const watcher = workspace.createFileSystemWatcher('**/.jouleline/profiles/*.json');
  const listeners = [watcher.onDidCreate(provider.refresh), watcher.onDidDelete(provider.refresh)];
  return {
    refresh: provider.refresh,
    dispose: () => {
      for (const each of [...listeners, watcher, view]) each.dispose();
    },
  };
}

export async function deleteProfile(path: string): Promise<boolean> {
  const remove = l10n.t('Delete');
  const message = l10n.t('Delete the profile {0}?', path);
  if ((await window.showWarningMessage(message, { modal: true }, remove)) !== remove) return false;
  await workspace.fs.delete(Uri.file(path), { useTrash: false });
  return true;
}
