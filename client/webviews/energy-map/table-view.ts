/**
 * The same data as tables for readers who prefer them: files, hottest lines and methods, sorted by any
 * column, a few hundred rows at a time. Sits in the page of the energy map.
 */
import { make, makeButton, replaceButtons } from '../dom';
import { count, fill } from '../texts';
import type { LinePlace } from './columns-state';
import {
  factsOf,
  energyText,
  energyWords,
  placeOfLine,
  shownHeat,
  type EnergyMapModel,
  type ShownLines,
} from './model';
import { isFileShown } from './filter';
import { hottestLines, linesOf } from './order';
import { formatShare } from '../../../server/src/words/energy-text';
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
    const rows = { lines: lineRows, files: fileRows, methods: methodRows }[this.#name](
      model,
      shown,
      this.#words,
    );
    this.#rows = this.#sorted === undefined ? rows : sortRows(rows, this.#sorted);
    const titles = headingsOf(this.#words.columns, this.#name);
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
      const link = makeButton(first.text, () => { this.#open(row); }, attributes); // prettier-ignore
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

/** The headings of the columns of a table. */
function headingsOf(columns: EnergyMapWords['columns'], name: TableName): readonly string[] {
  const {
    line,
    file,
    package: group,
    method,
    lines,
    energy,
    inclusive,
    perLine,
    share,
    provenance,
  } = columns;
  switch (name) {
    case 'lines':
      return [line, method, energy, share, provenance];
    case 'files':
      return [file, group, lines, energy, perLine, share, provenance];
    case 'methods':
      return [method, line, energy, inclusive, share];
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
  const { filter } = shown;
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
    .filter(({ file, cells: [path] }) => isFileShown(picture, filter, file) && hasWords(path?.text, filter))
    .sort((a, b) => (model.fileEnergy[b.file] ?? 0) - (model.fileEnergy[a.file] ?? 0));
}

function hasWords(text: string | undefined, { words }: ShownLines['filter']): boolean {
  return words.every((word) => text?.toLowerCase().includes(word) === true);
}

function methodRows(model: EnergyMapModel, shown: ShownLines): readonly MapTableRow[] {
  const { picture, total } = model;
  const rows: MapTableRow[] = [];
  picture.methodNames.forEach((name, method) => {
    const file = picture.methodFile[method] ?? 0;
    const { filter } = shown;
    const isInGroup = filter.group < 0 || picture.fileGroup[file] === filter.group;
    if (!isInGroup || !hasWords(`${name} ${picture.paths[file] ?? ''}`, filter)) return;
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
