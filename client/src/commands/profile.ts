/**
 * "Profile": runs a program or test with counters, in a terminal of its own, and shows its lines by what ran. The first
 * profile measures one run; its message offers more. The command line does the work (run-task.ts).
 */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import type { CancellationToken, TestItem, TextDocument } from 'vscode';
import { nameOf } from '../ago';
import { withDefined } from '../../../server/src/base/check';
import { WHOLE_FILE, type ProfileTarget } from '../../../server/src/protocol/profiles';
import { nameForFile } from '../dialogs';
import { FailureWithWays, inBackground, offer, ways, type Way } from '../failures';
import { markDone } from '../milestones';
import { revealJavaEditor } from '../editors';
import { ignoreProfiles, isSeenByGit, makeProfilesFolder } from './git-ignore';
import { planRun, type AskedAgain } from './plan-run';
import { tellCanceled, tellResult } from './profile-result';
import { rememberRun, runOf, type RepeatableRun } from './repeatable-runs';
import { runTask, type TaskOptions } from './run-task';
import type { Services } from './services';

/**
 * Refuses to run the code of a workspace that the user does not trust: tells the user so, and offers the way
 * to trust it.
 */
export async function isRefused(): Promise<boolean> {
  if (workspace.isTrusted) return false;
  const message = l10n.t(
    'Profiling is off because it runs the code of this workspace, which is not trusted.',
  );
  await offer(window.showWarningMessage, message, ways.manageTrust());
  return true;
}

/** Profiles a test as the Test view hands it over, whichever extension found it; false if it did not run to its end. */
export async function profileTest(
  services: Services,
  test: unknown,
  canceled?: CancellationToken,
): Promise<boolean> {
  const { uri, range } = (test ?? {}) as Partial<TestItem>;
  if (uri?.path.endsWith('.java') !== true)
    throw new Error(l10n.t('This item is not a test in a Java file. Choose one of its tests.'));
  if (await isRefused()) return false;
  return profileAt(services, uri, range?.start.line ?? 0, { takesFirst: true, ...withDefined({ canceled }) });
}

/** Profiles the program of a file, or its tests; in a file that has neither, the method at the cursor. */
export async function profileFile(services: Services, given: unknown): Promise<void> {
  if (await isRefused()) return;
  const uri = given instanceof Uri ? given : (await revealJavaEditor())?.document.uri;
  if (uri === undefined) throw nothingToProfile();
  const line = window.activeTextEditor?.selection.active.line ?? 0;
  await profileAt(services, uri, WHOLE_FILE, { or: line });
}

/** Profiles the method of the lens; without arguments, the method at the cursor. */
export async function profileMethod(
  services: Services,
  given?: string,
  line?: number,
  asks: AskedAgain = 'nothing',
): Promise<void> {
  if (await isRefused()) return;
  const editor = given === undefined ? await revealJavaEditor() : window.activeTextEditor;
  const uri = given === undefined ? editor?.document.uri : Uri.parse(given);
  if (uri === undefined) throw nothingToProfile();
  await profileAt(services, uri, line ?? editor?.selection.active.line ?? 0, { asks });
}

function nothingToProfile(): FailureWithWays {
  return new FailureWithWays(l10n.t('Open a Java file to profile one of its methods.'), ways.openExample());
}

interface PlaceWishes {
  readonly asks?: AskedAgain;
  readonly takesFirst?: boolean;
  /** The line that is meant where the file as a whole runs nothing. */
  readonly or?: number;
  readonly canceled?: CancellationToken;
}

async function profileAt(
  services: Services,
  uri: Uri,
  line: number,
  { or, canceled, ...wishes }: PlaceWishes,
): Promise<boolean> {
  if (!(await saveAll())) return false;
  const plan = await services.ask('ProfileTargetsRequest', { uri: uri.toString(), line });
  if (or !== undefined && plan.targets.length === 0) return profileAt(services, uri, or, wishes);
  const planned = await planRun(services, plan, { ...wishes, isBuilt: true });
  if (planned === undefined) return false;
  const { target, preparation, tracesPower } = planned;
  const { folder, profilesFolder } = plan;
  const common = tracesPower ? [FIT, ...recordedAs(plan.common, 'trace')] : plan.common;
  return profileOnce(
    services,
    {
      path: join(profilesFolder, `${nameForFile(target.label)}-${timestamp(new Date())}.json`),
      label: target.label,
      folder,
      arguments: [...common, ...preparation, ...target.arguments],
    },
    {
      waysOfProgram: waysToSetArguments(target, folder, [uri.toString(), line]),
      ...withDefined({ canceled }),
    },
  );
}

/** The option that fits costs to a power trace, and the code that says that not all could be done. */
const FIT = '--fit';
const INCOMPLETE = 1;

/** The arguments of a run that records another kind of data. */
export function recordedAs(given: readonly string[], kind: 'tree' | 'trace'): readonly string[] {
  const at = given.indexOf('--record') + 1;
  return at > 0 ? given.with(at, kind) : ['--record', kind, ...given];
}

/** Runs a program with as few runs as tell anything, and shows its lines as soon as they are counted. False if it was canceled. */
async function profileOnce(services: Services, run: RepeatableRun, options: TaskOptions): Promise<boolean> {
  const { path, label, folder } = run;
  makeProfilesFolder(dirname(path));
  let isShown = false;
  const show = async (): Promise<void> => {
    isShown = true;
    await services.ask('ShowProfilesRequest', { paths: [path] });
    services.profiles.refresh();
  };
  const code = await runTask(
    services,
    label,
    folder,
    ['profile', '--out', path, ...withOneRun(run.arguments)],
    {
      ...options,
      // Lines are colored by their counts while the program is measured.
      onStep: () => {
        // The end asks once more, and tells what is wrong.
        if (!isShown && existsSync(path)) inBackground(show(), services.log);
      },
    },
  );
  const refusal = await services.ask('ShowProfilesRequest', { paths: [path] });
  services.profiles.refresh();
  if (refusal !== null && code !== undefined) throw notProfiled(label);
  if (refusal === null) {
    await rememberRun(services.context, run);
    markDone('profile');
  }
  if (code === undefined) inBackground(tellCanceled(label, refusal === null), services.log);
  else inBackground(tellResult(services, path), services.log);
  if (refusal === null && code === INCOMPLETE && run.arguments.includes(FIT)) {
    const message = l10n.t('The power trace of {0} is incomplete. See the terminal for the reason.', label);
    inBackground(offer(window.showWarningMessage, message, ways.showOutput()), services.log);
  }
  await suggestIgnore(services, dirname(path));
  return refusal === null && code !== undefined;
}

/** Repeats the run of a profile with all runs that the settings ask for, and replaces the profile. */
export async function measureMorePrecisely(services: Services, path: string | undefined): Promise<void> {
  if (path === undefined || (await isRefused())) return;
  const run = runOf(services.context, path);
  if (run === undefined)
    throw new FailureWithWays(
      l10n.t(
        'How {0} was run is not known here any more. Profile it again.',
        nameOf(await services.ask('ProfilesRequest'), path),
      ),
    );
  if (!(await saveAll())) return;
  // Nothing is lost if this ends early: hidden files are not listed.
  const scratch = join(dirname(path), `.${basename(path)}`);
  const given = ['profile', '--out', scratch, ...run.arguments];
  try {
    const code = await runTask(services, run.label, run.folder, given, {
      title: l10n.t('Measure {0} more precisely', run.label),
    });
    if (code === undefined) return;
    if (!existsSync(scratch)) throw notProfiled(run.label);
    renameSync(scratch, path);
  } finally {
    rmSync(scratch, { force: true });
  }
  await showProfile(services, path);
  inBackground(tellResult(services, path), services.log);
}

/** The arguments of a run with one measured run, or none where the settings want none. */
export function withOneRun(given: readonly string[]): readonly string[] {
  const at = given.indexOf('--runs') + 1;
  return given.map((word, index) => (index === at && Number(word) > 1 ? '1' : word));
}

export function notProfiled(name: string): FailureWithWays {
  return new FailureWithWays(
    l10n.t('{0} was not profiled. See the terminal for the reason.', name),
    ways.showOutput(),
  );
}

/** Once in a workspace. */
async function suggestIgnore({ context }: Services, profilesFolder: string): Promise<void> {
  const key = `ignore ${profilesFolder}`;
  if (context.workspaceState.get(key) === true || !isSeenByGit(profilesFolder)) return;
  await context.workspaceState.update(key, true);
  const ignore = l10n.t('Ignore Profiles');
  const message = l10n.t(
    'Profiles belong to this machine. Keep them out of Git with a .gitignore file in .jouleline?',
  );
  if ((await window.showInformationMessage(message, ignore)) === ignore) ignoreProfiles(profilesFolder);
}

/** The button for a program that failed, and may have lacked arguments. */
function waysToSetArguments(
  { readsArguments, arguments: [kind] }: ProfileTarget,
  folder: string,
  place: readonly unknown[],
): readonly Way[] {
  const title = l10n.t('Set Arguments…');
  if (kind === '--launch') {
    const file = Uri.file(join(folder, '.vscode', 'launch.json'));
    return [{ title, command: 'vscode.open', arguments: [file] }];
  }
  return readsArguments ? [{ title, command: 'jouleline.profile', arguments: [...place, 'arguments'] }] : [];
}

/** Saves Java files before a run, as editors do: a run would not see what is not saved. False if one was not saved. */
export async function saveAll(except?: TextDocument): Promise<boolean> {
  const unsaved = workspace.textDocuments.filter(
    (document) => document.isDirty && document.languageId === 'java' && document !== except,
  );
  return (await Promise.all(unsaved.map((document) => document.save()))).every(Boolean);
}

/**
 * `20261121-153000-3fa9`: sorts by time, and stands in a file's name everywhere. The end is drawn anew each time: two
 * windows may begin within a second, and neither writes over the other's file.
 */
export function timestamp(now: Date): string {
  const time = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${time}-${randomBytes(2).toString('hex')}`;
}

/** Without a path the estimates. */
export async function showProfile(services: Services, path: string | undefined): Promise<void> {
  await showProfiles(services, path === undefined ? [] : [path]);
}

/** Several as one, by the order of evidence; without any the estimates. */
export async function showProfiles(services: Services, paths: readonly string[]): Promise<void> {
  const refusal = await services.ask('ShowProfilesRequest', { paths });
  services.profiles.refresh();
  if (refusal !== null) throw new Error(refusal.message);
}
