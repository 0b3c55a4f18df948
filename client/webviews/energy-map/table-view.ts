/**
 * The same data as tables for readers who prefer them: files, hottest lines and methods, sorted by any
 * column, a few hundred rows at a time. Sits in the page of the energy map.
 */
import { make, replaceButtons } from '../dom';
import { count, fill } from '../texts';
import {
  factsOf,
  energyText,
  energyWords,
  placeOfLine,
  shownHeat,
  type EnergyMapModel,
  type ShownLines,
} from './model';
import { hottestLines, linesOf } from './order';
import { formatShare } from '../../../server/src/words/energy-text';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

export interface TableView {
  readonly element: HTMLElement;
  show(model: EnergyMapModel, shown: ShownLines): void;
}

type TableName = 'lines' | 'files' | 'methods';

interface MapTableCell {
  readonly text: string;
  /** The value by which rows are sorted. */
  readonly value: number | string;
}

interface MapTableRow {
  readonly file: number;
  readonly line: number;
  readonly cells: readonly MapTableCell[];
}

const PAGE = 200;
const HOTTEST = 1000;

export function createTableView(
  words: EnergyMapWords,
  open: (at: { readonly file: number; readonly line: number }) => void,
): TableView {
  const { columns } = words;
  const headings: Readonly<Record<TableName, readonly string[]>> = {
    lines: [columns.line, columns.method, columns.energy, columns.share, columns.provenance],
    files: [columns.file, columns.package, columns.lines, columns.energy, columns.perLine, columns.share, columns.provenance],
    methods: [columns.method, columns.line, columns.energy, columns.inclusive, columns.share],
  }; // prettier-ignore
  const body = make('tbody');
  const head = make('tr');
  const table = make('table', {}, make('thead', {}, head), body);
  const more = make('button', { type: 'button', class: 'more' }, words.more);
  const choice = make('div', { class: 'tables', role: 'group' });
  const element = make('div', { class: 'table', tabindex: '-1' }, choice, table, more);
  let name: TableName = 'lines';
  let given: { readonly model: EnergyMapModel; readonly shown: ShownLines } | undefined;
  let rows: readonly MapTableRow[] = [];
  let drawn = 0;
  let sorted: { readonly column: number; readonly isUp: boolean } | undefined;

  const buttons = (['lines', 'files', 'methods'] as const).map((table) => {
    const button = make(
      'button',
      { type: 'button', 'aria-pressed': String(table === name) },
      words.tables[table],
    );
    button.addEventListener('click', () => {
      name = table;
      sorted = undefined;
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      fillTable();
    });
    return button;
  });
  choice.append(...buttons);
  more.addEventListener('click', drawMore);

  function fillTable(): void {
    if (given === undefined) return;
    rows = { lines: lineRows, files: fileRows, methods: methodRows }[name](given.model, given.shown, words);
    if (sorted !== undefined) {
      const { column, isUp } = sorted;
      rows = rows.toSorted(
        (a, b) => compare(a.cells[column]?.value, b.cells[column]?.value) * (isUp ? 1 : -1),
      );
    }
    replaceButtons(head, ...headings[name].map(heading));
    body.replaceChildren();
    drawn = 0;
    drawMore();
  }

  function heading(title: string, column: number): HTMLElement {
    const direction = sorted?.column === column ? (sorted.isUp ? 'ascending' : 'descending') : 'none';
    const button = make('button', { type: 'button' }, title);
    button.addEventListener('click', () => {
      const isText = typeof rows[0]?.cells[column]?.value === 'string';
      sorted = { column, isUp: sorted?.column === column ? !sorted.isUp : isText };
      fillTable();
    });
    return make('th', { scope: 'col', 'aria-sort': direction }, button);
  }

  function drawMore(): void {
    for (const row of rows.slice(drawn, drawn + PAGE)) {
      const [first = { text: '', value: '' }, ...others] = row.cells;
      const link = make('button', { type: 'button', class: 'link', title: words.openLine }, first.text);
      link.addEventListener('click', () => {
        open(row);
      });
      const cells = others.map(({ text, value }) =>
        make('td', typeof value === 'number' ? { class: 'number' } : {}, text),
      );
      body.append(make('tr', {}, make('th', { scope: 'row' }, link), ...cells));
    }
    drawn = Math.min(rows.length, drawn + PAGE);
    more.hidden = drawn >= rows.length;
    more.textContent = fill(words.more, count(rows.length - drawn));
  }

  return {
    element,
    show(model, shown) {
      given = { model, shown };
      fillTable();
    },
  };
}

function lineRows(model: EnergyMapModel, shown: ShownLines, words: EnergyMapWords): readonly MapTableRow[] {
  const { picture } = model;
  return hottestLines(picture.energy, (line) => shownHeat(shown, line) > 0, HOTTEST).map((at) => {
    const { file, line } = placeOfLine(model, at);
    const facts = factsOf(model, file, at);
    const energy = picture.energy[at] ?? 0;
    return {
      file,
      line,
      cells: [
        text(`${picture.paths[file] ?? ''}:${line + 1}`),
        text(methodName(model, file, line)),
        { text: energyWords(facts, words), value: energy },
        { text: facts.shareOfAll, value: energy },
        text(words.states[picture.fileState[file] ?? 0] ?? ''),
      ],
    };
  });
}

function fileRows(model: EnergyMapModel, shown: ShownLines, words: EnergyMapWords): readonly MapTableRow[] {
  const { picture, fileEnergy, total } = model;
  return picture.paths
    .map((path, file): MapTableRow => {
      const energy = fileEnergy[file] ?? 0;
      const lines = linesOf(picture, file);
      return {
        file,
        line: 0,
        cells: [
          text(path),
          text(picture.groups[picture.fileGroup[file] ?? 0] ?? ''),
          { text: count(lines), value: lines },
          { text: energyText(model, energy), value: energy },
          { text: energyText(model, energy / Math.max(1, lines)), value: energy / Math.max(1, lines) },
          { text: total > 0 ? formatShare(energy / total) : '–', value: energy },
          text(words.states[picture.fileState[file] ?? 0] ?? ''),
        ],
      };
    })
    .filter(({ file }) => isFileShown(model, shown, file))
    .sort((a, b) => (model.fileEnergy[b.file] ?? 0) - (model.fileEnergy[a.file] ?? 0));
}

function isFileShown({ picture }: EnergyMapModel, { filter }: ShownLines, file: number): boolean {
  return (
    (filter.group < 0 || picture.fileGroup[file] === filter.group) &&
    (filter.state < 0 || picture.fileState[file] === filter.state) &&
    filter.words.every((word) => (picture.paths[file] ?? '').toLowerCase().includes(word))
  );
}

function methodRows(model: EnergyMapModel, shown: ShownLines): readonly MapTableRow[] {
  const { picture, total } = model;
  const rows: MapTableRow[] = [];
  picture.methodNames.forEach((name, method) => {
    const file = picture.methodFile[method] ?? 0;
    const { words: wanted, group } = shown.filter;
    const words = `${name} ${picture.paths[file] ?? ''}`.toLowerCase();
    if (!wanted.every((word) => words.includes(word)) || (group >= 0 && picture.fileGroup[file] !== group))
      return;
    const line = picture.methodLine[method] ?? 0;
    const [own, inclusive] = [picture.methodEnergy[method] ?? 0, picture.methodInclusive[method] ?? 0];
    rows.push({
      file,
      line,
      cells: [
        text(name),
        text(`${picture.paths[file] ?? ''}:${line + 1}`),
        { text: energyText(model, own), value: own },
        { text: energyText(model, inclusive), value: inclusive },
        { text: total > 0 ? formatShare(own / total) : '–', value: own },
      ],
    });
  });
  return rows.sort((a, b) => Number(b.cells[2]?.value) - Number(a.cells[2]?.value));
}

function methodName({ picture, methodStart }: EnergyMapModel, file: number, line: number): string {
  for (let method = methodStart[file] ?? 0; method < (methodStart[file + 1] ?? 0); method++) {
    if ((picture.methodLine[method] ?? 0) <= line && (picture.methodEnd[method] ?? 0) >= line)
      return picture.methodNames[method] ?? '';
  }
  return '';
}

function text(value: string): MapTableCell {
  return { text: value, value };
}

function compare(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}
