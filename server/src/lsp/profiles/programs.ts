/**
 * The programs of the workspace, as arguments of the command line: those that a method can be profiled with, those
 * that run, and those that can be compared, with their revisions. The editor shows the choice, and runs what the user
 * chooses.
 *
 * Sits in `lsp/`, under `client-session.ts`, over `profile-plan.ts`. Runs nothing but git, to read its history.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { sourceRootOf } from '../../host/files/source-root';
import { listRevisions } from '../../host/git/git-history';
import { BUNDLED, chooseJdk } from '../../host/jdk/choose-jdk';
import { listJvms } from '../../host/jdk/running-jvms';
import { findRunnables } from '../../launching/runnables';
import type { EnergySession } from '../../lines/energy-session';
import type { ComparableProgram, ComparablePrograms, Revisions } from '../../protocol/comparison-runs';
import type { ProfileTargets, RunningPrograms } from '../../protocol/profile-targets';
import type { Settings } from '../../protocol/settings';
import { toPath } from '../documents/uris';
import { planProfile, profileArguments } from './profile-plan';
import { PROFILES_FOLDER } from './saved-profiles';

export interface ProgramFeatures {
  /** The programs and tests that the method at a line can be profiled with. */
  targetsAt(uri: string, line: number): Promise<ProfileTargets>;
  /** The running programs that can be attached to. */
  running(): Promise<RunningPrograms>;
  /** The programs that can be profiled to be compared. */
  comparable(): Promise<ComparablePrograms>;
}

interface ProgramFeaturesOptions {
  readonly folders: () => readonly string[];
  /** The settings, with absolute paths. */
  readonly settings: () => Settings;
  readonly classPath: () => readonly string[];
  readonly session: Pick<EnergySession, 'members'>;
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
}

export function createProgramFeatures(options: ProgramFeaturesOptions): ProgramFeatures {
  const { folders, settings, classPath, session, openTexts } = options;
  return {
    targetsAt: (uri, line) =>
      planProfile({
        path: toPath(uri),
        text: openTexts().get(toPath(uri)) ?? '',
        line,
        folders: folders(),
        members: session.members(),
        classPath: classPath(),
        profile: settings().profile,
        readsBuildFiles: settings().buildFiles.enable,
        javaHome: settings().javaHome,
      }),
    running: () => listRunning(folders(), settings().javaHome),
    comparable: () => listComparable(folders(), session.members(), settings()),
  };
}

async function listRunning(folders: readonly string[], javaHome: string): Promise<RunningPrograms> {
  const configured = javaHome === BUNDLED ? '' : javaHome;
  const { jdk, problems } = chooseJdk({ configured, suggested: [], environment: process.env });
  const [folder] = folders;
  if (folder === undefined) return none(l10n.t('Open a folder first. The profile is saved in it.'));
  if (jdk === undefined) return none(problems[0] ?? l10n.t('No JDK was found.'));
  const { jvms, problem } = await listJvms(jdk.home);
  if (problem !== undefined) return none(problem);
  return {
    programs: jvms.map(({ pid, description }) => ({ pid, description })),
    problem: '',
    arguments: ['--java-home', jdk.home],
    folder,
    profilesFolder: join(folder, PROFILES_FOLDER),
  };
}

function none(problem: string): RunningPrograms {
  return { programs: [], problem, arguments: [], folder: '', profilesFolder: '' };
}

async function listComparable(
  folders: readonly string[],
  members: ReturnType<EnergySession['members']>,
  { profile, javaHome }: Settings,
): Promise<ComparablePrograms> {
  const paths = new Set<string>();
  for (const { path, member } of members) if (/\.main\(/.test(member.key)) paths.add(path);
  const found: ComparableProgram[] = [];
  // Files are read one after the other: a workspace may have thousands.
  for (const path of paths) found.push(...(await programsIn(path, folders)));
  return {
    programs: found.sort((a, b) => (a.main < b.main ? -1 : Number(a.main > b.main))),
    common: profileArguments(profile, javaHome),
    profilesFolder: folders[0] === undefined ? '' : join(folders[0], PROFILES_FOLDER),
  };
}

async function programsIn(path: string, folders: readonly string[]): Promise<readonly ComparableProgram[]> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const folder = folders.find((each) => path.startsWith(each + sep)) ?? dirname(path);
  return findRunnables(text, basename(path))
    .filter(({ kind }) => kind === 'main')
    .map(({ className }) => ({
      main: className,
      folder,
      place: relative(folder, path).split(sep).join('/'),
      source: sourceRootOf(path, text) ?? path,
    }));
}

export async function describeRevisions(path: string): Promise<Revisions> {
  const revisions = await listRevisions(path);
  if (revisions === undefined)
    return {
      revisions: [],
      problem: l10n.t('{0} is not in a Git repository that can be read.', basename(path)),
    };
  return revisions.length === 0
    ? { revisions, problem: l10n.t('The Git repository of {0} has no commits yet.', basename(path)) }
    : { revisions, problem: '' };
}
