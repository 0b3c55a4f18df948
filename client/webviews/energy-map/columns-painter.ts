/**
 * Draws the view of columns on two canvases: the lines, and what is written over them. Sits in the page of the energy
 * map, over `raster` and `annotations`. It keeps the pixels that it drew, so that a moved picture is shifted.
 */
import { mix, type Rgb } from '../../../server/src/words/color';
import { outside } from '../../../server/src/base/check';
import { MOSTLY_UNMODELED } from '../../../server/src/pages/picture';
import { makeLayer } from '../dom';
import { drawCode, drawFileNames, drawMarks, drawNames, monospace, READABLE } from './annotations';
import type { Camera } from './camera';
import type { ColumnsScene, ColumnsState } from './columns-state';
import { isInBrush, type Brush } from './filter';
import type { Layout, Screen } from './layout';
import type { EnergyMapModel, ShownLines } from './model';
import { rasterise, shiftPixels, type Canvas, type Inks, type RasterPart } from './raster';
import type { Texts } from './texts';
import { colorsIn, readableTint, type Theme } from './grounds';

/** The scene that the pixels of `image` show. */
interface Drawn {
  readonly camera: Camera;
  readonly inks: Inks;
  readonly shown: ShownLines;
  readonly layout: Layout;
  readonly image: ImageData;
}

/** The colors of bars, and what they were made for. */
interface KnownInks {
  readonly tint: number;
  readonly theme: Theme;
  readonly colors: readonly Rgb[];
  readonly brush: Brush;
  readonly inks: Inks;
}

export class ColumnsPainter {
  readonly #lines = makeLayer('lines');
  readonly #notes = makeLayer('notes');
  readonly #texts: Texts;
  readonly #theme: () => Theme;
  #image: ImageData | undefined;
  #inks: KnownInks | undefined;
  #drawn: Drawn | undefined;
  /** The width of a character of a font of one pixel; 0 until it is measured. */
  #advance = 0;

  constructor(texts: Texts, theme: () => Theme) {
    this.#texts = texts;
    this.#theme = theme;
  }

  /** The canvases, the upper one last. */
  get canvases(): readonly [HTMLCanvasElement, HTMLCanvasElement] {
    return [this.#lines.canvas, this.#notes.canvas];
  }

  /** Gives the canvases the size of an element, and returns that size. */
  measure({ clientWidth, clientHeight }: HTMLElement): Screen {
    const ratio = devicePixelRatio || 1;
    const screen = { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
    const [wide, high] = [Math.round(screen.width * ratio), Math.round(screen.height * ratio)];
    for (const canvas of this.canvases) {
      if (canvas.width !== wide) canvas.width = wide;
      if (canvas.height !== high) canvas.height = high;
    }
    if (this.#image?.width !== wide || this.#image.height !== high) this.#image = new ImageData(wide, high);
    return screen;
  }

  /** Forgets colors and fonts, which depend on the theme. */
  forgetTheme(): void {
    this.#inks = undefined;
    this.#advance = 0;
  }

  drawLines({ model, shown, layout }: ColumnsScene, { camera, screen }: ColumnsState): void {
    const image = this.#image;
    if (image === undefined) return;
    const { picture, end, leftness } = model;
    const ratio = image.width / screen.width;
    const canvas = { pixels: new Uint32Array(image.data.buffer), width: image.width, height: image.height };
    const isHatched = (line: number): boolean =>
      ((picture.heat[line] ?? outside(line)) & MOSTLY_UNMODELED) !== 0;
    const { fileStart } = picture;
    const source = { strips: layout.strips, fileStart, heats: shown.passing, end, leftness, isHatched };
    const inks = this.#inksFor(model, shown.brush, camera.scale);
    const now = { camera: { ...camera, scale: camera.scale * ratio }, inks, shown, layout, image };
    const parts = this.#drawn === undefined ? undefined : movedBy(this.#drawn, now, canvas);
    for (const part of parts ?? [undefined]) rasterise(source, now.inks, now.camera, canvas, part);
    this.#drawn = now;
    this.#lines.context.putImageData(image, 0, 0);
  }

  drawNotes({ model, layout }: ColumnsScene, { camera, screen, chosen, visible }: ColumnsState): void {
    const { context, canvas } = this.#notes;
    const ratio = canvas.width / screen.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, screen.width, screen.height);
    if (this.#advance === 0) {
      context.font = `100px ${monospace()}`;
      this.#advance = context.measureText('mmmmmmmmmm').width / 1000;
    }
    const scene = { model, layout, camera, screen, theme: this.#theme() };
    drawCode(context, scene, this.#texts, this.#advance);
    drawFileNames(context, scene);
    drawNames(context, scene);
    drawMarks(context, scene, { chosen, visible });
  }

  /** Bars stand back where code is written on them. */
  #inksFor(model: EnergyMapModel, brush: Brush, scale: number): Inks {
    const theme = this.#theme();
    const colors = colorsIn(model, theme);
    const least = readableTint(theme, colors);
    const isWritten = scale >= READABLE;
    const far = Math.round(Math.min(1, Math.max(least, 1 - (scale - READABLE + 4) * 0.15)) * 100) / 100;
    const tint = isWritten ? least : far;
    const known = this.#inks;
    if (known?.tint === tint && known.theme === theme && known.colors === colors && known.brush === brush)
      return known.inks;
    const inks = makeInks(theme, colors, tint, brush);
    this.#inks = { tint, theme, colors, brush, inks };
    return inks;
  }
}

/** The parts to draw anew where the picture only moved by whole pixels; undefined where all is to be drawn. */
function movedBy(before: Drawn, now: Drawn, canvas: Canvas): readonly RasterPart[] | undefined {
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

/** The number of a color in the order of `ImageData`, on machines with the low byte first. */
function packed(color: Rgb): number {
  const [red, green, blue] = color.map(Math.round) as [number, number, number];
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/**
 * Lines outside of the brush are as those without energy.
 *
 * @param tint how strong bars are: 1 while they stand for lines, less where the lines' text stands on them.
 */
function makeInks(
  theme: { readonly paper: Rgb; readonly ink: Rgb; readonly isHighContrast: boolean },
  palette: readonly Rgb[],
  tint: number,
  brush: Brush,
): Inks {
  const neutral = mix(theme.paper, theme.ink, theme.isHighContrast ? 0.35 : 0.1 * tint);
  const bars = palette.map((color) => mix(theme.paper, color, tint));
  const brushed = (colors: readonly Rgb[]): Uint32Array =>
    Uint32Array.from([neutral, ...colors], (color, heat) => packed(isInBrush(brush, heat) ? color : neutral));
  return {
    bars: brushed(bars),
    stripes: brushed(bars.map((color) => mix(theme.paper, color, 0.45))),
    hottest: brush.to + 1,
    paper: packed(theme.paper),
  };
}
