/**
 * Decodes sources, and writes changed text in the encoding that a source has.
 *
 * Sits in `host/`. Old sources stay readable: only comments and literals suffer from a wrong guess. A change
 * is encoded only if every byte outside of it stays as it is.
 */
export type ReadSource =
  | { readonly kind: 'text'; readonly text: string; readonly note?: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Decodes UTF-8, else the encoding that it seems to be, with a note. */
export function decodeSource(path: string, bytes: Uint8Array): ReadSource {
  const wide = utf16Of(bytes);
  if (wide !== undefined) {
    const text = decodeStrictly(bytes, wide);
    if (text !== undefined) return { kind: 'text', text, note: `${path} is UTF-16; javac expects UTF-8` };
  }
  if (bytes.includes(0))
    return { kind: 'unreadable', message: `${path} is binary (it holds a NUL byte), not Java source` };
  const text = decodeStrictly(bytes, 'utf-8');
  if (text !== undefined) return { kind: 'text', text };
  return {
    kind: 'text',
    text: new TextDecoder('latin1').decode(bytes),
    note: `${path} is not UTF-8; it was read as ISO 8859-1 (save it as UTF-8 to be sure of its literals)`,
  };
}

/** Recognizes UTF-16 by its byte order mark only: without one, it looks like binary data. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The bytes are of another encoding: the caller tries the next one.
    return undefined;
  }
}

/**
 * The bytes of a changed text, in the encoding and with the byte order mark of the source that it was; undefined if
 * that encoding is not certain, so that a change might damage other text.
 */
export function encodeLike(original: Uint8Array, changed: string): Uint8Array | undefined {
  const encode = encoderOf(original);
  const read = decodeSource('', original);
  if (encode === undefined || read.kind !== 'text') return undefined;
  // The proof: unchanged text gives the very bytes that are there.
  const same = encode(read.text);
  return same !== undefined && Buffer.compare(same, original) === 0 ? encode(changed) : undefined;
}

type Encode = (text: string) => Uint8Array | undefined;

function encoderOf(bytes: Uint8Array): Encode | undefined {
  const wide = utf16Of(bytes);
  if (wide !== undefined) {
    return (text) => {
      const encoded = Buffer.from(`\uFEFF${text}`, 'utf16le');
      return wide === 'utf-16le' ? encoded : encoded.swap16();
    };
  }
  // Encodings that switch by an escape, such as ISO-2022-JP, look like ASCII, and are not.
  if (bytes.includes(ESCAPE)) return undefined;
  if (decodeStrictly(bytes, 'utf-8') === undefined)
    return mayBeTwoBytes(bytes) ? undefined : encodeSingleBytes;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\uFEFF' : '';
  return (text) => Buffer.from(`${mark}${text}`);
}

const ESCAPE = 0x1b;

/**
 * True if a byte that means something in Java follows one above ASCII. In Shift JIS, GBK and Big5 it can be the second
 * half of a character, such as a `\` that ends no literal.
 */
function mayBeTwoBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte >= 0x80 && TRAILING.has(bytes[at + 1] ?? 0));
}

const TRAILING = new Set(Buffer.from('@[\\]^`{|}~'));

/** Text without characters that `latin1`, which is windows-1252 on the web, does not have. */
function encodeSingleBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = SINGLE_BYTES.get(text.charCodeAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

const ALL_SINGLE = new TextDecoder('latin1').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const SINGLE_BYTES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: ALL_SINGLE.length }, (_, byte) => [ALL_SINGLE.charCodeAt(byte), byte]),
);
