/**
 * Gives one member's operations their costs and expected counts.
 *
 * Sits in `cost/`, between `flow/source/frequencies.ts` and the sums per line, block,
 * method and file.
 */
import { at, outside, withDefined } from '../../base/check';
import { chooseBranches, computeFrequencies, weaker } from '../../flow/source/frequencies';
import type { FrequencyAssumptions, FrequencyBasis } from '../../flow/source/region';
import type { MemberOperations, MethodKey, OperationKey } from '../../operations/catalogue/operation';
import { amountOf, blockOf, calleeOf, countSites, keyOf } from '../../operations/catalogue/site-table';
import type { Joules } from '../../base/units';
import type { CountedCall } from './call-components';
import { createAccumulator, type CostAccumulator, type CostVector } from './combine-energies';
import type { CostModel, Energy, Price } from '../model/cost-model';
import type { FrequencyMode } from './file-energy';
import { type FrequencyRange, rangeOf, withRange } from './frequency-range';

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

/** Frequencies that are guesses, and the mean of each price, which their range counts in. */
interface PricedRange extends FrequencyRange {
  readonly means: Float64Array;
}

export interface MemberPricing {
  /** The costs, one for each key of the member, then those of keys with a size. Undefined if the model has none. */
  readonly prices: readonly (Price | undefined)[];
  /** The index of each site's cost among them; absent where no site's cost depends on a size. */
  readonly priceOf?: Int32Array;
  /** Expected executions of each block in one call of the member. */
  readonly frequencies: Float64Array;
  readonly bases: readonly FrequencyBasis[];
  /** Absent if no frequency is a guess. */
  readonly range?: PricedRange;
}

/** The cost of one call of a member by itself, and the calls that it makes. */
export interface MemberCost {
  readonly own: CostVector;
  /** The energy of `own`. */
  readonly energy: Energy;
  readonly callees: readonly CountedCall<MethodKey>[];
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  /** Sites with an operand whose type was not found. */
  readonly untypedCount: number;
  readonly basis: FrequencyBasis;
}

/** Cost is linear in the member's sites. */
function priceMember(operations: MemberOperations, settings: CostSettings): MemberPricing {
  const sized = priceSites(operations, settings.model);
  const costs = settings.mode === 'worst-case' ? blockCosts(operations, sized, settings.model) : undefined;
  const { frequency, basis, doubts } = computeFrequencies(operations.region, settings.mode, {
    assumptions: settings.assumptions,
    blockCost: (block) => costs?.[block] ?? 0,
  });
  const guessed = rangeOf(frequency, doubts);
  const meansOf = (): Float64Array =>
    Float64Array.from(sized.prices, (price) => (price === undefined ? NaN : meanOf(price, settings.model)));
  const range = guessed && { ...guessed, means: meansOf() };
  return { ...sized, frequencies: frequency, bases: basis, ...withDefined({ range }) };
}

/** The cost of a key, and for each size that a site of it has the cost with so many elements. */
function priceSites(
  operations: MemberOperations,
  model: CostModel,
): Pick<MemberPricing, 'prices' | 'priceOf'> {
  const { keys, sites } = operations;
  const prices = keys.map((key) => model.price(key));
  const elements = keys.map((key, index) =>
    prices[index] === undefined ? undefined : model.elementPrice?.(key),
  );
  if (elements.every((price) => price === undefined)) return { prices };
  const priceOf = Int32Array.from({ length: countSites(sites) }, (_, site) => keyOf(sites, site));
  const places = new Map<string, number>();
  for (let site = 0; site < priceOf.length; site++) {
    const key = keyOf(sites, site);
    const [price, element] = [prices[key], elements[key]];
    if (price === undefined || element === undefined) continue;
    const size = amountOf(sites, site)?.value ?? ASSUMED_SIZE;
    const id = `${key} ${size}`;
    const place = places.get(id) ?? prices.push(addElements({ price, element, size }, model)) - 1;
    places.set(id, place);
    priceOf[site] = place;
  }
  return { prices, priceOf };
}

/** The elements of what an operation works on, where the text's walk notes none: as `size-hints` assumes. */
export const ASSUMED_SIZE = 16;

function addElements(
  { price, element, size }: { readonly price: Price; readonly element: Price; readonly size: number },
  model: CostModel,
): Price {
  const isMostlyElements = size * meanOf(element, model) > meanOf(price, model);
  const basis = price.basis ?? (isMostlyElements ? element.basis : undefined);
  return {
    terms: [
      ...price.terms,
      ...element.terms.map(({ parameter, coefficient }) => ({ parameter, coefficient: coefficient * size })),
    ],
    // Elements are worked on together: the model's noise is that of the call.
    noise: price.noise,
    ...withDefined({ basis }),
  };
}

/** The index of a site's cost among those of its member. */
export function priceIndexOf(
  operations: MemberOperations,
  site: number,
  { priceOf }: Pick<MemberPricing, 'priceOf'>,
): number {
  return priceOf === undefined ? keyOf(operations.sites, site) : at(priceOf, site);
}

/** Sums up the costs of a member, as one node of the graph of calls. */
function sumMember(operations: MemberOperations, pricing: MemberPricing, model: CostModel): MemberCost {
  const counts = new Float64Array(pricing.prices.length);
  const range = pricing.range && { ...pricing.range, less: counts.slice(), more: counts.slice() };
  const callees = new Map<MethodKey, { count: number; least: number; most: number }>();
  let untypedCount = 0;
  let unmodeledCount = 0;
  let basis: FrequencyBasis = 'exact';
  const { sites } = operations;
  const untyped = operations.keys.map(isUntyped);
  for (let site = 0; site < countSites(sites); site++) {
    const [key, block] = [keyOf(sites, site), blockOf(sites, site)];
    const frequency = pricing.frequencies[block] ?? outside(block);
    const index = priceIndexOf(operations, site, pricing);
    counts[index] = (counts[index] ?? outside(index)) + frequency;
    if (range !== undefined) {
      range.less[index] = at(range.less, index) + frequency - at(range.least, block);
      range.more[index] = at(range.more, index) + at(range.most, block) - frequency;
    }
    basis = weaker(basis, pricing.bases[block] ?? 'exact');
    if (untyped[key] === true) untypedCount++;
    if (hasUnmodeledElements(operations, site, pricing)) unmodeledCount += frequency;
    const callee = operations.callees[calleeOf(sites, site)];
    if (callee === undefined) continue;
    const calls = callees.get(callee) ?? { count: 0, least: 0, most: 0 };
    calls.count += frequency;
    calls.least += range === undefined ? frequency : at(range.least, block);
    calls.most += range === undefined ? frequency : at(range.most, block);
    callees.set(callee, calls);
  }
  const accumulator = emptyAccumulator(model);
  let modeledCount = 0;
  let [less, more] = [0, 0];
  pricing.prices.forEach((price, key) => {
    const count = counts[key] ?? outside(key);
    if (price === undefined) unmodeledCount += count;
    else {
      modeledCount += count;
      accumulator.add(price, count);
      if (range === undefined) return;
      less += at(range.less, key) * at(range.means, key);
      more += at(range.more, key) * at(range.means, key);
    }
  });
  return {
    own: accumulator.vector(),
    energy: withRange(accumulator.energy(), less, more),
    callees: [...callees].map(([key, calls]) =>
      range === undefined ? { key, count: calls.count } : { key, ...calls },
    ),
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
const remembered: Readonly<Record<FrequencyMode, WeakMap<MemberOperations, RememberedCost>>> = {
  estimated: new WeakMap(),
  'one-execution': new WeakMap(),
  'worst-case': new WeakMap(),
  counted: new WeakMap(),
};

/** Both at once; the same as before, while operations and settings are. Bounds are checked in the worst case beside estimates. */
export function costMember(operations: MemberOperations, settings: CostSettings): CostedMember {
  const known = remembered[settings.mode].get(operations);
  if (known !== undefined && equalSettings(known.settings, settings)) return known;
  const { model, mode, assumptions } = settings;
  const pricing = priceMember(operations, settings);
  const entry = {
    pricing,
    cost: sumMember(operations, pricing, model),
    settings: { model, mode, assumptions },
  };
  remembered[mode].set(operations, entry);
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
 * True if a site creates an array of several elements, and the model has no cost of an element. The cost
 * of an array is that of one element, the size that was measured; the cost of setting the others to zero
 * is not known. Such a site counts once more, as not modeled.
 */
export function hasUnmodeledElements(
  operations: MemberOperations,
  site: number,
  pricing: MemberPricing,
): boolean {
  const { sites, keys } = operations;
  const key = keyOf(sites, site);
  if (keys[key]?.family !== 'NewArray' || pricing.prices[key] === undefined) return false;
  if (priceIndexOf(operations, site, pricing) !== key) return false;
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
  pricing: Pick<MemberPricing, 'prices' | 'priceOf'>,
  model: CostModel,
): readonly Joules[] {
  const nominal = unmodeledNominal(model);
  const means = pricing.prices.map((price) => (price === undefined ? nominal : meanOf(price, model)));
  const costs = new Array<number>(operations.blocks.length).fill(0);
  const { sites } = operations;
  for (let site = 0; site < countSites(sites); site++) {
    const block = blockOf(sites, site);
    costs[block] = (costs[block] ?? outside(block)) + at(means, priceIndexOf(operations, site, pricing));
  }
  return costs;
}

/** The choices of a member's branches that were made last, so that equal ones give the same operations. */
const rememberedChoices = new WeakMap<
  MemberOperations,
  { readonly choices: string; readonly chosen: MemberOperations }
>();

/**
 * The operations of a member in the worst case: each branch takes the alternative that costs most with what it calls.
 * `called` gives the energy of one call.
 */
export function chooseWorstBranches(
  operations: MemberOperations,
  settings: CostSettings,
  called: (callee: MethodKey) => Joules,
): MemberOperations {
  const { pricing } = costMember(operations, settings);
  const costs = [...blockCosts(operations, pricing, settings.model)];
  const { sites, callees } = operations;
  for (let site = 0; site < countSites(sites); site++) {
    const callee = callees[calleeOf(sites, site)];
    const block = blockOf(sites, site);
    if (callee !== undefined) costs[block] = at(costs, block) + called(callee);
  }
  const { region, choices } = chooseBranches(operations.region, settings.assumptions, (block) =>
    at(costs, block),
  );
  if (choices.length === 0) return operations;
  const known = rememberedChoices.get(operations);
  if (known?.choices === choices.join()) return known.chosen;
  const chosen = { ...operations, region };
  rememberedChoices.set(operations, { choices: choices.join(), chosen });
  return chosen;
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
