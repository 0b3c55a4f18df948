/**
 * The rows of all lines, methods and blocks of the workspace, and its operations: lists and budgets are made of them.
 *
 * Sits in `lsp/`, under `hot-lists.ts`. Rows are made on request, in slices between which requests are answered. The
 * rows of an unchanged file are reused.
 */
import { createRests } from '../session/pace';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import { withDefined } from '../../base/check';
import type { FileEnergy } from '../../cost/pricing/file-energy';
import { type FileEvidence, operationsOnLines } from '../../lines/file-evidence';
import type { EnergySession, KnownFile, PricingOptions } from '../../lines/energy-session';
import { type HotOperation, tallyDivided, tallyOperations } from '../../lines/hot-operations';
import type { ListedFile } from '../../lines/hot-order';
import {
  type BlockRows,
  type HotRows,
  rowsOfBlocks,
  rowsOfLines,
  rowsOfMeasuredLines,
  rowsOfMeasuredMethods,
  rowsOfMethods,
} from '../../lines/hot-rows';
import type { Log } from '../session/log';
import { placesOf, type WorkspaceFile, type WorkspaceFiles, type WorkspacePlace } from './workspace-files';

interface WorkspaceRowsOptions {
  readonly log: Log;
  readonly session: EnergySession;
  readonly pricing: () => PricingOptions;
  readonly folders: () => readonly string[];
  readonly paths: () => readonly string[];
  readonly files: WorkspaceFiles;
}

/** The lines and methods of all files, as far as they are known. */
export interface WorkspaceScan {
  readonly lines: readonly ListedFile[];
  readonly methods: readonly ListedFile[];
  /** The measure of the figures; undefined for energies of a model. */
  readonly measure: ShownMeasure | undefined;
  readonly files: number;
  /** The number of files that were not analyzed. */
  readonly missing: number;
  /** The number of files with figures of an earlier text. */
  readonly stale: number;
  /** The time that it took, in milliseconds. */
  readonly took: number;
}

/** The rows of one file, as long as it does not change. */
interface FileRows {
  readonly lines: HotRows;
  readonly methods: HotRows;
  readonly measure: ShownMeasure | undefined;
}

export class WorkspaceRows {
  /** The lines and methods of all files. */
  readonly lines = this.ofState(() => this.scan());
  /** The blocks of all files; none of recordings, which know no blocks. */
  readonly blocks = this.ofState(() => this.scanBlocks());
  /** The operations of all files; of recordings, the parts of their lines' amounts. */
  readonly operations = this.ofState(() => this.scanOperations());
  private readonly options: WorkspaceRowsOptions;
  private states = 0;
  /** Rows by the operations of the session, which are a new object after each analysis. Emptied when all figures change. */
  private keptRows = new WeakMap<KnownFile, FileRows>();
  private keptBlocks = new WeakMap<KnownFile, BlockRows>();

  constructor(options: WorkspaceRowsOptions) {
    this.options = options;
  }

  /** A number that changes with each change of the workspace. */
  get state(): number {
    return this.states;
  }

  places(): readonly WorkspacePlace[] {
    return placesOf(this.options.paths(), this.options.folders());
  }

  /** Called when files changed. */
  changed(): void {
    this.states++;
  }

  /** Called when all figures changed, by settings, the model, or what is shown. */
  figuresChanged(): void {
    this.changed();
    this.keptRows = new WeakMap();
    this.keptBlocks = new WeakMap();
  }

  /** Makes a function that computes its value once for each state. */
  private ofState<T>(make: () => Promise<T>): () => Promise<T> {
    let last: { readonly state: number; readonly value: Promise<T> } | undefined;
    return () => {
      if (last?.state === this.states) return last.value;
      const made = { state: this.states, value: make() };
      last = made;
      // A failed attempt may succeed the next time.
      made.value.catch(() => {
        if (last === made) last = undefined;
      });
      return made.value;
    };
  }

  /** Goes through all files in slices, and logs how long that took. */
  private async eachPlace(
    what: string,
    use: (place: WorkspacePlace) => Promise<void>,
  ): Promise<Pick<WorkspaceScan, 'files' | 'took'>> {
    const began = performance.now();
    const rest = createRests();
    const places = this.places();
    for (const place of places) {
      await use(place);
      await rest();
    }
    const took = Math.round(performance.now() - began);
    this.options.log.info(`${what} of ${places.length} files listed: ${took} ms`);
    return { files: places.length, took };
  }

  private async scan(): Promise<WorkspaceScan> {
    const [lines, methods]: [ListedFile[], ListedFile[]] = [[], []];
    let measure: ShownMeasure | undefined;
    let [missing, stale] = [0, 0];
    const scanned = await this.eachPlace('lines and methods', async ({ path, shown }) => {
      const rows = await this.rowsOf(path);
      if (rows === 'unknown') missing++;
      if (rows === undefined || rows === 'unknown') return;
      const file = this.options.session.known(path)?.file;
      if (file?.isHeld === true || file?.members.some(({ staleBy }) => staleBy !== undefined)) stale++;
      lines.push({ path, shown, rows: rows.lines });
      methods.push({ path, shown, rows: rows.methods });
      measure ??= rows.measure;
    });
    return { lines, methods, measure, missing, stale, ...scanned };
  }

  private async rowsOf(path: string): Promise<FileRows | 'unknown' | undefined> {
    const { session, pricing } = this.options;
    const key = session.known(path);
    if (key === undefined) return 'unknown';
    const [before, into] = [this.keptRows.get(key), this.keptRows];
    if (before !== undefined) return before;
    const file = await this.options.files.shown(path);
    if (file.kind === 'unknown') return 'unknown';
    if (file.kind === 'none') return undefined;
    const rows =
      file.kind === 'modeled'
        ? modeledRows(session.price(file.known), this.inRun(file).known, pricing())
        : measuredRows(file.evidence);
    into.set(key, rows);
    return rows;
  }

  private async scanBlocks(): Promise<readonly ListedFile<BlockRows>[]> {
    const found: ListedFile<BlockRows>[] = [];
    await this.eachPlace('blocks', async ({ path, shown }) => {
      const key = this.options.session.known(path);
      if (key === undefined) return;
      const [before, into] = [this.keptBlocks.get(key), this.keptBlocks];
      const file = before === undefined ? await this.options.files.shown(path) : undefined;
      const rows =
        file?.kind === 'modeled' ? blocksOf(path, this.inRun(file), this.options.pricing()) : before;
      if (rows === undefined) return;
      into.set(key, rows);
      found.push({ path, shown, rows });
    });
    return found;
  }

  /** The file as a run executes it, whether that was counted or is expected. */
  private inRun(file: ModeledFile): ModeledFile {
    if (this.options.pricing().mode === 'counted') return file;
    const source = this.options.session.ofRun(file.source);
    return { ...file, source, known: { ...file.known, file: source } };
  }

  private async scanOperations(): Promise<readonly HotOperation[]> {
    const [tally, divided] = [tallyOperations(this.options.pricing()), tallyDivided()];
    await this.eachPlace('operations', async ({ path }) => {
      const file = await this.options.files.shown(path);
      if (file.kind === 'modeled') tally.add(path, this.inRun(file).known);
      if (file.kind === 'evidence')
        divided.add(
          path,
          file.evidence,
          operationsOnLines(this.options.session.price(file.known), file.evidence.measure),
        );
    });
    return [...tally.finish(), ...divided.finish()];
  }
}

type ModeledFile = Extract<WorkspaceFile, { readonly kind: 'modeled' }>;

function modeledRows(energy: FileEnergy, inRun: KnownFile, pricing: PricingOptions): FileRows {
  const lines = rowsOfLines(energy, inRun, pricing);
  return { lines, methods: rowsOfMethods(energy, inRun), measure: undefined };
}

function measuredRows(evidence: FileEvidence): FileRows {
  const lines = rowsOfMeasuredLines(evidence);
  return { lines, methods: rowsOfMeasuredMethods(evidence), measure: evidence.measure };
}

function blocksOf(path: string, { known, source }: ModeledFile, pricing: PricingOptions): BlockRows {
  const counted = pricing.mode === 'counted' ? known.file : undefined;
  return rowsOfBlocks({ path, lines: known.lines, source, ...withDefined({ counted }) }, pricing);
}
