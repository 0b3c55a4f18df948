/**
 * The journal of a calibration with the measurements of a made-up machine, on which every operation takes the same
 * energy: what a calibration makes of them does not depend on how busy this machine is.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { listBenchmarks } from '../../server/src/models/calibrate/calibrate';
import { rowOf } from '../../server/src/models/calibrate/cases';
import { type CalibrationJournal, readJournal } from '../../server/src/models/calibrate/journal';

/** The energy of every operation of the made-up machine, in joules. */
export const COST = 3e-7;

const nothing: CalibrationJournal = { rounds: new Map(), measurements: [], failures: new Map() };

/** What a journal holds by now; its last line may be half written. */
export function readCalibration(path: string): CalibrationJournal {
  const read = readJournal(existsSync(path) ? readFileSync(path, 'utf8') : '', path);
  if ('problem' in read) throw new Error(read.problem);
  return { ...nothing, ...read.journal };
}

/** Writes down that each benchmark runs this often in a measurement, so that none is tried out. */
export function writeRounds(path: string, names: readonly string[], rounds: number): void {
  const entries = names.map((name) => ({ kind: 'rounds', name, rounds }));
  addEntries(path, entries);
}

/** Puts measurements of the made-up machine in the place of what was measured: of these benchmarks, in so many cycles. */
export function writeMeasurements(path: string, names: readonly string[], cycles: number): void {
  const { counts, rounds } = readCalibration(path);
  if (counts === undefined) throw new Error(`${path} has no counts yet`);
  const isKept = (line: string): boolean => line !== '' && !line.startsWith('{"kind":"ran"');
  const kept = readFileSync(path, 'utf8').split('\n').filter(isKept);
  writeFileSync(path, kept.map((line) => `${line}\n`).join(''));
  const energies = names.map((name) => {
    const each = rounds.get(name) ?? 1;
    const operations = [...rowOf(name, counts, rounds).values()].reduce((sum, count) => sum + count, 0);
    return { name, rounds: each, energy: COST * operations * each };
  });
  const times = { seconds: 0.001, cpu: 0.001, collections: 0 };
  for (let cycle = 1; cycle <= cycles; cycle++)
    addEntries(
      path,
      energies.map((energy) => ({ kind: 'ran', cycle, ...energy, ...times })),
    );
}

/** The names of the benchmarks of a calibration with so many random programs, by its default seed. */
export function benchmarkNames(programs: number): readonly string[] {
  return listBenchmarks(programs, 1).map(({ name }) => name);
}

export function addEntries(path: string, entries: readonly object[]): void {
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { flag: 'a' });
}
