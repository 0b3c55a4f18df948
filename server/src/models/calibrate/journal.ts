/**
 * The journal of a calibration: its findings so far, line by line, so that an
 * interruption loses no measurement.
 *
 * Sits in `models/`. Each line is JSON; docs/reference/formats.md describes them. A
 * last line that was cut short is left out.
 */
import type { OperationKey } from '../../operations/catalogue/operation';
import type { Joules, Seconds } from '../../base/units';

const JOURNAL_FORMAT = 'jouleline-calibration';
const JOURNAL_VERSION = 1;

/** The setup of a calibration, which must be the same for measurements to belong together. */
export interface CalibrationSetup {
  readonly mode: 'interpreter' | 'jit';
  /** The JVM's name and version, such as `OpenJDK 64-Bit Server VM 17.0.21+9`. */
  readonly jvm: string;
  /** Name of the device. */
  readonly machine: string;
  /** The source of power, in words for people. */
  readonly power: string;
  readonly isProxy: boolean;
  readonly seed: number;
  /** The least length of one measurement, in seconds. */
  readonly secondsEach: Seconds;
  /** A hash of the texts of all benchmarks. */
  readonly benchmarks: string;
}

/** Counts of an operation in one measurement: index of the key, executions, and the sum of sizes where a cost grows with them. */
export type CountRow = readonly [number, number] | readonly [number, number, number];

export interface BenchmarkCounts {
  readonly keys: readonly OperationKey[];
  readonly operations: Readonly<Record<string, readonly CountRow[]>>;
  /** The number of executions of each mnemonic, by benchmark and mnemonic. */
  readonly instructions: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * The number of times that the library called each benchmark's methods, by benchmark; absent in a journal that did
   * not record it.
   */
  readonly callbacks?: Readonly<Record<string, number>>;
}

export interface BenchmarkMeasurement {
  readonly cycle: number;
  readonly name: string;
  readonly rounds: number;
  /** Above idle. */
  readonly energy: Joules;
  readonly seconds: Seconds;
  readonly cpu: Seconds;
  /** The CPU time of all threads of the JVM, in seconds, where it is known. */
  readonly processCpu?: Seconds;
  readonly collections: number;
}

export type JournalEntry =
  | ({ readonly kind: 'setup'; readonly format: string; readonly version: number } & CalibrationSetup)
  | { readonly kind: 'rounds'; readonly name: string; readonly rounds: number }
  | ({ readonly kind: 'counts' } & BenchmarkCounts)
  | ({ readonly kind: 'ran' } & BenchmarkMeasurement)
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

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
export function readJournal(text: string, fileName: string): ReadJournal {
  let setup: CalibrationSetup | undefined;
  let counts: BenchmarkCounts | undefined;
  const rounds = new Map<string, number>();
  const measurements: BenchmarkMeasurement[] = [];
  const failures = new Map<string, string>();
  const lines = text.split('\n').filter((line) => line !== '');
  for (const [index, line] of lines.entries()) {
    const entry = parseEntry(line);
    if (entry === undefined) {
      // What was being written when the process was killed.
      if (index === lines.length - 1) break;
      return {
        problem: `${fileName}: line ${index + 1} is no entry of a calibration; remove the file to begin anew`,
      };
    }
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
        counts = {
          keys: entry.keys,
          operations: entry.operations,
          instructions: entry.instructions,
          ...(entry.callbacks === undefined ? {} : { callbacks: entry.callbacks }),
        };
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
      ...(setup === undefined ? {} : { setup }),
      rounds,
      ...(counts === undefined ? {} : { counts }),
      measurements,
      failures,
    },
  };
}

const KINDS: ReadonlySet<string> = new Set(['setup', 'rounds', 'counts', 'ran', 'failed']);

/** The lines are written by this program alone: their kind is checked, and that they are whole. */
function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value = JSON.parse(line) as Partial<JournalEntry> | null;
    return value !== null && KINDS.has(value.kind ?? '') ? (value as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** The differences between two setups, in words for people; undefined where measurements of both belong together. */
export function differenceOf(known: CalibrationSetup, wanted: CalibrationSetup): string | undefined {
  const names: Readonly<Record<keyof CalibrationSetup, string>> = {
    mode: 'mode',
    jvm: 'JVM',
    machine: 'machine',
    power: 'source of power',
    isProxy: 'source of power',
    seed: 'seed',
    secondsEach: 'length of a measurement',
    benchmarks: 'set of benchmarks',
  };
  for (const [key, name] of Object.entries(names) as [keyof CalibrationSetup, string][])
    if (known[key] !== wanted[key])
      return `another ${name} (${String(known[key])}, now ${String(wanted[key])})`;
  return undefined;
}
