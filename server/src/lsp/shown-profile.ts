/**
 * The profile whose counts are shown in the place of estimates, if one is, and
 * those that are saved in the workspace.
 *
 * Sits in `lsp/`. Profiles lie in `.jouleline/profiles/` of a workspace folder;
 * nothing in them is ever run.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CostModel } from '../cost/cost-model';
import { describeAccount } from '../engine/account-text';
import { readProfile, type ProfileDocument } from '../engine/count-program';
import { createCountedSources, type CountedSources } from '../engine/counted-file';
import { countText, moveCounts, type AnalysedVersion, type StaleMember } from '../engine/counted-text';
import type { LineIndexOf } from '../engine/line-index';
import type { FileOperations } from '../engine/file-operations';
import { JOULES } from '../engine/energy-text';
import { findInText, type AgedCounts } from '../engine/source-lines';
import { scaleToProfile, type ScaledModel } from '../engine/measured-profile';
import { inTermsOf } from '../engine/model-terms';
import { readSource } from '../host/source-files';
import type { ProfileSummary } from '../protocol';

export const PROFILES_FOLDER = join('.jouleline', 'profiles');
/** A profile of a large program has some megabytes. */
const LARGEST_PROFILE = 256 * 1024 * 1024;

export type ShownCounts =
  | { readonly kind: 'counted'; readonly file: FileOperations; readonly stale: readonly StaleMember[] }
  | { readonly kind: 'none'; readonly reason: string };

export interface ShownProfile {
  /** Answers why it can't be shown; empty when it is. */
  show(path: string | undefined): Promise<string>;
  readonly path: string | undefined;
  /** The model as it is while estimates are shown; else scaled to what was measured, if it was. */
  readonly scale: () => ScaledModel;
  /** Of a method that was counted, wherever its source is. */
  readonly memberOf: CountedSources['memberOf'] | undefined;
  /** `undefined` while estimates are shown. */
  readonly countsOf: (
    path: string,
    now: AnalysedVersion,
    lines: LineIndexOf,
  ) => Promise<ShownCounts> | undefined;
  /** Oldest first, before them those that can't be read. Only what changed since the last time is read. */
  list(folders: readonly string[], model: CostModel): Promise<readonly ProfileSummary[]>;
}

interface Shown {
  readonly path: string;
  readonly read: ProfileDocument;
  /** What it is for a model that prices instructions, and for one that prices operations. */
  readonly terms: Map<boolean, Terms>;
}

interface Terms {
  readonly profile: ProfileDocument;
  readonly sources: CountedSources;
  /** Texts that ran, by path; a reason where one is not to be had. */
  readonly texts: Map<string, AgedCounts | string>;
}

interface Listed {
  /** Of its file: another one is another profile. */
  readonly stamp: string;
  readonly model: CostModel;
  readonly summary: Omit<ProfileSummary, 'isShown'>;
}

/** @param chosen the model that counts are priced with, unscaled. */
export function createShownProfile(chosen: () => CostModel): ShownProfile {
  let shown: Shown | undefined;
  let scaled:
    { readonly of: CostModel; readonly profile: ProfileDocument; readonly to: ScaledModel } | undefined;

  let summaries: ReadonlyMap<string, Listed> = new Map();

  function termsOf({ read, terms }: Shown): Terms {
    const model = chosen();
    const isOfInstructions = model.pricesInstructions === true;
    const known = terms.get(isOfInstructions);
    if (known !== undefined) return known;
    const profile = inTermsOf(model, read);
    const made = { profile, sources: createCountedSources(profile), texts: new Map() };
    terms.set(isOfInstructions, made);
    return made;
  }

  async function countsIn(
    profile: Terms,
    path: string,
    now: AnalysedVersion,
    lines: LineIndexOf,
  ): Promise<ShownCounts> {
    const counted = await countedText(path, now, lines, profile);
    if (typeof counted === 'string') return { kind: 'none', reason: counted };
    const moved = moveCounts(counted.text, now);
    const places = new Map(now.file.members.map((member) => [member.key, member]));
    const before = counted.stale.map(({ key, name }) => places.get(key) ?? { name });
    return { kind: 'counted', file: moved.file, stale: [...before, ...moved.stale] };
  }

  async function countedText(
    path: string,
    now: AnalysedVersion,
    lines: LineIndexOf,
    { texts, sources, profile }: Terms,
  ): Promise<AgedCounts | string> {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const changed = await changeSince(path, now.text, Date.parse(profile.started));
    const whole = changed === undefined ? countText(now, lines, sources) : undefined;
    const found =
      (changed === undefined ? whole && { text: whole, stale: [] } : findInText(profile, now, lines)) ??
      changed ??
      l10n.t('nothing of this file was counted in the profile that is shown');
    // A text that is not saved may become the one that ran again.
    if (changed === undefined) texts.set(path, found);
    return found;
  }

  return {
    get path() {
      return shown?.path;
    },
    get memberOf() {
      return shown === undefined ? undefined : termsOf(shown).sources.memberOf;
    },
    scale() {
      const model = chosen();
      if (shown === undefined) return { model };
      const { profile } = termsOf(shown);
      // The same object as before: what was priced with it is remembered by it.
      if (scaled?.of !== model || scaled.profile !== profile)
        scaled = { of: model, profile, to: scaleToProfile(model, profile) };
      return scaled.to;
    },
    async show(path) {
      if (path === undefined) {
        shown = undefined;
        return '';
      }
      const read = await loadProfile(path);
      if (typeof read === 'string') return read;
      shown = { path, read, terms: new Map() };
      return '';
    },
    countsOf: (path, now, lines) =>
      shown === undefined ? undefined : countsIn(termsOf(shown), path, now, lines),
    async list(folders, model) {
      const paths = (await Promise.all(folders.map(listIn))).flat();
      const listed = new Map<string, Listed>();
      // One after the other: each may take some hundred megabytes while it is read.
      for (const path of paths) {
        const stamp = await stampOf(path);
        const known = summaries.get(path);
        const isSame = known?.stamp === stamp && known.model === model;
        listed.set(path, isSame ? known : { stamp, model, summary: await summarise(path, model) });
      }
      summaries = listed;
      const all = Array.from(listed, ([path, { summary }]) => ({
        ...summary,
        isShown: path === shown?.path,
      }));
      return all.sort((a, b) => Number(a.started > b.started) - Number(a.started < b.started));
    },
  };
}

/** Why the text that is shown first can't be the one that ran, if it can't. */
async function changeSince(path: string, text: string, started: number): Promise<string | undefined> {
  const state = await stat(path).catch(() => undefined);
  // First: asked at each edit, and neither saving nor undoing makes it the text that ran.
  if (state !== undefined && state.mtimeMs > started)
    return l10n.t('this file has changed since it was profiled');
  const source = state === undefined ? undefined : await readSource(path);
  return source?.kind === 'text' && source.text === text
    ? undefined
    : l10n.t('save this file, or undo its changes, to see the counts of the profile');
}

async function loadProfile(path: string): Promise<ProfileDocument | string> {
  try {
    if ((await stat(path)).size > LARGEST_PROFILE) return l10n.t('{0} is too large to be a profile', path);
    const read = readProfile(await readFile(path, 'utf8'));
    return read.ok ? read.value : `${path} ${read.problem.message}`;
  } catch (error) {
    return l10n.t('{0} could not be read: {1}', path, error instanceof Error ? error.message : String(error));
  }
}

async function listIn(folder: string): Promise<readonly string[]> {
  const place = join(folder, PROFILES_FOLDER);
  const names = await readdir(place).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(place, name));
}

async function stampOf(path: string): Promise<string> {
  const state = await stat(path).catch(() => undefined);
  return state === undefined ? '' : `${state.mtimeMs} ${state.size}`;
}

async function summarise(path: string, model: CostModel): Promise<Listed['summary']> {
  const name = basename(path, '.json');
  const read = await loadProfile(path);
  if (typeof read === 'string')
    return { path, name, started: '', command: '', isExact: false, energy: [], problem: read };
  const { started, program, counting } = read;
  const { measured } = scaleToProfile(model, inTermsOf(model, read));
  return {
    path,
    name,
    started,
    command: program.command.join(' '),
    isExact: counting.isExact,
    energy: measured === undefined ? [] : listTexts(describeAccount(measured, JOULES)),
    problem: '',
  };
}

function listTexts({ total, parts, limits }: ReturnType<typeof describeAccount>): readonly string[] {
  return [total, parts, limits].filter((text) => text !== '');
}
