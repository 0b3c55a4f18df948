/**
 * Import Recordings: other tools' files, chosen, dropped or named in the
 * explorer, are read by the server, laid on the sources, saved and shown.
 */
import { randomUUID } from 'node:crypto';
import { l10n, ProgressLocation, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { withDefined } from '../../../server/src/base/check';
import type { ImportAnswer, ImportParams } from '../../../server/src/protocol/imports';
import { FailureWithWays, ways } from '../failures';
import { markDone } from '../milestones';
import { withoutLinks } from '../foreign-text';
import { showProfiles } from './profile';
import type { Services } from './services';

type Wishes = Pick<ImportParams, 'energy' | 'power' | 'device' | 'lines' | 'spread'>;

/** Without files it asks for them, and for what they do not say. */
export async function importRecordings(services: Services, given: readonly Uri[]): Promise<void> {
  const asks = given.length === 0;
  const chosen = asks ? await chooseFiles() : given;
  if (chosen === undefined) return;
  const files = chosen.filter(({ scheme }) => scheme === 'file');
  if (files.length === 0)
    throw new FailureWithWays(
      l10n.t('Only files on this machine can be imported. Save {0} to disk first.', chosen[0]?.path ?? ''),
      ways.again(l10n.t('Choose Files…'), 'importRecordings'),
    );
  const wishes = asks ? await askWishes() : {};
  if (wishes === undefined) return;
  const params: ImportParams = {
    ...wishes,
    paths: files.map(({ fsPath }) => fsPath),
    isTrusted: workspace.isTrusted,
  };
  const answer = await withProgress(services, params);
  if (answer.kind === 'canceled') return;
  if (answer.kind === 'done') {
    await showProfiles(services, [answer.path]);
    markDone('import');
  }
  await tell(services, answer);
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
  await services.reports.show(title, markdown);
}

/** The dialogues of some systems open either files or folders. */
async function chooseFiles(): Promise<readonly Uri[] | undefined> {
  const files = {
    label: l10n.t('Files…'),
    detail: l10n.t('Recordings of profilers and tables of energy values'),
  };
  const folders = {
    label: l10n.t('Folders…'),
    detail: l10n.t('JoularJX results or a folder of recordings'),
  };
  const title = l10n.t('Import Recordings');
  const picked = await window.showQuickPick([files, folders], { title });
  if (picked === undefined) return undefined;
  return window.showOpenDialog({
    title,
    canSelectMany: true,
    canSelectFiles: picked === files,
    canSelectFolders: picked === folders,
    openLabel: l10n.t('Import'),
  });
}

/** Samples tell shares of time; what makes joules of them only the user knows. */
async function askWishes(): Promise<Wishes | undefined> {
  const total: QuickPickItem = {
    label: l10n.t('A meter measured the whole run'),
    detail: l10n.t('The samples share its energy. Without it, they are shown as shares of time.'),
  };
  const power: QuickPickItem = {
    label: l10n.t('A meter recorded the power over time'),
    detail: l10n.t('Each sample gets the energy that was used at its time'),
  };
  const device: QuickPickItem = {
    label: l10n.t('Device name'),
    detail: l10n.t('Recordings are only merged if they are from the same device'),
  };
  const lines: QuickPickItem = {
    label: l10n.t('Use line numbers from samples'),
    detail: l10n.t('Line numbers of JIT-compiled code are biased. If off, energy is shown per method.'),
  };
  const spread: QuickPickItem = {
    label: l10n.t('Spread samples in loops over the lines of the loop'),
    detail: l10n.t(
      'Divides the samples by the operations on each line. Useful because sampled line numbers are biased.',
    ),
  };
  const picked = await window.showQuickPick([total, power, device, lines, spread], {
    title: l10n.t('Import Options'),
    placeHolder: l10n.t('All options are optional'),
    canPickMany: true,
  });
  if (picked === undefined) return undefined;
  const energy = picked.includes(total) ? await askTotal() : undefined;
  if (picked.includes(total) && energy === undefined) return undefined;
  const file = picked.includes(power)
    ? (await window.showOpenDialog({ title: power.label }))?.[0]
    : undefined;
  if (picked.includes(power) && file === undefined) return undefined;
  const name = picked.includes(device) ? await window.showInputBox({ title: device.label }) : undefined;
  if (picked.includes(device) && name === undefined) return undefined;
  return {
    lines: picked.includes(lines),
    spread: picked.includes(spread),
    ...withDefined({ device: name === '' ? undefined : name, energy, power: file?.fsPath }),
  };
}

async function askTotal(): Promise<number | undefined> {
  const given = await window.showInputBox({
    title: l10n.t('Energy of the whole run, in joules'),
    validateInput: (text) => (Number(text) > 0 ? undefined : l10n.t('A number of joules above 0')),
  });
  return given === undefined ? undefined : Number(given);
}
