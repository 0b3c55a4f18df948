/**
 * The language server: one connection's requests and notifications, each
 * handed to who answers it.
 *
 * Sits in `lsp/`. No request waits for parsing longer than {@link PATIENCE_MS};
 * what is then answered comes from the last analysed text.
 */
import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import {
  CodeActionTriggerKind,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type FileEvent,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { runDoctor } from '../host/doctor';
import { BUILD_FILES } from '../host/find-class-path';
import { readSource } from '../host/source-files';
import {
  ClassPathNotification,
  ClearCacheRequest,
  DoctorRequest,
  ModelReportRequest,
  ModelsRequest,
} from '../protocol/server-state';
import { ComparableProgramsRequest, RevisionsRequest } from '../protocol/comparison-runs';
import {
  CompareProfilesRequest,
  ComparedMethodRequest,
  ComparisonPageRequest,
  ComparisonReportRequest,
  ExportComparisonRequest,
} from '../protocol/comparisons';
import { ExportHotListRequest, HotListRequest, NextHotLineRequest } from '../protocol/hot-lists';
import { FindInPictureRequest, PictureRequest } from '../protocol/pictures';
import { ProfilesRequest, ShowProfilesRequest } from '../protocol/profiles';
import { ProfileTargetsRequest, RunningProgramsRequest } from '../protocol/profile-targets';
import { ImportReportRequest, ImportRequest } from '../protocol/imports';
import { OverlayClearedNotification, RefreshRequest } from '../protocol/overlay';
import { PROTOCOL_VERSION, type InitializationOptions, type ServerHandshake } from '../protocol/handshake';
import type { Settings } from '../protocol/settings';
import { readCapabilities, readFolders, type ClientCapabilities } from './client-capabilities';
import { createClientSession, type ClientSession, type ServerWiring } from './client-session';
import { buildCodeActions, buildMeasureAction, codeActionKinds } from './code-action';
import { describeRevisions } from './comparison-runs';
import { exportHotList } from './export-hot-list';
import { hintsOf, hoverOf, lensesOf } from './features';
import { createLog, describeError, inBackground } from './log';
import { describeModels, reportOnModel } from './models';
import { readSettings } from './settings';
import { tellProgress } from './tell-client';
import { isSupported, relativeTo, toPath } from './uris';
import { URI } from 'vscode-uri';

const PATIENCE_MS = 1500;

export function startServer(connection: Connection, wiring: ServerWiring): void {
  const log = createLog(connection.console);
  const texts = new TextDocuments(TextDocument);
  let initialization: InitializationOptions = {};
  let client: ClientCapabilities | undefined;
  let folders: readonly string[] = [];
  let session: ClientSession | undefined;
  let markReady: () => void = () => undefined;
  /** Requests that come before the session is there wait for it. */
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  /** One after the other: of two changes of settings in a row the later one stays. */
  let configured = Promise.resolve();
  /** What is asked after a change of settings is answered by the new ones. */
  async function settled(): Promise<void> {
    await ready;
    await configured;
  }

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
    if (client.watchFiles) {
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [
          { globPattern: '**/*.{java,class,jar}' },
          { globPattern: `**/{${BUILD_FILES.join(',')}}` },
          { globPattern: '**/.jouleline/profiles/*.json' },
          { globPattern: '**/*.jouleline-budget.json' },
        ],
      });
    }
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
      openTexts,
    });
    markReady();
    for (const document of texts.all()) openDocument(document);
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

  function openTexts(): ReadonlyMap<string, string> {
    return new Map(texts.all().map((document) => [toPath(document.uri), document.getText()]));
  }

  function openDocument(document: TextDocument): void {
    if (session === undefined || !isSupported(document.uri)) return;
    const refusal = session.refusalOf(document.uri);
    if (refusal !== undefined)
      void connection.sendNotification(OverlayClearedNotification, { uri: document.uri, reason: refusal });
    else session.documents.open(document);
    session.checkLibraries();
  }

  /** One analysis for all changes that come in one go. */
  const changed = new Set<string>();
  /** By URI, of open files: what they were when they were opened. */
  const openedTexts = new Map<string, string>();
  texts.onDidOpen(({ document }) => {
    openedTexts.set(document.uri, document.getText());
    openDocument(document);
  });
  texts.onDidChangeContent(({ document }) => {
    if (changed.size === 0) setImmediate(flushChanges);
    changed.add(document.uri);
  });
  function flushChanges(): void {
    const uris = [...changed];
    changed.clear();
    for (const uri of uris) {
      const document = texts.get(uri);
      if (document !== undefined) session?.documents.change(document);
    }
  }
  // A save is often followed, or was preceded, by a build.
  texts.onDidSave(() => session?.checkLibraries());
  texts.onDidClose(({ document }) => {
    openedTexts.delete(document.uri);
    session?.documents.close(document.uri);
    inBackground(readAgain(document.uri, document.getText()), log);
  });

  /** What was not saved is lost with its editor: from now on the file on disk counts. */
  async function readAgain(uri: string, shown: string): Promise<void> {
    if (!isSupported(uri)) return;
    const path = toPath(uri);
    const isPart = relativeTo(folders, uri) !== undefined && session?.refusalOf(uri) === undefined;
    const read = isPart ? await readSource(path) : undefined;
    if (texts.get(uri) !== undefined || (read?.kind === 'text' && read.text === shown)) return;
    if (read?.kind === 'text') await session?.changeFile({ path, text: read.text });
    else await session?.removeFile(path);
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
    for (const document of texts.all()) {
      if (session?.refusalOf(document.uri) !== undefined) session.documents.close(document.uri);
      if (!wasOpen.has(document.uri) || session?.refusalOf(document.uri) !== undefined)
        openDocument(document);
    }
  }

  connection.onDidChangeWatchedFiles(({ changes }) => {
    inBackground(takeIn(changes), log);
  });
  async function takeIn(changes: readonly FileEvent[]): Promise<void> {
    for (const { uri, type } of changes) {
      const path = toPath(uri);
      if (path.endsWith('.jouleline-budget.json')) {
        session?.budgetsChanged();
        continue;
      }
      if (path.endsWith('.json')) {
        await session?.profiles.fileChanged(path, type === FileChangeType.Deleted);
        continue;
      }
      if (!path.endsWith('.java')) {
        session?.checkLibraries(path);
        continue;
      }
      if (!isSupported(uri) || texts.get(uri) !== undefined || session?.refusalOf(uri) !== undefined)
        continue;
      const read = type === FileChangeType.Deleted ? undefined : await readSource(path);
      if (read?.kind === 'text') await session?.changeFile({ path, text: read.text });
      else await session?.removeFile(path);
    }
  }

  connection.onHover(async ({ textDocument, position }) => {
    await settled();
    if (session?.settings.hover.enable !== true) return null;
    const view = await session.documents.viewOf(textDocument.uri, PATIENCE_MS);
    const line = session.documents.lineInView(textDocument.uri, position.line);
    const value = view === undefined || line === undefined ? undefined : await hoverOf(view, line);
    return value === undefined ? null : { contents: { kind: 'markdown', value } };
  });

  connection.onCodeLens(async ({ textDocument }) => {
    await settled();
    if (session?.settings.codeLens.enable !== true) return [];
    const view = await session.documents.viewOf(textDocument.uri, PATIENCE_MS);
    if (view === undefined) return [];
    return lensesOf(view, initialization.profileCommand);
  });

  connection.onCodeAction(async ({ textDocument, range, context }) => {
    await settled();
    if (session === undefined) return [];
    // Each move of the cursor asks: then what is known is enough. What is done when saving is waited for.
    const isIdle = context.triggerKind === CodeActionTriggerKind.Automatic && context.only === undefined;
    const patience = isIdle ? 0 : PATIENCE_MS;
    const view = await session.documents.viewOf(textDocument.uri, patience);
    const advice = await session.advice.of(textDocument.uri, patience);
    if (view === undefined || texts.get(textDocument.uri)?.version !== view.version) return [];
    const opened = openedTexts.get(textDocument.uri);
    const { measureChangeCommand: measure } = initialization;
    return [
      ...(advice?.view === view
        ? buildCodeActions(advice, range, context, client?.versionedEdits === true)
        : []),
      ...(opened === undefined || measure === undefined
        ? []
        : buildMeasureAction(view, range, context, opened, measure)),
    ];
  });

  connection.languages.inlayHint.on(async ({ textDocument, range }) => {
    await settled();
    if (session?.settings.inlayHints.enable !== true) return [];
    const view = await session.documents.viewOf(textDocument.uri, PATIENCE_MS);
    const document = texts.get(textDocument.uri);
    if (view === undefined || document?.version !== view.version) return [];
    const lineEnd = (line: number): number => {
      const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
      return text.replace(/[\r\n]+$/, '').length;
    };
    return hintsOf(view, range, lineEnd);
  });

  connection.onNotification(ClassPathNotification, ({ elements }) => {
    const paths = Array.isArray(elements) ? elements.filter((element) => typeof element === 'string') : [];
    inBackground(
      ready.then(() => session?.setEditorClassPath(paths)),
      log,
    );
  });
  connection.onRequest(ProfilesRequest, async () => {
    await settled();
    return (await session?.profiles.list()) ?? [];
  });
  connection.onRequest(ComparisonReportRequest, async ({ paths }, token) => {
    await settled();
    return running(session).profiles.comparing.report(paths, token);
  });
  connection.onRequest(ComparisonPageRequest, async (params, token) => {
    await settled();
    return running(session).profiles.comparing.page(params, token);
  });
  connection.onRequest(ComparedMethodRequest, async (method) => {
    await settled();
    return running(session).profiles.comparing.place(method);
  });
  connection.onRequest(ExportComparisonRequest, async ({ comparison, target }, token) => {
    await settled();
    await running(session).profiles.comparing.export(comparison, target, token);
    return null;
  });
  connection.onRequest(ShowProfilesRequest, async ({ paths }) => {
    await settled();
    return (await session?.profiles.show(paths)) ?? '';
  });
  connection.onRequest(CompareProfilesRequest, async ({ before, after }) => {
    await settled();
    return running(session).profiles.compare(before, after);
  });
  connection.onRequest(ImportRequest, async (params, token) => {
    await settled();
    const report = tellProgress(connection, params.workDoneToken);
    return running(session).profiles.import(params, token, report);
  });
  connection.onRequest(ImportReportRequest, async ({ path }) => {
    await settled();
    return running(session).profiles.reportOn(path);
  });
  connection.onRequest(ProfileTargetsRequest, async ({ uri, line }) => {
    await settled();
    return running(session).profileTargets(uri, line);
  });
  connection.onRequest(RevisionsRequest, ({ uri }) => describeRevisions(toPath(uri)));
  connection.onRequest(ComparableProgramsRequest, async () => {
    await settled();
    return running(session).comparablePrograms();
  });
  connection.onRequest(RunningProgramsRequest, async () => {
    await settled();
    return running(session).runningPrograms();
  });
  connection.onRequest(FindInPictureRequest, async ({ words }) => {
    await settled();
    return (await session?.pictures.find(words)) ?? null;
  });
  connection.onRequest(PictureRequest, async ({ fresh }) => {
    await settled();
    return (await session?.pictures.picture({ fresh })) ?? null;
  });
  connection.onRequest(HotListRequest, async (params) => {
    await settled();
    return running(session).lists.page(params);
  });
  connection.onRequest(NextHotLineRequest, async ({ query, uri, line, direction }) => {
    await settled();
    return (await session?.lists.next(query, { path: toPath(uri), line }, direction)) ?? null;
  });
  connection.onRequest(ExportHotListRequest, async ({ query, path, format }) => {
    await settled();
    const { lists } = running(session);
    const { source, provenance } = await lists.page({ ...query, offset: 0, count: 0 });
    const { count, rows } = await lists.all(query);
    await exportHotList({ query, rows, source, provenance, version: wiring.version }, path, format);
    return { rows: count };
  });
  connection.onRequest(ModelsRequest, async () => {
    await settled();
    return session === undefined ? [] : describeModels(session.chosen);
  });
  connection.onRequest(ModelReportRequest, async ({ nonce }) => {
    await settled();
    return reportOnModel(running(session).chosen, nonce);
  });
  connection.onRequest(ClearCacheRequest, async () => {
    await settled();
    return (await session?.clearCache()) ?? { files: 0, bytes: 0 };
  });
  connection.onRequest(DoctorRequest, () =>
    runDoctor({
      version: wiring.version,
      folders,
      mediaFolder: wiring.mediaFolder,
      javaHome: session?.settings.javaHome ?? '',
    }),
  );
  connection.onRequest(RefreshRequest, async ({ uri }) => {
    await settled();
    session?.documents.refresh(uri);
  });

  connection.onShutdown(async () => {
    await session?.dispose();
    session = undefined;
  });

  texts.listen(connection);
  connection.listen();
}

function running(session: ClientSession | undefined): ClientSession {
  if (session === undefined) throw new Error('the server has not started');
  return session;
}

/** Without them everything is said in English. */
function loadTranslations(fsPath: string): void {
  if (existsSync(fsPath)) l10n.config({ fsPath });
}

/** Other clients may send anything here, or nothing. */
function readInitialization(options: unknown): InitializationOptions {
  return typeof options === 'object' && options !== null ? options : {};
}

/** Editors that push settings send them whole, under the section's name or bare. */
function readPushed(settings: unknown): Pick<InitializationOptions, 'settings'> {
  if (typeof settings !== 'object' || settings === null) return {};
  const section = 'jouleline' in settings ? settings.jouleline : settings;
  return typeof section === 'object' && section !== null ? { settings: section } : {};
}
