/**
 * Notes on measured runs that are compared: which figures they are, what was subtracted from them, and what they
 * cannot tell.
 *
 * Sits in `compare/`, under `compared-sides.ts`.
 */
import { spreadOfRounds } from '../significance/paired-rounds';
import {
  compareAsTold,
  compareMeans,
  type MeanOfRuns,
  significance,
  wholeOf,
} from '../significance/significance';
import type { RunSummary } from '../../runs/summarize-runs';
import { formatEnergy, JOULES } from '../../words/energy-text';

export interface ComparedRuns {
  readonly name: string;
  readonly total: MeanOfRuns;
  readonly isProxy: boolean;
  /** The summary of the runs; absent if the total does not come from measured runs. */
  readonly runs?: RunSummary;
}

/** A note on runs that took turns. Differences of pairs are surer than the spread of each side's runs suggests. */
export function describeRounds(sides: readonly ComparedRuns[]): readonly string[] {
  const spread =
    sides.length < 2 ? undefined : spreadOfRounds(sides.map(({ total }) => ({ ...total, times: 1 })));
  return spread === undefined
    ? []
    : [
        `runs took turns, and are compared round by round (${spread.runs} rounds): what the machine did meanwhile is in no difference, as far as it lasted for a round`,
      ];
}

/**
 * A note on the means that are compared. A profile's own summary also holds energy that is not compared and, for CPU
 * time, shows another figure.
 */
export function describeMeans(sides: readonly ComparedRuns[]): readonly string[] {
  const means = sides.flatMap(({ name, total, runs, isProxy }) => {
    if (runs === undefined) return [];
    const [left, mean, minimum] = [total.mean, runs.mean, runs.minimum].map((energy) =>
      formatEnergy(energy, JOULES),
    );
    const shown =
      isProxy && runs.runs > 1 ? `, where 'jouleline profile' says ${minimum ?? ''}, the minimum` : '';
    return [`${name} ${left ?? ''} of ${mean ?? ''}${shown}`];
  });
  return means.length === 0
    ? []
    : [
        `compared are means of runs, without what is not the program's own work, as start-up and collections: ${means.join('; ')}`,
      ];
}

/** A note on sides with one run: nothing says how far the next run would be off. */
export function describeSingleRuns(sides: readonly ComparedRuns[]): readonly string[] {
  const single = sides.filter(({ runs }) => runs?.runs === 1).map(({ name }) => name);
  return single.length === 0
    ? []
    : [
        `one run was measured of ${single.join(', ')}: nothing says how much runs spread, and what differs may be chance (--runs 10 tells)`,
      ];
}

/** Notes on pairs whose difference comes from what was subtracted, and not from what was measured. */
export function describeSwallowed(sides: readonly ComparedRuns[]): readonly string[] {
  return sides.flatMap((first, at) => sides.slice(at + 1).flatMap((second) => describePair(first, second)));
}

function describePair(first: ComparedRuns, second: ComparedRuns): readonly string[] {
  if (first.runs === undefined || second.runs === undefined) return [];
  const left = compareAsTold(first.total, second.total);
  const whole = compareAsTold(wholeOf(first.total), wholeOf(second.total));
  const isOpposite = left.delta * whole.delta < 0;
  // With one run nothing is known of chance: then figures alone would be believed.
  const wouldBeTold = left.p <= significance || (isOpposite && !(whole.p > significance));
  if (!wouldBeTold || (!isOpposite && compareMeans(first.total, second.total).p <= significance)) return [];
  const amounts = [first, second].map(({ name, total }) => {
    const [own, all] = [total.mean, wholeOf(total).mean].map((energy) => formatEnergy(energy, JOULES));
    return `${name} ${own ?? ''} of ${all ?? ''}`;
  });
  return [
    `what was taken off as not the program's own work (collections, compilation, the system's) makes the difference of ${amounts.join(' and ')} above idle and start-up: ${isOpposite ? 'the whole differs the other way' : 'the whole differs by no more than chance'}, and which takes more can't be told`,
  ];
}
