/** The state of the view of columns: which line pointer and keys lead to, and where the camera goes. */
import { describe, expect, test } from 'vitest';
import {
  advanceFlight,
  arrangeColumns,
  chooseLine,
  emptyColumns,
  filterColumns,
  flyCamera,
  hotLine,
  lineUnder,
  moveCamera,
  nearLine,
  pixelOf,
  type ColumnsState,
} from '../../client/webviews/energy-map/columns-state';
import { filterModel, makeModel } from '../../client/webviews/energy-map/model';
import { orderFiles, energyOfFiles } from '../../client/webviews/energy-map/order';
import { samplePicture } from './sample-picture';

const picture = samplePicture([
  { path: 'demo/Alpha.java', group: 0, energies: [0, 1, 2, 3] },
  { path: 'demo/Beta.java', group: 0, energies: [50, 0, 0, 0, 0, 0] },
]);
const model = makeModel(picture);
const every = { group: -1, state: -1, words: [] };
const brush = { from: 0, to: 23 };
const screen = { width: 800, height: 600 };

function arranged(words: readonly string[] = []): ColumnsState {
  const shown = filterModel(model, { ...every, words }, brush);
  const blocks = orderFiles(picture, energyOfFiles(picture), 'name', () => true);
  return arrangeColumns(emptyColumns, { model, shown, blocks }, { screen, keep: false });
}

describe('the view of columns', () => {
  test('finds at the pixel of a line that line', () => {
    const state = arranged();
    for (const place of [
      { file: 0, line: 2 },
      { file: 1, line: 0 },
      { file: 1, line: 5 },
    ]) {
      const { x, y } = pixelOf(state, place);
      expect(lineUnder(state, x + 1, y + state.camera.scale / 2)).toEqual(place);
    }
  });

  test('goes from hottest line to hottest line, and stays at the last', () => {
    let state = arranged();
    const found = [1, 1, 1, 1, 1, -1].map((step) => {
      const place = hotLine(state, step);
      if (place !== undefined) state = chooseLine(state, place);
      return place;
    });
    expect(found.map((place) => `${place?.file}:${place?.line}`)).toEqual([
      '1:0',
      '0:3',
      '0:2',
      '0:1',
      '0:1',
      '0:2',
    ]);
  });

  test('leaves lines out that a filter hides', () => {
    const filtered = filterColumns(arranged(), filterModel(model, { ...every, words: ['alpha'] }, brush));
    expect(hotLine(filtered, 1)).toEqual({ file: 0, line: 3 });
  });

  test('stays within files and their lines', () => {
    const state = chooseLine(arranged(), { file: 1, line: 5 });
    expect(nearLine(state, 1, 0)).toEqual({ file: 1, line: 5 });
    expect(nearLine(state, 0, 1)).toEqual({ file: 1, line: 5 });
    expect(nearLine(state, 0, -1)).toEqual({ file: 0, line: 3 });
    expect(nearLine(state, -Infinity, 0)).toEqual({ file: 1, line: 0 });
    expect(nearLine(arranged(), 1, 0)).toEqual({ file: 1, line: 0 });
  });

  test('shows all lines in a window of another size, if it showed all before', () => {
    const state = arranged();
    const { scene } = state;
    if (scene === undefined) throw new Error('nothing is arranged');
    const smaller = { width: 60, height: 40 };
    const resized = arrangeColumns(state, scene, { screen: smaller, keep: true });
    expect(resized.camera).toEqual(resized.home);
    const zoomedIn = moveCamera(state, { x: 1, y: 1, scale: 7 });
    expect(arrangeColumns(zoomedIn, scene, { screen: smaller, keep: true }).camera).toEqual(zoomedIn.camera);
  });

  test('keeps camera and chosen line only where it is told to', () => {
    const state = chooseLine(arranged(), { file: 0, line: 1 });
    const { scene } = state;
    if (scene === undefined) throw new Error('nothing is arranged');
    expect(arrangeColumns(state, scene, { screen, keep: true }).chosen).toEqual({ file: 0, line: 1 });
    expect(arrangeColumns(state, scene, { screen, keep: false }).chosen).toBeUndefined();
  });

  test('flies to where the camera is sent, and is there at the end', () => {
    const to = { x: 10, y: 20, scale: 7 };
    const sent = flyCamera(arranged(), to, 1000);
    const half = advanceFlight(sent, 1050);
    expect(half.flight).toBeDefined();
    expect(half.camera.scale).toBeGreaterThan(Math.min(sent.camera.scale, 7));
    expect(half.camera.scale).toBeLessThan(Math.max(sent.camera.scale, 7));
    const there = advanceFlight(half, 2000);
    expect(there.flight).toBeUndefined();
    expect(there.camera.x).toBeCloseTo(10);
    expect(there.camera.scale).toBeCloseTo(7);
  });
});
