/**
 * The data that the page of a comparison gets: whole, within bounds, and as bytes that are read as they were written.
 */
import { type MethodTree, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import { classifyByMarks } from '../../server/src/compare/trees/frameworks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createModel, findTasks, listTasks, sumOfTasks } from '../../client/webviews/comparison/model';
import { rowAt } from '../../client/webviews/boxes';
import { layFlame } from '../../client/webviews/comparison/flame';
import { compareTasks, type Task } from '../../server/src/compare/match/tasks';
import { type ProfileComparison, type TaskDelta } from '../../server/src/compare/deltas/compare-profiles';
import {
  formatComparisonHtml,
  describeComparison,
  describeWords,
} from '../../server/src/compare/pages/comparison-page';
import {
  type ComparisonPage,
  decodeComparison,
  encodeComparison,
} from '../../server/src/pages/comparison-file';

const marks = { application: [], framework: [] };
const isApplication = classifyByMarks(marks);
const known = { p: NaN, low: NaN, high: NaN, smallest: NaN, isSignificant: false };

function treeOf(rows: readonly (readonly [parent: number, owner: string, energy: number])[]): MethodTree {
  return buildMethodTree(
    rows.map(([parent, owner, exclusive]) => ({
      parent,
      method: { class: owner, name: `<b>${owner}`, descriptor: '' },
      exclusive,
      calls: 1,
    })),
  );
}

const sum = (tree: MethodTree): number => tree.exclusive.reduce((all, each) => all + each, 0);

/** Compares trees alone as `compareProfiles` would. */
function compare(first: MethodTree, second: MethodTree): ProfileComparison {
  const naming = { isApplication, extends: () => false };
  const { alpha, matched, onlyFirst, onlySecond, trees, partners } = compareTasks(first, second, naming, 1);
  const deltaOf = (a: Task | undefined, b: Task | undefined): TaskDelta => ({
    ...known,
    energyA: a?.energy ?? 0,
    energyB: b?.energy ?? 0,
    delta: (b?.energy ?? 0) - (a?.energy ?? 0),
    method: (a ?? b)?.method ?? { class: '', name: '', descriptor: '' },
    path: [],
    matched: a !== undefined && b !== undefined,
    isModeled: true,
    isNested: (a ?? b)?.isNested === true,
    onlyA: 0,
    onlyB: 0,
    missing: [],
    extra: [],
    rows: [a?.row ?? -1, b?.row ?? -1],
  });
  const list = [
    ...matched.map(({ first: a, second: b }) => deltaOf(a, b)),
    ...onlyFirst.map((a) => deltaOf(a, undefined)),
    ...onlySecond.map((b) => deltaOf(undefined, b)),
  ].sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta));
  const [energyA, energyB] = [sum(first), sum(second)];
  const runs = [energyA, energyB].map((mean) => ({ mean, variance: 0, runs: 0 }));
  return {
    names: ['</script>A', 'B'],
    model: 'm',
    unit: 'joules',
    isByModel: true,
    areCounted: [true, true],
    totals: { ...known, energyA, energyB, delta: energyB - energyA, isMeasured: false, isProxy: false },
    work: { ...known, energyA, energyB, delta: energyB - energyA },
    parts: [],
    scales: [1, 1],
    spread: { totals: runs as unknown as ProfileComparison['spread']['totals'] },
    methods: [],
    tasks: {
      alpha,
      list,
      matching: { trees, partners, contexts: [first, second] },
    } as unknown as NonNullable<ProfileComparison['tasks']>,
    notes: [],
  };
}

function pageOf(comparison: ProfileComparison): ComparisonPage {
  return describeComparison(comparison, {
    details: ['', ''],
    wantedAlpha: 1,
    marks,
    isApplication,
    words: describeWords(),
    version: '0',
  });
}

function asBytes(page: ComparisonPage): ArrayBuffer {
  return new Uint8Array(Buffer.concat(encodeComparison(page))).buffer;
}

const owners = ['app.Main', 'app.Work', 'java.util.List', 'java.io.File', 'java.lang.String'];
const drawnTree = fc
  .array(fc.tuple(fc.nat(30), fc.constantFrom(...owners), fc.nat(9)), { maxLength: 25 })
  .map((rows) => treeOf(rows.map(([parent, owner, energy], at) => [(parent % (at + 1)) - 1, owner, energy])));

describe('the page of a comparison', () => {
  it('has all energy of both sides, and is read as it was written', () => {
    fc.assert(
      fc.property(drawnTree, drawnTree, (first, second) => {
        const page = pageOf(compare(first, second));
        const read = decodeComparison(asBytes(page));
        if (typeof read === 'string') throw new Error(read);
        expect({ ...read, head: undefined }).toEqual({ ...page, head: undefined });
        const model = createModel(read);
        expect(model.inclusiveA[0]).toBeCloseTo(sum(first));
        expect(model.inclusiveB[0]).toBeCloseTo(sum(second));
        const tasks = listTasks(model);
        for (const { row, energyA, energyB, change } of tasks) {
          // A task that one side alone has may be matched with what is no task of the other.
          if (change !== 'new') expect(model.inclusiveA[row]).toBeCloseTo(energyA);
          if (change !== 'gone') expect(model.inclusiveB[row]).toBeCloseTo(energyB);
        }
        const all = { search: '', choice: 'all', order: 'difference', isAscending: false } as const;
        const found = findTasks(tasks, all);
        expect(found).toHaveLength(tasks.length);
        const sizes = found.map(({ energyA, energyB }) => Math.abs(energyB - energyA));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        for (const { change } of findTasks(tasks, { ...all, choice: 'onlyB' })) expect(change).toBe('new');
      }),
      { numRuns: 300 },
    );
  });

  it('counts tasks within others once', () => {
    const nested = treeOf([[-1, 'app.Main', 0], [0, 'java.util.List', 1], [1, 'app.Work', 0], [2, 'java.io.File', 5]]); // prettier-ignore
    const model = createModel(pageOf(compare(treeOf([]), nested)));
    const tasks = listTasks(model);
    expect(tasks).toHaveLength(2);
    expect(sumOfTasks(model, tasks)).toBe(6);
  });

  it('is as wide in its flame graph as what both take, box by box', () => {
    fc.assert(
      fc.property(drawnTree, drawnTree, (first, second) => {
        const model = createModel(pageOf(compare(first, second)));
        const whole = layFlame(model, 0, 1000);
        expect(whole === undefined).toBe(sum(first) + sum(second) === 0);
        const open = whole === undefined ? [] : [whole];
        for (let box = open.pop(); box !== undefined; box = open.pop()) {
          const energy = (model.inclusiveA[box.row] ?? 0) + (model.inclusiveB[box.row] ?? 0);
          expect((box.x1 - box.x0) / 1000).toBeCloseTo(energy / (sum(first) + sum(second)));
          if (whole !== undefined) expect(rowAt(whole, (box.x0 + box.x1) / 2, box.y0 + 1)).toBe(box);
          open.push(...box.children);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out the coldest contexts of large trees, and keeps their sums', () => {
    const many = Array.from({ length: 30_000 }, (_, at) => [0, `java.util.C${at}`, 1 + (at % 7)] as const);
    const first = treeOf([[-1, 'java.lang.Thread', 1], ...many]);
    const second = treeOf([[-1, 'java.lang.Thread', 2], ...many.map(([, owner, energy]) => [0, `x${owner}`, energy] as const)]); // prettier-ignore
    const none = new Int32Array(first.parents.length).fill(-1);
    none[0] = 0;
    const { tasks, ...others } = compare(treeOf([]), treeOf([]));
    const matching = { trees: [first, second].map((tree) => ({ ...tree, origins: [] })), partners: none };
    const large = {
      ...others,
      tasks: { ...tasks, list: [], matching: { ...matching, contexts: [first, second] } },
    };
    const page = pageOf(large as unknown as ProfileComparison);
    expect(page.rowParent).toHaveLength(40_000);
    expect(page.head.leftOut.contexts).toBe(60_003 - 40_000);
    const model = createModel(page);
    expect(model.inclusiveA[0]).toBe(sum(first));
    expect(model.inclusiveB[0]).toBe(sum(second));
    expect(page.rowRest.reduce((all, each) => all + each, 0)).toBe(page.head.leftOut.contexts);
  });

  it('lists each line that the editor marks, also if it ran as often as before', () => {
    const line = (lineA: number, runs: number, [energyA, energyB]: readonly [number, number]) => ({
      ...{ lineA, lineB: lineA, executionsA: runs, executionsB: runs, energyA, energyB },
      ...{ workA: energyA, workB: energyB },
    });
    const method = { class: 'app.Work', name: 'run', descriptor: '' };
    const lines = [line(49, 9, [2, 2]), line(50, 9, [116, 1]), line(51, 9, [5, 5])];
    const delta = { ...known, energyA: 123, energyB: 8, delta: -115 };
    const changed = { ...delta, methodA: method, methodB: method, countsDiffer: true, lines, operations: [], blocks: [] }; // prettier-ignore
    const page = pageOf({ ...compare(treeOf([]), treeOf([])), methods: [changed] });
    expect([...page.lineB]).toEqual([50]);
    expect([...page.lineEnergyA, ...page.lineEnergyB]).toEqual([116, 1]);
  });

  it('stands alone with no name outside of its data', () => {
    const page = pageOf(compare(treeOf([[-1, 'app.Main', 1]]), treeOf([[-1, 'app.Work', 1]])));
    const assets = { style: 'p{}', script: 'run()', hashOf: (text: string) => `sha256-${text.length}` };
    const html = [...formatComparisonHtml(page, assets)].join('');
    expect(html.split('</script>')).toHaveLength(3);
    expect(html).not.toContain('app.Main');
    expect(html).toContain("script-src 'sha256-5'; base-uri 'none'");
    const data = /id="data">([^<]*)</.exec(html)?.[1] ?? '';
    const read = decodeComparison(new Uint8Array(Buffer.from(data, 'base64')).buffer);
    expect(typeof read === 'string' ? read : read.head.names).toEqual(['</script>A', 'B']);
  });

  it('that is damaged is one message', () => {
    const bytes = new Uint8Array(asBytes(pageOf(compare(treeOf([[-1, 'app.Main', 1]]), treeOf([])))));
    expect(decodeComparison(bytes.slice(0, 200).buffer)).toBe('the comparison is cut short');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const damaged = bytes.slice();
        damaged[at] = value;
        const read = decodeComparison(damaged.buffer);
        if (typeof read !== 'string') createModel(read);
      }),
      { numRuns: 500 },
    );
  });
});
