/**
 * The energy of a method together with the workspace methods that it calls.
 *
 * Sits in `cost/`, over a graph that `lines/` fills: one node per method
 * with a known body. eCalc's E_S restricted to application code (table I):
 * expected calls times what one call costs, down the graph. In the worst case each branch
 * of a method is chosen once the energy of all that it calls is known.
 *
 * Where calls were counted, costs are those of a method's average call by any
 * caller, and methods that call each other in a circle are taken as one, whose
 * energy is divided by the calls that enter it, as in gprof (Graham, Kessler,
 * McKusick, 1982). Elsewhere:
 *
 * Recursion has no bound that could be read from the text. A method counts
 * once on each way down: where a call would re-enter one that is still open,
 * only the call itself is counted, not the body again, and the result says
 * `recursive`.
 */
import { present } from '../../base/check';
import type { MethodKey } from '../../operations/catalogue/operation';
import { componentsFrom, frequenciesWithoutRepetition, type CountedCall } from './call-components';
import type { Joules } from '../../base/units';
import { type CostAccumulator, createAccumulator, times, type CostVector } from './combine-energies';
import { type EnergyRange, rangeOfCalls, sumRanges } from './frequency-range';
import type { CostModel } from '../model/cost-model';
import type { CalleeEnergy, CalleeEnergyOf } from './inclusive-calls';

export interface CallGraphNode {
  /** The number of calls, if it was counted. Costs and callees are then those of the average call. */
  readonly calls?: number;
  readonly own: CostVector;
  /** The energy of `own`; absent where calls were counted. */
  readonly energy?: EnergyRange;
  readonly callees: readonly CountedCall<MethodKey>[];
  /**
   * The node in the worst case, whose branches are chosen by what they and their calls take. It calls the same methods;
   * `called` gives the energy of one call. Absent where no branch is chosen so.
   */
  readonly inWorstCase?: (called: (callee: MethodKey) => Joules) => CallGraphNode;
}

interface Settled {
  readonly vector: CostVector;
  /** The energy of `vector`, as seldom and as often as all may run. */
  readonly range: EnergyRange;
  readonly recursive: boolean;
  readonly cycle?: ReadonlySet<MethodKey>;
  readonly unanalyzed: number;
}

/** A group of methods that call each other in a circle. */
interface Cycle {
  readonly members: ReadonlySet<MethodKey>;
  /** The cost of each member: its own, and that of its calls out of the circle. */
  readonly bases: ReadonlyMap<MethodKey, Settled>;
}

/**
 * The energy of each method with all that it calls, computed when it is first asked for and kept: make a new
 * one when the graph changes. `nodeOf` gives `undefined` for methods without a known body (abstract, native,
 * not in the workspace): calls of those are counted as unanalyzed.
 */
export function createInclusiveEnergies(
  model: CostModel,
  nodeOf: (key: MethodKey) => CallGraphNode | undefined,
): CalleeEnergyOf {
  const energies = new InclusiveEnergies(model, nodeOf);
  return (key) => energies.of(key);
}

class InclusiveEnergies {
  readonly #nodeOf: (key: MethodKey) => CallGraphNode | undefined;
  readonly #accumulator: CostAccumulator;
  readonly #settled = new Map<MethodKey, Settled>();
  readonly #cycles = new Map<MethodKey, Cycle>();
  readonly #results = new Map<MethodKey, CalleeEnergy>();
  /** The nodes whose branches are chosen, which needs the energies of what they call. */
  readonly #chosen = new Map<MethodKey, CallGraphNode>();

  constructor(model: CostModel, nodeOf: (key: MethodKey) => CallGraphNode | undefined) {
    this.#nodeOf = nodeOf;
    this.#accumulator = createAccumulator(model);
  }

  of(key: MethodKey): CalleeEnergy | undefined {
    const known = this.#results.get(key);
    if (known !== undefined || this.#nodeOf(key) === undefined) return known;
    if (!this.#isDone(key)) this.#settleBelow(key);
    const sums = this.#settle(key);
    this.#accumulator.clear();
    this.#accumulator.addVector(sums.vector, 1);
    const result = { energy: sumRanges(this.#accumulator.energy(), [sums.range]), ...sums };
    this.#results.set(key, result);
    return result;
  }

  #isDone(key: MethodKey): boolean {
    return this.#settled.has(key) || this.#cycles.has(key);
  }

  #analyzedCallees(key: MethodKey): readonly CountedCall<MethodKey>[] {
    return (this.#node(key)?.callees ?? []).filter((call) => this.#nodeOf(call.key) !== undefined);
  }

  #node(key: MethodKey): CallGraphNode | undefined {
    return this.#chosen.get(key) ?? this.#nodeOf(key);
  }

  /** Chooses the branches of a method, once all that it calls is done but for those that `within` knows. */
  #choose(key: MethodKey, within?: (callee: MethodKey) => Joules | undefined): void {
    const chosen = this.#nodeOf(key)?.inWorstCase?.((callee) => {
      const known = within?.(callee);
      if (known !== undefined) return known;
      return this.#nodeOf(callee) === undefined ? 0 : this.#settle(callee).range.mean;
    });
    if (chosen !== undefined) this.#chosen.set(key, chosen);
  }

  /** Settles everything below `root`, callees first, so that no step goes deeper than one call. */
  #settleBelow(root: MethodKey): void {
    const open = (key: MethodKey): readonly CountedCall<MethodKey>[] =>
      this.#isDone(key) ? [] : this.#analyzedCallees(key);
    for (const component of componentsFrom(root, open)) {
      const [only] = component;
      if (only === undefined || this.#isDone(only)) continue;
      const members = new Set(component);
      const isCycle = component.length > 1 || this.#analyzedCallees(only).some((call) => call.key === only);
      if (!isCycle) {
        this.#settle(only);
        continue;
      }
      const sumBases = (): ReadonlyMap<MethodKey, Settled> =>
        new Map(
          component.map((key) => [key, this.#sumCallees(key, (callee) => !members.has(callee))] as const),
        );
      // A call within the circle weighs what its method takes by itself and outside of the circle.
      for (const key of component) this.#choose(key, (callee) => (members.has(callee) ? 0 : undefined));
      const alone = sumBases();
      for (const key of component) this.#choose(key, (callee) => alone.get(callee)?.range.mean);
      const bases = component.some((key) => this.#chosen.has(key)) ? sumBases() : alone;
      for (const key of component) this.#cycles.set(key, { members, bases });
    }
  }

  /** Sums up a method, once all that it calls is done. */
  #settle(key: MethodKey): Settled {
    const cycle = this.#cycles.get(key);
    const result =
      this.#settled.get(key) ?? (cycle === undefined ? this.#sumAll(key) : this.#settleInCycle(key, cycle));
    this.#settled.set(key, result);
    return result;
  }

  #sumAll(key: MethodKey): Settled {
    this.#choose(key);
    return this.#sumCallees(key, () => true);
  }

  /** The method's own cost and that of the callees for which `isWanted`, which are done. */
  #sumCallees(key: MethodKey, isWanted: (callee: MethodKey) => boolean): Settled {
    const node = this.#node(key);
    const parts: { readonly part: Settled; readonly call: CountedCall<MethodKey> }[] = [];
    let unanalyzed = 0;
    for (const call of node?.callees ?? []) {
      if (this.#nodeOf(call.key) === undefined) unanalyzed += call.count;
      else if (isWanted(call.key)) parts.push({ part: this.#settle(call.key), call });
    }
    this.#accumulator.clear();
    if (node !== undefined) this.#accumulator.addVector(node.own, 1);
    const ranges = node?.energy === undefined ? [] : [node.energy];
    for (const { part, call } of parts) {
      this.#accumulator.addVector(part.vector, call.count);
      unanalyzed += times(call.count, part.unanalyzed);
      ranges.push(rangeOfCalls(part.range, call));
    }
    const recursive = parts.some(({ part }) => part.recursive);
    return { ...this.#sums(ranges), recursive, unanalyzed };
  }

  /** The cost of a member of a cycle: each way around it once. */
  #settleInCycle(key: MethodKey, cycle: Cycle): Settled {
    const counted = this.#settleCountedCycle(cycle);
    if (counted !== undefined) return counted;
    const within = (member: MethodKey): readonly CountedCall<MethodKey>[] =>
      this.#analyzedCallees(member).filter((call) => cycle.members.has(call.key));
    this.#accumulator.clear();
    const ranges: EnergyRange[] = [];
    let unanalyzed = 0;
    for (const [member, frequency] of frequenciesWithoutRepetition(key, within)) {
      const base = cycle.bases.get(member);
      if (base === undefined) continue;
      this.#accumulator.addVector(base.vector, frequency);
      unanalyzed += times(frequency, base.unanalyzed);
      ranges.push(rangeOfCalls(base.range, { count: frequency }));
    }
    return { ...this.#sums(ranges), recursive: true, unanalyzed };
  }

  /** The energy of a whole cycle for each call that enters it, if calls of all its members were counted. */
  #settleCountedCycle({ members, bases }: Cycle): Settled | undefined {
    let entries = 0;
    for (const member of members) {
      const { calls, callees } = this.#nodeOf(member) ?? { callees: [] };
      if (calls === undefined) return undefined;
      const within = callees.reduce((sum, { key, count }) => sum + (members.has(key) ? count : 0), 0);
      entries += calls * (1 - within);
    }
    this.#accumulator.clear();
    let unanalyzed = 0;
    for (const [member, base] of bases) {
      // Rounding, or a run that ended within the circle: at least one call entered it.
      const calls = present(this.#nodeOf(member)?.calls, 'the number of calls of a counted method');
      const share = calls / Math.max(1, entries);
      this.#accumulator.addVector(base.vector, share);
      unanalyzed += times(share, base.unanalyzed);
    }
    return { ...this.#sums([]), recursive: false, cycle: members, unanalyzed };
  }

  /** The sum that the accumulator holds, made up of `parts`. */
  #sums(parts: readonly EnergyRange[]): Pick<Settled, 'vector' | 'range'> {
    const range = sumRanges({ mean: this.#accumulator.mean(), variance: 0 }, parts);
    return { vector: this.#accumulator.vector(), range };
  }
}
