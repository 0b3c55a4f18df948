/**
 * What lines are coloured by: estimates, the counts of one profile, or what
 * imports and several profiles together say.
 *
 * Sits in `lsp/`, over `shown-profile.ts` (counts) and `shown-evidence.ts`.
 */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CostModel } from '../cost/cost-model';
import { compareLines, type LineComparison } from '../engine/compare-lines';
import { whyNotComparedBy } from '../engine/compare-profiles';
import type { AnalysedVersion } from '../engine/counted-text';
import type { ProfileSummary } from '../protocol/profiles';
import type { ShownChanges } from './changes-view';
import type { ShownFile } from './evidence-view';
import { findOldText } from './old-texts';
import { createProfileList, loadSavedProfile, stampOf } from './saved-profiles';
import { type EvidenceOptions, loadEvidence, type LoadedEvidence, type NamedProfile } from './shown-evidence';
import { createShownProfile, type ShownProfile } from './shown-profile';

export interface ShownSources {
  /** Answers why they can't be shown; then what was shown stays. Without any estimates are shown. */
  show(paths: readonly string[]): Promise<string>;
  /** Shows what changed from the first to the second; answers why it can't. */
  compare(before: string, after: string): Promise<string>;
  /** Until something else is shown. */
  readonly comparison: LineComparison | undefined;
  /** A file that is shown was written anew, or is gone; whether anything else is shown now. */
  fileChanged(path: string, isGone: boolean): Promise<boolean>;
  /** Settings or the model changed. */
  update(): Promise<void>;
  readonly profile: ShownProfile;
  /** Of what is shown, by the order of evidence; none while estimates are. */
  readonly paths: readonly string[];
  /** `undefined` while estimates or the counts of one profile are shown. */
  readonly evidenceOf: (path: string, text: string) => ShownFile | undefined;
  /** `undefined` while no comparison is shown. */
  readonly changesOf: (path: string, now: AnalysedVersion) => ShownChanges | undefined;
  list(folders: readonly string[]): Promise<readonly ProfileSummary[]>;
}

export function createShownSources(options: () => EvidenceOptions): ShownSources {
  const profile = createShownProfile((): CostModel => options().model);
  const saved = createProfileList();
  let shown: readonly NamedProfile[] = [];
  let evidence: LoadedEvidence | undefined;
  let compared: ShownComparison | undefined;
  /** The newest wish counts: reading a large one takes longer than the next click. */
  let wish = 0;

  async function load(path: string): Promise<NamedProfile | string> {
    const { stamp } = await stampOf(path);
    const read = await loadSavedProfile(path);
    return typeof read === 'string' ? read : { path, stamp, saved: read };
  }

  async function show(paths: readonly string[]): Promise<string> {
    const mine = ++wish;
    const profiles: NamedProfile[] = [];
    for (const path of new Set(paths)) {
      const profile = await load(path);
      if (typeof profile === 'string') return profile;
      profiles.push(profile);
    }
    await take(profiles, () => mine === wish);
    return '';
  }

  async function compare(before: string, after: string): Promise<string> {
    const mine = ++wish;
    const first = await load(before);
    const second = await load(after);
    if (typeof first === 'string') return first;
    if (typeof second === 'string') return second;
    const lines = compareNamed(first, second);
    if (typeof lines === 'string') return lines;
    await take([second], () => mine === wish);
    if (mine === wish) compared = { before: first, lines, oldTexts: new Map() };
    return '';
  }

  function compareNamed(first: NamedProfile, second: NamedProfile): LineComparison | string {
    const { model } = options();
    if (first.saved.kind !== 'counted' || second.saved.kind !== 'counted')
      return l10n.t('Only profiles that were counted are compared line by line: imports know no operations.');
    if (model.pricesInstructions === true)
      return l10n.t(
        'The model {0} prices instructions, and lines are compared by operations: choose another.',
        model.id,
      );
    const refusal = whyNotComparedBy(model);
    if (refusal !== undefined) return refusal;
    return compareLines(
      { name: basename(first.path, '.json'), profile: first.saved.profile },
      { name: basename(second.path, '.json'), profile: second.saved.profile },
      model,
    );
  }

  async function take(profiles: readonly NamedProfile[], isWanted: () => boolean): Promise<void> {
    const [first, ...others] = profiles;
    const counted = first?.saved.kind === 'counted' && others.length === 0 ? first.saved.profile : undefined;
    const isEvidence = first !== undefined && counted === undefined;
    const loaded = isEvidence ? await loadEvidence(profiles, options()) : undefined;
    if (!isWanted()) return;
    shown = profiles;
    profile.show(counted);
    evidence = loaded;
    compared = undefined;
  }

  return {
    show,
    compare,
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
        ? { kind: 'none', reason: l10n.t('nothing of this file is in what is shown') }
        : { kind: 'shown', evidence: found, notes: notesOf(evidence) };
    },
    changesOf(path, { file, text }) {
      if (compared === undefined) return undefined;
      const { lines: comparison, oldTexts } = compared;
      const changes = comparison.inText(file, text);
      if (changes === undefined)
        return {
          kind: 'none',
          reason: l10n.t('neither of the profiles that are compared ran anything of this file'),
        };
      const oldLines = (): Promise<readonly string[] | undefined> =>
        oldLinesOf(path, comparison.earlierHashes(file), oldTexts);
      return { kind: 'shown', changes, comparison, oldLines };
    },
    async update() {
      const mine = ++wish;
      if (evidence !== undefined) await take(shown, () => mine === wish);
      const [second] = shown;
      if (compared === undefined || second === undefined) return;
      const lines = compareNamed(compared.before, second);
      compared = typeof lines === 'string' ? undefined : { ...compared, lines };
    },
    async fileChanged(path, isGone) {
      const before = compared?.before;
      const known = [...shown, ...(before === undefined ? [] : [before])].find((each) => each.path === path);
      // What was just imported, or profiled to be compared, is told as new by whoever watches the folder.
      if (known === undefined || (!isGone && known.stamp === (await stampOf(path)).stamp)) return false;
      if (known === before) {
        const isStillShown = compared?.before === before;
        if (isStillShown) compared = undefined;
        return isStillShown;
      }
      const kept = shown.map((each) => each.path).filter((each) => !isGone || each !== path);
      // One that can't be read any more is shown no longer.
      if ((await show(kept)) !== '') await show(kept.filter((each) => each !== path));
      return true;
    },
    async list(folders) {
      const paths = new Set(shown.map(({ path }) => path));
      const summaries = await saved.list(folders, options().model);
      return summaries.map((summary) => ({ ...summary, isShown: paths.has(summary.path) }));
    },
  };
}

interface ShownComparison {
  readonly before: NamedProfile;
  readonly lines: LineComparison;
  /** Of the earlier texts those that were looked for, by path and checksums. */
  readonly oldTexts: Map<string, Promise<readonly string[] | undefined>>;
}

function oldLinesOf(
  path: string,
  hashes: string | undefined,
  known: ShownComparison['oldTexts'],
): Promise<readonly string[] | undefined> {
  if (hashes === undefined) return Promise.resolve(undefined);
  const key = `${path}\0${hashes}`;
  const lines = known.get(key) ?? findOldText(path, hashes);
  known.set(key, lines);
  return lines;
}

/** Names that are listed of a longer list. */
const MOST_NAMES = 10;

/** What was placed of each recording in the sources as they are now, and what not. */
function notesOf({ recordings, changed }: LoadedEvidence): readonly string[] {
  const notes = recordings.flatMap(({ title, accounts }) =>
    accounts.map((account) => `${title}: ${account}`),
  );
  if (changed.length === 0) return notes;
  const names = changed.slice(0, MOST_NAMES).join(', ');
  return [...notes, l10n.t('{0} methods changed since they were measured: {1}', changed.length, names)];
}
