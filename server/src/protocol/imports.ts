/**
 * Imports: recordings of other tools are read, placed in the sources and saved.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import { RequestType, type WorkDoneProgressParams } from 'vscode-languageserver-protocol';

export interface ImportParams extends WorkDoneProgressParams {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Joules that a meter measured for the whole run. */
  readonly energy?: number;
  /** A file of power over time. */
  readonly power?: string;
  /** The device that was measured, if the files do not name it. */
  readonly device?: string;
  /** True if lines of JIT-compiled code are believed, although they are biased. */
  readonly lines?: boolean;
  /** True if samples in loops are spread over the loop's lines, which are then believed. */
  readonly spread?: boolean;
  /** True if the user trusts the workspace: only then the JDK's own `jfr` may print binary recordings. */
  readonly isTrusted?: boolean;
}

export interface ImportAnswer {
  readonly kind: 'done' | 'canceled' | 'failed';
  /** The path of the saved document; empty if none was written. */
  readonly path: string;
  /** The result in a sentence, for people. */
  readonly message: string;
  /**
   * The report, as Markdown: how much lies in the sources, how much does not, and problems by place; empty if nothing
   * was read.
   */
  readonly report: string;
}

/**
 * Reads files of other tools, lays them on the workspace's sources, and saves them among its profiles. The request
 * can be canceled.
 */
export const ImportRequest = new RequestType<ImportParams, ImportAnswer, void>('jouleline/import');

/** Asks for the report on a saved import, as Markdown. */
export const ImportReportRequest = new RequestType<
  { readonly path: string },
  { readonly title: string; readonly markdown: string },
  void
>('jouleline/importReport');
