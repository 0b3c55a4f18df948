/**
 * The language server: its start and end, and the settings and folders that the client reports. Files `answer-*.ts`
 * answer requests, by feature as in `protocol/`; `follow-texts.ts` follows texts and files.
 *
 * Sits in `lsp/`, under `main.ts`.
 */
import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import {
  DidChangeConfigurationNotification,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { fence } from '../../host/files/fence';
import { URI } from 'vscode-uri';
import { withDefined } from '../../base/check';
import { messageOf, describeError } from '../../base/failure';
import { fittingMembers } from '../../base/shapes';
import {
  initializationSchema,
  PROTOCOL_VERSION,
  type InitializationOptions,
  type ServerHandshake,
} from '../../protocol/handshake';
import { TrustNotification } from '../../protocol/server-state';
import type { Settings } from '../../protocol/settings';
import { answerEditor } from '../answers/answer-editor';
import { answerState, answerComparisons, answerProfiles, answerWorkspace } from '../answers/answer-own';
import { readCapabilities, readFolders, type ClientCapabilities } from './client-capabilities';
import { ClientSession } from './client-session';
import { codeActionKinds } from '../views/code-action';
import { FollowedTexts, watchFiles } from '../documents/follow-texts';
import { createLog, failuresTo, inBackground, type Log } from './log';
import type { ServedSession } from './served-session';
import type { ServerWiring } from './server-wiring';
import { type FolderSwitches, readSettings } from './settings';
import { toUri } from '../documents/uris';

export function startServer(connection: Connection, wiring: ServerWiring): void {
  new Server(connection, wiring).listen();
}

/** The one client's server. It is connected, initialized, started, and shut down, in this order. */
class Server implements ServedSession {
  private readonly connection: Connection;
  private readonly wiring: ServerWiring;
  private readonly log: Log;
  private readonly texts: FollowedTexts;
  private initialization: InitializationOptions = {};
  private client: ClientCapabilities | undefined;
  private folders: readonly string[] = [];
  private isTrusted = false;
  private session: ClientSession | undefined;
  private markStarted: () => void = () => undefined;
  /** Settles when the session is there: earlier requests wait for it. */
  private readonly started = new Promise<void>((resolve) => {
    this.markStarted = resolve;
  });
  /** Changes of settings run one after the other, so that the latest one stays. */
  private configured = Promise.resolve();

  constructor(connection: Connection, wiring: ServerWiring) {
    this.connection = connection;
    this.wiring = wiring;
    this.log = createLog(connection.console);
    this.texts = new FollowedTexts({ connection, served: this, folders: () => this.folders, log: this.log });
  }

  get now(): ClientSession | undefined {
    return this.session;
  }

  async settled(): Promise<ClientSession | undefined> {
    await this.started;
    await this.configured;
    return this.session;
  }

  async running(): Promise<ClientSession> {
    await this.settled();
    if (this.session === undefined) throw new Error('the server has not started');
    return this.session;
  }

  listen(): void {
    const { connection, wiring, log } = this;
    // Node would end the server, with all that it shows, for one promise that nobody waits for.
    process.on('unhandledRejection', failuresTo(log));
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => {
      this.start().catch((error: unknown) => {
        log.error(`the server could not start: ${describeError(error)}`);
        connection.window.showErrorMessage(`Jouleline could not start: ${messageOf(error)}`);
      });
    });
    connection.onDidChangeConfiguration(({ settings: pushed }) => {
      if (this.client?.configuration !== true)
        this.initialization = { ...this.initialization, ...readPushed(pushed) };
      this.configured = this.configured.then(() => this.applySettings()).catch(failuresTo(log));
    });
    connection.onNotification(TrustNotification, ({ isTrusted }) => {
      if (this.isTrusted === isTrusted) return;
      this.isTrusted = isTrusted;
      // Links that lead out of the folders are followed now, or no longer.
      this.fence();
      if (this.session !== undefined) inBackground(this.session.libraries.open(), log);
      this.session?.startIndex();
    });
    const asked = { client: () => this.client, initialization: () => this.initialization };
    answerEditor(connection, { session: this, texts: this.texts, ...asked });
    answerProfiles(connection, this);
    answerComparisons(connection, this);
    answerWorkspace(connection, this, wiring.version);
    answerState(connection, { session: this, wiring, folders: () => this.folders, log });
    connection.onShutdown(async () => {
      await this.session?.dispose();
      this.session = undefined;
    });
    connection.listen();
  }

  private initialize(params: InitializeParams): InitializeResult {
    this.initialization = readInitialization(params.initializationOptions);
    if (this.initialization.l10nBundle !== undefined) loadTranslations(this.initialization.l10nBundle);
    this.isTrusted = this.initialization.isTrusted === true;
    this.client = readCapabilities(params);
    this.folders = readFolders(params);
    this.fence();
    const { version } = this.wiring;
    const handshake: ServerHandshake = {
      ...{ protocolVersion: PROTOCOL_VERSION, serverVersion: version, processId: process.pid },
    };
    return {
      serverInfo: { name: 'jouleline', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: { resolveProvider: false },
        ...(this.client.codeActions ? { codeActionProvider: { codeActionKinds: [...codeActionKinds] } } : {}),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        experimental: { jouleline: handshake },
      },
    };
  }

  private async start(): Promise<void> {
    const { connection, wiring, log, client, initialization, texts } = this;
    if (client === undefined) return;
    const version = initialization.protocolVersion;
    if (version !== undefined && version !== PROTOCOL_VERSION) {
      log.error(
        `the extension speaks version ${version} of the protocol, the server ${PROTOCOL_VERSION}: reload the window`,
      );
    }
    await this.followClient(client);
    const settings = await this.fetchSettings();
    log.setLevel(settings.logLevel);
    this.session = await ClientSession.start({
      ...{ connection, wiring, log, initialization, client, settings },
      switches: await this.fetchSwitches(),
      settingsFor: (uri) => this.fetchSettings(uri),
      folders: () => this.folders,
      isTrusted: () => this.isTrusted,
      openTexts: () => texts.openTexts(),
    });
    this.markStarted();
    texts.openAll();
    this.session.startIndex();
  }

  /** Asks the client to report changes of settings, files and folders. */
  private async followClient(client: ClientCapabilities): Promise<void> {
    const { connection } = this;
    if (client.configuration)
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'jouleline' });
    if (client.watchFiles) await watchFiles(connection);
    if (!client.workspaceFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const pathOf = (folder: { readonly uri: string }): string => URI.parse(folder.uri).fsPath;
      const gone = new Set(removed.map(pathOf));
      this.folders = [...this.folders.filter((folder) => !gone.has(folder)), ...added.map(pathOf)];
      this.fence();
      this.session?.libraries.check();
      this.session?.startIndex();
      inBackground(this.applySettings(), this.log);
    });
  }

  private fence(): void {
    fence(this.isTrusted ? [] : this.folders);
  }

  /** The settings of the workspace, or those for a document. */
  private async fetchSettings(scopeUri?: string): Promise<Settings> {
    let raw: unknown;
    try {
      if (this.client?.configuration === true)
        raw = await this.connection.workspace.getConfiguration({
          section: 'jouleline',
          ...withDefined({ scopeUri }),
        });
    } catch (error) {
      this.log.warning(`the editor does not say its settings: ${String(error)}`);
      if (this.session !== undefined) return this.session.settings;
    }
    const { settings, problems } = readSettings(raw ?? this.initialization.settings);
    for (const problem of problems) this.log.warning(problem);
    return settings;
  }

  /** The folders that are switched on, and off: one alone is as the workspace is. */
  private async fetchSwitches(): Promise<FolderSwitches> {
    const { folders } = this;
    if (folders.length < 2 || this.client?.configuration !== true) return new Map();
    const each = folders.map(async (folder) => {
      const { enable } = await this.fetchSettings(toUri(folder));
      return [folder, enable] as const;
    });
    return new Map(await Promise.all(each));
  }

  private async applySettings(): Promise<void> {
    const wasOpen = new Set(this.session?.documents.uris);
    await this.session?.changeSettings(await this.fetchSettings(), await this.fetchSwitches());
    this.texts.openAnew(wasOpen);
  }
}

/** Loads the translations; without them everything is in English. */
function loadTranslations(fsPath: string): void {
  if (existsSync(fsPath)) l10n.config({ fsPath });
}

/** Reads the options of `initialize`: other clients may send anything here, or nothing. */
function readInitialization(options: unknown): InitializationOptions {
  return fittingMembers(initializationSchema, options);
}

/** Reads pushed settings: editors send them whole, under the section's name or bare. */
function readPushed(settings: unknown): Pick<InitializationOptions, 'settings'> {
  if (typeof settings !== 'object' || settings === null) return {};
  const section = 'jouleline' in settings ? settings.jouleline : settings;
  return typeof section === 'object' && section !== null ? { settings: section } : {};
}
