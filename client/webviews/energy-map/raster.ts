/**
 * The lines of the picture as pixels: each frame anew, at any scale.
 *
 * Sits in the page of the energy map, under the canvas. A line is a bar from where its text begins to where it ends, in its
 * color; a pixel that covers several lines has that of the hottest, so that none disappears however small the picture
 * is. All is written into one array of pixels: a million lines take some milliseconds, with a graphics card or
 * without. Pure but for that array.
 */
import type { Camera } from './camera';
import { CHARACTER, CHARACTERS, COLUMN, type Strips } from './layout';
import { maximumIn, type Pyramid } from './pyramid';

export interface RasterSource {
  readonly strips: Strips;
  readonly fileStart: Uint32Array;
  /** The heat of each line: 0 for no color, else the step plus 1. */
  readonly heats: Pyramid;
  readonly end: Pyramid;
  /** 255 less where the text begins, so that the greatest is the one furthest left. */
  readonly leftness: Pyramid;
  /** True for a line that is hatched. */
  readonly isHatched: (line: number) => boolean;
}

export interface Inks {
  /** The colors by heat, as pixels lie in memory; the first is that of lines without a color. */
  readonly bars: Uint32Array;
  /** Lighter, for every other stripe of a hatched line. */
  readonly stripes: Uint32Array;
  /** The greatest heat that is shown: if a pixel has hotter lines, it shows the hottest of the others. */
  readonly hottest: number;
  readonly paper: number;
}

/** The pixels that are drawn into; only a part of them is drawn if the rest is there already. */
export interface Canvas {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
}

export interface RasterPart {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Pixels a line, from which on lines are set apart, and hatched. */
const APART = 3;
/** A line that begins further right is drawn there: it takes energy as any other. */
const LAST_BEGIN = CHARACTERS - 2;

export function rasterise(
  source: RasterSource,
  inks: Inks,
  camera: Camera,
  canvas: Canvas,
  part: RasterPart = { x0: 0, y0: 0, x1: canvas.width, y1: canvas.height },
): void {
  const { pixels, width } = canvas;
  for (let y = part.y0; y < part.y1; y++) pixels.fill(inks.paper, y * width + part.x0, y * width + part.x1);
  const { strips } = source;
  const { scale } = camera;
  for (let column = 0; column + 1 < strips.columnStart.length; column++) {
    const from = strips.columnStart[column] ?? 0;
    const to = strips.columnStart[column + 1] ?? 0;
    const left = ((strips.x[from] ?? 0) - camera.x) * scale;
    // One pixel more: a column is never narrower.
    if (left >= part.x1 || left + COLUMN * scale + 1 < part.x0) continue;
    if (scale < 1) drawRows(source, inks, from, to, left, camera, canvas, part);
    else
      for (let strip = from; strip < to; strip++) drawLines(source, inks, strip, left, camera, canvas, part);
  }
}

/**
 * Moves what is drawn, and answers with the parts that are to be drawn anew: for a camera that went so many pixels to
 * the right and down. Most of a picture that is dragged is there already.
 */
export function shiftPixels(
  { pixels, width, height }: Canvas,
  dx: number,
  dy: number,
): readonly RasterPart[] {
  const whole = { x0: 0, y0: 0, x1: width, y1: height };
  if (Math.abs(dx) >= width || Math.abs(dy) >= height) return [whole];
  const offset = dy * width + dx;
  if (offset > 0) pixels.copyWithin(0, offset);
  else pixels.copyWithin(-offset, 0);
  const columns = dx > 0 ? { ...whole, x0: width - dx } : { ...whole, x1: -dx };
  const rows = dy > 0 ? { ...whole, y0: height - dy } : { ...whole, y1: -dy };
  return [...(dx === 0 ? [] : [columns]), ...(dy === 0 ? [] : [rows])];
}

/** Lines that are a pixel high or more. */
function drawLines(
  { strips, fileStart, heats, end, leftness, isHatched }: RasterSource,
  { bars, stripes }: Inks,
  strip: number,
  left: number,
  camera: Camera,
  { pixels, width }: Canvas,
  part: RasterPart,
): void {
  const { scale } = camera;
  const top = ((strips.y[strip] ?? 0) - camera.y) * scale;
  const first = (fileStart[strips.file[strip] ?? 0] ?? 0) + (strips.first[strip] ?? 0);
  const [values, ends, lefts] = [heats.levels[0], end.levels[0], leftness.levels[0]];
  if (values === undefined || ends === undefined || lefts === undefined) return;
  const from = Math.max(0, Math.floor((part.y0 - top) / scale) - 1);
  const to = Math.min(strips.count[strip] ?? 0, Math.ceil((part.y1 - top) / scale) + 1);
  const gap = scale >= APART ? Math.max(1, Math.round(scale * 0.12)) : 0;
  for (let line = from; line < to; line++) {
    const begin = 255 - (lefts[first + line] ?? 0);
    const stop = ends[first + line] ?? 0;
    if (stop <= begin) continue;
    const heat = values[first + line] ?? 0;
    const [x0, x1] = extent(left, begin, stop, scale, part);
    const y0 = Math.max(part.y0, Math.round(top + line * scale));
    const y1 = Math.min(part.y1, Math.round(top + (line + 1) * scale) - gap);
    if (x1 <= x0) continue;
    const ink = bars[heat] ?? 0;
    const isStriped = gap > 0 && heat > 0 && isHatched(first + line);
    // Stripes go with the text, wherever the camera is.
    const phase = Math.round(top) + Math.round(left);
    for (let y = y0; y < y1; y++) {
      pixels.fill(ink, y * width + x0, y * width + x1);
      if (isStriped) stripe(pixels, y * width, x0, x1, y - phase, stripes[heat] ?? 0);
    }
  }
}

function stripe(
  pixels: Uint32Array,
  start: number,
  x0: number,
  x1: number,
  phase: number,
  ink: number,
): void {
  for (let x = x0; x < x1; x++) if ((((x + phase) % 7) + 7) % 7 < 3) pixels[start + x] = ink;
}

/** The pixels of a line, from one character to another: the first, and the one after the last. */
function extent(
  left: number,
  begin: number,
  stop: number,
  scale: number,
  part: RasterPart,
): readonly [number, number] {
  const from = Math.round(left + Math.min(LAST_BEGIN, begin) * CHARACTER * scale);
  const to = Math.max(from + 1, Math.round(left + Math.min(CHARACTERS, stop) * CHARACTER * scale));
  return [Math.max(part.x0, from), Math.min(part.x1, to)];
}

/** A column whose lines share pixels, row by row. */
function drawRows(
  { strips, fileStart, heats, end, leftness }: RasterSource,
  { bars, hottest }: Inks,
  fromStrip: number,
  toStrip: number,
  left: number,
  camera: Camera,
  { pixels, width }: Canvas,
  part: RasterPart,
): void {
  const { scale } = camera;
  /**
   * The level of the pyramid, which decides how far blocks may reach beyond a row: their outline is not
   * exact, but their heat is.
   */
  const level = Math.max(0, Math.min(heats.levels.length - 1, Math.floor(-Math.log2(scale) / 2)));
  const shift = level * 2;
  const [ends, lefts] = [end.levels[level], leftness.levels[level]];
  if (ends === undefined || lefts === undefined) return;
  /** Two files may share a row of pixels: the hotter one has it. */
  let row = -1;
  let rowHeat = 0;
  for (let strip = fromStrip; strip < toStrip; strip++) {
    const top = ((strips.y[strip] ?? 0) - camera.y) * scale;
    const count = strips.count[strip] ?? 0;
    if (top >= part.y1 || top + count * scale < part.y0) continue;
    const first = (fileStart[strips.file[strip] ?? 0] ?? 0) + (strips.first[strip] ?? 0);
    const stop = Math.min(part.y1, Math.ceil(top + count * scale));
    for (let y = Math.max(part.y0, Math.floor(top)); y < stop; y++) {
      const a = first + Math.max(0, Math.floor((y - top) / scale));
      const b = first + Math.min(count, Math.ceil((y + 1 - top) / scale));
      const heat = maximumIn(heats, a, b, hottest);
      if (y === row && heat < rowHeat) continue;
      row = y;
      rowHeat = heat;
      let [leftmost, rightmost] = [0, 0];
      for (let at = a >> shift; at <= (b - 1) >> shift; at++) {
        const [l, e] = [lefts[at] ?? 0, ends[at] ?? 0];
        if (l > leftmost) leftmost = l;
        if (e > rightmost) rightmost = e;
      }
      if (rightmost === 0) continue;
      const from = Math.round(left + Math.min(LAST_BEGIN, 255 - leftmost) * CHARACTER * scale);
      const to = Math.max(from + 1, Math.round(left + Math.min(CHARACTERS, rightmost) * CHARACTER * scale));
      const ink = bars[heat] ?? 0;
      const x1 = y * width + Math.min(part.x1, to);
      for (let x = y * width + Math.max(part.x0, from); x < x1; x++) pixels[x] = ink;
    }
  }
}
