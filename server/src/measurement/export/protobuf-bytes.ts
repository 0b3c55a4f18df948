/**
 * Writes the wire format of protocol buffers ("Encoding" of their
 * documentation). Sits in `measurement/export/`.
 */
export interface ByteWriter {
  /** Field of a number of at least 0, up to 2⁵³; left out where it is 0, which is what readers take it for. */
  number(field: number, value: number): void;
  /** Repeated numbers, packed. */
  numbers(field: number, values: readonly number[]): void;
  bytes(field: number, value: Uint8Array): void;
  text(field: number, value: string): void;
  readonly length: () => number;
  /** What was written; the writer begins anew. The bytes are the caller's. */
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
