/**
 * Draws the differential flame graph, and lets pointer and keys walk it and zoom. Sits in the page of a comparison.
 *
 * A color says whether a row became cheaper or dearer, deeper where by more; stripes say that one side alone has it; the
 * bar at a box's foot how much of it is A. The same is said in words under the graph.
 */
import { CHANGE_SIGNS, type Change, differenceOf } from '../../../server/src/pages/changes';
import { make, makeLayer, replaceButtons } from '../dom';
import { css, inkOn, mix, readColor, type Rgb } from '../energy-map/colors';
import { readTheme } from '../energy-map/theme';
import type { Figures, RowChange } from './figures';
import { makeMark } from './marks';
import { boxAtPlace, energyOf, FLAME_ROW, layFlame, type FlameBox } from './flame';
import {
  changeOfRow,
  energyOnSide,
  hasOtherCalls,
  isOn,
  nameOfRow,
  shortName,
  type Model,
  type Side,
} from './model';

export interface FlameView {
  readonly element: HTMLElement;
  /** Lays it out anew: it is in sight, or has another size. */
  readonly draw: () => void;
  /** Zooms to a row. */
  readonly zoomTo: (row: number) => void;
}

export interface FlameEvents {
  /** Undefined where nobody opens code: a page that stands alone. */
  readonly open: ((row: number, side: Side) => void) | undefined;
}

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const LEGEND: readonly Change[] = ['cheaper', 'dearer', 'same', 'gone', 'new'];
/** The least change is so far from gray. */
const LEAST = 0.3;

export function createFlameView(model: Model, figures: Figures, events: FlameEvents): FlameView {
  const { words } = model.page.head;
  const keysHint = events.open === undefined ? words.flameKeysAlone : words.flameKeys;
  const layer = makeLayer('flame');
  const { canvas, context } = layer;
  const stage = make('div', {
    class: 'stage',
    tabindex: '0',
    role: 'application',
    'aria-label': `${words.flame}. ${keysHint}`,
  });
  stage.append(canvas);
  const scroll = make('div', { class: 'scroll' }, stage);
  const trail = make('nav', { class: 'trail', 'aria-label': words.flame });
  const told = make('p', { class: 'told', role: 'status', 'aria-live': 'polite' });
  const legend = make(
    'p',
    { class: 'legend' },
    ...LEGEND.map((change) => makeMark(figures, change)),
    make('span', {}, words.flameLegend),
    make('span', {}, events.open === undefined ? words.flameMergedAlone : words.flameMerged),
  );
  const element = make(
    'section',
    { class: 'flame-view', 'aria-label': words.flame },
    trail,
    scroll,
    told,
    legend,
  );
  let root = 0;
  let box: FlameBox | undefined;
  let chosen: FlameBox | undefined;
  let pointed: FlameBox | undefined;

  function draw(): void {
    const width = scroll.clientWidth;
    if (width === 0) return;
    box = layFlame(model, root, width);
    const height = box === undefined ? FLAME_ROW * 2 : depthOf(box) * FLAME_ROW + 1;
    stage.style.height = `${height}px`;
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    chosen = chosen === undefined || box === undefined ? undefined : find(box, chosen.row);
    paint();
    drawTrail();
    tell(chosen);
  }

  function paint(): void {
    const theme = readTheme(document.body);
    const style = getComputedStyle(element);
    const hue = (change: RowChange): Rgb =>
      isPale(change) ? theme.ink : (readColor(style.getPropertyValue(`--${change}`)) ?? theme.ink);
    const ratio = canvas.width / Math.max(1, scroll.clientWidth);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.font = FONT;
    context.textBaseline = 'middle';
    if (box === undefined) {
      context.fillStyle = theme.muted;
      context.fillText(words.noEnergy, 4, FLAME_ROW);
      return;
    }
    const open: FlameBox[] = [box];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      paintBox(next, theme.paper, hue, theme.isHighContrast, theme.ink);
      open.push(...next.children);
    }
    if (chosen === undefined) return;
    context.lineWidth = 2;
    context.strokeStyle = css(theme.ink);
    context.strokeRect(chosen.x0 + 1, chosen.y0 + 1, Math.max(1, chosen.x1 - chosen.x0 - 3), FLAME_ROW - 3);
  }

  function paintBox(
    { row, x0, x1, y0, y1 }: FlameBox,
    paper: Rgb,
    hue: (change: RowChange) => Rgb,
    isHighContrast: boolean,
    ink: Rgb,
  ): void {
    const width = Math.max(0.5, x1 - x0 - 1);
    const height = y1 - y0;
    const change = changeOfRow(model, row);
    const color = hue(change);
    const ground = mix(paper, color, isPale(change) ? 0.14 : strength(row, change));
    context.fillStyle = css(ground);
    context.fillRect(x0, y0, width, height);
    if (change === 'gone' || change === 'new')
      stripe(x0, y0, width, height, css(mix(ground, paper, 0.45)), change);
    if (width > 3) {
      // How much of it is A.
      const part = (model.inclusiveA[row] ?? 0) / Math.max(Number.MIN_VALUE, energyOf(model, row));
      context.fillStyle = css(mix(ground, ink, 0.55));
      context.fillRect(x0, y1 - 3, width * part, 3);
    }
    if (isHighContrast) {
      context.lineWidth = 1;
      context.strokeStyle = css(color);
      context.strokeRect(x0 + 0.5, y0 + 0.5, Math.max(0, width - 1), height - 1);
    }
    if (width < 30) return;
    const text = `${isPale(change) ? '' : `${CHANGE_SIGNS[change]} `}${row === 0 ? words.inAll : shortName(nameOfRow(model, row))}`;
    const shown = fit(text, width - 8);
    if (change === 'gone' || change === 'new') {
      context.fillStyle = css(ground);
      context.fillRect(x0 + 2, y0 + 2, Math.min(width - 4, context.measureText(shown).width + 4), height - 6);
    }
    context.fillStyle = css(inkOn(ground));
    context.fillText(shown, x0 + 4, y0 + height / 2 - 1);
  }

  /** How deep its color is: by how much of it changed. */
  function strength(row: number, change: RowChange): number {
    if (change === 'gone' || change === 'new') return 0.85;
    const [a, b] = [model.inclusiveA[row] ?? 0, model.inclusiveB[row] ?? 0];
    const share = Math.abs(b - a) / Math.max(a, b, Number.MIN_VALUE);
    return LEAST + (0.95 - LEAST) * Math.min(1, share * 1.5);
  }

  function stripe(x: number, y: number, width: number, height: number, color: string, change: Change): void {
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    for (let at = x - height; at < x + width; at += 7) {
      context.moveTo(at, change === 'gone' ? y : y + height);
      context.lineTo(at + height, change === 'gone' ? y + height : y);
    }
    context.stroke();
    context.restore();
  }

  function fit(text: string, room: number): string {
    if (context.measureText(text).width <= room) return text;
    const rest = room - context.measureText('…').width;
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(text.slice(0, middle)).width <= rest) low = middle;
      else high = middle - 1;
    }
    return low < 2 ? '' : `${text.slice(0, low)}…`;
  }

  function tell(at: FlameBox | undefined): void {
    told.textContent = at === undefined ? keysHint : describe(at.row);
  }

  function describe(row: number): string {
    const [a, b] = [energyOnSide(model, 'a', row), energyOnSide(model, 'b', row)];
    const change = changeOfRow(model, row);
    const name = row === 0 ? words.inAll : nameOfRow(model, row);
    const share = figures.share(differenceOf(a, b), a);
    const [inA, inB] = [isOn(model, 'a', row), isOn(model, 'b', row)];
    const [energyA, energyB] = [inA ? figures.energy(a) : '–', inB ? figures.energy(b) : '–'];
    const energies = `${words.energyA} ${energyA}, ${words.energyB} ${energyB}, ${figures.difference(a, b)}${share === '' ? '' : ` (${share})`}`;
    const [callsA, callsB] = [model.page.rowCallsA[row] ?? NaN, model.page.rowCallsB[row] ?? NaN];
    const calls = `${words.calls} ${figures.calls(callsA, callsB, inA, inB)}`;
    return [
      ...[name, figures.change(change), energies],
      ...(row === 0 ? [] : [calls]),
      ...(hasOtherCalls(model, row) ? [`≠ ${words.otherCalls}`] : []),
    ].join(' · ');
  }

  function drawTrail(): void {
    const rows: number[] = [];
    for (let row = root; row > 0; row = model.page.rowParent[row] ?? 0) rows.unshift(row);
    const steps = [0, ...rows].map((row) => {
      const button = make('button', { type: 'button' }, row === 0 ? '⌂' : shortName(nameOfRow(model, row)));
      button.setAttribute('aria-label', row === 0 ? words.inAll : nameOfRow(model, row));
      if (row === root) button.setAttribute('aria-current', 'true');
      button.addEventListener('click', () => {
        zoomTo(row);
      });
      return button;
    });
    replaceButtons(trail, ...steps);
  }

  function zoomTo(row: number): void {
    root = row;
    draw();
    chosen = box;
    paint();
    tell(chosen);
    scroll.scrollTop = 0;
  }

  function choose(next: FlameBox | undefined): void {
    chosen = next;
    paint();
    tell(chosen);
    if (chosen === undefined) return;
    if (chosen.y0 < scroll.scrollTop) scroll.scrollTop = chosen.y0;
    if (chosen.y1 > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = chosen.y1 - scroll.clientHeight;
  }

  const sibling = (from: FlameBox, step: number): FlameBox => {
    const all = from.parent?.children ?? [from];
    return all[all.indexOf(from) + step] ?? from;
  };
  const walk: Readonly<Record<string, (from: FlameBox) => FlameBox>> = {
    ArrowDown: (from) => from.children[0] ?? from,
    ArrowUp: (from) => from.parent ?? from,
    ArrowRight: (from) => sibling(from, 1),
    ArrowLeft: (from) => sibling(from, -1),
    Home: (from) => box ?? from,
  };
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || box === undefined) return;
    const step = walk[event.key];
    if (step !== undefined) choose(chosen === undefined ? box : step(chosen));
    else if (event.key === '+' && chosen !== undefined) zoomTo(chosen.row);
    else if (event.key === '-' || event.key === 'Backspace')
      zoomTo(Math.max(0, model.page.rowParent[root] ?? 0));
    else if (event.key === 'Escape') zoomTo(0);
    else if (event.key === 'Enter' && chosen !== undefined)
      events.open?.(chosen.row, event.shiftKey ? 'a' : 'b');
    else return;
    event.preventDefault();
  });
  const under = ({ offsetX, offsetY }: MouseEvent): FlameBox | undefined =>
    box === undefined ? undefined : boxAtPlace(box, offsetX, offsetY);
  stage.addEventListener('pointermove', (event) => {
    const at = under(event);
    if (at === pointed) return;
    pointed = at;
    tell(at ?? chosen);
  });
  stage.addEventListener('pointerleave', () => {
    pointed = undefined;
    tell(chosen);
  });
  stage.addEventListener('click', (event) => {
    const at = under(event);
    if (at === undefined) return;
    if (at.row === root) zoomTo(Math.max(0, model.page.rowParent[root] ?? 0));
    else zoomTo(at.row);
  });
  return { element, draw, zoomTo };
}

/** Of no color: nothing changed for certain, or nobody can tell. */
function isPale(change: RowChange): change is 'same' | 'unpriced' {
  return change === 'same' || change === 'unpriced';
}

function depthOf(box: FlameBox): number {
  let deepest = 0;
  const open = [box];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    deepest = Math.max(deepest, next.y1);
    open.push(...next.children);
  }
  return Math.ceil(deepest / FLAME_ROW);
}

function find(box: FlameBox, row: number): FlameBox | undefined {
  const open = [box];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.row === row) return next;
    open.push(...next.children);
  }
  return undefined;
}
