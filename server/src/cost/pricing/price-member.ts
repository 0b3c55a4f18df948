/**
 * Gives one member's operations their costs and expected counts.
 *
 * Sits in `cost/`, between `flow/source/frequencies.ts` and the sums per line, block,
 * method and file.
 */
import { at, outside } from '../../base/check';
import { computeFrequencies, weaker } from '../../flow/source/frequencies';
import type { FrequencyAssumptions, FrequencyBasis } from '../../flow/source/region';
import type { MemberOperations, MethodKey, OperationKey } from '../../operations/catalogue/operation';
import { amountOf, blockOf, calleeOf, countSites, keyOf } from '../../operations/catalogue/site-table';
import type { Joules } from '../../base/units';
import { createAccumulator, type CostAccumulator, type CostVector } from './combine-energies';
import type { CostModel, Energy, Price } from '../model/cost-model';
import type { FrequencyMode } from './file-energy';

export interface CostSettings {
  readonly model: CostModel;
  readonly mode: FrequencyMode;
  readonly assumptions: FrequencyAssumptions;
}

export interface NamedMember {
  /** Readable, and unique within the file. */
  readonly name: string;
  readonly operations: MemberOperations;
}

export interface MemberPricing {
  /** The costs, one for each key of the member. Undefined if the model has none. */
  readonly prices: readonly (Price | undefined)[];
  /** Expected executions of each block in one call of the member. */
  readonly frequencies: Float64Array;
  readonly bases: readonly FrequencyBasis[];
}

/** The cost of one call of a member by itself, and the calls that it makes. */
export interface MemberCost {
  readonly own: CostVector;
  /** The energy of `own`. */
  readonly energy: Energy;
  readonly callees: readonly { readonly key: MethodKey; readonly count: number }[];
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  /** Sites with an operand whose type was not found. */
  readonly untypedCount: number;
  readonly basis: FrequencyBasis;
}

/** Cost is linear in the member's sites. */
function priceMember(operations: MemberOperations, settings: CostSettings): MemberPricing {
  const prices = operations.keys.map((key) => settings.model.price(key));
  const costs = settings.mode === 'worst-case' ? blockCosts(operations, prices, settings.model) : undefined;
  const { frequency, basis } = computeFrequencies(operations.region, settings.mode, {
    assumptions: settings.assumptions,
    blockCost: (block) => costs?.[block] ?? 0,
  });
  return { prices, frequencies: frequency, bases: basis };
}

/** Sums up the costs of a member, as one node of the graph of calls. */
function sumMember(operations: MemberOperations, pricing: MemberPricing, model: CostModel): MemberCost {
  const counts = new Float64Array(operations.keys.length);
  const callees = new Map<MethodKey, number>();
  let untypedCount = 0;
  let unmodeledCount = 0;
  let basis: FrequencyBasis = 'exact';
  const { sites } = operations;
  const untyped = operations.keys.map(isUntyped);
  for (let site = 0; site < countSites(sites); site++) {
    const [key, block] = [keyOf(sites, site), blockOf(sites, site)];
    const frequency = pricing.frequencies[block] ?? outside(block);
    counts[key] = (counts[key] ?? outside(key)) + frequency;
    basis = weaker(basis, pricing.bases[block] ?? 'exact');
    if (untyped[key] === true) untypedCount++;
    if (hasUnmodeledElements(operations, site, pricing)) unmodeledCount += frequency;
    const callee = operations.callees[calleeOf(sites, site)];
    if (callee !== undefined) callees.set(callee, (callees.get(callee) ?? 0) + frequency);
  }
  const accumulator = emptyAccumulator(model);
  let modeledCount = 0;
  pricing.prices.forEach((price, key) => {
    const count = counts[key] ?? outside(key);
    if (price === undefined) unmodeledCount += count;
    else {
      modeledCount += count;
      accumulator.add(price, count);
    }
  });
  return {
    own: accumulator.vector(),
    energy: accumulator.energy(),
    callees: [...callees].map(([key, count]) => ({ key, count })),
    modeledCount,
    unmodeledCount,
    untypedCount,
    basis,
  };
}

const accumulators = new WeakMap<CostModel, CostAccumulator>();

/** The same for all members: a workspace has a hundred thousand. */
function emptyAccumulator(model: CostModel): CostAccumulator {
  const accumulator = accumulators.get(model) ?? createAccumulator(model);
  accumulators.set(model, accumulator);
  accumulator.clear();
  return accumulator;
}

export interface CostedMember {
  readonly pricing: MemberPricing;
  readonly cost: MemberCost;
}

interface RememberedCost extends CostedMember {
  readonly settings: CostSettings;
}

/** Operations are immutable, and an edit makes new ones for the members that it touches only. */
const remembered = new WeakMap<MemberOperations, RememberedCost>();

/** Both at once; the same as before, while operations and settings are. */
export function costMember(operations: MemberOperations, settings: CostSettings): CostedMember {
  const known = remembered.get(operations);
  if (known !== undefined && equalSettings(known.settings, settings)) return known;
  const { model, mode, assumptions } = settings;
  const pricing = priceMember(operations, settings);
  const entry = {
    pricing,
    cost: sumMember(operations, pricing, model),
    settings: { model, mode, assumptions },
  };
  remembered.set(operations, entry);
  return entry;
}

export function computeMemberCost(operations: MemberOperations, settings: CostSettings): MemberCost {
  return costMember(operations, settings).cost;
}

function equalSettings(a: CostSettings, b: CostSettings): boolean {
  return (
    a.model === b.model &&
    a.mode === b.mode &&
    a.assumptions.defaultTrips === b.assumptions.defaultTrips &&
    a.assumptions.worstCaseTrips === b.assumptions.worstCaseTrips &&
    a.assumptions.exceptionProbability === b.assumptions.exceptionProbability
  );
}

/**
 * True if a site creates an array of several elements. The cost of an array is that of one element, the
 * size that was measured; the cost of setting the others to zero is not known. Such a site counts once
 * more, as not modeled.
 */
export function hasUnmodeledElements(
  operations: MemberOperations,
  site: number,
  pricing: MemberPricing,
): boolean {
  const { sites, keys } = operations;
  const key = keyOf(sites, site);
  if (keys[key]?.family !== 'NewArray' || pricing.prices[key] === undefined) return false;
  return (amountOf(sites, site)?.value ?? 0) > 1;
}

export const UNMODELED_ELEMENTS = 'elements after the first';

export function isUntyped(key: OperationKey): boolean {
  return key.operands.includes('?');
}

/**
 * Mean cost of one execution of each block, to find the branch with the highest
 * cost. An operation that is not modeled counts at its nominal cost: a branch
 * of library calls is not taken for one of little energy.
 */
function blockCosts(
  operations: MemberOperations,
  prices: readonly (Price | undefined)[],
  model: CostModel,
): readonly Joules[] {
  const nominal = unmodeledNominal(model);
  const means = prices.map((price) => (price === undefined ? nominal : meanOf(price, model)));
  const costs = new Array<number>(operations.blocks.length).fill(0);
  const { sites } = operations;
  for (let site = 0; site < countSites(sites); site++) {
    const block = blockOf(sites, site);
    costs[block] = (costs[block] ?? outside(block)) + at(means, keyOf(sites, site));
  }
  return costs;
}

/** The mean energy of one execution. */
export function meanOf(price: Price, model: CostModel): Joules {
  return price.terms.reduce(
    (sum, term) => sum + term.coefficient * at(model.parameters, term.parameter).mean,
    0,
  );
}

const EMPTY_CALL: OperationKey = {
  name: 'MethodInvocation_static',
  family: 'MethodInvocation',
  group: 'function',
  operands: [],
  size: 'load',
};

/**
 * The weight of an execution that a model has no cost for, so that a line full of library calls is never shown
 * as cold: the least that a library call can cost, an empty method's call and return. It has no part in any
 * energy.
 *
 * The nominal cost of an operation that is not modeled. A model without calls (a table that leaves them out)
 * gives the mean of its parameters instead.
 */
export function unmodeledNominal(model: CostModel): Joules {
  const call = model.price(EMPTY_CALL);
  if (call === undefined) {
    const sum = model.parameters.reduce((total, parameter) => total + parameter.mean, 0);
    return model.parameters.length === 0 ? 0 : sum / model.parameters.length;
  }
  const accumulator = createAccumulator(model);
  accumulator.add(call, 1);
  return accumulator.energy().mean;
}

/** True if the executions that are not modeled reach the modeled energy at the nominal cost. */
export function isMostlyUnmodeled(unmodeledCount: number, modeledMean: Joules, nominal: Joules): boolean {
  return unmodeledCount > 0 && unmodeledCount * nominal >= modeledMean;
}
