/** Methods that ran otherwise, with the lines and blocks that did, and ways to their code. Sits in the page of a comparison. */
import { Flag } from '../../../server/src/pages/comparison-file';
import { differenceOf } from '../../../server/src/pages/changes';
import { make } from '../dom';
import { count, fill } from '../texts';
import type { Figures, RowChange } from './figures';
import { makeMark } from './marks';
import { nameOfMethod, shortName, type Model, type Side } from './model';

export interface MethodEvents {
  /** A method of one side; `line` counts from 1, 0 for where the method begins. */
  /** Undefined where nobody opens code: a page that stands alone. */
  readonly open: ((method: number, side: Side, line: number) => void) | undefined;
}

/** Methods that are drawn at once. */
const PAGE = 100;

export function createMethodsView(model: Model, figures: Figures, events: MethodEvents): HTMLElement {
  const { page } = model;
  const { words, names } = page.head;
  const body = make('tbody');
  const head = [words.method, words.calls, words.energyA, words.energyB, words.difference, words.change];
  const table = make(
    'table',
    { class: 'methods' },
    make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)))),
    body,
  );
  const more = make('button', { type: 'button', class: 'more' });
  let drawn = 0;
  const roles: Readonly<Record<string, string>> = {
    'loop-condition': words.loopCondition,
    'loop-body': words.loopBody,
    ...{ branch: words.branch, handler: words.handler, sequence: words.sequence },
  };

  function link(text: string, method: number, side: Side, line: number): HTMLElement {
    const { open } = events;
    if (open === undefined) return make('span', { class: 'code' }, text);
    const label = side === 'a' ? words.openA : words.openB;
    const button = make('button', { type: 'button', class: 'link code', title: label }, text);
    button.addEventListener('click', () => {
      open(method, side, line);
    });
    return button;
  }

  /** Where runs say what chance does, by them; else by what was counted. */
  const isTold = (index: number): boolean =>
    Number.isNaN(page.methodLow[index] ?? NaN) || ((page.methodFlags[index] ?? 0) & Flag.significant) !== 0;

  function methodRow(index: number): HTMLElement {
    const [a, b] = [page.methodA[index] ?? -1, page.methodB[index] ?? -1];
    const [energyA, energyB] = [page.methodEnergyA[index] ?? 0, page.methodEnergyB[index] ?? 0];
    const flags = page.methodFlags[index] ?? 0;
    const delta = differenceOf(energyA, energyB);
    const change: RowChange = a < 0 ? 'new' : b < 0 ? 'gone' : changeBy(delta, isTold(index));
    const title = make('th', { scope: 'row' });
    if (a >= 0)
      title.append(make('span', { class: 'of' }, 'A '), link(shortName(nameOfMethod(page, a)), a, 'a', 0));
    if (a >= 0 && b >= 0) title.append(' ');
    if (b >= 0)
      title.append(make('span', { class: 'of' }, 'B '), link(shortName(nameOfMethod(page, b)), b, 'b', 0));
    const notes = [
      (flags & Flag.countsDiffer) !== 0 ? words.otherCounts : '',
      (flags & Flag.significant) !== 0 ? words.isSignificant : '',
    ].filter((note) => note !== '');
    return make(
      'tr',
      { class: change },
      title,
      number(figures.calls(page.methodCallsA[index] ?? NaN, page.methodCallsB[index] ?? NaN, a >= 0, b >= 0)),
      number(a < 0 ? '–' : figures.energy(energyA)),
      number(b < 0 ? '–' : figures.energy(energyB)),
      number(
        figures.difference(energyA, energyB),
        make(
          'span',
          { class: 'interval' },
          figures.interval(page.methodLow[index] ?? NaN, page.methodHigh[index] ?? NaN),
        ),
      ),
      make(
        'td',
        {},
        makeMark(figures, change),
        ...notes.map((note) => make('span', { class: 'note' }, note)),
      ),
    );
  }

  function lineRow(method: number, line: number): HTMLElement {
    const [lineA, lineB] = [page.lineA[line] ?? 0, page.lineB[line] ?? 0];
    const [energyA, energyB] = [page.lineEnergyA[line] ?? 0, page.lineEnergyB[line] ?? 0];
    const delta = differenceOf(energyA, energyB);
    const change: RowChange = lineA === 0 ? 'new' : lineB === 0 ? 'gone' : changeBy(delta, isTold(method));
    const place = make('td', { class: 'place' });
    if (lineA > 0)
      place.append(link(`A ${words.line} ${lineA}`, page.methodA[method] ?? -1, 'a', lineA), ' ');
    if (lineB > 0) place.append(link(`B ${words.line} ${lineB}`, page.methodB[method] ?? -1, 'b', lineB));
    return make(
      'tr',
      { class: `line ${change}` },
      place,
      number(figures.calls(page.lineExecutionsA[line] ?? NaN, page.lineExecutionsB[line] ?? NaN)),
      number(lineA === 0 ? '–' : figures.energy(energyA)),
      number(lineB === 0 ? '–' : figures.energy(energyB)),
      number(figures.delta(delta)),
      make('td', {}, makeMark(figures, change)),
    );
  }

  /** Of a run, as lines are. */
  function blockRow(method: number, block: number): HTMLElement {
    const flags = page.blockFlags[block] ?? 0;
    const [inA, inB] = [(flags & Flag.onlyB) === 0, (flags & Flag.onlyA) === 0];
    const [energyA, energyB] = [page.blockEnergyA[block] ?? 0, page.blockEnergyB[block] ?? 0];
    const delta = differenceOf(energyA, energyB);
    const change: RowChange = !inA ? 'new' : !inB ? 'gone' : changeBy(delta, true);
    const role = page.blockRole[block] ?? '';
    const place = make('td', { class: 'place' }, make('span', { class: 'of' }, roles[role] ?? role), ' ');
    const [lineA, lineB] = [page.blockLineA[block] ?? 0, page.blockLineB[block] ?? 0];
    const linesTo = (line: number, last: number): string => (last > line ? `${line}–${last}` : String(line));
    if (inA && lineA > 0)
      place.append(
        link(
          `A ${words.line} ${linesTo(lineA, page.blockLastA[block] ?? 0)}`,
          page.methodA[method] ?? -1,
          'a',
          lineA,
        ),
        ' ',
      );
    if (inB && lineB > 0)
      place.append(
        link(
          `B ${words.line} ${linesTo(lineB, page.blockLastB[block] ?? 0)}`,
          page.methodB[method] ?? -1,
          'b',
          lineB,
        ),
      );
    const notes = [
      (flags & Flag.moved) !== 0 ? words.moved : '',
      (flags & Flag.significant) !== 0 ? words.isSignificant : '',
    ].filter((note) => note !== '');
    return make(
      'tr',
      { class: `line block ${change}` },
      place,
      number(figures.calls(page.blockExecutionsA[block] ?? NaN, page.blockExecutionsB[block] ?? NaN)),
      number(inA ? figures.energy(energyA) : '–'),
      number(inB ? figures.energy(energyB) : '–'),
      number(
        figures.difference(energyA, energyB),
        make(
          'span',
          { class: 'interval' },
          figures.interval(page.blockLow[block] ?? NaN, page.blockHigh[block] ?? NaN),
        ),
      ),
      make(
        'td',
        {},
        makeMark(figures, change),
        ...notes.map((note) => make('span', { class: 'note' }, note)),
      ),
    );
  }

  function drawMore(): void {
    const last = Math.min(page.methodA.length, drawn + PAGE);
    for (; drawn < last; drawn++) {
      body.append(methodRow(drawn));
      for (let line = page.methodLines[drawn] ?? 0; line < (page.methodLines[drawn + 1] ?? 0); line++)
        body.append(lineRow(drawn, line));
      for (let block = page.methodBlocks[drawn] ?? 0; block < (page.methodBlocks[drawn + 1] ?? 0); block++)
        body.append(blockRow(drawn, block));
    }
    more.hidden = drawn >= page.methodA.length;
    more.textContent = fill(words.more, count(page.methodA.length - drawn));
  }

  more.addEventListener('click', drawMore);
  drawMore();
  const isEmpty = page.methodA.length === 0;
  return make(
    'section',
    { class: 'scroll', 'aria-label': words.methods },
    isEmpty ? make('p', { class: 'message' }, words.noMethods) : table,
    more,
    make('p', { class: 'facts' }, `A ${names[0]} · B ${names[1]}`),
  );
}

function changeBy(delta: number, isTold: boolean): RowChange {
  if (Number.isNaN(delta)) return 'unpriced';
  return delta === 0 || !isTold ? 'same' : delta < 0 ? 'cheaper' : 'dearer';
}

function number(...content: readonly (Node | string)[]): HTMLElement {
  return make('td', { class: 'number' }, ...content);
}
