/**
 * Reads bytes that come in chunks of any length record by record, or line by line.
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

interface ByteLines {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** `isCut` tells that the rest of the line was left out. The bytes are valid during the call only. */
type OnLine = (bytes: Uint8Array, start: number, end: number, number: number, isCut: boolean) => void;

const LONGEST_LINE = 4 * 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;

/**
 * Cuts bytes into lines, without making texts of them. A byte order mark is left out. Lines end in `\n` or `\r\n`. A
 * line longer than any tool writes is cut and marked.
 */
export function createByteLines(onLine: OnLine): ByteLines {
  let rest = new Uint8Array(0);
  let number = 0;
  let skipping = false;

  function emit(bytes: Uint8Array, from: number, end: number, isCut: boolean): void {
    number++;
    const hasMark =
      number === 1 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;
    const start = hasMark ? from + 3 : from;
    const last = end > start && bytes[end - 1] === RETURN ? end - 1 : end;
    onLine(bytes, start, last, number, isCut);
  }

  return {
    push(chunk) {
      let start = 0;
      if (skipping) {
        const end = chunk.indexOf(NEWLINE);
        if (end < 0) return;
        skipping = false;
        start = end + 1;
      } else if (rest.length > 0) {
        const end = chunk.indexOf(NEWLINE);
        const piece = end < 0 ? chunk : chunk.subarray(0, end);
        const whole = joinBytes([rest, piece]);
        rest = whole;
        if (end >= 0) {
          rest = new Uint8Array(0);
          emit(whole, 0, whole.length, false);
          start = end + 1;
        } else {
          cutIfTooLong();
          return;
        }
      }
      for (let end = chunk.indexOf(NEWLINE, start); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        emit(chunk, start, end, false);
        start = end + 1;
      }
      if (start < chunk.length) rest = chunk.slice(start);
      cutIfTooLong();
    },
    end() {
      if (rest.length > 0) emit(rest, 0, rest.length, false);
      rest = new Uint8Array(0);
    },
  };

  function cutIfTooLong(): void {
    if (rest.length <= LONGEST_LINE) return;
    emit(rest, 0, rest.length, true);
    rest = new Uint8Array(0);
    skipping = true;
  }
}
