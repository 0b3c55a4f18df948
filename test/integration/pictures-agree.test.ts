/**
 * Lists, map, treemap and callees show one energy by one color: where one of two takes more energy, its color is as hot
 * or hotter, and the same line or method has the same color everywhere.
 */
import { expect, it } from 'vitest';
import type { Box } from '../../client/webviews/energy-map/boxes';
import { layCallees, rootsOf } from '../../client/webviews/energy-map/flame';
import { type EnergyMapModel, filterModel, makeModel } from '../../client/webviews/energy-map/model';
import { mapEnergies } from '../../client/webviews/energy-map/treemap';
import { at } from '../../server/src/base/check';
import {
  decodeFirstPart,
  decodePicture,
  MOSTLY_UNMODELED,
  stepOf,
  type Picture,
} from '../../server/src/pages/picture';
import type { DrawnPicture, HotListPage, HotListParams, HotRow } from '../../server/src/protocol/hot-lists';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { readPacked, startSession, type Session } from './server-session';

const STEPS = 24;
/** A method for each power of ten: the last takes nine tenths of the energy. */
const POWERS = [0, 1, 2, 3, 4, 5, 6];

const work = `class Work {
${POWERS.map(
  (power) => `    int times${power}(int n) {
        int sum = 0;
        for (int i = 0; i < ${10 ** power}; i++) {
            sum += i * n;
        }
        return sum;
    }
`,
).join('\n')}
}
`;
const main = `class Main {
    public static void main(String[] args) {
        Work work = new Work();
${POWERS.map((power) => `        work.times${power}(${power});`).join('\n')}
    }
}
`;

interface Shown {
  readonly energy: number;
  readonly step: number;
}

/** The rank correlation of energy and color; energies of one color count as equal. */
function correlate(shown: readonly Shown[]): number {
  const byEnergy = shown.toSorted((a, b) => a.energy - b.energy || a.step - b.step);
  const byStep = shown.toSorted((a, b) => a.step - b.step || a.energy - b.energy);
  const distance = shown.reduce((sum, each) => sum + (byEnergy.indexOf(each) - byStep.indexOf(each)) ** 2, 0);
  return 1 - (6 * distance) / (shown.length * (shown.length ** 2 - 1));
}

function rowsOf(session: Session, list: HotListParams['list']): Promise<HotListPage> {
  const query = { list, search: '', order: 'energy', isAscending: false, blocks: 'application' };
  return session.client.request('jouleline/hotList', { ...query, offset: 0, count: 1000 });
}

async function mapOf(session: Session): Promise<EnergyMapModel> {
  const { path } = await session.client.request<DrawnPicture>('jouleline/picture', { fresh: true });
  return makeModel(read(path, decodePicture));
}

function read(path: string | null, decode: (bytes: ArrayBuffer) => Picture | string): Picture {
  const picture = decode(readPacked(path ?? ''));
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

function leavesOf(box: Box): readonly Box[] {
  return box.children.length === 0 ? [box] : box.children.flatMap(leavesOf);
}

function colored(boxes: readonly Box[]): readonly (Shown & { readonly name: string })[] {
  return boxes.flatMap(({ name, energy, heat }) => (heat > 0 ? [{ name, energy, step: heat - 1 }] : []));
}

function allOf(box: Box): readonly Box[] {
  return [box, ...box.children.flatMap(allOf)];
}

const everything = { group: -1, state: -1, words: [] };
const wide = { from: 0, to: STEPS - 1 };
const screen = { width: 1600, height: 1000 };

it('energy and color have one order in lists, map, treemap and callees', async () => {
  const session = await startSession({
    files: { 'Work.java': work, 'Main.java': main },
    storagePath: makeTemporaryFolder(),
  });
  await session.indexed();
  const model = await mapOf(session);
  const shown = filterModel(model, everything, wide);
  const { picture } = model;

  const lines = Array.from(picture.heat).flatMap((heat, line) =>
    heat === 0 || (heat & MOSTLY_UNMODELED) !== 0
      ? []
      : [{ energy: at(picture.energy, line), step: stepOf(heat) }],
  );
  const treemap = colored(leavesOf(mapEnergies(model, shown, [], screen)));
  const callees = colored(allOf(layCallees(model, shown, at(rootsOf(model, shown, 1), 0), screen.width)));
  const pages = await Promise.all(
    (['lines', 'methods', 'blocks', 'operations'] as const).map((list) => rowsOf(session, list)),
  );
  const lists = pages.map(({ rows }) => rows.flatMap(stepsOf));
  for (const view of [lines, treemap, callees, ...lists]) {
    // Boxes of less than three pixels are not drawn.
    expect(view.length).toBeGreaterThan(4);
    expect(correlate(view)).toBe(1);
  }
  const names = (rows: typeof treemap): readonly string[] =>
    rows.toSorted((a, b) => b.energy - a.energy).map(({ name }) => name);
  expect(names(treemap).slice(0, 3)).toEqual(['times6(int)', 'times5(int)', 'times4(int)']);
  expect(treemap.find(({ name }) => name === 'times6(int)')?.step).toBe(STEPS - 1);

  const methods = new Map(pages[1]?.rows.map(({ name, step }) => [name.replace(/^\w+\./, ''), step]));
  // A tenth of the energy is a quarter of the scale away.
  expect(POWERS.map((power) => methods.get(`times${power}(int)`))).toEqual([0, 0, 2, 7, 13, 19, 23]);
  for (const { name, step } of treemap) expect(step, name).toBe(methods.get(name));
  const [row] = pages[0]?.rows ?? [];
  const file = picture.paths.indexOf('Work.java');
  const hottest = at(picture.heat, at(picture.fileStart, file) + (row?.line ?? 0));
  expect(row?.step).toBe(stepOf(hottest));
});

/** Loops within calls within loops, and a helper that is called from everywhere: what estimates have to weigh. */
const nested = {
  'Main.java': `class Main {
    public static void main(String[] args) {
        for (String arg : args) Outer.run(arg);
    }
}
`,
  'Outer.java': `class Outer {
    static int run(String text) {
        int sum = 0;
        for (int i = 0; i < text.length(); i++) sum += Inner.count(text, i) + Helper.mix(i, sum);
        return sum;
    }
}
`,
  'Inner.java': `class Inner {
    static int count(String text, int from) {
        int found = 0;
        for (int i = from; i < text.length(); i++)
            if (Helper.mix(text.charAt(i), found) > 7) found += count(text, i + 1);
        return found;
    }
}
`,
  'Helper.java': `class Helper {
    static int mix(int a, int b) {
        int sum = a;
        for (int i = 0; i < 40; i++) sum = sum * 31 + b;
        return sum;
    }
}
`,
};

it('no method takes more with its callees than all lines do, and main has them all', async () => {
  const session = await startSession({ files: nested, storagePath: makeTemporaryFolder() });
  await session.indexed();
  const { picture } = await mapOf(session);
  const all = picture.energy.reduce((sum, energy) => sum + energy, 0);
  const inclusive = new Map(
    picture.methodNames.map((name, method) => [name, at(picture.methodInclusive, method)]),
  );
  for (const [name, energy] of inclusive) expect(energy, name).toBeLessThanOrEqual(all * (1 + 1e-5));
  expect(inclusive.get('Main.main(String[])')).toBeGreaterThan(0.99 * all);
});

it('what a map draws first has the lines and colors of the whole, also in the next session', async () => {
  const folder = makeTemporaryFolder({ 'Work.java': work, 'Main.java': main });
  const storagePath = makeTemporaryFolder();
  for (const fresh of [true, false]) {
    const session = await startSession({ folder, storagePath });
    await session.indexed();
    const { path, first } = await session.client.request<DrawnPicture>('jouleline/picture', { fresh });
    const [whole, part] = [read(path, decodePicture), read(first, decodeFirstPart)];
    expect(part.heat.some((heat) => heat > 0)).toBe(true);
    for (const column of ['heat', 'indent', 'end', 'fileStart', 'paths', 'fileGroup', 'groups'] as const)
      expect(part[column]).toEqual(whole[column]);
  }
});

it('in the look of hotspots, map and lists color the lines that the editor colors', async () => {
  const session = await startSession({
    files: { 'Work.java': work, 'Main.java': main },
    settings: { look: 'hotspots' },
    storagePath: makeTemporaryFolder(),
  });
  await session.indexed();
  session.open('Work.java', work);
  const overlay = await session.overlay('Work.java');
  const model = await mapOf(session);
  const { picture } = model;
  const file = picture.paths.indexOf('Work.java');
  const start = at(picture.fileStart, file);
  const inEditor = new Map(overlay.lines.map(({ line, step }) => [line, step]));
  const inMap = new Map(
    Array.from(picture.heat.subarray(start, at(picture.fileStart, file + 1))).flatMap((heat, line) =>
      heat === 0 ? [] : [[line, stepOf(heat)] as const],
    ),
  );
  expect(inMap.size).toBeGreaterThan(0);
  expect(inMap.size).toBeLessThan(5);
  expect(inMap).toEqual(inEditor);
  const { rows } = await rowsOf(session, 'lines');
  const ofWork = rows.filter(({ path, step }) => path.endsWith('Work.java') && step !== null);
  expect(new Map(ofWork.map(({ line, step }) => [line, step]))).toEqual(inEditor);
  // The energy of all lines is there, and adds up.
  const total = rows.reduce((sum, { energy }) => sum + (energy ?? 0), 0);
  expect(model.total / total).toBeCloseTo(1, 5);
});

/** Rows whose energy is known. */
function stepsOf({ energy, step, isLowerBound }: HotRow): readonly Shown[] {
  return energy === null || step === null || isLowerBound ? [] : [{ energy, step }];
}
