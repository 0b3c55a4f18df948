/**
 * Imports: recordings of other tools are read, placed in the sources and saved.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { type Described, optional } from '../base/shapes';
import { request } from './checked-request';

const importSchema = v.object({
  /** The editor's token for what it shows meanwhile. */
  workDoneToken: optional(v.union([v.string(), v.number()])),
  /** Files and folders. */
  paths: v.array(v.string()),
  /** Joules that a meter measured for the whole run. */
  energy: optional(v.number()),
  /** A file of power over time. */
  power: optional(v.string()),
  /** The device that was measured, if the files do not name it. */
  device: optional(v.string()),
  /** True if lines of JIT-compiled code are believed, although they are biased. */
  lines: optional(v.boolean()),
  /** True if samples in loops are spread over the loop's lines, which are then believed. */
  spread: optional(v.boolean()),
});
export type ImportParams = Described<typeof importSchema>;

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
export const ImportRequest = request<ImportAnswer>()('jouleline/import', importSchema.entries);

/** Asks for the report on a saved import, as Markdown. */
export const ImportReportRequest = request<{ readonly title: string; readonly markdown: string }>()(
  'jouleline/importReport',
  { path: v.string() },
);
