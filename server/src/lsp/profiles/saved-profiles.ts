/**
 * Reads and lists the profiles and imports that are saved in the workspace.
 *
 * Sits in `lsp/`. They lie in `.jouleline/profiles/` of a workspace folder. Nothing in them is ever run.
 */
import { Failure } from '../../base/failure';
import type { ImportDocument } from '../../recordings/document/import-document';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { readdir, stat } from 'node:fs/promises';
import { leadsOut } from '../../host/files/fence';
import { basename, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CostModel } from '../../cost/model/cost-model';
import { describeAccount, intervalOfRuns, nameEnergy } from '../../profile/account/account-text';
import { formatEnergy, JOULES } from '../../words/energy-text';
import { nameProgram } from '../../launching/program-name';
import { type LibraryPlace, layCallsOnLines } from '../../profile/account/called-lines';
import { scaleToProfile, inTermsOf } from '../../profile/account/measured-profile';
import { modelFor } from '../../profile/account/own-model';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import type { ProfileSummary } from '../../protocol/profiles';
import { OWN_FOLDER, PROFILES } from '../../base/profiles-folder';
import { countedEnergy } from './shown-profile';
import { machineOfRun, type SavedProfile } from '../../recordings/document/saved-profile';
import { LARGEST_PROFILE, nameFile, nameSaved, readHead, readSaved } from '../../tasks/saved-profiles';

export const PROFILES_FOLDER = join(OWN_FOLDER, PROFILES);

/** Throws a {@link Failure} in the user's language if the file is neither a profile nor an import. */
export async function loadShown(path: string): Promise<SavedProfile> {
  const read = await readSaved(path, LARGEST_PROFILE);
  if (read.ok) return read.value;
  throw new Failure(l10n.t('{0} could not be read: it {1}', path, read.problem.message));
}

type SavedSummary = Omit<ProfileSummary, 'isShown' | 'compared'>;

interface Listed {
  /** The stamp of its file: another stamp means another profile. */
  readonly stamp: string;
  readonly model: CostModel;
  readonly place: LibraryPlace;
  readonly summary: SavedSummary;
}

/** Files up to this size are parsed within some tens of milliseconds. Of larger ones the beginning is read. */
export const SMALL_PROFILE = 4 * 1024 * 1024;

/** The profiles that were listed last. Only changed files are read again. */
export class ProfileList {
  private summaries: ReadonlyMap<string, Listed> = new Map();

  /**
   * The profiles, oldest first, and before them those that cannot be read. `place` says which energies besides their
   * own lines have.
   */
  async list(
    folders: readonly string[],
    model: CostModel,
    place: LibraryPlace,
  ): Promise<readonly SavedSummary[]> {
    const paths = (await Promise.all(folders.map(listIn))).flat();
    const listed = new Map<string, Listed>();
    for (const path of paths) {
      const { stamp, modified, bytes } = await stampOf(path);
      const known = this.summaries.get(path);
      const isSame = known?.stamp === stamp && known.model === model && known.place === place;
      const read = async (): Promise<Listed> => ({
        ...{ stamp, model, place },
        summary:
          bytes > SMALL_PROFILE
            ? summarizeLarge(path, modified)
            : await summarize(path, modified, model, place),
      });
      listed.set(path, isSame ? known : await read());
    }
    this.summaries = listed;
    const all = Array.from(listed.values(), ({ summary }) => summary);
    return all.sort((a, b) => Number(a.started > b.started) - Number(a.started < b.started));
  }
}

async function listIn(folder: string): Promise<readonly string[]> {
  const place = join(folder, PROFILES_FOLDER);
  const names = leadsOut(place) ? [] : await readdir(place).catch(() => []);
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .map((name) => join(place, name));
}

export async function stampOf(
  path: string,
): Promise<{ readonly stamp: string; readonly modified: string; readonly bytes: number }> {
  const state = await stat(path).catch(() => undefined);
  return state === undefined
    ? { stamp: '', modified: '', bytes: 0 }
    : { stamp: `${state.mtimeMs} ${state.size}`, modified: state.mtime.toISOString(), bytes: state.size };
}

async function summarize(
  path: string,
  modified: string,
  model: CostModel,
  place: LibraryPlace,
): Promise<SavedSummary> {
  const named = { path, isExact: false, isMetered: false, problem: '' };
  try {
    const saved = await loadShown(path);
    const own =
      saved.kind === 'import'
        ? summarizeImport(saved.document, modified)
        : summarizeCounted(saved.profile, model, place);
    return { ...named, name: nameSaved(path, saved), ...own };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return unreadable(path, error.message);
  }
}

function unreadable(path: string, problem: string): SavedSummary {
  const nothing = { started: '', machine: '', command: '', program: '', total: '', interval: '', energy: [] };
  const name = basename(path, '.json');
  return { path, name, isExact: false, isMetered: false, ...nothing, kind: 'counted', problem };
}

/** The summary of a file whose counts are not read: it has a measured total, and no energy by the model. */
function summarizeLarge(path: string, modified: string): SavedSummary {
  const read = readHead(path);
  if (!read.ok) return unreadable(path, l10n.t('{0} could not be read: it {1}', path, read.problem.message));
  const { value } = read;
  const told = {
    path,
    problem: '',
    energy: [l10n.t('The file is large. Its energies are told when it is shown.')],
  };
  if (value.kind === 'import') {
    const { sources } = value;
    const dates = sources.flatMap(({ date = '' }) => (date === '' ? [] : [date]));
    return {
      ...{ ...told, kind: 'import', name: nameFile(path, []), isExact: false, isMetered: false },
      started: dates.sort().at(-1) ?? modified,
      machine: [...new Set(sources.flatMap(({ device = '' }) => (device === '' ? [] : [device])))].join(', '),
      command: sources.map(({ name, format }) => `${name} (${format})`).join(', '),
      ...{ program: '', total: '', interval: '' },
    };
  }
  const { started, program, counting, measurement } = value.head;
  return {
    ...{ ...told, kind: 'counted', name: nameFile(path, program.command), started },
    machine: machineOfRun(value.head),
    command: program.command.join(' '),
    program: nameProgram(program.command),
    total: (measurement && nameEnergy({ measurement }, JOULES)) ?? '',
    interval: measurement === undefined ? '' : intervalOfRuns({ measurement }, JOULES),
    isExact: counting.isExact,
    isMetered: measurement?.source.isProxy === false,
  };
}

type OwnSummary = Omit<SavedSummary, 'path' | 'name' | 'problem' | 'isExact' | 'isMetered'>;

function summarizeCounted(
  profile: ProfileDocument,
  chosen: CostModel,
  place: LibraryPlace,
): OwnSummary & Pick<SavedSummary, 'isExact' | 'isMetered'> {
  const model = modelFor(profile, chosen);
  const { started, program, counting } = profile;
  const inTerms = inTermsOf(model, profile);
  const { model: scaled, measured } = scaleToProfile(model, layCallsOnLines(inTerms, place));
  const { total, parts, limits } =
    measured === undefined ? { total: '', parts: '', limits: '' } : describeAccount(measured, JOULES);
  return {
    kind: 'counted',
    started,
    machine: machineOfRun(profile),
    command: program.command.join(' '),
    program: nameProgram(program.command),
    total:
      (measured && nameEnergy(measured, JOULES)) ??
      l10n.t('{0}, modeled', formatEnergy(countedEnergy(inTerms, scaled), JOULES)),
    interval: measured === undefined ? '' : intervalOfRuns(measured, JOULES),
    isExact: counting.isExact,
    isMetered: measured?.measurement.source.isProxy === false,
    energy: [total, parts, limits].filter((text) => text !== ''),
  };
}

/** The summary of an import; recordings without a date are as old as the import. */
function summarizeImport({ recordings }: ImportDocument, modified: string): OwnSummary {
  const summaries = recordings.map((each) => summarizeRecording(each));
  const dates = summaries.map(({ date }) => date).filter((date) => date !== '');
  return {
    kind: 'import',
    started: dates.sort().at(-1) ?? modified,
    machine: [...new Set(summaries.map(({ device }) => device))].filter((each) => each !== '').join(', '),
    command: summaries.map(({ title }) => title).join(', '),
    program: '',
    total: '',
    interval: '',
    energy: summaries.flatMap(({ title, accounts }) =>
      accounts.map((account) => (summaries.length === 1 ? account : `${title}: ${account}`)),
    ),
  };
}
