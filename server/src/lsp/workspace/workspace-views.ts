/**
 * Views of the whole workspace: energy maps of its lines, lists of hotspots, and files that are over their budget.
 * All are made of the same rows, and all are out of date when a file or its figures change.
 *
 * Sits in `lsp/`, under `client-session.ts`. Nothing is computed before it is asked for.
 */
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import type { EnergySession, PricingOptions } from '../../lines/energy-session';
import type { FileOperations } from '../../analysis/file-operations';
import type { Settings } from '../../protocol/settings';
import { Budgets, type BudgetsOptions } from './budgets';
import { HotLists } from './hot-lists';
import { describeError, type Log } from '../session/log';
import type { ColoredBy } from '../profiles/colored-by';
import type { ClientTeller } from '../session/tell-client';
import { createWorkspaceFiles } from './workspace-files';
import type { WorkspaceIndex } from './workspace-index';
import { WorkspacePicture } from './workspace-picture';
import { WorkspaceRows } from './workspace-rows';

export interface WorkspaceViewsOptions {
  readonly session: EnergySession;
  readonly index: Pick<WorkspaceIndex, 'paths' | 'isRunning'>;
  readonly coloredBy: ColoredBy;
  readonly teller: ClientTeller;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly pricing: () => PricingOptions;
  readonly provenance: (measure: ShownMeasure | undefined) => string;
  readonly folders: () => readonly string[];
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** The operations of a file on screen. */
  readonly analyzed: (path: string) => FileOperations | undefined;
  /** The folder that keeps energy maps; undefined if nothing is kept. */
  readonly pictureFolder: string | undefined;
  /** The path of the budget file; empty if there is none. */
  readonly budgetPath: () => string;
  readonly publishBudgets: BudgetsOptions['publish'];
}

export interface WorkspaceViews {
  readonly pictures: Pick<WorkspacePicture, 'picture' | 'find'>;
  readonly lists: Pick<HotLists, 'page' | 'next' | 'all'>;
  /** Called when the budget file was written. */
  readonly budgetsChanged: () => void;
  /** Called when files changed, or with `isPriced` all of their figures. */
  changed(how?: { readonly isPriced: boolean }): void;
  /** Called when a file on screen shows something else; maps take it from the analysis. */
  shown(): void;
  dispose(): void;
}

export function createWorkspaceViews(options: WorkspaceViewsOptions): WorkspaceViews {
  const { session, index, coloredBy, teller, log, settings, folders, openTexts, provenance } = options;
  const paths = (): readonly string[] => index.paths;
  const isIndexing = (): boolean => index.isRunning;
  const files = createWorkspaceFiles({ session, openTexts, analyzed: options.analyzed, coloredBy });
  const rows = new WorkspaceRows({ log, session, pricing: options.pricing, folders, paths, files });
  const lists = new HotLists({
    ...{ rows, files, settings, provenance, isIndexing, coloredBy },
    tellStale: teller.listsAreStale,
  });
  const budgets = new Budgets({
    ...{ rows, files, settings, provenance, isIndexing, session },
    path: options.budgetPath,
    isRun: () => coloredBy.paths.length > 0,
    publish: options.publishBudgets,
    warn: (problem) => {
      teller.warn([problem], 'budget');
    },
    failed: (error) => {
      log.error(describeError(error));
    },
  });
  const pictures = new WorkspacePicture({
    ...{ log, session, settings, folders, paths, isIndexing, openTexts, coloredBy, files },
    folder: options.pictureFolder,
    model: () => options.pricing().model,
    tellStale: teller.pictureIsStale,
  });
  return {
    pictures,
    lists,
    budgetsChanged() {
      budgets.changed();
    },
    changed({ isPriced } = { isPriced: false }) {
      if (isPriced) rows.priced();
      else rows.changed();
      pictures.changed();
      lists.changed();
      budgets.changed();
    },
    shown() {
      rows.changed();
      lists.changed();
      budgets.changed();
    },
    dispose() {
      pictures.dispose();
      lists.dispose();
      budgets.dispose();
    },
  };
}
