/**
 * Accounts for the runs of several sides in one way: every part that is not a program's own work is taken
 * off each side by a method that all sides allow.
 *
 * Sits in `runs/`, over the account of one measured profile. The method (processor time by thread,
 * time by the clock, or none) makes more difference than most programs do. For a run of 1 J that compiled
 * all the while, compilation by the clock leaves nothing, and compilation by thread leaves nearly
 * everything. Two figures made in different ways cannot be compared.
 */
import { accountForRuns } from './account-for-runs';
import type { MeasurementRecord, RunRecord } from './measurement-record';

/** Measured runs, and the name of their program. */
export interface MeasuredSide {
  readonly name: string;
  readonly record: MeasurementRecord;
}

export interface AlikeRecords {
  /** The records, in the order given. */
  readonly records: readonly MeasurementRecord[];
  /** Sentences that say how parts were taken off, if some side tells more than another or compilation cannot be told apart. */
  readonly notes: readonly string[];
}

export function tellAlike(sides: readonly MeasuredSide[]): AlikeRecords {
  if (sides.length < 2) return { records: sides.map(({ record }) => record), notes: [] };
  const started = startAlike(sides);
  const sampled = sampleAlike(started.sides);
  const withCpu = keepShared(sampled.sides, cpu);
  const collected = collectAlike(withCpu);
  const compiled = compileAlike(collected.sides, withCpu);
  return {
    records: compiled.sides.map(({ record }) => record),
    notes: [
      ...started.notes,
      ...sampled.notes,
      ...(lacking(started.sides, cpu).length > 0 && started.sides.some((side) => tells(side, cpu))
        ? [
            `collections, compilation and the system's work are taken off no side: processor time is not known of every run of ${listNames(lacking(started.sides, cpu))}`,
          ]
        : [...collected.notes, ...compiled.notes]),
    ],
  };
}

/** A fact that may be known of a run. */
interface KnownFact {
  readonly isIn: (run: RunRecord) => boolean;
  readonly without: (run: RunRecord) => RunRecord;
}

const cpu: KnownFact = {
  isIn: (run) => run.cpu !== undefined,
  without: (run) => omit(run, 'cpu'),
};

const compilers: KnownFact = {
  isIn: ({ threads }) => threads?.compilers !== undefined,
  without: (run) => (run.threads === undefined ? run : { ...run, threads: omit(run.threads, 'compilers') }),
};

const collectors: KnownFact = {
  isIn: ({ threads }) => threads?.collectors !== undefined,
  without: (run) => (run.threads === undefined ? run : { ...run, threads: omit(run.threads, 'collectors') }),
};

const elapsedCompiling: KnownFact = {
  isIn: ({ java }) => java?.compiling !== undefined,
  without: (run) => (run.java === undefined ? run : { ...run, java: omit(run.java, 'compiling') }),
};

const cpuOfCollections: KnownFact = {
  isIn: ({ java }) => java?.collections.cpu !== undefined,
  without: (run) =>
    run.java === undefined
      ? run
      : { ...run, java: { ...run.java, collections: omit(run.java.collections, 'cpu') } },
};

/** All that a JVM reports of itself: without its pauses nothing else is known. */
const pauses: KnownFact = {
  isIn: ({ java }) => java !== undefined,
  without: (run) => omit(run, 'java'),
};

function omit<Known extends object, Key extends keyof Known>(known: Known, key: Key): Omit<Known, Key> {
  const others = { ...known };
  Reflect.deleteProperty(others, key);
  return others;
}

function startAlike(sides: readonly MeasuredSide[]): Alike {
  const without = sides.filter(({ record }) => record.startUp === undefined);
  if (without.length === 0 || without.length === sides.length) return { sides, notes: [] };
  return {
    sides: sides.map(({ name, record }) => ({
      name,
      record: { ...omit(record, 'startUp'), baseline: [] },
    })),
    notes: [
      `start-up is taken off no side, and lies within what is compared: it was not measured of ${listNames(without)}`,
    ],
  };
}

function sampleAlike(sides: readonly MeasuredSide[]): Alike {
  const without = sides.filter(({ record }) => record.sampled === undefined);
  if (without.length === 0 || without.length === sides.length) return { sides, notes: [] };
  return {
    sides: sides.map(({ name, record }) => ({ name, record: omit(record, 'sampled') })),
    notes: [
      `code that is not counted is taken off no side, and lies within what is compared: it is not told apart of ${listNames(without)}`,
    ],
  };
}

interface Alike {
  readonly sides: readonly MeasuredSide[];
  readonly notes: readonly string[];
}

function collectAlike(sides: readonly MeasuredSide[]): Alike {
  const alike = [cpuOfCollections, collectors, pauses].reduce(keepShared, sides);
  const wayOf = (side: MeasuredSide): string | undefined => {
    if (tells(side, cpuOfCollections)) return "by their threads' processor time";
    if (tells(side, collectors)) return 'by what was seen of their threads';
    return tells(side, pauses) ? 'by the time for which the program was paused' : undefined;
  };
  const [first] = alike;
  const used = first === undefined ? undefined : wayOf(first);
  const others = sides.filter((side) => wayOf(side) !== used);
  if (others.length === 0) return { sides: alike, notes: [] };
  const rest = sides.filter((side) => !others.includes(side));
  return {
    sides: alike,
    notes: [
      used === undefined
        ? `collections are taken off no side, and lie within what is compared: they are not known of every run of ${listNames(rest)}`
        : `collections are taken off all sides ${used}: more is not known of every run of ${listNames(rest.length > 0 ? rest : sides)}`,
    ],
  };
}

/**
 * Takes compilation by threads, else by the clock, else not at all: the first method that all sides allow and that
 * leaves something of each. `before` has all that each side tells, to say which side tells less.
 */
function compileAlike(sides: readonly MeasuredSide[], before: readonly MeasuredSide[]): Alike {
  const byThreads = keepShared(sides, compilers);
  const byClock = keepShared(withoutReading(sides, compilers), elapsedCompiling);
  if (everyTells(sides, compilers) && swallowed(byThreads).length === 0)
    return { sides: byThreads, notes: [] };
  const whyNotThreads = everyTells(sides, compilers)
    ? `by processor time nothing would be left of ${listNames(swallowed(byThreads))}`
    : `the processor time of the JVM's compilers was not seen in every run of ${listNames(lacking(sides, compilers))}`;
  if (everyTells(sides, elapsedCompiling) && swallowed(byClock).length === 0)
    return {
      sides: byClock,
      notes: sides.some((side) => tells(side, compilers))
        ? [
            `compilation is taken off all sides by the time that it took, which is more than its processor time where processors are busy: ${whyNotThreads}`,
          ]
        : [],
    };
  const isTold = before.some((side) => tells(side, compilers) || tells(side, elapsedCompiling));
  const whyNotClock = everyTells(sides, elapsedCompiling)
    ? `by the time that it took nothing would be left of ${listNames(swallowed(byClock))}`
    : `the time that it took is not known of every run of ${listNames(lacking(before, elapsedCompiling))}`;
  return {
    sides: withoutReading(byClock, elapsedCompiling),
    notes: isTold
      ? [
          `compilation is taken off no side, and lies within what is compared: ${whyNotThreads}, and ${whyNotClock}`,
        ]
      : [],
  };
}

/** The sides of which compilation would leave nothing. */
function swallowed(sides: readonly MeasuredSide[]): readonly MeasuredSide[] {
  return sides.filter(({ record }) => {
    const parts = accountForRuns(record);
    return parts !== undefined && (parts.runtime.compilation === undefined || parts.left <= 0);
  });
}

/** Keeps a fact, of runs and of starts, only if all sides tell it. */
function keepShared(sides: readonly MeasuredSide[], reading: KnownFact): readonly MeasuredSide[] {
  if (!everyTells(sides, reading)) return withoutReading(sides, reading);
  return sides.every(({ record }) => record.baseline.every((run) => isSetAside(run) || reading.isIn(run)))
    ? sides
    : sides.map(({ name, record }) => ({
        name,
        record: { ...record, baseline: record.baseline.map(reading.without) },
      }));
}

function withoutReading(sides: readonly MeasuredSide[], reading: KnownFact): readonly MeasuredSide[] {
  return sides.map(({ name, record }) => ({
    name,
    record: {
      ...record,
      runs: record.runs.map(reading.without),
      baseline: record.baseline.map(reading.without),
    },
  }));
}

function everyTells(sides: readonly MeasuredSide[], reading: KnownFact): boolean {
  return lacking(sides, reading).length === 0;
}

function lacking(sides: readonly MeasuredSide[], reading: KnownFact): readonly MeasuredSide[] {
  return sides.filter((side) => !tells(side, reading));
}

function tells({ record }: MeasuredSide, reading: KnownFact): boolean {
  const counting = record.runs.filter((run) => !isSetAside(run));
  return counting.length > 0 && counting.every(reading.isIn);
}

function isSetAside({ setAside }: RunRecord): boolean {
  return setAside !== undefined;
}

function listNames(sides: readonly MeasuredSide[]): string {
  return sides.map(({ name }) => name).join(', ');
}
