/** Archives that are written are those that fflate and this project's reader read. */
import { unzipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../server/src/classfile/write-zip';

describe('a zip that is written', () => {
  it('holds its entries, whatever they are', () => {
    const entry = fc.record({ name: fc.stringMatching(/^[a-z][a-z/$.]{0,20}$/), bytes: fc.uint8Array() });
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 20 }), (entries) => {
        const read = unzipSync(writeZip(entries));
        expect(Object.keys(read)).toEqual(entries.map(({ name }) => name));
        for (const { name, bytes } of entries)
          expect(Buffer.compare(read[name] ?? new Uint8Array(), bytes)).toBe(0);
      }),
    );
  });

  it('is the same for the same entries', () => {
    const entries = [{ name: 'a', bytes: Uint8Array.of(1, 2) }];
    expect(writeZip(entries)).toEqual(writeZip(entries));
  });
});
