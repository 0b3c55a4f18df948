/**
 * Draws the boxes of the differential flame graph on a canvas. Sits in the page of a comparison.
 *
 * The color of a box says whether its row uses more or less energy, and is deeper for a larger change. Stripes mark a row
 * that one side alone has. The bar at the bottom of a box is A's part.
 */
import { at } from '../../../server/src/base/check';
import { CHANGE_SIGNS, type Change } from '../../../server/src/pages/changes';
import { groundOf, mix, readColor, toCss, type Rgb } from '../../../server/src/words/color';
import type { Theme } from '../energy-map/grounds';
import { shortenEnd } from '../energy-map/annotations';
import { readTheme } from '../energy-map/theme';
import type { RowChange } from './figures';
import { energyOf, everyBox, FLAME_ROW, type FlameState } from './flame';
import { changeOfRow, nameOfRow, shortName, type ComparisonModel } from './model';

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** The depth of the color of the smallest change. */
const LEAST = 0.3;
/** Pixels, from which on a box has a name. */
const NAMED = 30;

interface FlameBrush {
  readonly context: CanvasRenderingContext2D;
  readonly model: ComparisonModel;
  readonly theme: Theme;
  readonly hue: (change: RowChange) => Rgb;
}

/** @param element the element whose style has the colors of changes */
export function paintFlame(
  context: CanvasRenderingContext2D,
  model: ComparisonModel,
  { box, chosen, width }: FlameState,
  element: Element,
): void {
  const theme = readTheme(document.body);
  const style = getComputedStyle(element);
  const hue = (change: RowChange): Rgb =>
    isPale(change) ? theme.ink : (readColor(style.getPropertyValue(`--${change}`)) ?? theme.ink);
  const { canvas } = context;
  const ratio = canvas.width / Math.max(1, width);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.font = FONT;
  context.textBaseline = 'middle';
  if (box === undefined) {
    context.fillStyle = theme.muted;
    context.fillText(model.page.head.words.noEnergy, 4, FLAME_ROW);
    return;
  }
  for (const each of everyBox(box)) paintBox({ context, model, theme, hue }, each);
  if (chosen === undefined) return;
  context.lineWidth = 2;
  context.strokeStyle = toCss(theme.ink);
  context.strokeRect(chosen.x0 + 1, chosen.y0 + 1, Math.max(1, chosen.x1 - chosen.x0 - 3), FLAME_ROW - 3);
}

function paintBox(
  { context, model, theme: { paper, ink, isHighContrast }, hue }: FlameBrush,
  { row, x0, x1, y0, y1 }: NonNullable<FlameState['box']>,
): void {
  const width = Math.max(0.5, x1 - x0 - 1);
  const height = y1 - y0;
  const change = changeOfRow(model, row);
  const isOneSided = change === 'gone' || change === 'new';
  const color = hue(change);
  const { ground, ink: text } = groundOf(
    mix(paper, color, isPale(change) ? 0.14 : strength(model, row, change)),
    isHighContrast,
  );
  context.fillStyle = toCss(ground);
  context.fillRect(x0, y0, width, height);
  if (isOneSided) stripe(context, { x: x0, y: y0, width, height }, toCss(mix(ground, paper, 0.45)), change);
  if (width > 3) {
    const part = at(model.inclusiveA, row) / Math.max(Number.MIN_VALUE, energyOf(model, row));
    context.fillStyle = toCss(mix(ground, ink, 0.55));
    context.fillRect(x0, y1 - 3, width * part, 3);
  }
  if (isHighContrast) {
    context.lineWidth = 1;
    context.strokeStyle = toCss(color);
    context.strokeRect(x0 + 0.5, y0 + 0.5, Math.max(0, width - 1), height - 1);
  }
  if (width < NAMED) return;
  const name = row === 0 ? model.page.head.words.inAll : shortName(nameOfRow(model, row));
  const shown = shortenEnd(context, isPale(change) ? name : `${CHANGE_SIGNS[change]} ${name}`, width - 8, 2);
  if (isOneSided) {
    context.fillStyle = toCss(ground);
    context.fillRect(x0 + 2, y0 + 2, Math.min(width - 4, context.measureText(shown).width + 4), height - 6);
  }
  context.fillStyle = toCss(text);
  context.fillText(shown, x0 + 4, y0 + height / 2 - 1);
}

/** The depth of a row's color, by how much of its energy changed. */
function strength(model: ComparisonModel, row: number, change: RowChange): number {
  if (change === 'gone' || change === 'new') return 0.85;
  const [a, b] = [at(model.inclusiveA, row), at(model.inclusiveB, row)];
  const share = Math.abs(b - a) / Math.max(a, b, Number.MIN_VALUE);
  return LEAST + (0.95 - LEAST) * Math.min(1, share * 1.5);
}

function stripe(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>,
  color: string,
  change: Change,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  for (let left = x - height; left < x + width; left += 7) {
    context.moveTo(left, change === 'gone' ? y : y + height);
    context.lineTo(left + height, change === 'gone' ? y + height : y);
  }
  context.stroke();
  context.restore();
}

/** True for rows without a color of their own: unchanged for all that is known, or not comparable. */
function isPale(change: RowChange): change is 'same' | 'unmodeled' {
  return change === 'same' || change === 'unmodeled';
}
