/**
 * The language server: started over IPC with its memory cap, restarted when it
 * ends by itself, and asked whether it speaks the same protocol.
 *
 * Loaded after activation has returned, since the language client library
 * takes most of the time that the extension needs to start.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { commands, env, extensions, l10n, window, workspace } from 'vscode';
import type { CancellationToken, ExtensionContext, LogOutputChannel, Uri } from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  TransportKind,
  WorkDoneProgress,
} from 'vscode-languageclient/node';
import type { ErrorHandler, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';
import {
  ClassPathNotification,
  ClearCacheRequest,
  DoctorRequest,
  ModelReportRequest,
  ModelsRequest,
  WarningNotification,
} from '../../server/src/protocol/server-state';
import { ComparableProgramsRequest, RevisionsRequest } from '../../server/src/protocol/comparison-runs';
import {
  CompareProfilesRequest,
  ComparedMethodRequest,
  ComparisonPageRequest,
  ComparisonReportRequest,
  ExportComparisonRequest,
} from '../../server/src/protocol/comparisons';
import {
  ExportHotListRequest,
  HotListRequest,
  ListsStaleNotification,
  NextHotLineRequest,
} from '../../server/src/protocol/hot-lists';
import {
  FindInPictureRequest,
  PictureRequest,
  PictureStaleNotification,
} from '../../server/src/protocol/pictures';
import { ProfilesRequest, ShowProfilesRequest } from '../../server/src/protocol/profiles';
import { ProfileTargetsRequest, RunningProgramsRequest } from '../../server/src/protocol/profile-targets';
import { ImportReportRequest, ImportRequest } from '../../server/src/protocol/imports';
import {
  OverlayClearedNotification,
  OverlayNotification,
  readOverlay,
  RefreshRequest,
} from '../../server/src/protocol/overlay';
import { PROTOCOL_VERSION } from '../../server/src/protocol/handshake';
import type {
  ComparedMethod,
  ComparedMethodPlace,
  ComparedProfiles,
  ComparisonParams,
  ComparisonTarget,
} from '../../server/src/protocol/comparisons';
import type { DoctorReport, ModelDescription, ServerWarning } from '../../server/src/protocol/server-state';
import type { DrawnPicture } from '../../server/src/protocol/pictures';
import type {
  HotListPage,
  HotListParams,
  HotListQuery,
  NextHotLine,
} from '../../server/src/protocol/hot-lists';
import type { InitializationOptions } from '../../server/src/protocol/handshake';
import type { ImportAnswer, ImportParams } from '../../server/src/protocol/imports';
import type { ProfileSummary } from '../../server/src/protocol/profiles';
import type { ComparablePrograms, Revisions } from '../../server/src/protocol/comparison-runs';
import type { ProfileTargets, RunningPrograms } from '../../server/src/protocol/profile-targets';
import type { OverlayClearedParams, Overlay } from '../../server/src/protocol/overlay';
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

/** Requests fail with a message for the user while the server is not running. */
export interface ServerConnection {
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly listModels: () => Promise<readonly ModelDescription[]>;
  /** A page about the chosen model. */
  readonly reportOnModel: (nonce: string) => Promise<{ readonly title: string; readonly html: string }>;
  readonly clearCache: () => Promise<{ readonly files: number; readonly bytes: number }>;
  readonly examine: () => Promise<DoctorReport>;
  /** Of all lines of the workspace: the last that was drawn, or with `fresh` one of now. */
  readonly picture: (fresh: boolean) => Promise<DrawnPicture | undefined>;
  /** Path of a file with the lines of the last picture whose texts have the words. */
  readonly findInPicture: (words: readonly string[]) => Promise<string | undefined>;
  readonly hotList: (params: HotListParams) => Promise<HotListPage>;
  /** The line after, or before, the one of the cursor in the order of a list. */
  readonly nextHotLine: (
    query: HotListQuery,
    uri: Uri,
    line: number,
    direction: 'next' | 'previous',
  ) => Promise<NextHotLine | undefined>;
  /** Answers how many rows were written. */
  readonly exportHotList: (query: HotListQuery, path: string, format: 'csv' | 'json') => Promise<number>;
  readonly refresh: (uri: Uri) => Promise<void>;
  readonly listProfiles: () => Promise<readonly ProfileSummary[]>;
  readonly showComparisonReport: (paths: readonly [string, string]) => Promise<ComparedProfiles>;
  /** Throws a sentence for people. */
  readonly comparisonPage: (
    params: ComparisonParams,
    token: CancellationToken,
  ) => Promise<ComparedProfiles & { readonly page: string }>;
  readonly exportComparison: (comparison: ComparisonParams, target: ComparisonTarget) => Promise<void>;
  readonly placeComparedMethod: (method: ComparedMethod) => Promise<ComparedMethodPlace>;
  /** Answers why they can't be shown; without any estimates are shown again. */
  readonly showProfiles: (paths: readonly string[]) => Promise<string>;
  /** Answers why they can't be compared. */
  readonly compareProfiles: (before: string, after: string) => Promise<string>;
  readonly importFiles: (
    params: ImportParams,
    onProgress: (message: string) => void,
    token: CancellationToken,
  ) => Promise<ImportAnswer>;
  /** What a saved import placed, and what not. */
  readonly reportOnImport: (path: string) => Promise<{ readonly title: string; readonly markdown: string }>;
  readonly profileTargets: (uri: Uri, line: number) => Promise<ProfileTargets>;
  /** Of the git repository around a file. */
  readonly revisions: (uri: Uri) => Promise<Revisions>;
  readonly comparablePrograms: () => Promise<ComparablePrograms>;
  readonly runningPrograms: () => Promise<RunningPrograms>;
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
    listModels: async () => running().sendRequest(ModelsRequest),
    reportOnModel: async (nonce) => running().sendRequest(ModelReportRequest, { nonce }),
    clearCache: async () => running().sendRequest(ClearCacheRequest),
    examine: async () => running().sendRequest(DoctorRequest),
    listProfiles: async () => running().sendRequest(ProfilesRequest),
    showComparisonReport: async (paths) => running().sendRequest(ComparisonReportRequest, { paths }),
    exportComparison: async (comparison, target) => {
      await running().sendRequest(ExportComparisonRequest, { comparison, target });
    },
    placeComparedMethod: async (method) => running().sendRequest(ComparedMethodRequest, method),
    comparisonPage: async (params, token) => running().sendRequest(ComparisonPageRequest, params, token),
    showProfiles: async (paths) => running().sendRequest(ShowProfilesRequest, { paths }),
    compareProfiles: async (before, after) =>
      running().sendRequest(CompareProfilesRequest, { before, after }),
    importFiles: async (params, onProgress, token) => {
      const server = running();
      const workDoneToken = `import ${randomUUID()}`;
      const listener = server.onProgress(WorkDoneProgress.type, workDoneToken, (progress) => {
        if (progress.kind === 'report') onProgress(progress.message ?? '');
      });
      try {
        return await server.sendRequest(ImportRequest, { ...params, workDoneToken }, token);
      } finally {
        listener.dispose();
      }
    },
    reportOnImport: async (path) => running().sendRequest(ImportReportRequest, { path }),
    profileTargets: async (uri, line) =>
      running().sendRequest(ProfileTargetsRequest, { uri: uri.toString(), line }),
    revisions: async (uri) => running().sendRequest(RevisionsRequest, { uri: uri.toString() }),
    comparablePrograms: async () => running().sendRequest(ComparableProgramsRequest),
    runningPrograms: async () => running().sendRequest(RunningProgramsRequest),
    findInPicture: async (words) => (await running().sendRequest(FindInPictureRequest, { words }))?.path,
    picture: async (fresh) => (await running().sendRequest(PictureRequest, { fresh })) ?? undefined,
    hotList: async (params) => running().sendRequest(HotListRequest, params),
    nextHotLine: async (query, uri, line, direction) => {
      const from = { uri: uri.toString(), line };
      return (await running().sendRequest(NextHotLineRequest, { query, ...from, direction })) ?? undefined;
    },
    exportHotList: async (query, path, format) =>
      (await running().sendRequest(ExportHotListRequest, { query, path, format })).rows,
    refresh: async (uri) => running().sendRequest(RefreshRequest, { uri: uri.toString() }),
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
