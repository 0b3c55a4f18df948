/**
 * Entry of the extension: wires the overlays, the painter, the status bar and
 * the commands, and starts the server behind them.
 *
 * Activation does no work that can wait: the language client library and the
 * server are loaded after it has returned.
 */
import { commands, l10n, window, workspace, type Disposable, type ExtensionContext } from 'vscode';
import { registerCommands } from './commands/register-commands';
import { Painter } from './decorations';
import { createFailureTeller, inBackground, offer, ways } from './failures';
import { followMilestones, markDone } from './milestones';
import { withoutLinks } from './foreign-text';
import { createOpenedTexts } from './opened-texts';
import { createOverlays } from './overlays';
import { recordCalls } from './commands/compare-runs';
import { ComparisonEditors } from './panels/comparison-editor';
import { openFilesByClick } from './panels/opened-files';
import { createLegendPanel } from './panels/legend';
import { HotListsView } from './panels/hot-lists';
import { ProfilesView } from './panels/profiles-view';
import { EnergyMapPanel } from './panels/energy-map';
import { createReportDocuments } from './panels/report-document';
import { profileTest } from './commands/profile';
import type { Services } from './commands/services';
import type { Ask, ServerConnection, ServerStatus } from './server-connection';
import { offerTestProfile } from './java-tests';
import { isEnabled } from './settings';
import { createStatusBar, type StatusBar } from './status-bar';

let connecting: Promise<ServerConnection> | undefined;

export function activate(context: ExtensionContext): void {
  const began = performance.now();
  const log = window.createOutputChannel('Jouleline', { log: true });
  const openedTexts = createOpenedTexts();
  const overlays = createOverlays();
  const painter = new Painter(overlays);
  const statusBar = createStatusBar(overlays);
  const legend = createLegendPanel(overlays);
  const reports = createReportDocuments();
  let status: ServerStatus = 'starting';
  const serverStatus = (): ServerStatus => status;
  const showStatus = (next: ServerStatus): void => {
    status = next;
    statusBar.showServerStatus(next);
  };
  const tellFailure = createFailureTeller(log, serverStatus);

  connecting = connect(() => services, showStatus);
  connecting.catch((error: unknown) => {
    showStatus('stopped');
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(`The server could not be started: ${reason}`);
  });
  const connection = (): Promise<ServerConnection> =>
    connecting ?? Promise.reject(new Error('not activated'));
  const ask: Ask = async (request, ...given) => (await connection()).ask(request, ...given);

  const panel = { context, ask, tellFailure };
  const profiles = new ProfilesView(panel);
  const energyMap = new EnergyMapPanel(panel);
  const comparisons = new ComparisonEditors({
    ...panel,
    compared: ({ sides, headline }) => profiles.remember({ sides, headline, made: new Date().toISOString() }),
    recordCalls: (paths) => recordCalls(services, paths),
  });
  const lists = new HotListsView(panel);
  const parts = { log, openedTexts, overlays, legend, energyMap, comparisons, reports, profiles, lists };
  const services: Services = { ...panel, ...parts, connection, serverStatus };
  context.subscriptions.push(
    ...Object.values(parts),
    painter,
    statusBar,
    ...registerCommands(services),
    offerTestProfile((test, canceled) => profileTest(services, test, canceled), log),
    openFilesByClick(services),
    followSettings(services, painter, statusBar),
    followMilestones(context.globalState),
  );
  log.info(`Activated in ${Math.round(performance.now() - began)} ms.`);
}

/** Starts the server, and passes on what it sends. The services are complete by then. */
async function connect(
  services: () => Services,
  onStatus: (status: ServerStatus) => void,
): Promise<ServerConnection> {
  // Lets activation return before the library is evaluated.
  await new Promise(setImmediate);
  const { ServerConnection } = await import('./server-connection');
  const { context, log, overlays, energyMap, lists } = services();
  const server = new ServerConnection(context, log, {
    onStatus,
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
      const offered = [ways.setting(setting), ways.showLog()];
      inBackground(offer(window.showWarningMessage, withoutLinks(message), ...offered), log);
    },
  });
  await server.start();
  return server;
}

function followSettings(services: Services, painter: Painter, statusBar: StatusBar): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    const looks = ['enable', 'look', 'display', 'opacity', 'overviewRuler', 'endOfLineText'];
    if (looks.some((key) => change.affectsConfiguration(`jouleline.${key}`))) painter.restyle();
    if (change.affectsConfiguration('jouleline.enable')) {
      statusBar.refresh();
      inBackground(askForMissingOverlays(services), services.log);
    }
    if (change.affectsConfiguration('jouleline.server.maxMemoryMB'))
      inBackground(offerRestart(), services.log);
  });
}

/** Asks for overlays after switching on: a server that had nothing to show may have sent nothing since. */
async function askForMissingOverlays({ overlays, ask, serverStatus }: Services): Promise<void> {
  const missing = window.visibleTextEditors
    .map((editor) => editor.document)
    .filter((document) => isEnabled(document) && overlays.stateOf(document)?.shown.kind !== 'overlay');
  if (missing.length === 0 || serverStatus() !== 'running') return;
  await Promise.all(missing.map((document) => ask('RefreshRequest', { uri: document.uri.toString() })));
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
