/**
 * The operations of methods as a profile counted them, in the form that those
 * read from a text have: blocks that ran so and so often.
 *
 * Sits in `lines/`, under `counted-file.ts`.
 */
import { at, present, withDefined } from '../base/check';
import type { Block, Region } from '../flow/source/region';
import type {
  MemberOperations,
  MethodKey,
  OperationKey,
  OperationSite,
} from '../operations/catalogue/operation';
import { DEFAULT_AMOUNT } from '../operations/source/size-hints';
import { packSites } from '../operations/catalogue/site-table';
import type { OperationRow, ProfiledMethod } from '../profile/document/profile-document';
import type { Offset } from '../base/units';
import type { TargetsOf } from './resolve-callees';

export interface CountedNames {
  readonly keys: readonly OperationKey[];
  readonly callees: readonly MethodKey[];
  readonly targetsOf: TargetsOf;
  /** False for operations that are left out. */
  readonly has: (key: OperationKey) => boolean;
}

type OffsetOf = (line: number) => Offset;

export const emptyOperations: MemberOperations = {
  keys: [],
  sites: packSites([]),
  callees: [],
  blocks: [],
  region: { kind: 'sequence', regions: [] },
};

export function countedOperations(
  methods: readonly ProfiledMethod[],
  names: CountedNames,
  offsetOf: OffsetOf,
): MemberOperations {
  const table = createSiteList(names, offsetOf);
  for (const { operations, invocations } of methods) {
    const placed = new Map<string, number>();
    for (const [callee, line, count, key] of invocations) {
      const targets = names.targetsOf(at(names.callees, callee), isOverridable(names.keys[key]));
      // An application's method that did not run in a counted class has no energy to add.
      if (targets.length === 0) continue;
      for (const { key: target, share } of targets) table.add([key, line, count * share], target);
      const place = `${key} ${line}`;
      placed.set(place, (placed.get(place) ?? 0) + count);
    }
    for (const row of operations) {
      const [key, line, executions] = row;
      const count = placed.get(`${key} ${line}`);
      table.add(count === undefined ? row : [key, line, executions - count]);
    }
  }
  return table.finish();
}

/** Undefined where both runs did the same. */
export function varyingOperations(
  methods: readonly ProfiledMethod[],
  names: CountedNames,
  offsetOf: OffsetOf,
): MemberOperations | undefined {
  const table = createSiteList(names, offsetOf);
  let isEmpty = true;
  for (const { operations, varying } of methods) {
    if (varying === undefined) continue;
    const before = new Map(operations.map(([key, line, executions]) => [`${key} ${line}`, executions]));
    for (const [key, line, executions] of varying.operations) {
      const difference = Math.abs(executions - (before.get(`${key} ${line}`) ?? 0));
      if (difference === 0) continue;
      isEmpty = false;
      table.add([key, line, difference]);
    }
  }
  return isEmpty ? undefined : table.finish();
}

/** Constructors, `super` and static methods run as they are named (JVMS 6.5). */
function isOverridable(call: OperationKey | undefined): boolean {
  return call?.name !== 'MethodInvocation_special' && call?.name !== 'MethodInvocation_static';
}

interface CountedSite {
  /** The index of the profile's key. */
  readonly key: number;
  readonly line: number;
  readonly executions: number;
  /** The elements that each execution works on. */
  readonly value?: number;
  readonly callee: MethodKey | undefined;
}

interface SiteList {
  readonly add: (row: OperationRow, callee?: MethodKey) => void;
  readonly finish: () => MemberOperations;
}

/** One block for all that ran equally often. Rows without a line have no place, and are left out. */
function createSiteList({ keys: allKeys, has }: CountedNames, offsetOf: OffsetOf): SiteList {
  const keys: OperationKey[] = [];
  const callees: MethodKey[] = [];
  const keyIndex = new Map<number, number>();
  const calleeIndex = new Map<MethodKey, number>();
  const blockOf = new Map<number, number>();
  const sites: OperationSite[] = [];
  const put = ({ key, line, executions, value, callee }: CountedSite): void => {
    const known = allKeys[key];
    if (known === undefined || line === 0 || executions === 0 || !has(known)) return;
    if (!keyIndex.has(key)) keyIndex.set(key, keys.push(known) - 1);
    if (!blockOf.has(executions)) blockOf.set(executions, blockOf.size);
    if (callee !== undefined && !calleeIndex.has(callee)) calleeIndex.set(callee, callees.push(callee) - 1);
    const amount = known.family === 'NewArray' ? DEFAULT_AMOUNT : undefined;
    sites.push({
      key: present(keyIndex.get(key), 'the index of a key'),
      block: present(blockOf.get(executions), 'the block of a count'),
      offset: offsetOf(line),
      ...withDefined({
        callee: callee === undefined ? undefined : calleeIndex.get(callee),
        amount: value === undefined ? amount : { value, basis: 'constant' as const },
      }),
    });
  };
  return {
    add([key, line, executions, size], callee) {
      if (size === undefined) {
        put({ key, line, executions, callee });
        return;
      }
      // A site has a whole number of elements: two sites together have the sizes that were counted.
      const value = Math.floor(size / executions);
      const larger = size - value * executions;
      put({ key, line, executions: executions - larger, value, callee });
      put({ key, line, executions: larger, value: value + 1, callee });
    },
    finish() {
      const blocks = Array.from(blockOf, ([executions, id]): Block => {
        return { id, name: `runs_${executions}`, kind: 'sequence', start: 0, end: 0 };
      });
      const regions = Array.from(blockOf, ([times, block]): Region => {
        return { kind: 'deferred', region: { kind: 'block', block }, times, basis: 'exact' };
      });
      return {
        keys,
        sites: packSites(sites),
        callees,
        blocks,
        region: { kind: 'sequence', regions },
      };
    },
  };
}
