/** Results in the shape of vLens' and eLens' papers: levels that tell parts of each other, and components. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { mergeRecordings } from '../../server/src/recordings/merge/merge-recordings';
import { recordMerge } from '../../server/src/recordings/merge/merged-recording';
import { putSideBySide } from '../../server/src/recordings/merge/side-by-side';
import type { ImportedRecording } from '../../server/src/recordings/model/imported-profile';
import { type PlacedRecording, placeValues } from '../../server/src/recordings/place/placed-values';
import { FIXTURES, importFixture, importText } from './import/import-file';

const path = 'feed/Feed.java';
const text = readFileSync(join(FIXTURES, 'program', path), 'utf8');
const place = createRecordingPlacer([{ path, text }], true);
const vlens = importFixture('energy/feed-vlens.jouleline-energy.json');
const elens = importFixture('energy/feed-elens.jouleline-energy.json');

/** What each line takes of one measure, in millijoules, by its number from 1. */
function linesOf(placed: PlacedRecording, name: string): ReadonlyMap<number, number> {
  const measure = placed.recording.measures.findIndex((each) => each.name === name);
  return new Map(
    placeValues(placed).places.flatMap(({ placement, values }) =>
      placement.kind === 'line' ? [[placement.line, milli(values[measure])]] : [],
    ),
  );
}

/** Millijoules without the noise of adding. */
function milli(joules = 0): number {
  return Number((joules * 1e3).toPrecision(9));
}

function shownAt(line: number, recordings: readonly ImportedRecording[], component = '') {
  const shown = putSideBySide(recordings.map(place), { order: [], component });
  return shown?.byPath
    .get(path)
    ?.find(({ placement }) => placement.kind === 'line' && placement.line === line);
}

describe('a result of vLens', () => {
  it('has the energies of the paper for single paths and for events of the machine', () => {
    const { unplaced, places } = placeValues(place(vlens));
    const [, lines, , paths] = vlens.measures;
    expect([lines?.name, lines?.provenance]).toEqual(['energy of lines', 'modeled']);
    expect(places.map(({ values }) => milli(values[3])).filter((value) => value > 0)).toEqual([0.007, 0.631]);
    expect(paths?.provenance).toBe('measured');
    expect(unplaced.map(({ name, values }) => [name, milli(values[1])])).toContainEqual([
      'garbage collection',
      20,
    ]);
    expect(unplaced.map(({ name, values }) => [name, milli(values[1])])).toContainEqual([
      'thread switching',
      17.74,
    ]);
  });

  it('has the calls of APIs within their lines, or apart, and both are the same total', () => {
    const together = place(vlens);
    expect(linesOf(together, 'energy of lines').get(16)).toBe(96.4);
    const account = placeValues(together).accounts[1];
    expect([milli(account?.placed), milli(account?.called)]).toEqual([209.538, 113.9]);
    const apart = { ...together, isLibraryApart: true };
    expect(linesOf(apart, 'energy of lines').get(16)).toBe(6.2);
    const own = placeValues(apart);
    expect([milli(own.accounts[1]?.placed), milli(own.accounts[1]?.unplaced.library)]).toEqual([
      209.538, 113.9,
    ]);
    expect(own.unplaced.map(({ name }) => name)).toContain('java.io.InputStream.read');
  });

  it('shows lines, of which a measured call or path is a part, however sure that part is', () => {
    const read = shownAt(16, [vlens]);
    expect([milli(read?.amount?.mean), milli(read?.amount?.called)]).toEqual([96.4, 90.2]);
    // The path that was measured does not run this line of its method.
    expect(milli(shownAt(55, [vlens])?.amount?.mean)).toBe(6.2);
    const [all] = mergeRecordings([place(vlens)], []);
    const sum = all?.places.reduce((energy, { amount }) => energy + amount.mean, 0);
    expect(milli(sum)).toBe(milli(vlens.measures[0]?.total));
  });

  it('gives lines and methods at least what their calls take, and says so', () => {
    const table = (entries: readonly object[]): PlacedRecording =>
      place(importText(JSON.stringify({ format: 'jouleline-energy', version: 1, unit: 'mJ', entries })));
    const of = { class: 'feed.Feed', method: 'fetch' };
    const [read, close] = ['java.io.InputStream.read', 'java.io.InputStream.close'];
    const lines = table([
      { file: path, line: 16, energy: 10 },
      { ...of, line: 16, api: read, energy: 6 },
      { ...of, line: 16, api: close, energy: 19 },
      { ...of, line: 17, api: read, energy: 5 },
      { file: path, line: 18, energy: 8 },
      { ...of, line: 18, api: read, energy: 7 },
    ]);
    for (const isLibraryApart of [false, true]) {
      const { accounts } = placeValues({ ...lines, isLibraryApart });
      const { total, placed, called, unplaced } = accounts[0] ?? {};
      expect([total, placed, isLibraryApart ? unplaced?.library : called].map(milli)).toEqual([38, 1, 37]);
    }
    expect([...linesOf(lines, 'energy of lines')]).toEqual([
      [16, 25],
      [17, 5],
      [18, 8],
    ]);
    const [at] = placeValues(lines).places;
    expect(at?.callees.map(({ frame, values }) => [frame.name, milli(values[0])])).toEqual([
      [read, 6],
      [close, 19],
    ]);
    expect(lines.recording.problems).toEqual([
      {
        message: `${path}:16, ${path}:17: library calls take 0.03 J there, more than the 0.01 J that the lines are said to take: they have what the calls take`,
        isDoubt: true,
      },
    ]);
    // Nothing is left to lift, and nothing is said twice.
    expect(place(lines.recording).recording).toBe(lines.recording);
    const method = table([
      { ...of, level: 'method', energy: 4 },
      { ...of, api: read, energy: 5 },
    ]);
    expect(placeValues(method).accounts[0]?.called).toBe(0.005);
    expect(method.recording.problems).toHaveLength(1);
  });

  it('says where lines with what they call are more than a stated total', () => {
    const of = { class: 'feed.Feed', method: 'fetch', line: 16 };
    const entries = [
      { level: 'total', energy: 20 },
      { file: path, line: 16, energy: 10 },
      { ...of, api: 'java.io.InputStream.read', energy: 25 },
    ];
    const head = { format: 'jouleline-energy', version: 1, unit: 'mJ' };
    const { recording } = place(importText(JSON.stringify({ ...head, entries })));
    expect(recording.problems.map(({ message }) => message)).toEqual([
      `${path}:16: library calls take 0.025 J there, more than the 0.01 J that the line is said to take: it has what the calls take`,
      'lines add up to 0.025 J, and the stated total is 0.02 J: correct or leave out one of them',
    ]);
  });
});

describe('a result of eLens', () => {
  it('has the components of each line beside each other, which add up, or one alone', () => {
    const read = shownAt(16, [elens]);
    expect(read?.parts.map(({ component, amount }) => [component, milli(amount.mean)])).toEqual([
      ['CPU', 5.1],
      ['network', 88.5],
    ]);
    expect(milli(read?.amount?.mean)).toBe(93.6);
    expect(milli(shownAt(16, [elens], 'network')?.amount?.mean)).toBe(88.5);
    expect(shownAt(36, [elens], 'network')?.amount).toBeUndefined();
  });

  it('stands beside that of vLens on the same device, whose whole it does not change', () => {
    const both = shownAt(16, [vlens, elens]);
    expect(milli(both?.amount?.mean)).toBe(96.4);
    expect(both?.sayings.map(({ tool, isChosen }) => [tool, isChosen])).toEqual(
      expect.arrayContaining([
        ['vLens', true],
        ['eLens', true],
      ]),
    );
  });
});

describe('components of one source beside what another says of all together', () => {
  const table = (name: string, entries: readonly object[]): PlacedRecording =>
    place(
      importText(
        JSON.stringify({ format: 'jouleline-energy', version: 1, unit: 'mJ', tool: name, entries }),
        {
          name,
        },
      ),
    );
  const whole = table('whole', [
    { file: path, line: 16, energy: 10 },
    { file: path, line: 17, energy: 4 },
  ]);
  const parts = table('parts', [
    { file: path, line: 16, component: 'CPU', energy: 9 },
    { file: path, line: 16, component: 'network', energy: 6 },
    { file: path, line: 17, component: 'CPU', energy: 3 },
    { file: path, line: 36, component: 'CPU', energy: 2 },
  ]);

  it('are no more than it, keep their proportions, and it is said', () => {
    const shown = putSideBySide([whole, parts], { order: [] });
    const places = shown?.byPath.get(path) ?? [];
    const lines = places.map(({ placement, amount, parts: own }) => [
      placement.kind === 'line' && placement.line,
      milli(amount?.mean),
      ...own.map(({ component, amount: part }) => `${component} ${milli(part.mean)}`),
    ]);
    expect(lines).toEqual([
      [16, 10, 'CPU 6', 'network 4'],
      [17, 4, 'CPU 3'],
      [36, 2, 'CPU 2'],
    ]);
    expect(milli(shown?.measure.total)).toBe(16);
    expect(shown?.doubts).toEqual([]);
    // What the other tool said stands beside it.
    const said = places[0]?.sayings.map(({ component, amount }) => `${component} ${milli(amount.mean)}`);
    expect(said).toEqual([' 10', 'CPU 9', 'network 6']);
  });

  it('are no more in the merge, which is the same when it is merged again', () => {
    const components = mergeRecordings([whole, parts], []);
    const [merged] = recordMerge(components);
    if (merged === undefined) throw new Error('nothing was merged');
    const { measures, problems } = merged.recording;
    expect(measures.map(({ component = '', total }) => [component, milli(total)])).toEqual([
      ['', 16],
      ['CPU', 11],
      ['network', 4],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      `${path}:16: parts says 0.015 J of components, more than the 0.01 J of whole: components are scaled down to it`,
    ]);
  });
});

it('a count that is modeled for another machine ranks behind what the device itself gave', () => {
  const entries = [{ file: path, line: 16, energy: 5, uncertainty: 0.001 }];
  const head = { format: 'jouleline-energy', version: 1, unit: 'J', provenance: 'modeled', device: 'Pi 5' };
  const counted = importText(JSON.stringify({ ...head, entries }));
  const foreign = { ...counted, source: { ...counted.source, format: 'counted' } };
  expect(milli(shownAt(16, [vlens, foreign])?.amount?.mean)).toBe(96.4);
});
