/**
 * One conversation with the built server (dist/server.js) about a folder of the
 * test, in the words of the tests: open, edit, overlay, hover.
 *
 * Nothing here waits for a time: a test waits for the message that it expects,
 * and fails when none comes.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { readOverlay } from '../../server/src/protocol/overlay';
import type { Overlay, OverlayLine, OverlayParams } from '../../server/src/protocol/overlay';
import type { InitializationOptions } from '../../server/src/protocol/handshake';
import { startLspClient } from '../support/lsp-client';
import type { LspClient } from '../support/lsp-client';
import { makeTemporaryFolder } from '../support/temporary-folder';
import type { FolderContent } from '../support/temporary-folder';

/** The content of a file of the server's for a page. */
export function readPacked(path: string): ArrayBuffer {
  return new Uint8Array(gunzipSync(readFileSync(path))).buffer;
}

export const serverPath = resolve(import.meta.dirname, '../../dist/server.js');

export interface SessionOptions {
  readonly files?: FolderContent;
  /** A folder that is there already, instead of a new one. */
  readonly folder?: string;
  /** A second folder of the workspace, with settings of its own. */
  readonly second?: { readonly folder: string; readonly settings: unknown };
  /** The section `jouleline`, as far as it is set; the test may change it later. */
  readonly settings?: unknown;
  /** True if the editor answers `workspace/configuration`; else settings are sent once, at the start. */
  readonly pullsSettings?: boolean;
  readonly storagePath?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  readonly protocolVersion?: number;
  /** More of what the editor tells at the start. */
  readonly initialization?: Pick<
    InitializationOptions,
    | 'isTrusted'
    | 'profileCommand'
    | 'measureChangeCommand'
    | 'learnMoreCommand'
    | 'showsWarnings'
    | 'l10nBundle'
  >;
  /** Milliseconds that one message may take; more only for tests of huge files. */
  readonly patience?: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Lens {
  readonly range: Range;
  readonly command: { readonly title: string; readonly tooltip?: string };
}

export interface Hint {
  readonly position: Position;
  readonly label: string;
}

/** A message of `window/logMessage` or `window/showMessage`: 1 error, 2 warning, 3 information. */
export interface Message {
  readonly type: number;
  readonly message: string;
}

export interface Session {
  readonly client: LspClient;
  readonly folder: string;
  readonly initialized: InitializeResult;
  uriOf(name: string): string;
  /** Opens a file of the folder in the editor; without a text, with that on disk. */
  open(name: string, text: string): void;
  /** Replaces `old`, which is in the text once, as an editor tells it: by its range. Returns the new text. */
  edit(name: string, old: string, replacement: string): string;
  textOf(name: string): string;
  versionOf(name: string): number;
  /** The next overlay of the file's present version that fits, once the workspace is read. */
  overlay(name: string, fits?: (overlay: Overlay) => boolean): Promise<Overlay>;
  /** Markdown of the hover on the line that holds `text`; `undefined` when there is none. */
  hover(name: string, text: string): Promise<string | undefined>;
  lenses(name: string): Promise<readonly Lens[]>;
  hints(name: string): Promise<readonly Hint[]>;
  /** The editor's settings change from here on, and it says so. */
  changeSettings(settings: unknown): void;
  /** A warning, error or other message for people that fits, in the log or in a box. */
  message(pattern: RegExp): Promise<Message>;
  /** When the workspace is read once more than at the last call. */
  indexed(): Promise<void>;
}

export interface InitializeResult {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly serverInfo: { readonly name: string; readonly version: string };
}

/** How long any message may take on a machine that others use too: only a failing test waits for it. */
const usualPatience = 50_000;

/** Starts a server on a new folder with these files and waits until it has shaken hands. */
export async function startSession(options: SessionOptions = {}): Promise<Session> {
  const folder = options.folder ?? makeTemporaryFolder(options.files);
  let settings: unknown = options.settings ?? {};
  const pullsSettings = options.pullsSettings ?? true;
  const patience = options.patience ?? usualPatience;
  const client = startLspClient({
    arguments: [...(options.arguments ?? []), serverPath, '--stdio'],
    cwd: folder,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  onTestFinished(async () => {
    await end(client).finally(() => client.dispose());
  });
  const { second } = options;
  const secondUri = second && pathToFileURL(second.folder).toString();
  client.answer('workspace/configuration', (params) =>
    (params as { readonly items: readonly { readonly scopeUri?: string }[] }).items.map(
      ({ scopeUri = '' }) =>
        secondUri !== undefined && scopeUri.startsWith(secondUri) ? second?.settings : settings,
    ),
  );

  const documents = new Map<string, { version: number; text: string }>();
  const uriOf = (name: string): string =>
    name.includes(':') ? name : pathToFileURL(join(folder, name)).toString();
  const document = (name: string): { version: number; text: string } => {
    const found = documents.get(name);
    if (found === undefined) throw new Error(`${name} is not open`);
    return found;
  };
  const textDocument = (name: string): { readonly uri: string } => ({ uri: uriOf(name) });

  const initialized = await client.request<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).toString(),
    workspaceFolders: [
      { uri: pathToFileURL(folder).toString(), name: 'test' },
      ...(secondUri === undefined ? [] : [{ uri: secondUri, name: 'second' }]),
    ],
    initializationOptions: {
      ...options.initialization,
      ...(options.protocolVersion === undefined ? {} : { protocolVersion: options.protocolVersion }),
      ...(options.storagePath === undefined ? {} : { storagePath: options.storagePath }),
      ...(pullsSettings ? {} : { settings }),
    },
    capabilities: {
      textDocument: {
        publishDiagnostics: { codeDescriptionSupport: true, versionSupport: true },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } },
        },
      },
      workspace: {
        workspaceEdit: { documentChanges: true },
        configuration: pullsSettings,
        workspaceFolders: true,
        didChangeConfiguration: { dynamicRegistration: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
        codeLens: { refreshSupport: true },
        inlayHint: { refreshSupport: true },
      },
      window: { workDoneProgress: true },
    },
  });
  client.notify('initialized', {});

  return {
    client,
    folder,
    initialized,
    uriOf,
    textOf: (name) => document(name).text,
    versionOf: (name) => document(name).version,
    open(name, text) {
      documents.set(name, { version: 1, text });
      client.notify('textDocument/didOpen', {
        textDocument: { uri: uriOf(name), languageId: 'java', version: 1, text },
      });
    },
    edit(name, old, replacement) {
      const opened = document(name);
      const start = opened.text.indexOf(old);
      if (start < 0 || opened.text.includes(old, start + 1))
        throw new Error(`${old} is not in the text once`);
      const range = {
        start: positionAt(opened.text, start),
        end: positionAt(opened.text, start + old.length),
      };
      opened.text = opened.text.slice(0, start) + replacement + opened.text.slice(start + old.length);
      opened.version += 1;
      client.notify('textDocument/didChange', {
        textDocument: { uri: uriOf(name), version: opened.version },
        contentChanges: [{ range, text: replacement }],
      });
      return opened.text;
    },
    async overlay(name, fits = () => true) {
      const params = await client.waitForNotification<OverlayParams>(
        'jouleline/overlay',
        (overlay) =>
          overlay.uri === uriOf(name) &&
          overlay.version === document(name).version &&
          !overlay.statusTooltip.includes('still being read') &&
          fits(readOverlay(overlay)),
        patience,
      );
      return readOverlay(params);
    },
    async hover(name, text) {
      const position = { line: lineOf(document(name).text, text), character: 0 };
      const hover = await client.request<{
        readonly contents: { readonly kind: string; readonly value: string };
      } | null>('textDocument/hover', { textDocument: textDocument(name), position }, patience);
      return hover?.contents.value;
    },
    lenses: (name) => client.request('textDocument/codeLens', { textDocument: textDocument(name) }, patience),
    hints: (name) =>
      client.request(
        'textDocument/inlayHint',
        {
          textDocument: textDocument(name),
          range: {
            start: { line: 0, character: 0 },
            end: positionAt(document(name).text, document(name).text.length),
          },
        },
        patience,
      ),
    changeSettings(changed) {
      settings = changed;
      client.notify('workspace/didChangeConfiguration', {
        settings: pullsSettings ? null : { jouleline: changed },
      });
    },
    message: (pattern) =>
      Promise.any(
        ['window/logMessage', 'window/showMessage'].map((method) =>
          client.waitForNotification<Message>(method, ({ message }) => pattern.test(message), patience),
        ),
      ),
    async indexed() {
      await client.waitForNotification<{ readonly value: { readonly kind: string } }>(
        '$/progress',
        ({ value }) => value.kind === 'end',
        patience,
      );
    },
  };
}

/** Whatever a test did, its server must still answer, and end as asked. */
async function end(client: LspClient): Promise<void> {
  if (endedByTest.has(client)) return;
  await client.request('shutdown', undefined, usualPatience);
  client.notify('exit');
  expect(await client.exited).toBe(0);
}

const endedByTest = new WeakSet<LspClient>();

/** For tests of how a server ends. */
export function leaveEndToTest({ client }: Session): LspClient {
  endedByTest.add(client);
  return client;
}

/** The number, from 0, of the line that holds `text`, which is in one line only. */
export function lineOf(document: string, text: string): number {
  const lines = document.split(/\r\n|\r|\n/);
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index] : []));
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${text} is in ${found.length} lines`);
  return found[0];
}

/** The overlay's entry for the line of `document` that holds `text`. */
export function entryAt(overlay: Overlay, document: string, text: string): OverlayLine {
  const line = lineOf(document, text);
  const entry = overlay.lines.find((one) => one.line === line);
  if (entry === undefined) throw new Error(`line ${line} (${text}) is not colored`);
  return entry;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: before.split(/\r\n|\r|\n/).length - 1, character: offset - lineStart };
}
