/**
 * Reads an import's bytes as the command line does: recognized by structure,
 * in chunks, and decompressed where need be.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { recognizeFormat } from '../../../server/src/recordings/import/import-profile';
import { HEAD_BYTES, type ImportContext } from '../../../server/src/recordings/import/stack-importer';
import type { ImportedRecording } from '../../../server/src/recordings/model/imported-profile';

export const FIXTURES = join(__dirname, '../../fixtures/imports');

export function fixtureBytes(path: string): Uint8Array {
  const bytes = readFileSync(join(FIXTURES, path));
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

export function importBytes(
  bytes: Uint8Array,
  context: Partial<ImportContext> = {},
  chunkSize = 1000,
): ImportedRecording {
  const format = recognizeFormat(bytes.subarray(0, HEAD_BYTES));
  if (format === undefined) throw new Error('no importer recognizes it');
  const importer = format.create({ name: 'profile', folders: [], ...context });
  for (let at = 0; at < bytes.length; at += chunkSize) importer.push(bytes.subarray(at, at + chunkSize));
  return importer.end();
}

export function importFixture(path: string, context: Partial<ImportContext> = {}): ImportedRecording {
  return importBytes(fixtureBytes(path), {
    name: basename(path),
    folders: path.split('/').slice(0, -1),
    ...context,
  });
}

export function importText(text: string, context: Partial<ImportContext> = {}): ImportedRecording {
  return importBytes(new TextEncoder().encode(text), context);
}

/** Values of the innermost frames by their names, of one measure. */
export function valuesByName({ tree, frames }: ImportedRecording, measure = 0): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  tree.values[measure]?.forEach((value, context) => {
    if (value === 0) return;
    const name = frames[tree.frames[context] ?? -1]?.name ?? '[root]';
    result.set(name, (result.get(name) ?? 0) + value);
  });
  return result;
}
