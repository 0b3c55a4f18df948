/**
 * Other tools' measurements: read, placed and saved.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { RequestType, type WorkDoneProgressParams } from 'vscode-languageserver-protocol';

export interface ImportParams extends WorkDoneProgressParams {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Joules that a meter measured for the whole run. */
  readonly energy?: number;
  /** A file of power over time. */
  readonly power?: string;
  /** What it was measured on, where the files do not say. */
  readonly device?: string;
  /** Whether lines of JIT-compiled code, which are biased, are believed. */
  readonly lines?: boolean;
  /** Whether samples in loops are spread over the loop's lines, which are then believed. */
  readonly spread?: boolean;
  /** Binary recordings of JFR are printed by the JDK's own `jfr`: only where the user trusts the workspace. */
  readonly isTrusted?: boolean;
}

export interface ImportAnswer {
  readonly kind: 'done' | 'canceled' | 'failed';
  /** Of the saved document; empty where none was written. */
  readonly path: string;
  /** In a sentence, for people. */
  readonly message: string;
  /** What was placed, what not, and problems by place, as Markdown; empty where nothing was read. */
  readonly report: string;
}

/** Other tools' files: read, laid on the workspace's sources, and saved among its profiles. It can be canceled. */
export const ImportRequest = new RequestType<ImportParams, ImportAnswer, void>('jouleline/import');

/** What a saved import placed, and what not, as Markdown. */
export const ImportReportRequest = new RequestType<
  { readonly path: string },
  { readonly title: string; readonly markdown: string },
  void
>('jouleline/importReport');
