/**
 * Views of the whole workspace: energy maps of its lines, lists of hotspots, and files that are over their budget.
 * All are made of the same rows, and all are out of date when a file or its figures change.
 *
 * Sits in `lsp/`, under `client-session.ts`. Nothing is computed before it is asked for.
 */
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import type { EnergySession, PricingOptions } from '../../lines/energy-session';
import type { FileOperations } from '../../analysis/file-operations';
import type { Joules } from '../../base/units';
import type { Settings } from '../../protocol/settings';
import { Budgets, type BudgetsOptions } from './budgets';
import { HotLists } from './hot-lists';
import { failuresTo, type Log } from '../session/log';
import type { ColoredBy } from '../profiles/colored-by';
import type { ClientTeller } from '../session/tell-client';
import { WorkspaceFiles } from './workspace-files';
import type { WorkspaceIndex } from './workspace-index';
import { WorkspacePicture } from './workspace-picture';
import { WorkspaceRows } from './workspace-rows';
import { WorkspaceScale } from './workspace-scale';

interface WorkspaceViewsOptions {
  readonly session: EnergySession;
  readonly index: Pick<WorkspaceIndex, 'paths' | 'has' | 'isEmpty' | 'isRunning' | 'areAllRead'>;
  readonly coloredBy: ColoredBy;
  readonly teller: ClientTeller;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly pricing: () => PricingOptions;
  readonly provenance: (measure: ShownMeasure | undefined) => string;
  /** The energy of one run of the program; undefined while it is not known. */
  readonly programEnergy: () => Joules | undefined;
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
  readonly areBoundsShown: BudgetsOptions['areBoundsShown'];
  readonly textNow: BudgetsOptions['textNow'];
}

export class WorkspaceViews {
  readonly pictures: WorkspacePicture;
  readonly lists: HotLists;
  /** The scale of colors. */
  readonly scale: WorkspaceScale;
  private readonly rows: WorkspaceRows;
  private readonly budgets: Budgets;

  constructor(options: WorkspaceViewsOptions) {
    const { session, index, coloredBy, teller, log, settings, folders, openTexts, provenance } = options;
    const { programEnergy } = options;
    const paths = (): readonly string[] => index.paths;
    const isIndexing = (): boolean => index.isRunning;
    const files = new WorkspaceFiles({ session, openTexts, analyzed: options.analyzed, coloredBy });
    const rows = new WorkspaceRows({ log, session, pricing: options.pricing, folders, paths, files });
    this.rows = rows;
    this.scale = new WorkspaceScale({
      ...{ log, session, settings, index, files, openTexts },
      changed: () => {
        this.changed();
      },
    });
    this.lists = new HotLists({
      ...{ rows, files, settings, provenance, programEnergy, isIndexing, coloredBy },
      colors: () => this.scale.held(),
      tellStale: teller.listsAreStale,
    });
    this.budgets = new Budgets({
      ...{ rows, files, settings, provenance, isIndexing, session, openTexts },
      path: options.budgetPath,
      ...{ areBoundsShown: options.areBoundsShown, pricing: options.pricing, textNow: options.textNow },
      isRun: () => coloredBy.paths.length > 0,
      publish: options.publishBudgets,
      warn: (problem) => {
        teller.warn([problem], 'budget');
      },
      failed: failuresTo(log),
    });
    this.pictures = new WorkspacePicture({
      ...{ log, session, settings, folders, paths, isIndexing, coloredBy, files, rows, programEnergy },
      scale: () => this.scale.held(),
      folder: options.pictureFolder,
      model: () => options.pricing().model,
      tellStale: teller.pictureIsStale,
    });
  }

  /** Called when the budget file was written. */
  budgetsChanged(): void {
    this.budgets.changed();
  }

  /** Called when files changed, or with `areAllFigures` all of their figures. */
  changed({ areAllFigures } = { areAllFigures: false }): void {
    if (areAllFigures) {
      this.rows.figuresChanged();
      this.scale.figuresChanged();
    }
    this.pictures.changed();
    this.shown();
  }

  /** Called when a file on screen shows something else; maps take it from the analysis. */
  shown(): void {
    this.rows.changed();
    this.lists.changed();
    this.budgets.changed();
  }

  dispose(): void {
    this.pictures.dispose();
    this.lists.dispose();
    this.budgets.dispose();
  }
}
