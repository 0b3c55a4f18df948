/**
 * Compares what statements and methods take at most with the energy bounds that stand in their text.
 *
 * Sits in `lines/`, for diagnostics and for `jouleline check`. A bound is about one execution of a statement or one call
 * of a method, with all that it calls, in the worst case: hottest branches, loops at their bounds. Its share is the
 * quantile of the joint distribution of the costs (probabilistic energy profiler, sections 1 and 5).
 */
import type { MemberRecord } from '../../analysis/file-operations';
import { withDefined } from '../../base/check';
import type { Joules } from '../../base/units';
import { type Energy, energyQuantile } from '../../cost/model/cost-model';
import { summarizeModel } from '../../cost/model/model-registry';
import { replaceParts } from '../../flow/source/frequencies';
import { partsOf, type Block, type Region } from '../../flow/source/region';
import type { MemberOperations } from '../../operations/catalogue/operation';
import { blockOf, keepSites, offsetOf } from '../../operations/catalogue/site-table';
import { chanceWithin } from '../energy-limit';
import type { EnergySession, PricingOptions } from '../energy-session';
import { createGapFinder, readable, type EnergyGap } from './find-gap';
import { type EnergyBound, readBounds, type WrongBound } from './read-bounds';

export interface JudgedBound {
  readonly bound: EnergyBound;
  /** The method that is bounded, `app.Feed.load`, or that the statement stands in; empty if nothing was read there. */
  readonly method: string;
  readonly isOfMethod: boolean;
  /** `unknown`: the energy may be more than {@link most}. */
  readonly verdict: 'within' | 'over' | 'unknown';
  readonly energy: Energy;
  /** The energy that the bound's share of executions stays below. */
  readonly most: Joules;
  /** The reason why the verdict is `unknown`, or why a bound that is exceeded may be so by more. */
  readonly gap?: EnergyGap;
  /** True if the rounds of a loop, or of a lambda, are not in the text. */
  readonly isAssumed: boolean;
}

export interface JudgedBounds {
  readonly judged: readonly JudgedBound[];
  readonly wrong: readonly WrongBound[];
}

type BoundJudge = (path: string, text: string, members: readonly MemberRecord[]) => JudgedBounds;

/** Judges bounds in texts; `session` is of the worst case, and knows all that they call. */
export function createBoundJudge(session: EnergySession, pricing: PricingOptions): BoundJudge {
  const findGap = createGapFinder(session, pricing);
  const summary = summarizeModel(pricing.model);

  function judge(bound: EnergyBound, part: Bounded, path: string): JudgedBound {
    const { member, isOfMethod } = part;
    const { own, calls } = session.execution(path, member);
    const known = calls.inclusive ?? own.energy;
    const { energy } = chanceWithin(known, { text: '', energy: bound.energy }, summary, undefined, false);
    const most = energyQuantile(energy, bound.share);
    const method = readable(member.key);
    const found = findGap(member);
    const gap = found.gap ?? (calls.recursive ? ({ kind: 'recursive', name: method } as const) : undefined);
    const verdict = most > bound.energy ? 'over' : gap === undefined ? 'within' : 'unknown';
    const { isAssumed } = found;
    return { bound, method, isOfMethod, verdict, energy, most, isAssumed, ...withDefined({ gap }) };
  }

  return (path, text, members) => {
    const { bounds, wrong } = readBounds(text);
    const isBound = new Set(bounds.flatMap(({ target, isOfClass }) => (isOfClass ? [] : [target.start])));
    const judged = bounds.flatMap((bound) => {
      const parts = boundedBy(bound, members, isBound);
      if (parts.length > 0) return parts.map((part) => judge(bound, part, path));
      const none = {
        energy: { mean: 0, variance: 0 },
        most: 0,
        method: '',
        isOfMethod: false,
        isAssumed: false,
      };
      const gap: EnergyGap = { kind: 'absent', name: '' };
      return [{ bound, verdict: 'unknown' as const, gap, ...none }];
    });
    return { judged, wrong };
  };
}

interface Bounded {
  /** A member, or as much of it as a statement executes. */
  readonly member: MemberRecord;
  readonly isOfMethod: boolean;
}

function boundedBy(
  { target, isOfClass }: EnergyBound,
  members: readonly MemberRecord[],
  isBound: ReadonlySet<number>,
): readonly Bounded[] {
  const { start, end } = target;
  if (isOfClass)
    return members
      .filter(({ kind }) => kind === 'method' || kind === 'constructor')
      .filter((member) => member.start >= start && member.end <= end && !isBound.has(member.start))
      .map((member) => ({ member, isOfMethod: true }));
  const written = members.filter(({ kind }) => kind !== 'implicit' && kind !== 'lambda');
  const declared = written.filter((member) => member.start === start);
  // Fields that are declared together begin at one place.
  if (declared.length > 0) return declared.map((member) => ({ member, isOfMethod: true }));
  const around = written.filter((member) => member.start < start && end <= member.end);
  const [inner] = around.toSorted((a, b) => b.start - a.start || a.end - b.end);
  if (inner === undefined) return [];
  const span = { start: start - inner.bodyStart, end: end - inner.bodyStart };
  return [{ member: { ...inner, operations: executed(inner.operations, span) }, isOfMethod: false }];
}

const NOTHING: Region = { kind: 'sequence', regions: [] };

/**
 * The code that one execution of a statement runs. A statement begins in the block of what stands before it, of which it
 * has the operations in its own text; blocks that begin and end within it are its own.
 */
function executed(
  operations: MemberOperations,
  { start, end }: { readonly start: number; readonly end: number },
): MemberOperations {
  const { blocks, sites, region } = operations;
  const [host] = blocks
    .filter((block) => block.start <= start && start < block.end)
    .toSorted((a, b) => b.start - a.start || a.end - b.end);
  const isOwn = (block: Block | undefined): boolean =>
    block !== undefined && block !== host && block.start >= start && block.end <= end;
  const own = new Set(blocks.filter(isOwn).map(({ id }) => id));
  const wanted = host === undefined ? own : new Set([...own, host.id]);
  return {
    ...operations,
    region: replaceParts(smallestWith(region, wanted), (part) =>
      part.kind === 'block' && !wanted.has(part.block) ? NOTHING : undefined,
    ),
    sites: keepSites(sites, (site) => {
      const [block, offset] = [blockOf(sites, site), offsetOf(sites, site)];
      return own.has(block) || (block === host?.id && offset >= start && offset < end);
    }),
  };
}

/** The smallest part of a region that has all of the blocks: it runs once where the statement does. */
function smallestWith(root: Region, wanted: ReadonlySet<number>): Region {
  let region = root;
  for (;;) {
    const inner = partsOf(region).find((part) => countWanted(part, wanted) === wanted.size);
    if (inner === undefined) return region;
    region = inner;
  }
}

function countWanted(root: Region, wanted: ReadonlySet<number>): number {
  const found = new Set<number>();
  const pending = [root];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    if (region.kind === 'block' && wanted.has(region.block)) found.add(region.block);
    pending.push(...partsOf(region));
  }
  return found.size;
}
