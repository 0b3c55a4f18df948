/**
 * The beginning and the number format that the agent's files of trees and traces share.
 *
 * Sits in `profile/`, under `counted-contexts.ts` and `trace-file.ts`.
 * Functions here throw {@link MalformedInput}.
 */
import { ByteCursor } from '../../classfile/read/bytes';
import { MalformedInput } from '../../base/outcome';

/** The version of both formats. */
const version = 1;

/** Opens the content behind the magic bytes and the version. `what` names the file, for people. */
export function openRecorded(bytes: Uint8Array, magic: string, what: string): ByteCursor {
  const { length } = magic;
  if (String.fromCharCode(...bytes.subarray(0, length)) !== magic) throw new MalformedInput(`Not ${what}`, 0);
  if (bytes[length] !== version)
    throw new MalformedInput(`Version ${bytes[length] ?? 0} of ${what} is not known`, length);
  return new ByteCursor(bytes, length + 1);
}

/** Reads a number of seven bits a byte, the lowest first; the last byte lacks the highest bit. */
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
