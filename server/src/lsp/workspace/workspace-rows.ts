/**
 * The rows of all lines, methods and blocks of the workspace, and its operations: lists and budgets are made of them.
 *
 * Sits in `lsp/`, under `hot-lists.ts`. Rows are made on request, in slices between which requests are answered. The
 * rows of an unchanged file are reused.
 */
import { createRests } from '../session/take-rests';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import type { EnergySession, KnownFile, PricingOptions } from '../../lines/energy-session';
import { type HotOperation, tallyOperations } from '../../lines/hot-operations';
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
import { placesOf, type WorkspaceFiles, type WorkspacePlace } from './workspace-files';

export interface WorkspaceRowsOptions {
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
  /** The time that it took, in milliseconds. */
  readonly took: number;
}

export interface WorkspaceRows {
  /** A number that changes with each change of the workspace. */
  readonly state: number;
  lines(): Promise<WorkspaceScan>;
  /** The blocks of all files; none of recordings, which know no blocks. */
  blocks(): Promise<readonly ListedFile<BlockRows>[]>;
  operations(): Promise<readonly HotOperation[]>;
  places(): readonly WorkspacePlace[];
  /** Called when files changed. */
  changed(): void;
  /** Called when all figures changed, by settings, the model, or what is shown. */
  priced(): void;
}

/** The rows of one file, as long as it does not change. */
interface FileRows {
  readonly lines: HotRows;
  readonly methods: HotRows;
  readonly measure: ShownMeasure | undefined;
}

export function createWorkspaceRows(options: WorkspaceRowsOptions): WorkspaceRows {
  const { session, files } = options;
  let state = 0;
  /** Rows by the operations of the session, which are a new object after each analysis. Emptied when prices change. */
  let keptRows = new WeakMap<KnownFile, FileRows>();
  let keptBlocks = new WeakMap<KnownFile, BlockRows>();

  /** Makes a function that computes its value once for each state. */
  function ofState<T>(make: () => Promise<T>): () => Promise<T> {
    let last: { readonly state: number; readonly value: Promise<T> } | undefined;
    return () => {
      if (last?.state === state) return last.value;
      const made = { state, value: make() };
      last = made;
      // A failed attempt may succeed the next time.
      made.value.catch(() => {
        if (last === made) last = undefined;
      });
      return made.value;
    };
  }

  function places(): readonly WorkspacePlace[] {
    return placesOf(options.paths(), options.folders());
  }

  async function eachPlace(use: (place: WorkspacePlace) => Promise<void>): Promise<void> {
    const rest = createRests();
    for (const place of places()) {
      await use(place);
      await rest();
    }
  }

  async function rowsOf(path: string): Promise<FileRows | 'unknown' | undefined> {
    const key = session.known(path);
    if (key === undefined) return 'unknown';
    const [before, into] = [keptRows.get(key), keptRows];
    if (before !== undefined) return before;
    const file = await files.shown(path, () => files.textOf(path));
    if (file.kind === 'unknown') return 'unknown';
    if (file.kind === 'none') return undefined;
    const rows = file.kind === 'priced' ? pricedRows(file.known) : measuredRows(file.evidence);
    into.set(key, rows);
    return rows;
  }

  function pricedRows(known: KnownFile): FileRows {
    const energy = session.price(known);
    const lines = rowsOfLines(energy, known, options.pricing());
    return { lines, methods: rowsOfMethods(energy, known), measure: undefined };
  }

  async function scan(): Promise<WorkspaceScan> {
    const began = performance.now();
    const [lines, methods]: [ListedFile[], ListedFile[]] = [[], []];
    let measure: ShownMeasure | undefined;
    let [count, missing] = [0, 0];
    await eachPlace(async ({ path, shown }) => {
      count++;
      const rows = await rowsOf(path);
      if (rows === 'unknown') missing++;
      if (rows === undefined || rows === 'unknown') return;
      lines.push({ path, shown, rows: rows.lines });
      methods.push({ path, shown, rows: rows.methods });
      measure ??= rows.measure;
    });
    const took = Math.round(performance.now() - began);
    options.log.info(`lines and methods of ${count} files listed: ${took} ms`);
    return { lines, methods, measure, files: count, missing, took };
  }

  async function scanBlocks(): Promise<readonly ListedFile<BlockRows>[]> {
    const began = performance.now();
    const found: ListedFile<BlockRows>[] = [];
    await eachPlace(async ({ path, shown }) => {
      const key = session.known(path);
      if (key === undefined) return;
      const [before, into] = [keptBlocks.get(key), keptBlocks];
      const file = before === undefined ? await files.shown(path, () => files.textOf(path)) : undefined;
      const rows = file?.kind === 'priced' ? blocksOf(path, file) : before;
      if (rows === undefined) return;
      into.set(key, rows);
      found.push({ path, shown, rows });
    });
    options.log.info(`blocks of ${found.length} files listed: ${Math.round(performance.now() - began)} ms`);
    return found;
  }

  function blocksOf(
    path: string,
    { known, source }: { readonly known: KnownFile; readonly source: KnownFile['file'] },
  ): BlockRows {
    const pricing = options.pricing();
    const counted = pricing.mode === 'counted' ? { counted: known.file } : {};
    return rowsOfBlocks({ path, lines: known.lines, source, ...counted }, pricing);
  }

  async function scanOperations(): Promise<readonly HotOperation[]> {
    const began = performance.now();
    const tally = tallyOperations(options.pricing());
    await eachPlace(async ({ path }) => {
      const file = await files.shown(path, () => files.textOf(path));
      if (file.kind === 'priced') tally.add(path, file.known);
    });
    options.log.info(`operations listed: ${Math.round(performance.now() - began)} ms`);
    return tally.finish();
  }

  return {
    get state() {
      return state;
    },
    lines: ofState(scan),
    blocks: ofState(scanBlocks),
    operations: ofState(scanOperations),
    places,
    changed() {
      state++;
    },
    priced() {
      state++;
      keptRows = new WeakMap();
      keptBlocks = new WeakMap();
    },
  };
}

function measuredRows(evidence: Parameters<typeof rowsOfMeasuredLines>[0]): FileRows {
  const lines = rowsOfMeasuredLines(evidence);
  return { lines, methods: rowsOfMeasuredMethods(evidence), measure: evidence.measure };
}
