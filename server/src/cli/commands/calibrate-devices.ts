/**
 * `jouleline calibrate --method bayes`: the hierarchical model of the patterns, measured on several devices. Sits in
 * `cli/`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { withDefined } from '../../base/check';
import { counted } from '../../base/counted';
import { fitLevels } from '../../models/fit/fit-levels';
import { baselineBenchmark, patternBenchmarks } from '../../models/calibrate/patterns';
import { checkMeasured } from '../../models/calibrate/fit-calibration';
import {
  findRemoved,
  type MeasuredDevice,
  writePatternEnergies,
} from '../../models/calibrate/pattern-energies';
import { processorName } from '../../tasks/calibrate/calibrate-machine';
import { ENGINES, findDevices } from '../../tasks/calibrate/find-devices';
import { createChainSampler } from '../../tasks/calibrate/sample-chains';
import { choose, type ParsedArguments, ExitCode, type Terminal } from '../terminal';
import { writeWholeFile } from '../../host/files/write-file';
import { type CalibrationPlan, measurePlan, readNames, tellFailedChecks } from './calibration-plan';
import { CHAINS, DEFAULT_DRAWS, DEFAULT_WARMUP } from './fit';

/** The samples of a cycle: section 4.1 of the paper. */
const DEFAULT_SAMPLES = 5;
const QUICK_DRAWS = 2000;
/** Enough that what runs once around all rounds is a small part of one. */
const COUNTED_ROUNDS = 1000;
const TABLE_FILE = 'patterns.csv';

export async function calibrateDevices(
  given: ParsedArguments,
  plan: CalibrationPlan,
  terminal: Terminal,
): Promise<ExitCode> {
  const { out, isQuick, seed, folder, count } = plan;
  const modes = given.texts('mode').map((mode) => choose('--mode', mode, ENGINES, 'interpreter'));
  const machine = given.text('device');
  const devices = findDevices({
    javaHomes: given.texts('java-home'),
    engines: modes.length > 0 ? modes : ['interpreter'],
    ...withDefined({ machine }),
    environment: process.env,
  });
  const benchmarks = [baselineBenchmark(), ...patternBenchmarks()];
  const samples = count('samples', DEFAULT_SAMPLES);
  const measured: MeasuredDevice[] = [];
  let isProxy = false;
  for (const { name, folder: own, ...jvm } of devices) {
    const calibrated = await measurePlan(
      plan,
      { ...jvm, benchmarks, samples, countedRounds: COUNTED_ROUNDS, device: name, folder: join(folder, own) },
      terminal,
    );
    if (calibrated === undefined) return ExitCode.incomplete;
    ({ isProxy } = calibrated.setup);
    const removed = findRemoved(calibrated.journal, benchmarks).length;
    if (removed < benchmarks.length / 2) measured.push({ device: name, journal: calibrated.journal });
    else
      await terminal.errors.write(
        `jouleline: ${name} is left out of the model: its compiler removes ${removed} of ${benchmarks.length - 1} patterns, since nothing uses what they compute\n`,
      );
  }
  if (measured.length === 0) return ExitCode.incomplete;
  const text = writePatternEnergies(measured, benchmarks);
  const table = join(folder, TABLE_FILE);
  await writeWholeFile(table, [text]);
  const outcome = await fitLevels(
    {
      tables: [{ text, fileName: table }],
      isProxy,
      seed,
      chains: CHAINS,
      warmup: DEFAULT_WARMUP,
      draws: isQuick ? QUICK_DRAWS : DEFAULT_DRAWS,
    },
    createChainSampler(terminal.installation.bundleFolder, availableParallelism()),
  );
  for (const { message } of outcome.problems) await terminal.errors.write(`jouleline: ${message}\n`);
  if (!('account' in outcome)) return ExitCode.incomplete;
  const names = measured.map(({ device }) => device);
  const identity = {
    ...readNames(given, out, names.join(', ')),
    machine: machine ?? processorName(),
    mode: devices.every(({ name, mode }) => mode === 'interpreter' || !names.includes(name))
      ? 'interpreter'
      : 'jit',
    isLocal: true,
  } as const;
  await writeWholeFile(out, [outcome.toModelFile(identity)]);
  const checks = [...measured.map(({ journal }) => checkMeasured(journal, benchmarks)), ...outcome.checks];
  await terminal.output.write(
    [
      `${counted(benchmarks.length - 1, 'pattern')} on ${counted(names.length, 'device')} (${names.join(', ')}); wrote ${out} and ${table}`,
      ...outcome.checks.map(({ message }) => message),
      '',
    ].join('\n'),
  );
  return await tellFailedChecks(checks, terminal);
}
