/**
 * What stands above the picture (views, filters, order, zoom) and below it (the legend, which is the brush, and what
 * is shown). Sits in the page of the energy map.
 */
import { CHANGE_SIGNS, changeOfStep, stepOfChange, type Change } from '../../../server/src/pages/changes';
import { make } from '../dom';
import { count, fill } from '../texts';
import { splitWords, type Brush, type Filter } from './filter';
import { amountText, energyText, type Model, type Shown } from './model';
import type { Order } from './order';
import { css, type Rgb } from './colors';
import type { EnergyMapWords } from './words';

export type ViewName = 'columns' | 'treemap' | 'flame' | 'table';

export interface ControlsEvents {
  readonly filter: () => void;
  readonly brush: () => void;
  readonly order: (order: Order) => void;
  readonly view: (view: ViewName) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

export interface Controls {
  readonly head: HTMLElement;
  readonly foot: HTMLElement;
  readonly search: HTMLInputElement;
  readonly filter: () => Filter;
  readonly brush: () => Brush;
  readonly order: () => Order;
  /** Choices and the legend, of another picture. */
  describe(model: Model): void;
  tell(model: Model, shown: Shown): void;
  press(view: ViewName): void;
  write(words: string): void;
}

/** Milliseconds that typing pauses before lines are looked through. */
const PATIENCE_MS = 180;

export function createControls(
  words: EnergyMapWords,
  views: readonly ViewName[],
  events: ControlsEvents,
): Controls {
  const search = make('input', { type: 'search', placeholder: words.filter, 'aria-label': words.filterHint });
  const group = makeSelect(words.group, events.filter);
  const state = makeSelect(words.provenance, events.filter);
  const sort = makeSelect(words.sort, () => {
    events.order(sort.value as Order);
  });
  setOptions(sort, [['name', words.sorts.name], ['energy', words.sorts.energy], ['perLine', words.sorts.perLine]]); // prettier-ignore
  let timer = 0;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(events.filter, PATIENCE_MS);
  });

  const tabs = new Map(
    views.map((view) => {
      const button = make(
        'button',
        { type: 'button', 'aria-pressed': 'false', 'data-view': view },
        words.views[view],
      );
      button.addEventListener('click', () => {
        events.view(view);
      });
      return [view, button] as const;
    }),
  );
  const zoom = make(
    'div',
    { class: 'zoom', role: 'group' },
    makeButton('−', words.zoomOut, () => { events.zoom(1 / 1.5); }), // prettier-ignore
    makeButton('⤢', words.fit, events.fit),
    makeButton('+', words.zoomIn, () => { events.zoom(1.5); }), // prettier-ignore
  );
  const head = make(
    'header',
    {},
    make('div', { class: 'tabs', role: 'group', 'aria-label': words.title }, ...tabs.values()),
    search,
    group,
    state,
    sort,
    zoom,
  );

  const ramp = make('div', { class: 'ramp', 'aria-hidden': 'true' });
  const [from, to] = [makeRange(words.brushFrom), makeRange(words.brushTo)];
  const brush = make('div', { class: 'brush', role: 'group', 'aria-label': words.brush }, ramp, from, to);
  const [cold, hot] = [make('span', { class: 'end' }), make('span', { class: 'end' })];
  const scale = make('div', { class: 'scale' });
  const facts = make('div', { class: 'facts', 'aria-live': 'polite' });
  const hatched = make('span', {}, make('span', { class: 'hatch', 'aria-hidden': 'true' }), words.hatched);
  const changes = make('div', { class: 'changes' });
  const foot = make(
    'footer',
    {},
    make('div', { class: 'legend' }, cold, brush, hot),
    scale,
    hatched,
    changes,
    facts,
  );
  let frame = 0;
  for (const [moved, other] of [
    [from, to],
    [to, from],
  ] as const) {
    moved.addEventListener('input', () => {
      // One end pushes the other: there is always a color between.
      if (Number(from.value) > Number(to.value)) other.value = moved.value;
      showBrush();
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        events.brush();
      });
    });
  }

  /** The strongest color of each, with its sign and its word. */
  function describeChanges(palette: readonly Rgb[]): void {
    const steps = palette.length;
    const last = Math.max(0, (steps - 3) / 2 - 1);
    changes.replaceChildren(
      ...(['cheaper', 'dearer', 'same', 'gone', 'new'] as const).map((change) => {
        const swatch = make('span', { class: 'swatch', 'aria-hidden': 'true' });
        swatch.style.background = css(palette[stepOfChange(change, last, steps)] ?? [128, 128, 128]);
        return make('span', { class: 'change' }, swatch, `${CHANGE_SIGNS[change]} ${words.changes[change]}`);
      }),
    );
  }

  function totalText(model: Model): string {
    const { head: about } = model.picture;
    if (about.comparison !== undefined) {
      const [before, after] = about.comparison.totals;
      return `${fill(words.beforeAfter, amountText(about, before), amountText(about, after))} · `;
    }
    return model.colored > 0 ? `${energyText(model, model.total)} · ` : '';
  }

  function showBrush(): void {
    const most = Math.max(1, Number(from.max));
    ramp.style.setProperty('--from', String(Number(from.value) / most));
    ramp.style.setProperty('--to', String(Number(to.value) / most));
  }

  return {
    head,
    foot,
    search,
    filter: () => ({
      group: Number(group.value || -1),
      state: Number(state.value || -1),
      words: splitWords(search.value),
    }),
    brush: () => ({
      from: Number(from.value),
      to: Number(to.value),
    }),
    order: () => sort.value as Order,
    describe({ picture, palette }) {
      const { groups, fileState, head: about } = picture;
      setOptions(group, [
        ['-1', words.allGroups],
        ...groups.map((name, index) => [String(index), name] as const),
      ]);
      const states = [...new Set(fileState)].sort((a, b) => a - b);
      setOptions(state, [
        ['-1', words.allProvenances],
        ...states.map((value) => [String(value), words.states[value] ?? String(value)] as const),
      ]);
      state.hidden = states.length < 2;
      const last = String(palette.length - 1);
      if (from.max !== last) {
        from.max = last;
        to.max = last;
        from.value = '0';
        to.value = last;
      }
      ramp.style.setProperty(
        '--ramp',
        about.comparison === undefined ? gradient(palette) : twoGradients(palette),
      );
      changes.hidden = about.comparison === undefined;
      hatched.hidden = about.comparison !== undefined;
      describeChanges(palette);
      showBrush();
      cold.textContent = about.cold;
      hot.textContent = about.hot;
      const source = about.source === '' ? words.estimates : fill(words.profile, about.source);
      scale.textContent = [
        `${words.scales[about.scale]}, ${words.scopes[about.scope]}`,
        source,
        about.machine,
      ].filter((text) => text !== '').join(' · '); // prettier-ignore
      scale.title = about.modelTitle;
    },
    tell(model, shown) {
      const { picture, colored } = model;
      const all = fill(words.counts, count(picture.paths.length), count(picture.heat.length));
      const energy = totalText(model);
      const part =
        shown.count === colored ? '' : ` · ${fill(words.shown, count(shown.count), count(colored))}`;
      const isPart = !picture.head.isComplete && picture.paths.length > 0;
      facts.textContent = energy + all + part + (isPart ? ` · ${words.reading}` : '');
    },
    press(view) {
      for (const [name, button] of tabs) button.setAttribute('aria-pressed', String(name === view));
      zoom.hidden = view === 'table';
    },
    write(text) {
      search.value = text;
    },
  };
}

function gradient(colors: readonly Rgb[]): string {
  return `linear-gradient(to right, ${colors.map(css).join(', ')})`;
}

/** Of a diverging scale: what is cheaper above, what is dearer below, the greater change to the right. */
function twoGradients(palette: readonly Rgb[]): string {
  const half = (change: Change, end: Change): readonly Rgb[] =>
    palette.filter((_, step) => ['same', change, end].includes(changeOfStep(step, palette.length)));
  return [
    `${gradient(half('cheaper', 'gone'))} top / 100% 50% no-repeat`,
    `${gradient(half('dearer', 'new'))} bottom / 100% 50% no-repeat`,
  ].join(', ');
}

function makeSelect(label: string, changed: () => void): HTMLSelectElement {
  const select = make('select', { 'aria-label': label, title: label });
  select.addEventListener('change', changed);
  return select;
}

/** What was chosen stays chosen, where it is still there. */
function setOptions(select: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const before = select.selectedOptions[0]?.textContent;
  select.replaceChildren(
    ...options.map(([value, text]) => {
      const option = make('option', { value }, text);
      option.selected = text === before;
      return option;
    }),
  );
}

function makeButton(text: string, label: string, press: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', 'aria-label': label, title: label }, text);
  button.addEventListener('click', press);
  return button;
}

function makeRange(label: string): HTMLInputElement {
  return make('input', { type: 'range', min: '0', max: '0', value: '0', step: '1', 'aria-label': label });
}
