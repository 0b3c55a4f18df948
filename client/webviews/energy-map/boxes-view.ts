/**
 * Shows boxes and lets pointer and keys walk them: the frame of the treemap and of the graph of callees. Sits in the
 * page of the energy map.
 */
import { boxAt, hottestLineOf, neighbor, rowAt, type Box, type Step } from './boxes';
import { css, inkOn, mix } from './colors';
import { make, makeLayer, replaceButtons } from '../dom';
import { fill } from '../texts';
import type { Screen } from './layout';
import type { Lens } from './lens';
import { energyText, type Model, type Shown } from './model';
import { formatShare } from '../../../server/src/words/energy-text';
import type { Theme } from './theme';
import type { EnergyMapWords } from './words';

export interface BoxesView {
  readonly element: HTMLElement;
  show(model: Model, shown: Shown): void;
  redraw(): void;
}

export interface BoxesKind {
  readonly label: string;
  /** Whether children are in their parents; else they are below them. */
  readonly isNested: boolean;
  /** `path` is what was gone into, from the whole. */
  readonly lay: (model: Model, shown: Shown, path: readonly Box[], screen: Screen) => Box | undefined;
  /** Whether a box can fill the screen. */
  readonly canEnter: (box: Box) => boolean;
  readonly nothing: string;
}

export interface BoxesEvents {
  readonly open: (at: { readonly file: number; readonly line: number }) => void;
  readonly say: (text: string) => void;
}

const WALK: Readonly<Record<string, Step>> = {
  ArrowDown: 'in',
  ArrowUp: 'out',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
};

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

export function createBoxesView(
  kind: BoxesKind,
  words: EnergyMapWords,
  lens: Lens,
  theme: () => Theme,
  events: BoxesEvents,
): BoxesView {
  const layer = makeLayer('boxes');
  const trail = make('nav', { class: 'trail', 'aria-label': kind.label });
  const stage = make('div', {
    class: 'canvas',
    tabindex: '0',
    role: 'application',
    'aria-label': kind.label,
  });
  stage.append(layer.canvas, lens.element);
  const element = make('div', { class: 'boxes-view' }, trail, stage);
  let given: { readonly model: Model; readonly shown: Shown } | undefined;
  let root: Box | undefined;
  let chosen: Box | undefined;
  let path: readonly Box[] = [];
  let screen: Screen = { width: 0, height: 0 };

  function lay(): void {
    if (given === undefined || stage.clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    screen = { width: stage.clientWidth, height: stage.clientHeight };
    layer.canvas.width = Math.round(screen.width * ratio);
    layer.canvas.height = Math.round(screen.height * ratio);
    root = kind.lay(given.model, given.shown, path, screen);
    chosen = undefined;
    lens.hide();
    drawTrail();
    draw();
  }

  function draw(): void {
    const { context, canvas } = layer;
    const ratio = canvas.width / Math.max(1, screen.width);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, screen.width, screen.height);
    context.textBaseline = 'middle';
    context.font = FONT;
    if (root !== undefined && root.energy > 0) drawBox(root);
    else {
      context.fillStyle = theme().muted;
      context.textAlign = 'center';
      context.fillText(kind.nothing, screen.width / 2, screen.height / 2);
      context.textAlign = 'left';
    }
    if (chosen === undefined) return;
    context.lineWidth = 2;
    context.strokeStyle = css(theme().paper);
    context.strokeRect(
      chosen.x0 + 0.5,
      chosen.y0 + 0.5,
      chosen.x1 - chosen.x0 - 1,
      chosen.y1 - chosen.y0 - 1,
    );
    context.strokeStyle = css(theme().ink);
    context.strokeRect(
      chosen.x0 - 1.5,
      chosen.y0 - 1.5,
      chosen.x1 - chosen.x0 + 3,
      chosen.y1 - chosen.y0 + 3,
    );
  }

  function drawBox(box: Box): void {
    const { context } = layer;
    const { paper, ink, isHighContrast } = theme();
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    const color = given?.model.palette[box.heat - 1];
    const isParent = kind.isNested && box.children.length > 0;
    const ground = isParent
      ? mix(paper, ink, 0.05 + 0.04 * box.depth)
      : (color ?? mix(paper, ink, isHighContrast ? 0.35 : 0.2));
    if (width > 0 && height > 0) {
      context.fillStyle = css(ground);
      context.fillRect(box.x0, box.y0, kind.isNested ? width : Math.max(0.5, width - 1), height);
    }
    if (width > 26 && height > 11) {
      context.fillStyle = isParent ? css(mix(paper, ink, 0.85)) : css(inkOn(ground));
      const middle = isParent || height > 40 ? box.y0 + 8.5 : box.y0 + height / 2;
      context.fillText(fit(box.name, width - 8), box.x0 + 4, middle);
      if (!isParent && kind.isNested && middle + 21 <= box.y1 && width > 50 && given !== undefined) {
        context.globalAlpha = 0.85;
        context.fillText(fit(energyText(given.model, box.energy), width - 8), box.x0 + 4, middle + 14);
        context.globalAlpha = 1;
      }
    }
    for (const child of box.children) drawBox(child);
  }

  function fit(name: string, room: number): string {
    const width = layer.context.measureText(name).width;
    if (width <= room) return name;
    const letters = Math.floor((name.length * room) / width) - 1;
    return letters < 2 ? '' : `${name.slice(0, letters)}…`;
  }

  function describe(box: Box): string {
    if (given === undefined) return '';
    const whole = root?.energy ?? 0;
    const share = whole > 0 ? formatShare(Math.min(1, box.energy / whole)) : '–';
    return [box.name, energyText(given.model, box.energy), fill(words.ofShown, share)].filter((text) => text !== '').join(', '); // prettier-ignore
  }

  function point(box: Box | undefined, px: number, py: number): void {
    if (given === undefined || box === undefined) {
      lens.hide();
      return;
    }
    const { picture } = given.model;
    if (box.method < 0) lens.tell(describe(box), px, py, screen);
    else {
      const at = { file: picture.methodFile[box.method] ?? 0, line: hottestLineOf(given.model, box.method) };
      lens.show(given.model, at, px, py, screen, describe(box));
    }
  }

  function choose(box: Box): void {
    chosen = box;
    draw();
    point(box, Math.min(box.x1, screen.width), (box.y0 + box.y1) / 2);
    events.say(describe(box));
  }

  function enter(box: Box): void {
    if (!kind.canEnter(box) || box === root) return;
    const between: Box[] = [];
    for (let at: Box | undefined = box; at !== undefined && at !== root; at = at.parent) between.unshift(at);
    path = kind.isNested ? [...path, ...between] : [...path, box];
    lay();
  }

  function leave(): void {
    path = path.slice(0, -1);
    lay();
  }

  function openMethod(box: Box): void {
    if (given === undefined || box.method < 0) return;
    const file = given.model.picture.methodFile[box.method] ?? 0;
    events.open({ file, line: hottestLineOf(given.model, box.method) });
  }

  function drawTrail(): void {
    const steps = ['⌂', ...path.map(({ name }) => name)].map((name, index) => {
      const button = make('button', { type: 'button' }, name);
      if (index === path.length) button.setAttribute('aria-current', 'true');
      button.addEventListener('click', () => {
        path = path.slice(0, index);
        lay();
      });
      return button;
    });
    const now = make(
      'span',
      { class: 'now' },
      root === undefined || given === undefined ? '' : energyText(given.model, root.energy),
    );
    replaceButtons(trail, ...steps, now);
  }

  const under = (x: number, y: number): Box | undefined =>
    root === undefined ? undefined : kind.isNested ? boxAt(root, x, y) : rowAt(root, x, y);
  stage.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    point(under(offsetX, offsetY), offsetX, offsetY);
  });
  stage.addEventListener('pointerleave', () => {
    if (chosen === undefined) lens.hide();
  });
  stage.addEventListener('click', ({ offsetX, offsetY }) => {
    const box = under(offsetX, offsetY);
    if (box === undefined) return;
    if (kind.canEnter(box) && box !== root) enter(box);
    else openMethod(box);
  });
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || root === undefined) return;
    const step = WALK[event.key];
    if (step !== undefined) choose(chosen === undefined ? root : neighbor(chosen, step));
    else if (event.key === 'Enter' && chosen !== undefined) openMethod(chosen);
    else if (event.key === '+' && chosen !== undefined) enter(chosen);
    else if (event.key === '-' || event.key === 'Backspace') leave();
    else if (event.key === 'Escape') {
      chosen = undefined;
      lens.hide();
      draw();
    } else return;
    event.preventDefault();
  });
  layer.canvas.addEventListener('contextrestored', draw);

  return {
    element,
    show(model, shown) {
      if (given?.model !== model) path = [];
      given = { model, shown };
      lay();
    },
    redraw: lay,
  };
}
