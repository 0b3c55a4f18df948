/**
 * The energy of a method together with the workspace methods that it calls.
 *
 * Sits in `cost/`, over a graph that the engine fills: one node per method
 * with a known body. eCalc's E_S restricted to application code (table I):
 * expected calls times what one call costs, down the graph.
 *
 * Where calls were counted, costs are those of a method's average call, whoever
 * makes it, and methods that call each other in a circle are taken as one, whose
 * energy is divided by the calls that enter it, as in gprof (Graham, Kessler,
 * McKusick, 1982). Elsewhere:
 *
 * Recursion has no bound that could be read from the text. A method counts
 * once on each way down: where a call would re-enter one that is still open,
 * only the call itself is counted, not the body again, and the result says
 * `recursive`.
 */
import type { MethodKey } from '../../operations/catalogue/operation';
import { componentsFrom, frequenciesWithoutRepetition, type Call } from './call-components';
import { createAccumulator, times, type CostVector } from './combine-energies';
import type { CostModel } from '../model/cost-model';
import type { CalleeEnergy, CalleeEnergyOf } from './inclusive-calls';

export interface CallGraphNode {
  /** The number of calls, if it was counted. Costs and callees are then those of the average call. */
  readonly calls?: number;
  readonly own: CostVector;
  readonly callees: readonly Call<MethodKey>[];
}

interface Settled {
  readonly vector: CostVector;
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
 * Energies are computed when first asked for, and kept: make a new one when
 * the graph changes. `nodeOf` gives `undefined` for methods without a known
 * body (abstract, native, not in the workspace): calls of those are counted
 * as unanalyzed.
 */
export function createInclusiveEnergies(
  model: CostModel,
  nodeOf: (key: MethodKey) => CallGraphNode | undefined,
): CalleeEnergyOf {
  const settled = new Map<MethodKey, Settled>();
  const cycles = new Map<MethodKey, Cycle>();
  const results = new Map<MethodKey, CalleeEnergy>();
  const accumulator = createAccumulator(model);

  const isDone = (key: MethodKey): boolean => settled.has(key) || cycles.has(key);
  const analyzedCallees = (key: MethodKey): readonly Call<MethodKey>[] =>
    (nodeOf(key)?.callees ?? []).filter((call) => nodeOf(call.key) !== undefined);

  /** Own cost and that of the callees for which `isWanted`; those are done. */
  function sumCallees(key: MethodKey, isWanted: (callee: MethodKey) => boolean): Settled {
    const node = nodeOf(key);
    const parts: { readonly part: Settled; readonly count: number }[] = [];
    let unanalyzed = 0;
    for (const { key: callee, count } of node?.callees ?? []) {
      if (nodeOf(callee) === undefined) unanalyzed += count;
      else if (isWanted(callee)) parts.push({ part: settle(callee), count });
    }
    accumulator.clear();
    if (node !== undefined) accumulator.addVector(node.own, 1);
    for (const { part, count } of parts) {
      accumulator.addVector(part.vector, count);
      unanalyzed += times(count, part.unanalyzed);
    }
    const recursive = parts.some(({ part }) => part.recursive);
    return { vector: accumulator.vector(), recursive, unanalyzed };
  }

  /** Everything below `root`, callees first, so that no step goes deeper than one call. */
  function settleBelow(root: MethodKey): void {
    const open = (key: MethodKey): readonly Call<MethodKey>[] => (isDone(key) ? [] : analyzedCallees(key));
    for (const component of componentsFrom(root, open)) {
      const [only] = component;
      if (only === undefined || isDone(only)) continue;
      const members = new Set(component);
      const isCycle = component.length > 1 || analyzedCallees(only).some((call) => call.key === only);
      if (!isCycle) {
        settle(only);
        continue;
      }
      const bases = new Map(
        component.map((key) => [key, sumCallees(key, (callee) => !members.has(callee))] as const),
      );
      for (const key of component) cycles.set(key, { members, bases });
    }
  }

  /** All of a cycle's energy, for each call that enters it. */
  function settleCountedCycle({ members, bases }: Cycle): Settled | undefined {
    let entries = 0;
    for (const member of members) {
      const { calls, callees } = nodeOf(member) ?? { callees: [] };
      if (calls === undefined) return undefined;
      const within = callees.reduce((sum, { key, count }) => sum + (members.has(key) ? count : 0), 0);
      entries += calls * (1 - within);
    }
    accumulator.clear();
    let unanalyzed = 0;
    for (const [member, base] of bases) {
      // Rounding, or a run that ended within the circle: at least one call entered it.
      const share = (nodeOf(member)?.calls ?? 0) / Math.max(1, entries);
      accumulator.addVector(base.vector, share);
      unanalyzed += times(share, base.unanalyzed);
    }
    return { vector: accumulator.vector(), recursive: false, cycle: members, unanalyzed };
  }

  /** A member of a cycle: each way around it once. */
  function settleInCycle(key: MethodKey, cycle: Cycle): Settled {
    const counted = settleCountedCycle(cycle);
    if (counted !== undefined) return counted;
    const within = (member: MethodKey): readonly Call<MethodKey>[] =>
      analyzedCallees(member).filter((call) => cycle.members.has(call.key));
    accumulator.clear();
    let unanalyzed = 0;
    for (const [member, frequency] of frequenciesWithoutRepetition(key, within)) {
      const base = cycle.bases.get(member);
      if (base === undefined) continue;
      accumulator.addVector(base.vector, frequency);
      unanalyzed += times(frequency, base.unanalyzed);
    }
    return { vector: accumulator.vector(), recursive: true, unanalyzed };
  }

  /** All that `key` calls is done. */
  function settle(key: MethodKey): Settled {
    const cycle = cycles.get(key);
    const result =
      settled.get(key) ?? (cycle === undefined ? sumCallees(key, () => true) : settleInCycle(key, cycle));
    settled.set(key, result);
    return result;
  }

  return (key) => {
    const known = results.get(key);
    if (known !== undefined || nodeOf(key) === undefined) return known;
    if (!isDone(key)) settleBelow(key);
    const sums = settle(key);
    accumulator.clear();
    accumulator.addVector(sums.vector, 1);
    const result = { energy: accumulator.energy(), ...sums };
    results.set(key, result);
    return result;
  };
}
