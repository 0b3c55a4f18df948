/**
 * Open documents: from a change of text to a view that the features show.
 *
 * Sits in `lsp/`, over `document-views.ts`. Each document has at most one analysis under way. A newer text supersedes
 * it, and the worker keeps the results of unchanged members. Invariant: a view belongs to the version that it names.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileOperations } from '../../analysis/file-operations';
import { indexLines } from '../../base/line-index';
import type { AnalysisOutcome } from '../../threads/pool';
import type { Urgency } from '../../threads/pool-policy';
import { createDocumentViews, type DocumentViewsOptions, type ViewOrReason } from './document-views';
import type { AnyView } from '../views/features';
import { describeError } from '../session/log';
import type { ShownCounts } from '../profiles/shown-profile';
import { toPath } from './uris';

export type Analyzed = Extract<AnalysisOutcome, { readonly kind: 'analyzed' }>;

export interface DocumentsOptions extends DocumentViewsOptions {
  readonly analyze: (path: string, text: string, urgency: Urgency) => Promise<AnalysisOutcome>;
  readonly readCache: (path: string, text: string) => Promise<FileOperations | undefined>;
  readonly show: (view: AnyView) => void;
  /** Called after an analysis; the text may have changed again since. */
  readonly analyzed: (path: string, text: string, outcome: Analyzed) => void;
  readonly failed: (path: string, message: string) => void;
  /** Called if there is nothing to show, with a reason for the user. */
  readonly showNothing: (uri: string, reason: string) => void;
  /** Called when a document was closed: nothing need be kept for its next edit. */
  readonly closed: (path: string) => void;
}

interface OpenDocument {
  version: number;
  text: string;
  view: AnyView | undefined;
  /** The text of `view`. */
  viewText: string;
  file: FileOperations | undefined;
  /** The newest request for counts of a profile; undefined while estimates are shown. */
  counting: Promise<ShownCounts> | undefined;
  pending: Promise<void> | undefined;
}

export interface Documents {
  open(document: TextDocument): void;
  change(document: TextDocument): void;
  close(uri: string): void;
  /** Analyses every open document again: headers, class path or assumptions changed. */
  analyzeAll(): void;
  /** The same as {@link analyzeAll} for all documents but one. */
  analyzeOthers(uri: string): void;
  /** Prices and paints every open document again, one after the other: model or presentation changed. */
  showAll(): Promise<void>;
  /**
   * The same as {@link showAll}, but if a single document changed, it is left out: the others may call its methods.
   */
  showCallers(changed: ReadonlySet<string>): Promise<void>;
  refresh(uri: string): void;
  readonly uris: readonly string[];
  /** The operations of the document's text, whatever it shows; undefined if it is not open or not analyzed yet. */
  analyzed(uri: string): FileOperations | undefined;
  /** The newest view; waits `patienceMs` at most for that of the present text. */
  viewOf(uri: string, patienceMs: number): Promise<AnyView | undefined>;
  /** The line of the newest view that shows the same text as a line of the present document. */
  lineInView(uri: string, line: number): number | undefined;
}

/** The number of members that are priced in one go: a few milliseconds. */
const SLICE = 400;

export function createDocuments(options: DocumentsOptions): Documents {
  const open = new Map<string, OpenDocument>();
  const views = createDocumentViews(options);

  async function analyze(uri: string, document: OpenDocument, urgency: Urgency): Promise<void> {
    const { version, text } = document;
    const path = toPath(uri);
    const outcome = await options.analyze(path, text, urgency);
    if (open.get(uri) !== document) return;
    switch (outcome.kind) {
      case 'superseded':
        return;
      case 'failed':
        options.failed(path, outcome.message);
        return;
      case 'analyzed':
        options.analyzed(path, text, outcome);
        await prepare(outcome.file, text);
        if (document.version !== version || open.get(uri) !== document) return;
        document.file = outcome.file;
        await show(uri, document);
    }
  }

  /** Shows the stored results of a text that was just opened, until it is analyzed. */
  async function showCached(uri: string, document: OpenDocument): Promise<void> {
    const { text } = document;
    const file = await options.readCache(toPath(uri), text);
    if (file === undefined || document.view !== undefined || open.get(uri) !== document) return;
    if (document.text !== text) return;
    document.file = file;
    await show(uri, document);
  }

  /** Prices a large file in slices, between which requests are answered. */
  async function prepare({ members }: FileOperations, text: string): Promise<void> {
    if (members.length <= SLICE) return;
    const lines = indexLines(text);
    for (let at = 0; at < members.length; at += SLICE) {
      options.session.prepare(members.slice(at, at + SLICE), lines);
      await answerOthers();
    }
  }

  /** Shows a view. Estimates are shown at once, so that nothing comes between a text and its view. */
  async function show(uri: string, document: OpenDocument): Promise<void> {
    const { file, text, version } = document;
    if (file === undefined) return;
    const analyzed = { uri, version, text, file, lines: indexLines(text) };
    const ofProfiles = views.ofProfiles(analyzed);
    const counting = ofProfiles === undefined ? views.countsOf(analyzed) : undefined;
    document.counting = counting;
    if (counting === undefined) {
      put(uri, document, ofProfiles ?? views.estimated(analyzed));
      return;
    }
    const counts = await counting;
    // Another text, analysis or profile is shown by now, or will be soon.
    if (open.get(uri) !== document || document.counting !== counting || document.text !== text) return;
    put(uri, document, views.counted({ ...analyzed, version: document.version }, counts));
  }

  function put(uri: string, document: OpenDocument, shown: ViewOrReason): void {
    document.viewText = document.text;
    document.view = 'view' in shown ? shown.view : undefined;
    if ('view' in shown) options.show(shown.view);
    else options.showNothing(uri, shown.reason);
  }

  function showOrTell(uri: string, document: OpenDocument): void {
    show(uri, document).catch((error: unknown) => {
      options.failed(toPath(uri), describeError(error));
    });
  }

  function schedule(uri: string, document: OpenDocument, urgency: Urgency): void {
    const pending = analyze(uri, document, urgency)
      .catch((error: unknown) => {
        options.failed(toPath(uri), describeError(error));
      })
      .finally(() => {
        if (document.pending === pending) document.pending = undefined;
      });
    document.pending = pending;
  }

  return {
    open(opened) {
      const document: OpenDocument = {
        version: opened.version,
        text: opened.getText(),
        view: undefined,
        viewText: '',
        file: undefined,
        counting: undefined,
        pending: undefined,
      };
      open.set(opened.uri, document);
      void showCached(opened.uri, document).catch((error: unknown) => {
        options.failed(toPath(opened.uri), describeError(error));
      });
      schedule(opened.uri, document, 'visible');
    },
    change(changed) {
      const document = open.get(changed.uri);
      if (document === undefined) return;
      document.version = changed.version;
      document.text = changed.getText();
      schedule(changed.uri, document, 'visible');
    },
    close(uri) {
      if (open.delete(uri)) options.closed(toPath(uri));
    },
    analyzeAll() {
      for (const [uri, document] of open) schedule(uri, document, 'open');
    },
    analyzeOthers(uri) {
      for (const [other, document] of open) if (other !== uri) schedule(other, document, 'open');
    },
    async showAll() {
      for (const [uri, document] of [...open]) {
        if (open.get(uri) === document && document.viewText === document.text) showOrTell(uri, document);
        await answerOthers();
      }
    },
    async showCallers(changed) {
      for (const [uri, document] of [...open]) {
        const path = toPath(uri);
        if ([...changed].every((other) => other === path)) continue;
        if (document.file === undefined || document.viewText !== document.text) continue;
        await prepare(document.file, document.text);
        if (open.get(uri) === document && document.viewText === document.text) showOrTell(uri, document);
      }
    },
    refresh(uri) {
      const document = open.get(uri);
      if (document?.view !== undefined && document.viewText === document.text) options.show(document.view);
      else if (document !== undefined) schedule(uri, document, 'visible');
    },
    get uris() {
      return [...open.keys()];
    },
    analyzed: (uri) => open.get(uri)?.file,
    async viewOf(uri, patienceMs) {
      const document = open.get(uri);
      if (document === undefined) return undefined;
      const outOfPatience = new Promise<true>((resolve) => setTimeout(resolve, patienceMs, true));
      // A superseded analysis ends without a view: wait for the one that took its place.
      while (document.pending !== undefined && document.viewText !== document.text) {
        if ((await Promise.race([document.pending, outOfPatience])) === true) break;
      }
      return document.view;
    },
    lineInView(uri, line) {
      const document = open.get(uri);
      if (document?.view === undefined) return undefined;
      if (document.viewText === document.text) return line;
      const wanted = textOfLine(document.text, line);
      return textOfLine(document.viewText, line) === wanted ? line : undefined;
    },
  };
}

/** Lets requests that came meanwhile be answered first. */
function answerOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function textOfLine(text: string, line: number): string | undefined {
  const lines = indexLines(text);
  if (line >= lines.lineCount) return undefined;
  return text.slice(lines.startOf(line), line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length);
}
