/**
 * The language server: started over IPC with its memory cap, restarted when it
 * ends by itself, and asked whether it speaks the same protocol.
 *
 * Loaded after activation has returned, since the language client library
 * takes most of the time that the extension needs to start.
 */
import { join } from 'node:path';
import { commands, env, ExtensionMode, extensions, l10n, window, workspace } from 'vscode';
import type { CancellationToken, Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  TransportKind,
  WorkDoneProgress,
  type ErrorHandler,
  type LanguageClientOptions,
  type RequestType,
  type RequestType0,
  type ServerOptions,
} from 'vscode-languageclient/node';
import { withDefined } from '../../server/src/base/check';
import * as comparisons from '../../server/src/protocol/comparisons';
import { PROTOCOL_VERSION, type InitializationOptions } from '../../server/src/protocol/handshake';
import * as hotLists from '../../server/src/protocol/hot-lists';
import * as imports from '../../server/src/protocol/imports';
import * as overlays from '../../server/src/protocol/overlay';
import * as profiles from '../../server/src/protocol/profiles';
import * as serverState from '../../server/src/protocol/server-state';
import type { Closable } from './closable';
import { readHandshake } from './handshake';
import { followJavaClassPath } from './java-class-path';
import { decideRestart, Heartbeat, heartbeatMs } from './restart-policy';
import { readMainMemoryMB, section } from './settings';

export type ServerStatus = 'starting' | 'running' | 'stopped';

interface ServerEvents {
  readonly onStatus: (status: ServerStatus) => void;
  readonly onOverlay: (overlay: overlays.Overlay) => void;
  /** A hover of a line's energy was shown. */
  readonly onHover: () => void;
  readonly onOverlayCleared: (cleared: overlays.OverlayClearedParams) => void;
  readonly onPictureStale: () => void;
  readonly onListsStale: () => void;
  readonly onWarning: (warning: serverState.ServerWarning) => void;
}

/** The parts of the protocol whose requests commands and views send. */
const protocol = {
  ...comparisons,
  ...hotLists,
  ...imports,
  ...overlays,
  ...profiles,
  ...serverState,
};

type Requests = {
  [
    K in keyof typeof protocol as AnswerTo<(typeof protocol)[K]> extends never ? never : K
  ]: (typeof protocol)[K];
};
type GivenTo<T> =
  T extends RequestType<infer P, unknown, void>
    ? readonly [params: P, token?: CancellationToken]
    : readonly [];
type AnswerTo<T> =
  T extends RequestType<unknown, infer R, void> ? R : T extends RequestType0<infer R, void> ? R : never;

/**
 * Sends a request of the protocol, and fails with a message for the user while the server is not running. Commands give
 * the request's name, since the protocol's own object would load the language client library as the extension is activated.
 */
export type Ask = <K extends keyof Requests>(
  request: K,
  ...given: GivenTo<Requests[K]>
) => Promise<AnswerTo<Requests[K]>>;

export class ServerConnection {
  readonly #context: ExtensionContext;
  readonly #log: LogOutputChannel;
  readonly #events: ServerEvents;
  /** The times at which the server ended by itself; a restart that the user asks for forgets them. */
  #ends: readonly number[] = [];
  /** The times at which it hung, likewise. */
  #hangs: readonly number[] = [];
  #isHung = false;
  #agreed = false;
  #told: Closable | undefined;
  #watched: Closable | undefined;
  #client: LanguageClient;

  constructor(context: ExtensionContext, log: LogOutputChannel, events: ServerEvents) {
    this.#context = context;
    this.#log = log;
    this.#events = events;
    this.#client = this.#createClient();
  }

  async start(): Promise<void> {
    try {
      await this.#client.start();
      if (!this.#agreed) await this.stop();
    } catch (error) {
      this.#log.error(`The server did not start: ${String(error)}`);
      this.#events.onStatus('stopped');
    }
  }

  async stop(): Promise<void> {
    try {
      await this.#client.dispose();
    } catch (error) {
      this.#log.debug(`The server had already ended: ${String(error)}`);
    }
  }

  async restart(): Promise<void> {
    this.#ends = [];
    this.#hangs = [];
    this.#events.onStatus('starting');
    await this.stop();
    this.#client = this.#createClient();
    await this.start();
  }

  readonly ask: Ask = async (request, ...[params, token]) => {
    const { method } = protocol[request];
    return params === undefined
      ? this.#running().sendRequest(method)
      : this.#running().sendRequest(method, params, token);
  };

  /** Tells the progress that the server reports for a token of a request. */
  onProgress(token: string, told: (message: string) => void): Disposable {
    return this.#running().onProgress(WorkDoneProgress.type, token, (progress) => {
      if (progress.kind === 'report' && progress.message !== undefined) told(progress.message);
    });
  }

  #running(): LanguageClient {
    if (this.#client.isRunning() && this.#agreed) return this.#client;
    throw new Error(
      l10n.t('The Jouleline server is not running. Restart it, or see its log for the reason.'),
    );
  }

  /** A new client each time, so that a changed memory cap counts. */
  #createClient(): LanguageClient {
    const { onOverlay, onOverlayCleared, onPictureStale, onListsStale, onWarning, onHover } = this.#events;
    const handler: ErrorHandler = {
      error: (_error, _message, count) => ({
        action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
        handled: true,
      }),
      closed: () => this.#decideRestart(),
    };
    const options = clientOptions(this.#context, this.#log, handler, onHover);
    const client = new LanguageClient(section, 'Jouleline', serverOptions(this.#context), options);
    client.onDidChangeState(({ newState }) => {
      this.#changeState(client, newState);
    });
    client.onNotification(overlays.OverlayNotification, (overlay) => {
      if (this.#agreed && overlay.protocolVersion === PROTOCOL_VERSION)
        onOverlay(overlays.readOverlay(overlay));
    });
    client.onNotification(overlays.OverlayClearedNotification, onOverlayCleared);
    client.onNotification(hotLists.PictureStaleNotification, onPictureStale);
    client.onNotification(hotLists.ListsStaleNotification, onListsStale);
    client.onNotification(serverState.WarningNotification, onWarning);
    return client;
  }

  #changeState(client: LanguageClient, state: State): void {
    if (state === State.Starting) this.#events.onStatus('starting');
    if (state === State.Stopped || state === State.StartFailed) this.#events.onStatus('stopped');
    if (state === State.Running) {
      this.#agreed = checkHandshake(client, this.#log);
      this.#isHung = false;
      this.#events.onStatus(this.#agreed ? 'running' : 'stopped');
    }
    this.#told?.dispose();
    this.#told = undefined;
    this.#watched?.dispose();
    this.#watched = undefined;
    if (state !== State.Running || !this.#agreed) return;
    this.#told = tellServer(client, this.#log);
    // A debugger stops a server for as long as it likes.
    if (this.#context.extensionMode === ExtensionMode.Development) return;
    this.#watched = watchServer(client, () => {
      this.#log.error('The server does not answer: ending it.');
      this.#isHung = true;
    });
  }

  /** Decides what follows when the server ended by itself. */
  #decideRestart(): ReturnType<ErrorHandler['closed']> {
    if (this.#isHung) return this.#decideAfterHang();
    const { ends, restart } = decideRestart(this.#ends, Date.now(), 'ended');
    this.#ends = ends;
    if (restart) {
      const message = `The server ended by itself (${ends.length} times lately): starting it again.`;
      return { action: CloseAction.Restart, message, handled: true };
    }
    this.#tell(
      l10n.t('The Jouleline server stopped {0} times in three minutes and was not restarted.', ends.length),
      l10n.t('Restart'),
    );
    return { action: CloseAction.DoNotRestart, message: 'The server ended too often.', handled: true };
  }

  #decideAfterHang(): ReturnType<ErrorHandler['closed']> {
    const { ends, restart } = decideRestart(this.#hangs, Date.now(), 'hung');
    this.#hangs = ends;
    if (restart) {
      this.#tell(l10n.t('The Jouleline server did not answer for half a minute and was restarted.'));
      return { action: CloseAction.Restart, message: 'The server hung: starting it again.', handled: true };
    }
    this.#tell(
      l10n.t('The Jouleline server did not answer for half a minute again and was not restarted.'),
      l10n.t('Restart'),
    );
    return { action: CloseAction.DoNotRestart, message: 'The server hung again.', handled: true };
  }

  /** Tells what became of the server, and offers its log, and `again` to start it. */
  #tell(message: string, ...again: readonly string[]): void {
    const showLog = l10n.t('Show Log');
    const act = async (answer: string | undefined): Promise<void> => {
      if (answer === showLog) this.#log.show();
      else if (answer !== undefined) await this.restart();
    };
    window
      .showErrorMessage(message, ...again, showLog)
      .then(act)
      .then(undefined, (error: unknown) => {
        this.#log.warn(String(error));
      });
  }
}

/** Asks the server in turns whether it lives, and ends it once it hangs. */
function watchServer(client: LanguageClient, onHang: () => void): Closable {
  const experimental: unknown = client.initializeResult?.capabilities.experimental;
  const handshake = readHandshake(experimental, PROTOCOL_VERSION);
  const id = handshake.kind === 'agreed' ? handshake.processId : undefined;
  const heartbeat = new Heartbeat();
  // A server that refuses the question lives.
  const answered = (): void => {
    heartbeat.answered();
  };
  const timer = setInterval(() => {
    const turn = heartbeat.next();
    if (turn === 'ask') client.sendRequest(serverState.AliveRequest).then(answered, answered);
    if (turn !== 'end' || id === undefined) return;
    onHang();
    endProcess(id);
  }, heartbeatMs);
  return {
    dispose: () => {
      clearInterval(timer);
    },
  };
}

/** Ends a process that hears nothing any more. */
function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended already, and the client hears of that.
  }
}

/** A server that was started again knows nothing of what the one before it was told. */
function tellServer(client: LanguageClient, log: LogOutputChannel): Closable {
  const trust = workspace.onDidGrantWorkspaceTrust(() => {
    client.sendNotification(serverState.TrustNotification, { isTrusted: true }).catch((error: unknown) => {
      log.debug(`The server was not told that the workspace is trusted: ${String(error)}`);
    });
  });
  const classPath = followJavaClassPath({
    activate: async () => extensions.getExtension<unknown>('redhat.java')?.activate(),
    folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
    send: (elements) => {
      client.sendNotification(serverState.ClassPathNotification, { elements }).catch((error: unknown) => {
        log.debug(`The server was not told the class path: ${String(error)}`);
      });
    },
    log: (message) => {
      log.info(message);
    },
  });
  return {
    dispose: () => {
      trust.dispose();
      classPath.dispose();
    },
  };
}

function serverOptions(context: ExtensionContext): ServerOptions {
  const options = { execArgv: [`--max-old-space-size=${readMainMemoryMB()}`] };
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
  // A server that is started again is told what is true by then.
  const initializationOptions = (): InitializationOptions => ({
    isTrusted: workspace.isTrusted,
    protocolVersion: PROTOCOL_VERSION,
    profileCommand: `${section}.profile`,
    measureChangeCommand: `${section}.measureChange`,
    learnMoreCommand: `${section}.learnMore`,
    showsWarnings: true,
    storagePath: context.globalStorageUri.fsPath,
    ...withDefined({ l10nBundle: l10n.uri?.fsPath }),
  });
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
