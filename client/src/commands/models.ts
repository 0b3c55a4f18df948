/** Cost models: the user chooses one, looks at how good the chosen one is, or is offered one that was made here. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationTarget, l10n, ProgressLocation, Uri, ViewColumn, window, workspace } from 'vscode';
import { pickOne } from '../dialogs';
import { FailureWithWays, offer, ways, type Way } from '../failures';
import { makeNonce } from '../panels/script-page';
import { readConfiguration, writeSetting } from '../settings';
import { CommandLine, environmentOfPrograms } from './command-line';
import { variablesOfTerminals } from './run-task';
import type { Services } from './services';

/** The methods of a report of several models. */
const MOST_METHODS = 200;

/** Lets the user choose the cost model, and writes it into the settings. */
export async function chooseModel(services: Services): Promise<void> {
  const picked = await pickOne(
    await services.ask('ModelsRequest'),
    ({ selected, title, isLocal, machine, source }) => ({
      label: `$(${selected ? 'check' : 'blank'}) ${title}`,
      description: isLocal ? l10n.t('this machine') : machine,
      detail: `      ${source}`,
    }),
    {
      title: l10n.t('Cost model'),
      placeHolder: l10n.t('The model that gives the energy of each operation'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked && !picked.selected) await writeSetting('model', picked.id, window.activeTextEditor?.document);
}

/** Shows what the counts that are shown, or estimates, cost by several models side by side. */
export async function compareModels(services: Services): Promise<void> {
  const models = await services.ask('ModelsRequest');
  const items = models.map(({ name, title, machine, selected }) => ({
    label: title,
    description: machine,
    picked: selected,
    name,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Compare Cost Models'),
    placeHolder: l10n.t('Two or more models, which stand side by side'),
    canPickMany: true,
    matchOnDescription: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const [folder] = folders;
  if (folder === undefined) throw new FailureWithWays(l10n.t('Open a folder first.'), ways.openFolder());
  const shown = (await services.ask('ProfilesRequest')).filter(({ isShown }) => isShown);
  const [profile] = shown.length === 1 ? shown.filter(({ kind }) => kind === 'counted') : [];
  const out = join(mkdtempSync(join(tmpdir(), 'jouleline-models-')), 'report.txt');
  const title = l10n.t('{0} by several models', profile?.name ?? l10n.t('Estimates'));
  const running = new CommandLine({
    script: join(services.context.extensionPath, 'dist', 'cli.js'),
    arguments: [
      ...['report', '--model', chosen.map(({ name }) => name).join(','), '--top', String(MOST_METHODS)],
      ...(profile === undefined ? [] : ['--profile', profile.path]),
      ...['--out', out, ...folders],
    ],
    folder,
    environment: environmentOfPrograms(process.env, variablesOfTerminals()),
  });
  let printed = '';
  running.openScreen({
    print: (text) => {
      printed += text;
    },
    end: () => undefined,
  });
  try {
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    const code = await window.withProgress(options, (_, token) => {
      token.onCancellationRequested(() => {
        running.cancel();
      });
      return running.ended;
    });
    if (code === undefined) return;
    if (!existsSync(out)) throw new FailureWithWays(printed.trim());
    await services.reports.show(title, `# ${title}\n\n\`\`\`\n${readFileSync(out, 'utf8')}\`\`\`\n`);
  } finally {
    running.dispose();
    rmSync(dirname(out), { recursive: true, force: true });
  }
}

/** Shows the report of the chosen model: a page that the server makes, and that can be saved as it is. */
export async function showModelReport(services: Services): Promise<void> {
  const nonce = makeNonce();
  const { title, html } = await services.ask('ModelReportRequest', { nonce });
  const panel = window.createWebviewPanel('jouleline.modelReport', title, ViewColumn.Active, {
    enableScripts: false,
    localResourceRoots: [],
  });
  panel.webview.html = html;
  const save = l10n.t('Save as HTML…');
  const answer = await window.showInformationMessage(
    l10n.t('The model report can be saved as a single HTML file.'),
    save,
  );
  if (answer !== save) return;
  const target = await window.showSaveDialog({
    filters: { HTML: ['html'] },
    defaultUri: Uri.file('model-report.html'),
  });
  if (target !== undefined) await workspace.fs.writeFile(target, Buffer.from(html));
}

/** The folder of the models that are made here, which is kept with the extension. */
export function makeModelsFolder({ context }: Services): string {
  const folder = join(context.globalStorageUri.fsPath, 'models');
  mkdirSync(folder, { recursive: true });
  return folder;
}

interface MadeModel {
  /** The message to the user. */
  readonly told: string;
  /** False for a model that failed its check, which is none to choose. */
  readonly isSound: boolean;
  /** The way to make it anew. */
  readonly again?: Way;
}

/** Tells of a new model, and lets the user choose it. */
export async function offerModel(
  out: string,
  id: string,
  { told, isSound, again }: MadeModel,
): Promise<void> {
  if (!isSound) {
    await offer(window.showWarningMessage, told, ways.showOutput(), ...(again === undefined ? [] : [again]));
    return;
  }
  const known = readConfiguration().inspect<readonly string[]>('modelFiles')?.globalValue ?? [];
  if (!known.includes(out))
    await readConfiguration().update('modelFiles', [...known, out], ConfigurationTarget.Global);
  const use = l10n.t('Use New Model');
  if ((await window.showInformationMessage(told, use)) === use)
    await writeSetting('model', id, window.activeTextEditor?.document);
}
