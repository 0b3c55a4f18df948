/**
 * A file's operations as bytes, for the cache on disk.
 *
 * Sits in `analysis/`, over `packed-members.ts`. Length of a JSON head, the head
 * (counts, dependencies), texts, fractions, numbers; in the byte order of the
 * machine, which no entry leaves. Bytes of any other form are read as nothing.
 */
import * as v from 'valibot';
import { withDefined } from '../base/check';
import { conforms, count, type Described, isRecord, optional, parseJson, text } from '../base/shapes';
import type { Dependencies } from './dependencies';
import type { FileOperations } from './file-operations';
import { packMembers, unpackMembers } from './packed-members';

export interface StoredFile {
  readonly file: FileOperations;
  /** The fingerprint of the headers that the file was analyzed under. */
  readonly fingerprint: string;
  /** The part of those headers that the result depends on, where that is known. */
  readonly dependencies?: Dependencies | undefined;
}

/** The form is that of the tool's version, which the cache keeps apart: only what is damaged must be told. */
const headSchema = v.object({
  fingerprint: text(),
  dependencies: optional(v.custom<Dependencies>(isDependencies)),
  path: text(),
  problems: v.custom<FileOperations['problems']>(Array.isArray),
  /** Bytes of texts, and how many there are of the others. */
  texts: count(),
  fractions: count(),
  numbers: count(),
});

const LENGTH_BYTES = 4;

export function writeStoredFile({ file, fingerprint, dependencies }: StoredFile): Uint8Array {
  const { path, members, problems } = file;
  const { numbers, fractions, texts } = packMembers(members);
  const encoder = new TextEncoder();
  const textBytes = encoder.encode(texts);
  const head: Described<typeof headSchema> = {
    fingerprint,
    ...withDefined({ dependencies }),
    path,
    problems,
    texts: textBytes.length,
    fractions: fractions.length,
    numbers: numbers.length,
  };
  const headBytes = encoder.encode(JSON.stringify(head));
  const parts = [
    new Uint8Array(Uint32Array.of(headBytes.length).buffer),
    headBytes,
    textBytes,
    bytesOf(fractions),
    bytesOf(numbers),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function readStoredFile(bytes: Uint8Array): StoredFile | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const headEnd = LENGTH_BYTES + (new Uint32Array(copyOf(bytes, 0, LENGTH_BYTES))[0] ?? 0);
  const parsed = parseJson(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, headEnd)));
  const head = parsed.ok ? parsed.value : undefined;
  if (!conforms(headSchema, head)) return undefined;
  const { fingerprint, dependencies, path, problems } = head;
  const textsEnd = headEnd + head.texts;
  const fractionsEnd = textsEnd + head.fractions * Float64Array.BYTES_PER_ELEMENT;
  const end = fractionsEnd + head.numbers * Int32Array.BYTES_PER_ELEMENT;
  if (end !== bytes.length) return undefined;
  const fractions = new Float64Array(copyOf(bytes, textsEnd, fractionsEnd));
  const numbers = new Int32Array(copyOf(bytes, fractionsEnd, end));
  const texts = new TextDecoder().decode(bytes.subarray(headEnd, textsEnd));
  try {
    const members = unpackMembers({ numbers, fractions, texts });
    return { file: { path, members, problems }, fingerprint, dependencies };
  } catch {
    return undefined; // texts that are no JSON
  }
}

function isDependencies(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return (
    Array.isArray(value['classes']) && Array.isArray(value['names']) && typeof value['hash'] === 'string'
  );
}

/** Numbers must stand at multiples of their size. */
function copyOf(bytes: Uint8Array, start: number, end: number): ArrayBuffer {
  return new Uint8Array(bytes.subarray(start, end)).buffer;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
