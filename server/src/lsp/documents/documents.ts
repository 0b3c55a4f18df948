/**
 * Open documents: from a change of text to a view that the features show.
 *
 * Sits in `lsp/`, over `document-views.ts`. Each document has at most one analysis under way. A newer text supersedes
 * it, and the worker keeps the results of unchanged members. Where a text has errors, members of the text before stay.
 * Invariant: a view belongs to the version that it names.
 */
import { describeError } from '../../base/failure';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileOperations } from '../../analysis/file-operations';
import { type HeldText, holdMembers } from '../../analysis/held-members';
import { indexLines } from '../../base/line-index';
import type { AnalysisOutcome } from '../../threads/pool';
import type { Urgency } from '../../threads/pool-policy';
import { createDocumentViews, type DocumentViews, type DocumentViewsOptions } from './document-views';
import type { DocumentView } from '../views/features';
import type { ShownCounts } from '../profiles/shown-profile';
import { toPath } from './uris';

type Analyzed = Extract<AnalysisOutcome, { readonly kind: 'analyzed' }>;

interface DocumentsOptions extends DocumentViewsOptions {
  readonly analyze: (path: string, text: string, urgency: Urgency) => Promise<AnalysisOutcome>;
  readonly readCache: (path: string, text: string) => Promise<FileOperations | undefined>;
  readonly show: (view: DocumentView) => void;
  /**
   * Called after an analysis; the text may have changed again since. `sound` is the last text whose headers can be
   * believed: another one than the text itself where this has errors.
   */
  readonly analyzed: (path: string, text: string, outcome: Analyzed, sound: string) => void;
  readonly failed: (path: string, message: string) => void;
  /** Called when a document was closed: nothing need be kept for its next edit. */
  readonly closed: (path: string) => void;
}

interface OpenDocument {
  version: number;
  text: string;
  view: DocumentView | undefined;
  /** The text of `view`. */
  viewText: string;
  file: FileOperations | undefined;
  /** The last text that was analyzed, with members of earlier ones where it has errors. */
  held: HeldText | undefined;
  /** The last text of which no member was held. */
  soundText: string;
  /** The newest request for counts of a profile; undefined while estimates are shown. */
  counting: Promise<ShownCounts> | undefined;
  pending: Promise<void> | undefined;
}

/** The number of members whose costs are computed in one go: a few milliseconds. */
const SLICE = 400;

export class Documents {
  private readonly options: DocumentsOptions;
  private readonly views: DocumentViews;
  /** The open documents, by URI. */
  private readonly all = new Map<string, OpenDocument>();

  constructor(options: DocumentsOptions) {
    this.options = options;
    this.views = createDocumentViews(options);
  }

  get uris(): readonly string[] {
    return [...this.all.keys()];
  }

  open(opened: TextDocument): void {
    const document: OpenDocument = {
      version: opened.version,
      text: opened.getText(),
      view: undefined,
      viewText: '',
      file: undefined,
      held: undefined,
      soundText: opened.getText(),
      counting: undefined,
      pending: undefined,
    };
    this.all.set(opened.uri, document);
    this.showCached(opened.uri, document).catch(this.failureIn(opened.uri));
    this.schedule(opened.uri, document, 'visible');
  }

  change(changed: TextDocument): void {
    const document = this.all.get(changed.uri);
    if (document === undefined) return;
    document.version = changed.version;
    document.text = changed.getText();
    this.schedule(changed.uri, document, 'visible');
  }

  close(uri: string): void {
    const document = this.all.get(uri);
    if (document === undefined) return;
    const { file, text, viewText } = document;
    const path = toPath(uri);
    // Counts go with the document: another profile may be shown by the time the file is looked at again.
    const { session } = this.options;
    if (file !== undefined && viewText === text && session.known(path)?.file !== file)
      session.addCallees(path, file, indexLines(text));
    this.all.delete(uri);
    this.options.closed(path);
  }

  /** Analyses every open document again, but for one: headers, class path or assumptions changed. */
  analyzeAll(except?: string): void {
    for (const [uri, document] of this.all) if (uri !== except) this.schedule(uri, document, 'open');
  }

  /** Prices and paints every open document again, one after the other: model or presentation changed. */
  async showAll(): Promise<void> {
    for (const [uri, document] of [...this.all]) {
      this.showAgain(uri, document);
      await answerOthers();
    }
  }

  /**
   * The same as {@link showAll}, but if a single document changed, it is left out: the others may call its methods.
   */
  async showCallers(changed: ReadonlySet<string>): Promise<void> {
    for (const [uri, document] of [...this.all]) {
      const path = toPath(uri);
      if ([...changed].every((other) => other === path)) continue;
      if (document.file === undefined || document.viewText !== document.text) continue;
      await this.price(document.file, document.text);
      this.showAgain(uri, document);
    }
  }

  refresh(uri: string): void {
    const document = this.all.get(uri);
    if (document?.view !== undefined && document.viewText === document.text) this.options.show(document.view);
    else if (document !== undefined) this.schedule(uri, document, 'visible');
  }

  /** The operations of the document's text, whatever it shows; undefined if it is not open or not analyzed yet. */
  analyzed(uri: string): FileOperations | undefined {
    return this.all.get(uri)?.file;
  }

  /** The text that was analyzed last, with its operations; undefined if it is not open or not analyzed yet. */
  textNow(uri: string): HeldText | undefined {
    return this.all.get(uri)?.held;
  }

  /** The newest view; waits `patienceMs` at most for that of the present text. */
  async viewOf(uri: string, patienceMs: number): Promise<DocumentView | undefined> {
    const document = this.all.get(uri);
    if (document === undefined) return undefined;
    const outOfPatience = new Promise<true>((resolve) => setTimeout(resolve, patienceMs, true));
    // A superseded analysis ends without a view: wait for the one that took its place.
    while (document.pending !== undefined && document.viewText !== document.text) {
      if ((await Promise.race([document.pending, outOfPatience])) === true) break;
    }
    return document.view;
  }

  /** The line of the newest view that shows the same text as a line of the present document. */
  lineInView(uri: string, line: number): number | undefined {
    const document = this.all.get(uri);
    if (document?.view === undefined) return undefined;
    if (document.viewText === document.text) return line;
    const wanted = textOfLine(document.text, line);
    return textOfLine(document.viewText, line) === wanted ? line : undefined;
  }

  private schedule(uri: string, document: OpenDocument, urgency: Urgency): void {
    const pending = this.analyze(uri, document, urgency)
      .catch(this.failureIn(uri))
      .finally(() => {
        if (document.pending === pending) document.pending = undefined;
      });
    document.pending = pending;
  }

  /** Answers a function that tells a failure about a document. */
  private failureIn(uri: string): (error: unknown) => void {
    return (error) => {
      this.options.failed(toPath(uri), describeError(error));
    };
  }

  /** Brings a text to its view: it is analyzed, costed and shown. A newer text ends the way of an older one. */
  private async analyze(uri: string, document: OpenDocument, urgency: Urgency): Promise<void> {
    const { version, text } = document;
    const path = toPath(uri);
    const outcome = await this.options.analyze(path, text, urgency);
    if (this.all.get(uri) !== document) return;
    if (outcome.kind === 'failed') this.options.failed(path, outcome.message);
    if (outcome.kind !== 'analyzed') return;
    const held = holdMembers(document.held, text, outcome.file);
    if (held.file.isHeld !== true) document.soundText = text;
    document.held = held;
    this.options.analyzed(path, text, outcome, document.soundText);
    await this.price(held.file, text);
    if (document.version !== version || this.all.get(uri) !== document) return;
    document.file = held.file;
    await this.show(uri, document);
  }

  /** Shows the stored results of a text that was just opened, until it is analyzed. */
  private async showCached(uri: string, document: OpenDocument): Promise<void> {
    const { text } = document;
    const file = await this.options.readCache(toPath(uri), text);
    if (file === undefined || document.view !== undefined || this.all.get(uri) !== document) return;
    if (document.text !== text) return;
    document.held ??= holdMembers(undefined, text, file);
    document.file = file;
    await this.show(uri, document);
  }

  /** Prices a large file in slices, between which requests are answered. */
  private async price({ members }: FileOperations, text: string): Promise<void> {
    if (members.length <= SLICE) return;
    const lines = indexLines(text);
    for (let start = 0; start < members.length; start += SLICE) {
      this.options.session.prepare(members.slice(start, start + SLICE), lines);
      await answerOthers();
    }
  }

  /** Shows the document again, unless a view of a newer text will come anyway. */
  private showAgain(uri: string, document: OpenDocument): void {
    if (this.all.get(uri) === document && document.viewText === document.text)
      this.show(uri, document).catch(this.failureIn(uri));
  }

  /** Shows a view. Estimates are shown at once, so that nothing comes between a text and its view. */
  private async show(uri: string, document: OpenDocument): Promise<void> {
    const { file, text, version } = document;
    if (file === undefined) return;
    const { views } = this;
    const analyzed = { uri, version, text, file, lines: indexLines(text) };
    const ofProfiles = views.ofProfiles(analyzed);
    const counting = ofProfiles === undefined ? views.countsOf(analyzed) : undefined;
    document.counting = counting;
    if (counting === undefined) {
      this.put(document, ofProfiles ?? views.estimated(analyzed));
      return;
    }
    const counts = await counting;
    // Another text, analysis or profile is shown by now, or will be soon.
    if (this.all.get(uri) !== document || document.counting !== counting || document.text !== text) return;
    this.put(document, views.counted({ ...analyzed, version: document.version }, counts));
  }

  private put(document: OpenDocument, view: DocumentView): void {
    document.viewText = document.text;
    document.view = view;
    this.options.show(view);
  }
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
