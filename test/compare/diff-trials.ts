/** Trials of `jouleline diff` on simulated profiles: what it calls a difference where there is none, and what it finds. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { bundledModel } from '../cost/bundled-model';
import {
  makeProgram,
  profileOf,
  profilesOfBoth,
  profileOfEnergies,
  type SimulatedMeter,
  type SimulatedProgram,
} from './noisy-profiles';

export interface TrialCounts {
  readonly trials: number;
  /** The number of trials of identical programs in which no total, method or task differs by more than chance. */
  readonly same: number;
  /** The number of these that tell the smallest difference that could have been found. */
  readonly told: number;
  /** One method ran one operation more: it is the only one whose counts are said to differ. */
  readonly counted: number;
  /** The total grew by so many deviations of a run. */
  readonly grown: ReadonlyMap<number, number>;
  /** The total grew by what was told to be the smallest difference that would be found. */
  readonly atSmallest: number;
}

export function runTrials(meter: SimulatedMeter, trials: number, steps: readonly number[]): TrialCounts {
  let [same, told, counted, atSmallest] = [0, 0, 0, 0];
  const grown = new Map(steps.map((step) => [step, 0]));
  for (let trial = 1; trial <= trials; trial++) {
    const program = makeProgram(trial);
    const before = profileOf(program, meter, 2 * trial);
    const compare = (after: SimulatedProgram): ProfileComparison =>
      compareProfiles(
        { name: 'a', profile: before },
        { name: 'b', profile: profileOf(after, meter, 2 * trial + 1) },
        model,
        { alpha: 'auto', isApplication: applicationClasses([]) },
      );
    const { totals, methods, tasks } = compare(program);
    const isSame = [totals, ...methods, ...(tasks?.list ?? [])].every(({ isSignificant }) => !isSignificant);
    if (isSame) same++;
    if (isSame && Number.isFinite(totals.smallest) && totals.smallest > 0) told++;
    const differing = compare(addOne(program)).methods.filter(({ countsDiffer }) => countsDiffer);
    if (differing.length === 1 && differing[0]?.methodA?.class === 'app.Part4') counted++;
    for (const step of steps)
      if (compare(grow(program, step * meter.deviation)).totals.isSignificant)
        grown.set(step, (grown.get(step) ?? 0) + 1);
    if (compare(grow(program, totals.smallest)).totals.isSignificant) atSmallest++;
  }
  return { trials, same, told, counted, grown, atSmallest };
}

export interface DriftCounts {
  readonly trials: number;
  /** The number of trials of identical programs in which no total, method or task differs by more than chance. */
  readonly same: number;
  /** The total grew by three deviations of a run. */
  readonly found: number;
}

/** On a machine that drifts: `order` and `drift` as {@link profilesOfBoth} has them. */
export function runDriftTrials(
  meter: SimulatedMeter,
  drift: string,
  order: string,
  trials: number,
): DriftCounts {
  let [same, found] = [0, 0];
  for (let trial = 1; trial <= trials; trial++) {
    const before = makeProgram(trial);
    const compare = (after: SimulatedProgram): ProfileComparison => {
      const [a, b] = profilesOfBoth([before, after], meter, drift, order, 2 * trial);
      const options = { alpha: 'auto', isApplication: applicationClasses([]) } as const;
      return compareProfiles({ name: 'a', profile: a }, { name: 'b', profile: b }, model, options);
    };
    const { totals, methods, tasks } = compare(before);
    if ([totals, ...methods, ...(tasks?.list ?? [])].every(({ isSignificant }) => !isSignificant)) same++;
    if (compare(grow(before, 3 * meter.deviation)).totals.isSignificant) found++;
  }
  return { trials, same, found };
}

export interface BlockCounts {
  readonly pairs: number;
  readonly same: number;
  /** With three deviations of a run more on one side. */
  readonly found: number;
}

type Pair = readonly [readonly number[], readonly number[]];

export interface RunTrials {
  /** Each block of runs against the next. */
  readonly adjacent: BlockCounts;
  /** The same runs as if two sides had taken turns: A B, B A, and so on. */
  readonly inTurn: BlockCounts;
  /** Any two blocks. */
  readonly all: BlockCounts;
}

/** Runs of one program, in the order in which they were made, as sides of `size` runs. */
export function runBlocks(energies: readonly number[], size: number): RunTrials {
  const blocks = Array.from({ length: Math.floor(energies.length / size) }, (_, at) =>
    energies.slice(at * size, (at + 1) * size),
  );
  const mean = energies.reduce((sum, each) => sum + each, 0) / energies.length;
  const deviation = Math.sqrt(
    energies.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (energies.length - 1),
  );
  const differ = (pair: Pair, series: number | undefined): boolean => {
    const [a, b] = pair.map((block, side) => {
      const turns = series === undefined ? undefined : { series, place: side + 1, programs: 2 };
      return profileOfEnergies(program.executions, block, [], true, turns);
    });
    if (a === undefined || b === undefined) return false;
    const options = { alpha: 'auto', isApplication: applicationClasses([]) } as const;
    return compareProfiles({ name: 'a', profile: a }, { name: 'b', profile: b }, model, options).totals
      .isSignificant;
  };
  const count = (pairs: readonly Pair[], tookTurns: boolean): BlockCounts => {
    const seriesOf = (index: number): number | undefined => (tookTurns ? index : undefined);
    const withMore = ([one, other]: Pair): Pair => [one, other.map((each) => each + 3 * deviation)];
    return {
      pairs: pairs.length,
      same: pairs.filter((pair, index) => !differ(pair, seriesOf(index))).length,
      found: pairs.filter((pair, index) => differ(withMore(pair), seriesOf(index))).length,
    };
  };
  const all = blocks.flatMap((one, at) => blocks.slice(at + 1).map((other): Pair => [one, other]));
  const adjacent = blocks.flatMap((one, at): readonly Pair[] => {
    const next = blocks[at + 1];
    return at % 2 === 1 || next === undefined ? [] : [[one, next]];
  });
  const dealt = adjacent.map(([one, other]): Pair => {
    const runs = [...one, ...other];
    return [runs.filter((_, at) => isOfFirst(at)), runs.filter((_, at) => !isOfFirst(at))];
  });
  return { adjacent: count(adjacent, false), inTurn: count(dealt, true), all: count(all, false) };
}

/** A B, B A. */
function isOfFirst(at: number): boolean {
  return at % 4 === 0 || at % 4 === 3;
}

const program: SimulatedProgram = makeProgram(1);

const model = bundledModel();

function addOne({ executions, energy }: SimulatedProgram): SimulatedProgram {
  return { executions: executions.map((count, index) => (index === 4 ? count + 1 : count)), energy };
}

/** All of it in one method. */
function grow({ executions, energy }: SimulatedProgram, by: number): SimulatedProgram {
  const all = executions.reduce((sum, count) => sum + count, 0);
  const more = Math.round((all * by) / energy);
  return {
    executions: executions.map((count, index) => (index === 4 ? count + more : count)),
    energy: energy + by,
  };
}
