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

export interface JsonTokens {
  push(chunk: Uint8Array): void;
  /** True if the text was complete. */
  end(): boolean;
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

export function createJsonTokens({ onValue, onClose, onBroken }: JsonTokenHandler): JsonTokens {
  const decoder = new TextDecoder();
  const way: (string | number)[] = [];
  /** The kind of each open level: true for a list, false for an object. */
  const lists: boolean[] = [];
  let inText = false;
  let isEscaped = false;
  let hasEscape = false;
  /** True if a text that comes next is the name of a field. */
  let awaitsName = false;
  /** The bytes of the text, number or word that is being read. */
  let token = new Uint8Array(256);
  let length = 0;
  let inWord = false;
  let passed = 0;
  let isBroken = false;
  let isWhole = false;

  function keep(byte: number): void {
    if (length === LONGEST) return;
    if (length === token.length) {
      const wider = new Uint8Array(length * 2);
      wider.set(token);
      token = wider;
    }
    token[length++] = byte;
  }

  function fail(offset: number): void {
    if (!isBroken) onBroken(offset);
    isBroken = true;
  }

  function endText(offset: number): void {
    const raw = decoder.decode(token.subarray(0, length));
    const text = hasEscape ? unescape(raw) : raw;
    if (text === undefined) {
      fail(offset);
      return;
    }
    if (awaitsName) way[way.length - 1] = text;
    else onValue(way, text);
    awaitsName = false;
  }

  function endWord(offset: number): void {
    inWord = false;
    const raw = decoder.decode(token.subarray(0, length));
    const word = raw === 'true' ? true : raw === 'false' ? false : raw === 'null' ? null : Number(raw);
    if (Number.isNaN(word)) fail(offset);
    else onValue(way, word);
  }

  function open(isList: boolean, offset: number): void {
    if (lists.length === DEEPEST) {
      fail(offset);
      return;
    }
    lists.push(isList);
    way.push(isList ? 0 : '');
    awaitsName = !isList;
  }

  function close(isList: boolean, offset: number): void {
    if (lists.pop() !== isList) {
      fail(offset);
      return;
    }
    way.pop();
    awaitsName = false;
    isWhole = lists.length === 0;
    onClose(way);
  }

  function next(): void {
    const last = way.length - 1;
    const index = way[last];
    if (typeof index === 'number') way[last] = index + 1;
    else awaitsName = last >= 0;
  }

  function readByte(byte: number, offset: number): void {
    if (byte > 32 && byte !== COMMA && byte !== CLOSE_BRACE && byte !== CLOSE_BRACKET && byte !== COLON) {
      if (byte === QUOTE) {
        inText = true;
        hasEscape = false;
        length = 0;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) open(byte === OPEN_BRACKET, offset);
      else {
        inWord = true;
        length = 0;
        keep(byte);
      }
      return;
    }
    if (byte === COMMA) next();
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) close(byte === CLOSE_BRACKET, offset);
  }

  function isEndOfWord(byte: number): boolean {
    return byte <= 32 || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COLON;
  }

  return {
    push(chunk) {
      let i = passed === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
      for (; i < chunk.length && !isBroken; i++) {
        const byte = chunk[i] ?? outside(i);
        if (inText) {
          if (isEscaped) {
            isEscaped = false;
            keep(byte);
          } else if (byte === QUOTE) {
            inText = false;
            endText(passed + i);
          } else {
            if (byte === BACKSLASH) isEscaped = hasEscape = true;
            keep(byte);
          }
          continue;
        }
        if (inWord) {
          if (!isEndOfWord(byte)) {
            keep(byte);
            continue;
          }
          endWord(passed + i);
        }
        readByte(byte, passed + i);
      }
      passed += chunk.length;
    },
    end: () => isWhole && !isBroken,
  };
}

function unescape(raw: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
