/**
 * The choice of what colors the lines: estimates, the counts of one profile, recordings and several profiles
 * together, or a comparison of two profiles.
 *
 * Sits in `lsp/`, over `shown-profile.ts` (counts), `shown-evidence.ts` and `compare-on-lines.ts`.
 */
import * as l10n from '@vscode/l10n';
import type { CostModel } from '../../cost/model/cost-model';
import type { AnalyzedVersion } from '../../lines/counted-text';
import type { LineComparison } from '../../compare/deltas/line-comparison';
import type { ProfileSummary } from '../../protocol/profiles';
import type { ShownChanges } from '../views/changes-view';
import { type AskForLines, type ComparedOnLines, createLineComparer } from './compare-on-lines';
import type { ShownFile } from '../views/evidence-view';
import { createOldTexts, type OldTexts } from '../documents/old-texts';
import { createProfileList, loadSavedProfile, stampOf } from './saved-profiles';
import {
  type EvidenceOptions,
  loadEvidence,
  type LoadedEvidence,
  type EvidenceProfile,
} from './shown-evidence';
import { createShownProfile, type ShownProfile } from './shown-profile';

export interface ShownSources {
  /**
   * Shows profiles, or estimates if there are none. If they cannot be shown, it answers the reason and changes
   * nothing.
   */
  readonly show: (paths: readonly string[]) => Promise<string>;
  /**
   * Shows what changed from the first to the second, unless the user asks for something else meanwhile; answers the
   * reason if it cannot.
   */
  readonly compare: (before: string, after: string) => Promise<string>;
  /** The comparison that is shown; undefined if there is none, and while it is made again. */
  readonly comparison: LineComparison | undefined;
  /** Called when a file that is shown was written again, or is gone. */
  readonly fileChanged: (path: string, isGone: boolean) => Promise<void>;
  /**
   * Called when settings or the model changed. Two profiles are compared again in the background, and `changed`
   * follows.
   */
  update(): Promise<void>;
  readonly profile: ShownProfile;
  /** The paths of what is shown, in the order of trust; empty while estimates are shown. */
  readonly paths: readonly string[];
  /** The recordings in a text; undefined while estimates or the counts of one profile are shown. */
  readonly evidenceOf: (path: string, text: string) => ShownFile | undefined;
  /** The comparison in a text; undefined while none is shown. */
  readonly changesOf: (path: string, now: AnalyzedVersion) => ShownChanges | undefined;
  list(folders: readonly string[]): Promise<readonly ProfileSummary[]>;
  dispose(): void;
}

export interface ShownSourcesOptions {
  readonly evidence: () => EvidenceOptions;
  readonly compare: AskForLines;
  /** Called when something else is shown. */
  readonly changed: () => Promise<void>;
  /** Called when what was shown cannot be shown any more. */
  readonly warn: (problem: string) => void;
  readonly failed: (error: unknown) => void;
}

interface ShownComparison extends Pick<ComparedOnLines, 'before'> {
  /** The compared lines; undefined while another model compares the profiles again. */
  readonly lines: LineComparison | undefined;
  /** The texts that the earlier profile ran. */
  readonly oldTexts: OldTexts;
}

export function createShownSources(options: ShownSourcesOptions): ShownSources {
  const model = (): CostModel => options.evidence().model;
  const profile = createShownProfile(model);
  const saved = createProfileList();
  const comparer = createLineComparer(options.compare);
  let shown: readonly EvidenceProfile[] = [];
  let evidence: LoadedEvidence | undefined;
  let compared: ShownComparison | undefined;
  /** The number of the newest request. Only that counts: reading a large profile takes longer than the next click. */
  let wish = 0;
  let updates = 0;
  /** The number of requests in progress: one of them may replace what is shown. */
  let asking = 0;

  async function ask(wanted: () => Promise<string>): Promise<string> {
    asking++;
    try {
      return await wanted();
    } finally {
      asking--;
      resume();
    }
  }

  async function load(path: string): Promise<EvidenceProfile | string> {
    const { stamp } = await stampOf(path);
    const read = await loadSavedProfile(path);
    return typeof read === 'string' ? read : { path, stamp, saved: read };
  }

  async function showAll(paths: readonly string[]): Promise<string> {
    const mine = ++wish;
    comparer.stop();
    const profiles: EvidenceProfile[] = [];
    for (const path of new Set(paths)) {
      const profile = await load(path);
      if (typeof profile === 'string') return profile;
      profiles.push(profile);
    }
    await take(profiles, () => mine === wish);
    return '';
  }

  async function showChanges(before: string, after: string): Promise<string> {
    const mine = ++wish;
    const found = await compareByModel(before, after);
    if (found === undefined || typeof found === 'string') return found ?? '';
    await take([found.after], () => mine === wish, found);
    return '';
  }

  /** Compares by the model that is chosen when the comparison is done. */
  async function compareByModel(
    before: string,
    after: string,
  ): Promise<ComparedOnLines | string | undefined> {
    for (;;) {
      const by = model();
      const found = await comparer.compare(before, after);
      if (found === undefined || by === model()) return found;
    }
  }

  /** Recomputes the comparison once no other request is pending. */
  function resume(): void {
    const [second] = shown;
    if (asking > 0 || compared === undefined || compared.lines !== undefined || second === undefined) return;
    compareAnew(compared.before.path, second.path).catch(options.failed);
  }

  async function compareAnew(before: string, after: string): Promise<void> {
    const mine = wish;
    const found = await compareByModel(before, after);
    if (found === undefined || mine !== wish || compared === undefined) return;
    if (typeof found === 'string') options.warn(found);
    compared = typeof found === 'string' ? undefined : { ...compared, lines: found.lines };
    await options.changed();
  }

  async function take(
    profiles: readonly EvidenceProfile[],
    isWanted: () => boolean,
    comparison?: ComparedOnLines,
  ): Promise<void> {
    const [first, ...others] = profiles;
    const counted = first?.saved.kind === 'counted' && others.length === 0 ? first.saved.profile : undefined;
    const isEvidence = first !== undefined && counted === undefined;
    const loaded = isEvidence ? await loadEvidence(profiles, options.evidence()) : undefined;
    if (!isWanted()) return;
    shown = profiles;
    profile.show(counted);
    evidence = loaded;
    compared = comparison && {
      before: comparison.before,
      lines: comparison.lines,
      oldTexts: createOldTexts(),
    };
    await options.changed();
  }

  const show = (paths: readonly string[]): Promise<string> => ask(() => showAll(paths));
  return {
    show,
    compare: (before, after) => ask(() => showChanges(before, after)),
    profile,
    get comparison() {
      return compared?.lines;
    },
    get paths() {
      return shown.map(({ path }) => path);
    },
    evidenceOf(path, text) {
      if (evidence === undefined) return undefined;
      const found = evidence.inText(path, text);
      return found === undefined
        ? { kind: 'none', reason: l10n.t('The data that is shown contains nothing of this file.') }
        : { kind: 'shown', evidence: found, notes: notesOf(evidence) };
    },
    changesOf(path, { file, text }) {
      if (compared === undefined) return undefined;
      const { lines: comparison, oldTexts } = compared;
      if (comparison === undefined)
        return { kind: 'none', reason: l10n.t('Jouleline is comparing the profiles with another model.') };
      const changes = comparison.inText(file, text);
      if (changes === undefined)
        return {
          kind: 'none',
          reason: l10n.t('Neither of the compared profiles ran this file.'),
        };
      const oldLines = (): Promise<readonly string[] | undefined> =>
        oldTexts.linesOf(path, comparison.earlierHashes(file));
      return { kind: 'shown', changes, comparison, oldLines };
    },
    async update() {
      const [mine, update] = [wish, ++updates];
      if (evidence !== undefined) {
        // A request or a change that came meanwhile is newer.
        await take(shown, () => mine === wish && update === updates);
        return;
      }
      // The result of another model is not shown any more.
      if (compared !== undefined) compared = { ...compared, lines: undefined };
      resume();
    },
    async fileChanged(path, isGone) {
      const before = compared?.before;
      const known = [...shown, ...(before === undefined ? [] : [before])].find((each) => each.path === path);
      // The watcher of the folder also reports files that were just imported, or profiled to be compared.
      if (known === undefined || (!isGone && known.stamp === (await stampOf(path)).stamp)) return;
      if (known === before) {
        if (compared?.before !== before) return;
        compared = undefined;
        await options.changed();
        return;
      }
      const kept = shown.map((each) => each.path).filter((each) => !isGone || each !== path);
      // A profile that cannot be read any more is not shown any more.
      if ((await show(kept)) !== '') await show(kept.filter((each) => each !== path));
    },
    async list(folders) {
      const paths = new Set(shown.map(({ path }) => path));
      const summaries = await saved.list(folders, model());
      return summaries.map((summary) => ({ ...summary, isShown: paths.has(summary.path) }));
    },
    dispose: comparer.stop,
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
