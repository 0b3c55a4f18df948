/**
 * The scale of colors over the whole workspace. It holds still while one types: only what is saved, or shown anew, can
 * change it, and only if lines would get another color by it.
 *
 * Sits in `lsp/`, over the figures that files show. All files are gone through in slices, between which requests are
 * answered.
 */
import type { Joules } from '../../base/units';
import type { EnergySession, KnownFile } from '../../lines/energy-session';
import { isSameScale, partOfUnknown, rankAmong, type RankedLines, rankLines } from '../../lines/heat';
import type { Settings } from '../../protocol/settings';
import type { Log } from '../session/log';
import { createRests } from '../session/pace';
import { shownLines } from '../views/recordings-view';
import type { WorkspaceFile, WorkspaceFiles } from './workspace-files';
import type { WorkspaceIndex } from './workspace-index';

interface WorkspaceScaleOptions {
  readonly log: Log;
  readonly session: Pick<EnergySession, 'known' | 'price'>;
  readonly settings: () => Pick<Settings, 'rankScope'>;
  readonly index: Pick<WorkspaceIndex, 'paths' | 'has' | 'isEmpty' | 'areAllRead'>;
  readonly openTexts: () => ReadonlyMap<string, string>;
  readonly files: Pick<WorkspaceFiles, 'shown'>;
  /** Called when lines get other colors. */
  readonly changed: () => void;
}

export class WorkspaceScale {
  private readonly options: WorkspaceScaleOptions;
  private known: RankedLines | undefined;
  private isRead = false;
  private scans = 0;
  /** The paths of the files whose energies were not known at the last scan. */
  private missing: ReadonlySet<string> = new Set();
  /** The lines of files by the operations of the session, which are a new object after each analysis. */
  private kept = new WeakMap<KnownFile, Pick<RankedLines, 'energies' | 'count'>>();

  constructor(options: WorkspaceScaleOptions) {
    this.options = options;
  }

  /**
   * The scale for a file with a scale of its own. Before the workspace is known its files are compared with
   * themselves, and none of their lines is in the hottest quarter; a file without a workspace is its own. A file that the
   * workspace does not have is colored on its scale; its lines are ranked among themselves.
   */
  around(path: string, own: () => RankedLines): RankedLines {
    const { known } = this;
    if (known !== undefined && this.options.index.has(path)) return known;
    const file = { ...own(), isFile: true };
    if (known === undefined) return this.isReading ? partOfUnknown(file) : file;
    return { ...known, energies: file.energies, count: file.count, isFile: true };
  }

  /** True until the workspace was read. */
  get isReading(): boolean {
    return !this.isRead;
  }

  /** The scale that is held; before the workspace is known, that of the files known by now. */
  held(): Promise<RankedLines> {
    return this.known === undefined ? this.scan() : Promise.resolve(this.known);
  }

  /**
   * Takes the energies that are shown now, unless the workspace is still being read. Answers true if colors change by
   * it.
   */
  async renew(): Promise<boolean> {
    const { log, settings, index, openTexts } = this.options;
    if (!index.areAllRead) return false; // the index asks again when they are
    const scan = ++this.scans;
    const isWanted = settings().rankScope === 'workspace' && !index.isEmpty;
    const found = isWanted ? await this.scan() : undefined;
    const isPartial = [...openTexts().keys()].some((path) => this.missing.has(path));
    // A later call has newer energies.
    if (scan !== this.scans || isPartial) return false;
    const isFirst = !this.isRead;
    this.isRead = true;
    if (found !== undefined)
      log.info(
        `colors go to ${found.hot.toPrecision(3)}, ${found.distinct.length} different figures of lines`,
      );
    const isOther = this.hold(found) || isFirst;
    if (isOther) this.options.changed();
    return isOther;
  }

  /** Does the same as {@link renew} if one of these files, which changed, counts: others are still being typed. */
  async follow(changed: ReadonlySet<string>): Promise<boolean> {
    const open = this.options.openTexts();
    const counts = (path: string): boolean => !open.has(path) || this.missing.has(path);
    return [...changed].some(counts) && this.renew();
  }

  /** Called when all figures changed, by settings, the model, or what is shown. */
  figuresChanged(): void {
    this.kept = new WeakMap();
  }

  private hold(found: RankedLines | undefined): boolean {
    const { known } = this;
    if (found === known) return false;
    const isSame = found !== undefined && known !== undefined && isSameScale(known, found);
    this.known = isSame ? { ...found, hot: known.hot } : found;
    return !isSame;
  }

  private async scan(): Promise<RankedLines> {
    const { session, index, files } = this.options;
    const rest = createRests();
    const all: Joules[] = [];
    let count = 0;
    const missing = new Set<string>();
    for (const path of index.paths) {
      await rest();
      const known = session.known(path);
      if (known === undefined) {
        missing.add(path);
        continue;
      }
      const [before, into] = [this.kept.get(known), this.kept];
      const lines = before ?? linesOf(await files.shown(path), session);
      into.set(known, lines);
      for (const energy of lines.energies) all.push(energy);
      count += lines.count;
    }
    this.missing = missing;
    return rankAmong(all, count);
  }
}

function linesOf(
  file: WorkspaceFile,
  session: Pick<EnergySession, 'price'>,
): Pick<RankedLines, 'energies' | 'count'> {
  switch (file.kind) {
    case 'unknown':
    case 'none':
      return rankLines([]);
    case 'modeled': {
      const { energies, count } = rankLines(session.price(file.known).lines);
      return { energies, count };
    }
    case 'evidence': {
      const { energies, count } = rankLines(shownLines(file.evidence).lines);
      return { energies, count };
    }
  }
}
