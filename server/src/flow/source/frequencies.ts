/**
 * Computes how often each block runs for one run of its member.
 *
 * Sits in `flow/`, read by `cost/`. Three readings of one region: the
 * estimate, each block once, and the worst case (the alternative with the highest cost, at
 * stated loop bounds, after the aim of the probabilistic profiler: worst-case
 * energy consumption).
 */
import { at, present, withDefined } from '../../base/check';
import { DOUBTS } from './assumptions';
import type { ValueFormula } from './formula';
import type { Doubt, FrequencyAssumptions, FrequencyBasis, Region } from './region';

/** `counted`: as the region says, which was made from counts. */
export type FrequencyReading = 'estimated' | 'one-execution' | 'worst-case' | 'counted';

interface BlockFrequencies {
  /** The number of times that each block runs. */
  readonly frequency: Float64Array;
  readonly basis: readonly FrequencyBasis[];
  /** How far off each may be; the same object for what is known. */
  readonly doubts: readonly Doubt[];
}

/** Mean energy, or any other cost, of one run of a block. */
type BlockCost = (block: number) => number;

export function computeFrequencies(
  region: Region,
  mode: FrequencyReading,
  {
    assumptions,
    blockCost = () => 1,
    onLoop,
  }: {
    readonly assumptions: FrequencyAssumptions;
    readonly blockCost?: BlockCost | undefined;
    /** Told each loop, how often it is entered, and the rounds that it has each time. */
    readonly onLoop?:
      ((loop: Region & { readonly kind: 'loop' }, entered: number, rounds: number) => void) | undefined;
  },
): BlockFrequencies {
  const blocks = blocksOf(region);
  const count = blocks.reduce((most, block) => Math.max(most, block + 1), 0);
  const frequency = new Float64Array(count);
  const basis = Array.from({ length: count }, (): FrequencyBasis => 'exact');
  const doubts = new Array<Doubt>(count).fill(DOUBTS.none);
  if (mode === 'one-execution') {
    for (const block of blocks) frequency[block] = 1;
    return { frequency, basis, doubts };
  }
  const whole = mode === 'worst-case' ? chooseBranches(region, assumptions, blockCost).region : region;
  const pending: Reached[] = [{ region: whole, times: 1, basis: 'exact', doubt: DOUBTS.none, chance: 1 }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { region: part, times } = entry;
    if (part.kind === 'block') {
      frequency[part.block] = at(frequency, part.block) + times;
      basis[part.block] = weaker(basis[part.block] ?? 'exact', entry.basis);
      doubts[part.block] = greaterDoubt(doubts[part.block] ?? DOUBTS.none, wholeDoubt(entry));
      continue;
    }
    for (const child of timedChildren(part, mode, assumptions)) {
      if (part.kind === 'loop' && child.region === part.body) onLoop?.(part, times, child.times);
      pending.push({
        region: child.region,
        times: Math.min(MOST_TIMES, times * child.times),
        basis: weaker(entry.basis, child.basis),
        ...(mode === 'estimated' ? guessAt(entry, child) : { doubt: entry.doubt, chance: entry.chance }),
      });
    }
  }
  return { frequency, basis, doubts };
}

/** No processor executes anything more often in a year; sums and shares of more would be no numbers any more. */
const MOST_TIMES = 1e18;

/** A region on the way down, with how often it runs. */
interface Reached extends TimedChild {
  readonly doubt: Doubt;
  /** The product of all chances that were guessed on the way. */
  readonly chance: number;
}

/** What was guessed on the way to a part of a region. */
function guessAt({ region, doubt, chance }: Reached, part: TimedChild): Pick<Reached, 'doubt' | 'chance'> {
  if (region.kind === 'deferred' && region.doubt !== undefined)
    return { doubt: addDoubts(doubt, region.doubt), chance };
  if (part.basis === 'exact') return { doubt, chance };
  if (part.basis === 'learned') return { doubt: addDoubts(doubt, DOUBTS.learned), chance };
  // Of a loop with a known bound, only the chance to leave it early is guessed.
  const isChance = region.kind === 'branch' || (region.kind === 'loop' && region.basis === 'exact');
  if (!isChance) return { doubt: addDoubts(doubt, DOUBTS.loop), chance };
  const bound = region.kind === 'loop' ? Math.max(1, region.trips) : 1;
  return { doubt: addDoubts(doubt, DOUBTS.chance), chance: chance * Math.min(1, part.times / bound) };
}

/** A chance is 1 at most: all that were guessed may be. */
function wholeDoubt({ doubt, chance }: Reached): Doubt {
  if (chance === 1) return doubt;
  return { below: doubt.below, above: doubt.above + Math.log10(Math.max(LEAST_CHANCE, chance)) ** 2 };
}

const LEAST_CHANCE = 0.001;

/** The doubt about a product of two frequencies, whose guesses are independent. */
export function addDoubts(one: Doubt, other: Doubt): Doubt {
  if (other === DOUBTS.none) return one;
  return one === DOUBTS.none ? other : { below: one.below + other.below, above: one.above + other.above };
}

function greaterDoubt(one: Doubt, other: Doubt): Doubt {
  if (other === DOUBTS.none) return one;
  return { below: Math.max(one.below, other.below), above: Math.max(one.above, other.above) };
}

interface TimedChild {
  readonly region: Region;
  readonly times: number;
  readonly basis: FrequencyBasis;
}

/** The parts of a region and how often each runs for one run of it. */
function timedChildren(
  region: Region,
  mode: FrequencyReading,
  assumptions: FrequencyAssumptions,
): readonly TimedChild[] {
  switch (region.kind) {
    case 'block':
      return [];
    case 'sequence':
      return region.regions.map((part) => ({ region: part, times: 1, basis: 'exact' }));
    case 'branch':
      return region.alternatives.map((alternative) => ({
        region: alternative.region,
        times: alternative.probability,
        basis: region.basis,
      }));
    case 'loop': {
      // The worst case is that nothing leaves the loop early.
      const leaves = mode === 'worst-case' ? 0 : (region.leaves ?? 0);
      const rounds = roundsBegun(tripsOf(region, mode, assumptions), leaves);
      const whole = rounds * (1 - leaves);
      const last = 1 - rounds * leaves;
      const basis = leaves > 0 ? weaker(region.basis, 'heuristic') : region.basis;
      const children: TimedChild[] = [{ region: region.body, times: rounds, basis }];
      if (region.test !== undefined)
        children.push({ region: region.test, times: region.testFirst ? rounds + last : whole, basis });
      if (region.update !== undefined) children.push({ region: region.update, times: whole, basis });
      return children;
    }
    case 'deferred':
      return [{ region: region.region, times: region.times, basis: region.basis }];
  }
}

/**
 * Rounds begun by a loop of so many trips, each of which may be the last: the
 * sum of a geometric series (Wu and Larus, section 4). What leaves the loop so
 * runs once at most.
 */
export function roundsBegun(trips: number, leaves: number): number {
  if (leaves <= 0) return trips;
  if (leaves >= 1) return Math.min(1, trips);
  // 1 − (1 − leaves) ** trips, without the loss of digits where leaves is small.
  return -Math.expm1(trips * Math.log1p(-leaves)) / leaves;
}

/** A written bound is a bound in the worst case too, even where the loop may be left early. */
function tripsOf(
  loop: Region & { readonly kind: 'loop' },
  mode: FrequencyReading,
  assumptions: FrequencyAssumptions,
): number {
  return mode === 'worst-case' && loop.basis === 'default' ? assumptions.worstCaseTrips : loop.trips;
}

function blocksOf(region: Region): readonly number[] {
  const blocks: number[] = [];
  for (const part of regionsWithin(region)) if (part.kind === 'block') blocks.push(part.block);
  return blocks;
}

/** Cost of one worst run of each region, from the inside out. */
function worstCosts(
  root: Region,
  assumptions: FrequencyAssumptions,
  blockCost: BlockCost,
): ReadonlyMap<Region, number> {
  const costs = new Map<Region, number>();
  const order = regionsWithin(root);
  for (let i = order.length - 1; i >= 0; i--) {
    const region = order[i];
    if (region === undefined) continue;
    if (region.kind === 'block') {
      costs.set(region, blockCost(region.block));
      continue;
    }
    const children = timedChildren(region, 'worst-case', assumptions);
    let cost = 0;
    for (const child of children) {
      const inner = present(costs.get(child.region), 'the cost of a region');
      cost = region.kind === 'branch' ? Math.max(cost, inner) : cost + child.times * inner;
    }
    costs.set(region, cost);
  }
  return costs;
}

/** The index of the first alternative with the highest cost. An alternative that a constant rules out does not count. */
function hottestOf(
  branch: Region & { readonly kind: 'branch' },
  costs: ReadonlyMap<Region, number>,
): number | undefined {
  let hottest: number | undefined;
  let most = 0;
  for (const [index, { region, probability }] of branch.alternatives.entries()) {
    if (branch.basis === 'exact' && probability === 0) continue;
    const cost = present(costs.get(region), 'the cost of an alternative');
    if (hottest !== undefined && cost <= most) continue;
    hottest = index;
    most = cost;
  }
  return hottest;
}

interface ChosenBranches {
  /** The region, in which every branch takes one alternative for certain. */
  readonly region: Region;
  /** The index of the alternative that each branch takes; -1 where it has none. */
  readonly choices: readonly number[];
}

/** The worst case: each branch takes the alternative with the highest cost. */
export function chooseBranches(
  root: Region,
  assumptions: FrequencyAssumptions,
  blockCost: BlockCost,
): ChosenBranches {
  const costs = worstCosts(root, assumptions, blockCost);
  const choices: number[] = [];
  const region = replaceParts(root, (part, of) => {
    if (part.kind !== 'branch') return undefined;
    const hottest = hottestOf(part, costs);
    choices.push(hottest ?? -1);
    const alternatives = part.alternatives.map((each, index) => ({
      region: of(each.region),
      probability: index === hottest ? 1 : 0,
    }));
    return { ...part, alternatives, basis: 'exact' };
  });
  return { region, choices };
}

/** A region with the rounds of its loops that are known by now. */
export function replaceRounds(root: Region, numberOf: (formula: ValueFormula) => number | undefined): Region {
  return replaceParts(root, (region, of) => {
    if (region.kind !== 'loop') return undefined;
    const trips = region.rounds === undefined ? undefined : numberOf(region.rounds);
    return { ...withParts(region, of), ...(trips === undefined ? {} : { trips, basis: 'heuristic' }) };
  });
}

/**
 * A region with some parts replaced, from the inside out. `replace` gets a part, and what stands for the parts of it; it
 * gives `undefined` for what stays but for its own parts.
 */
export function replaceParts(
  root: Region,
  replace: (region: Region, of: (part: Region) => Region) => Region | undefined,
): Region {
  const made = new Map<Region, Region>();
  const of = (region: Region): Region => present(made.get(region), 'a part of a region');
  for (const region of regionsWithin(root).toReversed())
    made.set(region, replace(region, of) ?? withParts(region, of));
  return of(root);
}

function withParts<R extends Region>(given: R, of: (part: Region) => Region): R;
function withParts(region: Region, of: (part: Region) => Region): Region {
  switch (region.kind) {
    case 'block':
      return region;
    case 'sequence':
      return { ...region, regions: region.regions.map(of) };
    case 'branch':
      return {
        ...region,
        alternatives: region.alternatives.map((each) => ({ ...each, region: of(each.region) })),
      };
    case 'loop': {
      const { test, body, update } = region;
      return {
        ...region,
        ...withDefined({ test: test && of(test), body: of(body), update: update && of(update) }),
      };
    }
    case 'deferred':
      return { ...region, region: of(region.region) };
  }
}

/** A region and all in it, each before its parts; without those that `enters` says no to, and what is in them. */
export function regionsWithin(
  root: Region,
  enters: (region: Region) => boolean = () => true,
): readonly Region[] {
  const order: Region[] = [];
  const pending: Region[] = [root];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    if (!enters(region)) continue;
    order.push(region);
    switch (region.kind) {
      case 'sequence':
        pending.push(...region.regions);
        break;
      case 'branch':
        pending.push(...region.alternatives.map((alternative) => alternative.region));
        break;
      case 'loop':
        pending.push(region.body);
        if (region.test !== undefined) pending.push(region.test);
        if (region.update !== undefined) pending.push(region.update);
        break;
      case 'deferred':
        pending.push(region.region);
        break;
      case 'block':
        break;
    }
  }
  return order;
}

const STRENGTH: Readonly<Record<FrequencyBasis, number>> = { default: 0, heuristic: 1, learned: 2, exact: 3 };

export function weaker(a: FrequencyBasis, b: FrequencyBasis): FrequencyBasis {
  return STRENGTH[a] <= STRENGTH[b] ? a : b;
}
