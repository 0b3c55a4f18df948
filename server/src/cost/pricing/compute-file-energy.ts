/**
 * Computes the energy of each line and method of a file from its operations. Sits in `cost/`: the
 * room's main entry. Runs after every edit: linear in the file's operation sites, about 10 ms for
 * 5,000 lines of 10 operations.
 */
import { firstWhere } from '../../base/search';
import { groupBy } from '../../base/groups';
import { at, outside, present } from '../../base/check';
import type { MemberOperations, MethodKey } from '../../operations/catalogue/operation';
import type { ExpectedCalls } from '../../flow/program/call-doubts';
import type { Joules, JoulesSquared, LineIndex, Offset, Share } from '../../base/units';
import { type CostAccumulator, createAccumulator } from './combine-energies';
import type { Energy } from '../model/cost-model';
import type { FileEnergy, LearnedRuns, LineEnergy, MethodEnergy } from './file-energy';
import { sumRanges, timesCalls } from './frequency-range';
import { sumCalls, type CalleeEnergyOf, type CallSum } from './inclusive-calls';
import { linesOfMember, mergeLines, partsOf, type FileLine, type MemberInFile } from './member-lines';
import {
  costMember,
  type CostSettings,
  type MemberCost,
  isMostlyUnmodeled,
  unmodeledNominal,
} from './price-member';
import { type LineContext, ModeledLine, ModeledMethod } from './modeled-results';
import { createOperationLister, type ListOperations } from './site-operations';
import { addSites, createSiteSummer } from './sum-sites';

/** `bodyStart` is the offset in the file that the operations' offsets are relative to. */
export interface FileMember extends MemberInFile {
  /** The calls in the run that was counted. */
  readonly calls?: number | undefined;
  /** The operations that a second run executed more or less often: executions are differences. */
  readonly varying?: MemberOperations | undefined;
  /** The executions of lines, each by an offset in the line, relative to the body. */
  readonly executions?: readonly (readonly [Offset, number])[] | undefined;
  readonly key: MethodKey;
  readonly kind: MethodEnergy['kind'];
  readonly className: string;
  readonly nameStart: Offset;
  readonly start: Offset;
  readonly end: Offset;
}

export interface FileEnergyInput extends CostSettings {
  readonly members: readonly FileMember[];
  readonly lineCount: number;
  readonly lineOf: (offset: Offset) => LineIndex;
  readonly calleeEnergy: CalleeEnergyOf;
  /** The calls of each member that are expected in one run; absent where they are not estimated. */
  readonly callsOf?: ((key: MethodKey) => ExpectedCalls) | undefined;
  /** The runs that the members' frequencies were learned from. */
  readonly learned?: LearnedRuns | undefined;
  /** Lines are remembered, for when one of the members is edited; of all files of a workspace they would be too many. */
  readonly isEdited: boolean;
}

/**
 * Does what of the work can be done member by member, so that a large file
 * may be computed in pieces: {@link computeFileEnergy} finds it remembered.
 */
export function prepareMembers(
  members: readonly FileMember[],
  settings: CostSettings,
  lineOf: (offset: Offset) => LineIndex,
): void {
  const sumSites = createSiteSummer(settings.model);
  for (const member of members)
    linesOfMember(member, costMember(member.operations, settings), { lineOf, sumSites, isEdited: true });
}

export function computeFileEnergy(input: FileEnergyInput): FileEnergy {
  const { members, model } = input;
  const costed = members.map((member) => costMember(member.operations, input));
  const costs = costed.map(({ cost }) => cost);
  const sumSites = createSiteSummer(model);
  const memberLines = costed.map((own, m) => {
    const member = members[m];
    return member === undefined
      ? { base: 0, lines: [] }
      : linesOfMember(member, own, { lineOf: input.lineOf, sumSites, isEdited: input.isEdited });
  });
  const total = createAccumulator(model);
  for (const cost of costs) total.addVector(cost.own, 1);
  const energies = costs.map(({ energy }) => energy);
  const totalEnergy = sumRanges(total.energy(), energies);
  const { callsOf } = input;
  const calls = callsOf && members.map(({ key }) => callsOf(key));
  const lines = mergeLines(memberLines, sumSites, (m) => calls?.[m]?.count ?? 1);
  const runs = calls && energies.map((energy, m) => timesCalls(energy, at(calls, m)));
  const run = calls && runs && sumRanges(energyOfRun(costs, calls, total), runs);
  const methods = computeMethods(input, costs, { total: (run ?? totalEnergy).mean, calls, runs });
  const means = lines.map((line) => (calls === undefined ? line.sum.own.mean : meanOfCalls(line, calls)));
  return {
    mode: input.mode,
    learned: input.learned,
    provenance: input.mode === 'counted' ? 'modeled' : 'estimated',
    modelId: model.id,
    lineCount: input.lineCount,
    lines: computeLines(input, {
      ...{ lines, means, methods, calls, ranks: rankEnergies(means) },
      total: (run ?? totalEnergy).mean,
    }),
    methods,
    total: totalEnergy,
    run,
    modeledCount: sumOf(costs, (cost) => cost.modeledCount),
    unmodeledCount: sumOf(costs, (cost) => cost.unmodeledCount),
    untypedCount: sumOf(costs, (cost) => cost.untypedCount),
  };
}

function computeLines(
  input: FileEnergyInput,
  {
    lines,
    means,
    calls,
    methods,
    ranks,
    total,
  }: {
    readonly lines: readonly FileLine[];
    /** The energies that lines are ranked by. */
    readonly means: readonly Joules[];
    readonly calls: readonly ExpectedCalls[] | undefined;
    readonly methods: readonly MethodEnergy[];
    readonly ranks: readonly number[];
    readonly total: Joules;
  },
): readonly LineEnergy[] {
  const nominal = unmodeledNominal(input.model);
  const accumulator = createAccumulator(input.model);
  let listOperations: ListOperations | undefined;
  const lister = (): ListOperations => (listOperations ??= createOperationLister(input.model));
  let ranksInMethod: readonly number[] | undefined;
  const context: LineContext = {
    rankInMethod: (index) => (ranksInMethod ??= rankWithinMembers(lines))[index] ?? outside(index),
    runOf: (entry) => calls && energyOfCalls(entry, calls),
    sumCalls: (entry) =>
      sumCalls(input.members[entry.home]?.key, entry.sum.callees, {
        calleeEnergy: input.calleeEnergy,
        accumulator,
        addOwn: () => {
          addSites(partsOf(entry), accumulator);
        },
        own: entry.sum.own,
      }),
    operationsOf: (entry) => lister()(partsOf(entry)),
    piecesOf: ({ owners }) =>
      owners.flatMap(({ home, homeLine }) => {
        const { bodyStart } = at(input.members, home);
        return lister()
          .placed(homeLine.part)
          .map((piece) => ({ ...piece, offset: bodyStart + piece.offset }));
      }),
  };
  const variances = countVariances(input);
  const executions = countExecutions(input);
  return lines.map((entry, index) => {
    const method = methods[entry.home];
    return new ModeledLine(entry, index, context, {
      countVariance: variances.get(entry.line) ?? 0,
      expectedCalls: method?.expectedCalls,
      method: method?.name,
      otherMethods: otherMethods(entry, methods),
      executions: executions.get(entry.line),
      shareOfMethod: shareOf(entry.homeLine.sum.own.mean, method?.energy.mean ?? 0),
      shareOfFile: shareOf(at(means, index), total),
      rank: at(ranks, index),
      mostlyUnmodeled: isMostlyUnmodeled(entry.sum.unmodeledCount, entry.sum.own.mean, nominal),
    });
  });
}

const ALONE: readonly string[] = [];

/** The names of the methods that share a line with the one that it is listed under. */
function otherMethods({ owners, home }: FileLine, methods: readonly MethodEnergy[]): readonly string[] {
  if (owners.length === 1) return ALONE;
  return owners.flatMap((owner) => (owner.home === home ? [] : [at(methods, owner.home).name]));
}

/** The energy of all members for all their expected calls. */
function energyOfRun(
  costs: readonly MemberCost[],
  calls: readonly ExpectedCalls[],
  sum: CostAccumulator,
): Energy {
  sum.clear();
  costs.forEach(({ own }, m) => {
    sum.addVector(own, at(calls, m).count);
  });
  return sum.energy();
}

function meanOfCalls({ owners }: FileLine, calls: readonly ExpectedCalls[]): Joules {
  let mean = 0;
  for (const { home, homeLine } of owners) mean += at(calls, home).count * homeLine.sum.own.mean;
  return mean;
}

/**
 * The energy of a line for all expected calls of the members that it belongs to. They cost what the same parameters
 * say, so that their deviations add up.
 */
function energyOfCalls(line: FileLine, calls: readonly ExpectedCalls[]): Energy {
  const [first] = line.owners;
  if (line.owners.length === 1 && first !== undefined)
    return timesCalls(first.homeLine.sum.own, at(calls, first.home));
  const parts = line.owners.map(({ home, homeLine }) => timesCalls(homeLine.sum.own, at(calls, home)));
  const deviation = sumOf(parts, ({ variance }) => Math.sqrt(variance));
  return sumRanges({ mean: meanOfCalls(line, calls), variance: deviation ** 2 }, parts);
}

/**
 * The variance of lines that did not run equally often in two runs: half the square of their
 * difference, which is the variance of a run as two runs tell it. All differences of a line are
 * assumed to add up, which is their upper bound.
 */
function countVariances({
  members,
  lineOf,
  isEdited,
  ...settings
}: FileEnergyInput): ReadonlyMap<LineIndex, JoulesSquared> {
  const variances = new Map<LineIndex, JoulesSquared>();
  const sumSites = createSiteSummer(settings.model);
  for (const { name, bodyStart, varying } of members) {
    if (varying === undefined) continue;
    const place = { name, bodyStart, operations: varying };
    const { base, lines } = linesOfMember(place, costMember(varying, settings), {
      lineOf,
      sumSites,
      isEdited,
    });
    for (const { line, sum } of lines)
      variances.set(base + line, (variances.get(base + line) ?? 0) + sum.own.mean ** 2 / 2);
  }
  return variances;
}

/** The executions of each line. A line that several members share has the largest of theirs. */
function countExecutions({ members, lineOf }: FileEnergyInput): ReadonlyMap<LineIndex, number> {
  const counts = new Map<LineIndex, number>();
  for (const { bodyStart, executions = [] } of members)
    for (const [offset, count] of executions) {
      const line = lineOf(bodyStart + offset);
      counts.set(line, Math.max(counts.get(line) ?? 0, count));
    }
  return counts;
}

function rankWithinMembers(lines: readonly FileLine[]): readonly number[] {
  const groups = groupBy(lines.keys(), (index) => at(lines, index).home);
  const ranks = new Array<number>(lines.length).fill(0);
  for (const group of groups.values()) {
    const rankOf = rankEnergies(group.map((index) => at(lines, index).homeLine.sum.own.mean));
    group.forEach((index, i) => (ranks[index] = at(rankOf, i)));
  }
  return ranks;
}

function computeMethods(
  input: FileEnergyInput,
  costs: readonly MemberCost[],
  {
    total,
    calls,
    runs,
  }: {
    readonly total: Joules;
    readonly calls: readonly ExpectedCalls[] | undefined;
    /** The energies of all their calls. */
    readonly runs: readonly Energy[] | undefined;
  },
): readonly MethodEnergy[] {
  const accumulator = createAccumulator(input.model);
  const classTotals = new Map<string, Joules>();
  const energies = runs ?? costs.map(({ energy }) => energy);
  input.members.forEach(({ className }, m) => {
    classTotals.set(className, (classTotals.get(className) ?? 0) + at(energies, m).mean);
  });
  const sumCallsOf = (key: MethodKey, cost: MemberCost): CallSum =>
    sumCalls(key, cost.callees, {
      calleeEnergy: input.calleeEnergy,
      accumulator,
      addOwn: () => {
        accumulator.addVector(cost.own, 1);
      },
      own: cost.energy,
    });
  return input.members.map((member, m): MethodEnergy => {
    const cost = at(costs, m);
    const { mean } = at(energies, m);
    const shareOfClass = shareOf(mean, present(classTotals.get(member.className), 'the energy of a class'));
    const sumOwnCalls = (own: MemberCost): CallSum => sumCallsOf(member.key, own);
    return new ModeledMethod(
      member,
      cost,
      {
        expectedCalls: calls?.[m]?.count,
        run: runs?.[m],
        shareOfFile: shareOf(mean, total),
        shareOfClass,
      },
      sumOwnCalls,
    );
  });
}

/** 0 where there is nothing to share. */
function shareOf(part: Joules, whole: Joules): Share {
  return whole > 0 ? part / whole : 0;
}

function sumOf<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}

/**
 * The ranks of lines by energy, in the order given: one more than the number of lines that take more, so that lines of
 * equal energy share a rank. Sorted as numbers and searched by halves: sets of numbers cost several times as much.
 */
function rankEnergies(energies: readonly Joules[]): readonly number[] {
  const sorted = Float64Array.from(energies).sort();
  const { length } = sorted;
  return energies.map((energy) => 1 + length - firstWhere(0, length, (index) => at(sorted, index) > energy));
}
