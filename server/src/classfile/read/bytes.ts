/**
 * Bounds-checked big-endian reading from a byte array, and modified UTF-8
 * (JVMS 4.4.7).
 *
 * Sits at the bottom of `classfile/`. A read beyond the end throws
 * {@link MalformedInput}, which the exported readers turn into a problem.
 */
import { MalformedInput } from '../../base/outcome';

/** A place in a byte array that moves as it reads. Cost: no allocation per read. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  offset: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.offset = start;
    this.end = Math.min(end, bytes.length);
  }

  u1(): number {
    const at = this.advance(1);
    return byteAt(this.bytes, at);
  }

  u2(): number {
    const at = this.advance(2);
    return readU2(this.bytes, at);
  }

  u4(): number {
    const at = this.advance(4);
    return readU4(this.bytes, at);
  }

  /** Moves on by `length` and returns the place where it stood. */
  advance(length: number): number {
    const at = this.offset;
    if (length > this.end - at) {
      throw new MalformedInput(`Ends early: ${length} more bytes expected, ${this.end - at} left`, at);
    }
    this.offset = at + length;
    return at;
  }
}

/** The byte at a place. Throws {@link MalformedInput} beyond the end: a file may say that more follows than there is. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? endsEarly(at);
}

function endsEarly(at: number): never {
  throw new MalformedInput('Ends early', at);
}

/** Two bytes as one number. Throws as {@link byteAt}. */
export function readU2(bytes: Uint8Array, at: number): number {
  return (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1);
}

/** Four bytes as one number. Throws as {@link byteAt}. */
export function readU4(bytes: Uint8Array, at: number): number {
  return ((readU2(bytes, at) << 16) | readU2(bytes, at + 2)) >>> 0;
}

/**
 * Decodes modified UTF-8: no zero bytes, surrogate pairs encoded each by
 * itself, so that UTF-16 units come out one by one. Cost: about 80 ns for a
 * typical name; eight ASCII bytes at a time is three times as fast as one.
 */
export function decodeModifiedUtf8(bytes: Uint8Array, start: number, length: number): string {
  const end = start + length;
  let text = '';
  let at = start;
  while (at + 8 <= end) {
    const a = byteAt(bytes, at);
    const b = byteAt(bytes, at + 1);
    const c = byteAt(bytes, at + 2);
    const d = byteAt(bytes, at + 3);
    const e = byteAt(bytes, at + 4);
    const f = byteAt(bytes, at + 5);
    const g = byteAt(bytes, at + 6);
    const h = byteAt(bytes, at + 7);
    if ((a | b | c | d | e | f | g | h) >= 0x80) break;
    text += String.fromCharCode(a, b, c, d, e, f, g, h);
    at += 8;
  }
  while (at < end) {
    const first = byteAt(bytes, at);
    if (first < 0x80) {
      text += String.fromCharCode(first);
      at += 1;
    } else if ((first & 0xe0) === 0xc0) {
      text += String.fromCharCode(((first & 0x1f) << 6) | continuation(bytes, at + 1, end));
      at += 2;
    } else if ((first & 0xf0) === 0xe0) {
      const middle = continuation(bytes, at + 1, end);
      text += String.fromCharCode(((first & 0x0f) << 12) | (middle << 6) | continuation(bytes, at + 2, end));
      at += 3;
    } else {
      throw new MalformedInput(`Byte 0x${first.toString(16)} cannot start a character of modified UTF-8`, at);
    }
  }
  return text;
}

function continuation(bytes: Uint8Array, at: number, end: number): number {
  const byte = byteAt(bytes, at);
  if (at >= end || (byte & 0xc0) !== 0x80)
    throw new MalformedInput('A character of modified UTF-8 is cut off', at);
  return byte & 0x3f;
}

/** The inverse of {@link decodeModifiedUtf8}. */
export function encodeModifiedUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0 && unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Uint8Array.from(bytes);
}
