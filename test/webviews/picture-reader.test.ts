/** What the page draws first, and the order in which it reads pictures. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitAll } from '../../client/webviews/energy-map/camera';
import { layOut } from '../../client/webviews/energy-map/layout';
import { filterModel, makeModel } from '../../client/webviews/energy-map/model';
import { linesOf, orderFiles } from '../../client/webviews/energy-map/order';
import { PictureReader } from '../../client/webviews/energy-map/picture-reader';
import { rasterise } from '../../client/webviews/energy-map/raster';
import { at } from '../../server/src/base/check';
import {
  decodeFirstPart,
  decodePicture,
  encodeFirstPart,
  encodePicture,
  MOSTLY_UNMODELED,
  type Picture,
} from '../../server/src/pages/picture';
import { samplePicture } from './sample-picture';

function joined(pieces: readonly Uint8Array[] | undefined): ArrayBuffer {
  return Uint8Array.from((pieces ?? []).flatMap((piece) => [...piece])).buffer;
}

function read(picture: Picture | string): Picture {
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

/** The pixels of a picture that is seen as a whole, or from nearer by a factor. */
function pixelsOf(picture: Picture, factor: number): Buffer {
  const screen = { width: 200, height: 120 };
  const model = makeModel(picture);
  const blocks = orderFiles(picture, model.fileEnergy, 'name', () => true);
  const layout = layOut(blocks, (file) => linesOf(picture, file), screen);
  const camera = fitAll(layout, screen);
  const { passing } = filterModel(model, { group: -1, state: -1, words: [] }, { from: 0, to: 23 });
  const colors = Uint32Array.from({ length: 25 }, (_, heat) => heat + 1);
  const pixels = new Uint32Array(screen.width * screen.height);
  const isHatched = (line: number): boolean => (at(picture.heat, line) & MOSTLY_UNMODELED) !== 0;
  rasterise(
    { ...model, strips: layout.strips, fileStart: picture.fileStart, heats: passing, isHatched },
    { bars: colors, stripes: colors.map((color) => color + 100), hottest: 24, paper: 0 },
    { ...camera, scale: camera.scale * factor },
    { pixels, ...screen },
  );
  return Buffer.from(pixels.buffer);
}

test('what is drawn first has the pixels of the whole picture', () => {
  const energies = fc.array(fc.nat(9), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ energies, group: fc.nat(1) }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      fc.constantFrom(1, 4),
      (files, unmodeled, factor) => {
        files.sort((a, b) => a.group - b.group); // files stand in the order of their groups
        const named = files.map((file, index) => ({ ...file, path: `F${index}.java` }));
        const picture = samplePicture(named, ['demo', 'other']);
        for (let line = 0; line < picture.heat.length; line++)
          if (unmodeled[line % unmodeled.length] === true && at(picture.heat, line) > 0)
            picture.heat[line] = at(picture.heat, line) | MOSTLY_UNMODELED;
        const first = read(decodeFirstPart(joined(encodeFirstPart(picture))));
        const whole = read(decodePicture(joined(encodePicture(picture))));
        expect(first.isFirstPart).toBe(true);
        expect(pixelsOf(first, factor).equals(pixelsOf(whole, factor))).toBe(true);
      },
    ),
  );
});

/** A reader of files that are there by their path, and everything that happens, in its order. */
function makeReader(files: Readonly<Record<string, ArrayBuffer>>): {
  readonly reader: PictureReader;
  readonly happened: readonly string[];
} {
  const happened: string[] = [];
  const reader = new PictureReader({
    readFile: (path) => {
      happened.push(`reads ${path}`);
      const bytes = files[path];
      return bytes === undefined ? Promise.reject(new Error(`no ${path}`)) : Promise.resolve(bytes);
    },
    show: ({ paths, isFirstPart }) => {
      happened.push(`shows ${isFirstPart === true ? 'first part' : 'whole'} of ${paths.join()}`);
    },
    painted: () => {
      happened.push('painted');
      return Promise.resolve();
    },
  });
  return { reader, happened };
}

const [before, after] = ['Before.java', 'After.java'].map((path) =>
  samplePicture([{ path, group: 0, energies: [1, 2, 3] }]),
) as [Picture, Picture];
const files = {
  first: joined(encodeFirstPart(before)),
  whole: joined(encodePicture(before)),
  nextFirst: joined(encodeFirstPart(after)),
  next: joined(encodePicture(after)),
};

test('the first part is on the screen before the whole is read, and the same picture is read once', async () => {
  const { reader, happened } = makeReader(files);
  await Promise.all([
    reader.read({ path: 'whole', first: 'first', revision: 1 }),
    reader.read({ path: 'whole', first: 'first', revision: 1 }),
  ]);
  expect(happened).toEqual([
    'reads first',
    'shows first part of Before.java',
    'painted',
    'reads whole',
    'shows whole of Before.java',
  ]);
});

test('a picture that is there stays until the whole of the next one is', async () => {
  const { reader, happened } = makeReader(files);
  await reader.read({ path: 'whole', first: null, revision: 1 });
  await reader.read({ path: 'next', first: 'nextFirst', revision: 1 });
  expect(happened).toEqual([
    'reads whole',
    'shows whole of Before.java',
    'reads next',
    'shows whole of After.java',
  ]);
});

test('a newer picture takes the place of one that is still being read', async () => {
  const { reader, happened } = makeReader(files);
  const older = reader.read({ path: 'whole', first: 'first', revision: 1 });
  await Promise.all([older, reader.read({ path: 'next', first: 'nextFirst', revision: 1 })]);
  expect(happened).not.toContain('shows whole of Before.java');
  expect(happened.at(-1)).toBe('shows whole of After.java');
});

test('a picture that is not there is said, and read when it is named again', async () => {
  const { next, nextFirst, ...missing } = files;
  const there: Record<string, ArrayBuffer> = { ...missing };
  const { reader, happened } = makeReader(there);
  await expect(reader.read({ path: 'next', first: 'nextFirst', revision: 1 })).rejects.toThrow('no next');
  Object.assign(there, { next, nextFirst });
  await reader.read({ path: 'next', first: 'nextFirst', revision: 1 });
  expect(happened.at(-1)).toBe('shows whole of After.java');
});

test('a file whose content got another revision is read once more', async () => {
  const { reader, happened } = makeReader(files);
  await reader.read({ path: 'whole', first: null, revision: 1 });
  await reader.read({ path: 'whole', first: null, revision: 2 });
  expect(happened.filter((what) => what === 'reads whole')).toHaveLength(2);
});
