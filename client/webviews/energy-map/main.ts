/**
 * The page of the energy map: reads the picture that the extension names, and lets its views show it. Runs in a web
 * view of the editor (dist/energy-map.js); nothing of it reaches for the network.
 */
import { messageOf } from '../../../server/src/base/failure';
import { decodeFound } from '../../../server/src/pages/found-lines';
import type { Picture } from '../../../server/src/pages/picture';
import { BoxesView, flameKind, treemapKind } from './boxes-view';
import { ColumnsView } from './columns-view';
import { createControls, type ShownName, type ViewName } from './controls';
import { make } from '../dom';
import { searchOnSlash, Page, unpack } from '../page';
import { isFileShown } from './filter';
import { Legend } from './legend';
import { Lens } from './lens';
import type { EnergyMapStart, FromEnergyMap, ToEnergyMap } from './messages';
import {
  absolutePath,
  brushShown,
  filterModel,
  makeModel,
  type EnergyMapModel,
  type ShownLines,
} from './model';
import { orderFiles } from './order';
import { PictureReader } from './picture-reader';
import { decodeStatistic, type Statistic } from '../../../server/src/pages/statistic';
import { colorByProfile, colorByStatistic } from './statistics';
import { TableView } from './table-view';
import { Texts } from './texts';
import { readTheme } from './theme';

const page = new Page<EnergyMapStart, FromEnergyMap, ToEnergyMap>();
const { words } = page.start;

let theme = readTheme(document.body);
/** The map as the server drew it. */
let drawn: EnergyMapModel | undefined;
/** The map in the colors of the chosen statistic. */
let model: EnergyMapModel | undefined;
/** The file of the statistic that was chosen last; undefined for the energy. */
let statistic: Statistic | undefined;
let shown: ShownLines | undefined;
/** True while something newer than the picture is being drawn. */
let isEarlier = page.start.last !== undefined;
let view: ViewName = 'columns';
/** Until there is a picture. */
let wantedFolder: string | undefined;
/** Lines whose texts have the words of the filter. */
let textsWith: ReadonlyMap<string, Uint32Array> = new Map();
let visibleRanges: Extract<ToEnergyMap, { kind: 'visible' }>['ranges'] = [];

/** Says what is chosen to those who hear the page. */
const voice = make('div', { class: 'aloud', 'aria-live': 'polite' });
const say = (text: string): void => {
  voice.textContent = text;
};
const message = make('div', { class: 'message', role: 'status' }, words.reading);
const texts = new Texts(
  (path) => {
    page.post({ kind: 'text', path });
  },
  () => {
    for (const lens of lenses) lens.refresh();
    columns.refresh();
  },
);
const open = (at: { readonly file: number; readonly line: number }): void => {
  if (model !== undefined) page.post({ kind: 'open', path: absolutePath(model, at.file), line: at.line });
};
const lenses = [0, 1, 2].map(() => new Lens(words, texts, () => theme));
const [columnsLens, mapLens, flameLens] = lenses as [Lens, Lens, Lens];
const common = { words, theme: () => theme, open, say };
const columns = new ColumnsView({ ...common, lens: columnsLens, texts });
const treemap = new BoxesView(treemapKind(words), { ...common, lens: mapLens });
const flame = new BoxesView(flameKind(words), { ...common, lens: flameLens });
const table = new TableView(words, open);
const views = { columns, treemap, flame, table };
const controls = createControls(words, ['columns', 'treemap', 'flame', 'table'], {
  filter: applyFilter,
  order: () => {
    arrange(false);
  },
  component: (name) => {
    page.post({ kind: 'component', name });
  },
  statistic: chooseStatistic,
  profile: recolor,
  view: switchTo,
  zoom: (factor) => {
    columns.zoom(factor);
  },
  fit: () => {
    columns.fit();
  },
});
const legend = new Legend(words, applyBrush);
/** The files that were asked for last, with what awaits each. */
const asked = new Map<string, (read: ArrayBuffer | string) => void>();
const pictures = new PictureReader({ readFile, show: showPicture, painted });
const stage = make('main', {}, ...Object.values(views).map(({ element }) => element), message);
document.body.append(controls.element, stage, legend.element, voice);
switchTo('columns');

function switchTo(next: ViewName): void {
  view = next;
  const before = controls.statistic();
  controls.press(next);
  if (controls.statistic() !== before) chooseStatistic(controls.statistic());
  for (const [name, { element }] of Object.entries(views)) element.hidden = name !== next;
  showView();
}

function showView(): void {
  if (model === undefined || shown === undefined) return;
  if (view === 'columns') columns.filter(shown);
  else ({ treemap, flame, table })[view].show(model, shown);
}

function chooseStatistic(name: ShownName): void {
  statistic = undefined;
  controls.describeProfiles([]);
  if (name !== 'energy') page.post({ kind: 'statistic', name });
  recolor();
}

async function showStatistic(file: ArrayBuffer): Promise<void> {
  const read = decodeStatistic(await unpack(file));
  if (typeof read === 'string') {
    complain(read);
    return;
  }
  // Another statistic is chosen by now, or another picture is shown: with that one it is asked for again.
  if (read.head.statistic !== controls.statistic()) return;
  if (read.head.lineCount !== drawn?.picture.heat.length) return;
  statistic = read;
  controls.describeProfiles(read.head.statistic === 'time' ? read.head.frames : []);
  recolor();
  const isNone = read.head.frames.length === 0;
  message.hidden = !isNone;
  if (isNone) message.textContent = words.noProfiles;
}

/** Draws the lines in the colors of the chosen statistic. */
function recolor(): void {
  if (drawn === undefined) return;
  message.hidden = true;
  model = statistic === undefined ? drawn : colored(drawn, statistic);
  legend.describe(model, theme);
  legend.reset();
  shown = filterModel(model, { ...controls.filter(), texts: textsWith }, legend.brush);
  tellShown();
  arrange(true);
}

function colored(map: EnergyMapModel, read: Statistic): EnergyMapModel {
  const name = read.head.statistic;
  if (name !== 'time') return colorByStatistic(map, read, name);
  return read.head.frames.length === 0 ? map : colorByProfile(map, read, controls.profile());
}

function applyFilter(): void {
  if (model === undefined) return;
  const before = shown?.filter;
  const filter = controls.filter();
  const missing = filter.words.filter((word) => !textsWith.has(word));
  if (missing.length > 0 && filter.words.join(' ') !== before?.words.join(' '))
    page.post({ kind: 'find', words: filter.words });
  shown = filterModel(model, { ...filter, texts: textsWith }, legend.brush);
  tellShown();
  const isRearranged = before?.group !== shown.filter.group || before.state !== shown.filter.state;
  if (isRearranged) arrange(before === undefined);
  else showView();
}

function tellShown(): void {
  if (model !== undefined && shown !== undefined) legend.tell(model, shown, { isEarlier });
}

function applyBrush(): void {
  if (model === undefined || shown === undefined) return;
  shown = brushShown(shown, legend.brush);
  tellShown();
  showView();
}

/** A package that is chosen has the whole picture to itself. */
function arrange(keep: boolean): void {
  if (model === undefined || shown === undefined) return;
  const { picture, fileEnergy } = model;
  const { filter } = shown;
  const blocks = orderFiles(picture, fileEnergy, controls.order(), (file) =>
    isFileShown(picture, filter, file),
  );
  columns.show({ model, shown, blocks }, keep);
  markVisible();
  showView();
}

function readFile(path: string): Promise<ArrayBuffer> {
  page.post({ kind: 'file', path });
  return new Promise((resolve, reject) => {
    asked.set(path, (read) => {
      if (typeof read === 'string') reject(new Error(read));
      else resolve(unpack(read));
    });
  });
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}

function showPicture(picture: Picture): void {
  const before = model?.picture;
  drawn = makeModel(picture);
  model = drawn;
  statistic = undefined;
  const wanted = controls.statistic();
  if (wanted !== 'energy') page.post({ kind: 'statistic', name: wanted });
  texts.forget();
  controls.wait(picture.isFirstPart === true);
  controls.describe(model);
  legend.describe(model, theme);
  textsWith = new Map();
  const filter = controls.filter();
  if (filter.words.length > 0) page.post({ kind: 'find', words: filter.words });
  shown = filterModel(model, filter, legend.brush);
  tellShown();
  const isSame = before?.paths.length === picture.paths.length && before.heat.length === picture.heat.length;
  arrange(isSame);
  if (wantedFolder !== undefined) showFolder(wantedFolder);
  const isEmpty = picture.paths.length === 0;
  message.hidden = !isEmpty;
  message.textContent = picture.head.isComplete ? words.nothing : words.reading;
}

async function showFound(file: ArrayBuffer, words: readonly string[]): Promise<void> {
  const bytes = await unpack(file);
  if (model === undefined) return;
  const found = decodeFound(bytes, model.picture.heat.length);
  // Of another picture by now: with that one it is asked for again.
  if (found?.length !== words.length) return;
  textsWith = new Map(words.map((word, index) => [word, found[index] ?? new Uint32Array()]));
  applyFilter();
}

function markVisible(): void {
  if (model === undefined) return;
  const known = new Map<string, number>();
  for (let file = 0; file < model.picture.paths.length && visibleRanges.length > 0; file++)
    known.set(normal(absolutePath(model, file)), file);
  columns.mark(
    new Map(
      visibleRanges.flatMap((range) => {
        const file = known.get(normal(range.path));
        return file === undefined ? [] : [[file, range] as const];
      }),
    ),
  );
}

/** Shows the files of a folder: the search becomes the path that they begin with in the picture. */
function showFolder(path: string): void {
  const roots = model?.picture.head.roots ?? [];
  wantedFolder = roots.length === 0 ? path : undefined;
  const root = roots.map(normal).find((folder) => `${normal(path)}/`.startsWith(`${folder}/`));
  if (root === undefined) return;
  controls.search.value = normal(path).slice(root.length + 1);
  applyFilter();
}

function normal(path: string): string {
  return path.replaceAll('\\', '/');
}

function complain(problem: unknown): void {
  message.hidden = false;
  message.textContent = messageOf(problem);
}

page.listen((data) => {
  switch (data.kind) {
    case 'picture':
      isEarlier = !data.isCurrent;
      tellShown();
      pictures.read(data).catch(complain);
      return;
    case 'file':
      asked.get(data.path)?.(data.read);
      return;
    case 'problem':
      complain(data.text);
      return;
    case 'busy':
      document.body.classList.toggle('busy', data.isBusy);
      return;
    case 'visible':
      visibleRanges = data.ranges;
      markVisible();
      return;
    case 'found':
      showFound(data.file, data.words).catch(complain);
      return;
    case 'statistic':
      showStatistic(data.file).catch(complain);
      return;
    case 'folder':
      showFolder(data.path);
      return;
    case 'text':
      texts.receive(data.path, data.text);
      return;
  }
});
searchOnSlash(controls.search);
new MutationObserver(() => {
  theme = readTheme(document.body);
  if (model !== undefined) legend.describe(model, theme);
  for (const lens of lenses) lens.refresh();
  columns.redraw();
  showView();
}).observe(document.body, { attributes: true, attributeFilter: ['class', 'style'] });
new ResizeObserver(() => {
  columns.redraw();
  showView();
}).observe(stage);
page.post({ kind: 'ready' });
// If it is gone, the server names another one.
if (page.start.last !== undefined) pictures.read(page.start.last).catch(() => undefined);
