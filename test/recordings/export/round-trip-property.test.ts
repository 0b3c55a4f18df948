/**
 * Recordings that no tool made are the same after they are written and read again:
 * any frames, any names that can be printed, any measures.
 */
import type { Measure } from '../../../server/src/base/measure';
import { formatImport, readImport } from '../../../server/src/recordings/document/import-document';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRecordingCsv } from '../../../server/src/cli/format/recording-csv';
import { writeCallgrind } from '../../../server/src/recordings/export/write-callgrind';
import { writePprof } from '../../../server/src/recordings/export/write-pprof';
import { writeSpeedscope } from '../../../server/src/recordings/export/write-speedscope';
import { recognizeFormat } from '../../../server/src/recordings/import/import-profile';
import { printable } from '../../../server/src/recordings/import/frame-names';
import type { Frame, ImportedRecording } from '../../../server/src/recordings/model/imported-profile';
import { importBytes } from '../import/import-file';

/** Names as readers take them: on one line, not without end, and with no blank around them. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((each) => printable(each) === each && each.trim() === each && each.normalize() === each);

const place = fc.record(
  { file: text.map((name) => `src/${name}.java`), line: fc.integer({ min: 1, max: 60_000 }) },
  { requiredKeys: [] },
);

const javaFrame: fc.Arbitrary<Frame> = fc
  .tuple(
    fc.stringMatching(/^[a-z]{1,4}(?:\/[A-Z][a-z]{0,5}){1,2}(?:\$[A-Z1-9][a-z]{0,3})?$/),
    fc.constantFrom('run', '<init>', '<clinit>', 'lambda$run$0', 'größe'),
    fc.record({ descriptor: fc.constantFrom('()V', '(ILjava/lang/String;)[J') }, { requiredKeys: [] }),
    place,
  )
  .map(([owner, method, descriptor, at]) => ({
    kind: 'java',
    name: `${owner.replaceAll('/', '.')}.${method}`,
    class: owner,
    method,
    ...descriptor,
    ...at,
  }));

const otherFrame: fc.Arbitrary<Frame> = fc
  .tuple(fc.constantFrom('native', 'kernel', 'runtime', 'thread', 'path', 'idle' as const), text, place)
  .map(([kind, name, at]) => ({ kind, name, ...at }));

const measure: fc.Arbitrary<Omit<Measure, 'total'>> = fc.record(
  {
    name: text,
    unit: fc.constantFrom('joules', 'seconds', 'samples', 'bytes' as const),
    provenance: fc.constantFrom('measured', 'modeled', 'estimated' as const),
    component: text,
    device: text,
  },
  { requiredKeys: ['name', 'unit', 'provenance'] },
);

/** Each context below one before it, with a whole number of each measure's finest unit. */
const recordings: fc.Arbitrary<ImportedRecording> = fc
  .record({
    frames: fc.uniqueArray(fc.oneof(javaFrame, otherFrame), {
      minLength: 1,
      maxLength: 8,
      // By its name, kind and descriptor a note tells what a frame is: two of one name are one kind of thing.
      selector: ({ name, descriptor = '' }) => name + descriptor,
    }),
    measures: fc.uniqueArray(measure, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
    contexts: fc.array(
      fc.record({
        above: fc.nat(),
        frame: fc.nat(),
        values: fc.array(fc.nat({ max: 1e9 }), { minLength: 3, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    name: text,
    lineTrust: fc.constantFrom('exact', 'biased', 'none' as const),
    tool: fc.record({ tool: text }, { requiredKeys: [] }),
  })
  .map(({ frames, measures, contexts, name, lineTrust, tool }) => {
    const parents = Int32Array.from([-1, ...contexts.map(({ above }, index) => above % (index + 1))]);
    const at = Int32Array.from([-1, ...contexts.map(({ frame }) => frame % frames.length)]);
    const values = measures.map(({ unit }, index) => {
      const scale = unit === 'joules' ? 1e-3 : unit === 'seconds' ? 1e-6 : 1;
      return Float64Array.from([0, ...contexts.map((context) => (context.values[index] ?? 0) * scale)]);
    });
    return {
      source: { format: 'test', name, ...tool },
      measures: measures.map((each, index) => ({
        ...each,
        total: Array.from(values[index] ?? []).reduce((sum, value) => sum + value, 0),
      })),
      frames,
      tree: { parents, frames: at, values, variances: measures.map(() => undefined) },
      lineTrust,
      problems: [],
    };
  });

/** Values by stack; `depth` 1 for the innermost frames alone. */
function valuesOf({ tree, frames, measures }: ImportedRecording, depth: number): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  for (let context = 1; context < tree.parents.length; context++) {
    const stack: string[] = [];
    for (let at = context; at > 0 && stack.length < depth; at = tree.parents[at] ?? 0)
      stack.push(keyOf(frames[tree.frames[at] ?? -1]));
    for (const [index, { name }] of measures.entries()) {
      const value = tree.values[index]?.[context] ?? 0;
      const key = `${name}: ${stack.join(' < ')}`;
      if (value > 0) result.set(key, (result.get(key) ?? 0) + value);
    }
  }
  return result;
}

function keyOf(frame: Frame | undefined): string {
  return JSON.stringify(Object.entries(frame ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const encoder = new TextEncoder();

function readAgain(pieces: Iterable<string | Uint8Array>, name: string): ImportedRecording {
  const bytes = Buffer.concat(
    Array.from(pieces, (piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece)),
  );
  expect(recognizeFormat(bytes.subarray(0, 64 * 1024))).toBeDefined();
  return importBytes(bytes, { name });
}

function expectSame(
  after: ImportedRecording,
  before: ImportedRecording,
  depth: number,
  precision: number,
): void {
  const [old, read] = [valuesOf(before, depth), valuesOf(after, depth)];
  expect([...read.keys()].sort()).toEqual([...old.keys()].sort());
  for (const [key, value] of old) {
    const total = before.measures.find(({ name }) => key.startsWith(`${name}: `))?.total ?? 0;
    expect(Math.abs((read.get(key) ?? 0) - value), key).toBeLessThanOrEqual(precision * total);
  }
}

const STACKS = [
  ['pprof', (recording: ImportedRecording) => writePprof(recording, 'test'), Infinity, 1e-9],
  ['speedscope', (recording: ImportedRecording) => writeSpeedscope(recording, 'test'), Infinity, 1e-12],
  ['callgrind', (recording: ImportedRecording) => writeCallgrind(recording, 'test'), 1, 1e-9],
] as const;

describe('a recording', () => {
  it.each(STACKS)('is the same after %s', (_, write, depth, precision) => {
    fc.assert(
      fc.property(recordings, (before) => {
        const after = readAgain(write(before), before.source.name);
        expectSame(after, before, depth, precision);
        expect(after.measures.map((each) => ({ ...each, total: 0 }))).toEqual(
          before.measures.map((each) => ({ ...each, total: 0 })),
        );
        expect([after.lineTrust, after.source.tool]).toEqual([before.lineTrust, before.source.tool]);
      }),
    );
  });

  it('is the same after CSV, but for who called whom', () => {
    fc.assert(
      fc.property(recordings, (before) => {
        const after = readAgain(
          formatRecordingCsv({ recording: before, placements: [], isLibraryApart: true }),
          before.source.name,
        );
        const sums = (recording: ImportedRecording): readonly number[] =>
          recording.measures
            .map(({ total }) => total)
            .filter((total) => total > 0)
            .sort((a, b) => a - b);
        expect(sums(after).length).toBe(sums(before).length);
        sums(before).forEach((total, index) => {
          expect(Math.abs((sums(after)[index] ?? 0) - total)).toBeLessThanOrEqual(1e-9 * total);
        });
      }),
    );
  });

  it('is the very same after JSON', () => {
    fc.assert(
      fc.property(recordings, (before) => {
        const placements = before.frames.map(() => ({ kind: 'unplaced', reason: 'library' }) as const);
        const read = readImport([...formatImport([{ recording: before, placements }], 'test')].join(''));
        expect(read.ok && read.value.recordings).toEqual([{ recording: before, placements }]);
      }),
    );
  });
});
