/**
 * Finds why the energy of an execution may be more than its worst case says: something that it may run has no cost, or
 * cannot be known from the text.
 *
 * Sits in `lines/`, under `judge-bounds.ts`. Follows all calls that the text has, on whichever branch.
 */
import { addTo } from '../../base/groups';
import { at } from '../../base/check';
import { computeFrequencies } from '../../flow/source/frequencies';
import type { MemberOperations, MethodKey } from '../../operations/catalogue/operation';
import { blockOf, calleeOf, countSites, keyOf } from '../../operations/catalogue/site-table';
import {
  computeMemberCost,
  costMember,
  hasUnmodeledElements,
  isUntyped,
  priceIndexOf,
} from '../../cost/pricing/price-member';
import type { MemberRecord } from '../../analysis/file-operations';
import type { EnergySession, PricingOptions } from '../energy-session';

export interface EnergyGap {
  /**
   * `unmodeled`: an operation without a cost. `missing`: a method without code here. `overridden`: a method that may be
   * another. `recursive`: a method that calls itself. `absent`: code that was not read.
   */
  readonly kind: 'unmodeled' | 'missing' | 'overridden' | 'recursive' | 'absent';
  /** The operation or the method; empty for `absent`. */
  readonly name: string;
}

interface FoundGap {
  readonly gap: EnergyGap | undefined;
  /** True if the rounds of a loop on the way, or of a lambda, are not in the text. */
  readonly isAssumed: boolean;
}

type GapFinder = (root: MemberRecord) => FoundGap;

export function createGapFinder(
  session: Pick<EnergySession, 'member' | 'members'>,
  pricing: PricingOptions,
): GapFinder {
  /** The classes that declare a method, by its name and descriptor. */
  let declared: ReadonlyMap<string, readonly MemberRecord[]> | undefined;

  function isOverridden(key: MethodKey): boolean {
    declared ??= indexMembers(session);
    const owner = key.slice(0, startOfName(key));
    return (declared.get(key.slice(startOfName(key))) ?? []).some(
      ({ facts }) => facts?.supertypes.includes(owner) === true,
    );
  }

  /** The gap of a member by itself; the methods that it calls are added to `called`. */
  function gapIn(operations: MemberOperations, called: Set<MethodKey>): EnergyGap | undefined {
    const { sites, keys, region, callees } = operations;
    const { pricing: priced } = costMember(operations, { ...pricing, mode: 'worst-case' });
    const expected = computeFrequencies(region, 'estimated', pricing);
    for (let site = 0; site < countSites(sites); site++) {
      const block = blockOf(sites, site);
      // A constant rules it out.
      if (expected.frequency[block] === 0 && expected.basis[block] === 'exact') continue;
      const key = at(keys, keyOf(sites, site));
      const isCall = key.family === 'MethodInvocation';
      const name = key.name;
      if (priced.prices[priceIndexOf(operations, site, priced)] === undefined || (isCall && isUntyped(key)))
        return { kind: 'unmodeled', name };
      if (hasUnmodeledElements(operations, site, priced)) return { kind: 'unmodeled', name };
      const callee = callees[calleeOf(sites, site)];
      if (callee === undefined) continue;
      if (session.member(callee) === undefined) return { kind: 'missing', name: readable(callee) };
      if (/_(?:virtual|interface)$/.test(name) && isOverridden(callee))
        return { kind: 'overridden', name: readable(callee) };
      called.add(callee);
    }
    return undefined;
  }

  return (root) => {
    const called = new Set<MethodKey>();
    let gap = gapIn(root.operations, called);
    let isAssumed = isGuessed(root);
    // A set goes on to what is added while it is gone through.
    for (const key of called) {
      if (gap !== undefined) break;
      const member = session.member(key) ?? root;
      gap = gapIn(member.operations, called);
      isAssumed ||= isGuessed(member);
    }
    return { gap, isAssumed };
  };

  function isGuessed({ operations }: MemberRecord): boolean {
    return computeMemberCost(operations, { ...pricing, mode: 'worst-case' }).basis !== 'exact';
  }
}

function indexMembers(session: Pick<EnergySession, 'members'>): ReadonlyMap<string, readonly MemberRecord[]> {
  const found = new Map<string, MemberRecord[]>();
  for (const { member } of session.members()) addTo(found, member.key.slice(startOfName(member.key)), member);
  return found;
}

/** The place of the dot between class and method. */
function startOfName(key: MethodKey): number {
  const bracket = key.indexOf('(');
  return key.lastIndexOf('.', bracket < 0 ? key.length : bracket);
}

/** `app.Feed.load` of `app/Feed.load(I)V`. */
export function readable(key: MethodKey): string {
  const bracket = key.indexOf('(');
  return key.slice(0, bracket < 0 ? key.length : bracket).replaceAll('/', '.');
}
