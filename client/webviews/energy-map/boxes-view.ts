/**
 * Shows boxes and lets pointer and keys walk them: the frame of the treemap and of the graph of callees. Sits in the
 * page of the energy map, over `boxes` and `boxes-painter`.
 */
import { at } from '../../../server/src/base/check';
import { formatShare } from '../../../server/src/words/energy-text';
import { make, makeLayer, replaceButtons, makeTrail } from '../dom';
import { fill } from '../texts';
import { BOX_STEPS, neighbor, rowAt } from '../boxes';
import { isPlain } from '../rows';
import { boxAt, hottestLineOf, type Box } from './boxes';
import { paintBoxes } from './boxes-painter';
import { layCallees, rootsOf } from './flame';
import { mapEnergies } from './treemap';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';
import type { LinePlace } from './columns-state';
import type { ColumnsOptions } from './columns-view';
import type { Screen } from './layout';
import { energyText, type EnergyMapModel, type ShownLines } from './model';

interface BoxesKind {
  readonly label: string;
  /** True if children are in their parents; otherwise they are below them. */
  readonly isNested: boolean;
  /** Lays out the last of `path`, the boxes that were entered from the whole on. */
  readonly lay: (
    model: EnergyMapModel,
    shown: ShownLines,
    path: readonly Box[],
    screen: Screen,
  ) => Box | undefined;
  /** True if a box can fill the screen. */
  readonly canEnter: (box: Box) => boolean;
  readonly nothing: string;
}

export class BoxesView {
  readonly element: HTMLElement;
  readonly #kind: BoxesKind;
  readonly #options: Omit<ColumnsOptions, 'texts'>;
  readonly #layer = makeLayer('boxes');
  readonly #trail: HTMLElement;
  readonly #stage: HTMLElement;
  #given: { readonly model: EnergyMapModel; readonly shown: ShownLines } | undefined;
  #screen: Screen = { width: 0, height: 0 };
  /** The boxes that were entered, from the whole on. */
  #path: readonly Box[] = [];
  #root: Box | undefined;
  #chosen: Box | undefined;

  constructor(kind: BoxesKind, options: Omit<ColumnsOptions, 'texts'>) {
    this.#kind = kind;
    this.#options = options;
    const { label } = kind;
    this.#trail = make('nav', { class: 'trail', 'aria-label': label });
    this.#stage = make('div', { class: 'canvas', tabindex: '0', role: 'application', 'aria-label': label });
    this.#stage.append(this.#layer.canvas, options.lens.element);
    this.element = make('div', { class: 'boxes-view' }, this.#trail, this.#stage);
    this.#listen();
  }

  show(model: EnergyMapModel, shown: ShownLines): void {
    if (this.#given?.model !== model) this.#path = [];
    this.#given = { model, shown };
    this.#lay();
  }

  #lay(): void {
    if (this.#given === undefined || this.#stage.clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    const { canvas } = this.#layer;
    this.#screen = { width: this.#stage.clientWidth, height: this.#stage.clientHeight };
    canvas.width = Math.round(this.#screen.width * ratio);
    canvas.height = Math.round(this.#screen.height * ratio);
    this.#root = this.#kind.lay(this.#given.model, this.#given.shown, this.#path, this.#screen);
    this.#chosen = undefined;
    this.#options.lens.hide();
    this.#drawTrail();
    // The first trail takes its place from the stage.
    if (this.#stage.clientHeight === this.#screen.height) this.#draw();
    else this.#lay();
  }

  #draw(): void {
    const { isNested, nothing } = this.#kind;
    const shown = { root: this.#root, chosen: this.#chosen, screen: this.#screen };
    const theme = this.#options.theme();
    paintBoxes(this.#layer.context, { ...shown, model: this.#given?.model, theme, isNested, nothing });
  }

  #go(path: readonly Box[]): void {
    this.#path = path;
    this.#lay();
  }

  #enter(box: Box): void {
    if (!this.#kind.canEnter(box) || box === this.#root) return;
    const between: Box[] = [];
    for (let each: Box | undefined = box; each !== undefined && each !== this.#root; each = each.parent)
      between.unshift(each);
    this.#go(this.#kind.isNested ? [...this.#path, ...between] : [...this.#path, box]);
  }

  #choose(box: Box | undefined): void {
    this.#chosen = box;
    this.#draw();
    if (box === undefined) {
      this.#options.lens.hide();
      return;
    }
    this.#point(box, Math.min(box.x1, this.#screen.width), (box.y0 + box.y1) / 2);
    this.#options.say(this.#describe(box));
  }

  #point(box: Box | undefined, x: number, y: number): void {
    const { lens } = this.#options;
    const model = this.#given?.model;
    const place = box === undefined ? undefined : this.#placeOf(box);
    if (box === undefined || model === undefined) lens.hide();
    else if (place === undefined) lens.tell(this.#describe(box), x, y, this.#screen);
    else lens.show(model, place, x, y, this.#screen, this.#describe(box));
  }

  /** The hottest line of a box's method; undefined for a box that is no method. */
  #placeOf({ method }: Box): LinePlace | undefined {
    const model = this.#given?.model;
    if (model === undefined || method < 0) return undefined;
    return { file: at(model.picture.methodFile, method), line: hottestLineOf(model, method) };
  }

  #describe(box: Box): string {
    if (this.#given === undefined) return '';
    const whole = this.#root?.energy;
    const share = whole !== undefined && whole > 0 ? formatShare(Math.min(1, box.energy / whole)) : '–';
    const parts = [
      box.name,
      energyText(this.#given.model, box.energy),
      fill(this.#options.words.ofShown, share),
    ];
    return parts.filter((text) => text !== '').join(', ');
  }

  #drawTrail(): void {
    const steps = makeTrail(['⌂', ...this.#path.map(({ name }) => name)], (step) => {
      this.#go(this.#path.slice(0, step));
    });
    const model = this.#given?.model;
    const energy =
      this.#root === undefined || model === undefined ? '' : energyText(model, this.#root.energy);
    replaceButtons(this.#trail, ...steps, make('span', { class: 'now' }, energy));
  }

  #open(box: Box): void {
    const place = this.#placeOf(box);
    if (place !== undefined) this.#options.open(place);
  }

  #press(key: string, root: Box): boolean {
    const chosen = this.#chosen;
    const step = BOX_STEPS[key];
    if (step !== undefined) this.#choose(chosen === undefined ? root : neighbor(chosen, step));
    else if (key === 'Enter' && chosen !== undefined) this.#open(chosen);
    else if (key === '+' && chosen !== undefined) this.#enter(chosen);
    else if (key === '-' || key === 'Backspace') this.#go(this.#path.slice(0, -1));
    else if (key === 'Escape') this.#choose(undefined);
    else return false;
    return true;
  }

  #listen(): void {
    const under = ({ offsetX: x, offsetY: y }: MouseEvent): Box | undefined =>
      this.#root && (this.#kind.isNested ? boxAt(this.#root, x, y) : rowAt(this.#root, x, y));
    this.#stage.addEventListener('pointermove', (event) => {
      this.#point(under(event), event.offsetX, event.offsetY);
    });
    this.#stage.addEventListener('pointerleave', () => {
      if (this.#chosen === undefined) this.#options.lens.hide();
    });
    this.#stage.addEventListener('click', (event) => {
      const box = under(event);
      if (box === undefined) return;
      if (this.#kind.canEnter(box) && box !== this.#root) this.#enter(box);
      else this.#open(box);
    });
    this.#stage.addEventListener('keydown', (event) => {
      if (!isPlain(event) || this.#root === undefined) return;
      if (this.#press(event.key, this.#root)) event.preventDefault();
    });
    this.#layer.canvas.addEventListener('contextrestored', () => {
      this.#draw();
    });
  }
}

export function treemapKind(words: EnergyMapWords): BoxesKind {
  return {
    label: `${words.treemap}. ${words.boxKeys}`,
    isNested: true,
    lay: (model, shown, path, screen) =>
      mapEnergies(
        model,
        shown,
        path.map(({ name }) => name),
        screen,
      ),
    canEnter: ({ method, children }) => method < 0 && children.length > 0,
    nothing: words.noEnergy,
  };
}

/**
 * The graph of callees: it starts at the method that the user went into last, and at first at the hottest.
 */
export function flameKind(words: EnergyMapWords): BoxesKind {
  return {
    label: `${words.flame}. ${words.boxKeys}`,
    isNested: false,
    lay(model, shown, path, screen) {
      const root = path.at(-1)?.method ?? rootsOf(model, shown, 1)[0];
      return root === undefined ? undefined : layCallees(model, shown, root, screen.width);
    },
    canEnter: ({ method }) => method >= 0,
    nothing: words.noCalls,
  };
}
