/** Lines as pixels: what is where, and that no hot line disappears however small the picture is. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitAll, panBy, zoomAt, type Camera } from '../../client/webviews/energy-map/camera';
import { isInBrush, type Brush } from '../../client/webviews/energy-map/filter';
import { layOut, placeFinder, COLUMN, type Layout } from '../../client/webviews/energy-map/layout';
import {
  filterModel,
  makeModel,
  placeOfLine,
  type EnergyMapModel,
} from '../../client/webviews/energy-map/model';
import { hottestLines, linesOf, orderFiles } from '../../client/webviews/energy-map/order';
import {
  rasterise,
  shiftPixels,
  type Inks,
  type RasterSource,
} from '../../client/webviews/energy-map/raster';
import { samplePicture, type SampleFile } from './sample-picture';

/** A pixel's color is its heat, so that it can be read back. */
function inksOf(brush: Brush): Inks {
  const bars = Uint32Array.from({ length: 25 }, (_, heat) => (isInBrush(brush, heat) ? heat + 1 : 1));
  return { bars, stripes: bars, hottest: brush.to + 1, paper: 0 };
}
const wide: Brush = { from: 0, to: 23 };
const everything = { group: -1, state: -1, words: [] };
const screen = { width: 320, height: 200 };

function prepare(files: readonly SampleFile[]): { readonly model: EnergyMapModel; readonly layout: Layout } {
  const picture = samplePicture(files, ['demo', 'demo.other']);
  const model = makeModel(picture);
  const blocks = orderFiles(picture, model.fileEnergy, 'name', () => true);
  return { model, layout: layOut(blocks, (file) => linesOf(picture, file), screen) };
}

function sourceOf(model: EnergyMapModel, layout: Layout): RasterSource {
  const heats = filterModel(model, everything, wide).passing;
  const { end, leftness, picture } = model;
  const { fileStart } = picture;
  return { strips: layout.strips, fileStart, heats, end, leftness, isHatched: () => false };
}

function draw(model: EnergyMapModel, layout: Layout, camera: Camera, brush = wide): Uint32Array {
  const pixels = new Uint32Array(screen.width * screen.height);
  rasterise(sourceOf(model, layout), inksOf(brush), camera, { pixels, ...screen });
  return pixels;
}

/** The greatest heat of the pixels that a line lies on; -1 where it is out of sight. */
function heatAt(
  model: EnergyMapModel,
  layout: Layout,
  camera: Camera,
  pixels: Uint32Array,
  line: number,
): number {
  const at = placeOfLine(model, line);
  const place = placeFinder(layout)(at.file, at.line);
  if (place === undefined) return -1;
  const left = Math.round((place.x - camera.x) * camera.scale);
  const right = Math.max(left + 1, Math.round((place.x + COLUMN - camera.x) * camera.scale));
  const top = Math.floor((place.y - camera.y) * camera.scale);
  const bottom = Math.max(top + 1, Math.ceil((place.y + 1 - camera.y) * camera.scale));
  if (left < 0 || right > screen.width || top < 0 || bottom > screen.height) return -1;
  let most = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) most = Math.max(most, pixels[y * screen.width + x] ?? 0);
  return most - 1;
}

const someFiles = fc.array(
  fc.record({
    path: fc.constant('demo/A.java'),
    group: fc.constantFrom(0, 1),
    energies: fc.array(fc.oneof(fc.constant(0), fc.nat(10_000)), { minLength: 1, maxLength: 400 }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('the raster', () => {
  test('shows each of the hundred hottest lines at least as hot as it is, at any scale and place', () => {
    fc.assert(
      fc.property(
        someFiles.map((files) => files.sort((a, b) => a.group - b.group)),
        fc.double({ min: -4, max: 3, noNaN: true }),
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: -40, max: 40 }),
        (files, zoom, dx, dy) => {
          const { model, layout } = prepare(files);
          const home = fitAll(layout, screen);
          const zoomed = zoomAt(home, screen.width / 2, screen.height / 2, 2 ** zoom, home.scale / 16);
          const camera = panBy(zoomed, dx, dy);
          const pixels = draw(model, layout, camera);
          const hot = hottestLines(model.picture.energy, (line) => model.picture.heat[line] !== 0, 100);
          for (const line of hot) {
            const seen = heatAt(model, layout, camera, pixels, line);
            if (seen >= 0) expect(seen).toBeGreaterThanOrEqual(model.picture.heat[line] ?? 0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('with all in sight has all of the hundred hottest lines in sight', () => {
    const files = Array.from({ length: 300 }, (_, file) => ({
      path: `demo/F${file}.java`,
      group: 0,
      energies: Array.from(
        { length: 50 + ((file * 37) % 900) },
        (_, line) => (line * 7919 + file * 104_729) % 1013,
      ),
    }));
    const { model, layout } = prepare(files);
    const camera = fitAll(layout, screen);
    expect(camera.scale).toBeLessThan(0.2);
    const pixels = draw(model, layout, camera);
    const hot = hottestLines(model.picture.energy, (line) => model.picture.heat[line] !== 0, 100);
    expect(hot).toHaveLength(100);
    for (const line of hot)
      expect(heatAt(model, layout, camera, pixels, line)).toBeGreaterThanOrEqual(
        model.picture.heat[line] ?? 0,
      );
  });

  test('draws a line from where its text begins to where it ends', () => {
    const { model, layout } = prepare([{ path: 'demo/A.java', group: 0, energies: [0, 5, 9] }]);
    const camera = { x: 0, y: 0, scale: 4 };
    const place = placeFinder(layout)(0, 2);
    if (place === undefined) throw new Error('the line is nowhere');
    const pixels = draw(model, layout, camera);
    const row = Math.floor((place.y + 0.5) * camera.scale);
    const colored = Array.from(
      pixels.subarray(row * screen.width, (row + 1) * screen.width),
      (pixel) => pixel > 0,
    );
    const [indent, end] = [model.picture.indent[2] ?? 0, model.picture.end[2] ?? 0];
    expect(colored.indexOf(true)).toBe(Math.round((place.x + indent * 0.45) * camera.scale));
    expect(colored.lastIndexOf(true) + 1).toBe(Math.round((place.x + end * 0.45) * camera.scale));
  });

  test('that is moved by whole pixels, and drawn where that leaves holes, is as if it were drawn anew', () => {
    fc.assert(
      fc.property(
        someFiles.map((files) => files.sort((a, b) => a.group - b.group)),
        fc.double({ min: -3, max: 2, noNaN: true }),
        fc.integer({ min: -screen.width - 20, max: screen.width + 20 }),
        fc.integer({ min: -screen.height - 20, max: screen.height + 20 }),
        (files, zoom, dx, dy) => {
          const { model, layout } = prepare(files);
          const camera = { x: 1, y: 1, scale: 2 ** zoom };
          const moved = { ...camera, x: 1 + dx / camera.scale, y: 1 + dy / camera.scale };
          const pixels = draw(model, layout, camera);
          const source = sourceOf(model, layout);
          for (const part of shiftPixels({ pixels, ...screen }, dx, dy))
            rasterise(source, inksOf(wide), moved, { pixels, ...screen }, part);
          const anew = draw(model, layout, moved);
          // A bar's end may be rounded the other way.
          const differing = pixels.reduce((sum, pixel, at) => sum + Number(pixel !== anew[at]), 0);
          expect(differing).toBeLessThanOrEqual(pixels.length / 500);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('draws hot lines that begin further right than a column is wide', () => {
    const { model, layout } = prepare([{ path: 'demo/A.java', group: 0, energies: [1, 2, 9] }]);
    const far = { ...model.picture, indent: Uint8Array.of(0, 0, 200), end: Uint8Array.of(9, 9, 240) };
    const farModel = makeModel(far);
    for (const scale of [0.3, 4]) {
      const camera = { x: 0, y: 0, scale };
      expect(heatAt(farModel, layout, camera, draw(farModel, layout, camera), 2)).toBe(24);
    }
  });

  test('has no color for lines outside of the brush', () => {
    const { model, layout } = prepare([
      { path: 'demo/A.java', group: 0, energies: [1, 2, 3, 4, 5, 6, 7, 8] },
    ]);
    const camera = { x: 0, y: 0, scale: 4 };
    const pixels = draw(model, layout, camera, { from: 12, to: 23 });
    const heats = new Set(Array.from(pixels, (pixel) => pixel - 1));
    expect([...heats].filter((heat) => heat > 0 && heat < 13)).toEqual([]);
    expect(heats.has(24)).toBe(true);
    expect(heats.has(0)).toBe(true);
  });

  test('shows of what the brush leaves the hottest, at any scale: also below hotter lines', () => {
    fc.assert(
      fc.property(
        someFiles.map((files) => files.sort((a, b) => a.group - b.group)),
        fc.double({ min: -4, max: 3, noNaN: true }),
        fc.nat(23),
        fc.nat(23),
        (files, zoom, one, other) => {
          const brush = { from: Math.min(one, other), to: Math.max(one, other) };
          const { model, layout } = prepare(files);
          const home = fitAll(layout, screen);
          const camera = zoomAt(home, screen.width / 2, screen.height / 2, 2 ** zoom, home.scale / 16);
          const pixels = draw(model, layout, camera, brush);
          const { heat } = model.picture;
          for (const pixel of new Set(pixels)) expect(pixel <= 1 || isInBrush(brush, pixel - 1)).toBe(true);
          const shown = Array.from(heat.keys()).filter((line) => isInBrush(brush, heat[line] ?? 0));
          for (const line of shown.slice(0, 300)) {
            const seen = heatAt(model, layout, camera, pixels, line);
            if (seen >= 0) expect(seen).toBeGreaterThanOrEqual(heat[line] ?? 0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('shows all-equal energies in the middle of the palette', () => {
    const { model, layout } = prepare([{ path: 'demo/A.java', group: 0, energies: [3, 3, 3, 3] }]);
    const pixels = draw(model, layout, { x: 0, y: 0, scale: 4 });
    expect(new Set(pixels)).toEqual(new Set([0, 14]));
  });
});
