/** The controls above the picture: views, filters, order and zoom. Sits in the page of the energy map. */
import { makeComponentChoice } from '../component-choice';
import { make, makeButton, makeSelect, setOptions } from '../dom';
import { fill } from '../texts';
import { searchWords } from '../../../server/src/base/search';
import type { Filter } from './filter';
import type { EnergyMapModel } from './model';
import type { MapOrder } from './order';
import { ProfileSlider } from './profile-slider';
import type { StatisticFrame, StatisticName } from '../../../server/src/pages/statistic';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

/** The statistics that lines can be colored by. */
export type ShownName = 'energy' | StatisticName;
export type ViewName = 'columns' | 'treemap' | 'flame' | 'table';

interface ControlsEvents {
  readonly filter: () => void;
  readonly order: () => void;
  readonly component: (name: string) => void;
  readonly statistic: (name: ShownName) => void;
  /** Another profile of those over time is wanted. */
  readonly profile: () => void;
  readonly view: (view: ViewName) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

interface Controls {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  readonly filter: () => Filter;
  readonly order: () => MapOrder;
  /** Disables what needs the energies while they are being read. */
  readonly wait: (isReading: boolean) => void;
  /** Fills the choices for another picture. */
  readonly describe: (model: EnergyMapModel) => void;
  /** Shows which view is pressed. Boxes have the colors of energies alone. */
  readonly press: (view: ViewName) => void;
  readonly statistic: () => ShownName;
  /** The number of the profile that is wanted of those over time. */
  readonly profile: () => number;
  /** Fills in the profiles over time; none while others are shown. */
  readonly describeProfiles: (frames: readonly StatisticFrame[]) => void;
}

const SORTS: readonly MapOrder[] = ['name', 'energy', 'perLine'];
const STATISTICS: readonly ShownName[] = ['energy', 'executions', 'measured', 'group', 'age', 'time'];

/** Milliseconds that typing pauses before lines are looked through. */
const PATIENCE_MS = 180;
const ZOOM = 1.5;

export function createControls(
  words: EnergyMapWords,
  views: readonly ViewName[],
  events: ControlsEvents,
): Controls {
  const search = make('input', { type: 'search', placeholder: words.filter, 'aria-label': words.filterHint });
  const group = makeSelect(words.group, events.filter);
  const state = makeSelect(words.provenance, events.filter);
  const component = makeComponentChoice(words, events.component);
  const sort = makeSelect(words.sort, events.order);
  const statistic = makeSelect(words.statistic, () => { events.statistic(statistic.value as ShownName); }); // prettier-ignore
  const time = new ProfileSlider(words, events.profile);
  /** The name of the amount that each line has: energy, or what a recording tells. */
  let amount = words.amounts.joules;
  const nameOf = (name: ShownName): string => (name === 'energy' ? amount : words.statistics[name]);
  let timer = 0;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(events.filter, PATIENCE_MS);
  });
  const tabs = views.map((view) => {
    const press = (): void => {
      events.view(view);
    };
    return { view, button: makeButton(words.views[view], press, { 'data-view': view }) };
  });
  const zoom = make(
    'div',
    { class: 'zoom', role: 'group' },
    makeTool('−', words.zoomOut, () => { events.zoom(1 / ZOOM); }), // prettier-ignore
    makeTool('⤢', words.fit, events.fit),
    makeTool('+', words.zoomIn, () => { events.zoom(ZOOM); }), // prettier-ignore
  );
  const buttons = tabs.map(({ button }) => button);
  const tabList = make('div', { class: 'tabs', role: 'group', 'aria-label': words.title }, ...buttons);

  return {
    element: make(
      'header',
      {},
      tabList,
      search,
      group,
      state,
      component.element,
      statistic,
      time.element,
      sort,
      zoom,
    ),
    search,
    filter: () => ({
      group: Number(group.value || -1),
      state: Number(state.value || -1),
      words: searchWords(search.value),
    }),
    order: () => sort.value as MapOrder,
    wait(isReading) {
      const needing = [...buttons, search, group, state, component.element, statistic, sort];
      for (const control of needing) control.disabled = isReading;
    },
    statistic: () => statistic.value as ShownName,
    profile: () => time.chosen,
    describeProfiles(frames) {
      time.describe(frames);
    },
    describe({ picture: { groups, fileState, head } }) {
      statistic.hidden = head.comparison !== undefined;
      amount = words.amounts[head.amount];
      const { name, energy, perLine } = words.sorts;
      const orders =
        head.amount === 'joules' ? [energy, perLine] : [amount, fill(words.amountPerLine, amount)];
      const sorts = [name, ...orders].map((text, index) => [SORTS[index] ?? 'name', text] as const);
      setOptions(sort, sorts);
      for (const option of statistic.options) option.textContent = nameOf(option.value as ShownName);
      component.describe(head);
      const names = groups.map((name, index) => [String(index), name] as const);
      setOptions(group, [['-1', words.allGroups], ...names]);
      const states = [...new Set(fileState)].sort((a, b) => a - b);
      const stateNames = states.map(
        (value) => [String(value), words.states[value] ?? String(value)] as const,
      );
      setOptions(state, [['-1', words.allProvenances], ...stateNames]);
      state.hidden = states.length < 2;
    },
    press(pressed) {
      for (const { view, button } of tabs) button.setAttribute('aria-pressed', String(view === pressed));
      zoom.hidden = pressed === 'table';
      const isOfLines = pressed === 'columns' || pressed === 'table';
      const names = isOfLines
        ? STATISTICS
        : STATISTICS.filter((name) => name === 'energy' || name === 'time');
      setOptions(statistic, names.map((name) => [name, nameOf(name)])); // prettier-ignore
    },
  };
}

function makeTool(text: string, label: string, press: () => void): HTMLButtonElement {
  return makeButton(text, press, { 'aria-label': label, title: label });
}
