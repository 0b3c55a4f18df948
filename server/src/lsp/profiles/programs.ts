/**
 * The programs of the workspace, as arguments of the command line: those that a method can be profiled with, those
 * that run, and those that can be compared, with their revisions. The editor shows the choice, and runs what the user
 * chooses.
 *
 * Sits in `lsp/`, under `client-session.ts`. Runs git, to read its history, and the JDK's `jcmd`, both only in a
 * workspace that its user trusts.
 */
import { basename, dirname, join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { sourceRootOf } from '../../host/files/source-files';
import { listRevisions } from '../../host/git/git-history';
import { BUNDLED, chooseJdk } from '../../host/jdk/jdks';
import { listJvms } from '../../host/jdk/running-jvms';
import { findRunnables } from '../../launching/runnables';
import type { EnergySession } from '../../lines/energy-session';
import type { BuildsTask, ProjectBuild } from '../../tasks/builds/builds-main';
import type { ComparableProgram, ComparablePrograms, Revisions } from '../../protocol/comparisons';
import { WHOLE_FILE } from '../../protocol/profiles';
import type { ProfileTargets, RunningPrograms, ProfileTarget, StaleProject } from '../../protocol/profiles';
import type { Settings } from '../../protocol/settings';
import { toPath, relativeTo, toUri } from '../documents/uris';
import { PROFILES_FOLDER } from './saved-profiles';
import { consoleVersionFor } from '../../launching/junit';
import type { MemberRecord } from '../../analysis/file-operations';
import { indexLines } from '../../base/line-index';
import { findProfileTargets, type TargetFound } from '../../launching/profile-targets';
import type { OpenFile } from '../../launching/launch-json';
import { readLaunchFile } from '../../tasks/programs/launched-classes';
import { type ConsolePlaces, findConsoleLauncher } from '../../host/builds/console-launcher';
import type { StaleBuild } from '../../host/builds/stale-sources';
import { readText } from '../../host/files/read-file';

export interface ProgramFeatures {
  /** The programs and tests that the method at a line can be profiled with. */
  targetsAt(uri: string, line: number): Promise<ProfileTargets>;
  /** The running programs that can be attached to, from the folder of a document. */
  running(uri: string | undefined): Promise<RunningPrograms>;
  /** The programs that can be profiled to be compared. */
  comparable(): Promise<ComparablePrograms>;
  /** The revisions of the repository around a file. */
  revisions(path: string): Promise<Revisions>;
}

interface ProgramFeaturesOptions {
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  /** The settings, with absolute paths. */
  readonly settings: () => Settings;
  /** The settings for a document, of its folder where that has its own. */
  readonly settingsFor: (uri: string) => Promise<Settings>;
  readonly classPath: () => readonly string[];
  readonly session: Pick<EnergySession, 'members'>;
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  readonly readProject: ReadProject;
}

export function createProgramFeatures(options: ProgramFeaturesOptions): ProgramFeatures {
  const { folders, isTrusted, settings, classPath, session, openTexts } = options;
  return {
    targetsAt: async (uri, line) => {
      const path = toPath(uri);
      const own = await options.settingsFor(uri);
      return planProfile({
        path,
        // The Test view names tests of files that are not open.
        text: openTexts().get(path) ?? (await readText(path).catch(() => '')),
        line,
        folders: folders(),
        members: session.members(),
        classPath: classPath(),
        profile: own.profile,
        readsBuildFiles: own.buildFiles.enable,
        javaHome: own.javaHome,
        readProject: (asked) =>
          options.readProject({ ...asked, ...(isTrusted() ? {} : { within: folders() }) }),
      });
    },
    running: (uri) =>
      isTrusted()
        ? listRunning(
            folderOf(folders(), uri === undefined ? '' : toPath(uri)) ?? folders()[0],
            settings().javaHome,
          )
        : Promise.resolve(none(isRestricted('jcmd'))),
    comparable: () => listComparable(folders(), session.members(), settings()),
    revisions: (path) =>
      isTrusted()
        ? describeRevisions(path)
        : Promise.resolve({ revisions: [], problem: isRestricted('Git') }),
  };
}

/** The folder of the workspace that holds a file, the innermost one; undefined if none does. */
export function folderOf(folders: readonly string[], path: string): string | undefined {
  return folders
    .filter((each) => relativeTo([toUri(each)], toUri(path)) !== undefined)
    .toSorted((one, other) => other.length - one.length)[0];
}

function isRestricted(program: string): string {
  return l10n.t('{0} is not run in a restricted workspace. Trust the workspace first.', program);
}

async function listRunning(folder: string | undefined, javaHome: string): Promise<RunningPrograms> {
  const configured = javaHome === BUNDLED ? '' : javaHome;
  const { jdk, problems } = chooseJdk({ configured, suggested: [], environment: process.env });
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
  const text = await readText(path).catch(() => undefined);
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

async function describeRevisions(path: string): Promise<Revisions> {
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

interface PlanRequest {
  readonly path: string;
  readonly text: string;
  /** The line, counted from 0. */
  readonly line: number;
  readonly folders: readonly string[];
  readonly members: Iterable<{ readonly path: string; readonly member: MemberRecord }>;
  readonly classPath: readonly string[];
  readonly readsBuildFiles: boolean;
  /** The JDK of the settings; absolute if it is a folder. */
  readonly javaHome: string;
  readonly profile: Settings['profile'];
  readonly readProject: ReadProject;
}

/** Reads the build of the project around a source; undefined if its files take too long. */
type ReadProject = (
  asked: Omit<Extract<BuildsTask, { readonly kind: 'project' }>, 'kind'>,
) => Promise<ProjectBuild | undefined>;

/** The programs and tests that a method can be profiled with, as arguments of the command line `jouleline profile`. */
async function planProfile(request: PlanRequest): Promise<ProfileTargets> {
  const { path, text, line, folders, members, classPath, readsBuildFiles, javaHome, profile } = request;
  const lines = indexLines(text);
  const { targets, method } = await findProfileTargets({
    text,
    path,
    offset:
      line === WHOLE_FILE ? undefined : endOfLine(text, lines.startOf(Math.min(line, lines.lineCount - 1))),
    members,
    readText: (other) => readText(other).catch(() => undefined),
  });
  const root = sourceRootOf(path, text);
  const folder = folderOf(folders, path) ?? dirname(path);
  const isBuilt = classPath.some((element) => !/\.jar$/i.test(element));
  const build = await request.readProject({ source: path, readsBuildFiles });
  return {
    targets: [...targets.map(describeTarget), ...(await launchTargets(folder, { path, text }))],
    method: method ?? path,
    classPath: isBuilt ? classPath.flatMap((element) => ['--class-path', element]) : [],
    stale: staleProject(build?.stale ?? [], isBuilt),
    missingLauncher: missingLauncher([...classPath, ...(build?.elements ?? [])], build?.consolePlaces),
    common: ['--source', root ?? path, ...profileArguments(profile, javaHome)],
    folder,
    profilesFolder: join(folder, PROFILES_FOLDER),
  };
}

/** The arguments that stand for the settings of profiling. */
function profileArguments(profile: Settings['profile'], javaHome: string): readonly string[] {
  const { runs, power, budgetSeconds, record, exactThreads, timedCalls } = profile;
  return [
    ...['--runs', String(runs), '--power', power],
    ...['--budget', String(budgetSeconds), '--record', record],
    ...(exactThreads ? ['--exact-threads'] : []),
    ...(record === 'trace' && timedCalls !== '' ? ['--timed-calls', timedCalls] : []),
    ...(['', BUNDLED].includes(javaHome) ? [] : ['--java-home', javaHome]),
  ];
}

function staleProject([first]: readonly StaleBuild[], isBuilt: boolean): StaleProject | null {
  if (first === undefined) return null;
  return { tool: first.build.tool, sources: first.newer.length + first.missing.length, isBuilt };
}

function missingLauncher(classPath: readonly string[], places: ConsolePlaces | undefined): string {
  const version = consoleVersionFor(classPath);
  if (
    version === undefined ||
    places === undefined ||
    classPath.some((path) => /junit-platform-console-standalone-/.test(path))
  )
    return '';
  return findConsoleLauncher(version, places) === undefined ? version : '';
}

async function launchTargets(folder: string, open: OpenFile): Promise<readonly ProfileTarget[]> {
  const entries = await readLaunchFile(folder, open);
  return entries.map(({ name, mainClass }) => ({
    label: name,
    description: l10n.t('launch.json, {0}', mainClass),
    id: `launch ${name}`,
    arguments: ['--launch', name, '--open', open.path],
    readsArguments: false,
  }));
}

/** The last offset of a line: a method's name stands before it, its body may come after it. */
function endOfLine(text: string, start: number): number {
  const end = text.slice(start).search(/[\r\n]/);
  return end < 0 ? Math.max(start, text.length - 1) : start + end;
}

function describeTarget({ runnable, distance, certain }: TargetFound): ProfileTarget {
  const { kind, className, methodName } = runnable;
  const simple = className.slice(className.lastIndexOf('.') + 1).replaceAll('$', '.');
  const selector = methodName === undefined ? className : `${className}#${methodName}`;
  return {
    label: methodName === undefined ? simple : `${simple}.${methodName}`,
    description: [KINDS[kind](), ...waysTo(distance, certain)].join(', '),
    id: `${kind} ${selector}`,
    arguments: kind === 'main' ? ['--main', className] : ['--test', selector],
    readsArguments: runnable.readsArguments === true,
  };
}

const KINDS = {
  main: () => l10n.t('program'),
  'test-class': () => l10n.t('all tests of the class'),
  'test-method': () => l10n.t('test'),
};

function waysTo(distance: number, certain: boolean): readonly string[] {
  if (distance === 0) return certain ? [] : [l10n.t('may not reach the method')];
  const way =
    distance === 1 ? l10n.t('calls the method') : l10n.t('reaches the method in {0} calls', distance);
  return certain ? [way] : [way, l10n.t('if overridden methods are the ones called')];
}
