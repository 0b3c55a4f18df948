/**
 * Takes a JSON text that comes in chunks apart: yields the elements of one array in it, each as a text that
 * fits into memory.
 *
 * Sits in `recordings/`. JSON: RFC 8259. Only braces, brackets and texts are looked at here; the
 * receiver parses the element.
 */
import { joinBytes } from './join-bytes';

export interface JsonElements {
  push(chunk: Uint8Array): void;
  /** True if the array was found and its `]` was seen. */
  end(): boolean;
}

export interface JsonElementsOptions {
  /** The names on the way to the array, such as `recording`, `events`. */
  readonly path: readonly string[];
  readonly onElement: (text: string, offset: number) => void;
  /** Called for an element larger than any that a tool writes, which is left out. */
  readonly onTooLarge: (offset: number) => void;
}

const LARGEST_ELEMENT = 64 * 1024 * 1024;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const COLON = 58;

export function createJsonElements({ path, onElement, onTooLarge }: JsonElementsOptions): JsonElements {
  const decoder = new TextDecoder();
  /** The depth of braces and brackets around the current byte. */
  let depth = 0;
  /** The number of names of the path that stand around the current byte. */
  let matched = 0;
  let inText = false;
  let isEscaped = false;
  let isInside = false;
  let isComplete = false;
  /** The number of bytes before this chunk. */
  let passed = 0;
  /** The text that was read last, which may be a name; only filled until the array is found. */
  let text: number[] = [];
  let name = '';
  /** The pieces of the element that is being read. */
  let pieces: Uint8Array[] = [];
  let gathered = 0;
  let isTooLarge = false;
  let elementOffset = 0;

  const arrayDepth = path.length + 1;

  function takeElement(last: Uint8Array): void {
    if (isTooLarge) onTooLarge(elementOffset);
    else onElement(decoder.decode(pieces.length === 0 ? last : joinBytes([...pieces, last])), elementOffset);
    pieces = [];
    gathered = 0;
    isTooLarge = false;
  }

  function gather(piece: Uint8Array): void {
    gathered += piece.length;
    if (gathered > LARGEST_ELEMENT) {
      isTooLarge = true;
      pieces = [];
    } else if (!isTooLarge) pieces.push(piece);
  }

  /** The end of the open text: behind its quote, or the end of the chunk. */
  function endOfText(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        inText = false;
        return i + 1;
      }
      if (!isInside && text.length < 64 && byte !== undefined) text.push(byte);
    }
    return chunk.length;
  }

  return {
    push(chunk) {
      let start = -1;
      if (isInside && depth > arrayDepth) start = 0;
      let i = 0;
      while (i < chunk.length) {
        if (inText) {
          i = endOfText(chunk, i);
          continue;
        }
        const byte = chunk[i];
        if (byte === QUOTE) {
          inText = true;
          text = [];
        } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          if (isInside && depth === arrayDepth) {
            start = i;
            elementOffset = passed + i;
          }
          const isNext = !isComplete && depth === matched + 1 && name === path[matched];
          if (!isInside && isNext) {
            matched++;
            if (matched === path.length && byte === OPEN_BRACKET) isInside = true;
          }
          depth++;
          name = '';
        } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
          depth--;
          if (isInside && depth === arrayDepth && start >= 0) {
            takeElement(chunk.subarray(start, i + 1));
            start = -1;
          } else if (isInside && depth < arrayDepth) {
            isInside = false;
            isComplete = true;
          }
          if (depth <= matched) matched = Math.max(0, depth - 1);
          name = '';
        } else if (byte === COLON) {
          if (!isInside) name = decoder.decode(new Uint8Array(text));
        }
        i++;
      }
      if (start >= 0) gather(chunk.slice(start));
      passed += chunk.length;
    },
    end: () => isComplete,
  };
}
