/** One program, recorded and written by several tools: compared, each is as each other. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { bundledModel } from '../cost/bundled-model';
import { importFixture } from '../recordings/import/import-file';

const model = bundledModel();

function compare(first: string, second: string): ProfileComparison {
  const [a, b] = [first, second].map((path) => ({ name: path, recording: importFixture(path) }));
  if (a === undefined || b === undefined) throw new Error('two paths are two sides');
  return compareProfiles(a, b, model, { alpha: 'auto', isApplication: applicationClasses([]) });
}

/** Recordings of the same samples. */
const sameSamples = [
  'jfr/nights-17.json.gz',
  'collapsed/nights-lines.collapsed',
  'pprof/nights-jfr.pprof',
  'speedscope/nights-jfr.speedscope.json',
];

describe.each(sameSamples)('%s', (path) => {
  test.each(sameSamples)('as %s', (other) => {
    const { tasks, methods, unit, notes } = compare(path, other);
    // The one file of speedscope has joules.
    expect(unit === 'share').toBe(notes[0]?.startsWith('compared as shares') === true);
    if (path !== other) expect(unit).toBe('share');
    expect(tasks?.list.length).toBeGreaterThan(0);
    for (const { matched, delta } of tasks?.list ?? []) {
      expect(matched).toBe(true);
      expect(Math.abs(delta)).toBeLessThan(1e-9);
    }
    for (const { delta } of methods) expect(Math.abs(delta)).toBeLessThan(1e-9);
    expect(tasks?.overlap).toEqual({ tasks: 1, methods: 1 });
  });
});

test.each([
  'android/nights.trace',
  'callgrind/nights-jfr-go.callgrind',
  'collapsed/nights-threads.collapsed',
  'simpleperf/nights.simpleperf',
  'jfr/nights-25.json.gz',
])('%s beside itself has the same tasks', (path) => {
  const { tasks, totals, notes } = compare(path, path);
  expect(totals.delta).toBe(0);
  expect(notes.join('\n')).not.toMatch(/is empty/);
  expect(tasks?.list.every(({ matched, delta }) => matched && delta === 0)).toBe(true);
});
