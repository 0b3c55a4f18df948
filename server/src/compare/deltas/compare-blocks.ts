/**
 * The energy of a method's basic blocks on two sides.
 *
 * Blocks are those of the code that ran; `compare/match/match-blocks.ts` pairs them. A block's energy is that of its
 * operations, so that the blocks of a method add up to it. Counts are exact; `energy-delta.ts` says how sure energies
 * are. Profiles of older versions do not say which operations a block holds: for them, the blocks of one line are
 * compared in their order by executions alone, and are shown as one if the two sides have different numbers of blocks.
 */
import { energyOfRow, sizesByPlace } from '../../cost/pricing/counted-rows';
import { at, withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import { energyIfModeled } from '../../pages/changes';
import type { SideCosts } from '../sides/compared-side';
import { readHashes } from '../../base/line-hashes';
import { matchBlocks, type MatchableBlock } from '../match/match-blocks';
import { describeCounts, type MatchedMethod, type NamedMethod } from '../match/match-methods';
import { findSignificant } from '../significance/significance';
import { identifyKey, withoutStatement } from '../../operations/catalogue/operation';
import type { Joules } from '../../base/units';
import { byDelta, compareShares, type EnergyDelta, per, type Spread } from './energy-delta';
import { placeOfClass } from '../../lines/source-lines';

/**
 * Energies are those of one run, in joules. They, and all figures that follow from them, are NaN if a profile does
 * not say what blocks hold, or the model has no cost for any operation that the block ran.
 */
export interface BlockDelta extends EnergyDelta {
  /** The line on which the block begins; 0 if the side has no such block, or its code has no line numbers. */
  readonly lineA: number;
  readonly lineB: number;
  /** The last line of the block. */
  readonly lastA: number;
  readonly lastB: number;
  /**
   * The block's role in loops and branches (`flow/source/block-roles.ts`), or `sequence`; absent if the side has no
   * such block, or does not say.
   */
  readonly roleA?: string;
  readonly roleB?: string;
  /**
   * The block's number among those that begin on its line, from 1 (B's number if B has the block); 0 if all blocks of
   * the line are shown as one.
   */
  readonly block: number;
  /** The number of executions in one run. */
  readonly executionsA: number;
  readonly executionsB: number;
  /** The number of executions in one call of the method; absent if the side counted no calls. */
  readonly perCallA?: number;
  readonly perCallB?: number;
  /**
   * The energy of one call of the method, and of one execution, in joules; absent if there is none, it is unknown, or
   * it is not modeled.
   */
  readonly energyPerCallA?: Joules;
  readonly energyPerCallB?: Joules;
  readonly eachA?: Joules;
  readonly eachB?: Joules;
  /** True if the block executed other operations than before, or ran another number of times. */
  readonly countsDiffer: boolean;
  /** True if the block stands elsewhere among the blocks that both sides have. */
  readonly isMoved: boolean;
}

/** Compares the blocks of each method, in the order of the code; the list is empty for a method that ran alike. */
export function compareBlocks(
  methods: readonly MatchedMethod[],
  sides: readonly [SideCosts, SideCosts],
  spread: Spread,
): readonly (readonly BlockDelta[])[] {
  const readers = [createReader(sides[0]), createReader(sides[1])] as const;
  const compared = methods.map((pair) => (pair.countsDiffer ? pairBlocks(pair, readers, spread) : []));
  // What was counted alike is no change that could be chance: it is not among those that are corrected for.
  const counted = compared.flat().filter(({ countsDiffer }) => countsDiffer);
  const stands = findSignificant(counted.map(({ p }) => p));
  const significant = new Set(counted.filter((_, index) => stands[index]));
  return compared.map((blocks) => blocks.map((each) => ({ ...each, isSignificant: significant.has(each) })));
}

/** True if the block is shown as changed: its counts differ, and its energy by more than chance, if runs can tell. */
export function hasBlockChanged({ countsDiffer, isSignificant, p }: BlockDelta): boolean {
  return countsDiffer && (isSignificant || Number.isNaN(p));
}

/** Orders blocks by the size of their change, largest first; blocks with unknown energies come last. */
export function byChange(one: BlockDelta, other: BlockDelta): number {
  return byDelta(one, other);
}

/** "4–6" */
export function describeLines(first: number, last: number): string {
  return last > first ? `${first}–${last}` : String(first);
}

type Unjudged = Omit<BlockDelta, 'isSignificant'>;

/** A block of one side. */
interface RanBlock extends MatchableBlock {
  readonly line: number;
  readonly last: number;
  /** The block's number among those of its line, from 1. */
  readonly number: number;
  readonly executions: number;
  /** The energy of one run, in joules. */
  readonly energy: Joules;
  /** True if 0 is its energy, not one that the model does not have. */
  readonly isFree: boolean;
  /** The operations of one run and their counts, as one text. */
  readonly counts: string;
}

type BlockReader = (method: NamedMethod) => readonly RanBlock[];

function createReader({ profile, costs, apart, isModeled, takesAlways }: SideCosts): BlockReader {
  const keys = profile.keys.map(withoutStatement);
  const ids = keys.map(identifyKey);
  const texts = new Map((profile.sources ?? []).map(({ path, lines }) => [path, lines]));
  const sources = new Map(
    profile.classes.map((each) => [each.name.replaceAll('/', '.'), texts.get(placeOfClass(each))]),
  );
  return ({ name, method }) => {
    const source = sources.get(name.class);
    const hashes = source === undefined ? undefined : readHashes(source);
    const rowsOf = groupBy(method.code ?? [], ([block]) => block);
    const sizeOf = sizesByPlace(method.operations);
    const onLine = new Map<number, number>();
    return method.blocks.map(([, , line, executions, role = 'sequence'], index): RanBlock => {
      const rows = rowsOf.get(index) ?? [];
      const number = (onLine.get(line) ?? 0) + 1;
      onLine.set(line, number);
      const [work, counts] = [new Map<string, number>(), new Map<string, number>()];
      let energy = 0;
      for (const [, key, at, count, total = count * executions] of rows) {
        const [name, id] = [keys[key]?.name ?? '', ids[key] ?? ''];
        work.set(name, (work.get(name) ?? 0) + count);
        counts.set(id, (counts.get(id) ?? 0) + total);
        if (!apart.has(key)) energy += energyOfRow(costs, key, total, sizeOf(key, at, total));
      }
      const lines = [...new Set([line, ...rows.map((row) => row[2])])].filter((each) => each > 0);
      const text = hashes && lines.map((each) => hashes[each - 1] ?? '').join(' ');
      return {
        ...{ line, last: Math.max(0, ...lines), number, executions, role, work, energy },
        isFree: !takesAlways && rows.every(([, key]) => isModeled[key] === true),
        counts: describeCounts(counts),
        ...withDefined({ text }),
      };
    });
  };
}

function pairBlocks(
  pair: MatchedMethod,
  [readA, readB]: readonly [BlockReader, BlockReader],
  spread: Spread,
): readonly Unjudged[] {
  const { first, second, lines } = pair;
  if ([first, second].some((each) => each !== undefined && each.method.code === undefined))
    return pairByLine(pair, spread);
  const [ofA, ofB] = [first ? readA(first) : [], second ? readB(second) : []];
  const oneLine = new Set(lines.map((both) => both.join(' ')));
  const isOneLine = (a: number, b: number): boolean =>
    oneLine.has(`${ofA[a]?.line ?? 0} ${ofB[b]?.line ?? 0}`);
  const [callsA, callsB] = [first?.method.calls ?? 0, second?.method.calls ?? 0];
  return matchBlocks(ofA, ofB, isOneLine).flatMap(({ first: a, second: b, isMoved }): readonly Unjudged[] => {
    const [one, other] = [ofA[a], ofB[b]];
    const [executionsA, executionsB] = [one?.executions ?? 0, other?.executions ?? 0];
    if (executionsA === 0 && executionsB === 0) return [];
    const [energyA, energyB] = [energyOfBlock(one), energyOfBlock(other)];
    const [costA, costB] = [energyA > 0 ? energyA : undefined, energyB > 0 ? energyB : undefined];
    return [
      {
        ...compareShares(spread, energyA, energyB),
        ...{ lineA: one?.line ?? 0, lineB: other?.line ?? 0, lastA: one?.last ?? 0, lastB: other?.last ?? 0 },
        ...withDefined({ roleA: one?.role, roleB: other?.role }),
        ...{ block: (other ?? one)?.number ?? 0, executionsA, executionsB, isMoved },
        ...withDefined({ perCallA: per(executionsA, callsA), perCallB: per(executionsB, callsB) }),
        ...withDefined({ eachA: per(costA, executionsA), eachB: per(costB, executionsB) }),
        ...withDefined({ energyPerCallA: per(costA, callsA), energyPerCallB: per(costB, callsB) }),
        countsDiffer: executionsA !== executionsB || one?.counts !== other?.counts,
      },
    ];
  });
}

/** The energy of a block in one run: 0 if it is absent or does nothing, NaN if the model has no cost for its operations. */
function energyOfBlock(block: RanBlock | undefined): Joules {
  if (block === undefined || block.work.size === 0) return 0;
  return energyIfModeled(block.energy, block.executions, !block.isFree);
}

/** Compares the blocks of each line by their executions, for profiles that do not say which operations a block holds. */
function pairByLine({ first, second, lines }: MatchedMethod, spread: Spread): readonly Unjudged[] {
  const [inA, inB] = [executionsByLine(first), executionsByLine(second)];
  return lines.flatMap(([lineA, lineB]) => {
    const [ofA, ofB] = [inA(lineA), inB(lineB)];
    const pairs =
      ofA.length === ofB.length
        ? ofA.map((executionsA, index) => ({ executionsA, executionsB: at(ofB, index), block: index + 1 }))
        : [{ executionsA: sumUp(ofA), executionsB: sumUp(ofB), block: 0 }];
    return pairs
      .filter(({ executionsA, executionsB }) => executionsA !== executionsB)
      .map((each) => ({
        ...compareShares(spread, NaN, NaN),
        ...{ lineA, lineB, lastA: lineA, lastB: lineB, ...each },
        countsDiffer: true,
        isMoved: false,
      }));
  });
}

/** Gives the executions of the blocks that begin on a line, in the order of the code. */
function executionsByLine(side: NamedMethod | undefined): (line: number) => readonly number[] {
  const byLine = groupBy(side?.method.blocks ?? [], ([, , line]) => line);
  return (line) => (byLine.get(line) ?? []).map(([, , , executions]) => executions);
}

function sumUp(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
