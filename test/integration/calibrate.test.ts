/** A calibration on the command line with a real JVM: interrupted, and finished by the same command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { instructionLoops } from '../../server/src/models/calibrate/instruction-loops';
import { libraryBenchmarks } from '../../server/src/models/calibrate/library-benchmarks';
import {
  COST,
  addEntries,
  benchmarkNames,
  readCalibration,
  writeMeasurements,
  writeRounds,
} from '../support/calibration-journal';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';
import { cli, jouleline } from './built-command';

const home = findJdks()[0]?.home ?? '';
const environment = { JAVA_HOME: home };

interface ModelReport {
  readonly model: { readonly id: string; readonly isLocal: boolean };
  readonly totals: {
    readonly modeledCount: number;
    readonly modeledShare: number;
    readonly energy: { readonly mean: number; readonly low: number; readonly high: number };
  };
  readonly files: readonly {
    readonly lines: readonly {
      readonly operations: readonly { readonly name: string; readonly unit: { readonly mean: number } }[];
    }[];
  }[];
}

const sums = `class Sums {
    int sum(int a, int b) {
        int c = a + b;
        c = c * a;
        return c;
    }
}
`;

/** The number of benchmarks that the test lets the command find rounds for. */
const TUNED = 5;

test.runIf(home !== '')(
  'a calibration that is interrupted goes on, and makes a model that reports use',
  { timeout: 240_000 },
  async () => {
    const folder = makeTemporaryFolder({ 'Sums.java': sums });
    const journal = join(folder, 'model-calibration/journal.jsonl');
    const names = benchmarkNames(1);
    const shortest = ['--cycles', '1', '--programs', '1', '--seconds-each', '0.0001'];
    const named = ['--power', 'cpu-time:10', '--id', 'here', '--device', 'A desk', '--out', 'model.json'];
    const command = ['calibrate', ...shortest, ...named];

    // Calls of constructors and returns come in pairs: only what a benchmark runs once around its rounds tells them apart.
    // Tuned by time, the many rounds of a quick machine would leave little of that.
    mkdirSync(dirname(journal), { recursive: true });
    writeRounds(journal, names.slice(TUNED), 1);
    const child = spawn(process.execPath, [cli, ...command], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    onTestFinished(() => {
      child.kill();
    });
    const ended = once(child, 'exit');
    const count = (): Promise<number> => Promise.resolve(readCalibration(journal).measurements.length);
    await waitFor('measured benchmarks', count, (measured) => measured > 20, 200_000);
    child.kill('SIGINT');
    await ended;
    expect(existsSync(join(folder, 'model.json'))).toBe(false);

    expect(readCalibration(journal).rounds.size).toBe(names.length);

    // The made-up machine measures all, so that there is nothing left but the fit.
    writeMeasurements(journal, names, 1);
    const full = readFileSync(journal, 'utf8');
    const { stdout, stderr, status } = await jouleline(command, { cwd: folder, environment });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(journal, 'utf8')).toBe(full);
    expect(stdout).toContain(`${names.length} benchmarks determine the costs of`);
    const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as unknown;
    expect(model).toMatchObject({
      kind: 'per-operation',
      id: 'here',
      machine: 'A desk',
      mode: 'interpreter',
      local: true,
      fit: { cases: names.length, isProxy: true },
    });
    const { stdout: text } = await jouleline(['report', '.', '--format', 'json', '--model', 'model.json'], {
      cwd: folder,
      environment,
    });
    const report = JSON.parse(text) as ModelReport;
    expect(report.model).toMatchObject({ id: 'here', isLocal: true });
    const { modeledCount, modeledShare, energy } = report.totals;
    expect([modeledCount, modeledShare]).toEqual([7, 1]);
    expect(energy.mean / (7 * COST)).toBeCloseTo(1, 1);
    const units = report.files[0]?.lines.flatMap(({ operations }) => operations) ?? [];
    expect(units.map(({ name }) => name).sort()).toEqual([
      'Addition_int_int',
      'Assign_int_int',
      'Declaration_int',
      'MethodInvocation_special',
      'Multi_int_int',
      'Return_int',
      'Return_void',
    ]);
    for (const { unit } of units) expect(unit.mean / COST).toBeCloseTo(1, 1);
  },
);

test.runIf(home !== '')(
  'loops of instructions execute what they say, and make a model of the kind ecalc',
  { timeout: 240_000 },
  async () => {
    const folder = makeTemporaryFolder({});
    const journal = join(folder, 'model-calibration/journal.jsonl');
    mkdirSync(dirname(journal), { recursive: true });
    const executions = 2000;
    const loops = instructionLoops(executions);
    const library = libraryBenchmarks().map(({ name }) => name);
    writeRounds(journal, library, 1);
    // On this machine all instructions but those that only run in pairs cost the same.
    const energyOf = (loop: (typeof loops)[0]['loop']): number =>
      (loop?.executions ?? 0) *
      (loop?.needs.reduce((sum, { count }) => sum + count, loop.pairedWith === undefined ? 1 : 2) ?? 0);
    addEntries(
      journal,
      [1, 2].flatMap((cycle) =>
        [
          ...loops.map(({ name, rounds = 1, loop }) => ({
            name,
            rounds,
            energy: rounds * energyOf(loop) * 1e-9,
          })),
          ...library.map((name) => ({ name, rounds: 1, energy: 1e-6 })),
        ].map((each) => ({ kind: 'ran', cycle, ...each, seconds: 0.001, cpu: 0.001, collections: 0 })),
      ),
    );
    const { stdout, stderr, status } = await jouleline(
      [
        ...['calibrate', '--method', 'ecalc', '--cycles', '2', '--executions', String(executions)],
        ...['--power', 'cpu-time:10', '--out', 'model.json'],
      ],
      { cwd: folder, environment },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^645 benchmarks determine the costs of 196 JVM instructions and 24\d library methods/,
    );
    const { counts } = readCalibration(journal);
    // The method that is called by its interface is not counted: it prepares benchmarks.
    const isCounted = (need: { readonly name: string }): boolean => !['loop', 'return'].includes(need.name);
    for (const { name, rounds = 1, loop } of loops) {
      const counted = counts?.instructions[name] ?? {};
      for (const { name: need, count } of loop?.needs.filter(isCounted) ?? []) {
        const term = need.startsWith('invoke') ? 'invocation' : need;
        // Beside them the loop itself runs, and what puts operands into locals.
        const own = count * (loop?.executions ?? 0) * rounds;
        expect([name, loop?.instruction, need, (counted[term] ?? 0) >= own]).toEqual([
          name,
          loop?.instruction,
          need,
          true,
        ]);
      }
    }
    const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as {
      readonly kind: string;
      readonly instructions: readonly { readonly name: string; readonly mean: number }[];
      readonly invocation: { readonly mean: number };
    };
    expect(model.kind).toBe('ecalc');
    for (const { name, mean } of model.instructions)
      expect([name, mean / 1e-9]).toEqual([name, expect.closeTo(1, 6)]);
    expect(model.invocation.mean).toBeCloseTo(1e-9, 14);
  },
);

test.runIf(home !== '')(
  'patterns on the interpreters found make a hierarchical model, which predicts for each with intervals',
  { timeout: 240_000 },
  async () => {
    const folder = makeTemporaryFolder({ 'Sums.java': sums });
    const [cycles, samples] = [1, 2];
    const command = [
      ...['calibrate', '--method', 'bayes', '--quick', '--cycles', String(cycles), '--device', 'Desk'],
      ...[
        '--samples',
        String(samples),
        '--seconds-each',
        '0.0001',
        '--power',
        'cpu-time:10',
        '--out',
        'm.json',
      ],
    ];
    const { stdout, stderr } = await jouleline(command, { cwd: folder, environment });
    const table = readFileSync(join(folder, 'm-calibration/patterns.csv'), 'utf8').trim();
    const [head, ...rows] = table.split('\n');
    expect(head).toBe('pattern,operation,size,type,device,energy [J]');
    const perCell = new Map<string, number>();
    for (const row of rows) {
      const cells = row.split(',');
      const cell = cells.slice(0, 5).join();
      perCell.set(cell, (perCell.get(cell) ?? 0) + 1);
      expect([row, Number.isFinite(Number(cells[5]))]).toEqual([row, true]);
    }
    const text = readFileSync(join(folder, 'm.json'), 'utf8');
    const model = JSON.parse(text) as { readonly devices: readonly string[] };
    expect(model.devices.length).toBeGreaterThan(0);
    for (const device of model.devices) expect(device).toMatch(/^Desk: JDK .*\d interpreter$/);
    expect(perCell.size).toBe(174 * model.devices.length);
    expect(new Set(perCell.values())).toEqual(new Set([cycles * samples]));
    expect(stdout).toContain(`174 patterns on ${model.devices.length} device`);
    expect(stdout).toContain(`of ${perCell.size} cells (patterns on devices)`);
    expect(stdout).toContain('R-hat');
    expect(stderr).not.toContain('left out');
    expect(model).toMatchObject({
      kind: 'additive',
      id: 'm',
      machine: 'Desk',
      mode: 'interpreter',
      local: true,
      fit: { method: 'bayes', isProxy: true, measurements: rows.length },
    });

    // So few draws and measurements may fail a check, which is not what is looked at here.
    writeFileSync(join(folder, 'm.json'), JSON.stringify({ ...model, checks: [] }));
    for (const device of model.devices) {
      const { stdout: report } = await jouleline(
        ['report', '.', '--format', 'json', '--model', './m.json', '--device', device],
        { cwd: folder, environment },
      );
      const { totals } = JSON.parse(report) as ModelReport;
      expect([totals.modeledCount, totals.modeledShare]).toEqual([7, 1]);
      expect(totals.energy.mean).toBeGreaterThan(totals.energy.low);
      expect(totals.energy.high).toBeGreaterThan(totals.energy.mean);
    }

    // The same command measures nothing again, and equal seeds give equal draws.
    await jouleline(command, { cwd: folder, environment });
    expect(readFileSync(join(folder, 'm.json'), 'utf8')).toBe(text);
    for (const device of model.devices) {
      const own = device.slice('Desk: '.length).toLowerCase().replaceAll(' ', '-');
      const { measurements } = readCalibration(join(folder, 'm-calibration', own, 'journal.jsonl'));
      expect(measurements).toHaveLength(175 * cycles * samples);
    }
  },
);
