/**
 * Plots as SVG: points, intervals, curves. No script, no style attribute: a page
 * under the strictest policy shows them, and so does any browser.
 *
 * Sits in `models/`. Colors are classes of the page's style sheet,
 * so that light and dark are its affair.
 */
import { escapeHtml } from '../../words/escape-html';

const WIDTH = 640;
const MARGIN = { left: 64, right: 12, top: 10, bottom: 40 };
const TICKS = 5;

export interface Axis {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly format: (value: number) => string;
  /** `low` and `high` above 0. */
  readonly isLogarithmic?: boolean;
}

export interface PlotInterval {
  readonly name: string;
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** The range from the least to the most of some values, with a little room; it is never empty. */
export function rangeOf(
  values: readonly number[],
  include: readonly number[] = [],
): readonly [number, number] {
  const known = [...values, ...include].filter(Number.isFinite);
  const low = known.reduce((least, value) => Math.min(least, value), Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), -Infinity);
  if (low > high) return [0, 1];
  const room = high > low ? 0.04 * (high - low) : Math.max(Math.abs(low), 1) * 0.1;
  return [include.includes(low) ? low : low - room, high + room];
}

/** `lines`: each from a point to another, as data. */
export function drawPoints(
  title: string,
  x: Axis,
  y: Axis,
  points: readonly (readonly [number, number])[],
  lines: readonly (readonly [number, number, number, number])[] = [],
): string {
  const frame = frameOf(x, y, 340);
  const marks = points
    .map(([a, b]) => `<circle cx="${at(frame.x(a))}" cy="${at(frame.y(b))}" r="2.5" class="mark"/>`)
    .join('');
  const rules = lines
    .map(
      ([x1, y1, x2, y2]) =>
        `<line x1="${at(frame.x(x1))}" y1="${at(frame.y(y1))}" x2="${at(frame.x(x2))}" y2="${at(frame.y(y2))}" class="rule"/>`,
    )
    .join('');
  return figure(title, 340, `${frame.svg}${rules}${marks}`);
}

/** One row for each, in the order given; `zero` draws a line at 0. */
export function drawIntervals(title: string, x: Axis, rows: readonly PlotInterval[]): string {
  const step = 18;
  const left = Math.min(300, 20 + 6.6 * rows.reduce((most, { name }) => Math.max(most, name.length), 0));
  const height = MARGIN.top + MARGIN.bottom + step * rows.length;
  const toX = scale(x, left, WIDTH - MARGIN.right);
  const bottom = height - MARGIN.bottom;
  const svg = rows
    .map(({ name, middle, low, high }, index) => {
      const y = at(MARGIN.top + step * (index + 0.5));
      const [from, to] = [toX(Math.max(low, x.low)), toX(Math.min(high, x.high))];
      const label = name.length > 44 ? `${name.slice(0, 43)}…` : name;
      return (
        `<text x="${at(left - 8)}" y="${y}" class="row">${escapeHtml(label)}<title>${escapeHtml(name)}</title></text>` +
        `<line x1="${at(from)}" y1="${y}" x2="${at(to)}" y2="${y}" class="span"/>` +
        `<circle cx="${at(toX(middle))}" cy="${y}" r="3.5" class="mark solid"><title>${escapeHtml(`${name}: ${x.format(middle)} (${x.format(low)} to ${x.format(high)})`)}</title></circle>`
      );
    })
    .join('');
  return figure(title, height, `${bottomAxis(x, toX, left, bottom)}${svg}`);
}

export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Each in a color of its own, named in the legend where there are several. */
export function drawCurves(title: string, x: Axis, y: Axis, curves: readonly Curve[], height = 260): string {
  const frame = frameOf(x, y, height);
  const svg = curves
    .map(({ name, points }, index) => {
      const path = points.map(([a, b]) => `${at(frame.x(a))},${at(frame.y(b))}`).join(' ');
      return `<polyline points="${path}" class="curve c${index % 8}"><title>${escapeHtml(name)}</title></polyline>`;
    })
    .join('');
  const legend =
    curves.length < 2
      ? ''
      : `<ul class="legend">${curves.map(({ name }, index) => `<li><span class="key c${index % 8}"></span>${escapeHtml(name)}</li>`).join('')}</ul>`;
  return figure(title, height, `${frame.svg}${svg}`, legend);
}

function figure(title: string, height: number, content: string, after = ''): string {
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${at(height)}" role="img" aria-label="${escapeHtml(title)}">${content}</svg>${after}</figure>`;
}

function frameOf(
  x: Axis,
  y: Axis,
  height: number,
): { readonly x: (value: number) => number; readonly y: (value: number) => number; readonly svg: string } {
  const bottom = height - MARGIN.bottom;
  const toX = scale(x, MARGIN.left, WIDTH - MARGIN.right);
  const toY = scale(y, bottom, MARGIN.top);
  const rows = ticksOf(y)
    .map((value) => {
      const place = at(toY(value));
      return `<line x1="${MARGIN.left}" y1="${place}" x2="${WIDTH - MARGIN.right}" y2="${place}" class="grid"/><text x="${MARGIN.left - 6}" y="${place}" class="row">${escapeHtml(y.format(value))}</text>`;
    })
    .join('');
  const label = `<text x="12" y="${at((MARGIN.top + bottom) / 2)}" class="label" transform="rotate(-90 12 ${at((MARGIN.top + bottom) / 2)})">${escapeHtml(y.label)}</text>`;
  return { x: toX, y: toY, svg: `${rows}${label}${bottomAxis(x, toX, MARGIN.left, bottom)}` };
}

function bottomAxis(x: Axis, toX: (value: number) => number, left: number, bottom: number): string {
  const ticks = ticksOf(x)
    .map((value) => {
      const place = at(toX(value));
      return `<line x1="${place}" y1="${MARGIN.top}" x2="${place}" y2="${at(bottom)}" class="grid"/><text x="${place}" y="${at(bottom + 14)}" class="tick">${escapeHtml(x.format(value))}</text>`;
    })
    .join('');
  return `${ticks}<text x="${at((left + WIDTH - MARGIN.right) / 2)}" y="${at(bottom + 32)}" class="label">${escapeHtml(x.label)}</text>`;
}

function scale(
  { low, high, isLogarithmic = false }: Axis,
  from: number,
  to: number,
): (value: number) => number {
  const place = isLogarithmic ? (value: number) => Math.log(Math.max(value, low)) : (value: number) => value;
  const factor = high > low ? (to - from) / (place(high) - place(low)) : 0;
  return (value) => from + (place(value) - place(low)) * factor;
}

/** Round numbers within the range: powers of ten, or steps of 1, 2 or 5 times a power of ten. None of a range without an end. */
function ticksOf({ low, high, isLogarithmic = false }: Axis): readonly number[] {
  if (!Number.isFinite(high - low)) return [];
  if (isLogarithmic) {
    const first = Math.ceil(Math.log10(low));
    const count = Math.max(0, Math.floor(Math.log10(high)) - first + 1);
    return Array.from({ length: count }, (_, index) => 10 ** (first + index));
  }
  const rough = (high - low) / TICKS;
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.max(0, Math.floor(high / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
}

/** A place in the drawing: a tenth of a pixel is enough. */
function at(place: number): string {
  return String(Math.round(10 * place) / 10);
}
