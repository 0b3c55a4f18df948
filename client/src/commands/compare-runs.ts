/**
 * "Compare With Git Revision" and "Compare Two Programs": profiles both sides first, and shows what differs.
 *
 * The command line does the work, as for a profile (run-task.ts): it checks revisions out among the temporary files, builds
 * and runs them there, and removes them again, also where its task is canceled. The workspace gets both profiles only.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { l10n, workspace } from 'vscode';
import type { ComparableProgram, Revision } from '../../../server/src/protocol/comparisons';
import { nameOf } from '../ago';
import { askQuestions, nameForFile } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import { revealJavaEditor } from '../editors';
import { splitWords } from '../../../server/src/base/split-words';
import type { Answers, PossibleAnswer, NextQuestion, Question } from '../questions';
import { section } from '../settings';
import { showComparison } from './compare-profiles';
import { makeProfilesFolder } from './git-ignore';
import { planRun } from './plan-run';
import { isRefused, notProfiled, recordedAs, saveAll, timestamp, withOneRun } from './profile';
import { rememberRun, runOf, type RepeatableRun } from './repeatable-runs';
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
  const plan = await services.ask('ProfileTargetsRequest', {
    uri: document.uri.toString(),
    line: selection.active.line,
  });
  const planned = await planRun(services, plan, { isBuilt: false, before: questionsOfRevisions(revisions) });
  if (planned === undefined) return;
  const { target, answers } = planned;
  const [before = '', after = ''] = ['before', 'after'].map((side) => revisionOf(answers, side));
  const title = l10n.t('Compare {0}: {1} → {2}', target.label, before, after);
  const libraries = workspace.getConfiguration(section).get<readonly string[]>('classPath', []);
  await compareRuns(services, title, plan.folder, plan.profilesFolder, [before, after], target.label, [
    ...['--git', before, '--git', after],
    ...libraries.flatMap((path) => ['--class-path', resolve(plan.folder, path)]),
    ...withCalls(plan.common, followsJdk()),
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
  const answers = await askQuestions(questionsOfPrograms(programs));
  const [first, second] = ['first', 'second'].map((id) => programs[Number(answers?.get(id))]);
  if (answers === undefined || first === undefined || second === undefined) return;
  const input = answers.get('input') ?? '';
  const both = [first, second];
  const title = l10n.t('Compare {0} and {1}', first.main, second.main);
  const sources = [...new Set(both.map(({ source }) => source))];
  const names = both.map(({ main }) => main);
  await compareRuns(services, title, folder.uri.fsPath, profilesFolder, names, '', [
    ...both.flatMap(({ main, folder: own }) => ['--program', `${main}@${own}`]),
    ...sources.flatMap((source) => ['--source', source]),
    '--build',
    ...withCalls(common, followsJdk()),
    ...(input === '' ? [] : ['--input', input]),
    '--',
    ...(splitWords(answers.get('arguments') ?? '') ?? []),
  ]);
}

/**
 * Runs the programs of two profiles once more, those that have no calls yet, and compares them with their calls; false if
 * that came to no end. What changed since it ran would be another program: Git may have it as it was.
 */
export async function recordCalls(services: Services, paths: readonly [string, string]): Promise<boolean> {
  if (await isRefused()) return false;
  if (!(await saveAll())) return false;
  const runs = [await runWithCalls(services, paths[0]), await runWithCalls(services, paths[1])];
  const time = timestamp(new Date());
  // Followed on one side alone, calls into the JDK would be counted there and estimated here.
  const kept = runs.filter(({ run }) => run === undefined);
  const follows = kept.length === 0 ? followsJdk() : kept.every(({ isFollowed }) => isFollowed);
  const recorded: string[] = [];
  for (const [index, { path, run }] of runs.entries()) {
    if (run === undefined) {
      recorded.push(path);
      continue;
    }
    const name = `${nameForFile(run.label)}-${time}-${index + 1}.json`;
    const again = { ...run, path: join(dirname(path), name), arguments: withCalls(run.arguments, follows) };
    const given = ['profile', '--out', again.path, ...withOneRun(again.arguments)];
    if ((await runTask(services, run.label, run.folder, given)) === undefined) return false;
    if (!existsSync(again.path)) throw notProfiled(run.label);
    await rememberRun(services.context, again);
    recorded.push(again.path);
  }
  const [before = '', after = ''] = recorded;
  await showComparison(services, before, after);
  return true;
}

/** The run of a profile, to be repeated; undefined if the profile has calls. */
async function runWithCalls(
  services: Services,
  path: string,
): Promise<{ readonly path: string; readonly run: RepeatableRun | undefined; readonly isFollowed: boolean }> {
  const { hasCalls, isFollowed, changed } = await services.ask('ProfiledCodeRequest', { path });
  if (hasCalls) return { path, run: undefined, isFollowed };
  const run = runOf(services.context, path);
  const name = nameOf(await services.ask('ProfilesRequest'), path);
  const fromNowOn = ways.setting('profile.record');
  if (run === undefined)
    throw new FailureWithWays(
      l10n.t('How {0} was run is not known here any more. Profile it again.', name),
      fromNowOn,
    );
  if (changed !== '')
    throw new FailureWithWays(
      l10n.t(
        '{0} is not as it was when {1} ran, so that a new run would be of other code. Git may have both versions.',
        changed,
        name,
      ),
      ways.again(l10n.t('Compare With Git Revision'), 'compareWithRevision'),
      fromNowOn,
    );
  return { path, run, isFollowed };
}

/**
 * Makes runs record their calls, and follow them into the JDK: tasks are found by calls, and without these options
 * profiles may hold none, or none of what they do there. A trace stays one.
 */
function withCalls(common: readonly string[], follows: boolean): readonly string[] {
  if (common[common.indexOf('--record') + 1] === 'trace') return common;
  const calls = recordedAs(common, 'tree');
  return follows && !calls.includes('--follow-jdk') ? ['--follow-jdk', 'called', ...calls] : calls;
}

function followsJdk(): boolean {
  return workspace.getConfiguration(section).get('compare.followJdk', true);
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

/** The choice of a revision that is in no list. */
const TYPED = '';

function questionsOfRevisions(revisions: readonly Revision[]): NextQuestion {
  const titles = { before: l10n.t('Compare: before'), after: l10n.t('Compare: after') };
  const head: PossibleAnswer = { value: 'HEAD', label: 'HEAD', description: l10n.t('the working tree') };
  const known = revisions.map(({ name, hash, subject, date }): PossibleAnswer => ({
    value: name,
    label: name,
    description: name === hash.slice(0, name.length) ? '' : hash.slice(0, 8),
    detail: `${date.slice(0, 10)} · ${subject}`,
  }));
  const another: PossibleAnswer = { value: TYPED, label: l10n.t('$(edit) Another Revision…') };
  const ofSide = (answers: Answers, side: 'before' | 'after'): Question | undefined => {
    const title = titles[side];
    const chosen = answers.get(side);
    if (chosen === undefined)
      return {
        id: side,
        title,
        placeHolder: l10n.t('Jouleline checks it out, builds it and runs it in a temporary folder'),
        choices: [...(side === 'before' ? [] : [head]), ...known, another].filter(
          ({ value }) => value === TYPED || side === 'before' || value !== revisionOf(answers, 'before'),
        ),
      };
    if (chosen !== TYPED || answers.has(`${side} typed`)) return undefined;
    return {
      id: `${side} typed`,
      title,
      prompt: l10n.t('A branch, a tag, HEAD~1, or a hash'),
      value: '',
      whatIsWrong: (text) => (text.trim() === '' ? l10n.t('Name a revision.') : undefined),
    };
  };
  return (answers) => ofSide(answers, 'before') ?? ofSide(answers, 'after');
}

function revisionOf(answers: Answers, side: string): string {
  const chosen = answers.get(side) ?? '';
  return chosen === TYPED ? (answers.get(`${side} typed`) ?? '').trim() : chosen;
}

/** Programs are named by their places in the list: two folders may have one of the same name. */
function questionsOfPrograms(programs: readonly ComparableProgram[]): NextQuestion {
  const choices = programs.map(({ main, place }, index): PossibleAnswer => ({
    value: String(index),
    label: main,
    description: place,
  }));
  const workload = l10n.t('Compare: workload for both programs');
  const program = (id: string, title: string, but?: string): Question => {
    const others = choices.filter(({ value }) => value !== but);
    return { id, title, placeHolder: l10n.t('A class with a main method'), choices: others };
  };
  return (answers) => {
    const first = answers.get('first');
    if (first === undefined) return program('first', l10n.t('Compare: the first program'));
    if (!answers.has('second')) return program('second', l10n.t('Compare: the second program'), first);
    if (!answers.has('arguments'))
      return {
        id: 'arguments',
        title: workload,
        prompt: l10n.t('Arguments for both programs. Put arguments with spaces in quotes.'),
        value: '',
        whatIsWrong: (text) =>
          splitWords(text) === undefined ? l10n.t('A quote is not closed.') : undefined,
      };
    if (answers.has('input')) return undefined;
    return {
      id: 'input',
      title: workload,
      placeHolder: l10n.t('Standard input of both programs'),
      choices: [
        { value: '', label: l10n.t('No Input') },
        { value: 'file', label: l10n.t('A File…'), fileTitle: workload },
      ],
    };
  };
}
