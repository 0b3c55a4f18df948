/**
 * Takes a JSON text that comes in chunks apart: yields the elements of one array in it, each as a text that
 * fits into memory.
 *
 * Sits in `recordings/`. JSON: RFC 8259. Only braces, brackets and texts are looked at here; the
 * receiver parses the element.
 */
import { isRecord } from '../../../base/shapes';
import { joinBytes } from './record-stream';

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

/** The reader of one text. */
export class JsonElementReader {
  readonly #options: JsonElementsOptions;
  readonly #decoder = new TextDecoder();
  /** The depth of braces and brackets directly inside the array. */
  readonly #arrayDepth: number;
  /** The depth of braces and brackets around the current byte. */
  #depth = 0;
  /** The number of names of the path that stand around the current byte. */
  #matched = 0;
  #inText = false;
  #isEscaped = false;
  #isInside = false;
  #isComplete = false;
  /** The number of bytes before this chunk. */
  #passed = 0;
  /** The text that was read last, which may be a name; only filled until the array is found. */
  #text: number[] = [];
  #name = '';
  /** The index in this chunk at which the open element, or the rest of it, starts; -1 between elements. */
  #start = -1;
  /** The pieces of the open element from earlier chunks. */
  #pieces: Uint8Array[] = [];
  #gathered = 0;
  #isTooLarge = false;
  #elementOffset = 0;

  constructor(options: JsonElementsOptions) {
    this.#options = options;
    this.#arrayDepth = options.path.length + 1;
  }

  push(chunk: Uint8Array): void {
    this.#start = this.#isInside && this.#depth > this.#arrayDepth ? 0 : -1;
    let i = 0;
    while (i < chunk.length) {
      if (this.#inText) {
        i = this.#endOfText(chunk, i);
        continue;
      }
      const byte = chunk[i];
      if (byte === QUOTE) {
        this.#inText = true;
        this.#text = [];
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte === OPEN_BRACKET, i);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close(chunk, i);
      else if (byte === COLON && !this.#isInside)
        this.#name = this.#decoder.decode(new Uint8Array(this.#text));
      i++;
    }
    if (this.#start >= 0) this.#gather(chunk.slice(this.#start));
    this.#passed += chunk.length;
  }

  /** True if the array was found and its `]` was seen. */
  end(): boolean {
    return this.#isComplete;
  }

  /** The end of the open text: behind its quote, or the end of the chunk. */
  #endOfText(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#inText = false;
        return i + 1;
      }
      if (!this.#isInside && this.#text.length < 64 && byte !== undefined) this.#text.push(byte);
    }
    return chunk.length;
  }

  /** Enters an object or a list, which may be an element, the array itself, or a step on the way to it. */
  #open(isList: boolean, index: number): void {
    const { path } = this.#options;
    if (this.#isInside) {
      if (this.#depth === this.#arrayDepth) {
        this.#start = index;
        this.#elementOffset = this.#passed + index;
      }
    } else if (!this.#isComplete && this.#depth === this.#matched + 1 && this.#name === path[this.#matched]) {
      this.#matched++;
      if (this.#matched === path.length && isList) this.#isInside = true;
    }
    this.#depth++;
    this.#name = '';
  }

  /** Leaves an object or a list; an element is complete with it. */
  #close(chunk: Uint8Array, index: number): void {
    this.#depth--;
    if (this.#isInside && this.#depth === this.#arrayDepth && this.#start >= 0) {
      this.#takeElement(chunk.subarray(this.#start, index + 1));
      this.#start = -1;
    } else if (this.#isInside && this.#depth < this.#arrayDepth) {
      this.#isInside = false;
      this.#isComplete = true;
    }
    if (this.#depth <= this.#matched) this.#matched = Math.max(0, this.#depth - 1);
    this.#name = '';
  }

  #takeElement(last: Uint8Array): void {
    const { onElement, onTooLarge } = this.#options;
    if (this.#isTooLarge) onTooLarge(this.#elementOffset);
    else {
      const whole = this.#pieces.length === 0 ? last : joinBytes([...this.#pieces, last]);
      onElement(this.#decoder.decode(whole), this.#elementOffset);
    }
    this.#pieces = [];
    this.#gathered = 0;
    this.#isTooLarge = false;
  }

  /** Keeps a piece of the open element until the rest of it comes. */
  #gather(piece: Uint8Array): void {
    this.#gathered += piece.length;
    if (this.#gathered > LARGEST_ELEMENT) {
      this.#isTooLarge = true;
      this.#pieces = [];
    } else if (!this.#isTooLarge) this.#pieces.push(piece);
  }
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
}

export function numberIn(value: unknown, name: string): number | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'number' ? field : undefined;
}

export function recordIn(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const field = fieldOf(value, name);
  return isRecord(field) ? field : undefined;
}

export function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  const field = fieldOf(value, name);
  return isList(field) ? field : undefined;
}
