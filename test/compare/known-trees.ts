/** Programs whose shared tasks are known, as trees of contexts, and how many of the tasks a matching finds. */
import { type CallRow, type MethodTree, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import type { ClassRelations } from '../../server/src/compare/trees/task-tree';
import { compareTasks } from '../../server/src/compare/match/tasks';
import type { Change, KnownCall, KnownPrograms } from './known-programs';

export function treeOf(program: readonly KnownCall[]): MethodTree {
  const rows: CallRow[] = [];
  const add = (parent: number, ran: number, { class: owner, name, times, calls }: KnownCall): void => {
    const row =
      rows.push({
        parent,
        method: { class: owner, name, descriptor: '()V' },
        exclusive: ran * times,
        calls: ran * times,
      }) - 1;
    for (const call of calls) add(row, ran * times, call);
  };
  for (const call of program) add(-1, 1, call);
  return buildMethodTree(rows);
}

export function namingOf({ supertypes }: KnownPrograms): ClassRelations {
  return {
    isApplication: (name) => /^app[01]\./.test(name),
    extends: (one, other) => {
      for (let up = supertypes.get(one); up !== undefined; up = supertypes.get(up))
        if (up === other) return true;
      return false;
    },
  };
}

/** A match of tasks by how often each side calls them. */
export interface FoundPair {
  readonly callsA: number;
  readonly callsB: number;
}

export interface Score {
  readonly shared: number;
  /** Matches of which at least one side is a known task. */
  readonly matched: number;
  readonly right: number;
  /** Shared tasks by how they differ, and how many of them were found. */
  readonly byChange: ReadonlyMap<Change | 'none', readonly [shared: number, found: number]>;
}

/** Methods that lead to tasks are called once, and are not judged. */
export function scorePairs({ shared }: KnownPrograms, pairs: readonly FoundPair[]): Score {
  const judged = pairs.filter(({ callsA, callsB }) => callsA > 1 || callsB > 1);
  const right = judged.filter(({ callsA, callsB }) => callsA === callsB);
  const found = new Set(right.map(({ callsA }) => callsA));
  const byChange = new Map<Change | 'none', readonly [number, number]>();
  for (const { calls, changes } of shared)
    for (const change of changes.length === 0 ? (['none'] as const) : changes) {
      const [all, some] = byChange.get(change) ?? [0, 0];
      byChange.set(change, [all + 1, some + (found.has(calls) ? 1 : 0)]);
    }
  return { shared: shared.length, matched: judged.length, right: right.length, byChange };
}

/** `alpha`: 0 is exact matching. */
export function scoreTrees(known: KnownPrograms, alpha: number | 'auto'): Score & { readonly alpha: number } {
  const [first, second] = known.programs;
  const compared = compareTasks(treeOf(first), treeOf(second), namingOf(known), alpha);
  const pairs = compared.matched.map((pair) => ({
    callsA: pair.first.calls ?? 0,
    callsB: pair.second.calls ?? 0,
  }));
  return { ...scorePairs(known, pairs), alpha: compared.alpha };
}

/** A task of `jouleline diff --format json`. */
export interface FoundTask {
  readonly matched: boolean;
  readonly callsA?: number;
  readonly callsB?: number;
}

export function scoreReport(known: KnownPrograms, tasks: readonly FoundTask[]): Score {
  const matched = tasks.filter((task) => task.matched);
  return scorePairs(
    known,
    matched.map(({ callsA = 0, callsB = 0 }) => ({ callsA, callsB })),
  );
}
