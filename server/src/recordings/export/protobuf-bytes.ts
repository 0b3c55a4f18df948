/**
 * Writes the wire format of protocol buffers ("Encoding" of their
 * documentation). Sits in `recordings/`.
 */
export interface ByteWriter {
  /** Writes a number from 0 to 2⁵³; 0 is left out, because readers take a missing field for 0. */
  number(field: number, value: number): void;
  /** Writes repeated numbers, packed. */
  numbers(field: number, values: readonly number[]): void;
  bytes(field: number, value: Uint8Array): void;
  text(field: number, value: string): void;
  readonly length: () => number;
  /** Returns the written bytes, which the caller owns; the writer begins anew. */
  take(): Uint8Array;
}

const encoder = new TextEncoder();

export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(256);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    const wider = new Uint8Array(Math.max(buffer.length * 2, length + more));
    wider.set(buffer.subarray(0, length));
    buffer = wider;
  }

  function varint(value: number): void {
    reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      buffer[length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    buffer[length++] = rest;
  }

  function bytes(field: number, value: Uint8Array): void {
    varint(field * 8 + 2);
    varint(value.length);
    reserve(value.length);
    buffer.set(value, length);
    length += value.length;
  }

  return {
    number(field, value) {
      if (value === 0) return;
      varint(field * 8);
      varint(value);
    },
    numbers(field, values) {
      if (values.length === 0) return;
      varint(field * 8 + 2);
      varint(values.reduce((sum, value) => sum + varintLength(value), 0));
      for (const value of values) varint(value);
    },
    bytes,
    text(field, value) {
      bytes(field, encoder.encode(value));
    },
    length: () => length,
    take() {
      const taken = buffer.slice(0, length);
      length = 0;
      return taken;
    },
  };
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length++;
  return length;
}
