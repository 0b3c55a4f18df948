/** Methods that ran differently, with their lines and blocks and links to their code. Sits in the page of a comparison. */
import { at } from '../../../server/src/base/check';
import { Flag, type ComparisonPage } from '../../../server/src/pages/comparison-file';
import { differenceOf } from '../../../server/src/pages/changes';
import { make, makeButton, makeTable } from '../dom';
import { count, fill } from '../texts';
import type { ComparisonFigures, RowChange } from './figures';
import { makeMark } from './marks';
import { nameOfMethod, readLeast, shortName, type ComparisonModel, type Side } from './model';

/**
 * Opens a method of one side at a line, which counts from 1; 0 stands for where the method begins. Undefined on a page
 * that stands alone.
 */
export type OpenMethod = ((method: number, side: Side, line: number) => void) | undefined;

/** Methods that are drawn at once. */
const PAGE = 100;

/** The things that all rows are made with. */
interface Sheet {
  readonly page: ComparisonPage;
  readonly figures: ComparisonFigures;
  readonly open: OpenMethod;
}

export function createMethodsView(
  model: ComparisonModel,
  figures: ComparisonFigures,
  open: OpenMethod,
): HTMLElement {
  const { page } = model;
  const { words, names } = page.head;
  const sheet = { page, figures, open };
  const body = make('tbody');
  const head = [words.method, words.calls, words.energyA, words.energyB, words.difference, words.change];
  const table = makeTable('methods', head, body);
  const more = makeButton('', drawMore, { class: 'more' });
  let drawn = 0;

  function drawMore(): void {
    const end = Math.min(page.methodA.length, drawn + PAGE);
    for (; drawn < end; drawn++) {
      body.append(methodRow(sheet, drawn));
      for (let line = at(page.methodLines, drawn); line < at(page.methodLines, drawn + 1); line++)
        body.append(lineRow(sheet, drawn, line));
      for (let block = at(page.methodBlocks, drawn); block < at(page.methodBlocks, drawn + 1); block++)
        body.append(blockRow(sheet, drawn, block));
    }
    more.hidden = drawn >= page.methodA.length;
    more.textContent = fill(words.more, count(page.methodA.length - drawn));
  }

  drawMore();
  // Blocks divide lines once more: they come into sight on request.
  const blocks = makeButton(words.blocks, () => {
    blocks.setAttribute('aria-pressed', String(!table.classList.toggle('linesAlone')));
  }, { 'aria-pressed': 'false' }); // prettier-ignore
  table.classList.add('linesAlone');
  return make(
    'section',
    { class: 'scroll', 'aria-label': words.methods },
    ...(page.methodBlocks.at(-1) === 0 ? [] : [make('div', { class: 'tools' }, blocks)]),
    page.methodA.length === 0 ? make('p', { class: 'message' }, words.noMethods) : table,
    more,
    make('p', { class: 'facts' }, `A ${names[0]} · B ${names[1]} · ${words.alone}`),
  );
}

function methodRow(sheet: Sheet, index: number): HTMLElement {
  const { page, figures } = sheet;
  const { words } = page.head;
  const sides = [
    ['a', at(page.methodA, index)],
    ['b', at(page.methodB, index)],
  ] as const;
  const title = make('th', { scope: 'row' });
  const there = sides.filter(([, method]) => method >= 0);
  appendLinks(
    sheet,
    title,
    there.map(([side, method]) => ({
      text: shortName(nameOfMethod(page, method)),
      to: { method, side, line: 0 },
    })),
  );
  const [inA, inB] = [sides[0][1] >= 0, sides[1][1] >= 0];
  const flags = at(page.methodFlags, index);
  return makeRow(sheet, {
    className: '',
    title,
    inA,
    inB,
    calls: figures.calls(at(page.methodCallsA, index), at(page.methodCallsB, index), inA, inB),
    energies: [at(page.methodEnergyA, index), at(page.methodEnergyB, index)],
    isTold: isTold(page, index),
    interval: figures.interval(at(page.methodLow, index), at(page.methodHigh, index)),
    isLeast: readLeast(flags),
    notes: [
      ...((flags & Flag.countsDiffer) !== 0 ? [words.otherCounts] : []),
      ...((flags & Flag.significant) !== 0 ? [words.isSignificant] : []),
    ],
  });
}

function lineRow(sheet: Sheet, method: number, index: number): HTMLElement {
  const { page, figures } = sheet;
  const lines = { a: [at(page.lineA, index)], b: [at(page.lineB, index)] } as const;
  return makeRow(sheet, {
    className: 'line ',
    title: placeCell(sheet, method, lines),
    inA: lines.a[0] > 0,
    inB: lines.b[0] > 0,
    calls: figures.calls(at(page.lineExecutionsA, index), at(page.lineExecutionsB, index)),
    energies: [at(page.lineEnergyA, index), at(page.lineEnergyB, index)],
    isTold: isTold(page, method),
    isLeast: readLeast(at(page.lineFlags, index)),
    interval: '',
    notes: [],
  });
}

/** The figures of a block are for a run, as those of lines are. */
function blockRow(sheet: Sheet, method: number, index: number): HTMLElement {
  const { page, figures } = sheet;
  const { words } = page.head;
  const flags = at(page.blockFlags, index);
  const [inA, inB] = [(flags & Flag.onlyB) === 0, (flags & Flag.onlyA) === 0];
  const roles: Readonly<Record<string, string>> = {
    'loop-condition': words.loopCondition,
    'loop-body': words.loopBody,
    branch: words.branch,
    handler: words.handler,
    sequence: words.sequence,
  };
  const role = at(page.blockRole, index);
  const lines = {
    a: inA ? [at(page.blockLineA, index), at(page.blockLastA, index)] : [],
    b: inB ? [at(page.blockLineB, index), at(page.blockLastB, index)] : [],
  };
  const title = placeCell(sheet, method, lines);
  title.prepend(make('span', { class: 'of' }, roles[role] ?? role), ' ');
  return makeRow(sheet, {
    className: 'line block ',
    title,
    inA,
    inB,
    calls: figures.calls(at(page.blockExecutionsA, index), at(page.blockExecutionsB, index)),
    energies: [at(page.blockEnergyA, index), at(page.blockEnergyB, index)],
    isTold: true,
    interval: figures.interval(at(page.blockLow, index), at(page.blockHigh, index)),
    notes: [
      ...((flags & Flag.moved) !== 0 ? [words.moved] : []),
      ...((flags & Flag.significant) !== 0 ? [words.isSignificant] : []),
    ],
  });
}

interface MethodTableRow {
  readonly className: string;
  readonly title: HTMLElement;
  readonly inA: boolean;
  readonly inB: boolean;
  readonly calls: string;
  readonly energies: readonly [number, number];
  /** True if a difference of energies is said to be a change. */
  readonly isTold: boolean;
  readonly interval: string;
  /** True for a side of which not all is modeled; the difference is then unknown. */
  readonly isLeast?: readonly [boolean, boolean];
  readonly notes: readonly string[];
}

function makeRow({ figures }: Sheet, row: MethodTableRow): HTMLElement {
  const { inA, inB, title, calls, energies, interval, isLeast = [false, false], notes } = row;
  const [energyA, energyB] = energies;
  const isPartly = isLeast.includes(true);
  const delta = isPartly ? NaN : differenceOf(energyA, energyB);
  const change: RowChange = !inA ? 'new' : !inB ? 'gone' : changeBy(delta, row.isTold);
  return make(
    'tr',
    { class: `${row.className}${change}` },
    title,
    number(calls),
    number(inA ? figures.energyOrMore(energyA, isLeast[0]) : '–'),
    number(inB ? figures.energyOrMore(energyB, isLeast[1]) : '–'),
    number(figures.difference(energyA, energyB, isLeast), make('span', { class: 'interval' }, interval)),
    make('td', {}, makeMark(figures, change), ...notes.map((note) => make('span', { class: 'note' }, note))),
  );
}

/** The first and the last line on each side, as links; a line of 0 is none. */
function placeCell(
  sheet: Sheet,
  method: number,
  lines: Readonly<Record<Side, readonly number[]>>,
): HTMLElement {
  const { page } = sheet;
  const place = make('td', { class: 'place' });
  const places = (['a', 'b'] as const).flatMap((side) => {
    const [line = 0, end = line] = lines[side];
    if (line === 0) return [];
    const text = `${page.head.words.line} ${end > line ? `${line}–${end}` : String(line)}`;
    const methods = side === 'a' ? page.methodA : page.methodB;
    return [{ text, to: { method: at(methods, method), side, line } }];
  });
  appendLinks(sheet, place, places);
  return place;
}

interface CodeLink {
  readonly text: string;
  readonly to: CodeTarget;
}

/** Appends a link to the code of each side; a text that both have stands once, and leads to B's. */
function appendLinks(sheet: Sheet, cell: HTMLElement, links: readonly CodeLink[]): void {
  const [first, second] = links;
  const isOne = first !== undefined && first.text === second?.text;
  for (const { text, to } of isOne ? [second] : links) {
    if (!isOne) cell.append(make('span', { class: 'of' }, `${to.side.toUpperCase()} `));
    cell.append(link(sheet, text, to), ' ');
  }
  if (isOne && sheet.open !== undefined) cell.append(link(sheet, 'A', first.to));
}

interface CodeTarget {
  readonly method: number;
  readonly side: Side;
  readonly line: number;
}

function link({ page, open }: Sheet, text: string, { method, side, line }: CodeTarget): HTMLElement {
  if (open === undefined) return make('span', { class: 'code' }, text);
  const { openA, openB } = page.head.words;
  const label = side === 'a' ? openA : openB;
  const press = (): void => {
    open(method, side, line);
  };
  return makeButton(text, press, { class: 'link code', title: label });
}

/** True if a method's difference is a change: more than chance, or all that is known where runs don't say what chance does. */
function isTold(page: ComparisonPage, index: number): boolean {
  return Number.isNaN(at(page.methodLow, index)) || (at(page.methodFlags, index) & Flag.significant) !== 0;
}

function changeBy(delta: number, isChange: boolean): RowChange {
  if (Number.isNaN(delta)) return 'unmodeled';
  return delta === 0 || !isChange ? 'same' : delta < 0 ? 'lessEnergy' : 'moreEnergy';
}

function number(...content: readonly (Node | string)[]): HTMLElement {
  return make('td', { class: 'number' }, ...content);
}
