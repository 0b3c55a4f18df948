/**
 * Joins pieces of text to some 64 KB, so that a line does not cost a system call.
 *
 * Sits in `host/`, before files and streams. The bytes stay the same.
 */
const ENOUGH = 64 * 1024;

export function* joinSmall<Bytes extends Uint8Array = never>(
  pieces: Iterable<string | Bytes>,
): Generator<string | Bytes> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      waiting.push(piece);
      length += piece.length;
      if (length < ENOUGH) continue;
    }
    if (length > 0) yield waiting.join('');
    waiting = [];
    length = 0;
    if (typeof piece !== 'string') yield piece;
  }
  if (length > 0) yield waiting.join('');
}
