/**
 * The view of saved profiles and imports, and of comparisons: listed with dates, machines and what they account for,
 * shown one or several at a time, and deleted for good. Files that are dropped
 * on it are imported.
 */
import {
  commands,
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Disposable, Memento, TreeDataProvider, TreeDragAndDropController } from 'vscode';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { addComparison, type Comparison, keyOf, readComparisons, removeComparison } from '../comparisons';
import type { Ask } from '../server-connection';
import type { PanelServices } from './script-page';
import { parseUriList } from '../foreign-text';

/** A line of what a profile accounts for. */
interface Detail {
  readonly of: ProfileSummary | Comparison;
  readonly text: string;
}

type ProfilesNode = ProfileSummary | Comparison | Detail;

/** "2026-11-22 03:10" */
function dateOf(started: string): string {
  return started.slice(0, 16).replace('T', ' ');
}

/** The lines that describe a comparison: its result, then both sides with their dates and machines. */
function linesOf({ sides, headline }: Comparison): readonly string[] {
  const texts = sides.map(({ name, started, machine }) =>
    [name, dateOf(started), machine].filter((text) => text !== '').join(' · '),
  );
  return [headline, ...texts];
}

function describeComparison(comparison: Comparison): TreeItem {
  const [a, b] = comparison.sides;
  const item = new TreeItem(`${a.name} – ${b.name}`);
  item.id = `comparison ${keyOf(comparison)}`;
  item.iconPath = new ThemeIcon('git-compare');
  item.description = l10n.t('compared {0}', dateOf(comparison.made));
  item.tooltip = linesOf(comparison).join('\n');
  item.contextValue = 'comparison';
  item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  item.command = {
    title: l10n.t('Show Comparison'),
    command: 'jouleline.showComparison',
    arguments: [comparison],
  };
  return item;
}

function describeProfile(profile: ProfileSummary): TreeItem {
  const { name, path, kind, command, started, machine, isExact, energy, isShown, problem } = profile;
  const item = new TreeItem(name);
  item.id = path;
  item.iconPath = new ThemeIcon(problem !== '' ? 'warning' : kind === 'import' ? 'cloud-download' : 'flame');
  item.description = [isShown ? l10n.t('shown') : '', dateOf(started), machine]
    .filter((text) => text !== '')
    .join(' · ');
  const exactness = isExact ? l10n.t('counts are exact') : l10n.t('counts are not exact');
  item.tooltip =
    problem !== ''
      ? problem
      : [
          command,
          started,
          ...(machine === '' ? [] : [machine]),
          ...(kind === 'counted' ? [exactness] : []),
          ...(energy.length === 0 ? [l10n.t('energy was not measured')] : energy),
        ].join('\n');
  item.contextValue = kind === 'import' && problem === '' ? 'import' : 'profile';
  item.command = { title: l10n.t('Show'), command: 'jouleline.showProfile', arguments: [profile] };
  if (energy.length > 0) item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  if (problem === '')
    item.checkboxState = {
      state: isShown ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
      tooltip: l10n.t('Check several to show them together. Each method gets its best evidence.'),
    };
  return item;
}

function describeDetail({ of, text }: Detail): TreeItem {
  const item = new TreeItem(text);
  item.tooltip = text;
  item.iconPath = new ThemeIcon('dash');
  if ('kind' in of && of.kind === 'import')
    item.command = {
      title: l10n.t('Show Summary'),
      command: 'jouleline.showImportSummary',
      arguments: [of],
    };
  return item;
}

const dropped: TreeDragAndDropController<ProfilesNode> = {
  dragMimeTypes: [],
  dropMimeTypes: ['text/uri-list'],
  handleDrop: async (_target, given) => {
    const list = await given.get('text/uri-list')?.asString();
    const uris = parseUriList(list ?? '').map((text) => Uri.parse(text));
    if (uris.length > 0) await commands.executeCommand('jouleline.importRecordings', uris[0], uris);
  },
};

/** The key under which the editor remembers comparisons. */
const MEMORY = 'jouleline.comparisons';

/** The view follows the files, too: the command line writes there as well. */
export class ProfilesView implements Disposable, TreeDataProvider<ProfilesNode> {
  readonly #memory: Memento;
  readonly #ask: Ask;
  readonly #changed = new EventEmitter<undefined>();
  readonly #parts: readonly Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor({ context, ask, tellFailure }: PanelServices) {
    this.#memory = context.workspaceState;
    this.#ask = ask;
    const view = window.createTreeView('jouleline.profiles', {
      treeDataProvider: this,
      dragAndDropController: dropped,
      manageCheckboxStateManually: true,
      canSelectMany: true,
    });
    const watcher = workspace.createFileSystemWatcher('**/.jouleline/profiles/*.json');
    const refresh = (): void => {
      this.refresh();
    };
    this.#parts = [
      watcher.onDidCreate(refresh),
      watcher.onDidChange(refresh),
      watcher.onDidDelete(refresh),
      view.onDidChangeCheckboxState(({ items }) => {
        this.#toggle(items).catch((error: unknown) => tellFailure('Profiles', error));
      }),
      watcher,
      view,
    ];
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async remember(comparison: Comparison): Promise<void> {
    await this.#keep(addComparison(this.#comparisons(), comparison));
  }

  async forget(comparison: Comparison): Promise<void> {
    await this.#keep(removeComparison(this.#comparisons(), comparison));
  }

  async getChildren(node?: ProfilesNode): Promise<ProfilesNode[]> {
    if (node === undefined)
      return [...(await this.#ask('ProfilesRequest')).toReversed(), ...this.#comparisons()];
    if ('of' in node) return [];
    const texts = 'sides' in node ? linesOf(node) : node.energy;
    return texts.map((text): Detail => ({ of: node, text }));
  }

  getTreeItem(node: ProfilesNode): TreeItem {
    if ('of' in node) return describeDetail(node);
    return 'sides' in node ? describeComparison(node) : describeProfile(node);
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  async #toggle(items: readonly (readonly [ProfilesNode, TreeItemCheckboxState])[]): Promise<void> {
    const known = await this.#ask('ProfilesRequest');
    const shown = new Set(known.filter(({ isShown }) => isShown).map(({ path }) => path));
    for (const [node, state] of items) {
      if ('of' in node || 'sides' in node) continue;
      if (state === TreeItemCheckboxState.Checked) shown.add(node.path);
      else shown.delete(node.path);
    }
    const refusal = await this.#ask('ShowProfilesRequest', { paths: [...shown] });
    this.refresh();
    if (refusal !== null) throw new Error(refusal.message);
  }

  #comparisons(): readonly Comparison[] {
    return readComparisons(this.#memory.get(MEMORY));
  }

  async #keep(next: readonly Comparison[]): Promise<void> {
    await this.#memory.update(MEMORY, next);
    this.refresh();
  }
}
