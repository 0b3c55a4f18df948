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
import { unpricedNominal } from './unpriced';

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

export interface PricedMember {
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
  readonly pricedCount: number;
  readonly unpricedCount: number;
  /** Sites with an operand whose type was not found. */
  readonly untypedCount: number;
  readonly basis: FrequencyBasis;
}

/** Cost is linear in the member's sites. */
function priceMember(operations: MemberOperations, settings: CostSettings): PricedMember {
  const prices = operations.keys.map((key) => settings.model.price(key));
  const costs = settings.mode === 'worst-case' ? blockCosts(operations, prices, settings.model) : undefined;
  const { frequency, basis } = computeFrequencies(
    operations.region,
    settings.mode,
    settings.assumptions,
    (block) => costs?.[block] ?? 0,
  );
  return { prices, frequencies: frequency, bases: basis };
}

/** Sums up a priced member, as one node of the graph of calls. */
function sumMember(operations: MemberOperations, priced: PricedMember, model: CostModel): MemberCost {
  const counts = new Float64Array(operations.keys.length);
  const callees = new Map<MethodKey, number>();
  let untypedCount = 0;
  let unpricedCount = 0;
  let basis: FrequencyBasis = 'exact';
  const { sites } = operations;
  const untyped = operations.keys.map(isUntyped);
  for (let site = 0; site < countSites(sites); site++) {
    const [key, block] = [keyOf(sites, site), blockOf(sites, site)];
    const frequency = priced.frequencies[block] ?? outside(block);
    counts[key] = (counts[key] ?? outside(key)) + frequency;
    basis = weaker(basis, priced.bases[block] ?? 'exact');
    if (untyped[key] === true) untypedCount++;
    if (hasUnpricedElements(operations, site, priced)) unpricedCount += frequency;
    const callee = operations.callees[calleeOf(sites, site)];
    if (callee !== undefined) callees.set(callee, (callees.get(callee) ?? 0) + frequency);
  }
  const accumulator = emptyAccumulator(model);
  let pricedCount = 0;
  priced.prices.forEach((price, key) => {
    const count = counts[key] ?? outside(key);
    if (price === undefined) unpricedCount += count;
    else {
      pricedCount += count;
      accumulator.add(price, count);
    }
  });
  return {
    own: accumulator.vector(),
    energy: accumulator.energy(),
    callees: [...callees].map(([key, count]) => ({ key, count })),
    pricedCount,
    unpricedCount,
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
  readonly priced: PricedMember;
  readonly cost: MemberCost;
}

interface Remembered extends CostedMember {
  readonly settings: CostSettings;
}

/** Operations are immutable, and an edit makes new ones for the members that it touches only. */
const remembered = new WeakMap<MemberOperations, Remembered>();

/** Both at once; the same as before, while operations and settings are. */
export function costMember(operations: MemberOperations, settings: CostSettings): CostedMember {
  const known = remembered.get(operations);
  if (known !== undefined && equalSettings(known.settings, settings)) return known;
  const { model, mode, assumptions } = settings;
  const priced = priceMember(operations, settings);
  const entry = {
    priced,
    cost: sumMember(operations, priced, model),
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
 * An array's price is that of one element, the size that was measured; what
 * setting the others to zero costs is not known. Such a site counts once more,
 * as unpriced.
 */
export function hasUnpricedElements(
  operations: MemberOperations,
  site: number,
  priced: PricedMember,
): boolean {
  const { sites, keys } = operations;
  const key = keyOf(sites, site);
  if (keys[key]?.family !== 'NewArray' || priced.prices[key] === undefined) return false;
  return (amountOf(sites, site)?.value ?? 0) > 1;
}

export const UNPRICED_ELEMENTS = 'elements after the first';

export function isUntyped(key: OperationKey): boolean {
  return key.operands.includes('?');
}

/**
 * Mean cost of one execution of each block, for finding the dearest branch.
 * What has no price counts at its nominal: a branch of library calls is not
 * taken for a cheap one.
 */
function blockCosts(
  operations: MemberOperations,
  prices: readonly (Price | undefined)[],
  model: CostModel,
): readonly Joules[] {
  const nominal = unpricedNominal(model);
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
