/**
 * Energies of blocks, and how they divide among the paper's groups.
 *
 * Sits in `cost/`. Li and Gallagher, section 6.2 and figure 4: a block's energy
 * by control, function, Boolean, arithmetic operations, and so on. A block is
 * named as theirs are: `CCGrid3D.blit()#for_1`.
 */
import { at } from '../../base/check';
import type { Block, FrequencyBasis } from '../../flow/source/region';
import type { PaperGroup } from '../../operations/catalogue/family';
import type { MemberOperations } from '../../operations/catalogue/operation';
import { paperGroupOf } from '../../operations/catalogue/catalogue';
import { blockOf, countSites, keyOf } from '../../operations/catalogue/site-table';
import type { Joules, Share } from '../../base/units';
import { createAccumulator } from './combine-energies';
import type { Energy } from '../model/cost-model';
import type { OperationEnergy } from './file-energy';
import {
  type CostSettings,
  costMember,
  hasUnmodeledElements,
  meanOf,
  type NamedMember,
  type MemberPricing,
  priceIndexOf,
} from './price-member';
import { createOperationLister } from './site-operations';
import { createSiteSummer } from './sum-sites';

export interface GroupEnergy {
  readonly group: PaperGroup;
  /** The mean energy of one execution of the block. */
  readonly mean: Joules;
  /** The share of the block's modeled energy. */
  readonly share: Share;
}

interface BlockEnergy {
  /** `CCGrid3D.blit()#for_1` */
  readonly name: string;
  readonly block: Block;
  /** Expected executions in one call of the member. */
  readonly frequency: number;
  readonly basis: FrequencyBasis;
  /** The energy of all these executions. */
  readonly energy: Energy;
  /**
   * The energies of one execution and of {@link FIXED_EXECUTIONS}: what blocks cost by themselves,
   * however often they run.
   */
  readonly once: Energy;
  readonly fixed: Energy;
  readonly shareOfMember: Share;
  readonly groups: readonly GroupEnergy[];
  readonly operations: readonly OperationEnergy[];
  readonly modeledCount: number;
  readonly unmodeledCount: number;
}

/** The means that order a long list of blocks. Without intervals and groups they take a tenth of the time. */
interface BlockMeans {
  /** The energies of one execution. All columns have one entry for each block of the member. */
  readonly once: Float64Array;
  /** Expected, or counted. */
  readonly executions: Float64Array;
  /** Operations in it, and those of them that are not modeled. */
  readonly operations: Uint32Array;
  readonly unmodeled: Uint32Array;
}

export function computeBlockMeans(operations: MemberOperations, settings: CostSettings): BlockMeans {
  const { pricing } = costMember(operations, settings);
  const { blocks, sites } = operations;
  const means = pricing.prices.map((price) => price && meanOf(price, settings.model));
  const once = new Float64Array(blocks.length);
  const [held, unmodeled] = [new Uint32Array(blocks.length), new Uint32Array(blocks.length)];
  for (let site = 0; site < countSites(sites); site++) {
    const block = blockOf(sites, site);
    const mean = means[priceIndexOf(operations, site, pricing)];
    if (mean !== undefined) once[block] = at(once, block) + mean;
    held[block] = at(held, block) + 1;
    if (mean === undefined || hasUnmodeledElements(operations, site, pricing))
      unmodeled[block] = at(unmodeled, block) + 1;
  }
  return { once, executions: pricing.frequencies, operations: held, unmodeled };
}

/** The number of executions in the paper's figure. */
export const FIXED_EXECUTIONS = 3000;

/** Computes the energies of a member's blocks, in their order. Blocks without operations are included. */
export function computeBlockEnergies(member: NamedMember, settings: CostSettings): readonly BlockEnergy[] {
  const { operations } = member;
  const { pricing } = costMember(operations, settings);
  const accumulator = createAccumulator(settings.model);
  const energyOf = (sites: readonly number[], executions: number): Energy => {
    accumulator.clear();
    for (const site of sites) {
      const price = pricing.prices[priceIndexOf(operations, site, pricing)];
      if (price !== undefined) accumulator.add(price, executions);
    }
    return accumulator.energy();
  };
  const sumSites = createSiteSummer(settings.model);
  const listOperations = createOperationLister(settings.model);
  const sitesOf = operations.blocks.map((): number[] => []);
  for (let site = 0; site < countSites(operations.sites); site++)
    sitesOf[blockOf(operations.sites, site)]?.push(site);
  const sums = sitesOf.map((sites) => sumSites([{ member, pricing, sites }]));
  const total = sums.reduce((sum, { own }) => sum + own.mean, 0);
  return operations.blocks.flatMap((block, b): readonly BlockEnergy[] => {
    const sum = sums[b];
    if (sum === undefined) return [];
    return [
      {
        name: `${member.name}#${block.name}`,
        block,
        frequency: at(pricing.frequencies, b),
        basis: pricing.bases[b] ?? 'exact',
        energy: sum.own,
        once: energyOf(sitesOf[b] ?? [], 1),
        fixed: energyOf(sitesOf[b] ?? [], FIXED_EXECUTIONS),
        shareOfMember: total > 0 ? sum.own.mean / total : 0,
        groups: groupsOf(member, pricing, sitesOf[b] ?? [], settings),
        operations: listOperations([{ member, pricing, sites: sitesOf[b] ?? [] }]),
        modeledCount: sum.modeledCount,
        unmodeledCount: sum.unmodeledCount,
      },
    ];
  });
}

/** The groups with the most energy first. Groups without a modeled operation are left out. */
function groupsOf(
  { operations }: NamedMember,
  pricing: MemberPricing,
  sites: readonly number[],
  { model }: CostSettings,
): readonly GroupEnergy[] {
  const means = new Map<PaperGroup, Joules>();
  let total = 0;
  for (const site of sites) {
    const key = keyOf(operations.sites, site);
    const operation = operations.keys[key];
    const price = pricing.prices[key];
    if (operation === undefined || price === undefined) continue;
    // Of one execution: shares of a block that is not expected to run are known as well.
    const mean = meanOf(price, model);
    const group = paperGroupOf(operation);
    means.set(group, (means.get(group) ?? 0) + mean);
    total += mean;
  }
  return Array.from(means, ([group, mean]) => ({ group, mean, share: total > 0 ? mean / total : 0 })).sort(
    (a, b) => b.mean - a.mean,
  );
}
