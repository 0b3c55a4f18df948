/**
 * The view of columns: pointer and keys change its state, and what changed is drawn at most once a frame. Sits in the
 * page of the energy map, over `columns-state` and `columns-painter`; `columns-input` listens.
 */
import { at } from '../../../server/src/base/check';
import { make } from '../dom';
import { panBy, type Camera } from './camera';
import { listenToKeys, listenToPointer } from './columns-input';
import { ColumnsPainter } from './columns-painter';
import {
  advanceFlight,
  arrangeColumns,
  chooseLine,
  emptyColumns,
  filterColumns,
  flyCamera,
  hotLine,
  lineUnder,
  moveCamera,
  nearLine,
  pixelOf,
  zoomed,
  type Arrangement,
  type ColumnsState,
  type LinePlace,
} from './columns-state';
import { COLUMN } from './layout';
import type { Lens } from './lens';
import { energyWords, factsOf, lineOf, type ShownLines } from './model';
import { valueWords } from './statistics';
import type { Texts } from './texts';
import type { Theme } from './grounds';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

export interface ColumnsOptions {
  readonly words: EnergyMapWords;
  readonly lens: Lens;
  readonly texts: Texts;
  readonly theme: () => Theme;
  readonly open: (place: LinePlace) => void;
  readonly say: (text: string) => void;
}

export class ColumnsView {
  readonly element: HTMLElement;
  readonly #options: ColumnsOptions;
  readonly #painter: ColumnsPainter;
  readonly #prefersStill = matchMedia('(prefers-reduced-motion: reduce)');
  #state: ColumnsState = emptyColumns;
  /** The frame that was asked for, or 0. */
  #frame = 0;
  #areLinesStale = true;
  /** The lines that are laid out once the view is seen again. */
  #awaited: { readonly arrangement: Arrangement; readonly keep: boolean } | undefined;
  /** The choice that waits for the energies of lines. */
  #waiting: (() => void) | undefined;

  constructor(options: ColumnsOptions) {
    const { words, lens, texts, theme } = options;
    this.#options = options;
    this.#painter = new ColumnsPainter(texts, theme);
    const label = `${words.canvas} ${words.keys}`;
    this.element = make('div', { class: 'canvas', tabindex: '0', role: 'application', 'aria-label': label });
    this.element.append(...this.#painter.canvases, lens.element);
    this.#listen();
  }

  /** Lays new blocks out; `keep` leaves the camera where it is. */
  show(arrangement: Arrangement, keep: boolean): void {
    // Behind another view it has no size to be laid out for.
    if (this.element.clientWidth === 0) {
      this.#awaited = { arrangement, keep: keep && this.#awaited?.keep !== false };
      return;
    }
    this.#awaited = undefined;
    const screen = this.#painter.measure(this.element);
    if (!keep) this.#options.lens.hide();
    const wasFirstPart = this.#isFirstPart();
    this.#become(arrangeColumns(this.#state, arrangement, { screen, keep }), true);
    if (wasFirstPart && !this.#isFirstPart()) this.#goOn();
  }

  filter(shown: ShownLines): void {
    if (this.#awaited !== undefined) this.show({ ...this.#awaited.arrangement, shown }, this.#awaited.keep);
    else if (this.#state.scene !== undefined) this.#become(filterColumns(this.#state, shown), true);
  }

  mark(visible: ColumnsState['visible']): void {
    this.#become({ ...this.#state, visible }, false);
  }

  choose(place: LinePlace | undefined): void {
    const { lens, words, say } = this.#options;
    const { scene } = this.#state;
    if (scene === undefined || place === undefined) return;
    this.#become(chooseLine(this.#state, place), true);
    const { camera, screen } = this.#state;
    const { x, y } = pixelOf(this.#state, place);
    lens.show(scene.model, place, x + COLUMN * camera.scale, y, screen);
    const facts = factsOf(scene.model, place.file, lineOf(scene.model, place.file, place.line));
    const figures = facts.isNone ? '–' : `${energyWords(facts, words)}, ${facts.shareOfAll}`;
    const value = valueWords(scene.model, lineOf(scene.model, place.file, place.line), words);
    const texts = [`${at(scene.model.picture.paths, place.file)}:${place.line + 1}`, figures, value];
    say(texts.filter((text) => text !== undefined).join(', '));
  }

  /** Zooms around the chosen line, or around the middle. */
  zoom(factor: number): void {
    const { chosen, screen } = this.#state;
    const middle = { x: screen.width / 2, y: screen.height / 2 };
    const { x, y } = chosen === undefined ? middle : pixelOf(this.#state, chosen);
    this.#fly(zoomed(this.#state, x, y, factor));
  }

  /** Shows all lines. */
  fit(): void {
    this.#fly(this.#state.home);
  }

  /** Draws everything anew, since the theme or the size changed. */
  redraw(): void {
    this.#painter.forgetTheme();
    const arrangement = this.#awaited?.arrangement ?? this.#state.scene;
    if (arrangement !== undefined) this.show(arrangement, true);
  }

  /** Draws the code whose texts have come. */
  refresh(): void {
    this.#options.lens.refresh();
    this.#become(this.#state, false);
  }

  #become(state: ColumnsState, areLinesStale: boolean): void {
    this.#state = state;
    this.#areLinesStale ||= areLinesStale;
    this.#frame ||= requestAnimationFrame((now) => {
      this.#draw(now);
    });
  }

  #draw(now: number): void {
    this.#frame = 0;
    const isFlying = this.#state.flight !== undefined;
    this.#state = advanceFlight(this.#state, now);
    const { scene } = this.#state;
    if (scene !== undefined) {
      if (this.#areLinesStale || isFlying) this.#painter.drawLines(scene, this.#state);
      this.#areLinesStale = false;
      this.#painter.drawNotes(scene, this.#state);
    }
    if (this.#state.flight !== undefined) this.#become(this.#state, true);
  }

  #move(camera: Camera): void {
    this.#become(moveCamera(this.#state, camera), true);
  }

  #fly(to: Camera): void {
    if (this.#prefersStill.matches) this.#move(to);
    else this.#become(flyCamera(this.#state, to, performance.now()), true);
  }

  #isFirstPart(): boolean {
    return this.#state.scene?.model.picture.isFirstPart === true;
  }

  /** Chooses a line as soon as energies are there, and says so until then. */
  #chooseLater(choose: () => LinePlace | undefined): void {
    const { lens, words, say } = this.#options;
    this.#waiting = (): void => {
      this.choose(choose());
    };
    if (!this.#isFirstPart()) {
      this.#goOn();
      return;
    }
    const { screen } = this.#state;
    lens.tell(words.readingEnergies, screen.width / 2, screen.height / 2, screen);
    say(words.readingEnergies);
  }

  #goOn(): void {
    this.#options.lens.hide();
    this.#waiting?.();
    this.#waiting = undefined;
  }

  #leave(): void {
    this.#waiting = undefined;
    this.#options.lens.hide();
    this.#become({ ...this.#state, chosen: undefined }, false);
  }

  #point(x: number, y: number): void {
    const place = lineUnder(this.#state, x, y);
    const { scene, screen, chosen } = this.#state;
    this.element.classList.toggle('pointing', place !== undefined);
    const { lens, words } = this.#options;
    if (place !== undefined && this.#isFirstPart()) lens.tell(words.readingEnergies, x, y, screen);
    else if (place !== undefined && scene !== undefined) lens.show(scene.model, place, x, y, screen);
    else if (chosen === undefined) lens.hide();
  }

  #listen(): void {
    const { lens, open } = this.#options;
    const { canvases } = this.#painter;
    listenToKeys(this.element, {
      hot: (step) => { this.#chooseLater(() => hotLine(this.#state, step)); },
      near: (lines, files) => { this.#chooseLater(() => nearLine(this.#state, lines, files)); },
      open: () => { if (this.#state.chosen !== undefined) open(this.#state.chosen); },
      zoom: (factor) => { this.zoom(factor); },
      fit: () => { this.fit(); },
      leave: () => { this.#leave(); },
    }); // prettier-ignore
    listenToPointer(this.element, (target) => target === canvases[1] || target === this.element, {
      point: (x, y) => {
        this.#point(x, y);
      },
      drag: (dx, dy) => {
        lens.hide();
        this.#move(panBy(this.#state.camera, -dx, -dy));
      },
      click: (x, y) => {
        const chosen = lineUnder(this.#state, x, y);
        if (chosen === undefined) return;
        this.#become({ ...this.#state, chosen }, false);
        open(chosen);
      },
      leave: () => {
        if (this.#state.chosen === undefined) lens.hide();
      },
      zoom: (x, y, factor) => {
        this.#move(zoomed(this.#state, x, y, factor));
      },
    });
    // The graphics card may lose what a canvas showed: it is drawn anew from the state.
    for (const canvas of canvases) canvas.addEventListener('contextrestored', () => { this.redraw(); }); // prettier-ignore
  }
}
