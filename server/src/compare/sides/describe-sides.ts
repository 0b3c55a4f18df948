/**
 * Notes on the sides of a comparison: programs that did not do all that they were run for, what was subtracted from
 * measured runs, and what they cannot tell.
 */
import { compareAsTold, compareMeans, significance, spreadOfRounds } from '../significance/significance';
import type { ComparedSide, RawSide } from './compared-side';
import type { ProfiledProgram } from '../../profile/document/profile-document';
import { formatEnergy, JOULES } from '../../words/energy-text';
import { listNotes } from '../../words/text-sections';
import { followsCalls } from '../../profile/account/followed-work';

/** A note on runs that took turns. Differences of pairs are surer than the spread of each side's runs suggests. */
export function describeRounds(sides: readonly RawSide[]): readonly string[] {
  const spread =
    sides.length < 2 ? undefined : spreadOfRounds(sides.map(({ total }) => ({ ...total, times: 1 })));
  return listNotes(
    spread &&
      `runs took turns, and are compared round by round (${spread.runs} rounds): what the machine did meanwhile is in no difference, as far as it lasted for a round`,
  );
}

/** A note on sides with one run: nothing says how far the next run would be off. */
export function describeSingleRuns(sides: readonly RawSide[]): readonly string[] {
  const single = sides.filter(({ run }) => run?.whole.runs === 1).map(({ name }) => name);
  return listNotes(
    single.length > 0 &&
      `one run was measured of ${single.join(', ')}: nothing says how much runs spread, and what differs may be chance (measure 10 runs to know)`,
  );
}

/** Notes on pairs whose difference comes from what was subtracted, and not from what was measured. */
export function describeSwallowed(sides: readonly RawSide[]): readonly string[] {
  return sides.flatMap((first, at) =>
    sides.slice(at + 1).flatMap((second) => describeSwallowedPair(first, second)),
  );
}

/** The note on one pair; none if what is left of both differs as the whole runs do. */
export function describeSwallowedPair(first: RawSide, second: RawSide): readonly string[] {
  if (first.run === undefined || second.run === undefined) return [];
  // A recording tells what is beside its methods, and subtracts nothing.
  if (first.counted === undefined || second.counted === undefined) return [];
  const left = compareAsTold(first.total, second.total);
  const whole = compareAsTold(first.run.whole, second.run.whole);
  const isOpposite = left.delta * whole.delta < 0;
  // With one run nothing is known of chance: then figures alone would be believed.
  const wouldBeTold = left.p <= significance || (isOpposite && !(whole.p > significance));
  if (!wouldBeTold || (!isOpposite && compareMeans(first.total, second.total).p <= significance)) return [];
  const amounts = [first, second].map(({ name, total, run }) => {
    const [own, all] = [total.mean, run?.whole.mean ?? NaN].map((energy) => formatEnergy(energy, JOULES));
    return `${name} ${own ?? ''} of ${all ?? ''}`;
  });
  return [
    `without collections, compilation and the system's work, ${amounts.join(' and ')} are left for the programs' own work, but ${isOpposite ? 'the whole run differs the other way' : 'the whole run differs by no more than chance'}: no method, line or task is said to differ`,
  ];
}

/** Notes on programs that ended early, which takes less energy without being better: they come before all others. */
export function describeEndings(sides: readonly ComparedSide[]): readonly string[] {
  return sides.flatMap((side) => {
    if (!('profile' in side)) return [];
    const how = describeFailure(side.profile.program);
    if (how === undefined) return [];
    const missing =
      side.profile.program.exitCode === null
        ? 'its profile is not whole, and what it did not do is in no figure'
        : 'what it may have left undone is in no figure, and saves nothing';
    return [`${side.name}: the program ${how}: ${missing}`];
  });
}

/** The end of a program: "ended with 1", "ended while it was recorded"; undefined if it did all that it was run for. */
export function describeFailure({ exitCode, signal, ended }: ProfiledProgram): string | undefined {
  if (exitCode === 0) return undefined;
  if (exitCode !== null) return `ended with ${exitCode}`;
  const how = ended === '' && signal !== null ? `was ended by ${signal}` : ended;
  return how === '' ? 'did not end by itself' : how;
}

/** Notes on facts that the sides do not name, and that might make amounts impossible to compare if they were known. */
export function describeUnnamed(sides: readonly RawSide[]): readonly string[] {
  const devices = sides.flatMap(({ name, origin: { device } }) =>
    device === undefined ? [] : [`${name} of ${device}`],
  );
  const without = sides.flatMap(({ name, origin: { device } }) => (device === undefined ? [name] : []));
  const formats = [...new Set(sides.flatMap(({ origin: { format } }) => format ?? []))];
  return listNotes(
    devices.length > 0 &&
      without.length > 0 &&
      `${devices.join(', ')}, and ${without.join(', ')} of a device that is not named: they are compared as of one`,
    formats.length > 1 &&
      sides[0]?.kind === 'joules' &&
      `files of ${formats.join(' and ')} don't name their meters: joules are compared as of one meter`,
  );
}

/** A note on sides whose trees come from traces beside others with whole trees: the former may have fewer contexts. */
export function describeUneven(sides: readonly RawSide[]): readonly string[] {
  const [traced, whole] = [true, false].map((isOfTrace) =>
    sides.flatMap(({ name, contexts, isDividedByTime }) =>
      contexts !== undefined && isDividedByTime === isOfTrace ? [name] : [],
    ),
  );
  if (traced === undefined || whole === undefined || traced.length * whole.length === 0) return [];
  return [
    `${traced.join(', ')} shows calls of a millisecond or more, ${whole.join(', ')} every call that was recorded: what the shorter ones do stands nearer to the root in the first`,
  ];
}

/** A note on sides whose calls were followed into the JDK beside others where they were not. */
export function describeFollowing(sides: readonly ComparedSide[]): readonly string[] {
  const [followed, others] = [true, false].map((isOf) =>
    sides.flatMap((side) => ('profile' in side && followsCalls(side.profile) === isOf ? [side.name] : [])),
  );
  if (followed === undefined || others === undefined || followed.length * others.length === 0) return [];
  return [
    `calls into the JDK were followed in ${followed.join(', ')}, and not in ${others.join(', ')} (--follow-jdk): what lines and tasks take there is counted in the first, and estimated in the second`,
  ];
}
