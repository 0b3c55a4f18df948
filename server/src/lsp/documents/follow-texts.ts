/**
 * Follows the texts of open documents and the files that change on disk. An open document counts as it stands in the
 * editor, any other file as it is on disk.
 *
 * Sits in `lsp/`, between `server.ts` and the session, which hears of each change.
 */
import {
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  type Connection,
  type FileEvent,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { BUILD_FILES } from '../../host/builds/find-class-path';
import { readSource } from '../../host/files/source-files';
import { OverlayClearedNotification } from '../../protocol/overlay';
import { inBackground, type Log } from '../session/log';
import type { ServedSession } from '../session/served-session';
import { isSupported, relativeTo, toPath } from './uris';

export interface FollowedTexts {
  get(uri: string): TextDocument | undefined;
  /** The text of an open file when it was opened. */
  asOpened(uri: string): string | undefined;
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** Opens the documents in the new session that were opened before it started. */
  openAll(): void;
  /**
   * Closes and opens documents after the settings changed what they leave out. `wasOpen`: URIs of those that were
   * open before.
   */
  openAnew(wasOpen: ReadonlySet<string>): void;
}

/** Begins to listen to the editor's changes; `connection.listen()` comes later. */
export function followTexts(
  connection: Connection,
  served: Pick<ServedSession, 'now'>,
  folders: () => readonly string[],
  log: Log,
): FollowedTexts {
  const texts = new TextDocuments(TextDocument);
  /** The texts of open files when they were opened, by URI. */
  const openedTexts = new Map<string, string>();
  /** URIs of changed documents: changes that come in one go are analyzed once. */
  const changed = new Set<string>();

  function openDocument(document: TextDocument): void {
    const session = served.now;
    if (session === undefined || !isSupported(document.uri)) return;
    const refusal = session.refusalOf(document.uri);
    if (refusal !== undefined)
      void connection.sendNotification(OverlayClearedNotification, { uri: document.uri, reason: refusal });
    else session.documents.open(document);
    session.checkLibraries();
  }

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
      if (document !== undefined) served.now?.documents.change(document);
    }
  }
  // A build often comes just before or after a save.
  texts.onDidSave(() => served.now?.checkLibraries());
  texts.onDidClose(({ document }) => {
    openedTexts.delete(document.uri);
    served.now?.documents.close(document.uri);
    inBackground(readAgain(document.uri, document.getText()), log);
  });

  /** Reads a closed file again: its unsaved changes are lost, and the file on disk counts. */
  async function readAgain(uri: string, shown: string): Promise<void> {
    if (!isSupported(uri)) return;
    const path = toPath(uri);
    const isPart = relativeTo(folders(), uri) !== undefined && served.now?.refusalOf(uri) === undefined;
    const read = isPart ? await readSource(path) : undefined;
    if (texts.get(uri) !== undefined || (read?.kind === 'text' && read.text === shown)) return;
    if (read?.kind === 'text') await served.now?.changeFile({ path, text: read.text });
    else await served.now?.removeFile(path);
  }

  connection.onDidChangeWatchedFiles(({ changes }) => {
    inBackground(takeIn(changes), log);
  });
  async function takeIn(changes: readonly FileEvent[]): Promise<void> {
    for (const { uri, type } of changes) {
      const path = toPath(uri);
      if (path.endsWith('.jouleline-budget.json')) {
        served.now?.budgetsChanged();
        continue;
      }
      if (path.endsWith('.json')) {
        await served.now?.profiles.fileChanged(path, type === FileChangeType.Deleted);
        continue;
      }
      if (!path.endsWith('.java')) {
        served.now?.checkLibraries(path);
        continue;
      }
      if (!isSupported(uri) || texts.get(uri) !== undefined || served.now?.refusalOf(uri) !== undefined)
        continue;
      const read = type === FileChangeType.Deleted ? undefined : await readSource(path);
      if (read?.kind === 'text') await served.now?.changeFile({ path, text: read.text });
      else await served.now?.removeFile(path);
    }
  }

  texts.listen(connection);
  return {
    get: (uri) => texts.get(uri),
    asOpened: (uri) => openedTexts.get(uri),
    openTexts: () => new Map(texts.all().map((document) => [toPath(document.uri), document.getText()])),
    openAll() {
      for (const document of texts.all()) openDocument(document);
    },
    openAnew(wasOpen) {
      const session = served.now;
      for (const document of texts.all()) {
        if (session?.refusalOf(document.uri) !== undefined) session.documents.close(document.uri);
        if (!wasOpen.has(document.uri) || session?.refusalOf(document.uri) !== undefined)
          openDocument(document);
      }
    },
  };
}

/** Asks the client to report changes on disk. */
export function watchFiles(connection: Connection): Promise<unknown> {
  return connection.client.register(DidChangeWatchedFilesNotification.type, {
    watchers: [
      { globPattern: '**/*.{java,class,jar}' },
      { globPattern: `**/{${BUILD_FILES.join(',')}}` },
      { globPattern: '**/.jouleline/profiles/*.json' },
      { globPattern: '**/*.jouleline-budget.json' },
    ],
  });
}
