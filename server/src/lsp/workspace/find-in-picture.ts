/**
 * Looks for words in the texts of the files that an energy map shows.
 *
 * Sits in `lsp/`: the map holds no texts, and the page that shows it can read no files.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSource } from '../../host/files/source-files';
import { decodePicture } from '../../pages/picture';
import { encodeFound, linesWith } from '../../pages/found-lines';

/** Finds the lines with all the words, which are in small letters; throws if there is no map. */
export async function findInPicture(
  picturePath: string,
  words: readonly string[],
  openTexts: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const bytes = await readFile(picturePath);
  const picture = decodePicture(new Uint8Array(bytes).buffer);
  if (typeof picture === 'string') throw new Error(picture);
  const { paths, fileRoot, fileStart, head } = picture;
  const found = words.map((): number[] => []);
  for (const [file, path] of paths.entries()) {
    const absolute = join(head.roots[fileRoot[file] ?? 0] ?? '', path);
    const text = (openTexts.get(absolute) ?? (await readText(absolute)))?.toLowerCase();
    if (text === undefined) continue;
    const start = fileStart[file] ?? 0;
    const count = (fileStart[file + 1] ?? 0) - start;
    words.forEach((word, index) => {
      for (const line of linesWith(text, word)) if (line < count) found[index]?.push(start + line);
    });
  }
  return encodeFound(picture.heat.length, found);
}

async function readText(path: string): Promise<string | undefined> {
  const read = await readSource(path);
  return read.kind === 'text' ? read.text : undefined; // the file is gone since the map was drawn
}
