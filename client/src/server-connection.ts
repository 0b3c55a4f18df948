/**
 * The language server: started over IPC with its memory cap, restarted when it
 * ends by itself, and asked whether it speaks the same protocol.
 *
 * Loaded after activation has returned, since the language client library
 * takes most of the time that the extension needs to start.
 */
import { join } from 'node:path';
import { commands, env, extensions, l10n, window, workspace } from 'vscode';
import type { CancellationToken, Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  TransportKind,
  WorkDoneProgress,
} from 'vscode-languageclient/node';
import type {
  ErrorHandler,
  LanguageClientOptions,
  RequestType,
  RequestType0,
  ServerOptions,
} from 'vscode-languageclient/node';
import { ComparableProgramsRequest, RevisionsRequest } from '../../server/src/protocol/comparison-runs';
import {
  ComparedMethodRequest,
  CompareProfilesRequest,
  ComparisonPageRequest,
  ComparisonReportRequest,
  ExportComparisonRequest,
} from '../../server/src/protocol/comparisons';
import { PROTOCOL_VERSION, type InitializationOptions } from '../../server/src/protocol/handshake';
import {
  ExportHotListRequest,
  HotListRequest,
  ListsStaleNotification,
  NextHotLineRequest,
} from '../../server/src/protocol/hot-lists';
import { ImportReportRequest, ImportRequest } from '../../server/src/protocol/imports';
import {
  OverlayClearedNotification,
  OverlayNotification,
  readOverlay,
  RefreshRequest,
  type Overlay,
  type OverlayClearedParams,
} from '../../server/src/protocol/overlay';
import {
  FindInPictureRequest,
  PictureRequest,
  PictureStaleNotification,
} from '../../server/src/protocol/pictures';
import { ProfileTargetsRequest, RunningProgramsRequest } from '../../server/src/protocol/profile-targets';
import { ProfilesRequest, ShowProfilesRequest } from '../../server/src/protocol/profiles';
import {
  ClassPathNotification,
  ClearCacheRequest,
  DoctorRequest,
  ModelReportRequest,
  ModelsRequest,
  WarningNotification,
  type ServerWarning,
} from '../../server/src/protocol/server-state';
import { readHandshake } from './handshake';
import { followJavaClassPath } from './java-class-path';
import { decideRestart } from './restart-policy';
import { readMaxMemoryMB, section } from './settings';

export type ServerStatus = 'starting' | 'running' | 'stopped';

export interface ServerEvents {
  readonly onStatus: (status: ServerStatus) => void;
  readonly onOverlay: (overlay: Overlay) => void;
  /** A hover of a line's energy was shown. */
  readonly onHover: () => void;
  readonly onOverlayCleared: (cleared: OverlayClearedParams) => void;
  readonly onPictureStale: () => void;
  readonly onListsStale: () => void;
  readonly onWarning: (warning: ServerWarning) => void;
}

/**
 * The requests that commands and views send, by name. Commands don't name the protocol's own types: these would load the
 * language client library while the extension is activated.
 */
const requests = {
  clearCache: ClearCacheRequest,
  comparablePrograms: ComparableProgramsRequest,
  comparedMethod: ComparedMethodRequest,
  compareProfiles: CompareProfilesRequest,
  comparisonPage: ComparisonPageRequest,
  comparisonReport: ComparisonReportRequest,
  doctor: DoctorRequest,
  exportComparison: ExportComparisonRequest,
  exportHotList: ExportHotListRequest,
  findInPicture: FindInPictureRequest,
  hotList: HotListRequest,
  import: ImportRequest,
  importReport: ImportReportRequest,
  modelReport: ModelReportRequest,
  models: ModelsRequest,
  nextHotLine: NextHotLineRequest,
  picture: PictureRequest,
  profiles: ProfilesRequest,
  profileTargets: ProfileTargetsRequest,
  refresh: RefreshRequest,
  revisions: RevisionsRequest,
  runningPrograms: RunningProgramsRequest,
  showProfiles: ShowProfilesRequest,
} as const;

type Requests = typeof requests;
type GivenTo<T> =
  T extends RequestType<infer P, unknown, void>
    ? readonly [params: P, token?: CancellationToken]
    : readonly [];
type AnswerTo<T> =
  T extends RequestType<unknown, infer R, void> ? R : T extends RequestType0<infer R, void> ? R : never;

export interface ServerConnection {
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Sends a request. Fails with a message for the user while the server is not running. */
  readonly ask: <K extends keyof Requests>(
    request: K,
    ...given: GivenTo<Requests[K]>
  ) => Promise<AnswerTo<Requests[K]>>;
  /** Tells the progress that the server reports for a token of a request. */
  readonly onProgress: (token: string, told: (message: string) => void) => Disposable;
}

export async function connectToServer(
  context: ExtensionContext,
  log: LogOutputChannel,
  events: ServerEvents,
): Promise<ServerConnection> {
  /** Ends that the server came to by itself; a restart that the user asks for forgets them. */
  let ends: readonly number[] = [];
  let agreed = false;
  let classPath: { readonly dispose: () => void } | undefined;

  const errorHandler: ErrorHandler = {
    error: (_error, _message, count) => ({
      action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
      handled: true,
    }),
    closed: () => {
      const decision = decideRestart(ends, Date.now());
      ends = decision.ends;
      if (decision.restart) {
        const message = `The server ended by itself (${ends.length} times lately): starting it again.`;
        return { action: CloseAction.Restart, message, handled: true };
      }
      void offerRestart();
      return { action: CloseAction.DoNotRestart, message: 'The server ended too often.', handled: true };
    },
  };

  const offerRestart = async (): Promise<void> => {
    const [again, showLog] = [l10n.t('Restart'), l10n.t('Show Log')];
    const message = l10n.t(
      'The Jouleline server stopped {0} times in three minutes and was not restarted.',
      ends.length,
    );
    const answer = await window.showErrorMessage(message, again, showLog);
    if (answer === again) await restart();
    if (answer === showLog) log.show();
  };

  /** A new client each time, so that a changed memory cap counts. */
  const createClient = (): LanguageClient => {
    const client = new LanguageClient(
      section,
      'Jouleline',
      serverOptions(context),
      clientOptions(context, log, errorHandler, events.onHover),
    );
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Starting) events.onStatus('starting');
      if (newState === State.Stopped || newState === State.StartFailed) events.onStatus('stopped');
      if (newState === State.Running) {
        agreed = checkHandshake(client, log);
        events.onStatus(agreed ? 'running' : 'stopped');
      }
      classPath?.dispose();
      classPath = newState === State.Running && agreed ? sendClassPath(client, log) : undefined;
    });
    client.onNotification(OverlayNotification, (overlay) => {
      if (agreed && overlay.protocolVersion === PROTOCOL_VERSION) events.onOverlay(readOverlay(overlay));
    });
    client.onNotification(OverlayClearedNotification, events.onOverlayCleared);
    client.onNotification(PictureStaleNotification, events.onPictureStale);
    client.onNotification(ListsStaleNotification, events.onListsStale);
    client.onNotification(WarningNotification, events.onWarning);
    return client;
  };

  const start = async (): Promise<void> => {
    try {
      await client.start();
      if (!agreed) await stop();
    } catch (error) {
      log.error(`The server did not start: ${String(error)}`);
      events.onStatus('stopped');
    }
  };
  const stop = async (): Promise<void> => {
    try {
      await client.dispose();
    } catch (error) {
      log.debug(`The server had already ended: ${String(error)}`);
    }
  };
  const restart = async (): Promise<void> => {
    ends = [];
    events.onStatus('starting');
    await stop();
    client = createClient();
    await start();
  };
  const running = (): LanguageClient => {
    if (client.isRunning() && agreed) return client;
    throw new Error(
      l10n.t('The Jouleline server is not running. Restart it, or see its log for the reason.'),
    );
  };

  let client = createClient();
  await start();
  return {
    restart,
    stop,
    ask: async (request, ...[params, token]) => {
      const { method } = requests[request];
      return params === undefined
        ? running().sendRequest(method)
        : running().sendRequest(method, params, token);
    },
    onProgress: (token, told) =>
      running().onProgress(WorkDoneProgress.type, token, (progress) => {
        if (progress.kind === 'report' && progress.message !== undefined) told(progress.message);
      }),
  };
}

/** A server that was started again knows nothing of what the one before it was told. */
function sendClassPath(client: LanguageClient, log: LogOutputChannel): { readonly dispose: () => void } {
  return followJavaClassPath({
    activate: async () => extensions.getExtension<unknown>('redhat.java')?.activate(),
    folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
    send: (elements) => {
      client.sendNotification(ClassPathNotification, { elements }).catch((error: unknown) => {
        log.debug(`The server was not told the class path: ${String(error)}`);
      });
    },
    log: (message) => {
      log.info(message);
    },
  });
}

function serverOptions(context: ExtensionContext): ServerOptions {
  const options = { execArgv: [`--max-old-space-size=${readMaxMemoryMB()}`] };
  const run = {
    module: join(context.extensionPath, 'dist', 'server.js'),
    transport: TransportKind.ipc,
    options,
  };
  return { run, debug: run };
}

function clientOptions(
  context: ExtensionContext,
  log: LogOutputChannel,
  errorHandler: ErrorHandler,
  onHover: () => void,
): LanguageClientOptions {
  const initializationOptions: InitializationOptions = {
    protocolVersion: PROTOCOL_VERSION,
    profileCommand: `${section}.profile`,
    measureChangeCommand: `${section}.measureChange`,
    showsWarnings: true,
    storagePath: context.globalStorageUri.fsPath,
    ...(l10n.uri && { l10nBundle: l10n.uri.fsPath }),
  };
  return {
    documentSelector: [
      { language: 'java', scheme: 'file' },
      { language: 'java', scheme: 'untitled' },
    ],
    initializationOptions,
    outputChannel: log,
    errorHandler,
    middleware: {
      provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        if (hover) onHover();
        return hover;
      },
    },
    initializationFailedHandler: (error) => {
      log.error(`The server refused to start: ${String(error)}`);
      return false;
    },
  };
}

/** Says what to do when the two differ: most often the window still runs the extension of before an update. */
function checkHandshake(client: LanguageClient, log: LogOutputChannel): boolean {
  const handshake = readHandshake(client.initializeResult?.capabilities.experimental, PROTOCOL_VERSION);
  if (handshake.kind === 'agreed') {
    log.info(`Server ${handshake.serverVersion} is running, protocol ${PROTOCOL_VERSION} (${env.appName}).`);
    return true;
  }
  const theirs = handshake.serverProtocol === undefined ? l10n.t('none') : String(handshake.serverProtocol);
  const message = l10n.t(
    'Jouleline can’t show anything because its server has protocol version {0} and the extension has {1}. Reload the window. If that doesn’t help, reinstall the extension.',
    theirs,
    PROTOCOL_VERSION,
  );
  const reload = l10n.t('Reload Window');
  log.error(message);
  void window.showErrorMessage(message, reload).then((answer) => {
    if (answer === reload) void commands.executeCommand('workbench.action.reloadWindow');
  });
  return false;
}
