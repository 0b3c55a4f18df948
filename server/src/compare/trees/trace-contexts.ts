/**
 * The calling context tree that a trace shows, in joules.
 *
 * A trace shows the calls that took a tick of its clock or more; shorter calls stay with the call that was seen around
 * them. Energies are those of all that was counted, laid on the contexts that ran at the time
 * (`compare/match/place-executions.ts`), so that they add up to the profile's.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import type { RowCosts } from '../../cost/pricing/counted-rows';
import { type MethodName, keyOfMethod } from '../../base/method-name';
import type { MethodTree } from './method-tree';
import { attempt } from '../../base/outcome';
import { placeExecutions } from '../match/place-executions';
import { placeWindows } from './seen-contexts';
import { createReach } from '../../profile/read/call-reach';
import {
  listTracedMethods,
  type TracedMethod,
  type TracedMethods,
} from '../../profile/document/counted-paths';
import type { ProfileDocument, ProfiledTrace } from '../../profile/document/profile-document';
import { readActivations, readWindowCounts } from '../../profile/trace/traced-activations';
import type { Share } from '../../base/units';
import { formatCount, formatShare } from '../../words/energy-text';
import { listNotes } from '../../words/text-sections';
import type { CalledRows } from '../sides/called-rows';
import { pricePlaced } from '../sides/price-placed';

interface TraceContexts {
  /** The tree; undefined if no call took a tick. */
  readonly tree: MethodTree | undefined;
  /** The share of the energy that is in no context, because no call of a tick or more was open when it was spent. */
  readonly unplaced: Share;
  /** Notes that people should read beside the tree. */
  readonly notes: readonly string[];
}

/** The contexts of a profile's trace; undefined if it has none. */
export function contextsOfTrace(
  profile: ProfileDocument,
  costs: RowCosts,
  hasDescriptors: boolean,
  isModeled?: readonly boolean[],
  called: CalledRows = new Map(),
): TraceContexts | undefined {
  const { trace } = profile;
  if (trace === undefined) return undefined;
  const apart = trace.machines.find(({ file }) => file !== undefined);
  if (apart !== undefined)
    return withoutTree(
      `its trace is in ${apart.file ?? ''}, and not in the profile: its tasks are in no list`,
    );
  const methods = listTracedMethods(profile);
  const names = methods.list.map((each) => nameOf(each, hasDescriptors));
  const merged = mergeNames(names);
  const read = attempt(() => readActivations(profile, trace, methods, merged));
  if (!read.ok) return withoutTree(`its trace is damaged: ${read.problem.message}: its tasks are in no list`);
  const { machines, isWhole, crossing } = read.value;
  const seen = placeWindows(machines, names);
  if (seen.methodOf.length === 1) return withoutTree('no call in its trace took a millisecond');
  const executions = new Map(Array.from(methods.paths, ([counter, { row }]) => [counter, row[1]]));
  const isSeen = new Set(seen.methodOf);
  const reachThrough = createReach(profile, methods.firstOf);
  const placed = placeExecutions(
    seen,
    trace.machines.map((machine) => ({
      windows: readWindowCounts(machine),
      slack: machine.longestTick + machine.resolution,
    })),
    {
      executions,
      methodOf: (counter) => merged[methods.paths.get(counter)?.method ?? -1] ?? -1,
      isWhole,
      mayCall: [reachThrough((method) => !isSeen.has(merged[method] ?? -1)), reachThrough(() => true)],
    },
  );
  const { unplaced, total } = pricePlaced(profile, costs, {
    ...{ methods, merged, seen, placed, isWhole, hasDescriptors, called },
    ...withDefined({ isModeled }),
  });
  const share = total > 0 ? unplaced / total : 0;
  return {
    tree: seen.builder.finish().tree,
    unplaced: share,
    notes: [
      ...describeSeen(isSeen.size - 1, methods),
      ...describeLosses(trace, crossing, share),
      ...describeOpen(profile, methods, isSeen),
    ],
  };
}

function withoutTree(note: string): TraceContexts {
  return { tree: undefined, unplaced: 1, notes: [note] };
}

function describeSeen(seen: number, { list }: TracedMethods): readonly string[] {
  const ran = list.filter(({ method }) => method.calls > 0).length;
  return [
    `its calls are those of a trace that took a millisecond or more, of ${formatCount(seen)} of ${formatCount(ran)} methods that ran: shorter ones are in what called them (--record tree tells all), and how often is told where every call of a method was seen`,
    'what a method took in which of its calls is known by windows of some 10 ms, and divided by time within them: tasks have no bounds, and small differences of them may be that',
  ];
}

function describeLosses({ machines }: ProfiledTrace, crossing: number, unplaced: Share): readonly string[] {
  const dropped = machines.reduce((sum, each) => sum + each.dropped, 0);
  const tuples = machines.reduce((sum, each) => sum + each.tuples, 0);
  const hasWindows = machines.every((machine) => readWindowCounts(machine) !== undefined);
  return listNotes(
    dropped > 0 &&
      `its trace had no room for ${formatCount(dropped)} of ${formatCount(dropped + tuples)} times: what led to calls near its end is not known, and no calls are told`,
    crossing > 0 &&
      `its trace is damaged: ${counted(crossing, 'time lies across others of its thread, and stands', 'times lie across others of their thread, and stand')} beside them`,
    !hasWindows &&
      'its trace does not say how often each path ran when: what ran is divided by the time of the whole run',
    unplaced >= 0.0005 &&
      `${formatShare(unplaced)} of it ran while no call of a millisecond was known, and is in no task`,
  );
}

/** A note on methods that had not ended, if nothing shows where they stood. */
function describeOpen(
  { counting }: ProfileDocument,
  { list }: TracedMethods,
  isSeen: ReadonlySet<number>,
): readonly string[] {
  const seen = new Set(
    [...isSeen].map((method) => list[method] && `${list[method].owner.name}.${list[method].method.name}`),
  );
  const lost = counting.running.filter(({ class: owner, method }) => !seen.has(`${owner}.${method}`));
  const names = [
    ...new Set(lost.map(({ class: owner, method }) => `${owner.replaceAll('/', '.')}.${method}`)),
  ];
  return listNotes(
    names.length > 0 && `${names.join(', ')} had not ended: what a call of it called may stand at the root`,
  );
}

function nameOf({ owner, method }: TracedMethod, hasDescriptors: boolean): MethodName {
  return {
    class: owner.name.replaceAll('/', '.'),
    name: method.name,
    descriptor: hasDescriptors ? method.descriptor : '',
  };
}

/** For each method of the profile, the first one with its name: overloads are one method if names do not tell them apart. */
function mergeNames(names: readonly MethodName[]): readonly number[] {
  const firsts = new Map<string, number>();
  return names.map((name, index) => {
    const key = keyOfMethod(name);
    const first = firsts.get(key) ?? index;
    firsts.set(key, first);
    return first;
  });
}
