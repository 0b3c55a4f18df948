/**
 * The same data as tables for readers who prefer them: files, hottest lines and methods, sorted by any
 * column, a few hundred rows at a time. Sits in the page of the energy map.
 */
import { at } from '../../../server/src/base/check';
import { make, makeButton, replaceButtons } from '../dom';
import { count, fill } from '../texts';
import type { LinePlace } from './columns-state';
import {
  factsOf,
  energyText,
  energyWords,
  placeOfLine,
  sharesOf,
  shownHeat,
  wholeOf,
  type EnergyMapModel,
  type ShownLines,
} from './model';
import { hasWords, isFileShown } from './filter';
import { hottestLines, linesOf } from './order';
import { formatShare } from '../../../server/src/words/energy-text';
import { statisticText } from './statistics';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

const TABLES = ['lines', 'files', 'methods'] as const;
type TableName = (typeof TABLES)[number];

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

/** The columns of each table, by the names of their headings. Energies stand first: a narrow window shows what is on the left. */
const COLUMNS = {
  lines: ['line', 'energy', 'share', 'method', 'provenance'],
  files: ['file', 'energy', 'share', 'perLine', 'lines', 'package', 'provenance'],
  methods: ['method', 'energy', 'inclusive', 'share', 'line'],
} as const;

const PAGE = 200;
const HOTTEST = 1000;

export class TableView {
  readonly element: HTMLElement;
  readonly #words: EnergyMapWords;
  readonly #open: (at: LinePlace) => void;
  readonly #body = make('tbody');
  readonly #head = make('tr');
  readonly #more: HTMLElement;
  #name: TableName = 'lines';
  #given: { readonly model: EnergyMapModel; readonly shown: ShownLines } | undefined;
  #rows: readonly MapTableRow[] = [];
  #drawn = 0;
  #sorted: { readonly column: number; readonly isUp: boolean } | undefined;

  constructor(words: EnergyMapWords, open: (at: LinePlace) => void) {
    this.#words = words;
    this.#open = open;
    const buttons = TABLES.map((name) => {
      const press = (): void => {
        this.#name = name;
        this.#sorted = undefined;
        for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
        this.#fill();
      };
      const button = makeButton(words.tables[name], press, { 'aria-pressed': String(name === this.#name) });
      return button;
    });
    const choice = make('div', { class: 'tables', role: 'group' }, ...buttons);
    const table = make('table', {}, make('thead', {}, this.#head), this.#body);
    this.#more = makeButton(words.more, () => { this.#drawMore(); }, { class: 'more' }); // prettier-ignore
    this.element = make('div', { class: 'table', tabindex: '-1' }, choice, table, this.#more);
  }

  show(model: EnergyMapModel, shown: ShownLines): void {
    this.#given = { model, shown };
    this.#fill();
  }

  #fill(): void {
    if (this.#given === undefined) return;
    const { model, shown } = this.#given;
    const makeRows = { lines: lineRows, files: fileRows, methods: methodRows }[this.#name];
    const rows = makeRows(model, shown, this.#words);
    this.#rows = this.#sorted === undefined ? rows : sortRows(rows, this.#sorted);
    const { statistic } = model;
    const added =
      this.#name === 'lines' && statistic !== undefined ? [this.#words.statistics[statistic.name]] : [];
    const amount = this.#words.amounts[model.picture.head.amount];
    const amounts = { energy: amount, perLine: fill(this.#words.amountPerLine, amount) };
    const columns = { ...this.#words.columns, ...amounts, share: sharesOf(model, this.#words).title };
    const titles = [...COLUMNS[this.#name].map((column) => columns[column]), ...added];
    replaceButtons(this.#head, ...titles.map((title, column) => this.#makeHeading(title, column)));
    this.#body.replaceChildren();
    this.#drawn = 0;
    this.#drawMore();
  }

  #makeHeading(title: string, column: number): HTMLElement {
    const sorted = this.#sorted?.column === column ? this.#sorted : undefined;
    const direction = sorted === undefined ? 'none' : sorted.isUp ? 'ascending' : 'descending';
    const button = makeButton(title, () => {
      const isText = typeof this.#rows[0]?.cells[column]?.value === 'string';
      this.#sorted = { column, isUp: sorted === undefined ? isText : !sorted.isUp };
      this.#fill();
    });
    return make('th', { scope: 'col', 'aria-sort': direction }, button);
  }

  #drawMore(): void {
    const words = this.#words;
    for (const row of this.#rows.slice(this.#drawn, this.#drawn + PAGE)) {
      const [first = { text: '', value: '' }, ...others] = row.cells;
      const attributes = { class: 'link', title: words.openLine };
      const link = makeButton('', () => { this.#open(row); }, attributes); // prettier-ignore
      // Paths break behind a folder, so that the name of the file and its line stay together.
      link.append(...first.text.split(/(?<=\/)/).flatMap((part) => [part, make('wbr')]));
      const cells = others.map(({ text, value }) =>
        make('td', typeof value === 'number' ? { class: 'number' } : {}, text),
      );
      this.#body.append(make('tr', {}, make('th', { scope: 'row' }, link), ...cells));
    }
    this.#drawn = Math.min(this.#rows.length, this.#drawn + PAGE);
    this.#more.hidden = this.#drawn >= this.#rows.length;
    this.#more.textContent = fill(words.more, count(this.#rows.length - this.#drawn));
  }
}

function sortRows(
  rows: readonly MapTableRow[],
  { column, isUp }: { readonly column: number; readonly isUp: boolean },
): readonly MapTableRow[] {
  const sign = isUp ? 1 : -1;
  return rows.toSorted((a, b) => compare(a.cells[column]?.value, b.cells[column]?.value) * sign);
}

function lineRows(model: EnergyMapModel, shown: ShownLines, words: EnergyMapWords): readonly MapTableRow[] {
  const { picture } = model;
  return hottestLines(picture.energy, (line) => shownHeat(shown, line) > 0, HOTTEST).map((number) => {
    const { file, line } = placeOfLine(model, number);
    const facts = factsOf(model, file, number);
    const energy = at(picture.energy, number);
    return {
      file,
      line,
      cells: [
        text(`${at(picture.paths, file)}:${line + 1}`),
        { text: energyWords(facts, words), value: energy },
        { text: facts.shareOfAll, value: energy },
        text(methodName(model, file, line)),
        text(at(words.states, at(picture.fileState, file))),
        ...valueCells(model, number, words),
      ],
    };
  });
}

/** A cell with the value of the statistic that colors the lines; none where their energy does. */
function valueCells(model: EnergyMapModel, line: number, words: EnergyMapWords): readonly MapTableCell[] {
  const { statistic } = model;
  if (statistic === undefined) return [];
  const value = at(statistic.values, line);
  if (Number.isNaN(value)) return [{ text: words.unknown, value: -1 }];
  const isGroup = statistic.name === 'group';
  return [{ text: isGroup ? (words.groups[value] ?? '') : statisticText(statistic, value), value }];
}

function fileRows(model: EnergyMapModel, shown: ShownLines, words: EnergyMapWords): readonly MapTableRow[] {
  const { picture, fileEnergy } = model;
  const total = wholeOf(model);
  const { filter } = shown;
  return picture.paths
    .map((path, file): MapTableRow => {
      const energy = at(fileEnergy, file);
      const lines = linesOf(picture, file);
      const perLine = energy / Math.max(1, lines);
      return {
        file,
        line: 0,
        cells: [
          text(path),
          { text: energyText(model, energy), value: energy },
          { text: total > 0 ? formatShare(energy / total) : '–', value: energy },
          { text: energyText(model, perLine), value: perLine },
          { text: count(lines), value: lines },
          text(at(picture.groups, at(picture.fileGroup, file))),
          text(at(words.states, at(picture.fileState, file))),
        ],
      };
    })
    .filter(
      ({ file, cells: [path] }) => isFileShown(picture, filter, file) && hasWords(path?.text ?? '', filter),
    )
    .sort((a, b) => at(fileEnergy, b.file) - at(fileEnergy, a.file));
}

function methodRows(model: EnergyMapModel, shown: ShownLines): readonly MapTableRow[] {
  const { picture } = model;
  const total = wholeOf(model);
  const { filter } = shown;
  const rows = picture.methodNames.flatMap((name, method): readonly MapTableRow[] => {
    const file = at(picture.methodFile, method);
    const path = at(picture.paths, file);
    const isInGroup = filter.group < 0 || picture.fileGroup[file] === filter.group;
    if (!isInGroup || !hasWords(`${name} ${path}`, filter)) return [];
    const line = at(picture.methodLine, method);
    const [own, inclusive] = [at(picture.methodEnergy, method), at(picture.methodInclusive, method)];
    const share = { text: total > 0 ? formatShare(own / total) : '–', value: own };
    const energies = [own, inclusive].map((value) => ({ text: energyText(model, value), value }));
    return [{ file, line, cells: [text(name), ...energies, share, text(`${path}:${line + 1}`)] }];
  });
  return rows.sort((a, b) => Number(b.cells[1]?.value) - Number(a.cells[1]?.value));
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
