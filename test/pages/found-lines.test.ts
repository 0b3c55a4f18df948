/** Words in texts, by line, and their way to the page. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFound, encodeFound, linesWith } from '../../server/src/pages/found-lines';

test('lines that have a word are those that a split text has it in', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', '\r', ' '), { maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.constantFrom('a', 'ab', 'ba', 'bb'), (parts, word) => {
      const text = parts.join('');
      const expected = text
        .split(/\r\n|\r|\n/)
        .flatMap((line, index) => (line.includes(word) ? [index] : []));
      expect(linesWith(text, word)).toEqual(expected);
    }),
  );
  expect(linesWith('a', '')).toEqual([]);
});

test('what was found is read as it was written, and nothing of another picture', () => {
  const found = [[1, 2, 9], [], [4]];
  const { buffer } = encodeFound(10, found);
  const bytes = new Uint8Array(buffer).slice().buffer;
  expect(decodeFound(bytes, 10)?.map((lines) => [...lines])).toEqual(found);
  expect(decodeFound(bytes, 11)).toBeUndefined();
  for (let length = 0; length < bytes.byteLength; length++)
    expect(decodeFound(bytes.slice(0, length), 10)).toBeUndefined();
});
