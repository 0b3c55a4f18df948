/**
 * The energy of a set of operation sites together: of a line, or of a block.
 *
 * Sits in `cost/`, under `member-lines.ts` and `block-energies.ts`.
 */
import { at, outside } from '../../base/check';
import { weaker } from '../../flow/source/frequencies';
import type { FrequencyBasis } from '../../flow/source/region';
import type { MethodKey } from '../../operations/catalogue/operation';
import { blockOf, calleeOf } from '../../operations/catalogue/site-table';
import type { CountedCall } from './call-components';
import { createAccumulator, type CostAccumulator } from './combine-energies';
import type { CostModel, Energy } from '../model/cost-model';
import { withRange } from './frequency-range';
import { hasUnmodeledElements, type NamedMember, type MemberPricing, priceIndexOf } from './price-member';

/** Sites of one member, by index into its list. */
export interface SitePart {
  readonly member: NamedMember;
  readonly pricing: MemberPricing;
  readonly sites: readonly number[];
}

export interface SiteSum {
  readonly own: Energy;
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  readonly callees: readonly CountedCall<MethodKey>[];
  readonly basis: FrequencyBasis;
}

export type SumSites = (parts: readonly SitePart[]) => SiteSum;

const NO_CALLEES: readonly CountedCall<MethodKey>[] = [];

/** Creates a summer, which serves many sums in turn. */
export function createSiteSummer(model: CostModel): SumSites {
  const accumulator = createAccumulator(model);
  return (parts) => {
    let callees: CountedCall<MethodKey>[] | undefined;
    let basis: FrequencyBasis = 'exact';
    let modeledCount = 0;
    let unmodeledCount = 0;
    let [less, more] = [0, 0];
    accumulator.clear();
    for (const { member, pricing, sites } of parts) {
      const { operations } = member;
      const { range } = pricing;
      const table = operations.sites;
      for (const site of sites) {
        const block = blockOf(table, site);
        const index = priceIndexOf(operations, site, pricing);
        const price = pricing.prices[index];
        const count = pricing.frequencies[block] ?? outside(block);
        if (price === undefined) unmodeledCount += count;
        else {
          modeledCount += count;
          accumulator.add(price, count);
          if (range !== undefined) {
            const mean = at(range.means, index);
            less += mean * (count - at(range.least, block));
            more += mean * (at(range.most, block) - count);
          }
        }
        if (hasUnmodeledElements(operations, site, pricing)) unmodeledCount += count;
        const callee = operations.callees[calleeOf(table, site)];
        if (callee !== undefined) {
          const ends = range && { least: at(range.least, block), most: at(range.most, block) };
          (callees ??= []).push({ key: callee, count, ...ends });
        }
        basis = weaker(basis, pricing.bases[block] ?? 'exact');
      }
    }
    const own = withRange(accumulator.energy(), less, more);
    return { own, modeledCount, unmodeledCount, callees: callees ?? NO_CALLEES, basis };
  };
}

/** Adds the sites' cost to what the accumulator holds. */
export function addSites(parts: readonly SitePart[], accumulator: CostAccumulator): void {
  for (const { member, pricing, sites } of parts) {
    const { operations } = member;
    const table = operations.sites;
    for (const site of sites) {
      const price = pricing.prices[priceIndexOf(operations, site, pricing)];
      const block = blockOf(table, site);
      if (price !== undefined) accumulator.add(price, pricing.frequencies[block] ?? outside(block));
    }
  }
}
