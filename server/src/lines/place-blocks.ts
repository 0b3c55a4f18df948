/**
 * Counted operations in the blocks of the source.
 *
 * Sits in `lines/`, under `rank-blocks.ts`. A profile counts by operation and line; the source says which
 * blocks a line holds. If an operation stands in several blocks of one line, the counts of operations that
 * stand in one of them only tell how often each block ran. Operations that ran more or less often than their
 * block (up to an exception, say) are a block of the same name with executions of its own: every count is in
 * exactly one block.
 */
import { computeFrequencies } from '../flow/source/frequencies';
import { DEFAULT_ASSUMPTIONS } from '../flow/source/assumptions';
import type { Block, Region } from '../flow/source/region';
import type { MemberOperations, OperationSite } from '../operations/catalogue/operation';
import { listSites, packSites } from '../operations/catalogue/site-table';
import type { LineIndex, Offset } from '../base/units';

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

/** Offsets of both are relative to the member's body. */
export function placeInBlocks(
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
        const of = source.blocks[block];
        put(of?.name ?? '', of, runs.get(block) ?? 0, copies);
      }
    else {
      const [block, copies] = places.find(([each, n]) => n * (runs.get(each) ?? NaN) === executions) ?? first;
      const of = source.blocks[block];
      put(of?.name ?? '', of, executions / copies, copies);
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
  const byLine = new Map<LineIndex, OperationSite[]>();
  for (const site of listSites(source.sites)) {
    const line = lineOf(site.offset);
    const list = byLine.get(line);
    if (list === undefined) byLine.set(line, [site]);
    else list.push(site);
  }
  const { frequency } = computeFrequencies(counted.region, 'counted', { assumptions: DEFAULT_ASSUMPTIONS });
  // Calls have a site for each method that they reach, in one place of the source.
  const counts = new Map<string, { readonly site: OperationSite; executions: number }>();
  for (const site of listSites(counted.sites)) {
    const place = `${site.key} ${site.offset}`;
    const known = counts.get(place) ?? { site, executions: 0 };
    known.executions += frequency[site.block] ?? 0;
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
