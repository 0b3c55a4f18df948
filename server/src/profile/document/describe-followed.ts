/**
 * Tells of each line of the program what it ran in classes of the JDK that calls were followed into: a line is asked for
 * by those who wrote it, the insides of the JDK are not.
 *
 * Sits in `profile/` over `describe-tree.ts`. What such a class ran for the program's callbacks is the callbacks' own.
 * What no line of the program called, such as the work of the JDK's own threads, stays with the methods of the JDK.
 */
import { at } from '../../base/check';
import { groupBy } from '../../base/groups';
import type {
  ContextOperation,
  FollowedRow,
  OperationRow,
  ProfiledClass,
  ProfiledMethod,
  ProfiledTree,
} from './profile-document';

/** Executions and sizes by the index of the operation's key. */
type SummedOperations = Map<number, readonly [executions: number, sizes: number | undefined]>;

/** A line of the program and one method of the JDK that it calls. */
interface JdkEntry {
  readonly place: string;
  readonly called: string;
  readonly line: number;
  calls: number;
  readonly operations: SummedOperations;
}

/** The classes with what lines ran in followed classes, and with what of these no line has. Cost: linear in the contexts. */
export function describeFollowed(
  classes: readonly ProfiledClass[],
  { contexts }: Pick<ProfiledTree, 'contexts'>,
): readonly ProfiledClass[] {
  const isFollowed = classes.map((each) => each.isFollowed === true);
  if (!isFollowed.includes(true)) return classes;
  const again = new Map<number, number>();
  for (const [, , , , , , , back] of contexts)
    for (const [target, , , calls] of back) again.set(target, (again.get(target) ?? 0) + calls);
  const entries = new Map<string, JdkEntry>();
  const taken = new Map<string, SummedOperations>();
  const entryOf: (JdkEntry | undefined)[] = [];
  for (const [index, [parent, owner, method, , line, calls, operations]] of contexts.entries()) {
    const caller = contexts[parent];
    let entry = isFollowed[owner] === true ? entryOf[parent] : undefined;
    if (isFollowed[owner] === true && caller !== undefined && isFollowed[caller[1]] !== true && line > 0) {
      const called = nameIn(classes, owner, method);
      const place = `${caller[1]} ${caller[2]}`;
      const id = `${place} ${line} ${called}`;
      entry = entries.get(id) ?? { place, called, line, calls: 0, operations: new Map() };
      entries.set(id, entry);
      entry.calls += Math.max(1, calls - (again.get(index) ?? 0));
    }
    entryOf.push(entry);
    if (entry === undefined) continue;
    const place = `${owner} ${method}`;
    const own = taken.get(place) ?? new Map<number, readonly [number, number | undefined]>();
    taken.set(place, own);
    for (const operation of operations) {
      add(entry.operations, operation);
      add(own, operation);
    }
  }
  const byPlace = groupBy([...entries.values()], ({ place }) => place);
  return classes.map((each, owner) => ({
    ...each,
    methods: each.methods.map((method, index): ProfiledMethod => {
      const own = taken.get(`${owner} ${index}`);
      if (own !== undefined) return { ...method, left: leftOf(method.operations, own) };
      const called = byPlace.get(`${owner} ${index}`);
      return called === undefined ? method : { ...method, followed: called.map(rowOf) };
    }),
  }));
}

function nameIn(classes: readonly ProfiledClass[], owner: number, method: number): string {
  const { name, methods } = at(classes, owner);
  return `${name.replaceAll('/', '.')}.${at(methods, method).name}`;
}

function add(counts: SummedOperations, [key, executions, sizes]: ContextOperation): void {
  const [ran, sum] = counts.get(key) ?? [0, undefined];
  counts.set(key, [ran + executions, sizes === undefined ? sum : (sum ?? 0) + sizes]);
}

function rowOf({ called, line, calls, operations }: JdkEntry): FollowedRow {
  return [
    called,
    line,
    calls,
    Array.from(operations, ([key, [executions, sizes]]): ContextOperation =>
      sizes === undefined ? [key, executions] : [key, executions, sizes],
    ),
  ];
}

/** The rows without what was taken, which a context knows of the method and of no line: the first lines lose it. */
function leftOf(rows: readonly OperationRow[], taken: SummedOperations): readonly OperationRow[] {
  const open = new Map(taken);
  return rows.flatMap((row): readonly OperationRow[] => {
    const [key, line, executions, sizes] = row;
    const [more, moreSizes = 0] = open.get(key) ?? [0];
    if (more === 0) return [row];
    const count = Math.min(executions, more);
    const size = count === executions ? (sizes ?? 0) : Math.min(sizes ?? 0, moreSizes);
    open.set(key, [more - count, Math.max(0, moreSizes - size)]);
    if (count === executions) return [];
    return [
      sizes === undefined ? [key, line, executions - count] : [key, line, executions - count, sizes - size],
    ];
  });
}
