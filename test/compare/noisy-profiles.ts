/**
 * Profiles of one program as runs that spread would give them: what a meter or
 * CPU time says of ten runs is drawn, from seeds.
 *
 * Two noises are heavy-tailed: Student's t with three degrees of freedom, whose
 * worst run in a hundred is off by five deviations; and what disturbs CPU time,
 * which only ever adds. Drift is what warms up and cools down from run to run.
 */
import { recordMeasurement, type MeasurementRecord } from '../../server/src/runs/measurement-record';
import { summarizeRuns } from '../../server/src/runs/summarize-runs';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import {
  PROFILE_FORMAT,
  PROFILE_VERSION,
  type ContextRow,
  type ProfileDocument,
} from '../../server/src/profile/document/profile-document';
import { createRandom, type Random } from './seeded-random';

/**
 * The drifts of a machine by name: in standard deviations of a run, for each slot of a series that has one run after
 * the other.
 */
export const drifts: Readonly<Record<string, (slots: number, random: Random) => readonly number[]>> = {
  none: (slots) => Array.from({ length: slots }, () => 0),
  'growing evenly, by 6 in all': (slots) => Array.from({ length: slots }, (_, slot) => (6 * slot) / slots),
  'warming up, by 3': (slots) => Array.from({ length: slots }, (_, slot) => -3 * Math.exp(-slot / 5)),
  // Nine tenths of it go on from run to run.
  'wandering, by 2': (slots, random) => {
    let at = normal(random);
    return draw(slots, () => {
      at = 0.9 * at + Math.sqrt(1 - 0.9 ** 2) * normal(random);
      return 2 * at;
    });
  },
  'a step of 3, anywhere': (slots, random) => {
    const step = random.below(slots);
    return Array.from({ length: slots }, (_, slot) => (slot < step ? 0 : 3));
  },
};

const inTurn = (runs: number): readonly [readonly number[], readonly number[]] => [
  Array.from({ length: runs }, (_, run) => 2 * run + (run % 2)),
  Array.from({ length: runs }, (_, run) => 2 * run + 1 - (run % 2)),
];

interface Order {
  /** The slots of each of two programs, in a series of twice as many. */
  readonly slots: typeof inTurn;
  readonly isPaired: boolean;
}

/** How two programs are measured and compared, by name. */
export const orders: Readonly<Record<string, Order>> = {
  'one after the other': {
    slots: (runs) => [
      Array.from({ length: runs }, (_, run) => run),
      Array.from({ length: runs }, (_, run) => runs + run),
    ],
    isPaired: false,
  },
  'in turn, by means': { slots: inTurn, isPaired: false },
  'in turn, by rounds': { slots: inTurn, isPaired: true },
};

/** The kinds of noise by name: in standard deviations of a run, one draw for each run of a series. */
export const noises: Readonly<Record<string, (runs: number, random: Random) => readonly number[]>> = {
  normal: (runs, random) => draw(runs, () => normal(random)),
  'heavy-tailed': (runs, random) => draw(runs, () => heavyTailed(random)),
  drifting: (runs, random) => {
    let drift = normal(random);
    // A third of the variance goes on from run to run, by half of it.
    return draw(runs, () => {
      drift = 0.5 * drift + Math.sqrt(0.75) * normal(random);
      return Math.sqrt(1 / 3) * drift + Math.sqrt(2 / 3) * heavyTailed(random);
    });
  },
  'only adding': (runs, random) =>
    draw(runs, () => -Math.log(1 - random.next()) * (random.chance(0.1) ? 3 : 0.7)),
};

function draw(runs: number, next: () => number): readonly number[] {
  return Array.from({ length: runs }, next);
}

/** Box and Muller's (1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Student's t with three degrees of freedom, of standard deviation 1. */
function heavyTailed(random: Random): number {
  const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
  return normal(random) / Math.sqrt(squares / 3) / Math.sqrt(3);
}

export interface SimulatedProgram {
  /** Executions of each of its methods, of which a third are a framework's. */
  readonly executions: readonly number[];
  /** The energy of a run without start-up, in joules. */
  readonly energy: number;
}

export interface SimulatedMeter {
  readonly noise: string;
  /** The standard deviation of a run, in joules. */
  readonly deviation: number;
  readonly runs: number;
  /** CPU time in place of a meter. */
  readonly isProxy: boolean;
}

export function makeProgram(seed: number): SimulatedProgram {
  const random = createRandom(seed);
  const executions = Array.from({ length: 30 }, () => 100 + random.below(100_000));
  return { executions, energy: 2 };
}

export function profileOf(
  { executions, energy }: SimulatedProgram,
  { noise, deviation, runs, isProxy }: SimulatedMeter,
  seed: number,
): ProfileDocument {
  const random = createRandom(seed);
  const spread = noises[noise];
  if (spread === undefined) throw new RangeError(noise);
  const series = (mean: number, spreads: number): readonly number[] =>
    spread(runs, random).map((by) => mean + spreads * by);
  const energies = series(energy + startUp, deviation);
  return profileOfEnergies(executions, energies, series(startUp, deviation / 4), isProxy);
}

/** Both of two programs, on a machine that drifts: `order` is one of {@link orders}, `drift` of {@link drifts}. */
export function profilesOfBoth(
  programs: readonly [SimulatedProgram, SimulatedProgram],
  { noise, deviation, runs, isProxy }: SimulatedMeter,
  drift: string,
  order: string,
  seed: number,
): readonly [ProfileDocument, ProfileDocument] {
  const random = createRandom(seed);
  const [spread, drifting, ordered] = [noises[noise], drifts[drift], orders[order]];
  if (spread === undefined || drifting === undefined || ordered === undefined)
    throw new RangeError(`${noise}, ${drift}, ${order}`);
  const shared = drifting(2 * runs, random);
  const slots = ordered.slots(runs);
  const profileAt = (place: 0 | 1): ProfileDocument => {
    const { executions, energy } = programs[place];
    const energies = spread(runs, random).map(
      (by, run) => energy + startUp + deviation * (by + (shared[slots[place][run] ?? 0] ?? 0)),
    );
    const baseline = spread(runs, random).map((by) => startUp + (deviation / 4) * by);
    const turns = ordered.isPaired ? { series: seed, place: place + 1, programs: 2 } : undefined;
    return profileOfEnergies(executions, energies, baseline, isProxy, turns);
  };
  return [profileAt(0), profileAt(1)];
}

/** The energy of starting a virtual machine that does nothing, in joules. */
const startUp = 0.5;

/** Makes a profile of these energies of runs and of start-up; without runs of start-up, it is not taken away. */
export function profileOfEnergies(
  executions: readonly number[],
  energies: readonly number[],
  baseline: readonly number[],
  isProxy: boolean,
  turns?: MeasurementRecord['inTurn'],
  tick?: number,
): ProfileDocument {
  const contexts: ContextRow[] = [[-1, 0, 0, -1, 0, 1, [], []]];
  const classes = executions.map((count, index) => {
    contexts.push([0, index + 1, 0, 3, 4, 10, [[0, count]], []]);
    return {
      name: index % 3 === 0 ? `android/part/Service${index}` : `app/Part${index}`,
      methods: [method('work', 10, [[0, 7, count]])],
    };
  });
  const document = {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator: { name: 'jouleline', version: '1' },
    started: '2026-01-01T00:00:00.000Z',
    record: 'tree',
    program: { command: ['java', 'App'], exitCode: 0, virtualMachines: [] },
    counting: { runs: 2, threads: 'shared', hasOtherThreads: false, isExact: true, running: [] },
    measurement: {
      ...measure(energies, baseline, isProxy, tick),
      ...(turns === undefined ? {} : { inTurn: turns }),
    },
    keys: [operationKey('Addition', ['int', 'int'], 'load')],
    callees: [],
    classes: [{ name: 'android/app/Main', methods: [method('main', 1, [])] }, ...classes].map((each) => ({
      ...each,
      supertypes: ['java/lang/Object'],
    })),
    tree: { contexts, beyond: contexts.length },
  };
  // What comparing reads of a profile.
  return document as unknown as ProfileDocument;
}

function method(
  name: string,
  calls: number,
  operations: readonly (readonly [number, number, number])[],
): object {
  const lines = operations.map(([, line, count]) => [line, count]);
  return { name, descriptor: '()V', calls, lines, blocks: [], operations, instructions: [], invocations: [] };
}

function measure(
  energies: readonly number[],
  baseline: readonly number[],
  isProxy: boolean,
  tick: number | undefined,
): MeasurementRecord {
  const [summary, ofStart] = [energies, baseline].map((each) => summarizeRuns(each, isProxy, 0.95, tick));
  const record = recordMeasurement({
    source: { name: isProxy ? 'cpu-time' : 'powercap', description: 'simulated', isProxy },
    requested: energies.length,
    runs: [],
    baseline: [],
    ...(summary === undefined ? {} : { energy: summary }),
    ...(ofStart === undefined ? {} : { startUp: ofStart }),
    channels: [],
    machine: { warnings: [] },
    cores: '',
    problems: [],
  });
  const recordOf = (each: number): MeasurementRecord['runs'][number] => ({
    ...{ start: 0, end: 1, ended: 'ended with 0', energy: each, total: each, channels: {} },
    ...{ outputBytes: 0, slept: 0, leftRunning: 0, problems: [] },
  });
  return { ...record, runs: energies.map(recordOf), baseline: baseline.map(recordOf) };
}
