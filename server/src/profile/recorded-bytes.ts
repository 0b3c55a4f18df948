/**
 * What the agent's files of trees and traces share: how they begin, and how
 * they write numbers.
 *
 * Sits in `profile/`, under `counted-contexts.ts` and `trace-file.ts`.
 * Functions here throw {@link MalformedInput}.
 */
import { ByteCursor } from '../classfile/bytes';
import { MalformedInput } from '../classfile/outcome';

/** Both of them have this one so far. */
const version = 1;

/** Behind the magic and the byte of the version. `what`: the file, for people. */
export function openRecorded(bytes: Uint8Array, magic: string, what: string): ByteCursor {
  const { length } = magic;
  if (String.fromCharCode(...bytes.subarray(0, length)) !== magic) throw new MalformedInput(`Not ${what}`, 0);
  if (bytes[length] !== version)
    throw new MalformedInput(`Version ${bytes[length] ?? 0} of ${what} is not known`, length);
  return new ByteCursor(bytes, length + 1);
}

/** Seven bits a byte, low ones first, the last without the highest bit. */
export function readNumber(cursor: ByteCursor, what: string): number {
  const { bytes, end } = cursor;
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.offset < end ? bytes[cursor.offset++] : undefined;
    if (byte === undefined) throw new MalformedInput(`${what} ends early`, cursor.offset);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}
