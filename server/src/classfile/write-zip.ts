/**
 * Writes a zip file of a few stored entries (PKWARE APPNOTE 6.3: 4.3.7,
 * 4.3.12, 4.3.16).
 *
 * Sits in `classfile/` beside `zip.ts`. Names are ASCII; the same entries give
 * the same bytes.
 */
import { computeCrc32 } from './crc32';
import { signature } from './zip-directory';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Stored, as zip's version 1.0 has it, on the first of January 1980. */
const version = 10;
const date = 0x21;

export function writeZip(entries: readonly NamedBytes[]): Uint8Array {
  const body: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let place = 0;
  for (const { name, bytes } of entries) {
    const text = new TextEncoder().encode(name);
    const head = [
      ...[...u2(version), ...u2(0), ...u2(0), ...u2(0), ...u2(date)],
      ...[...u4(computeCrc32(bytes)), ...u4(bytes.length), ...u4(bytes.length), ...u2(text.length)],
    ];
    const local = Uint8Array.of(...u4(signature.local), ...head, ...u2(0), ...text);
    body.push(local, bytes);
    directory.push(
      Uint8Array.of(...u4(signature.central), ...u2(version), ...head, ...u2(0), ...u2(0), ...u2(0)),
      Uint8Array.of(...u2(0), ...u4(0), ...u4(place), ...text),
    );
    place += local.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = u2(entries.length);
  return concatenate([
    ...[...body, ...directory],
    Uint8Array.of(...u4(signature.end), ...u2(0), ...u2(0), ...count, ...count, ...u4(size), ...u4(place)),
    Uint8Array.of(...u2(0)),
  ]);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function u2(value: number): readonly number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function u4(value: number): readonly number[] {
  return [...u2(value & 0xffff), ...u2(value >>> 16)];
}
