/**
 * Reads a JSON text that comes in chunks value by value, with the way to each; nothing of the text is kept.
 *
 * Sits in `recordings/`. JSON: RFC 8259. Almost correct JSON (with a comma too many) is read as far
 * as it is clear.
 */
import { outside } from '../../../base/check';
/** The names of fields and indices of lists around a value, the outermost first. Valid during the call only. */
export type JsonWay = readonly (string | number)[];

export type JsonScalar = string | number | boolean | null;

export interface JsonTokenHandler {
  /** A text, a number, true, false or null. */
  readonly onValue: (way: JsonWay, value: JsonScalar) => void;
  /** An object or a list has ended. */
  readonly onClose: (way: JsonWay) => void;
  /** The text is not JSON from here on; nothing more is read. */
  readonly onBroken: (offset: number) => void;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const DEEPEST = 256;
/** No profiler writes a longer name or number; a longer text is cut. */
const LONGEST = 1024 * 1024;

/** The reader of one text. */
export class JsonTokenReader {
  readonly #handler: JsonTokenHandler;
  readonly #decoder = new TextDecoder();
  readonly #way: (string | number)[] = [];
  /** The kind of each open level: true for a list, false for an object. */
  readonly #lists: boolean[] = [];
  #inText = false;
  #isEscaped = false;
  #hasEscape = false;
  /** True if a text that comes next is the name of a field. */
  #awaitsName = false;
  /** The bytes of the text, number or word that is being read. */
  #token = new Uint8Array(256);
  #length = 0;
  #inWord = false;
  /** The number of bytes before this chunk. */
  #passed = 0;
  #isBroken = false;
  #isWhole = false;

  constructor(handler: JsonTokenHandler) {
    this.#handler = handler;
  }

  push(chunk: Uint8Array): void {
    let i = this.#passed === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
    while (i < chunk.length && !this.#isBroken) {
      if (this.#inText) i = this.#readText(chunk, i);
      else if (this.#inWord) i = this.#readWord(chunk, i);
      else {
        this.#readByte(chunk[i] ?? outside(i), this.#passed + i);
        i++;
      }
    }
    this.#passed += chunk.length;
  }

  /** True if the text was complete. */
  end(): boolean {
    return this.#isWhole && !this.#isBroken;
  }

  /** Reads on in an open text. Returns the index behind its quote, or the end of the chunk. */
  #readText(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? outside(i);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === QUOTE) {
        this.#inText = false;
        this.#endText(this.#passed + i);
        return i + 1;
      } else if (byte === BACKSLASH) this.#isEscaped = this.#hasEscape = true;
      this.#keep(byte);
    }
    return chunk.length;
  }

  /** Reads on in an open number or word. Returns the index behind the byte that ended it, or the end of the chunk. */
  #readWord(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? outside(i);
      if (isEndOfWord(byte)) {
        this.#endWord(this.#passed + i);
        this.#readByte(byte, this.#passed + i);
        return i + 1;
      }
      this.#keep(byte);
    }
    return chunk.length;
  }

  /** Reads a byte that stands outside of texts, numbers and words, or that starts one. */
  #readByte(byte: number, offset: number): void {
    if (byte === COMMA) this.#next();
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close(byte === CLOSE_BRACKET, offset);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte === OPEN_BRACKET, offset);
    else if (byte === QUOTE) {
      this.#inText = true;
      this.#hasEscape = false;
      this.#length = 0;
    } else if (!isEndOfWord(byte)) {
      this.#inWord = true;
      this.#length = 0;
      this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#length === LONGEST) return;
    if (this.#length === this.#token.length) {
      const wider = new Uint8Array(this.#length * 2);
      wider.set(this.#token);
      this.#token = wider;
    }
    this.#token[this.#length++] = byte;
  }

  #endText(offset: number): void {
    const raw = this.#decoder.decode(this.#token.subarray(0, this.#length));
    const text = this.#hasEscape ? unescape(raw) : raw;
    if (text === undefined) {
      this.#fail(offset);
      return;
    }
    if (this.#awaitsName) this.#way[this.#way.length - 1] = text;
    else this.#handler.onValue(this.#way, text);
    this.#awaitsName = false;
  }

  #endWord(offset: number): void {
    this.#inWord = false;
    const raw = this.#decoder.decode(this.#token.subarray(0, this.#length));
    const word = raw === 'true' ? true : raw === 'false' ? false : raw === 'null' ? null : Number(raw);
    if (Number.isNaN(word)) this.#fail(offset);
    else this.#handler.onValue(this.#way, word);
  }

  #open(isList: boolean, offset: number): void {
    if (this.#lists.length === DEEPEST) {
      this.#fail(offset);
      return;
    }
    this.#lists.push(isList);
    this.#way.push(isList ? 0 : '');
    this.#awaitsName = !isList;
  }

  #close(isList: boolean, offset: number): void {
    if (this.#lists.pop() !== isList) {
      this.#fail(offset);
      return;
    }
    this.#way.pop();
    this.#awaitsName = false;
    this.#isWhole = this.#lists.length === 0;
    this.#handler.onClose(this.#way);
  }

  /** Goes on to the next element or field behind a comma. */
  #next(): void {
    const last = this.#way.length - 1;
    const index = this.#way[last];
    if (typeof index === 'number') this.#way[last] = index + 1;
    else this.#awaitsName = last >= 0;
  }

  #fail(offset: number): void {
    if (!this.#isBroken) this.#handler.onBroken(offset);
    this.#isBroken = true;
  }
}

function isEndOfWord(byte: number): boolean {
  return byte <= 32 || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COLON;
}

function unescape(raw: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
