/**
 * Measurements as they are shown: never joules of CPU time without the word proxy, never a figure that is not there.
 */
import type { MeasuredRun, MeasuredRuns } from '../../server/src/runs/evaluate-runs';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMeasurement, formatMeasurementJson } from '../../server/src/cli/format/measurement';
import { summarizeRuns } from '../../server/src/runs/summarize-runs';

function run(energy: number, given: Partial<MeasuredRun> = {}): MeasuredRun {
  return {
    run: {
      window: { start: 100, end: 102 },
      end: { kind: 'exited', code: 0 },
      cpu: { user: 1, system: 0.1 },
      outputBytes: 7,
      slept: 0,
      leftRunning: 0,
      java: {
        mode: 'mixed mode',
        collections: { pauses: 3, paused: 0.0123, cpu: 0.02 },
        compiling: 0.5,
        from: 'counters',
      },
      input: Buffer.from('a secret'),
      problems: [],
    },
    energy,
    total: energy + 10,
    byChannel: new Map([['package-0', energy]]),
    ...given,
  };
}

function measurement(given: Partial<MeasuredRuns> = {}): MeasuredRuns {
  const energies = [10, 11, 12.123456789123];
  return {
    source: { name: 'powercap', description: 'RAPL by powercap', isProxy: false, clock: 'ours' },
    requested: 4,
    fewer: 'canceled after 3 of 4 runs',
    runs: [...energies.map((energy) => run(energy)), run(3, { setAside: 'was canceled' })],
    baseline: [run(1)],
    ...summaries(energies, false),
    channels: [
      { channel: 'package-0', inTotal: true, ...summaries(energies, false) },
      { channel: 'core', inTotal: false, ...summaries([5, 6], false) },
    ],
    idlePower: 5.0234,
    seconds: { minimum: 2, median: 2.05 },
    java: { mode: 'mixed mode', pauses: 3, paused: 0.0123, collectorCpu: 0.02, compiling: 0.5 },
    machine: { governor: 'powersave', turbo: true, onBattery: false, load: 0.1, warnings: ['turbo is on'] },
    cores: 'sampler on processor 0',
    problems: ['run 4 is set aside: was canceled'],
    ...given,
  };
}

function summaries(energies: readonly number[], isProxy: boolean): Pick<MeasuredRuns, 'energy'> {
  const energy = summarizeRuns(energies, isProxy);
  return energy === undefined ? {} : { energy };
}

describe('a measurement for people', () => {
  it('has its figure first, with its interval and its kind', () => {
    const lines = formatMeasurement(measurement()).split('\n');
    expect(lines[0]).toMatch(
      /^energy +11 J \(8\.4 J to 13\.7 J\), mean of 3 runs, metered, with its 95 % interval$/,
    );
    expect(lines[1]).toMatch(
      /^ +minimum 10 J, median 11 J, maximum 12\.1 J; standard deviation 1\.06 J; half/,
    );
    expect(lines).toContain('channels    package-0 11 J, core 5.5 J (not added)');
    expect(lines).toContain('idle        5.02 W, taken away');
    expect(lines).toContain('JVM         mixed mode; 3 collections, 12.3 ms paused; compiled for 500 ms');
    expect(lines).toContain('runs        3 count, 4 made: canceled after 3 of 4 runs');
    expect(lines).toContain('machine     turbo is on');
  });

  it('calls a proxy a proxy', () => {
    const source = {
      name: 'cpu-time',
      description: 'proxy: CPU time at 10 W a core',
      isProxy: true,
    } as const;
    const text = formatMeasurement(
      measurement({ source, ...summaries([10, 11], true), startUp: summarizeRuns([1, 2], true) ?? never() }),
    );
    expect(text).toMatch(
      /^energy +proxy 10\.5 J \(4\.15 J to 16\.9 J\), mean of 2 runs, by CPU time in place of a meter, with its 95 % interval$/m,
    );
    expect(text).toMatch(/^start-up +proxy 1\.5 J of it/m);
  });

  it('shows no figure that is not there', () => {
    const { source, requested, machine, cores } = measurement();
    const empty = { source, requested, machine, cores, runs: [], baseline: [], channels: [], problems: [] };
    const text = formatMeasurement(empty);
    expect(text).toMatch(/^energy +not known: no run counts$/m);
    expect(text).not.toMatch(/\d J\b/);
    expect(text).not.toMatch(/^(idle|time|JVM|channels)/m);
  });
});

describe('a measurement for programs', () => {
  const document = JSON.parse(formatMeasurementJson(measurement(), '1.2.3')) as Record<string, unknown>;

  it('has a format, a version, and no input of its user', () => {
    expect(document).toMatchObject({
      format: 'jouleline-measurement',
      version: 1,
      generator: { version: '1.2.3' },
    });
    expect(JSON.stringify(document)).not.toMatch(/secret|input/);
    expect(document['runs']).toMatchObject([
      {},
      {},
      { energy: 12.1234568, channels: { 'package-0': 12.1234568 } },
      { setAside: 'was canceled' },
    ]);
  });

  it('is described field by field', () => {
    const text = readFileSync(resolve(__dirname, '../../docs/reference/formats.md'), 'utf8');
    const described = new Set(
      [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.match(/\w+/g) ?? []),
    );
    const keys = (value: unknown): readonly string[] =>
      typeof value !== 'object' || value === null
        ? []
        : Object.entries(value).flatMap(([key, inner]) => [
            ...(Array.isArray(value) ? [] : [key]),
            ...keys(inner),
          ]);
    const names = [...new Set(keys(document))].filter((key) => key !== 'package-0' && !described.has(key));
    expect(names).toEqual([]);
  });
});

function never(): never {
  throw new Error('no runs');
}
