/**
 * Big-endian writing to a byte array that grows: what `bytes.ts` is to reading.
 *
 * Sits at the bottom of `classfile/`, under everything that writes class files.
 */
import { outside } from '../../base/check';

export class ByteSink {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u1(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  u2(value: number): void {
    this.#reserve(2);
    this.#bytes[this.#length++] = value >>> 8;
    this.#bytes[this.#length++] = value;
  }

  u4(value: number): void {
    this.u2(value >>> 16);
    this.u2(value & 0xffff);
  }

  append(bytes: readonly number[]): void {
    this.#reserve(bytes.length);
    for (const byte of bytes) this.#bytes[this.#length++] = byte;
  }

  copy(from: Uint8Array, start = 0, end = from.length): void {
    this.#reserve(end - start);
    // For the few bytes of an instruction a loop is faster than a view and a call.
    if (end - start < 16) {
      for (let at = start; at < end; at++) this.#bytes[this.#length++] = from[at] ?? outside(at);
      return;
    }
    this.#bytes.set(from.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** Overwrites what was written before. */
  putU2(at: number, value: number): void {
    this.#bytes[at] = value >>> 8;
    this.#bytes[at + 1] = value;
  }

  putU4(at: number, value: number): void {
    this.putU2(at, value >>> 16);
    this.putU2(at + 2, value & 0xffff);
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
