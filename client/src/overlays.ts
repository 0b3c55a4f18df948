/**
 * The overlays of all open Java documents: takes in what the server sends and
 * what the user types, and tells the painter, the status bar and the legend.
 */
import { EventEmitter, Uri, workspace, type Event, type TextDocument } from 'vscode';
import type { Closable } from './closable';
import type { OverlayClearedParams, Overlay } from '../../server/src/protocol/overlay';
import { clearOverlay, editDocument, fadeOverlay, openDocument, receiveOverlay } from './overlay-state';
import type { DocumentState } from './overlay-state';

interface OverlayChange {
  readonly uri: string;
  /** True if the decorations have to be set again; within a line the editor moves them by itself. */
  readonly repaint: boolean;
}

export interface Overlays extends Closable {
  readonly stateOf: (document: TextDocument) => DocumentState | undefined;
  readonly onDidChange: Event<OverlayChange>;
  readonly receive: (overlay: Overlay) => void;
  readonly receiveCleared: (cleared: OverlayClearedParams) => void;
}

/** Milliseconds. A server that answers sooner lets no color flicker. */
const fadeDelay = 150;

export function createOverlays(): Overlays {
  const states = new Map<string, DocumentState>();
  const fadeTimers = new Map<string, NodeJS.Timeout>();
  const changed = new EventEmitter<OverlayChange>();

  const stopFading = (uri: string): void => {
    clearTimeout(fadeTimers.get(uri));
    fadeTimers.delete(uri);
  };
  const fadeLater = (uri: string): void => {
    if (fadeTimers.has(uri)) return;
    const fade = (): void => {
      fadeTimers.delete(uri);
      const state = states.get(uri);
      if (state) update(uri, fadeOverlay(state), true);
    };
    fadeTimers.set(uri, setTimeout(fade, fadeDelay));
  };
  const update = (uri: string, state: DocumentState, repaint: boolean): void => {
    if (states.get(uri) === state) return;
    states.set(uri, state);
    changed.fire({ uri, repaint });
  };
  const track = (document: TextDocument): void => {
    if (isShown(document)) update(document.uri.toString(), openDocument(document.version), true);
  };
  const forget = (uri: string): void => {
    stopFading(uri);
    if (states.delete(uri)) changed.fire({ uri, repaint: true });
  };

  const listeners = [
    workspace.onDidOpenTextDocument(track),
    workspace.onDidCloseTextDocument((document) => {
      forget(document.uri.toString());
    }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const uri = document.uri.toString();
      const state = states.get(uri);
      if (!state || contentChanges.length === 0) return;
      const linesMove = contentChanges.some(({ range, text }) => !range.isSingleLine || /[\r\n]/.test(text));
      update(uri, editDocument(state, document.version, contentChanges), linesMove);
      if (states.get(uri)?.shown.kind === 'overlay') fadeLater(uri);
    }),
  ];
  workspace.textDocuments.forEach(track);

  return {
    stateOf: (document) => states.get(document.uri.toString()),
    onDidChange: changed.event,
    receive: (overlay) => {
      const uri = Uri.parse(overlay.uri).toString();
      const state = states.get(uri);
      const document = workspace.textDocuments.find((open) => open.uri.toString() === uri);
      if (!state || !document) return;
      const next = receiveOverlay(state, overlay, document.version, (line) => {
        if (line < 0 || line >= document.lineCount) return undefined;
        return document.lineAt(line).firstNonWhitespaceCharacterIndex;
      });
      if (next === state) return;
      stopFading(uri);
      update(uri, next, true);
    },
    receiveCleared: ({ uri: sent, ...cleared }) => {
      const uri = Uri.parse(sent).toString();
      const state = states.get(uri);
      if (!state) return;
      stopFading(uri);
      update(uri, clearOverlay(state, cleared), true);
    },
    dispose: () => {
      for (const uri of fadeTimers.keys()) stopFading(uri);
      for (const listener of listeners) listener.dispose();
      changed.dispose();
    },
  };
}

/** The documents that the server is told of. */
export function isShown(document: TextDocument): boolean {
  return document.languageId === 'java' && ['file', 'untitled'].includes(document.uri.scheme);
}
