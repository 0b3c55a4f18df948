/**
 * The view of columns: what pointer and keys do to the camera and the chosen line, and when what is drawn. Sits in the
 * page of the energy map, over `layout`, `camera`, `raster` and `annotations`; `columns-keys` and `columns-pointer` listen.
 *
 * Two layers: the lines, and what is written over them. Each is drawn at most once a frame, and only when something
 * changed.
 */
import {
  drawCode,
  drawFileNames,
  drawMarks,
  drawNames,
  monospace,
  READABLE,
  type Marks,
} from './annotations';
import { between, fitAll, keepInSight, panBy, reveal, zoomAt, type Camera } from './camera';
import { make, makeLayer } from '../dom';
import { layOut, lineAt, placeFinder, COLUMN, type Block, type Layout, type Screen } from './layout';
import { listenToKeys } from './columns-keys';
import { listenToPointer } from './columns-pointer';
import type { Brush } from './filter';
import type { Lens } from './lens';
import { energyWords, factsOf, lineOf, placeOfLine, shownHeat, type Model, type Shown } from './model';
import { hottestLines, linesOf } from './order';
import { rasterise, shiftPixels, type Canvas, type Inks, type Part } from './raster';
import { MOSTLY_UNPRICED } from '../../../server/src/seesoft/picture';
import type { Texts } from './texts';
import { makeInks } from './colors';
import type { Theme } from './theme';
import type { EnergyMapWords } from './words';

export interface ColumnsView {
  readonly element: HTMLElement;
  /** With new blocks all is laid out anew; `keep` leaves the camera where it is. */
  show(model: Model, shown: Shown, blocks: readonly Block[], keep: boolean): void;
  filter(shown: Shown): void;
  mark(visible: Marks['visible']): void;
  choose(at: { readonly file: number; readonly line: number }): void;
  zoom(factor: number): void;
  fit(): void;
  /** Theme or size changed. */
  redraw(): void;
  /** Texts have come. */
  refresh(): void;
}

export interface ColumnsEvents {
  readonly open: (at: { readonly file: number; readonly line: number }) => void;
  readonly say: (text: string) => void;
}

/** Milliseconds that the camera takes to where it is sent. */
const FLIGHT_MS = 220;
const HOTTEST = 1000;

export function createColumnsView(
  words: EnergyMapWords,
  lens: Lens,
  texts: Texts,
  theme: () => Theme,
  events: ColumnsEvents,
): ColumnsView {
  const lines = makeLayer('lines');
  const notes = makeLayer('notes');
  const element = make('div', {
    class: 'canvas',
    tabindex: '0',
    role: 'application',
    'aria-label': `${words.canvas} ${words.keys}`,
  });
  element.append(lines.canvas, notes.canvas, lens.element);
  let scene:
    { readonly model: Model; shown: Shown; readonly blocks: readonly Block[]; layout: Layout } | undefined;
  let place: ReturnType<typeof placeFinder> = () => undefined;
  let screen: Screen = { width: 0, height: 0 };
  let image: ImageData | undefined;
  let camera: Camera = { x: 0, y: 0, scale: 1 };
  let home: Camera = camera;
  let chosen: Marks['chosen'];
  let visible: Marks['visible'] = new Map();
  let hottest: readonly number[] | undefined;
  let inks:
    | {
        readonly tint: number;
        readonly theme: Theme;
        readonly palette: Model['palette'];
        readonly brush: Brush;
        readonly inks: Inks;
      }
    | undefined;
  /** What the pixels of `image` show. */
  let drawn: Drawn | undefined;
  let pending = 0;
  let areLinesStale = true;
  let flight: { readonly from: Camera; readonly to: Camera; readonly start: number } | undefined;
  const prefersStill = matchMedia('(prefers-reduced-motion: reduce)');

  function measure(): void {
    const ratio = devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = element;
    screen = { width: Math.max(1, width), height: Math.max(1, height) };
    const [wide, high] = [Math.round(screen.width * ratio), Math.round(screen.height * ratio)];
    for (const { canvas } of [lines, notes]) {
      if (canvas.width !== wide) canvas.width = wide;
      if (canvas.height !== high) canvas.height = high;
    }
    if (image?.width !== wide || image.height !== high) image = new ImageData(wide, high);
    areLinesStale = true;
  }

  function ask(stale: boolean): void {
    areLinesStale ||= stale;
    pending ||= requestAnimationFrame(draw);
  }

  function draw(now: number): void {
    pending = 0;
    if (flight !== undefined) {
      const amount = Math.min(1, (now - flight.start) / FLIGHT_MS);
      camera = between(flight.from, flight.to, amount * (2 - amount));
      if (amount >= 1) flight = undefined;
      else ask(true);
      areLinesStale = true;
    }
    if (scene === undefined) return;
    if (areLinesStale) drawLines(scene);
    areLinesStale = false;
    drawNotes(scene);
  }

  function drawLines({ model, shown, layout }: NonNullable<typeof scene>): void {
    if (image === undefined) return;
    const { picture, end, leftness } = model;
    const ratio = image.width / screen.width;
    const canvas = { pixels: new Uint32Array(image.data.buffer), width: image.width, height: image.height };
    const isHatched = (line: number): boolean => ((picture.heat[line] ?? 0) & MOSTLY_UNPRICED) !== 0;
    const { fileStart } = picture;
    const source = { strips: layout.strips, fileStart, heats: shown.passing, end, leftness, isHatched };
    const now = {
      camera: { ...camera, scale: camera.scale * ratio },
      inks: currentInks(model, shown.brush),
      shown,
      layout,
      image,
    };
    const parts = drawn === undefined ? undefined : movedBy(drawn, now, canvas);
    for (const part of parts ?? [undefined]) rasterise(source, now.inks, now.camera, canvas, part);
    drawn = now;
    lines.context.putImageData(image, 0, 0);
  }

  /** Bars stand back where code is written on them. */
  function currentInks({ palette }: Model, brush: Brush): Inks {
    const tint = Math.round(Math.min(1, Math.max(0.4, 1 - (camera.scale - READABLE + 3) * 0.15)) * 20) / 20;
    const now = theme();
    const isSame =
      inks?.tint === tint && inks.theme === now && inks.palette === palette && inks.brush === brush;
    if (inks === undefined || !isSame)
      inks = { tint, theme: now, palette, brush, inks: makeInks(now, palette, tint, brush) };
    return inks.inks;
  }

  let advance = 0;
  function drawNotes({ model, layout }: NonNullable<typeof scene>): void {
    const { context, canvas } = notes;
    const ratio = canvas.width / screen.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, screen.width, screen.height);
    const drawn = { model, layout, camera, screen, theme: theme() };
    if (advance === 0) {
      context.font = `100px ${monospace()}`;
      advance = context.measureText('mmmmmmmmmm').width / 1000;
    }
    drawCode(context, drawn, texts, advance);
    drawFileNames(context, drawn);
    drawNames(context, drawn);
    drawMarks(context, drawn, { chosen, visible });
  }

  function move(next: Camera): void {
    flight = undefined;
    if (scene === undefined) return;
    camera = keepInSight(next, scene.layout, screen);
    ask(true);
  }

  function fly(to: Camera): void {
    if (prefersStill.matches) {
      move(to);
      return;
    }
    flight = { from: camera, to, start: performance.now() };
    ask(true);
  }

  function smallest(): number {
    return home.scale * 0.5;
  }

  /** Of what lies under a pixel the hottest line; where lines are larger, the line itself. */
  function lineUnder(px: number, py: number): { readonly file: number; readonly line: number } | undefined {
    if (scene === undefined) return undefined;
    const { layout, model, shown } = scene;
    const [x, y] = [camera.x + px / camera.scale, camera.y + py / camera.scale];
    let found = lineAt(layout, x, y);
    if (camera.scale >= 1.5) return found;
    let most = -1;
    for (let at = y - 1.5 / camera.scale; at <= y + 1.5 / camera.scale; at += 1) {
      const candidate = lineAt(layout, x, at);
      if (candidate === undefined) continue;
      const line = lineOf(model, candidate.file, candidate.line);
      const energy = shownHeat(shown, line) > 0 ? (model.picture.energy[line] ?? 0) : -1;
      if (energy > most) [most, found] = [energy, candidate];
    }
    return found;
  }

  function pixelOf(at: { readonly file: number; readonly line: number }): {
    readonly x: number;
    readonly y: number;
  } {
    const found = place(at.file, at.line);
    if (found === undefined) return { x: 0, y: 0 };
    return { x: (found.x - camera.x) * camera.scale, y: (found.y - camera.y) * camera.scale };
  }

  function choose(at: { readonly file: number; readonly line: number }): void {
    if (scene === undefined) return;
    chosen = at;
    const found = place(at.file, at.line);
    if (found !== undefined) move(reveal(camera, found, screen));
    const { x, y } = pixelOf(at);
    lens.show(scene.model, at, x + COLUMN * camera.scale, y, screen);
    const { model } = scene;
    const facts = factsOf(model, at.file, lineOf(model, at.file, at.line));
    const path = model.picture.paths[at.file] ?? '';
    events.say(
      `${path}:${at.line + 1}, ${facts.step === 0 ? '–' : `${energyWords(facts, words)}, ${facts.shareOfAll}`}`,
    );
    ask(false);
  }

  function chooseHot(step: number): void {
    if (scene === undefined) return;
    const { shown } = scene;
    hottest ??= hottestLines(scene.model.picture.energy, (line) => shownHeat(shown, line) > 0, HOTTEST);
    const now = chosen === undefined ? -1 : hottest.indexOf(lineOf(scene.model, chosen.file, chosen.line));
    const next = hottest[Math.min(hottest.length - 1, Math.max(0, now + step))];
    if (next !== undefined) choose(placeOfLine(scene.model, next));
  }

  function chooseNear(lineStep: number, fileStep: number): void {
    if (scene === undefined) return;
    const { model, blocks } = scene;
    const files = blocks.flatMap((block) => block.files);
    if (chosen === undefined) {
      chooseHot(1);
      return;
    }
    const at = files.indexOf(chosen.file);
    const file = files[Math.min(files.length - 1, Math.max(0, at + fileStep))] ?? chosen.file;
    const last = linesOf(model.picture, file) - 1;
    choose({ file, line: Math.min(last, Math.max(0, chosen.line + lineStep)) });
  }

  listenToKeys(element, {
    hot: chooseHot,
    near: chooseNear,
    open: () => {
      if (chosen !== undefined) events.open(chosen);
    },
    zoom: (factor) => {
      view.zoom(factor);
    },
    fit: () => {
      view.fit();
    },
    leave: () => {
      chosen = undefined;
      lens.hide();
      ask(false);
    },
  });
  listenToPointer(element, (target) => target === notes.canvas || target === element, {
    point(x, y) {
      const at = lineUnder(x, y);
      element.classList.toggle('pointing', at !== undefined);
      if (at !== undefined && scene !== undefined) lens.show(scene.model, at, x, y, screen);
      else if (chosen === undefined) lens.hide();
    },
    drag(dx, dy) {
      lens.hide();
      move(panBy(camera, -dx, -dy));
    },
    click(x, y) {
      const at = lineUnder(x, y);
      if (at === undefined) return;
      chosen = at;
      ask(false);
      events.open(at);
    },
    leave() {
      if (chosen === undefined) lens.hide();
    },
    zoom(x, y, factor) {
      move(zoomAt(camera, x, y, factor, smallest()));
    },
  });
  // What a canvas showed may be lost with the graphics card's memory: it is drawn anew from what is here.
  for (const { canvas } of [lines, notes]) canvas.addEventListener('contextrestored', () => { view.redraw(); }); // prettier-ignore

  const view: ColumnsView = {
    element,
    show(model, shown, blocks, keep) {
      measure();
      const layout = layOut(blocks, (file) => linesOf(model.picture, file), screen);
      scene = { model, shown, blocks, layout };
      place = placeFinder(layout);
      hottest = undefined;
      home = fitAll(layout, screen);
      if (!keep) {
        camera = home;
        chosen = undefined;
        lens.hide();
      }
      ask(true);
    },
    filter(shown) {
      if (scene === undefined) return;
      scene.shown = shown;
      hottest = undefined;
      ask(true);
    },
    mark(now) {
      visible = now;
      ask(false);
    },
    choose,
    zoom(factor) {
      const at = chosen === undefined ? { x: screen.width / 2, y: screen.height / 2 } : pixelOf(chosen);
      fly(zoomAt(camera, at.x, at.y, factor, smallest()));
    },
    fit() {
      fly(home);
    },
    redraw() {
      inks = undefined;
      advance = 0;
      if (scene !== undefined) view.show(scene.model, scene.shown, scene.blocks, true);
    },
    refresh() {
      lens.refresh();
      ask(false);
    },
  };
  return view;
}

interface Drawn {
  readonly camera: Camera;
  readonly inks: Inks;
  readonly shown: Shown;
  readonly layout: Layout;
  readonly image: ImageData;
}

/** What is to be drawn, where only whole pixels lie between what was drawn and what is to be. */
function movedBy(before: Drawn, now: Drawn, canvas: Canvas): readonly Part[] | undefined {
  const { camera: from } = before;
  const { camera: to } = now;
  const isSame =
    before.inks === now.inks &&
    before.shown === now.shown &&
    before.layout === now.layout &&
    before.image === now.image &&
    from.scale === to.scale;
  const [dx, dy] = [(to.x - from.x) * to.scale, (to.y - from.y) * to.scale];
  const isWhole = Math.abs(dx - Math.round(dx)) + Math.abs(dy - Math.round(dy)) < 1e-6;
  return isSame && isWhole ? shiftPixels(canvas, Math.round(dx), Math.round(dy)) : undefined;
}
