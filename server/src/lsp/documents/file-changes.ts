/**
 * Finds the files that a changed file concerns. If its headers changed, all files are analyzed again; otherwise its
 * costs of callers are computed again.
 *
 * Sits in `lsp/`, under `client-session.ts`: `documents.ts` reports open files, and the watcher of the disk reports
 * the others.
 */
import type { EnergySession } from '../../lines/energy-session';
import { indexLines } from '../../base/line-index';
import type { Pool, SourceText } from '../../threads/pool';
import type { Documents } from './documents';
import { inBackground, type Log } from '../session/log';
import { toUri } from './uris';
import type { WorkspaceIndex } from '../workspace/workspace-index';

interface FileChangesOptions {
  readonly pool: Pool;
  readonly session: EnergySession;
  readonly documents: () => Documents;
  readonly index: () => WorkspaceIndex;
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** Estimates calls anew; true if figures of any file may have changed by it. */
  readonly solveCalls: () => Promise<boolean>;
  /** Takes the scale of colors from what is known now, if these files count; true if colors change by it. */
  readonly renewScale: (changed: ReadonlySet<string>) => Promise<boolean>;
  /** Called when files or their figures changed. */
  readonly changed: () => void;
  readonly log: Log;
}

const CALLERS_DELAY_MS = 300;

export class FileChanges {
  private readonly options: FileChangesOptions;
  /** The fingerprint of the headers that the workers know. */
  private fingerprint = '';
  private callersTimer: NodeJS.Timeout | undefined;
  private readonly changedPaths = new Set<string>();

  constructor(options: FileChangesOptions) {
    this.options = options;
  }

  /** Called when the workers know all headers, with their fingerprint. */
  indexed(fingerprint: string): void {
    this.fingerprint = fingerprint;
    this.options.documents().analyzeAll();
  }

  /**
   * Called when an open file was analyzed, with the fingerprint of the headers. Where the text has errors, all workers
   * go by the headers of the last one without, so that other files keep their figures.
   */
  analyzed(path: string, text: string, fingerprint: string, sound: string): void {
    const { pool, documents, index, log } = this.options;
    this.showCallersSoon(path);
    if (fingerprint === this.fingerprint) return;
    if (sound !== text) {
      inBackground(pool.setHeaders([{ path, text: sound }], []), log);
      return;
    }
    this.fingerprint = fingerprint;
    log.debug(`headers changed in ${path}`);
    const known = pool.setHeaders([{ path, text }], []);
    inBackground(
      known.then(() => {
        // While headers are read, they change all the time.
        if (!index().isReadingHeaders) documents().analyzeAll(toUri(path));
      }),
      log,
    );
  }

  /** Called when a file changed outside of the editor. */
  async changeFile(file: SourceText): Promise<void> {
    const { pool, session, index, openTexts, changed } = this.options;
    index().add(file.path);
    this.analyzeUnder(await pool.setHeaders([file], []));
    // An editor that opened the file meanwhile has asked for its analysis: this would end that.
    if (openTexts().has(file.path)) return;
    const outcome = await pool.analyze(file.path, file.text, 'background');
    if (outcome.kind !== 'analyzed' || openTexts().has(file.path)) return;
    session.addCallees(file.path, outcome.file, indexLines(file.text));
    changed();
    pool.forget(file.path);
    this.showCallersSoon(file.path);
  }

  async removeFile(path: string): Promise<void> {
    const { pool, session, index, changed } = this.options;
    index().remove(path);
    session.removeFile(path);
    changed();
    this.showCallersSoon(path);
    pool.forget(path);
    this.analyzeUnder(await pool.setHeaders([], [path]));
  }

  dispose(): void {
    clearTimeout(this.callersTimer);
  }

  private analyzeUnder(fingerprint: string): void {
    if (fingerprint !== this.fingerprint) this.indexed(fingerprint);
  }

  /** Estimates calls anew, and prices the files again that call the changed one, once typing pauses. */
  private showCallersSoon(path: string): void {
    const { documents, solveCalls, renewScale, log } = this.options;
    this.changedPaths.add(path);
    clearTimeout(this.callersTimer);
    this.callersTimer = setTimeout(() => {
      const paths = new Set(this.changedPaths);
      this.changedPaths.clear();
      const show = async (): Promise<void> => {
        // New calls may change the color of every line.
        const isNew = await solveCalls();
        const isOther = await renewScale(paths);
        await (isNew || isOther ? documents().showAll() : documents().showCallers(paths));
      };
      inBackground(show(), log);
    }, CALLERS_DELAY_MS);
  }
}
