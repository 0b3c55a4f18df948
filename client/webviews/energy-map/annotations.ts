/**
 * The drawing over the lines: names of packages and files, the code itself if there is room for it, marks for
 * what editors show, and the chosen line. Sits in the page of the energy map, on a canvas of its own, so that
 * it changes without the lines under it.
 */
import { at } from '../../../server/src/base/check';
import { firstWhere } from '../../../server/src/base/search';
import type { Camera } from './camera';
import type { ColumnsState } from './columns-state';
import { CHARACTER, CHARACTERS, COLUMN, type Layout, type Screen } from './layout';
import { absolutePath, lineOf, type EnergyMapModel } from './model';
import { expandTabs, type Texts } from './texts';
import { mix, toCss } from '../../../server/src/words/color';
import type { Theme } from './grounds';

/** Pixels a line, from which on code is written. */
export const READABLE = 8.5;
const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

interface Scene {
  readonly model: EnergyMapModel;
  readonly layout: Layout;
  readonly camera: Camera;
  readonly screen: Screen;
  readonly theme: Theme;
}

type Context = CanvasRenderingContext2D;

export function drawNames(context: Context, scene: Scene): void {
  const { model, layout, camera, screen, theme } = scene;
  context.textBaseline = 'alphabetic';
  for (const area of layout.areas) {
    const [x, y] = [(area.x - camera.x) * camera.scale, (area.y - camera.y) * camera.scale];
    const [width, height] = [area.width * camera.scale, area.height * camera.scale];
    if (x > screen.width || y > screen.height || x + width < 0 || y + height < 0) continue;
    const head = area.head * camera.scale;
    const left = Math.max(x, 4);
    const room = x + width - left;
    if (room < 18 || head < 9) continue;
    const size = Math.min(13, Math.max(9, head * 0.7));
    context.font = `600 ${size}px ${SANS}`;
    const name = shorten(context, at(model.picture.groups, area.group), room);
    if (name === '') continue;
    // A package that is larger than the screen keeps its name in sight.
    const baseline = Math.min(Math.max(y + head - 4, size + 3), y + height);
    context.globalAlpha = 0.8;
    context.fillStyle = toCss(theme.paper);
    context.fillRect(left - 2, baseline - size, context.measureText(name).width + 5, size + 4);
    context.globalAlpha = 1;
    context.fillStyle = theme.muted;
    context.fillText(name, left, baseline);
  }
}

/** Shortens a name from the left, since its right end tells packages apart. */
function shorten(context: Context, name: string, room: number): string {
  if (context.measureText(name).width <= room) return name;
  const module = name.lastIndexOf(' · ');
  if (module >= 0) return shorten(context, name.slice(module + 3), room);
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const tail = `…${name.slice(dot + 1)}`;
    if (context.measureText(tail).width <= room) return tail;
  }
  return '';
}

/** Shortens a name at its end to what fits; empty where fewer than `least` letters fit. */
export function shortenEnd(context: Context, name: string, room: number, least: number): string {
  if (context.measureText(name).width <= room) return name;
  const rest = room - context.measureText('…').width;
  const isLonger = (letters: number): boolean => context.measureText(name.slice(0, letters)).width > rest;
  const letters = firstWhere(1, name.length + 1, isLonger) - 1;
  return letters < least ? '' : `${name.slice(0, letters)}…`;
}

interface PlacedStrip {
  readonly file: number;
  readonly first: number;
  readonly count: number;
  /** The pixel at which the strip begins. */
  readonly x: number;
  readonly y: number;
}

/** The strips of columns that are in sight from left to right. */
function* stripsAcross({ layout: { strips }, camera, screen }: Scene): Generator<PlacedStrip> {
  for (const [strip, file] of strips.file.entries()) {
    const x = (at(strips.x, strip) - camera.x) * camera.scale;
    if (x > screen.width || x + COLUMN * camera.scale < 0) continue;
    const y = (at(strips.y, strip) - camera.y) * camera.scale;
    yield { file, first: at(strips.first, strip), count: at(strips.count, strip), x, y };
  }
}

export function drawFileNames(context: Context, scene: Scene): void {
  const { model, layout, camera, screen, theme } = scene;
  const width = COLUMN * camera.scale;
  if (width < 34 || layout.fileHead * camera.scale < 11) return;
  context.fillStyle = theme.muted;
  context.font = `11px ${SANS}`;
  for (const { file, first, x, y } of stripsAcross(scene)) {
    if (first !== 0 || y < 0 || y > screen.height + 12) continue;
    const path = at(model.picture.paths, file);
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.java$/, '');
    context.fillText(shortenEnd(context, name, width + 2 * camera.scale, 3), x, y - 3);
  }
}

/** The code of the lines in sight, as far as their texts are there. */
export function drawCode(context: Context, scene: Scene, texts: Texts, advance: number): void {
  const { model, camera, screen, theme } = scene;
  const { scale } = camera;
  if (scale < READABLE) return;
  context.font = `${(CHARACTER * scale) / advance}px ${monospace()}`;
  context.fillStyle = toCss(theme.ink);
  for (const { file, first, count, x, y } of stripsAcross(scene)) {
    if (y > screen.height || y + count * scale < 0) continue;
    const lines = texts.of(absolutePath(model, file));
    if (!lines) continue;
    const from = Math.max(0, Math.floor(-y / scale));
    const to = Math.min(count, Math.ceil((screen.height - y) / scale));
    for (let line = from; line < to; line++) {
      const text = expandTabs(lines[first + line] ?? '').slice(0, CHARACTERS);
      if (text.trim() !== '') context.fillText(text, x, y + (line + 0.76) * scale);
    }
  }
}

export function monospace(): string {
  const family = getComputedStyle(document.body).getPropertyValue('--vscode-editor-font-family').trim();
  return family === '' ? 'monospace' : `${family}, monospace`;
}

/** Draws what editors show as brackets beside the lines, and the chosen line as a frame around it. */
export function drawMarks(
  context: Context,
  scene: Scene,
  marks: Pick<ColumnsState, 'chosen' | 'visible'>,
): void {
  const { camera, theme, model } = scene;
  const { scale } = camera;
  const width = COLUMN * scale;
  context.lineWidth = theme.isHighContrast ? 2 : 1.5;
  for (const { file, first, count, x, y } of stripsAcross(scene)) {
    const range = marks.visible.get(file);
    const isChosen = marks.chosen?.file === file;
    if (range === undefined && !isChosen) continue;
    if (range !== undefined && range.last >= first && range.first < first + count) {
      const top = y + Math.max(0, range.first - first) * scale;
      const bottom = y + Math.min(count, range.last + 1 - first) * scale;
      context.strokeStyle = theme.accent;
      context.globalAlpha = 0.95;
      context.strokeRect(x - 2.5, top - 1, width + 5, Math.max(4, bottom - top + 2));
      context.globalAlpha = 0.1;
      context.fillStyle = theme.accent;
      context.fillRect(x - 2.5, top - 1, width + 5, Math.max(4, bottom - top + 2));
      context.globalAlpha = 1;
    }
    const line = marks.chosen?.line ?? -1;
    if (!isChosen || line < first || line >= first + count) continue;
    drawChosen(context, scene, x, y + (line - first) * scale, lineOf(model, file, line));
  }
}

function drawChosen(
  context: Context,
  { camera, theme, model }: Scene,
  x: number,
  y: number,
  line: number,
): void {
  const { scale } = camera;
  const [indent, end] = [at(model.picture.indent, line), at(model.picture.end, line)];
  const left = x + indent * CHARACTER * scale;
  const right = x + Math.min(CHARACTERS, Math.max(indent + 2, end)) * CHARACTER * scale;
  // Two frames, light and dark: one of them is seen on any color.
  for (const [color, gap] of [
    [toCss(theme.paper), 1.5],
    [toCss(mix(theme.ink, theme.paper, 0)), 3],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    const [width, height] = [Math.max(4, right - left), Math.max(2, scale)];
    context.strokeRect(left - gap, y - gap, width + 2 * gap, height + 2 * gap);
  }
}
