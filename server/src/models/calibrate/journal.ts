/**
 * The journal of a calibration: its findings so far, line by line, so that an
 * interruption loses no measurement.
 *
 * Sits in `models/`. Each line is JSON; docs/reference/formats.md is made of the definitions. A
 * last line that was cut short is left out.
 */
import * as v from 'valibot';
import { withDefined } from '../../base/check';
import {
  count,
  type Described,
  flag,
  isCount,
  isRecord,
  list,
  means,
  number,
  oneOf,
  optional,
  parseJson,
  readShape,
  rows,
  text,
} from '../../base/shapes';
import type { OperationKey } from '../../operations/catalogue/operation';

const JOURNAL_FORMAT = 'jouleline-calibration';
const JOURNAL_VERSION = 1;

/** The setup of a calibration, which must be the same for measurements to belong together. */
const setupSchema = v.object({
  mode: oneOf(['interpreter', 'jit']),
  compiler: optional(oneOf(['c1', 'c2'], 'The only one that the JVM has.')),
  jvm: text('Name and version: `OpenJDK 64-Bit Server VM 17.0.21+9`.'),
  machine: text(),
  power: text('The meter, in words.'),
  isProxy: flag(),
  seed: number(),
  secondsEach: number('The least length of a measurement.', 's'),
  samples: optional(number('Measurements in each cycle, if several.')),
  benchmarks: text('A hash of all their texts.'),
});
export type CalibrationSetup = Described<typeof setupSchema>;

/** Counts of an operation in one measurement: index of the key, executions, and the sum of sizes where a cost grows with them. */
export type CountRow = readonly [number, number] | readonly [number, number, number];
const countRows = rows<CountRow>(
  (row) => row.length >= 2 && row.length <= 3 && row.every(isCount),
  '[key, executions, sizes]',
);

const countsSchema = v.object({
  keys: list(v.custom<OperationKey>(isRecord), 'Operations, as in a profile.'),
  operations: means(v.record(v.string(), countRows), 'By benchmark.'),
  instructions: means(
    v.record(v.string(), v.record(v.string(), count())),
    'Executions by benchmark and instruction or library method.',
  ),
  rounds: optional(number('Counted, where other than measured.')),
  callbacks: optional(means(v.record(v.string(), count()), 'Calls by the library, by benchmark.')),
});
export type BenchmarkCounts = Described<typeof countsSchema>;

const measurementSchema = v.object({
  cycle: number(),
  name: text(),
  rounds: number(),
  energy: number('Above idle.', 'J'),
  seconds: number('', 's'),
  cpu: number('', 's'),
  processCpu: optional(number('Of all threads of the JVM.', 's')),
  collections: number(),
});
export type BenchmarkMeasurement = Described<typeof measurementSchema>;

export const journalSchema = v.variant('kind', [
  v.object({ kind: v.literal('setup'), format: text(), version: number(), ...setupSchema.entries }),
  v.object({ kind: v.literal('rounds'), name: text(), rounds: number() }),
  v.object({ kind: v.literal('counts'), ...countsSchema.entries }),
  v.object({ kind: v.literal('ran'), ...measurementSchema.entries }),
  v.object({ kind: v.literal('failed'), name: text(), message: text() }),
]);
export type JournalEntry = Described<typeof journalSchema>;

export interface CalibrationJournal {
  readonly setup?: CalibrationSetup;
  readonly rounds: ReadonlyMap<string, number>;
  readonly counts?: BenchmarkCounts;
  readonly measurements: readonly BenchmarkMeasurement[];
  /** The reason why a benchmark is not measured any more, by its name. */
  readonly failures: ReadonlyMap<string, string>;
}

export function setupEntry(setup: CalibrationSetup): JournalEntry {
  return { kind: 'setup', format: JOURNAL_FORMAT, version: JOURNAL_VERSION, ...setup };
}

export type ReadJournal = { readonly journal: CalibrationJournal } | { readonly problem: string };

/** `fileName` is only for messages. */
export function readJournal(given: string, fileName: string): ReadJournal {
  let setup: CalibrationSetup | undefined;
  let counts: BenchmarkCounts | undefined;
  const rounds = new Map<string, number>();
  const measurements: BenchmarkMeasurement[] = [];
  const failures = new Map<string, string>();
  const lines = given.split('\n').filter((line) => line !== '');
  for (const [index, line] of lines.entries()) {
    const parsed = parseJson(line);
    const shaped = parsed.ok ? readShape(journalSchema, parsed.value) : parsed;
    if (!shaped.ok) {
      // What was being written when the process was killed.
      if (index === lines.length - 1) break;
      return {
        problem: `${fileName}: line ${index + 1} is no entry of a calibration; remove the file to begin anew`,
      };
    }
    const entry: JournalEntry = shaped.value;
    switch (entry.kind) {
      case 'setup': {
        if (entry.format !== JOURNAL_FORMAT || entry.version !== JOURNAL_VERSION)
          return {
            problem: `${fileName}: is version ${entry.version} of a calibration, and this program reads version ${JOURNAL_VERSION}; remove the file to begin anew`,
          };
        setup = entry;
        break;
      }
      case 'rounds':
        rounds.set(entry.name, entry.rounds);
        break;
      case 'counts':
        counts = entry;
        break;
      case 'ran':
        measurements.push(entry);
        break;
      case 'failed':
        failures.set(entry.name, entry.message);
        break;
    }
  }
  return {
    journal: {
      rounds,
      ...withDefined({ setup, counts }),
      measurements,
      failures,
    },
  };
}

/** The differences between two setups, in words for people; undefined where measurements of both belong together. */
export function differenceOf(known: CalibrationSetup, wanted: CalibrationSetup): string | undefined {
  const names: Readonly<Record<keyof CalibrationSetup, string>> = {
    mode: 'mode',
    compiler: 'compiler',
    jvm: 'JVM',
    machine: 'machine',
    power: 'meter',
    isProxy: 'meter',
    seed: 'seed',
    secondsEach: 'length of a measurement',
    samples: 'number of samples',
    benchmarks: 'set of benchmarks',
  };
  for (const [key, name] of Object.entries(names) as [keyof CalibrationSetup, string][])
    if (known[key] !== wanted[key])
      return `another ${name} (${String(known[key])}, now ${String(wanted[key])})`;
  return undefined;
}
