/**
 * What the basic blocks of a method took on two sides.
 *
 * Sits in `compare/`, under `compare-methods.ts`. Blocks are those of the code that ran; `compare/match/match-blocks.ts` says which is
 * which. A block's energy is that of its operations, so that the blocks of a method add up to it. Counts are exact; how
 * sure energies are, `energy-delta.ts` says. Profiles of older versions don't say which operations a block holds: there
 * blocks of one line are compared in their order by executions alone, and told as one where their numbers differ.
 */
import { readHashes } from '../../base/line-hashes';
import { matchBlocks, type MatchableBlock } from '../match/match-blocks';
import type { MatchedMethod, NamedMethod } from '../match/match-methods';
import { findSignificant } from '../significance/significance';
import { identifyKey } from '../../profile/document/key-table';
import type { ProfiledMethod } from '../../profile/document/profile-document';
import type { Joules } from '../../base/units';
import type { SideCosts } from '../sides/compared-sides';
import { compareShares, type EnergyDelta, sizeOf, type Spread } from './energy-delta';
import { priceOf } from '../../pages/no-price';
import { placeOfClass } from '../../lines/source-lines';

/**
 * Energies are of a run; NaN, as all that follows of them, where a profile does not say what blocks hold, or the model
 * has no price for any of what one ran.
 */
export interface BlockDelta extends EnergyDelta {
  /** On which it begins; 0 where a side has no such block, or its code no lines. */
  readonly lineA: number;
  readonly lineB: number;
  /** The greatest of its lines. */
  readonly lastA: number;
  readonly lastB: number;
  /** What it is to loops and branches (`flow/source/block-roles.ts`), or `sequence`; absent on a side that has no such block, or does not say. */
  readonly roleA?: string;
  readonly roleB?: string;
  /** From 1 among the blocks that begin on its line, B's where it has one; 0 where all of them are told as one. */
  readonly block: number;
  /** Of a run. */
  readonly executionsA: number;
  readonly executionsB: number;
  /** Executions of a call of the method; absent where a side has no calls. */
  readonly perCallA?: number;
  readonly perCallB?: number;
  /** Energy of a call of the method, and of one execution; absent where there is none, it is not known, or has no price. */
  readonly energyPerCallA?: Joules;
  readonly energyPerCallB?: Joules;
  readonly eachA?: Joules;
  readonly eachB?: Joules;
  /** Whether it executed other operations than before, or ran another number of times. */
  readonly countsDiffer: boolean;
  /** Whether it stands elsewhere among the blocks that both have. */
  readonly isMoved: boolean;
}

/** For each of the methods, in the order of the code; of those that ran alike none. */
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

/** Whether it is shown as changed: for more than chance, or, where no runs tell that, for its counts. */
export function hasBlockChanged({ countsDiffer, isSignificant, p }: BlockDelta): boolean {
  return countsDiffer && (isSignificant || Number.isNaN(p));
}

/** The most changed first; those last whose energies are not known. */
export function byChange(one: BlockDelta, other: BlockDelta): number {
  return sizeOf(other.delta) - sizeOf(one.delta);
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
  /** From 1 among those of its line. */
  readonly number: number;
  readonly executions: number;
  /** Of a run. */
  readonly energy: Joules;
  /** What it did in a run, as one text. */
  readonly counts: string;
}

type BlockReader = (method: NamedMethod) => readonly RanBlock[];

function createReader({ profile, unitCosts }: SideCosts): BlockReader {
  const ids = profile.keys.map(identifyKey);
  const texts = new Map((profile.sources ?? []).map(({ path, lines }) => [path, lines]));
  const sources = new Map(
    profile.classes.map((each) => [each.name.replaceAll('/', '.'), texts.get(placeOfClass(each))]),
  );
  return ({ name, method }) => {
    const source = sources.get(name.class);
    const hashes = source === undefined ? undefined : readHashes(source);
    const rowsOf = groupRows(method);
    const onLine = new Map<number, number>();
    return method.blocks.map(([, , line, executions, role = 'sequence'], index): RanBlock => {
      const rows = rowsOf.get(index) ?? [];
      const number = (onLine.get(line) ?? 0) + 1;
      onLine.set(line, number);
      const [work, counts] = [new Map<string, number>(), new Map<string, number>()];
      let energy = 0;
      for (const [, key, , count, total = count * executions] of rows) {
        const [name, id] = [profile.keys[key]?.name ?? '', ids[key] ?? ''];
        work.set(name, (work.get(name) ?? 0) + count);
        counts.set(id, (counts.get(id) ?? 0) + total);
        energy += (unitCosts[key] ?? 0) * total;
      }
      const lines = [...new Set([line, ...rows.map((row) => row[2])])].filter((each) => each > 0);
      const text = hashes && lines.map((each) => hashes[each - 1] ?? '').join(' ');
      return {
        ...{ line, last: Math.max(0, ...lines), number, executions, role, work, energy },
        counts: describeCounts(counts),
        ...(text === undefined ? {} : { text }),
      };
    });
  };
}

function groupRows({ code = [] }: ProfiledMethod): ReadonlyMap<number, readonly (typeof code)[number][]> {
  const rowsOf = new Map<number, (typeof code)[number][]>();
  for (const row of code) {
    const known = rowsOf.get(row[0]);
    if (known === undefined) rowsOf.set(row[0], [row]);
    else known.push(row);
  }
  return rowsOf;
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([id, count]) => `${id} ${count}`)
    .sort()
    .join('\n');
}

function pairBlocks(
  pair: MatchedMethod,
  [readA, readB]: readonly [BlockReader, BlockReader],
  spread: Spread,
): readonly Unjudged[] {
  const { first, second, lines } = pair;
  if ([first, second].some((each) => each !== undefined && each.method.code === undefined))
    return pairByLine(pair);
  const [ofA, ofB] = [first ? readA(first) : [], second ? readB(second) : []];
  const oneLine = new Set(lines.map((both) => both.join(' ')));
  const isOneLine = (a: number, b: number): boolean =>
    oneLine.has(`${ofA[a]?.line ?? 0} ${ofB[b]?.line ?? 0}`);
  const [callsA, callsB] = [first?.method.calls ?? 0, second?.method.calls ?? 0];
  return matchBlocks(ofA, ofB, isOneLine).flatMap(({ first: a, second: b, isMoved }): readonly Unjudged[] => {
    const [one, other] = [ofA[a], ofB[b]];
    const [executionsA, executionsB] = [one?.executions ?? 0, other?.executions ?? 0];
    if (executionsA === 0 && executionsB === 0) return [];
    const [energyA, energyB] = [priceOfBlock(one), priceOfBlock(other)];
    return [
      {
        ...compareShares(spread, energyA, energyB),
        ...{ lineA: one?.line ?? 0, lineB: other?.line ?? 0, lastA: one?.last ?? 0, lastB: other?.last ?? 0 },
        ...(one === undefined ? {} : { roleA: one.role }),
        ...(other === undefined ? {} : { roleB: other.role }),
        ...{ block: (other ?? one)?.number ?? 0, executionsA, executionsB, isMoved },
        ...(callsA > 0 ? { perCallA: executionsA / callsA } : {}),
        ...(callsB > 0 ? { perCallB: executionsB / callsB } : {}),
        ...(energyA > 0 ? { eachA: energyA / executionsA } : {}),
        ...(energyB > 0 ? { eachB: energyB / executionsB } : {}),
        ...(energyA > 0 && callsA > 0 ? { energyPerCallA: energyA / callsA } : {}),
        ...(energyB > 0 && callsB > 0 ? { energyPerCallB: energyB / callsB } : {}),
        countsDiffer: executionsA !== executionsB || one?.counts !== other?.counts,
      },
    ];
  });
}

/** What a block that does nothing takes is known. */
function priceOfBlock(block: RanBlock | undefined): Joules {
  if (block === undefined || block.work.size === 0) return 0;
  return priceOf(block.energy, block.executions, true);
}

/** Where it is not known what blocks hold. */
function pairByLine({ first, second, lines }: MatchedMethod): readonly Unjudged[] {
  const [inA, inB] = [executionsByLine(first?.method), executionsByLine(second?.method)];
  return lines.flatMap(([lineA, lineB]) => {
    const [ofA, ofB] = [inA.get(lineA) ?? [], inB.get(lineB) ?? []];
    const pairs =
      ofA.length === ofB.length
        ? ofA.map((executionsA, index) => ({ executionsA, executionsB: ofB[index] ?? 0, block: index + 1 }))
        : [{ executionsA: sumUp(ofA), executionsB: sumUp(ofB), block: 0 }];
    return pairs
      .filter(({ executionsA, executionsB }) => executionsA !== executionsB)
      .map((each) => ({
        ...unknownEnergy,
        ...{ lineA, lineB, lastA: lineA, lastB: lineB, ...each },
        countsDiffer: true,
        isMoved: false,
      }));
  });
}

const unknownEnergy: Omit<EnergyDelta, 'isSignificant'> = {
  energyA: NaN,
  energyB: NaN,
  delta: NaN,
  low: NaN,
  high: NaN,
  p: NaN,
  smallest: NaN,
};

/** Of the blocks that begin on each line, in the order of the code. */
function executionsByLine(method: ProfiledMethod | undefined): ReadonlyMap<number, readonly number[]> {
  const byLine = new Map<number, number[]>();
  for (const [, , line, executions] of method?.blocks ?? []) {
    const known = byLine.get(line);
    if (known === undefined) byLine.set(line, [executions]);
    else known.push(executions);
  }
  return byLine;
}

function sumUp(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
