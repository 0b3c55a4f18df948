/**
 * The state of the view of columns, and how pointer and keys change it. Sits in the page of the energy map.
 * Pure: each function takes a state and returns the next one, or answers a question about it.
 */
import { at } from '../../../server/src/base/check';
import { between, fitAll, keepInSight, reveal, zoomAt, type Camera } from './camera';
import { layOut, lineAt, placeFinder, type LayoutBlock, type Layout, type Screen } from './layout';
import { lineOf, placeOfLine, shownHeat, type EnergyMapModel, type ShownLines } from './model';
import type { VisibleRange } from './messages';
import { hottestLines, linesOf } from './order';

/** A line of a file, both counted from 0. */
export interface LinePlace {
  readonly file: number;
  readonly line: number;
}

export interface ColumnsScene {
  readonly model: EnergyMapModel;
  readonly shown: ShownLines;
  readonly blocks: readonly LayoutBlock[];
  readonly layout: Layout;
  readonly placeOf: ReturnType<typeof placeFinder>;
}

export interface ColumnsState {
  /** Undefined until there is a picture. */
  readonly scene: ColumnsScene | undefined;
  readonly screen: Screen;
  readonly camera: Camera;
  /** The camera that shows all lines. */
  readonly home: Camera;
  readonly chosen: LinePlace | undefined;
  /** The lines that editors show, by file. */
  readonly visible: ReadonlyMap<number, Pick<VisibleRange, 'first' | 'last'>>;
  /** The way of the camera while it moves by itself. */
  readonly flight: { readonly from: Camera; readonly to: Camera; readonly start: number } | undefined;
}

/** Milliseconds that the camera takes to where it is sent. */
const FLIGHT_MS = 220;
/** The number of lines that the keys for the next hottest line reach. */
const HOTTEST = 1000;
/** Pixels a line, from which on the pointer tells single lines apart. */
const APART = 1.5;

const origin: Camera = { x: 0, y: 0, scale: 1 };

export const emptyColumns: ColumnsState = {
  scene: undefined,
  screen: { width: 0, height: 0 },
  camera: origin,
  home: origin,
  chosen: undefined,
  visible: new Map(),
  flight: undefined,
};

export type Arrangement = Pick<ColumnsScene, 'model' | 'shown' | 'blocks'>;

/** Lays everything out anew; `keep` leaves the chosen line as it is, and a camera that does not show all lines. */
export function arrangeColumns(
  state: ColumnsState,
  { model, shown, blocks }: Arrangement,
  { screen, keep }: { readonly screen: Screen; readonly keep: boolean },
): ColumnsState {
  const layout = layOut(blocks, (file) => linesOf(model.picture, file), screen);
  const scene = { model, shown, blocks, layout, placeOf: placeFinder(layout) };
  const home = fitAll(layout, screen);
  const next = { ...state, scene, screen, home };
  if (!keep) return { ...next, camera: home, chosen: undefined };
  return state.camera === state.home ? { ...next, camera: home } : next;
}

export function filterColumns(state: ColumnsState, shown: ShownLines): ColumnsState {
  return state.scene === undefined ? state : { ...state, scene: { ...state.scene, shown } };
}

export function moveCamera(state: ColumnsState, camera: Camera): ColumnsState {
  return state.scene === undefined
    ? { ...state, flight: undefined }
    : { ...state, flight: undefined, camera: keepInSight(camera, state.scene.layout, state.screen) };
}

/** Sends the camera on its way at the time `now`. */
export function flyCamera(state: ColumnsState, to: Camera, now: number): ColumnsState {
  return { ...state, flight: { from: state.camera, to, start: now } };
}

/** Moves a camera that is on its way to where it is at the time `now`. */
export function advanceFlight(state: ColumnsState, now: number): ColumnsState {
  const { flight } = state;
  if (flight === undefined) return state;
  const amount = Math.min(1, (now - flight.start) / FLIGHT_MS);
  const camera = between(flight.from, flight.to, amount * (2 - amount));
  return { ...state, camera, flight: amount >= 1 ? undefined : flight };
}

/** Chooses a line and moves the camera so that the line is in sight. */
export function chooseLine(state: ColumnsState, chosen: LinePlace): ColumnsState {
  const found = state.scene?.placeOf(chosen.file, chosen.line);
  const next = { ...state, chosen };
  return found === undefined ? next : moveCamera(next, reveal(state.camera, found, state.screen));
}

/** The camera, zoomed by a factor around a pixel. */
export function zoomed({ camera, home }: ColumnsState, x: number, y: number, factor: number): Camera {
  return zoomAt(camera, x, y, factor, home.scale * 0.5);
}

/** The line at a pixel. Where a pixel holds several lines, the one with the most energy. */
export function lineUnder({ scene, camera }: ColumnsState, px: number, py: number): LinePlace | undefined {
  if (scene === undefined) return undefined;
  const { layout, model, shown } = scene;
  const [x, y] = [camera.x + px / camera.scale, camera.y + py / camera.scale];
  let found = lineAt(layout, x, y);
  if (camera.scale >= APART) return found;
  let most = -1;
  for (let row = y - APART / camera.scale; row <= y + APART / camera.scale; row += 1) {
    const candidate = lineAt(layout, x, row);
    if (candidate === undefined) continue;
    const line = lineOf(model, candidate.file, candidate.line);
    const energy = shownHeat(shown, line) > 0 ? at(model.picture.energy, line) : -1;
    if (energy > most) [most, found] = [energy, candidate];
  }
  return found;
}

/** The pixel at which a line begins; the corner for a line without a place. */
export function pixelOf(
  { scene, camera }: ColumnsState,
  { file, line }: LinePlace,
): { readonly x: number; readonly y: number } {
  const found = scene?.placeOf(file, line);
  if (found === undefined) return { x: 0, y: 0 };
  return { x: (found.x - camera.x) * camera.scale, y: (found.y - camera.y) * camera.scale };
}

/** The hottest lines of what is shown, found once for each filter. */
const hottestOf = new WeakMap<ShownLines, readonly number[]>();

/** The hottest line that is `step` ranks from the chosen one. */
export function hotLine({ scene, chosen }: ColumnsState, step: number): LinePlace | undefined {
  if (scene === undefined) return undefined;
  const { model, shown } = scene;
  const known = hottestOf.get(shown);
  const hottest = known ?? hottestLines(model.picture.energy, (line) => shownHeat(shown, line) > 0, HOTTEST);
  if (known === undefined) hottestOf.set(shown, hottest);
  const now = chosen === undefined ? -1 : hottest.indexOf(lineOf(model, chosen.file, chosen.line));
  const next = hottest[Math.min(hottest.length - 1, Math.max(0, now + step))];
  return next === undefined ? undefined : placeOfLine(model, next);
}

/** The line that is some lines and files from the chosen one. */
export function nearLine(state: ColumnsState, lineStep: number, fileStep: number): LinePlace | undefined {
  const { scene, chosen } = state;
  if (scene === undefined) return undefined;
  if (chosen === undefined) return hotLine(state, 1);
  const files = scene.blocks.flatMap((block) => block.files);
  const index = files.indexOf(chosen.file) + fileStep;
  const file = files[Math.min(files.length - 1, Math.max(0, index))] ?? chosen.file;
  const lastLine = linesOf(scene.model.picture, file) - 1;
  return { file, line: Math.min(lastLine, Math.max(0, chosen.line + lineStep)) };
}
