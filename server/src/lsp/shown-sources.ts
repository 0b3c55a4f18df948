/**
 * What lines are coloured by: estimates, the counts of one profile, or what
 * imports and several profiles together say.
 *
 * Sits in `lsp/`, over `shown-profile.ts` (counts) and `shown-evidence.ts`.
 */
import * as l10n from '@vscode/l10n';
import type { CostModel } from '../cost/cost-model';
import type { ProfileSummary } from '../protocol';
import type { ShownFile } from './evidence-view';
import { createProfileList, loadSavedProfile, stampOf } from './saved-profiles';
import { type EvidenceOptions, loadEvidence, type LoadedEvidence, type NamedProfile } from './shown-evidence';
import { createShownProfile, type ShownProfile } from './shown-profile';

export interface ShownSources {
  /** Answers why they can't be shown; then what was shown stays. Without any estimates are shown. */
  show(paths: readonly string[]): Promise<string>;
  /** A file that is shown was written anew, or is gone; whether anything else is shown now. */
  fileChanged(path: string, isGone: boolean): Promise<boolean>;
  /** Settings or the model changed. */
  update(): Promise<void>;
  readonly profile: ShownProfile;
  /** Of what is shown, by the order of evidence; none while estimates are. */
  readonly paths: readonly string[];
  /** `undefined` while estimates or the counts of one profile are shown. */
  readonly evidenceOf: (path: string, text: string) => ShownFile | undefined;
  list(folders: readonly string[]): Promise<readonly ProfileSummary[]>;
}

export function createShownSources(options: () => EvidenceOptions): ShownSources {
  const profile = createShownProfile((): CostModel => options().model);
  const saved = createProfileList();
  let shown: readonly NamedProfile[] = [];
  let evidence: LoadedEvidence | undefined;
  /** The newest wish counts: reading a large one takes longer than the next click. */
  let wish = 0;

  async function show(paths: readonly string[]): Promise<string> {
    const mine = ++wish;
    const profiles: NamedProfile[] = [];
    for (const path of new Set(paths)) {
      const { stamp } = await stampOf(path);
      const read = await loadSavedProfile(path);
      if (typeof read === 'string') return read;
      profiles.push({ path, stamp, saved: read });
    }
    await take(profiles, () => mine === wish);
    return '';
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
  }

  return {
    show,
    profile,
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
    async update() {
      const mine = ++wish;
      if (evidence !== undefined) await take(shown, () => mine === wish);
    },
    async fileChanged(path, isGone) {
      const known = shown.find((each) => each.path === path);
      // What was just imported is told as new by whoever watches the folder.
      if (known === undefined || (!isGone && known.stamp === (await stampOf(path)).stamp)) return false;
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
