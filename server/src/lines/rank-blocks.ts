/**
 * The blocks of a program by what they cost: in one execution, in 3,000, and
 * in application, each with its shares of the eight groups of operations.
 *
 * Sits in `lines/`: figure 4 of "Fine-grained energy modeling" (Li and
 * Gallagher), over the block energies of `cost/`. Blocks are those of the
 * source, executions those that were counted, or, without a profile, those
 * expected in one call of the method.
 */
import { groupBy } from '../base/groups';
import { compareTexts } from '../base/search';
import { at, present } from '../base/check';
import { computeBlockEnergies, type GroupEnergy } from '../cost/pricing/block-energies';
import type { Energy } from '../cost/model/cost-model';
import type { CostSettings } from '../cost/pricing/price-member';
import { DEFAULT_ASSUMPTIONS } from '../flow/source/assumptions';
import { computeFrequencies } from '../flow/source/frequencies';
import type { Block, FrequencyBasis, Region } from '../flow/source/region';
import type { MemberOperations, OperationSite } from '../operations/catalogue/operation';
import { listSites, packSites } from '../operations/catalogue/site-table';
import type { Joules, LineIndex, Offset, Share } from '../base/units';
import { emptyOperations } from './counted-operations';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import type { LineIndexOf } from '../base/line-index';

export interface BlockSource {
  readonly path: string;
  readonly lines: LineIndexOf;
  /** The file's operations as its text has them. */
  readonly source: FileOperations;
  /** The file's operations as a profile counted them; absent for estimates. */
  readonly counted?: FileOperations;
}

export interface RankedBlock {
  readonly path: string;
  /** `CCGrid3D.blit()#for_1` */
  readonly name: string;
  /** The line on which the block begins. */
  readonly line: LineIndex;
  /** Counted in the run, or expected in one call of the method. */
  readonly executions: number;
  readonly basis: FrequencyBasis;
  readonly once: Energy;
  /** The energy of 3,000 executions. */
  readonly fixed: Energy;
  /** The energy of all executions. */
  readonly energy: Energy;
  /**
   * The block's share of the run, or of all blocks where no run was measured; `cumulativeShare` adds the shares of the
   * blocks before it.
   */
  readonly share: Share;
  readonly cumulativeShare: Share;
  /** The energies of the groups of operations, the highest first. */
  readonly groups: readonly GroupEnergy[];
  readonly modeledCount: number;
  readonly unmodeledCount: number;
}

/**
 * Ranks blocks by their energy in the application, the hottest first. Blocks that did not run, and those
 * without operations, are left out. `run` is the measured energy that shares are parts of; absent for that of all blocks.
 */
export function rankBlocks(
  files: readonly BlockSource[],
  settings: CostSettings,
  run?: Joules,
): readonly RankedBlock[] {
  const blocks = files.flatMap((file) =>
    (file.counted ?? file.source).members.flatMap((member) => {
      const inBlocks = withBlocks(member, file);
      return computeBlockEnergies(inBlocks, settings).flatMap((each) => {
        const { block, frequency: executions, modeledCount, unmodeledCount } = each;
        if (executions === 0 || modeledCount + unmodeledCount === 0) return [];
        const { name, basis, once, fixed, energy, groups } = each;
        const line = file.lines.lineAt(member.bodyStart + block.start);
        return [
          {
            path: file.path,
            name,
            line,
            executions,
            basis,
            once,
            fixed,
            energy,
            groups,
            modeledCount,
            unmodeledCount,
          },
        ];
      });
    }),
  );
  // Files come in the order in which workers were done with them.
  blocks.sort(
    (a, b) =>
      b.energy.mean - a.energy.mean ||
      compareTexts(a.path, b.path) ||
      a.line - b.line ||
      compareTexts(a.name, b.name),
  );
  const total = run ?? blocks.reduce((sum, { energy }) => sum + energy.mean, 0);
  let before = 0;
  return blocks.map((block): RankedBlock => {
    before += block.energy.mean;
    const [share, cumulativeShare] = total > 0 ? [block.energy.mean / total, before / total] : [0, 0];
    return { ...block, share, cumulativeShare };
  });
}

/** The member's operations in the blocks of its source, as which they run or are expected to. */
export function withBlocks(member: MemberRecord, { source, counted, lines }: BlockSource): MemberRecord {
  if (counted === undefined) return member;
  const written = source.members.find(({ key }) => key === member.key);
  const lineOf = (offset: number): LineIndex => lines.lineAt(member.bodyStart + offset);
  const blocks = written?.operations ?? emptyOperations;
  return { ...member, operations: placeInBlocks(blocks, member.operations, lineOf) };
}

interface LineSite {
  readonly site: OperationSite;
  readonly line: LineIndex;
  readonly executions: number;
  /**
   * The number of copies of the operation that each of the source's blocks holds on this line, by block;
   * empty if the line holds nothing at all.
   */
  readonly holders: ReadonlyMap<number, number>;
}

/**
 * Places counted operations in the blocks of the source. A profile counts by operation and line; the source says which
 * blocks a line holds. If an operation stands in several blocks of one line, the counts of operations that stand in
 * one of them only tell how often each block ran. Operations that ran more or less often than their block (up to an
 * exception, say) are a block of the same name with executions of its own: every count is in exactly one block.
 * Offsets of both are relative to the member's body.
 */
function placeInBlocks(
  source: MemberOperations,
  counted: MemberOperations,
  lineOf: (offset: Offset) => LineIndex,
): MemberOperations {
  const sites = gatherSites(source, counted, lineOf);
  const runs = executionsOfBlocks(sites);
  const blocks: Block[] = [];
  const regions: Region[] = [];
  const known = new Map<string, number>();
  const placed: OperationSite[] = [];
  for (const { site, line, executions, holders } of sites) {
    const put = (name: string, of: Block | undefined, times: number, copies: number): void => {
      const id = `${times} ${name}`;
      let block = known.get(id);
      if (block === undefined) {
        block = blocks.length;
        known.set(id, block);
        const { kind = 'sequence', start = site.offset, end = site.offset } = of ?? {};
        blocks.push({ id: block, name, kind, start, end });
        regions.push({ kind: 'deferred', region: { kind: 'block', block }, times, basis: 'exact' });
      }
      for (let copy = 0; copy < copies; copy++) placed.push({ ...site, block });
    };
    const places = [...holders];
    const expected = places.reduce((sum, [block, copies]) => sum + copies * (runs.get(block) ?? NaN), 0);
    const [first] = places;
    if (first === undefined) put(`line_${line + 1}`, undefined, executions, 1);
    else if (places.length > 1 && expected === executions)
      for (const [block, copies] of places) {
        const of = at(source.blocks, block);
        put(of.name, of, present(runs.get(block), 'the executions of a block'), copies);
      }
    else {
      const [block, copies] = places.find(([each, n]) => n * (runs.get(each) ?? NaN) === executions) ?? first;
      const of = at(source.blocks, block);
      put(of.name, of, executions / copies, copies);
    }
  }
  return {
    keys: counted.keys,
    callees: counted.callees,
    sites: packSites(placed),
    blocks,
    region: { kind: 'sequence', regions },
  };
}

function gatherSites(
  source: MemberOperations,
  counted: MemberOperations,
  lineOf: (offset: Offset) => LineIndex,
): readonly LineSite[] {
  const byLine = groupBy(listSites(source.sites), ({ offset }) => lineOf(offset));
  const { frequency } = computeFrequencies(counted.region, 'counted', { assumptions: DEFAULT_ASSUMPTIONS });
  // Calls have a site for each method that they reach, in one place of the source.
  const counts = new Map<string, { readonly site: OperationSite; executions: number }>();
  for (const site of listSites(counted.sites)) {
    const place = `${site.key} ${site.offset}`;
    const known = counts.get(place) ?? { site, executions: 0 };
    known.executions += at(frequency, site.block);
    counts.set(place, known);
  }
  return Array.from(counts.values(), ({ site, executions }): LineSite => {
    const line = lineOf(site.offset);
    const there = byLine.get(line) ?? [];
    const name = counted.keys[site.key]?.name;
    const same = there.filter(({ key }) => source.keys[key]?.name === name);
    const holders = new Map<number, number>();
    for (const { block } of same) holders.set(block, (holders.get(block) ?? 0) + 1);
    // Of instructions, and of what types made another operation: the line's own blocks.
    if (same.length === 0) for (const { block } of there) holders.set(block, 1);
    return { site, line, executions, holders };
  });
}

/**
 * The executions of each block, by a vote: each operation that stands in one block only votes for its own
 * count, and the count with the most votes wins.
 */
function executionsOfBlocks(sites: readonly LineSite[]): ReadonlyMap<number, number> {
  const votes = new Map<number, Map<number, number>>();
  for (const { executions, holders } of sites) {
    const [only, ...others] = holders;
    if (only === undefined || others.length > 0) continue;
    const [block, copies] = only;
    const ofBlock = votes.get(block) ?? new Map<number, number>();
    votes.set(block, ofBlock);
    ofBlock.set(executions / copies, (ofBlock.get(executions / copies) ?? 0) + 1);
  }
  return new Map(
    Array.from(votes, ([block, counts]): [number, number] => [
      block,
      [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0],
    ]),
  );
}
