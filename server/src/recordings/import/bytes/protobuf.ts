/**
 * Reads the wire format of protocol buffers: fields by number, as they come.
 *
 * Sits in `recordings/`. Specification: "Encoding" of the Protocol Buffers documentation. It reads
 * one message after the other from a stream larger than memory, which the libraries cannot do. Groups (wire
 * types 3 and 4) are refused.
 */
import { joinBytes } from './record-stream';

export type WireValue = number | bigint | Uint8Array;

export interface Field {
  readonly number: number;
  /** A number for varints, or a bigint above 53 bits; bytes for all other types. */
  readonly value: WireValue;
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;

/** Bytes that are read from the front; `at` is the position. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** The next varint; undefined if it is cut off or has more than 64 bits, and the cursor then stays. */
export function readVarint(cursor: Cursor): number | bigint | undefined {
  const { bytes, at: start } = cursor;
  let low = 0;
  let high = 0;
  for (let index = 0; index < 10; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) return undefined;
    const part = byte & 0x7f;
    if (index < 4) low |= part << (7 * index);
    else if (index === 4) {
      low |= part << 28;
      high = part >>> 4;
    } else high |= part << (7 * index - 32);
    if (byte >= 0x80) continue;
    cursor.at = start + index + 1;
    const upper = high >>> 0;
    return upper < 0x20_0000
      ? upper * 0x1_0000_0000 + (low >>> 0)
      : (BigInt(upper) << 32n) | BigInt(low >>> 0);
  }
  return undefined;
}

/** The varint of an int64, whose negative numbers are in two's complement. */
export function signed(value: number | bigint): number {
  return typeof value === 'number' ? value : Number(BigInt.asIntN(64, value));
}

/** The next field; undefined at the end, `broken` if the rest is not a field. */
export function readField(cursor: Cursor): Field | undefined | 'broken' {
  const { bytes, at: start } = cursor;
  if (start >= bytes.length) return undefined;
  const key = readVarint(cursor);
  if (typeof key !== 'number') return 'broken';
  const number = Math.floor(key / 8);
  const wire = key % 8;
  if (wire === VARINT) {
    const value = readVarint(cursor);
    return value === undefined ? 'broken' : { number, value };
  }
  const length =
    wire === LENGTH ? readVarint(cursor) : wire === FIXED64 ? 8 : wire === FIXED32 ? 4 : undefined;
  if (typeof length !== 'number' || cursor.at + length > bytes.length) return 'broken';
  const value = bytes.subarray(cursor.at, cursor.at + length);
  cursor.at += length;
  return { number, value };
}

/** The fields of a message that is held as a whole; undefined if it is broken. */
export function fieldsOf(value: WireValue): readonly Field[] | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const cursor: Cursor = { bytes: value, at: 0 };
  const fields: Field[] = [];
  for (;;) {
    const field = readField(cursor);
    if (field === undefined) return fields;
    if (field === 'broken') return undefined;
    fields.push(field);
  }
}

/** A number that may be too large to be exact as a number of JavaScript's. */
export type Id = number | bigint;

/** The number in field `number`, or 0, which protocol buffers leave out. */
export function idIn(fields: readonly Field[], number: number): Id {
  const value = fields.find((field) => field.number === number)?.value;
  return value === undefined || value instanceof Uint8Array ? 0 : value;
}

export function numberIn(fields: readonly Field[], number: number): number {
  return signed(idIn(fields, number));
}

/** Reads the varints of a repeated field: packed, or a single one. */
export function readNumbers(value: WireValue, onNumber: (value: number | bigint) => void): boolean {
  if (!(value instanceof Uint8Array)) {
    onNumber(value);
    return true;
  }
  const cursor: Cursor = { bytes: value, at: 0 };
  while (cursor.at < value.length) {
    const number = readVarint(cursor);
    if (number === undefined) return false;
    onNumber(number);
  }
  return true;
}

export interface FieldStream {
  push(chunk: Uint8Array): void;
  /** True if nothing is left over. */
  end(): boolean;
}

/** No profiler writes a larger message. */
const LARGEST_FIELD = 64 * 1024 * 1024;

/** Yields the fields of one message that comes in chunks. `value` is valid during the call only. */
export function createFieldStream(
  onField: (field: Field, offset: number) => void,
  onBroken: (offset: number) => void,
): FieldStream {
  let rest = new Uint8Array(0);
  let needed = 0;
  let pending: Uint8Array[] = [];
  let gathered = 0;
  let passed = 0;
  let isBroken = false;

  function readAll(bytes: Uint8Array): void {
    const cursor: Cursor = { bytes, at: 0 };
    while (cursor.at < bytes.length) {
      const start = cursor.at;
      const missing = missingAfter(cursor);
      if (missing === 'broken') {
        isBroken = true;
        onBroken(passed + start);
        return;
      }
      cursor.at = start;
      if (missing > 0) {
        rest = bytes.slice(start);
        needed = rest.length + missing;
        passed += start;
        return;
      }
      const field = readField(cursor);
      if (field !== undefined && field !== 'broken') onField(field, passed + start);
    }
    passed += bytes.length;
    rest = new Uint8Array(0);
    needed = 0;
  }

  return {
    push(chunk) {
      if (isBroken) return;
      pending.push(chunk);
      gathered += chunk.length;
      if (rest.length + gathered < needed) {
        pending[pending.length - 1] = chunk.slice();
        return;
      }
      const whole = pending.length === 1 && rest.length === 0 ? chunk : joinBytes([rest, ...pending]);
      pending = [];
      gathered = 0;
      readAll(whole);
    },
    end: () => isBroken || (rest.length === 0 && gathered === 0),
  };
}

/** The number of further bytes that the field at the cursor needs, at least. */
function missingAfter(cursor: Cursor): number | 'broken' {
  const { bytes } = cursor;
  const left = bytes.length - cursor.at;
  const key = readVarint(cursor);
  if (key === undefined) return left >= 10 ? 'broken' : 1;
  if (typeof key !== 'number' || key < 8) return 'broken';
  const wire = key % 8;
  if (wire === VARINT) {
    const from = cursor.at;
    if (readVarint(cursor) !== undefined) return 0;
    return bytes.length - from >= 10 ? 'broken' : 1;
  }
  if (wire === FIXED64 || wire === FIXED32)
    return Math.max(0, (wire === FIXED64 ? 8 : 4) - (bytes.length - cursor.at));
  if (wire !== LENGTH) return 'broken';
  const from = cursor.at;
  const length = readVarint(cursor);
  if (length === undefined) return bytes.length - from >= 10 ? 'broken' : 1;
  if (typeof length !== 'number' || length > LARGEST_FIELD) return 'broken';
  return Math.max(0, length - (bytes.length - cursor.at));
}
