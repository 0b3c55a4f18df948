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
  type InitializeResult,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { fittingMembers } from '../../base/shapes';
import {
  initializationSchema,
  PROTOCOL_VERSION,
  type InitializationOptions,
  type ServerHandshake,
} from '../../protocol/handshake';
import type { Settings } from '../../protocol/settings';
import { answerComparisons } from '../answers/answer-comparisons';
import { answerEditor } from '../answers/answer-editor';
import { answerProfiles } from '../answers/answer-profiles';
import { answerState } from '../answers/answer-state';
import { answerWorkspace } from '../answers/answer-workspace';
import { readCapabilities, readFolders, type ClientCapabilities } from './client-capabilities';
import { createClientSession, type ClientSession } from './client-session';
import { codeActionKinds } from '../views/code-action';
import { followTexts, watchFiles } from '../documents/follow-texts';
import { createLog, describeError } from './log';
import type { ServedSession } from './served-session';
import type { ServerWiring } from './server-wiring';
import { readSettings } from './settings';

export function startServer(connection: Connection, wiring: ServerWiring): void {
  const log = createLog(connection.console);
  let initialization: InitializationOptions = {};
  let client: ClientCapabilities | undefined;
  let folders: readonly string[] = [];
  let session: ClientSession | undefined;
  let markReady: () => void = () => undefined;
  /** Settles when the session is there: earlier requests wait for it. */
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  /** Changes of settings run one after the other, so that the latest one stays. */
  let configured = Promise.resolve();
  const served: ServedSession = {
    get now() {
      return session;
    },
    settled,
    async running() {
      await settled();
      if (session === undefined) throw new Error('the server has not started');
      return session;
    },
  };
  async function settled(): Promise<ClientSession | undefined> {
    await ready;
    await configured;
    return session;
  }
  const texts = followTexts(connection, served, () => folders, log);

  connection.onInitialize((params): InitializeResult => {
    initialization = readInitialization(params.initializationOptions);
    if (initialization.l10nBundle !== undefined) loadTranslations(initialization.l10nBundle);
    client = readCapabilities(params);
    folders = readFolders(params);
    const handshake: ServerHandshake = { protocolVersion: PROTOCOL_VERSION, serverVersion: wiring.version };
    return {
      serverInfo: { name: 'jouleline', version: wiring.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: { resolveProvider: false },
        ...(client.codeActions ? { codeActionProvider: { codeActionKinds: [...codeActionKinds] } } : {}),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        experimental: { jouleline: handshake },
      },
    };
  });

  connection.onInitialized(() => {
    void start().catch((error: unknown) => {
      log.error(`the server could not start: ${describeError(error)}`);
      connection.window.showErrorMessage(
        `Jouleline could not start: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  });

  async function start(): Promise<void> {
    if (client === undefined) return;
    const version = initialization.protocolVersion;
    if (version !== undefined && version !== PROTOCOL_VERSION) {
      log.error(
        `the extension speaks version ${version} of the protocol, the server ${PROTOCOL_VERSION}: reload the window`,
      );
    }
    if (client.configuration)
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'jouleline' });
    if (client.watchFiles) await watchFiles(connection);
    if (client.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const pathOf = (folder: { readonly uri: string }): string => URI.parse(folder.uri).fsPath;
        const gone = new Set(removed.map(pathOf));
        folders = [...folders.filter((folder) => !gone.has(folder)), ...added.map(pathOf)];
        session?.checkLibraries();
        void session?.index.start();
      });
    }
    const settings = await fetchSettings();
    log.setLevel(settings.logLevel);
    session = await createClientSession({
      connection,
      wiring,
      log,
      initialization,
      client,
      folders: () => folders,
      settings,
      openTexts: texts.openTexts,
    });
    markReady();
    texts.openAll();
    void session.index.start();
  }

  async function fetchSettings(): Promise<Settings> {
    let raw: unknown;
    try {
      if (client?.configuration === true) raw = await connection.workspace.getConfiguration('jouleline');
    } catch (error) {
      log.warning(`the editor does not say its settings: ${String(error)}`);
      if (session !== undefined) return session.settings;
    }
    const { settings, problems } = readSettings(raw ?? initialization.settings);
    for (const problem of problems) log.warning(problem);
    return settings;
  }

  connection.onDidChangeConfiguration(({ settings: pushed }) => {
    if (client?.configuration !== true) initialization = { ...initialization, ...readPushed(pushed) };
    configured = configured.then(applySettings).catch((error: unknown) => {
      log.error(describeError(error));
    });
  });
  async function applySettings(): Promise<void> {
    const wasOpen = new Set(session?.documents.uris);
    await session?.changeSettings(await fetchSettings());
    texts.openAnew(wasOpen);
  }

  const asked = { client: () => client, initialization: () => initialization };
  answerEditor(connection, { session: served, texts, ...asked });
  answerProfiles(connection, served);
  answerComparisons(connection, served);
  answerWorkspace(connection, served, wiring.version);
  answerState(connection, { session: served, wiring, folders: () => folders, log });

  connection.onShutdown(async () => {
    await session?.dispose();
    session = undefined;
  });

  connection.listen();
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
