/**
 * "Profile": runs a program or test with counters, in a terminal of its own,
 * and shows its lines by what ran. The command line does the work (run-task.ts).
 */
import { join } from 'node:path';
import { l10n, Uri, window, workspace, type QuickPickItem, type TestItem, type TextDocument } from 'vscode';
import type { ProfileSummary, ProfileTarget, ProfileTargets } from '../../../server/src/protocol/profiles';
import { confirm, pickOne } from '../dialogs';
import { FailureWithWays, offer, ways, type Way } from '../failures';
import { markDone } from '../milestones';
import { revealJavaEditor } from '../editors';
import { deleteProfile } from '../panels/profiles-view';
import { ignoreProfiles, isSeenByGit, makeProfilesFolder } from './git-ignore';
import { choiceKey, withArguments } from './program-arguments';
import { runTask } from './run-task';
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

/** A test as the Test view hands it over, whichever extension found it. */
export async function profileTest(services: Services, test: unknown): Promise<void> {
  const { uri, range } = (test ?? {}) as Partial<TestItem>;
  if (uri?.path.endsWith('.java') !== true)
    throw new Error(l10n.t('This item is not a test in a Java file. Choose one of its tests.'));
  await profileMethod(services, uri.toString(), range?.start.line ?? 0);
}

/** The choices that the user is asked for although they are remembered. */
export type AskedAgain = 'nothing' | 'arguments' | 'everything';

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
  if (uri === undefined)
    throw new FailureWithWays(l10n.t('Open a Java file to profile one of its methods.'), ways.openExample());
  const at = line ?? editor?.selection.active.line ?? 0;
  if (!(await saveAll())) return;
  const plan = await services.ask('ProfileTargetsRequest', { uri: uri.toString(), line: at });
  const target = await chooseTarget(services, plan, asks);
  const preparation = target && (await prepare(plan, target));
  if (target === undefined || preparation === undefined) return;
  const out = join(plan.profilesFolder, `${nameForFile(target.label)}-${timestamp(new Date())}.json`);
  makeProfilesFolder(plan.profilesFolder);
  const code = await runTask(
    services,
    target.label,
    plan.folder,
    ['profile', '--out', out, ...plan.common, ...preparation, ...target.arguments],
    { waysOfProgram: waysToSetArguments(target, plan.folder, [uri.toString(), at]) },
  );
  const refusal = await services.ask('ShowProfilesRequest', { paths: [out] });
  services.profiles.refresh();
  if (refusal !== null && code !== undefined) throw notProfiled(target.label);
  if (refusal === null) markDone('profile');
  await suggestIgnore(services, plan.profilesFolder);
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

/** The program or test to run, with its arguments; undefined if the user chose none. */
export async function chooseTarget(
  services: Services,
  plan: ProfileTargets,
  asks: AskedAgain = 'nothing',
): Promise<ProfileTarget | undefined> {
  const chosen = await pickTarget(services, plan, asks === 'everything');
  return chosen && withArguments(services, chosen, plan, asks !== 'nothing');
}

async function pickTarget(
  { context }: Services,
  { targets, method }: ProfileTargets,
  asks: boolean,
): Promise<ProfileTarget | undefined> {
  if (targets.length === 0)
    throw new FailureWithWays(
      l10n.t(
        'No program or test in this workspace is known to reach this method. Open one and profile it, or attach to a running program.',
      ),
      { title: l10n.t('Go to File…'), command: 'workbench.action.quickOpen' },
      { title: l10n.t('Attach to a Program…'), command: 'jouleline.attach' },
    );
  const key = choiceKey({ method });
  const last = context.workspaceState.get<string>(key);
  const sorted = [...targets].sort((a, b) => Number(b.id === last) - Number(a.id === last));
  const [only, second] = sorted;
  if (second === undefined || (only?.id === last && !asks)) return only;
  const picked = await pickOne(sorted, ({ label, description }) => ({ label, description }), {
    title: l10n.t('Profile with'),
    placeHolder: l10n.t('The program or test to run'),
    matchOnDescription: true,
  });
  await context.workspaceState.update(key, picked?.id ?? last);
  return picked;
}

/**
 * Prepares a run and returns the arguments for it: builds what is stale, and fetches what runs tests. Both
 * run programs, so the user is asked first; `undefined` means that the user said no.
 */
export async function prepare(
  { stale, missingLauncher, classPath }: ProfileTargets,
  target: ProfileTarget,
): Promise<readonly string[] | undefined> {
  const args: string[] = [];
  const build = stale === null ? undefined : l10n.t('Build with {0}', stale.tool);
  const asIs = l10n.t('Run Without Rebuilding');
  if (stale !== null && build !== undefined) {
    const message = stale.isBuilt
      ? stale.sources === 1
        ? l10n.t('1 Java file has changed since the last build or was never built.')
        : l10n.t('{0} Java files have changed since the last build or were never built.', stale.sources)
      : l10n.t('This project is not built yet.');
    const ways = stale.isBuilt ? [build, asIs] : [build];
    const answer = await window.showWarningMessage(message, { modal: true }, ...ways);
    if (answer === undefined) return undefined;
    args.push(...(answer === build ? ['--build'] : classPath));
  } else args.push(...classPath);
  if (target.arguments[0] !== '--test' || missingLauncher === '') return args;
  const fetch = l10n.t('Fetch with Maven');
  const message = l10n.t(
    'Tests run with JUnit’s console launcher. Version {0} is not on this machine.',
    missingLauncher,
  );
  return (await confirm(message, fetch)) ? [...args, '--fetch-launcher'] : undefined;
}

/**
 * Saves Java files before a run, since a run would not see what is not saved. The user is asked first; the
 * result is false if the user said no.
 */
export async function saveAll(except?: TextDocument): Promise<boolean> {
  const unsaved = workspace.textDocuments.filter(
    (document) => document.isDirty && document.languageId === 'java' && document !== except,
  );
  if (unsaved.length === 0) return true;
  const save = l10n.t('Save and Profile');
  const message =
    unsaved.length === 1
      ? l10n.t('1 Java file has unsaved changes, which the profile would not include. Save it first?')
      : l10n.t(
          '{0} Java files have unsaved changes, which the profile would not include. Save them first?',
          unsaved.length,
        );
  if (!(await confirm(message, save))) return false;
  return (await Promise.all(unsaved.map((document) => document.save()))).every(Boolean);
}

/** The name of a file for a label; it is valid on every machine. */
export function nameForFile(label: string): string {
  return label.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
}

/** `20261121-153000`: sorts by time, and stands in a file's name everywhere. */
export function timestamp(now: Date): string {
  return now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
}

/**
 * Lets the user choose, from the status bar, what lines are colored by: estimates, or one of the saved
 * profiles.
 */
export async function chooseSource(services: Services): Promise<void> {
  const profiles = await services.ask('ProfilesRequest');
  const items: (QuickPickItem & { readonly path: string | undefined })[] = [
    {
      label: l10n.t('Estimate'),
      description: profiles.every(({ isShown }) => !isShown) ? l10n.t('shown') : '',
      detail: l10n.t('From the code as you type, with assumed frequencies'),
      path: undefined,
    },
    ...[...profiles].reverse().map(({ path, name, command, isShown, problem }) => ({
      label: name,
      description: isShown ? l10n.t('shown') : '',
      detail: problem === '' ? command : problem,
      path,
    })),
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Color lines by'),
    placeHolder: l10n.t('The estimate, or a profile or recording'),
  });
  if (picked === undefined) return;
  await showProfile(services, picked.path);
}

/** The path of the profile that the view gave to a command; undefined if it gave none. */
export function pathOf(profile: unknown): string | undefined {
  const path = (profile as Partial<ProfileSummary> | undefined)?.path;
  return typeof path === 'string' ? path : undefined;
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

export async function removeProfile(services: Services, path: string | undefined): Promise<void> {
  if (path === undefined || !(await deleteProfile(path))) return;
  const shown = (await services.ask('ProfilesRequest')).filter(({ isShown }) => isShown);
  await showProfiles(
    services,
    shown.map((each) => each.path),
  );
}
