/**
 * Entry of the extension: wires the overlays, the painter, the status bar and
 * the commands, and starts the server behind them.
 *
 * Activation does no work that can wait: the language client library and the
 * server are loaded after it has returned.
 */
import { commands, l10n, window, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { registerCommands } from './commands/register-commands';
import { createPainter } from './decorations';
import { createFailureTeller, offer, ways } from './failures';
import { markDone } from './milestones';
import { withoutLinks } from './plain-message';
import { createOpenedTexts } from './opened-texts';
import { createOverlays } from './overlays';
import { createComparisonEditors } from './panels/comparison-editor';
import { createLegendPanel } from './panels/legend';
import { createHotListsView } from './panels/hot-lists';
import { createProfilesView } from './panels/profiles-view';
import { createEnergyMapPanel } from './panels/energy-map';
import { createReportDocuments } from './panels/report-document';
import type { ServerConnection, ServerStatus } from './server-connection';
import { isEnabled } from './settings';
import { createStatusBar } from './status-bar';

let connecting: Promise<ServerConnection> | undefined;

export function activate(context: ExtensionContext): void {
  const began = performance.now();
  const log = window.createOutputChannel('Jouleline', { log: true });
  const openedTexts = createOpenedTexts();
  const overlays = createOverlays();
  const painter = createPainter(overlays);
  const statusBar = createStatusBar(overlays);
  const legend = createLegendPanel(overlays);
  const reports = createReportDocuments();
  let status: ServerStatus = 'starting';
  const tellFailure = createFailureTeller(log, () => status);

  const connect = async (): Promise<ServerConnection> => {
    // Lets activation return before the library is evaluated.
    await new Promise(setImmediate);
    const { connectToServer } = await import('./server-connection');
    return connectToServer(context, log, {
      onStatus: (next) => {
        status = next;
        statusBar.showServerStatus(next);
      },
      onOverlay: (overlay) => {
        overlays.receive(overlay);
        markDone('open');
      },
      onHover: () => {
        markDone('hover');
      },
      onOverlayCleared: overlays.receiveCleared,
      onPictureStale: () => {
        energyMap.pictureIsStale();
      },
      onListsStale: () => {
        lists.listsAreStale();
      },
      onWarning: ({ message, setting }) => {
        void offer(window.showWarningMessage, withoutLinks(message), ways.setting(setting), ways.showLog());
      },
    });
  };
  connecting = connect();
  connecting.catch((error: unknown) => {
    status = 'stopped';
    statusBar.showServerStatus(status);
    log.error(
      `The server could not be started: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  });
  const connection = (): Promise<ServerConnection> =>
    connecting ?? Promise.reject(new Error('not activated'));

  const profiles = createProfilesView(context.workspaceState, connection, tellFailure);
  const energyMap = createEnergyMapPanel(context, connection, tellFailure);
  const comparisons = createComparisonEditors({
    context,
    connection,
    tellFailure,
    compared: ({ sides, headline }) => profiles.remember({ sides, headline, made: new Date().toISOString() }),
  });
  const lists = createHotListsView(context, connection, tellFailure);
  context.subscriptions.push(
    log,
    profiles,
    lists,
    openedTexts,
    overlays,
    painter,
    statusBar,
    legend,
    energyMap,
    comparisons,
    reports,
    ...registerCommands({
      context,
      log,
      openedTexts,
      overlays,
      legend,
      energyMap,
      comparisons,
      reports,
      profiles,
      lists,
      connection,
      serverStatus: () => status,
      tellFailure,
    }),
    workspace.onDidChangeConfiguration((change) => {
      const looks = ['enable', 'display', 'opacity', 'overviewRuler', 'endOfLineText'];
      if (looks.some((key) => change.affectsConfiguration(`jouleline.${key}`))) painter.restyle();
      if (change.affectsConfiguration('jouleline.enable')) {
        statusBar.refresh();
        void askForMissingOverlays();
      }
      if (change.affectsConfiguration('jouleline.server.maxMemoryMB')) void offerRestart();
    }),
  );

  /** After switching on: a server that had nothing to show may have sent nothing since. */
  const askForMissingOverlays = async (): Promise<void> => {
    const missing = window.visibleTextEditors
      .map((editor) => editor.document)
      .filter((document) => isEnabled(document) && overlays.stateOf(document)?.shown.kind !== 'overlay');
    if (missing.length === 0 || status !== 'running') return;
    const server = await connection();
    await Promise.all(missing.map((document) => server.ask('refresh', { uri: document.uri.toString() })));
  };

  log.info(`Activated in ${Math.round(performance.now() - began)} ms.`);
}

export async function deactivate(): Promise<void> {
  await (await connecting)?.stop();
}

async function offerRestart(): Promise<void> {
  const restart = l10n.t('Restart');
  const message = l10n.t('The new memory limit takes effect after the Jouleline server restarts.');
  if ((await window.showInformationMessage(message, restart)) === restart) {
    await commands.executeCommand('jouleline.restartServer');
  }
}
