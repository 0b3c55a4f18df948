/**
 * The lines of the picture as pixels: each frame anew, at any scale.
 *
 * Sits in the SeeSoft page, under the canvas. A line is a bar from where its text begins to where it ends, in its
 * colour; a pixel that covers several lines has that of the hottest, so that none disappears however small the picture
 * is. All is written into one array of pixels: a million lines take some milliseconds, with a graphics card or
 * without. Pure but for that array.
 */
import type { Camera } from './camera';
import { CHARACTER, CHARACTERS, COLUMN, type Strips } from './layout';
import { maximumIn, type Pyramid } from './pyramid';

export interface RasterSource {
  readonly strips: Strips;
  readonly fileStart: Uint32Array;
  /** What is to be seen of each line: 0 no colour, else the step plus 1. */
  readonly shown: Pyramid;
  readonly end: Pyramid;
  /** 255 less where the text begins, so that the greatest is the one furthest left. */
  readonly leftness: Pyramid;
  /** Which lines are hatched. */
  readonly isHatched: (line: number) => boolean;
}

export interface Inks {
  /** As pixels lie in memory; the first is that of lines without a colour. */
  readonly bars: Uint32Array;
  /** Lighter, for every other stripe of a hatched line. */
  readonly stripes: Uint32Array;
  readonly paper: number;
}

/** Pixels a line, from which on lines are set apart, and hatched. */
const APART = 3;

export function rasterise(
  source: RasterSource,
  inks: Inks,
  camera: Camera,
  pixels: Uint32Array,
  width: number,
  height: number,
): void {
  pixels.fill(inks.paper);
  const { strips } = source;
  const { scale } = camera;
  for (let column = 0; column + 1 < strips.columnStart.length; column++) {
    const from = strips.columnStart[column] ?? 0;
    const to = strips.columnStart[column + 1] ?? 0;
    const left = ((strips.x[from] ?? 0) - camera.x) * scale;
    if (left >= width || left + COLUMN * scale < 0) continue;
    /** The last row that was drawn, and how hot: two files may share a pixel. */
    let row = -1;
    let rowHeat = 0;
    for (let strip = from; strip < to; strip++) {
      const top = ((strips.y[strip] ?? 0) - camera.y) * scale;
      if (top >= height || top + (strips.count[strip] ?? 0) * scale < 0) continue;
      if (scale >= 1) drawLines(source, inks, strip, left, top, scale, pixels, width, height);
      else {
        const last = drawRows(source, inks, strip, left, top, scale, pixels, width, height, row, rowHeat);
        row = Math.floor(last);
        rowHeat = Math.round((last - row) * HEATS);
      }
    }
  }
}

/** More than there are steps: a row and its heat are one number. */
const HEATS = 65_536;

/** Lines that are a pixel high or more. */
function drawLines(
  { strips, fileStart, shown, end, leftness, isHatched }: RasterSource,
  { bars, stripes }: Inks,
  strip: number,
  left: number,
  top: number,
  scale: number,
  pixels: Uint32Array,
  width: number,
  height: number,
): void {
  const first = (fileStart[strips.file[strip] ?? 0] ?? 0) + (strips.first[strip] ?? 0);
  const count = strips.count[strip] ?? 0;
  const [heats, ends, lefts] = [shown.levels[0], end.levels[0], leftness.levels[0]];
  if (heats === undefined || ends === undefined || lefts === undefined) return;
  const from = Math.max(0, Math.floor(-top / scale));
  const to = Math.min(count, Math.ceil((height - top) / scale));
  const gap = scale >= APART ? Math.max(1, Math.round(scale * 0.12)) : 0;
  for (let line = from; line < to; line++) {
    const begin = 255 - (lefts[first + line] ?? 0);
    const stop = Math.min(CHARACTERS, ends[first + line] ?? 0);
    if (stop <= begin) continue;
    const heat = heats[first + line] ?? 0;
    const x0 = Math.max(0, Math.round(left + begin * CHARACTER * scale));
    const x1 = Math.min(width, Math.max(x0 + 1, Math.round(left + stop * CHARACTER * scale)));
    const y0 = Math.max(0, Math.round(top + line * scale));
    const y1 = Math.min(height, Math.round(top + (line + 1) * scale) - gap);
    const ink = bars[heat] ?? 0;
    const isStriped = gap > 0 && heat > 0 && isHatched(first + line);
    for (let y = y0; y < y1; y++) {
      if (x1 > x0) pixels.fill(ink, y * width + x0, y * width + x1);
      if (isStriped) stripe(pixels, y * width, x0, x1, y, stripes[heat] ?? 0);
    }
  }
}

function stripe(pixels: Uint32Array, start: number, x0: number, x1: number, y: number, ink: number): void {
  for (let x = x0; x < x1; x++) if ((x + y) % 7 < 3) pixels[start + x] = ink;
}

/** Lines that share pixels: row by row. Answers with the last row, and how hot it is. */
function drawRows(
  { strips, fileStart, shown, end, leftness }: RasterSource,
  { bars }: Inks,
  strip: number,
  left: number,
  top: number,
  scale: number,
  pixels: Uint32Array,
  width: number,
  height: number,
  lastRow: number,
  lastHeat: number,
): number {
  const first = (fileStart[strips.file[strip] ?? 0] ?? 0) + (strips.first[strip] ?? 0);
  const count = strips.count[strip] ?? 0;
  const from = Math.max(0, Math.floor(top));
  const to = Math.min(height, Math.ceil(top + count * scale));
  /** How far blocks may reach beyond a row: their outline is not exact, their heat is. */
  const level = Math.max(0, Math.min(shown.levels.length - 1, Math.floor(-Math.log2(scale) / 2)));
  const block = 4 ** level;
  const [ends, lefts] = [end.levels[level], leftness.levels[level]];
  if (ends === undefined || lefts === undefined) return lastRow + lastHeat / HEATS;
  let heat = lastHeat;
  for (let y = from; y < to; y++) {
    const a = Math.max(0, Math.floor((y - top) / scale));
    const b = Math.min(count, Math.ceil((y + 1 - top) / scale));
    const hottest = maximumIn(shown, first + a, first + b);
    if (y === lastRow && hottest < lastHeat) continue;
    heat = hottest;
    let [begin, stop] = [0, 0];
    const lastBlock = Math.floor((first + b - 1) / block);
    for (let at = Math.floor((first + a) / block); at <= lastBlock; at++) {
      const [l, e] = [lefts[at] ?? 0, ends[at] ?? 0];
      if (l > begin) begin = l;
      if (e > stop) stop = e;
    }
    if (stop === 0) continue;
    const x0 = Math.max(0, Math.round(left + Math.min(CHARACTERS, 255 - begin) * CHARACTER * scale));
    const x1 = Math.min(
      width,
      Math.max(x0 + 1, Math.round(left + Math.min(CHARACTERS, stop) * CHARACTER * scale)),
    );
    const ink = bars[hottest] ?? 0;
    const start = y * width;
    for (let x = x0; x < x1; x++) pixels[start + x] = ink;
  }
  return to - 1 + Math.min(heat, HEATS - 1) / HEATS;
}
