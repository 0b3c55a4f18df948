/**
 * Import Recordings: other tools' files, chosen, dropped or named in the
 * explorer, are read by the server, laid on the sources, saved and shown.
 */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { l10n, ProgressLocation, Uri, window } from 'vscode';
import { withDefined } from '../../../server/src/base/check';
import { isolateName } from '../../../server/src/base/split-words';
import type { ImportAnswer, ImportParams } from '../../../server/src/protocol/imports';
import { askQuestions, chooseToRead } from '../dialogs';
import { FailureWithWays, inBackground, ways } from '../failures';
import { markDone } from '../milestones';
import { withoutLinks } from '../foreign-text';
import type { Answers, PossibleAnswer, Question } from '../questions';
import { showProfiles } from './profile';
import type { Services } from './services';

type Wishes = Pick<ImportParams, 'energy' | 'power' | 'device' | 'lines' | 'spread'>;

/** Without files it asks for them, and for what they do not say. */
export async function importRecordings(services: Services, given: readonly Uri[]): Promise<void> {
  const chosen = given.length === 0 ? await askWhat() : { uris: given, wishes: {} };
  if (chosen === undefined) return;
  await tell(services, await importFiles(services, chosen));
}

/** Imports one file that is opened, and shows its summary in the place of a message. */
export async function importFile(services: Services, uri: Uri): Promise<void> {
  const answer = await importFiles(services, { uris: [uri], wishes: {} });
  if (answer.kind === 'done') await services.reports.show(titleOf(basename(uri.path)), answer.report);
  else inBackground(tell(services, answer), services.log);
}

/** Imports one file to be compared, and answers the path of what was saved; undefined if that is nothing, which it says. */
export async function importedPath(services: Services, uri: Uri): Promise<string | undefined> {
  const answer = await importFiles(services, { uris: [uri], wishes: {} });
  if (answer.kind === 'done') return answer.path;
  await tell(services, answer);
  return undefined;
}

/** Imports files, and shows on the lines what they say. */
async function importFiles(services: Services, { uris, wishes }: AskedFiles): Promise<ImportAnswer> {
  const files = uris.filter(({ scheme }) => scheme === 'file');
  if (files.length === 0)
    throw new FailureWithWays(
      l10n.t('Only files on this machine can be imported. Save {0} to disk first.', uris[0]?.path ?? ''),
      ways.again(l10n.t('Choose Files…'), 'importRecordings'),
    );
  const answer = await withProgress(services, { ...wishes, paths: files.map(({ fsPath }) => fsPath) });
  if (answer.kind === 'done') {
    await showProfiles(services, [answer.path]);
    markDone('import');
  }
  return answer;
}

/**
 * The URIs of what the user chose: from the explorer the chosen file and all that are selected, from the view
 * its list.
 */
export function urisOf(first: unknown, all: unknown): readonly Uri[] {
  const uris = Array.isArray(all) ? all : [first];
  return uris.filter((each) => each instanceof Uri);
}

async function withProgress(services: Services, params: ImportParams): Promise<ImportAnswer> {
  const server = await services.connection();
  const title = l10n.t('Import Recordings');
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const workDoneToken = `import ${randomUUID()}`;
      const listener = server.onProgress(workDoneToken, (message) => {
        progress.report({ message });
      });
      try {
        return await server.ask('ImportRequest', { ...params, workDoneToken }, token);
      } finally {
        listener.dispose();
      }
    },
  );
}

/** The message goes away; the summary stays open for as long as it is read. */
async function tell(services: Services, { kind, message, report }: ImportAnswer): Promise<void> {
  if (kind === 'canceled') return;
  const summary = l10n.t('Show Summary');
  const choices = report === '' ? [] : [summary];
  const text = withoutLinks(message);
  const answer =
    kind === 'done'
      ? await window.showInformationMessage(text, ...choices)
      : await window.showErrorMessage(text, ...choices);
  if (answer === summary) await services.reports.show(l10n.t('Import Summary'), report);
}

/** Shows the summary of a saved import that was chosen in the view. */
export async function showImportSummary(services: Services, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const { title, markdown } = await services.ask('ImportReportRequest', { path });
  await services.reports.show(titleOf(title), markdown);
}

/** The title of the page about an import. */
function titleOf(name: string): string {
  return l10n.t('Summary of {0}', isolateName(name));
}

interface AskedFiles {
  readonly uris: readonly Uri[];
  readonly wishes: Wishes;
}

/** Asks for files in steps; undefined if the user gave up. Dialogues of some systems open either files or folders. */
async function askWhat(): Promise<AskedFiles | undefined> {
  const answers = await askQuestions(nextQuestion);
  if (answers === undefined) return undefined;
  const options = optionsIn(answers);
  const isFolder = answers.get('kind') === FOLDERS;
  const uris = await window.showOpenDialog({
    title: l10n.t('Import Recordings'),
    canSelectMany: true,
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    openLabel: l10n.t('Import'),
  });
  if (uris === undefined) return undefined;
  const power = options.includes('power')
    ? await chooseToRead(l10n.t('A meter recorded the power over time'))
    : undefined;
  if (options.includes('power') && power === undefined) return undefined;
  const [device, energy] = [answers.get('device'), answers.get('energy')];
  const wishes = {
    lines: options.includes('lines'),
    spread: options.includes('spread'),
    ...withDefined({
      device: device === '' ? undefined : device,
      energy: energy === undefined ? undefined : Number(energy),
      power: power?.fsPath,
    }),
  };
  return { uris, wishes };
}

const FOLDERS = 'folders';

function optionsIn(answers: Answers): readonly string[] {
  return answers.get('options')?.split(',') ?? [];
}

function nextQuestion(answers: Answers): Question | undefined {
  if (!answers.has('kind'))
    return {
      id: 'kind',
      title: l10n.t('Import Recordings'),
      placeHolder: l10n.t('Files of other tools'),
      choices: [
        {
          value: 'files',
          label: l10n.t('Files…'),
          detail: l10n.t('Recordings of profilers and tables of energy values'),
        },
        {
          value: FOLDERS,
          label: l10n.t('Folders…'),
          detail: l10n.t('JoularJX results or a folder of recordings'),
        },
      ],
    };
  if (!answers.has('options'))
    return {
      id: 'options',
      title: l10n.t('Import Options'),
      placeHolder: l10n.t('All options are optional'),
      choices: optionChoices(),
      takesSeveral: true,
    };
  const options = optionsIn(answers);
  if (options.includes('total') && !answers.has('energy'))
    return {
      id: 'energy',
      title: l10n.t('Energy of the whole run, in joules'),
      prompt: l10n.t('The samples share its energy. Without it, they are shown as shares of time.'),
      value: '',
      whatIsWrong: (text) => (Number(text) > 0 ? undefined : l10n.t('A number of joules above 0')),
    };
  if (!options.includes('device') || answers.has('device')) return undefined;
  return {
    id: 'device',
    title: l10n.t('Device name'),
    prompt: l10n.t('Recordings are only merged if they are from the same device'),
    value: '',
    whatIsWrong: () => undefined,
  };
}

/** Samples tell shares of time; what makes joules of them only the user knows. */
function optionChoices(): readonly PossibleAnswer[] {
  return [
    {
      value: 'total',
      label: l10n.t('A meter measured the whole run'),
      detail: l10n.t('The samples share its energy. Without it, they are shown as shares of time.'),
    },
    {
      value: 'power',
      label: l10n.t('A meter recorded the power over time'),
      detail: l10n.t('Each sample gets the energy that was used at its time'),
    },
    {
      value: 'device',
      label: l10n.t('Device name'),
      detail: l10n.t('Recordings are only merged if they are from the same device'),
    },
    {
      value: 'lines',
      label: l10n.t('Use line numbers from samples'),
      detail: l10n.t('Line numbers of JIT-compiled code are biased. If off, energy is shown per method.'),
    },
    {
      value: 'spread',
      label: l10n.t('Spread samples in loops over the lines of the loop'),
      detail: l10n.t(
        'Divides the samples by the operations on each line. Useful because sampled line numbers are biased.',
      ),
    },
  ];
}
