/**
 * Runs of several sides as if no more was known of any than of all: so that
 * what is not a program's own work is taken off each in one way.
 *
 * Sits in `measurement/`, over the account of one measured profile. How a part
 * is told (processor time by thread, time by the clock, not at all) makes more
 * difference than most programs do: of a run of 1 J that compiled all the
 * while, compilation by the clock leaves nothing, by what was seen of threads
 * nearly all. Two such figures are no comparison.
 */
import { accountForRuns } from './account-for-runs';
import type { MeasurementRecord, RunRecord } from './measurement-record';

/** Measured runs, and what their program is called. */
export interface MeasuredSide {
  readonly name: string;
  readonly record: MeasurementRecord;
}

export interface AlikeRecords {
  /** In the order given. */
  readonly records: readonly MeasurementRecord[];
  /** How parts are taken off, where some side tells more than another, or compilation is not told apart. */
  readonly notes: readonly string[];
}

export function tellAlike(sides: readonly MeasuredSide[]): AlikeRecords {
  if (sides.length < 2) return { records: sides.map(({ record }) => record), notes: [] };
  const started = startAlike(sides);
  const withCpu = keepShared(started.sides, cpu);
  const collected = collectAlike(withCpu);
  const compiled = compileAlike(collected.sides, withCpu);
  return {
    records: compiled.sides.map(({ record }) => record),
    notes: [
      ...started.notes,
      ...(lacking(started.sides, cpu).length > 0 && started.sides.some((side) => tells(side, cpu))
        ? [
            `collections, compilation and the system's work are taken off no side: processor time is not known of every run of ${listNames(lacking(started.sides, cpu))}`,
          ]
        : [...collected.notes, ...compiled.notes]),
    ],
  };
}

/** Something that may be known of a run. */
interface Reading {
  readonly isIn: (run: RunRecord) => boolean;
  readonly without: (run: RunRecord) => RunRecord;
}

const cpu: Reading = {
  isIn: (run) => run.cpu !== undefined,
  without: (run) => omit(run, 'cpu'),
};

const compilers: Reading = {
  isIn: ({ threads }) => threads?.compilers !== undefined,
  without: (run) => (run.threads === undefined ? run : { ...run, threads: omit(run.threads, 'compilers') }),
};

const collectors: Reading = {
  isIn: ({ threads }) => threads?.collectors !== undefined,
  without: (run) => (run.threads === undefined ? run : { ...run, threads: omit(run.threads, 'collectors') }),
};

const elapsedCompiling: Reading = {
  isIn: ({ java }) => java?.compiling !== undefined,
  without: (run) => (run.java === undefined ? run : { ...run, java: omit(run.java, 'compiling') }),
};

const cpuOfCollections: Reading = {
  isIn: ({ java }) => java?.collections.cpu !== undefined,
  without: (run) =>
    run.java === undefined
      ? run
      : { ...run, java: { ...run.java, collections: omit(run.java.collections, 'cpu') } },
};

/** All that a JVM says of itself: without its pauses nothing else of it is known. */
const pauses: Reading = {
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
 * By threads, else by the clock, else not at all: the first that all sides know, and that leaves something of each.
 *
 * @param before with all that each tells, to say who tells less.
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

/** Those of which compilation would leave nothing. */
function swallowed(sides: readonly MeasuredSide[]): readonly MeasuredSide[] {
  return sides.filter(({ record }) => {
    const parts = accountForRuns(record);
    return parts !== undefined && (parts.runtime.compilation === undefined || parts.left <= 0);
  });
}

/** What all tell, of runs and of starts; else it is taken from all. */
function keepShared(sides: readonly MeasuredSide[], reading: Reading): readonly MeasuredSide[] {
  if (!everyTells(sides, reading)) return withoutReading(sides, reading);
  return sides.every(({ record }) => record.baseline.every((run) => isSetAside(run) || reading.isIn(run)))
    ? sides
    : sides.map(({ name, record }) => ({
        name,
        record: { ...record, baseline: record.baseline.map(reading.without) },
      }));
}

function withoutReading(sides: readonly MeasuredSide[], reading: Reading): readonly MeasuredSide[] {
  return sides.map(({ name, record }) => ({
    name,
    record: {
      ...record,
      runs: record.runs.map(reading.without),
      baseline: record.baseline.map(reading.without),
    },
  }));
}

function everyTells(sides: readonly MeasuredSide[], reading: Reading): boolean {
  return lacking(sides, reading).length === 0;
}

function lacking(sides: readonly MeasuredSide[], reading: Reading): readonly MeasuredSide[] {
  return sides.filter((side) => !tells(side, reading));
}

function tells({ record }: MeasuredSide, reading: Reading): boolean {
  const counting = record.runs.filter((run) => !isSetAside(run));
  return counting.length > 0 && counting.every(reading.isIn);
}

function isSetAside({ setAside }: RunRecord): boolean {
  return setAside !== undefined;
}

function listNames(sides: readonly MeasuredSide[]): string {
  return sides.map(({ name }) => name).join(', ');
}
