/**
 * "Fit a Cost Model": fits costs to what was measured, by the command line that the extension brings, and offers the
 * model that comes of it: from profiles of a program with several inputs, a table, or a trace with the power over time.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { l10n, window } from 'vscode';
import { askQuestions, chooseToRead, confirm, nameForFile } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import type { Answers, NextQuestion, PossibleAnswer } from '../questions';
import { makeModelsFolder, offerModel } from './models';
import { runTask } from './run-task';
import type { Services } from './services';

const FILE = 'file';

export async function fitModel(services: Services): Promise<void> {
  const answers = await askQuestions(questionsOfFit);
  const chosen = answers && (await chooseData(answers));
  if (chosen === undefined) return;
  const { data, arguments: args } = chosen;
  const name = await window.showInputBox({
    title: l10n.t('Fit a Cost Model'),
    prompt: l10n.t('The name of the model in lists'),
    value: basename(data).replace(/\.\w+$/, ''),
    validateInput: (text) => (text.trim() === '' ? l10n.t('Name the model.') : undefined),
  });
  if (name === undefined) return;
  const folder = makeModelsFolder(services);
  const id = nameForFile(name);
  const out = join(folder, `${id}.json`);
  if (existsSync(out)) {
    const message = l10n.t('There is a model of this name. Fitting again replaces it.');
    if (!(await confirm(message, l10n.t('Fit Again')))) return;
  }
  // A model that is there stays until there is another.
  const scratch = join(folder, `.${id}.json`);
  const title = l10n.t('Fit a Cost Model');
  const given = ['fit', data, ...args, '--out', scratch, '--id', id, '--title', name.trim()];
  try {
    const code = await runTask(services, title, dirname(data), given, { title });
    if (code === undefined) return;
    if (!existsSync(scratch))
      throw new FailureWithWays(
        l10n.t('No model was fitted. See the terminal for the reason.'),
        ways.showOutput(),
      );
    renameSync(scratch, out);
    await offerModel(out, id, {
      told:
        code === 0
          ? l10n.t('{0} is fitted. You can choose it like any other model.', name)
          : l10n.t('{0} failed a quality check (see the terminal), and colors no line.', name),
      isSound: code === 0,
    });
  } finally {
    rmSync(scratch, { force: true });
  }
}

const questionsOfFit: NextQuestion = (answers) => {
  const data = answers.get('data');
  const title = l10n.t('Fit a Cost Model');
  const file: PossibleAnswer = { value: FILE, label: l10n.t('A File…') };
  if (data === undefined)
    return {
      id: 'data',
      title,
      placeHolder: l10n.t('What was measured'),
      choices: [
        {
          value: 'trace',
          label: l10n.t('A Trace…'),
          detail: l10n.t('A profile with a trace, and the power over time'),
        },
        {
          value: 'cases',
          label: l10n.t('A Folder of Profiles…'),
          detail: l10n.t('One program with several inputs: a cost for each operation'),
        },
        {
          value: 'application',
          label: l10n.t('A Folder of Profiles of Compiled Code…'),
          detail: l10n.t(
            'One program with several inputs: a cost for each place, good for this program alone',
          ),
        },
        {
          value: 'table',
          label: l10n.t('A Table…'),
          detail: l10n.t('CSV: a row for each case, with the executions of each operation and the energy'),
        },
      ],
    };
  if (data !== 'trace') return undefined;
  if (!answers.has('power'))
    return {
      id: 'power',
      title,
      placeHolder: l10n.t('The power over time'),
      choices: [{ value: '', label: l10n.t('Recorded With the Trace') }, file],
    };
  if (answers.has('tails')) return undefined;
  return {
    id: 'tails',
    title,
    placeHolder: l10n.t('Components that stay awake after a call'),
    choices: [{ value: '', label: l10n.t('None') }, file],
  };
};

interface ChosenData {
  readonly data: string;
  readonly arguments: readonly string[];
}

/** The files that were asked for; undefined if the user gave up. */
async function chooseData(answers: Answers): Promise<ChosenData | undefined> {
  const kind = answers.get('data');
  const isFolder = kind === 'cases' || kind === 'application';
  const data = await chooseToRead(
    isFolder ? l10n.t('Fit: the folder of profiles') : l10n.t('Fit: the measured data'),
    isFolder,
  );
  if (data === undefined) return undefined;
  const given = kind === 'table' ? [] : ['--local', ...(kind === 'application' ? ['--application'] : [])];
  const files = [
    ['--samples', answers.get('power'), l10n.t('Fit: the power over time')],
    ['--tails', answers.get('tails'), l10n.t('Fit: components that stay awake')],
  ] as const;
  for (const [option, answer, title] of files) {
    if (answer !== FILE) continue;
    const file = await chooseToRead(title);
    if (file === undefined) return undefined;
    given.push(option, file.fsPath);
  }
  return { data: data.fsPath, arguments: given };
}
