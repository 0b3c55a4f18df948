/**
 * The energy map of the workspace as a picture. It is drawn on request from what the index knows by then,
 * and kept on disk.
 *
 * Sits in `lsp/`. A large module takes seconds to draw: files are costed in slices, between which requests are
 * answered. A page that shows a map hears when there is a newer one.
 */
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CostModel } from '../../cost/model/cost-model';
import type { LineComparison } from '../../compare/deltas/line-comparison';
import { colorLines, PictureDrawing, type DrawnFile, type LineColor } from '../../lines/draw-picture';
import type { EnergySession } from '../../lines/energy-session';
import type { FileEvidence } from '../../lines/file-evidence';
import { failureOf } from '../../base/failure';
import { hashText } from '../../base/hash';
import { heatBy, type HeatSource, isIn, type LineHeat, type RankedLines } from '../../lines/heat';
import { at, withDefined } from '../../base/check';
import type { Joules } from '../../base/units';
import { hotEnd } from '../../words/energy-scale';
import { indexLines } from '../../base/line-index';
import { summarizeModel } from '../../cost/model/model-registry';
import type { ComparedFile } from '../../compare/deltas/place-changes';
import { newToken } from '../../host/files/write-file';
import { createPictureFolder, type PictureFolder } from '../../host/files/picture-folder';
import type { DrawnPicture } from '../../protocol/hot-lists';
import type { Settings } from '../../protocol/settings';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import {
  encodeFirstPart,
  encodePicture,
  FileState,
  type Picture,
  type PictureHead,
  decodePicture,
  PICTURE_VERSION,
} from '../../pages/picture';
import { scaleOfChanges, scaleOfEnergies } from '../views/view';
import { stepsOf } from '../views/comparison-view';
import { machineNote, isPart } from '../views/modeled-view';
import { shownLines } from '../views/recordings-view';
import type { Log } from '../session/log';
import type { ColoredBy } from '../profiles/colored-by';
import { createStaleTeller, type StaleTeller, createRests } from '../session/pace';
import { placesOf, type WorkspaceFiles, type WorkspacePlace } from './workspace-files';
import { encodeFound, linesWith } from '../../pages/found-lines';
import { readBytes } from '../../host/files/read-file';
import type { StatisticName } from '../../pages/statistic';
import type { WorkspaceRows } from './workspace-rows';
import { drawStatistic } from './workspace-statistics';

interface WorkspacePictureOptions {
  /** The folder that keeps energy maps; undefined if there are none. */
  readonly folder: string | undefined;
  readonly log: Log;
  readonly session: EnergySession;
  readonly settings: () => Settings;
  readonly model: () => CostModel;
  readonly folders: () => readonly string[];
  /** The paths of all sources of the workspace. */
  readonly paths: () => readonly string[];
  readonly isIndexing: () => boolean;
  /** The energy of one run of the program, by a model; undefined while it is not known. */
  readonly programEnergy: () => Joules | undefined;
  readonly coloredBy: Pick<ColoredBy, 'paths' | 'names' | 'comparison' | 'profile' | 'overTime'>;
  readonly rows: WorkspaceRows;
  readonly files: WorkspaceFiles;
  /** The scale of colors over the whole workspace. */
  readonly scale: () => Promise<RankedLines>;
  /** Called when there is a newer map. */
  readonly tellStale: () => void;
}

/** Changes often come in series: the delay after the first one. */
const STALE_DELAY_MS = 1000;
/** The delay while the workspace is read: maps show what is known by then. */
const INDEXING_DELAY_MS = 8000;
/** The pause after such a map, in multiples of the time that it took to draw: reading comes first. */
const RESTING = 6;

export class WorkspacePicture {
  private readonly options: WorkspacePictureOptions;
  private readonly store: PictureFolder | undefined;
  /** All windows keep their pictures in one folder. */
  private readonly foundName = `found-${newToken()}`;
  private readonly statisticName = `statistic-${newToken()}`;
  private readonly stale: StaleTeller;
  /** The number of changes of what is shown; a map is of one state. */
  private state = 0;
  private last: (DrawnPicture & { readonly state: number; readonly name: string }) | undefined;
  private drawing: Promise<DrawnPicture | undefined> | undefined;
  private revision = 0;
  /** True if a page shows maps. */
  private isAsked = false;
  /** The path of the map that was answered last. */
  private given: string | undefined;

  constructor(options: WorkspacePictureOptions) {
    this.options = options;
    this.store = options.folder === undefined ? undefined : createPictureFolder(options.folder);
    this.stale = createStaleTeller(options.tellStale);
  }

  /** The last map, at once, or a new one: `isCurrent` says which. Undefined if none can be kept. */
  async picture({ fresh }: { readonly fresh: boolean }): Promise<DrawnPicture | undefined> {
    const picture = this.store && (await this.choose(fresh, this.store));
    this.given = picture?.path ?? this.given;
    return picture;
  }

  /** Writes a file with the lines of the last map whose texts have the words. */
  async find(words: readonly string[]): Promise<{ readonly path: string } | undefined> {
    const { store, given, options } = this;
    if (store === undefined || given === undefined) return undefined;
    const wanted = words.map((word) => word.toLowerCase());
    const found = await findInPicture(await readPicture(given), wanted, (path) => options.files.textOf(path));
    await store.write(this.foundName, [found]);
    return { path: store.pathOf(this.foundName) };
  }

  /** Writes a file with another statistic of the lines of the last map. */
  async statistic(name: StatisticName): Promise<{ readonly path: string } | undefined> {
    const { store, given, options } = this;
    if (store === undefined || given === undefined) return undefined;
    await store.write(this.statisticName, await drawStatistic(name, await readPicture(given), options));
    return { path: store.pathOf(this.statisticName) };
  }

  /** Called when a map would show something else by now. */
  changed(): void {
    this.state++;
    // Much changes while the workspace is read, and its end is reported.
    if (this.isAsked && !this.options.isIndexing()) this.stale.tellLater(STALE_DELAY_MS);
  }

  dispose(): void {
    this.stale.dispose();
  }

  private async choose(fresh: boolean, store: PictureFolder): Promise<DrawnPicture | undefined> {
    const { last, state } = this;
    this.isAsked = true;
    const name = nameOf(this.options);
    const shown = last?.name === name && this.drawing === undefined ? last : undefined;
    // Another window may have cleared the folder.
    if (shown?.state === state && (await store.has(name))) return { ...filesOf(shown), isCurrent: true };
    // The stored map also replaces a fresh one that would know less: the page hears when there is more to know.
    if ((!fresh || this.options.isIndexing()) && (await store.has(name)))
      return {
        ...(await storedFiles(store, name)),
        revision: shown?.revision ?? 0, // 0: none of this session
        isCurrent: false,
      };
    this.drawing ??= this.draw(store).finally(() => {
      this.drawing = undefined;
    });
    return this.drawing;
  }

  private async draw(folder: PictureFolder): Promise<DrawnPicture | undefined> {
    const { options, state } = this;
    const began = performance.now();
    const isComplete = !options.isIndexing();
    // A map of a half-read workspace never replaces a complete one.
    const name = isComplete ? nameOf(options) : `${nameOf(options)}-part`;
    const { files, picture } = await drawWorkspace(options, isComplete);
    const pieces = encodePicture(picture);
    const first = encodeFirstPart(picture);
    const failure = await failureOf(writeBoth(folder, name, pieces, first));
    if (failure !== undefined) {
      options.log.warning(failure.message);
      return undefined;
    }
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const took = Math.round(performance.now() - began);
    options.log.info(`picture of the workspace: ${files} files, ${bytes} bytes, ${took} ms`);
    const paths = {
      path: folder.pathOf(name),
      first: first === undefined ? null : folder.pathOf(firstOf(name)),
    };
    const drawn = { ...paths, revision: ++this.revision, isCurrent: true };
    this.last = { ...drawn, state, name };
    if (!isComplete) this.stale.tellLater(Math.max(INDEXING_DELAY_MS, took * RESTING));
    else if (this.state !== state) this.stale.tellLater(STALE_DELAY_MS);
    return drawn;
  }
}

/** The name of the part of a map that is drawn first. */
function firstOf(name: string): string {
  return `${name}-first`;
}

function filesOf({ path, first, revision }: DrawnPicture): Omit<DrawnPicture, 'isCurrent'> {
  return { path, first, revision };
}

async function storedFiles(
  folder: PictureFolder,
  name: string,
): Promise<Pick<DrawnPicture, 'path' | 'first'>> {
  const hasFirst = await folder.has(firstOf(name));
  return { path: folder.pathOf(name), first: hasFirst ? folder.pathOf(firstOf(name)) : null };
}

async function writeBoth(
  folder: PictureFolder,
  name: string,
  pieces: readonly Uint8Array[],
  first: readonly Uint8Array[] | undefined,
): Promise<void> {
  await folder.write(name, pieces);
  if (first !== undefined) await folder.write(firstOf(name), first);
}

/** The name of a map: the same for maps that are drawn alike. */
function nameOf({ settings, coloredBy, folders }: WorkspacePictureOptions): string {
  const { model, modelFiles, device, frequency, assumptions, unit, scale, rankScope, palette, ...other } =
    settings();
  const looks = { model, modelFiles, device, frequency, assumptions, unit, scale, rankScope, palette };
  const { batteryCapacityWattHours, colorSteps, include, exclude } = other;
  const { look, component, libraryEnergy, comparedMetric, evidenceOrder } = other;
  const evidence = [coloredBy.paths, component, libraryEnergy, comparedMetric, evidenceOrder];
  const key = [looks, look, batteryCapacityWattHours, colorSteps, include, exclude, evidence];
  return hashText(JSON.stringify([PICTURE_VERSION, folders(), key, coloredBy.comparison?.names ?? []]));
}

async function drawWorkspace(
  options: WorkspacePictureOptions,
  isComplete: boolean,
): Promise<{ readonly files: number; readonly picture: Picture }> {
  const settings = options.settings();
  const places = placesOf(options.paths(), options.folders());
  const workspace = settings.rankScope === 'workspace' ? await options.scale() : undefined;
  const heatOf: HeatOf = (energy) => heatBy(settings, energy, workspace && (() => workspace));
  let [hottest, total] = [0, 0];
  const drawing = new PictureDrawing();
  let measure: ShownMeasure | undefined;
  const rest = createRests();
  for (const place of places) {
    const file = await drawFile(place, options, heatOf);
    if (file !== undefined) drawing.add(file);
    measure ??= file?.measure;
    for (const { mean } of file?.colored?.colors ?? []) {
      hottest = Math.max(hottest, mean);
      total += mean;
    }
    await rest();
  }
  const ends = {
    hotEnergy: workspace?.hot ?? hotEnd(hottest, total),
    leastColored: settings.look === 'hotspots' && workspace !== undefined ? workspace.hotspot : 0,
  };
  const isModeled = measure === undefined && options.coloredBy.comparison === undefined;
  const whole = isModeled ? options.programEnergy() : undefined;
  const program = whole !== undefined && isPart(total, whole) ? whole : undefined;
  const head = { ...headOf(settings, measure, isComplete, options), ...withDefined({ program }) };
  const picture = drawing.finish({ ...head, ...ends });
  return { files: places.length, picture };
}

async function drawFile(
  { path, root, shown }: WorkspacePlace,
  { files, coloredBy: { comparison }, session, settings }: WorkspacePictureOptions,
  heatOf: HeatOf,
): Promise<(DrawnFile & { readonly measure?: ShownMeasure }) | undefined> {
  const text = await files.textOf(path);
  if (text === undefined) return undefined;
  const drawn = { root, path: shown, text, lines: indexLines(text) };
  const known = comparison && session.known(path);
  if (comparison !== undefined && known !== undefined) {
    const compared = comparison.inText(known.file, text);
    if (compared === undefined) return { ...drawn, state: FileState.notCounted };
    const colors = colorChanges(compared, comparison, settings());
    // Totals may be measured; for lines only the counts are.
    return { ...drawn, state: FileState.modeled, colored: { file: known.file, colors } };
  }
  const file = await files.shown(path, () => Promise.resolve(text));
  switch (file.kind) {
    case 'unknown':
      return { ...drawn, state: FileState.notAnalyzed };
    case 'none':
      return { ...drawn, state: FileState.notCounted };
    case 'evidence': {
      const { measure } = file.evidence;
      const colors = colorEvidence(file.evidence, heatOf, settings());
      const colored = { file: file.known.file, colors };
      return { ...drawn, state: FileState[measure.provenance], colored, measure };
    }
    case 'modeled': {
      const energy = session.price(file.known);
      const colors = colorLines(energy, heatOf(energy), settings());
      return {
        ...drawn,
        state: FileState[energy.provenance],
        colored: { file: file.known.file, energy, colors },
      };
    }
  }
}

function headOf(
  settings: Settings,
  measure: ShownMeasure | undefined,
  isComplete: boolean,
  options: WorkspacePictureOptions,
): Omit<PictureHead, 'hotEnergy' | 'leastColored'> {
  const model = summarizeModel(options.model());
  const { comparison, names } = options.coloredBy;
  const { palette, scope, cold, hot } =
    comparison === undefined ? scaleOfEnergies(settings) : scaleOfChanges(settings);
  const totals = comparison && ([comparison.totals.energyA, comparison.totals.energyB] as const);
  return {
    palette,
    scale: settings.scale,
    ...{ scope, cold, hot },
    modelTitle: model.title,
    machine: measure === undefined ? machineNote(model) : measure.device,
    source: names.join(comparison === undefined ? ', ' : ' → '),
    amount: comparison?.unit ?? measure?.unit ?? 'joules',
    ...withDefined({ components: measure?.components, component: measure?.component }),
    unit: settings.unit,
    batteryCapacityWattHours: settings.batteryCapacityWattHours,
    roots: options.folders(),
    isComplete,
    ...withDefined({ comparison: comparison && totals && { names: comparison.names, totals } }),
  };
}

type HeatOf = (source: HeatSource) => readonly LineHeat[];

function colorChanges(
  changes: ComparedFile,
  comparison: LineComparison,
  settings: Settings,
): readonly LineColor[] {
  const steps = stepsOf(changes, comparison, settings);
  return changes.lines.map(({ line, energyA, change, amount }, index) => ({
    line,
    step: at(steps, index),
    mean: change === 'same' ? 0 : Math.abs(amount),
    isHatched: false,
    before: energyA,
  }));
}

function colorEvidence(evidence: FileEvidence, heatOf: HeatOf, settings: Settings): readonly LineColor[] {
  const shown = shownLines(evidence);
  const heat = heatOf(shown);
  return shown.lines.map(({ line, own: { mean } }, index) => {
    const { step, isHotspot } = at(heat, index);
    return { line, mean, step: isIn(settings, isHotspot) ? step : undefined, isHatched: false };
  });
}

async function readPicture(path: string): Promise<Picture> {
  const bytes = await promisify(gunzip)(await readBytes(path));
  const picture = decodePicture(new Uint8Array(bytes).buffer);
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

/**
 * Finds the lines with all the words, which are in small letters, in the files of the map.
 * The map holds no texts, and the page that shows it can read no files.
 */
async function findInPicture(
  { paths, fileRoot, fileStart, head, heat }: Picture,
  words: readonly string[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Uint8Array> {
  const found = words.map((): number[] => []);
  for (const [file, path] of paths.entries()) {
    const absolute = join(at(head.roots, at(fileRoot, file)), path);
    const text = (await textOf(absolute))?.toLowerCase();
    if (text === undefined) continue; // the file is gone since the map was drawn
    const start = at(fileStart, file);
    const count = at(fileStart, file + 1) - start;
    words.forEach((word, index) => {
      for (const line of linesWith(text, word)) if (line < count) at(found, index).push(start + line);
    });
  }
  return encodeFound(heat.length, found);
}
