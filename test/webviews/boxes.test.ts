/** Areas and widths in proportion to energies, within each other, and ways through them. */
import { describe, expect, test } from 'vitest';
import { neighbor, rowAt } from '../../client/webviews/boxes';
import { boxAt, type Box } from '../../client/webviews/energy-map/boxes';
import { layCallees, rootsOf } from '../../client/webviews/energy-map/flame';
import { filterModel, makeModel } from '../../client/webviews/energy-map/model';
import { mapEnergies } from '../../client/webviews/energy-map/treemap';
import type { Picture } from '../../server/src/pages/picture';
import { samplePicture } from './sample-picture';

const everything = { group: -1, state: -1, words: [] };
const wide = { from: 0, to: 255 };

/** main calls work (twice what it takes itself) and help; work calls help, and itself. */
const picture: Picture = {
  ...samplePicture(
    [
      { path: 'demo/A.java', group: 0, energies: [10, 20, 30, 40] },
      { path: 'demo/B.java', group: 1, energies: [100] },
    ],
    ['demo', 'other'],
  ),
  methodNames: ['A.main()', 'A.work()', 'B.help()'],
  classNames: ['A', 'B'],
  methodFile: Uint32Array.of(0, 0, 1),
  methodClass: Uint32Array.of(0, 0, 1),
  methodLine: Uint32Array.of(0, 2, 0),
  methodEnd: Uint32Array.of(1, 3, 0),
  methodEnergy: Float32Array.of(30, 70, 100),
  methodInclusive: Float32Array.of(400, 170, 100),
  callStart: Uint32Array.of(0, 2, 4, 4),
  callTo: Uint32Array.of(1, 2, 2, 1),
  callEnergy: Float32Array.of(170, 200, 100, 170),
};
const model = makeModel(picture);
const shown = filterModel(model, everything, wide);

function allOf(box: Box): readonly Box[] {
  return [box, ...box.children.flatMap(allOf)];
}
const area = ({ x0, y0, x1, y1 }: Box): number => (x1 - x0) * (y1 - y0);

describe('the treemap', () => {
  const root = mapEnergies(model, shown, [], { width: 1200, height: 800 });

  test('has packages, classes and methods, each within the one above', () => {
    expect(root.children.map(({ name }) => name)).toEqual(['demo', 'other']);
    expect(root.children[0]?.children[0]?.children.map(({ name }) => name)).toEqual(['work()', 'main()']);
    for (const box of allOf(root))
      for (const child of box.children) {
        expect(child.x0 >= box.x0 && child.x1 <= box.x1 && child.y0 >= box.y0 && child.y1 <= box.y1).toBe(
          true,
        );
      }
  });

  test('gives methods areas in proportion to their energies', () => {
    const leaves = allOf(root).filter(({ children }) => children.length === 0);
    const [work, main] = ['work()', 'main()'].map((name) => leaves.find((box) => box.name === name));
    if (work === undefined || main === undefined) throw new Error('a method is missing');
    expect(area(work) / area(main)).toBeGreaterThan(2);
    expect(area(work) / area(main)).toBeLessThan(2.7);
    expect(root.energy).toBe(200);
  });

  test('goes into a package, and finds the box at a place', () => {
    const inner = mapEnergies(model, shown, ['other'], { width: 1200, height: 800 });
    expect(inner.name).toBe('other');
    expect(boxAt(inner, 600, 500)?.name).toBe('help()');
    expect(boxAt(inner, -1, 5)).toBeUndefined();
  });

  test('leaves out what filters hide', () => {
    const some = mapEnergies(model, filterModel(model, { ...everything, group: 0 }, wide), [], {
      width: 900,
      height: 500,
    });
    expect(some.children.map(({ name }) => name)).toEqual(['demo']);
  });
});

describe('callees', () => {
  test('begin at the method that takes most with what it calls', () => {
    expect(rootsOf(model, shown, 2)).toEqual([0, 1]);
  });

  test('are as wide as their part, below their caller, and recursion is not opened again', () => {
    const root = layCallees(model, shown, 0, 1000);
    expect(root.x1 - root.x0).toBe(1000);
    expect(root.children.map(({ name }) => name)).toEqual(['B.help()', 'A.work()']);
    const [help, work] = root.children;
    expect((help?.x1 ?? 0) - (help?.x0 ?? 0)).toBeCloseTo(500);
    expect((work?.x1 ?? 0) - (work?.x0 ?? 0)).toBeCloseTo(425);
    expect(work?.children.map(({ name }) => name)).toEqual(['B.help()']);
    expect(work?.y0).toBeGreaterThanOrEqual(root.y1);
    expect(rowAt(root, 501, (work?.y0 ?? 0) + 1)?.name).toBe('A.work()');
  });

  test('are walked in, out and sideways', () => {
    const root = layCallees(model, shown, 0, 1000);
    const first = neighbor(root, 'in');
    expect(neighbor(first, 'next').name).toBe('A.work()');
    expect(neighbor(neighbor(first, 'next'), 'previous')).toBe(first);
    expect(neighbor(first, 'out')).toBe(root);
    expect(neighbor(root, 'out')).toBe(root);
    expect(neighbor(first, 'previous')).toBe(first);
  });

  test('are none where calls are not known', () => {
    const measured = makeModel({ ...picture, methodInclusive: new Float32Array(3).fill(Number.NaN) });
    expect(rootsOf(measured, filterModel(measured, everything, wide), 1)).toEqual([]);
  });
});
