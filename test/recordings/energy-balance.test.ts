/**
 * Energy in = energy shown + energy listed as unplaced: every fixture of every
 * reader, as it is, with a measured total, and with power over its time; laid
 * on sources by line, spread in loops, by method, and on none; saved and read
 * again.
 */
import { type PlacedRecording, placeValues } from '../../server/src/recordings/place/placed-values';
import type { ImportedRecording } from '../../server/src/recordings/model/imported-profile';
import { formatImport, readImport } from '../../server/src/recordings/document/import-document';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createRecordingPlacer,
  type ImportSource,
  makeEnergy,
  importFormats,
  recognizeFormat,
} from '../../server/src/recordings/import/import-profile';
import { spreadInLoops } from '../../server/src/lines/loop-lines';
import { fixtureBytes, FIXTURES, importFixture } from './import/import-file';

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/**
 * The files that are no recordings: programs and power; and binary recordings, each of which is there as its tool
 * printed it, too.
 */
const NO_PROFILE = /^(?:README\.md|program\/.*|power\/.*|jfr\/.*\.(?:jfr|jfc))$/;

const files = filesBelow(FIXTURES).filter((path) => !NO_PROFILE.test(path));

const SAMPLE = join(FIXTURES, '../sample');
const sources: readonly ImportSource[] = [join(FIXTURES, 'program'), SAMPLE].flatMap((folder) =>
  filesBelow(folder)
    .filter((path) => path.endsWith('.java'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') })),
);

const spread = spreadInLoops(createRecordingPlacer(sources, true), sources);

/**
 * The recording as it is; one that has no energy also with a total, and with power that is there for a part of the
 * time.
 */
function* energiesOf(recording: ImportedRecording): Generator<readonly [string, ImportedRecording]> {
  yield ['as it is', recording];
  if (recording.measures.some(({ unit }) => unit === 'joules')) return;
  yield ['with a total', makeEnergy(recording, { total: { energy: 12.345678901, deviation: 0.5 } })];
  const { timed } = recording;
  if (timed === undefined) return;
  const times = Array.from(timed.times);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const steps = 40;
  const trace = {
    channel: 'package',
    inTotal: true,
    from: 'reading' as const,
    start: start - 1,
    ends: Array.from({ length: steps }, (_, index) => start + ((end - start) * (index + 1)) / steps),
    watts: Array.from({ length: steps }, (_, index) => (index % 7 === 3 ? NaN : 5 + index / 3)),
  };
  const clock = timed.clock === 'device' ? 'own' : 'calendar';
  yield ['with power', makeEnergy(recording, { power: { traces: [trace], clock } })];
}

function expectBalance(placed: PlacedRecording): void {
  const { measures, frames } = placed.recording;
  const { places, unplaced, accounts } = placeValues(placed);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  for (const [measure, { total, name }] of measures.entries()) {
    const shown = sum(places.map(({ values }) => values[measure] ?? 0));
    const listed = sum(unplaced.map(({ values }) => values[measure] ?? 0));
    expect(Math.abs(shown + listed - total), name).toBeLessThanOrEqual(1e-9 * total);
    const account = accounts[measure];
    expect(account?.total).toBe(total);
    expect(Math.abs((account?.placed ?? 0) + (account?.called ?? 0) - shown), name).toBeLessThanOrEqual(
      1e-9 * total,
    );
    for (const [reason, value] of Object.entries(account?.unplaced ?? {})) {
      const of = unplaced
        .filter((entry) => entry.reason === reason)
        .map(({ values }) => values[measure] ?? 0);
      expect(Math.abs(sum(of) - value), reason).toBeLessThanOrEqual(1e-9 * total);
    }
  }
  const kinds = new Map<string, Set<string>>();
  for (const { name, kind } of frames) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  for (const { name, reason } of unplaced) {
    expect(name).not.toBe('');
    if (['native', 'kernel', 'runtime', 'thread'].includes(reason)) expect(kinds.get(name)).toContain(reason);
  }
}

it('there is a fixture for every reader', () => {
  const formats = files.map((path) => recognizeFormat(fixtureBytes(path).subarray(0, 64 * 1024))?.id);
  expect(new Set(formats)).toEqual(new Set(importFormats.map(({ id }) => id)));
});

describe.each(files)('%s', (path) => {
  const recording = importFixture(path);
  it.each([...energiesOf(recording)])('%s: what is shown and what is listed is all there is', (_, each) => {
    expect(each.measures.some(({ total }) => total > 0)).toBe(true);
    for (const place of [
      createRecordingPlacer(sources, true),
      createRecordingPlacer(sources, false),
      createRecordingPlacer([], true),
      spread,
    ]) {
      const placed = place(each);
      expectBalance(placed);
      expectBalance({ ...placed, isLibraryApart: true });
      const read = readImport([...formatImport([placed], 'test')].join(''));
      const [again] = read.ok ? read.value.recordings : [];
      if (again === undefined) throw new Error(path);
      expectBalance(again);
      expect(placeValues(again)).toEqual(placeValues(placed));
    }
  });
});
