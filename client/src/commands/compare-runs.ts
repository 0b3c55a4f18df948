/**
 * "Compare With Git Revision" and "Compare Two Programs": profiles both sides first, and shows what differs.
 *
 * The command line does the work, as for a profile (run-task.ts): it checks revisions out among the temporary files, builds
 * and runs them there, and removes them again, also where its task is canceled. The workspace gets both profiles only.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import type { ComparableProgram, Revision } from '../../../server/src/protocol/comparisons';
import { pickOne } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import { revealJavaEditor } from '../editors';
import { splitWords } from '../../../server/src/base/split-words';
import { section } from '../settings';
import { showComparison } from './compare-profiles';
import { makeProfilesFolder } from './git-ignore';
import { chooseTarget, isRefused, nameForFile, saveAll, timestamp } from './profile';
import { runTask } from './run-task';
import type { Services } from './services';

/**
 * Compares two revisions of the repository that holds the editor's file, by a program or test that reaches
 * the method at the cursor.
 */
export async function compareWithRevision(services: Services): Promise<void> {
  if (await isRefused()) return;
  const editor = await revealJavaEditor();
  if (editor?.document.uri.scheme !== 'file')
    throw new FailureWithWays(l10n.t('Open a Java file in a Git repository to compare its revisions.'));
  const { document, selection } = editor;
  const { revisions, problem } = await services.ask('RevisionsRequest', { uri: document.uri.toString() });
  if (problem !== '')
    throw new FailureWithWays(problem, ways.again(l10n.t('Compare Two Programs'), 'comparePrograms'));
  const before = await pickRevision(revisions, l10n.t('Compare: before'), undefined);
  if (before === undefined) return;
  const after = await pickRevision(revisions, l10n.t('Compare: after'), before);
  if (after === undefined) return;
  const plan = await services.ask('ProfileTargetsRequest', {
    uri: document.uri.toString(),
    line: selection.active.line,
  });
  const target = await chooseTarget(services, plan);
  if (target === undefined) return;
  const title = l10n.t('Compare {0}: {1} → {2}', target.label, before, after);
  const libraries = workspace.getConfiguration(section).get<readonly string[]>('classPath', []);
  await compareRuns(services, title, plan.folder, plan.profilesFolder, [before, after], target.label, [
    ...['--git', before, '--git', after],
    ...libraries.flatMap((path) => ['--class-path', resolve(plan.folder, path)]),
    ...withCalls(plan.common),
    ...target.arguments,
  ]);
}

/** Compares programs that run with the same arguments and the same input. */
export async function comparePrograms(services: Services): Promise<void> {
  if (await isRefused()) return;
  if (!(await saveAll())) return;
  const { programs, common, profilesFolder } = await services.ask('ComparableProgramsRequest');
  const [folder] = workspace.workspaceFolders ?? [];
  if (folder === undefined || programs.length < 2)
    throw new FailureWithWays(
      l10n.t(
        'A comparison needs two programs. Classes with a main method in this workspace: {0}.',
        programs.length,
      ),
    );
  const first = await pickProgram(programs, l10n.t('Compare: the first program'));
  if (first === undefined) return;
  const rest = programs.filter((each) => each !== first);
  const second = await pickProgram(rest, l10n.t('Compare: the second program'));
  const workload = second && (await askWorkload());
  if (second === undefined || workload === undefined) return;
  const both = [first, second];
  const title = l10n.t('Compare {0} and {1}', first.main, second.main);
  const sources = [...new Set(both.map(({ source }) => source))];
  const names = both.map(({ main }) => main);
  await compareRuns(services, title, folder.uri.fsPath, profilesFolder, names, '', [
    ...both.flatMap(({ main, folder: own }) => ['--program', `${main}@${own}`]),
    ...sources.flatMap((source) => ['--source', source]),
    '--build',
    ...withCalls(common),
    ...(workload.input === undefined ? [] : ['--input', workload.input]),
    '--',
    ...workload.arguments,
  ]);
}

/**
 * Makes runs record their calls: tasks are found by calls, and without this option profiles may hold none. A
 * trace stays one.
 */
function withCalls(common: readonly string[]): readonly string[] {
  return common[common.indexOf('--record') + 1] === 'trace' ? common : [...common, '--record', 'tree'];
}

async function compareRuns(
  services: Services,
  title: string,
  folder: string,
  profilesFolder: string,
  names: readonly string[],
  of: string,
  args: readonly string[],
): Promise<void> {
  makeProfilesFolder(profilesFolder);
  const time = timestamp(new Date());
  const [before = '', after = ''] = names.map((name, index) => {
    const words = [...(of === '' ? [] : [of]), name].map(nameForFile);
    return join(profilesFolder, `${[...words, time, String(index + 1)].join('-')}.json`);
  });
  const outs = ['--out', before, '--out', after];
  const code = await runTask(services, title, folder, ['diff', ...outs, ...args], { title });
  services.profiles.refresh();
  if (existsSync(before) && existsSync(after)) {
    await showComparison(services, before, after);
    return;
  }
  if (code !== undefined)
    throw new FailureWithWays(
      l10n.t('{0}: there is no result. See the terminal for the reason.', title),
      ways.showOutput(),
    );
}

interface RevisionItem extends QuickPickItem {
  /** Absent where it is to be typed. */
  readonly revision?: string;
}

async function pickRevision(
  revisions: readonly Revision[],
  title: string,
  other: string | undefined,
): Promise<string | undefined> {
  const head: RevisionItem = { label: 'HEAD', description: l10n.t('the working tree'), revision: 'HEAD' };
  const items: readonly RevisionItem[] = [
    ...(other === undefined ? [] : [head]),
    ...revisions.map(({ name, hash, subject, date }) => ({
      label: name,
      description: name === hash.slice(0, name.length) ? '' : hash.slice(0, 8),
      detail: `${date.slice(0, 10)} · ${subject}`,
      revision: name,
    })),
    { label: l10n.t('$(edit) Another Revision…') },
  ];
  const picked = await window.showQuickPick(
    items.filter(({ revision }) => revision === undefined || revision !== other),
    {
      title,
      placeHolder: l10n.t('Jouleline checks it out, builds it and runs it in a temporary folder'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked === undefined || picked.revision !== undefined) return picked?.revision;
  const typed = await window.showInputBox({ title, prompt: l10n.t('A branch, a tag, HEAD~1, or a hash') });
  return typed?.trim() === '' ? undefined : typed?.trim();
}

async function pickProgram(
  programs: readonly ComparableProgram[],
  title: string,
): Promise<ComparableProgram | undefined> {
  const options = { title, matchOnDescription: true };
  return pickOne(programs, ({ main, place }) => ({ label: main, description: place }), options);
}

interface Workload {
  readonly arguments: readonly string[];
  readonly input: string | undefined;
}

/** `undefined` where nobody chose. */
async function askWorkload(): Promise<Workload | undefined> {
  const title = l10n.t('Compare: workload for both programs');
  const typed = await window.showInputBox({
    title,
    prompt: l10n.t('Arguments for both programs. Put arguments with spaces in quotes.'),
    validateInput: (text) => (splitWords(text) === undefined ? l10n.t('A quote is not closed.') : ''),
  });
  const given = typed === undefined ? undefined : splitWords(typed);
  if (given === undefined) return undefined;
  const file = l10n.t('A File…');
  const nothing = l10n.t('No Input');
  const choice = await window.showQuickPick([nothing, file], {
    title,
    placeHolder: l10n.t('Standard input of both programs'),
  });
  if (choice === undefined) return undefined;
  if (choice === nothing) return { arguments: given, input: undefined };
  const [chosen] = (await window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  return chosen instanceof Uri ? { arguments: given, input: chosen.fsPath } : undefined;
}
