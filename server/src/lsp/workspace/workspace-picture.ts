/**
 * The energy map of the workspace as a picture. It is drawn on request from what the index knows by then,
 * and kept on disk.
 *
 * Sits in `lsp/`. A large module takes seconds to draw: files are priced in slices, between which requests are
 * answered. A page that shows a map hears when there is a newer one.
 */
import { createRests } from '../session/take-rests';
import { basename } from 'node:path';
import type { CostModel } from '../../cost/model/cost-model';
import type { LineComparison } from '../../compare/deltas/line-comparison';
import { colorLines, PictureDrawing, type DrawnFile, type LineColor } from '../../lines/draw-picture';
import type { EnergySession } from '../../lines/energy-session';
import type { FileEvidence } from '../../lines/file-evidence';
import { hashText } from '../../base/hash';
import { computeHeat, type HeatSource, type LineHeat } from '../../lines/heat';
import { indexLines } from '../../base/line-index';
import { machineOf, summarizeModel } from '../../cost/model/model-registry';
import type { ComparedFile } from '../../compare/deltas/place-changes';
import { changeColors, paletteColors } from '../../words/palette';
import { createPictureFolder, type PictureFolder } from '../../host/files/picture-folder';
import type { DrawnPicture } from '../../protocol/pictures';
import type { Settings } from '../../protocol/settings';
import { encodePicture } from '../../pages/picture-file';
import { FileState, type PictureHead } from '../../pages/picture';
import { describeChangeEnds } from '../views/changes-overlay';
import { amountsOf, stepsOf } from '../views/changes-view';
import { shownLines } from '../views/evidence-view';
import { findInPicture } from './find-in-picture';
import { describeEnds } from '../views/overlay';
import type { Log } from '../session/log';
import { settingsOfRun } from '../session/settings';
import type { ShownSources } from '../profiles/shown-sources';
import { createStaleTeller } from '../session/tell-stale';
import { placesOf, type WorkspaceFiles, type WorkspacePlace } from './workspace-files';

export interface WorkspacePictureOptions {
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
  readonly openTexts: () => ReadonlyMap<string, string>;
  readonly sources: Pick<ShownSources, 'paths' | 'comparison'>;
  readonly files: WorkspaceFiles;
  /** Called when there is a newer map. */
  readonly tellStale: () => void;
}

export interface WorkspacePicture {
  /** The last map, at once, or a new one: `isCurrent` says which. Undefined if none can be kept. */
  picture(wish: { readonly fresh: boolean }): Promise<DrawnPicture | undefined>;
  /** Writes a file with the lines of the last map whose texts have the words. */
  find(words: readonly string[]): Promise<{ readonly path: string } | undefined>;
  /** Called when a map would show something else by now. */
  changed(): void;
  dispose(): void;
}

/** Changes often come in series: the delay after the first one. */
const STALE_DELAY_MS = 1000;
/** The delay while the workspace is read: maps show what is known by then. */
const INDEXING_DELAY_MS = 8000;
/** The pause after such a map, in multiples of the time that it took to draw: reading comes first. */
const RESTING = 6;

export function createWorkspacePicture(options: WorkspacePictureOptions): WorkspacePicture {
  const store: PictureFolder | undefined =
    options.folder === undefined ? undefined : createPictureFolder(options.folder);
  /** The number of changes of what is shown; a map is of one state. */
  let state = 0;
  let last: (DrawnPicture & { readonly state: number; readonly name: string }) | undefined;
  let drawing: Promise<DrawnPicture | undefined> | undefined;
  const stale = createStaleTeller(options.tellStale);
  let revision = 0;
  /** True if a page shows maps. */
  let isAsked = false;
  /** The path of the map that was answered last. */
  let given: string | undefined;

  /** The name of a map: the same for maps that are drawn alike. */
  function nameOf(): string {
    const { model, modelFiles, device, frequency, assumptions, unit, scale, rankScope, palette, ...other } =
      options.settings();
    const looks = { model, modelFiles, device, frequency, assumptions, unit, scale, rankScope, palette };
    const { batteryCapacityWattHours, colorSteps, include, exclude } = other;
    const key = [looks, batteryCapacityWattHours, colorSteps, include, exclude, options.sources.paths];
    const compared = options.sources.comparison?.names ?? [];
    return hashText(JSON.stringify([options.folders(), key, compared]));
  }

  async function draw(folder: PictureFolder): Promise<DrawnPicture | undefined> {
    const began = performance.now();
    const [drawnState, isComplete] = [state, !options.isIndexing()];
    // A map of a half-read workspace never replaces a complete one.
    const name = isComplete ? nameOf() : `${nameOf()}-part`;
    const isOfRun = options.sources.paths.length > 0;
    const settings = isOfRun ? settingsOfRun(options.settings()) : options.settings();
    const roots = options.folders();
    const places = placesOf(options.paths(), roots);
    const workspace = settings.rankScope === 'workspace' ? options.session.lineEnergies() : undefined;
    const heatOf: HeatOf = (energy) =>
      computeHeat(energy, {
        scale: settings.scale,
        scope: settings.rankScope,
        steps: settings.colorSteps,
        ...(workspace === undefined ? {} : { workspace }),
      });
    const picture = new PictureDrawing();
    let amount: PictureHead['amount'] = 'joules';
    const rest = createRests();
    for (const place of places) {
      const file = await drawFile(place, settings.colorSteps, heatOf);
      if (file !== undefined) picture.add(file);
      if (file?.amount !== undefined) amount = file.amount;
      await rest();
    }
    const pieces = encodePicture(picture.finish(headOf(settings, amount, isComplete)));
    const outcome = await folder.write(name, pieces);
    if (outcome.kind === 'failed') {
      options.log.warning(outcome.message);
      return undefined;
    }
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const took = Math.round(performance.now() - began);
    options.log.info(`picture of the workspace: ${places.length} files, ${bytes} bytes, ${took} ms`);
    const drawn = { path: folder.pathOf(name), revision: ++revision, isCurrent: true };
    last = { ...drawn, state: drawnState, name };
    if (!isComplete) stale.tellLater(Math.max(INDEXING_DELAY_MS, took * RESTING));
    else if (state !== drawnState) stale.tellLater(STALE_DELAY_MS);
    return drawn;
  }

  async function drawFile(
    { path, root, shown }: WorkspacePlace,
    steps: number,
    heatOf: HeatOf,
  ): Promise<(DrawnFile & { readonly amount?: PictureHead['amount'] }) | undefined> {
    const text = await options.files.textOf(path);
    if (text === undefined) return undefined;
    const lines = indexLines(text);
    const drawn = { root, path: shown, text, lines };
    const { comparison } = options.sources;
    const known = comparison && options.session.known(path);
    if (comparison !== undefined && known !== undefined) {
      const compared = comparison.inText(known.file, text);
      if (compared === undefined) return { ...drawn, state: FileState.notCounted };
      const colors = colorChanges(compared, comparison, options.settings());
      // Totals may be measured; for lines only the counts are.
      return { ...drawn, state: FileState.modeled, colored: { file: known.file, colors } };
    }
    const file = await options.files.shown(path, () => Promise.resolve(text));
    switch (file.kind) {
      case 'unknown':
        return { ...drawn, state: FileState.notAnalyzed };
      case 'none':
        return { ...drawn, state: FileState.notCounted };
      case 'evidence': {
        const { measure } = file.evidence;
        const colored = { file: file.known.file, colors: colorEvidence(file.evidence, heatOf) };
        return { ...drawn, state: FileState[measure.provenance], colored, amount: measure.unit };
      }
      case 'priced': {
        const energy = options.session.price(file.known);
        const colored = {
          file: file.known.file,
          energy,
          colors: colorLines(energy, heatOf(energy), steps),
        };
        return { ...drawn, state: FileState[energy.provenance], colored };
      }
    }
  }

  function headOf(settings: Settings, amount: PictureHead['amount'], isComplete: boolean): PictureHead {
    const model = summarizeModel(options.model());
    const { comparison } = options.sources;
    const names = comparison?.names ?? options.sources.paths.map((path) => basename(path, '.json'));
    return {
      palette:
        comparison === undefined
          ? paletteColors(settings.palette, settings.colorSteps)
          : changeColors(amountsOf(settings)),
      scale: settings.scale,
      // Changes are ranked among all changes of the workspace.
      scope: comparison === undefined ? settings.rankScope : 'workspace',
      ...(comparison === undefined ? describeEnds(settings) : describeChangeEnds()),
      modelTitle: model.title,
      machine: model.isLocal ? '' : machineOf(model),
      source: names.join(comparison === undefined ? ', ' : ' → '),
      amount: comparison?.unit ?? amount,
      unit: settings.unit,
      batteryCapacityWattHours: settings.batteryCapacityWattHours,
      roots: options.folders(),
      isComplete,
      isRun: names.length > 0,
      ...(comparison === undefined
        ? {}
        : {
            comparison: {
              names: comparison.names,
              totals: [comparison.totals.energyA, comparison.totals.energyB],
            },
          }),
    };
  }

  async function choose(fresh: boolean): Promise<DrawnPicture | undefined> {
    if (store === undefined) return undefined;
    isAsked = true;
    const name = nameOf();
    const isLast = last?.name === name && drawing === undefined;
    if (last !== undefined && isLast && last.state === state)
      return { path: last.path, revision: last.revision, isCurrent: true };
    // The stored map also replaces a fresh one that would know less: the page hears when there is more to know.
    if ((!fresh || options.isIndexing()) && (await store.has(name)))
      return { path: store.pathOf(name), revision: isLast ? (last?.revision ?? 0) : 0, isCurrent: false };
    drawing ??= draw(store).finally(() => {
      drawing = undefined;
    });
    return drawing;
  }

  return {
    async picture({ fresh }) {
      const picture = await choose(fresh);
      given = picture?.path ?? given;
      return picture;
    },
    async find(words) {
      if (store === undefined || given === undefined) return undefined;
      const wanted = words.map((word) => word.toLowerCase());
      const found = await findInPicture(given, wanted, options.openTexts());
      const outcome = await store.write('found', [found]);
      if (outcome.kind === 'failed') throw new Error(outcome.message);
      return { path: store.pathOf('found') };
    },
    changed() {
      state++;
      // Much changes while the workspace is read, and its end is reported.
      if (isAsked && !options.isIndexing()) stale.tellLater(STALE_DELAY_MS);
    },
    dispose() {
      stale.dispose();
    },
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
    step: steps[index] ?? 0,
    mean: change === 'same' ? 0 : Math.abs(amount),
    isHatched: false,
    before: energyA,
  }));
}

function colorEvidence(evidence: FileEvidence, heatOf: HeatOf): readonly LineColor[] {
  const shown = shownLines(evidence);
  const heat = heatOf(shown);
  return shown.lines.map(({ line, own: { mean } }, index) => {
    const step = heat[index]?.step ?? 0;
    return { line, mean, step, isHatched: false };
  });
}
