/**
 * `jouleline profile --record trace --fit`: power that is read while a real JVM is traced, joined with its trace by the
 * patterns of load that its agent makes. The meter's truth is known: 2 W, and 10 W for each core that the JVM uses.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileInto } from '../support/compile-java';
import { findJdks } from '../support/jdks';
import type { Outcome } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';

const METER = resolve(import.meta.dirname, '../fixtures/measurement/thread-watts.cjs');
const SOURCE = readFileSync(resolve(import.meta.dirname, '../fixtures/profile/Metered.java'), 'utf8');
const jdks = findJdks();

interface Power {
  readonly isProxy: boolean;
  readonly clock: string;
  readonly idle?: number;
  readonly start: number;
  readonly samples: readonly (readonly [end: number, watts: number | null])[];
}

interface Model {
  readonly operations: readonly { readonly name: string; readonly place?: string; readonly mean: number }[];
}

interface Profile {
  readonly model?: Model;
  readonly trace: { readonly power?: Power };
  readonly keys: readonly { readonly name: string }[];
  readonly classes: readonly {
    readonly name: string;
    readonly methods: readonly {
      readonly name: string;
      readonly descriptor: string;
      readonly operations: readonly (readonly [key: number, line: number, executions: number])[];
    }[];
  }[];
}

interface Fit {
  readonly account: Readonly<Record<string, number>>;
  readonly trace: { readonly seconds: number; readonly idlePower: number };
}

const markers = { next: 0 };

/** Profiles the program with a meter, whose command gets the word that marks the JVM. */
async function profile(
  meterOf: (marker: string, folder: string) => string,
  rounds = 20,
  environment: Readonly<Record<string, string>> = {},
): Promise<{
  readonly folder: string;
  readonly outcome: Outcome;
  readonly saved: Profile;
  readonly path: string;
}> {
  const folder = makeTemporaryFolder({});
  const home = jdks[0]?.home ?? '';
  compileInto(folder, { home, sources: { 'Metered.java': SOURCE }, options: ['-g'] });
  const marker = `-Dmetered=${process.pid}-${markers.next++}`;
  const path = join(folder, `profile-${markers.next}.json`);
  const options = ['--record', 'trace', '--fit', '--power', meterOf(marker, folder), '--out', path];
  const command = ['java', '-Xint', marker, '-cp', folder, 'Metered', String(rounds)];
  const outcome = await jouleline(['profile', ...options, '--', ...command], { cwd: folder, environment });
  return { folder, outcome, saved: JSON.parse(readFileSync(path, 'utf8')) as Profile, path };
}

function energyOf({ start, samples }: Power): number {
  return samples.reduce(
    (sum, [end, watts], index) => sum + (watts ?? 0) * (end - (samples[index - 1]?.[0] ?? start)),
    0,
  );
}

async function fit(
  path: string,
  ...more: readonly string[]
): Promise<{ readonly fit: Fit; readonly model: Model }> {
  const out = `${path}.model.json`;
  const { stdout, stderr, status } = await jouleline(['fit', path, '--out', out, ...more]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return { fit: JSON.parse(stdout) as Fit, model: JSON.parse(readFileSync(out, 'utf8')) as Model };
}

function expectBalance({ account }: Fit): void {
  const { total = 0, ...parts } = account;
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 9);
}

describe.runIf(process.platform === 'linux' && jdks.length > 0)('a traced program with a meter', () => {
  it('is priced by the costs that are fitted to its own run, as the steps by hand give them', async () => {
    // So many that a busy machine leaves enough windows of its trace.
    const { folder, outcome, saved, path } = await profile(
      (marker) => `command:${process.execPath} ${METER} ${marker}`,
      150,
    );
    expect(outcome.stderr).toMatch(
      /while it was traced the meter saw .*: operations .* timed calls .* unattributed/,
    );
    const { power, model } = { ...saved.trace, ...saved };
    if (power === undefined || model === undefined) throw new Error(outcome.stderr);
    expect(power.isProxy).toBe(false);
    expect(power.clock).toMatch(/^aligned by 2 marks/);
    expect(power.idle).toBeGreaterThanOrEqual(2);

    const own = await fit(path);
    expect(own.model.operations).toEqual(model.operations);
    expectBalance(own.fit);
    expect(own.fit.account['total']).toBeLessThan(energyOf(power));
    expect(own.fit.account['idle']).toBeCloseTo((power.idle ?? 0) * own.fit.trace.seconds, 9);

    const csv = join(folder, 'samples.csv');
    const rows = [[power.start, 0], ...power.samples].map((row) => row.join(','));
    writeFileSync(csv, `time [s],power [W]\n${rows.join('\n')}\n`);
    const byHand = await fit(path, '--samples', csv, '--idle', String(power.idle));
    expect(byHand.model.operations).toEqual(model.operations);
    expect(byHand.fit.account).toEqual(own.fit.account);

    const report = await jouleline(['report', '--profile', path, '--format', 'json', folder], {
      cwd: folder,
    });
    // Lines hold the energy of their operations, and of their own calls.
    const costs = new Map(model.operations.map(({ name, place = '', mean }) => [`${place} ${name}`, mean]));
    const expected = saved.classes
      .flatMap(({ name: owner, methods }) =>
        methods.flatMap(({ name: method, descriptor, operations }) =>
          operations.map(([key, line, count]) => {
            const name = saved.keys[key]?.name ?? '';
            const own = costs.get(`${owner}.${method}${descriptor}:${line} ${name}`);
            return count * (own ?? costs.get(` ${name}`) ?? 0);
          }),
        ),
      )
      .reduce((sum, energy) => sum + energy, 0);
    const { files, model: by } = JSON.parse(report.stdout) as {
      readonly model: { readonly id: string };
      readonly files: readonly { readonly total: { readonly mean: number } }[];
    };
    expect(by.id).toBe('own-run');
    const sorts = model.operations.filter(({ name }) => name === 'java.util.Arrays.sort');
    expect(sorts.map(({ place }) => place?.replace(/:\d+$/, '')).sort()).toEqual([
      'Metered.sortFew()V',
      'Metered.sortMany()V',
      undefined,
    ]);
    expect(files.reduce((sum, { total }) => sum + total.mean, 0) / expected).toBeCloseTo(1, 3);
  });

  it('takes the processor time of its threads for a meter if told so', async () => {
    // A thread's time is read now and then: what it takes after the last reading is in no sample.
    const { outcome, saved } = await profile(() => 'cpu-time:10', 150);
    const { power } = saved.trace;
    if (power === undefined) throw new Error(outcome.stderr);
    expect(power).toMatchObject({ isProxy: true, idle: 0, clock: 'that of the trace' });
    // The program has one thread, which uses no more than one core.
    expect(Math.max(...power.samples.map(([, watts]) => watts ?? 0))).toBeLessThan(11);
    expect(energyOf(power)).toBeGreaterThan(0);
  });

  it('finds its pattern in the file of a meter whose clock tells nothing', async () => {
    const recorders: { readonly kill: () => boolean }[] = [];
    try {
      const { outcome, saved } = await profile((marker, folder) => {
        const file = join(folder, 'power.csv');
        recorders.push(spawn(process.execPath, [METER, marker, file, '5000'], { stdio: 'ignore' }));
        writeFileSync(file, 'time [s],power [W]\n');
        return `file:${file}`;
      });
      const { power } = saved.trace;
      if (power === undefined) throw new Error(outcome.stderr);
      expect(power.clock).toMatch(/^aligned by 2 marks/);
      // The recording began before the JVM did, whose clock begins at 0.
      expect(Math.abs(power.start)).toBeLessThan(100);
    } finally {
      for (const recorder of recorders) recorder.kill();
    }
  });

  it('keeps its counts where the meter stops or the program is too short, and says what helps', async () => {
    const stopped = await profile((marker) => `command:${process.execPath} ${METER} ${marker}`, 1, {
      STOP_AFTER: '10',
    });
    expect(stopped.outcome).toMatchObject({ status: 1 });
    expect(stopped.outcome.stderr).toMatch(/exited with code 0 before/);
    expect(stopped.outcome.stderr).toMatch(
      /the meter stopped before the program began.*Profile a longer run, with a/,
    );
    expect(stopped.outcome.stderr).toMatch(/no costs were fitted: the profile has its counts/);
    expect(stopped.saved.model).toBeUndefined();
    expect(stopped.saved.trace.power?.samples.length).toBeGreaterThan(0);

    const silent = await profile(() => `command:${process.execPath} -e process.exit(3)`, 1);
    expect(silent.outcome.stderr).toMatch(/exited with code 3; it has to print a line of watts/);
    expect(silent.outcome.stderr).toMatch(
      /the power of the traced run is not known: the profile has its counts/,
    );

    const short = await profile(() => 'cpu-time:10', 1);
    expect(short.outcome.stderr).toMatch(/run the program for longer|run more of it|Profile a longer run/);
    for (const { saved } of [stopped, silent, short]) expect(saved.classes).toHaveLength(1);
  });
});
