/**
 * Changes a source on disk. Sits in `host/`. Bytes outside of the change stay as they are, and so do the
 * byte order mark, the mode and the links; a file of which that is not certain is left alone.
 */
import { Failure } from '../../base/failure';
import { reasonOf } from './random-access-file';
import { decodeSource, encodeLike } from './source-encoding';
import { writeWholeFile } from './write-file';
import { readBytes } from './read-file';

/** Throws a {@link Failure} that names the file and why it stays as it is. `before` is the text that was read. */
export async function changeSource(path: string, before: string, after: string): Promise<void> {
  const bytes = await bytesOf(path);
  const now = decodeSource(path, bytes);
  if (now.kind === 'unreadable' || now.text !== before)
    throw new Failure(`${path} can't be written: it changed since it was read`);
  const changed = encodeLike(bytes, after);
  if (changed === undefined)
    throw new Failure(
      `${path} can't be written: its encoding is not certain, and a change might damage it; save it as UTF-8`,
    );
  await writeWholeFile(path, [changed], { instead: bytes });
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readBytes(path);
  } catch (error) {
    throw new Failure(reasonOf(error), { place: path });
  }
}
