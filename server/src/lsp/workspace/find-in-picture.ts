/**
 * Looks for words in the texts of the files that an energy map shows.
 *
 * Sits in `lsp/`: the map holds no texts, and the page that shows it can read no files.
 */
import { at } from '../../base/check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePicture } from '../../pages/picture';
import { encodeFound, linesWith } from '../../pages/found-lines';

/** Finds the lines with all the words, which are in small letters; throws if there is no map. */
export async function findInPicture(
  picturePath: string,
  words: readonly string[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Uint8Array> {
  const bytes = await readFile(picturePath);
  const picture = decodePicture(new Uint8Array(bytes).buffer);
  if (typeof picture === 'string') throw new Error(picture);
  const { paths, fileRoot, fileStart, head } = picture;
  const found = words.map((): number[] => []);
  for (const [file, path] of paths.entries()) {
    const absolute = join(at(head.roots, at(fileRoot, file)), path);
    const text = (await textOf(absolute))?.toLowerCase();
    if (text === undefined) continue; // the file is gone since the map was drawn
    const start = at(fileStart, file);
    const count = at(fileStart, file + 1) - start;
    words.forEach((word, index) => {
      for (const line of linesWith(text, word)) if (line < count) at(found, index).push(start + line);
    });
  }
  return encodeFound(picture.heat.length, found);
}
