/**
 * Recordings are the same after they are written and read again: all fixtures through each
 * format's writer and reader.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../../server/src/recordings/import/import-profile';
import type { Frame, ImportedRecording } from '../../../server/src/recordings/model/imported-profile';
import { sumOf } from '../../../server/src/recordings/model/imported-profile';
import { writeCallgrind } from '../../../server/src/recordings/export/write-callgrind';
import { writePprof } from '../../../server/src/recordings/export/write-pprof';
import { writeSpeedscope } from '../../../server/src/recordings/export/write-speedscope';
import { fixtureBytes, FIXTURES, importBytes, importFixture } from '../import/import-file';

const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(FIXTURES, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter((path) => recognizeFormat(fixtureBytes(path).subarray(0, 64 * 1024)) !== undefined);

const encoder = new TextEncoder();
const joined = (chunks: Iterable<Uint8Array | string>): Uint8Array =>
  Buffer.concat(Array.from(chunks, (chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk)));

const WRITERS = {
  pprof: (recording: ImportedRecording) => joined(writePprof(recording, 'test')),
  speedscope: (recording: ImportedRecording) => joined(writeSpeedscope(recording, 'test')),
  callgrind: (recording: ImportedRecording) => joined(writeCallgrind(recording, 'test')),
};

const keyOf = ({ kind, name, class: owner, method, descriptor, file, line }: Frame): string =>
  JSON.stringify([kind, name, owner, method, descriptor, file, line]);

/** Values by stack; `depth` 1 for the innermost frames alone. */
function valuesOf({ tree, frames, measures }: ImportedRecording, depth: number): Map<string, number[]> {
  const result = new Map<string, number[]>();
  for (let context = 0; context < tree.parents.length; context++) {
    const values = measures.map((_, measure) => tree.values[measure]?.[context] ?? 0);
    if (values.every((value) => value === 0)) continue;
    const stack: string[] = [];
    for (let at = context; at > 0 && stack.length < depth; at = tree.parents[at] ?? 0) {
      const frame = frames[tree.frames[at] ?? -1];
      if (frame !== undefined) stack.push(keyOf(frame));
    }
    const key = stack.length === 0 ? keyOf({ kind: 'native', name: '[no stack]' }) : stack.join('\n');
    const known = result.get(key) ?? measures.map(() => 0);
    result.set(
      key,
      known.map((value, measure) => value + (values[measure] ?? 0)),
    );
  }
  return result;
}

describe.each(Object.entries(WRITERS))('%s', (format, write) => {
  it.each(files)('%s is the same after it was written and read', (path) => {
    const before = importFixture(path);
    const bytes = write(before);
    expect(recognizeFormat(bytes.subarray(0, 64 * 1024))?.id).toBe(format);
    const after = importBytes(bytes, { name: before.source.name });
    expect(after.problems).toEqual([]);
    expect({ ...after.source, format: '' }).toEqual({ ...before.source, format: '' });
    expect(after.lineTrust).toBe(before.lineTrust);
    expect(after.measures.map((measure) => ({ ...measure, total: 0 }))).toEqual(
      before.measures.map((measure) => ({ ...measure, total: 0 })),
    );
    const depth = format === 'callgrind' ? 1 : Infinity;
    const [old, read] = [valuesOf(before, depth), valuesOf(after, depth)];
    const precision = format === 'speedscope' ? 1e-12 : 1e-9;
    for (const [measure, { total }] of before.measures.entries()) {
      expect(Math.abs((after.measures[measure]?.total ?? 0) - total)).toBeLessThanOrEqual(precision * total);
      expect(Math.abs(sumOf(after, measure) - total)).toBeLessThanOrEqual(precision * total);
      for (const [stack, values] of old) {
        const value = read.get(stack)?.[measure] ?? 0;
        expect(Math.abs(value - (values[measure] ?? 0)), stack).toBeLessThanOrEqual(precision * total);
      }
    }
    expect([...read.keys()].filter((stack) => !old.has(stack))).toEqual([]);
  });
});
