/**
 * The lines of a picture whose text has a word, and the bytes that hold the lines of several words. They cross to the
 * page as a file, like the picture.
 *
 * The file is 32-bit numbers as they lie in memory: the number of the picture's lines, the number of words, the number
 * of lines in which each word was found, then these lines, word after word, ascending.
 */

/** The lines, counted from 0, of a text in small letters that have the word. O(length). */
export function linesWith(text: string, word: string): readonly number[] {
  const lines: number[] = [];
  let line = 0;
  let seen = 0;
  for (let at = text.indexOf(word); at >= 0 && word !== ''; at = text.indexOf(word, at + 1)) {
    for (; seen < at; seen++) line += endsLine(text, seen);
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}

/** Gives 1 if the character ends its line, else 0; in `\r\n` the second character does. */
function endsLine(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return Number(code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10));
}

export function encodeFound(lineCount: number, found: readonly (readonly number[])[]): Uint8Array {
  const numbers = Uint32Array.from([lineCount, found.length, ...found.map(({ length }) => length)]);
  const all = new Uint32Array(numbers.length + found.reduce((sum, { length }) => sum + length, 0));
  all.set(numbers);
  let at = numbers.length;
  for (const lines of found) {
    all.set(lines, at);
    at += lines.length;
  }
  return new Uint8Array(all.buffer);
}

/** Decodes found lines; `undefined` if they are damaged, or of a picture with another number of lines. */
export function decodeFound(buffer: ArrayBuffer, lineCount: number): readonly Uint32Array[] | undefined {
  if (buffer.byteLength % 4 !== 0) return undefined;
  const numbers = new Uint32Array(buffer);
  const words = numbers[1] ?? 0;
  if (numbers[0] !== lineCount || numbers.length < 2 + words) return undefined;
  let at = 2 + words;
  const found = Array.from(numbers.subarray(2, 2 + words), (length) => {
    at += length;
    return numbers.subarray(at - length, at);
  });
  return at === numbers.length && numbers.subarray(2 + words).every((line) => line < lineCount)
    ? found
    : undefined;
}
