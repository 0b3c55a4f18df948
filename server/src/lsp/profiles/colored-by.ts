/**
 * The choice of what colors the lines: estimates, the counts of one profile, recordings and several profiles
 * together, or a comparison of two profiles.
 *
 * Sits in `lsp/`, over `shown-profile.ts` (counts), `shown-evidence.ts`, and `tasks/compare/compare-thread`, which
 * compares two profiles on the lines of texts.
 */
import * as l10n from '@vscode/l10n';
import { Failure, failureOf } from '../../base/failure';
import type { Provenance } from '../../base/measure';
import type { CostModel } from '../../cost/model/cost-model';
import type { AnalyzedVersion } from '../../lines/counted-file';
import { layOnTexts, type LineComparison } from '../../compare/deltas/line-comparison';
import type { ProfileSummary } from '../../protocol/profiles';
import type { CompareAnswers } from '../../tasks/compare/compare-messages';
import { ComparisonCanceled } from '../../tasks/compare/compare-thread';
import { openDifferences, openProfile, openSource } from '../../tasks/compare/packed-lines';
import { createOldTexts, type OldTexts } from '../documents/old-texts';
import { createRests } from '../session/pace';
import type { NoColors } from '../views/bare-view';
import { inUsersLanguage, type ComparisonView } from '../views/comparison-view';
import type { RecordingsView } from '../views/recordings-view';
import { nameAll } from '../../tasks/saved-profiles';
import { loadShown, ProfileList, stampOf } from './saved-profiles';
import {
  type EvidenceOptions,
  loadEvidence,
  type LoadedEvidence,
  type EvidenceProfile,
} from './shown-evidence';
import { type FilesOfName, ShownProfile } from './shown-profile';

interface ColoredByOptions {
  readonly evidence: () => EvidenceOptions;
  /** The user's models beside the chosen one. */
  readonly others: () => readonly CostModel[];
  readonly othersOfName: FilesOfName['others'];
  /** Compares two profiles in a thread; throws as `compareInThread` does. */
  readonly compare: (
    paths: readonly [string, string],
    canceled: AbortSignal,
  ) => Promise<CompareAnswers['lines']>;
  /** Called when something else is shown. */
  readonly changed: () => Promise<void>;
  /** Tells what is wrong with the profile that is shown, or, about the model, why it cannot be shown any more. */
  readonly warn: (problem: string, about?: 'model') => void;
  readonly failed: (error: unknown) => void;
  readonly isTrusted: () => boolean;
}

/** The part of a view that does not come from its text, or the reason why nothing colors that text. */
type ColoredByRecordings = Pick<RecordingsView, 'kind' | 'evidence' | 'notes'> | NoColors;
type ColoredByComparison = Pick<ComparisonView, 'kind' | 'changes' | 'comparison' | 'oldLines'> | NoColors;

interface ProfileInTime extends Pick<LoadedEvidence, 'inText'> {
  readonly name: string;
  /** The start in ISO 8601. */
  readonly started: string;
  readonly provenance: Provenance;
}

interface ComparedOnLines {
  readonly before: Pick<EvidenceProfile, 'path' | 'stamp'>;
  /** The later profile without its calling context tree, which no view of lines needs. */
  readonly after: EvidenceProfile;
  readonly lines: LineComparison;
}

interface ShownComparison extends Pick<ComparedOnLines, 'before'> {
  /** The compared lines; undefined while another model compares the profiles again. */
  readonly lines: LineComparison | undefined;
  /** The texts that the earlier profile ran. */
  readonly oldTexts: OldTexts;
}

/** The profiles or recordings that color the lines now, and the requests that change them. Only the newest request counts. */
export class ColoredBy {
  readonly profile: ShownProfile;
  private readonly options: ColoredByOptions;
  private readonly saved = new ProfileList();
  private shown: readonly EvidenceProfile[] = [];
  private evidence: LoadedEvidence | undefined;
  private compared: ShownComparison | undefined;
  /** The number of the newest request: reading a large profile takes longer than the next click. */
  private wish = 0;
  private updates = 0;
  /** The number of requests in progress: one of them may replace what is shown. */
  private asking = 0;
  /** The comparison that runs, of which there is one at most: a new one ends the thread of the one before. */
  private running: AbortController | undefined;

  constructor(options: ColoredByOptions) {
    this.options = options;
    this.profile = new ShownProfile(
      () => this.model,
      options.warn,
      () => options.evidence().settings.libraryEnergy,
      options.others,
      { others: options.othersOfName, textNow: (path) => options.evidence().textNow(path) },
    );
  }

  /** The comparison that is shown; undefined if there is none, and while it is made again. */
  get comparison(): LineComparison | undefined {
    return this.compared?.lines;
  }

  /** The paths of what is shown, in the order of trust; empty while estimates are shown. */
  get paths(): readonly string[] {
    return this.shown.map(({ path }) => path);
  }

  /** The names of what is shown: both sides of a comparison. */
  get names(): readonly string[] {
    return this.comparison?.names ?? nameAll(this.shown);
  }

  /**
   * Shows profiles, or estimates if there are none. If they cannot be shown, it throws a {@link Failure} and changes
   * nothing.
   */
  show(paths: readonly string[]): Promise<void> {
    return this.ask(() => this.showAll(paths));
  }

  /**
   * Shows what changed from the first to the second, unless the user asks for something else meanwhile. Throws a
   * {@link Failure} if it cannot.
   */
  compare(before: string, after: string): Promise<void> {
    return this.ask(() => this.showChanges(before, after));
  }

  /** The recordings in a text; undefined while estimates or the counts of one profile are shown. */
  evidenceOf(path: string, text: string): ColoredByRecordings | undefined {
    if (this.evidence === undefined) return undefined;
    const found = this.evidence.inText(path, text);
    return found === undefined
      ? {
          kind: 'none',
          title: l10n.t('nothing recorded'),
          reason: l10n.t('The data that is shown contains nothing of this file.'),
        }
      : { kind: 'recordings', evidence: found, notes: notesOf(this.evidence) };
  }

  /** The comparison in a text; undefined while none is shown. */
  changesOf(path: string, { file, text }: AnalyzedVersion): ColoredByComparison | undefined {
    if (this.compared === undefined) return undefined;
    const { lines: comparison, oldTexts } = this.compared;
    if (comparison === undefined)
      return {
        kind: 'none',
        title: l10n.t('comparing…'),
        reason: l10n.t('Jouleline is comparing the profiles anew.'),
      };
    const changes = comparison.inText(file, text);
    if (changes === undefined)
      return {
        kind: 'none',
        title: l10n.t('not in the profiles'),
        reason: l10n.t('Neither of the compared profiles ran this file.'),
      };
    const oldLines = (): Promise<readonly string[] | undefined> =>
      oldTexts.linesOf(path, comparison.earlierHashes(file));
    return { kind: 'comparison', changes, comparison, oldLines };
  }

  /**
   * Called when settings or the model changed. Two profiles are compared again in the background, and `changed`
   * follows.
   */
  async update(): Promise<void> {
    const [mine, update] = [this.wish, ++this.updates];
    if (this.evidence !== undefined) {
      // A request or a change that came meanwhile is newer.
      await this.take(this.shown, () => mine === this.wish && update === this.updates);
      return;
    }
    // The result of another model is not shown any more.
    if (this.compared !== undefined) this.compared = { ...this.compared, lines: undefined };
    this.resume();
  }

  /** Called when a file that is shown was written again, or is gone. */
  async fileChanged(path: string, isGone: boolean): Promise<void> {
    const before = this.compared?.before;
    const all = [...this.shown, ...(before === undefined ? [] : [before])];
    const known = all.find((each) => each.path === path);
    // The watcher of the folder also reports files that were just imported, or profiled to be compared.
    if (known === undefined || (!isGone && known.stamp === (await stampOf(path)).stamp)) return;
    if (known === before) {
      if (this.compared?.before !== before) return;
      this.compared = undefined;
      await this.options.changed();
      return;
    }
    const kept = this.paths.filter((each) => !isGone || each !== path);
    // A profile that cannot be read any more is not shown any more.
    const failure = await failureOf(this.show(kept));
    // Where other files are gone as well, their own events follow.
    if (failure !== undefined) await failureOf(this.show(kept.filter((each) => each !== path)));
  }

  /** All profiles and recordings of the workspace. */
  async list(): Promise<readonly ProfileSummary[]> {
    const { folders, model, settings } = this.options.evidence();
    const paths = new Set(this.paths);
    const summaries = await this.saved.list(folders, model, settings.libraryEnergy);
    const before = this.compared?.before.path;
    return summaries.map((summary) => {
      const isNamed = paths.has(summary.path);
      if (before === undefined) return { ...summary, isShown: isNamed, compared: 'none' };
      const compared = summary.path === before ? 'before' : isNamed ? 'after' : 'none';
      return { ...summary, isShown: false, compared };
    });
  }

  /**
   * The saved profiles and recordings that have energies, each alone on the texts as they are now, the oldest first. They
   * are read one after the other, since each may take some hundred megabytes.
   */
  async *overTime(): AsyncGenerator<ProfileInTime> {
    for (const { path, name, started, problem } of await this.list()) {
      if (problem !== '') continue;
      const { stamp } = await stampOf(path);
      const profile = { path, stamp, saved: await loadShown(path) };
      const { shown, inText } = await loadEvidence([profile], this.options.evidence());
      if (shown?.measure.unit !== 'joules') continue;
      yield { name, started, provenance: shown.measure.provenance, inText };
    }
  }

  /** Ends a comparison that runs. */
  stop(): void {
    this.running?.abort();
    this.running = undefined;
  }

  private get model(): CostModel {
    return this.options.evidence().model;
  }

  private async ask(wanted: () => Promise<void>): Promise<void> {
    this.asking++;
    try {
      await wanted();
    } finally {
      this.asking--;
      this.resume();
    }
  }

  private async showAll(paths: readonly string[]): Promise<void> {
    const mine = ++this.wish;
    this.stop();
    const profiles: EvidenceProfile[] = [];
    for (const path of new Set(paths)) {
      const { stamp } = await stampOf(path);
      profiles.push({ path, stamp, saved: await loadShown(path) });
    }
    await this.take(profiles, () => mine === this.wish);
  }

  private async showChanges(before: string, after: string): Promise<void> {
    const mine = ++this.wish;
    const found = await this.compareByModel(before, after);
    if (found !== undefined) await this.take([found.after], () => mine === this.wish, found);
  }

  /** Compares by the model and the metric that are chosen when the comparison is done; undefined if it was stopped. */
  private async compareByModel(before: string, after: string): Promise<ComparedOnLines | undefined> {
    for (;;) {
      const by = this.model;
      const { comparedMetric } = this.options.evidence().settings;
      this.stop();
      const mine = new AbortController();
      this.running = mine;
      try {
        const found = await compareOnLines(this.options.compare, [before, after], mine.signal);
        const isSame =
          by === this.model && comparedMetric === this.options.evidence().settings.comparedMetric;
        if (found === undefined || isSame) return found;
      } finally {
        if (this.running === mine) this.running = undefined;
      }
    }
  }

  /** Recomputes the comparison once no other request is pending. */
  private resume(): void {
    const { shown, compared } = this;
    const [second] = shown;
    if (this.asking > 0 || compared === undefined || compared.lines !== undefined || second === undefined)
      return;
    this.compareAnew(compared.before.path, second.path).catch(this.options.failed);
  }

  private async compareAnew(before: string, after: string): Promise<void> {
    const mine = this.wish;
    const found = await this.compareByModel(before, after).catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
    if (found === undefined || mine !== this.wish || this.compared === undefined) return;
    if (found instanceof Failure) this.options.warn(found.message, 'model');
    this.compared = found instanceof Failure ? undefined : { ...this.compared, lines: found.lines };
    await this.options.changed();
  }

  private async take(
    profiles: readonly EvidenceProfile[],
    isWanted: () => boolean,
    comparison?: ComparedOnLines,
  ): Promise<void> {
    const [first, ...others] = profiles;
    const counted = first?.saved.kind === 'counted' && others.length === 0 ? first.saved.profile : undefined;
    const isEvidence = first !== undefined && counted === undefined;
    const loaded = isEvidence ? await loadEvidence(profiles, this.options.evidence()) : undefined;
    if (!isWanted()) return;
    this.shown = profiles;
    this.profile.show(counted);
    this.evidence = loaded;
    this.compared = comparison && {
      before: comparison.before,
      lines: comparison.lines,
      oldTexts: createOldTexts(this.options.isTrusted),
    };
    await this.options.changed();
  }
}

/**
 * Compares two profiles on the lines of texts; undefined if it was stopped. Throws a {@link Failure} if they cannot be
 * compared. The thread's result is opened in slices, between which requests are answered.
 */
async function compareOnLines(
  compare: ColoredByOptions['compare'],
  [before, after]: readonly [string, string],
  signal: AbortSignal,
): Promise<ComparedOnLines | undefined> {
  const [earlier, later] = [await stampOf(before), await stampOf(after)];
  const packed = await inUsersLanguage(compare([before, after], signal)).catch((error: unknown) => {
    if (error instanceof ComparisonCanceled) return undefined;
    throw error;
  });
  if (packed === undefined) return undefined;
  const profile = await openProfile(packed, createRests());
  if (signal.aborted) return undefined;
  return {
    before: { path: before, stamp: earlier.stamp },
    after: { path: after, stamp: later.stamp, saved: { kind: 'counted', profile } },
    lines: layOnTexts(openDifferences(packed), (place) => openSource(packed, place)),
  };
}

/** The most names that are listed. */
const MOST_NAMES = 10;

/** Sentences about each recording: how much of it lies in the sources as they are now, and how much does not. */
function notesOf({ recordings, changed }: LoadedEvidence): readonly string[] {
  const notes = recordings.flatMap(({ title, accounts }) =>
    accounts.map((account) => `${title}: ${account}`),
  );
  if (changed.length === 0) return notes;
  const names = changed.slice(0, MOST_NAMES).join(', ');
  return [
    ...notes,
    changed.length === 1
      ? l10n.t('1 method changed since it was measured: {0}', names)
      : l10n.t('{0} methods changed since they were measured: {1}', changed.length, names),
  ];
}
