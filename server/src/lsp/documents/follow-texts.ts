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
import { BUILD_FILES } from '../../host/builds/build-file-reader';
import { readSource } from '../../host/files/source-files';
import { OverlayClearedNotification } from '../../protocol/overlay';
import { FREQUENCIES_FILE } from '../../tasks/learned-frequencies';
import { inBackground, type Log } from '../session/log';
import type { ServedSession } from '../session/served-session';
import { isSupported, relativeTo, toPath } from './uris';

interface FollowTextsOptions {
  readonly connection: Connection;
  readonly served: Pick<ServedSession, 'now'>;
  readonly folders: () => readonly string[];
  readonly log: Log;
}

/** Listens to the editor's changes from its making on; `connection.listen()` comes later. */
export class FollowedTexts {
  private readonly options: FollowTextsOptions;
  private readonly texts = new TextDocuments(TextDocument);
  /** The texts of open files when they were opened, by URI. */
  private readonly openedTexts = new Map<string, string>();
  /** URIs of changed documents: changes that come in one go are analyzed once. */
  private readonly changed = new Set<string>();

  constructor(options: FollowTextsOptions) {
    this.options = options;
    const { connection, served, log } = options;
    this.texts.onDidOpen(({ document }) => {
      this.openedTexts.set(document.uri, document.getText());
      this.open(document);
    });
    this.texts.onDidChangeContent(({ document }) => {
      if (this.changed.size === 0)
        setImmediate(() => {
          this.flushChanges();
        });
      this.changed.add(document.uri);
    });
    // A build often comes just before or after a save.
    this.texts.onDidSave(() => {
      served.now?.libraries.check();
      if (served.now !== undefined) inBackground(served.now.saved(), log);
    });
    this.texts.onDidClose(({ document }) => {
      this.openedTexts.delete(document.uri);
      served.now?.documents.close(document.uri);
      inBackground(this.readAgain(document.uri, document.getText()), log);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      inBackground(this.takeIn(changes), log);
    });
    this.texts.listen(connection);
  }

  get(uri: string): TextDocument | undefined {
    return this.texts.get(uri);
  }

  /** The text of an open file when it was opened. */
  asOpened(uri: string): string | undefined {
    return this.openedTexts.get(uri);
  }

  /** The texts of open documents by path. */
  openTexts(): ReadonlyMap<string, string> {
    return new Map(this.texts.all().map((document) => [toPath(document.uri), document.getText()]));
  }

  /** Opens the documents in the new session that were opened before it started. */
  openAll(): void {
    for (const document of this.texts.all()) this.open(document);
  }

  /**
   * Closes and opens documents after the settings changed what they leave out. `wasOpen`: URIs of those that were
   * open before.
   */
  openAnew(wasOpen: ReadonlySet<string>): void {
    const session = this.options.served.now;
    for (const document of this.texts.all()) {
      const isRefused = session?.refusalOf(document.uri) !== undefined;
      if (isRefused) session.documents.close(document.uri);
      if (isRefused || !wasOpen.has(document.uri)) this.open(document);
    }
  }

  private open(document: TextDocument): void {
    const { connection, served } = this.options;
    const session = served.now;
    if (session === undefined || !isSupported(document.uri)) return;
    const refusal = session.refusalOf(document.uri);
    if (refusal !== undefined)
      inBackground(
        connection.sendNotification(OverlayClearedNotification, { uri: document.uri, reason: refusal }),
        this.options.log,
      );
    else session.documents.open(document);
    session.libraries.check();
  }

  /** Hands changes over at once that were to be handed over together. */
  flushChanges(): void {
    const uris = [...this.changed];
    this.changed.clear();
    for (const uri of uris) {
      const document = this.texts.get(uri);
      if (document !== undefined) this.options.served.now?.documents.change(document);
    }
  }

  /** Reads a closed file again: its unsaved changes are lost, and the file on disk counts. */
  private async readAgain(uri: string, shown: string): Promise<void> {
    if (!isSupported(uri)) return;
    const { served, folders } = this.options;
    const path = toPath(uri);
    const isPart = relativeTo(folders(), uri) !== undefined && served.now?.refusalOf(uri) === undefined;
    const read = isPart ? await readSource(path) : undefined;
    if (this.texts.get(uri) !== undefined || (read?.kind === 'text' && read.text === shown)) return;
    if (read?.kind === 'text') await served.now?.changes.changeFile({ path, text: read.text });
    else await served.now?.changes.removeFile(path);
  }

  private async takeIn(changes: readonly FileEvent[]): Promise<void> {
    for (const change of changes) {
      const path = toPath(change.uri);
      const session = this.options.served.now;
      if (path.endsWith('.jouleline-budget.json')) session?.views.budgetsChanged();
      else if (path.endsWith('launch.json')) {
        if (session?.index.areAllRead === true) await session.showWorkspace();
      } else if (path.endsWith(FREQUENCIES_FILE)) await session?.teaching.update(session.index.areAllRead);
      else if (path.endsWith('.json'))
        await session?.coloredBy.fileChanged(path, change.type === FileChangeType.Deleted);
      else if (path.endsWith('.java')) await this.takeInSource(change, path);
      else session?.libraries.check(path);
    }
  }

  private async takeInSource({ uri, type }: FileEvent, path: string): Promise<void> {
    const { served } = this.options;
    if (!isSupported(uri) || this.texts.get(uri) !== undefined || served.now?.refusalOf(uri) !== undefined)
      return;
    const read = type === FileChangeType.Deleted ? undefined : await readSource(path);
    if (read?.kind === 'text') await served.now?.changes.changeFile({ path, text: read.text });
    else await served.now?.changes.removeFile(path);
  }
}

/** Asks the client to report changes on disk. */
export function watchFiles(connection: Connection): Promise<unknown> {
  return connection.client.register(DidChangeWatchedFilesNotification.type, {
    watchers: [
      { globPattern: '**/*.{java,class,jar}' },
      { globPattern: `**/{${BUILD_FILES.join(',')}}` },
      { globPattern: '**/.jouleline/{frequencies,profiles/*}.json' },
      { globPattern: '**/*.jouleline-budget.json' },
      { globPattern: '**/.vscode/launch.json' },
    ],
  });
}
