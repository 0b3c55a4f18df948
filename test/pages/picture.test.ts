/** Pictures as bytes: what is written is read again, and what is damaged is said. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFirstPart,
  decodePicture,
  encodeFirstPart,
  encodePicture,
  MOSTLY_UNMODELED,
  type Picture,
} from '../../server/src/pages/picture';
import { samplePicture } from '../webviews/sample-picture';

function bytesOf(picture: Picture): ArrayBuffer {
  const bytes = new Uint8Array(encodePicture(picture).reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of encodePicture(picture)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.buffer;
}

const files = fc.array(
  fc.record({
    path: fc.string({ minLength: 1 }).map((name) => `${name.replaceAll('\0', '')}.java`),
    group: fc.constant(0),
    energies: fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }),
  }),
  { maxLength: 8 },
);

const picture = samplePicture([
  { path: 'demo/A.java', group: 0, energies: [0, 3, 5] },
  { path: 'demo/Ä.java', group: 0, energies: [7] },
]);

describe('a picture', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(files, (given) => {
        const drawn = samplePicture(given);
        const read = decodePicture(bytesOf(drawn));
        if (typeof read === 'string') throw new Error(read);
        const { head, ...columns } = read;
        expect(columns).toEqual({ ...drawn, head: undefined });
        expect(head).toMatchObject(drawn.head);
      }),
    );
  });

  test('with methods and calls is read as it was written', () => {
    const drawn: Picture = {
      ...picture,
      methodNames: ['A.a()', 'Ä.b()'],
      classNames: ['A', 'Ä'],
      methodFile: Uint32Array.of(0, 1),
      methodClass: Uint32Array.of(0, 1),
      methodLine: Uint32Array.of(1, 0),
      methodEnd: Uint32Array.of(2, 0),
      methodEnergy: Float32Array.of(8, 7),
      methodInclusive: Float32Array.of(15, 7),
      callStart: Uint32Array.of(0, 1, 1),
      callTo: Uint32Array.of(1),
      callEnergy: Float32Array.of(7),
      operationNames: ['Addition_int_int (arithmetic)'],
      operationLine: Uint32Array.of(1, 3),
      operationName: Uint32Array.of(0, 0),
    };
    expect(decodePicture(bytesOf(drawn))).toMatchObject({ ...drawn, head: {} });
  });

  test('that is cut short anywhere is refused with a message', () => {
    const whole = bytesOf(picture);
    for (let length = 0; length < whole.byteLength; length += 3) {
      const read = decodePicture(whole.slice(0, length));
      expect(typeof read, `cut at ${length}`).toBe('string');
    }
  });

  test('with any byte changed is refused or read, and never an exception', () => {
    const whole = new Uint8Array(bytesOf(picture));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const damaged = whole.slice();
        damaged[at] = value;
        const read = decodePicture(damaged.buffer);
        if (typeof read !== 'string') expect(read.fileStart.at(-1)).toBe(read.heat.length);
      }),
    );
  });

  test('of another version or another kind is refused', () => {
    const later = new Uint8Array(bytesOf(picture));
    later[4] = 99;
    expect(decodePicture(later.buffer)).toContain('version 99');
    expect(decodePicture(new TextEncoder().encode('{"format":"jouleline-report"}').buffer)).toContain(
      'no picture',
    );
  });
});

test('the first part of a picture has its lines and colors, in less than half the bytes', () => {
  const energies = Array.from({ length: 5000 }, (_, line) => line % 7);
  const picture = samplePicture([{ path: 'A.java', group: 0, energies }]);
  picture.heat[3] = 5 | MOSTLY_UNMODELED;
  const pieces = encodeFirstPart(picture) ?? [];
  const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
  const whole = encodePicture(picture).reduce((sum, { length }) => sum + length, 0);
  expect(bytes.length * 2).toBeLessThan(whole);
  const part = decodeFirstPart(bytes.buffer);
  if (typeof part === 'string') throw new Error(part);
  expect(part.head).toMatchObject(picture.head);
  for (const name of ['heat', 'indent', 'end', 'paths', 'fileStart'] as const)
    expect(part[name]).toEqual(picture[name]);
  // Unknown is not zero.
  expect(part.energy.every(Number.isNaN)).toBe(true);
  expect(decodeFirstPart(bytes.slice(0, 100).buffer)).toMatch(/picture/);
});
