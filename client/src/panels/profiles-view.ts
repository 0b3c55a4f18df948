/**
 * The view of saved profiles and imports, and of comparisons: called by what ran, when, and what it took. A click shows
 * one; several that are selected are shown together, compared, or moved to the trash. Files that are dropped on it are
 * imported.
 */
import {
  commands,
  Disposable,
  env,
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { TreeDataProvider, TreeDragAndDropController } from 'vscode';
import { isolateName } from '../../../server/src/base/split-words';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { ago, describeBriefly } from '../ago';
import { runOf } from '../commands/repeatable-runs';
import {
  addComparison,
  type Comparison,
  keyOf,
  readComparisons,
  removeComparison,
  shownSides,
} from '../comparisons';
import type { Ask } from '../server-connection';
import type { PanelServices } from './script-page';
import { parseUriList } from '../foreign-text';

/** A line of what a profile accounts for. */
interface Detail {
  readonly of: ProfileSummary | Comparison;
  readonly text: string;
}

type ComparisonSide = Comparison['sides'][0];
type ProfilesNode = ProfileSummary | Comparison | Detail;

/** "2026-11-22 03:10" */
function dateOf(started: string): string {
  return started.slice(0, 16).replace('T', ' ');
}

/** The lines that describe a comparison: its result, then both sides with their dates and machines. */
function linesOf({ sides, headline }: Comparison): readonly string[] {
  const texts = sides.map(({ name, started, machine }) =>
    [isolateName(name), dateOf(started), machine].filter((text) => text !== '').join(' · '),
  );
  return [headline, ...texts];
}

function describeComparison(comparison: Comparison, isShown: boolean): TreeItem {
  const [a, b] = comparison.sides;
  const item = new TreeItem(`${isolateName(a.name)} – ${isolateName(b.name)}`);
  item.id = `comparison ${keyOf(comparison)}`;
  item.iconPath = new ThemeIcon(isShown ? 'eye' : 'git-compare');
  const made = l10n.t('compared {0}', ago(comparison.made, new Date(), env.language));
  item.description = isShown ? `${l10n.t('shown')} · ${made}` : made;
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

function describeProfile(profile: ProfileSummary, canRepeat: boolean): TreeItem {
  const { name, path, kind, command, started, machine, isExact, energy, isShown, compared, problem } =
    profile;
  const item = new TreeItem(isolateName(name));
  item.id = path;
  const icon = kind === 'import' ? 'file-symlink-file' : 'flame';
  item.iconPath = new ThemeIcon(problem !== '' ? 'warning' : isShown ? 'eye' : icon);
  const state = isShown ? l10n.t('shown') : compared === 'none' ? '' : l10n.t('compared');
  item.description = [state, describeBriefly(profile, env.language)]
    .filter((text) => text !== '')
    .join(' · ');
  const exactness = isExact ? l10n.t('counts are exact') : l10n.t('counts are not exact');
  item.tooltip =
    problem !== ''
      ? problem
      : [
          command,
          dateOf(started),
          ...(machine === '' ? [] : [machine]),
          ...(kind === 'counted' ? [exactness] : []),
          ...(energy.length === 0 ? [l10n.t('energy was not measured')] : energy),
          path,
        ].join('\n');
  item.contextValue =
    kind === 'import' && problem === '' ? 'import' : canRepeat ? 'profile again' : 'profile';
  item.command = { title: l10n.t('Show'), command: 'jouleline.showProfile', arguments: [profile] };
  if (energy.length > 0) item.collapsibleState = TreeItemCollapsibleState.Collapsed;
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

const REFRESH_MS = 60_000;

/** The key under which the editor remembers comparisons. */
const MEMORY = 'jouleline.comparisons';

/** The view follows the files, too: the command line writes there as well. */
export class ProfilesView implements Disposable, TreeDataProvider<ProfilesNode> {
  readonly #context: PanelServices['context'];
  readonly #ask: Ask;
  readonly #changed = new EventEmitter<undefined>();
  readonly #parts: readonly Disposable[];
  /** The key of the comparison that colors the lines; undefined if none does. */
  #shown: string | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor({ context, ask }: PanelServices) {
    this.#context = context;
    this.#ask = ask;
    const view = window.createTreeView('jouleline.profiles', {
      treeDataProvider: this,
      dragAndDropController: dropped,
      canSelectMany: true,
    });
    const watcher = workspace.createFileSystemWatcher('**/.jouleline/profiles/*.json');
    const refresh = (): void => {
      this.refresh();
    };
    // Times pass.
    const timer = setInterval(() => {
      if (view.visible) refresh();
    }, REFRESH_MS);
    this.#parts = [
      watcher.onDidCreate(refresh),
      watcher.onDidChange(refresh),
      watcher.onDidDelete(refresh),
      new Disposable(() => {
        clearInterval(timer);
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

  /** Called when a file has another name. */
  async renamed(from: string, to: string, name: string): Promise<void> {
    const rename = (side: ComparisonSide): ComparisonSide =>
      side.path === from ? { ...side, path: to, name } : side;
    await this.#keep(
      this.#comparisons().map((each) => ({ ...each, sides: [rename(each.sides[0]), rename(each.sides[1])] })),
    );
  }

  async forget(comparison: Comparison): Promise<void> {
    await this.#keep(removeComparison(this.#comparisons(), comparison));
  }

  async getChildren(node?: ProfilesNode): Promise<ProfilesNode[]> {
    if (node === undefined) {
      const profiles = await this.#ask('ProfilesRequest');
      const sides = shownSides(profiles);
      this.#shown = sides && keyOf({ sides });
      return [...profiles.toReversed(), ...this.#comparisons()];
    }
    if ('of' in node) return [];
    const texts = 'sides' in node ? linesOf(node) : node.energy;
    return texts.map((text): Detail => ({ of: node, text }));
  }

  getTreeItem(node: ProfilesNode): TreeItem {
    if ('of' in node) return describeDetail(node);
    if ('sides' in node) return describeComparison(node, keyOf(node) === this.#shown);
    return describeProfile(node, runOf(this.#context, node.path) !== undefined);
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  #comparisons(): readonly Comparison[] {
    return readComparisons(this.#context.workspaceState.get(MEMORY));
  }

  async #keep(next: readonly Comparison[]): Promise<void> {
    await this.#context.workspaceState.update(MEMORY, next);
    this.refresh();
  }
}
