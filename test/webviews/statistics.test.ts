/** Lines in the colors of another statistic, or of one of several profiles: unknown values have no color. */
import { expect, test } from 'vitest';
import { makeModel } from '../../client/webviews/energy-map/model';
import {
  colorByProfile,
  colorByStatistic,
  statisticText,
  valueWords,
} from '../../client/webviews/energy-map/statistics';
import { energyMapWords } from '../../server/src/pages/energy-map-words';
import { FileState } from '../../server/src/pages/picture';
import { decodeStatistic, encodeStatistic, type Statistic } from '../../server/src/pages/statistic';
import { samplePicture } from './sample-picture';

const model = makeModel(
  samplePicture([
    { path: 'A.java', group: 0, energies: [1, 2, 0, 3] },
    { path: 'B.java', group: 0, energies: [4] },
  ]),
);
const words = energyMapWords({ t: (text: string) => text }, 'en');

function statistic(
  name: Statistic['head']['statistic'],
  values: Readonly<Record<number, number>>,
  names: readonly string[] = [],
): Statistic {
  const lines = Object.keys(values).map(Number);
  const frames = [{ name: '', started: '', provenance: 'modeled' }] as const;
  return {
    head: { statistic: name, lineCount: 5, names, frames, hotEnergy: 0 },
    frameStart: Uint32Array.of(0, lines.length),
    line: Uint32Array.from(lines),
    value: Float32Array.from(Object.values(values)),
  };
}

test('executions are on a logarithmic scale from one to the most', () => {
  const shown = colorByStatistic(model, statistic('executions', { 0: 1, 1: 100, 3: 10_000 }), 'executions');
  expect([...shown.picture.heat]).toEqual([1, 13, 0, 24, 0]);
  // The line of B.java takes energy, and how often it runs is unknown.
  expect(shown.statistic).toMatchObject({ least: 1, most: 10_000, unknown: 1 });
  expect(shown.colored).toBe(3);
  expect(shown.picture.energy).toBe(model.picture.energy);
  expect(valueWords(shown, 1, words)).toBe('Executions: 100');
  expect(valueWords(shown, 4, words)).toBe('Executions: unknown');
  expect(valueWords(model, 1, words)).toBeUndefined();
});

test('shares are on a scale from nothing to all, and the newest evidence is hottest', () => {
  const shares = colorByStatistic(model, statistic('measured', { 0: 0, 1: 0.5, 3: 1 }), 'measured');
  expect([...shares.picture.heat]).toEqual([1, 13, 0, 24, 0]);
  const days = colorByStatistic(model, statistic('age', { 0: 20_000, 1: 20_010 }), 'age');
  expect([...days.picture.heat]).toEqual([1, 24, 0, 0, 0]);
  expect(valueWords(days, 0, words)).toBe('Age of the evidence: 2024-10-04');
});

test('groups have a color each, of their own palette', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const shown = colorByStatistic(model, statistic('group', { 0: 0, 1: 7, 4: 3 }, names), 'group');
  expect([...shown.picture.heat]).toEqual([1, 8, 0, 0, 4]);
  expect(new Set(shown.picture.head.palette).size).toBe(8);
  expect(valueWords(shown, 1, words)).toBe('Group of operations: Library calls');
});

test('nothing known is no color and no figure', () => {
  for (const name of ['executions', 'measured', 'age', 'group'] as const) {
    const shown = colorByStatistic(model, statistic(name, {}), name);
    expect(shown.colored).toBe(0);
    expect(shown.statistic?.unknown).toBe(4);
    expect(shown.statistic?.most).toBeNaN();
  }
});

test('values are written as everywhere', () => {
  const texts = [0, 0.4, 1, 12_345].map((value) => statisticText({ name: 'executions', names: [] }, value));
  expect(texts).toEqual(['0', '< 1', '1', '12,345']);
  expect(statisticText({ name: 'measured', names: [] }, 0.25)).toBe('25.0 %');
});

test('profiles over time are on one scale, and what one did not run has no color', () => {
  const frames = ['old', 'new'].map((name, day) => {
    return { name, started: `2026-11-2${day}T00:00:00Z`, provenance: 'measured' as const };
  });
  const time: Statistic = {
    head: { statistic: 'time', lineCount: 5, names: [], frames, hotEnergy: 10 },
    frameStart: Uint32Array.of(0, 1, 3),
    line: Uint32Array.of(0, 0, 4),
    value: Float32Array.of(1, 10, 0.1),
  };
  const [old, next] = [0, 1].map((frame) => colorByProfile(model, time, frame));
  // A tenth of the hot end is a quarter of the scale below it.
  expect([...(old?.picture.heat ?? [])]).toEqual([18, 0, 0, 0, 0]);
  expect([...(next?.picture.heat ?? [])]).toEqual([24, 0, 0, 0, 13]);
  expect(old?.total).toBe(1);
  expect(next?.total).toBeCloseTo(10.1);
  expect([...(old?.picture.fileState ?? [])]).toEqual([FileState.measured, FileState.notCounted]);
  expect(next?.picture.head.source).toBe('new');
  expect(next?.end).toBe(model.end);
});

test('files of statistics are read as they were written, and damaged ones are told', () => {
  const written = encodeStatistic(statistic('executions', { 0: 1, 3: 7 }));
  const bytes = Uint8Array.from(written.flatMap((piece) => [...piece]));
  expect(decodeStatistic(bytes.buffer)).toMatchObject({
    line: Uint32Array.of(0, 3),
    value: Float32Array.of(1, 7),
  });
  expect(decodeStatistic(bytes.slice(0, 40).buffer)).toMatch(/statistic/);
  const wild = encodeStatistic(statistic('executions', { 9: 1 }));
  expect(decodeStatistic(Uint8Array.from(wild.flatMap((piece) => [...piece])).buffer)).toMatch(/do not fit/);
});
