/**
 * Reads bytes that come in chunks of any length record by record.
 *
 * Sits in `recordings/`, below the readers of binary traces.
 */

export interface RecordStream {
  readonly push: (chunk: Uint8Array) => void;
  /** The number of bytes before the record that is being read. */
  readonly offset: () => number;
  /** The number of bytes of an incomplete record. */
  readonly pending: () => number;
}

/** `readSome` returns how many of the given bytes it took: 0 if it needs more, or takes no more. */
export function createRecordStream(readSome: (bytes: Uint8Array) => number): RecordStream {
  let rest: Uint8Array = new Uint8Array(0);
  let passed = 0;
  return {
    push(chunk) {
      const bytes = rest.length === 0 ? chunk : joinBytes([rest, chunk]);
      let at = 0;
      while (at < bytes.length) {
        const read = readSome(bytes.subarray(at));
        if (read === 0) break;
        at += read;
        passed += read;
      }
      rest = bytes.slice(at);
    },
    offset: () => passed,
    pending: () => rest.length,
  };
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
