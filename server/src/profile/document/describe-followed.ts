/**
 * Tells of each line of the program what it ran in classes of the JDK that calls were followed into: a line is asked for
 * by those who wrote it, the insides of the JDK are not.
 *
 * Sits in `profile/` over `describe-tree.ts`. What such a class ran for the program's callbacks is the callbacks' own.
 * What was called beyond the limit of contexts stays with the methods of the JDK.
 */
import { at } from '../../base/check';
import { addTo, groupBy } from '../../base/groups';
import type { DescribedTree, UncountedRow } from './describe-tree';
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

interface DescribedCalls extends Pick<DescribedTree, 'uncounted'> {
  readonly tree: Pick<ProfiledTree, 'contexts' | 'beyond'>;
}

/** The classes with what lines ran in followed classes. Cost: linear in the contexts. */
export function describeFollowed(
  classes: readonly ProfiledClass[],
  { tree: { contexts, beyond }, uncounted }: DescribedCalls,
): readonly ProfiledClass[] {
  const isFollowed = classes.map((each) => each.isFollowed === true);
  if (!isFollowed.includes(true)) return classes;
  const entries = groupBy(listEntries(classes, contexts.slice(0, beyond), isFollowed), ({ place }) => place);
  const added = groupBy(uncounted, ({ place }) => place);
  const untold = groupBy(contexts.slice(beyond), ([, owner, method]) => `${owner} ${method}`);
  return classes.map((each, owner) => ({
    ...each,
    methods: each.methods.map((method, index): ProfiledMethod => {
      const place = `${owner} ${index}`;
      const called = entries.get(place);
      const rows = isFollowed[owner] === true ? (untold.get(place) ?? []) : [];
      return {
        ...method,
        operations: withUncounted(method.operations, added.get(place) ?? []),
        ...(called && { followed: called.map(rowOf) }),
        ...(rows.length > 0 && {
          // Contexts tell no lines of what they ran.
          unplaced: rows.flatMap(([, , , , , , operations]) =>
            operations.map(([key, count, sizes]): OperationRow =>
              sizes === undefined ? [key, 0, count] : [key, 0, count, sizes],
            ),
          ),
        }),
      };
    }),
  }));
}

/** The rows with those of calls that entered no counted code, one for each operation and line. */
function withUncounted(
  rows: readonly OperationRow[],
  added: readonly UncountedRow[],
): readonly OperationRow[] {
  const sums = new Map<string, readonly [key: number, line: number, executions: number]>();
  for (const { row } of added) {
    const [key, line, executions] = row;
    const id = `${key} ${line}`;
    sums.set(id, [key, line, executions + (sums.get(id)?.[2] ?? 0)]);
  }
  return [...rows, ...sums.values()];
}

/** What each line of the program ran in each method of the JDK that it calls. */
function listEntries(
  classes: readonly ProfiledClass[],
  contexts: ProfiledTree['contexts'],
  isFollowed: readonly boolean[],
): readonly JdkEntry[] {
  const entries = new Map<string, JdkEntry>();
  const entryAt = (caller: number, line: number, called: string): JdkEntry => {
    const [, owner, method] = at(contexts, caller);
    const place = `${owner} ${method}`;
    const id = `${place} ${line} ${called}`;
    const entry = entries.get(id) ?? { place, called, line, calls: 0, operations: new Map() };
    entries.set(id, entry);
    return entry;
  };
  const again = callsAgain(contexts);
  for (const [root, operations] of sumBelowEntries(contexts, isFollowed)) {
    const [parent, owner, method, , line, calls] = at(contexts, root);
    const called = nameIn(classes, owner, method);
    const all = again.get(root) ?? [];
    const ofProgram = all.filter(
      ({ from, line: site }) => isFollowed[at(contexts, from)[1]] !== true && site > 0,
    );
    // Calls of the JDK itself are parts of those that the program made.
    let left = all.reduce((rest, each) => (ofProgram.includes(each) ? rest : rest - each.calls), calls);
    for (const { from, line: site, calls: more } of ofProgram) {
      const entry = entryAt(from, site, called);
      entry.calls += more;
      moveShare(operations, entry.operations, Math.min(1, more / Math.max(1, left)));
      left -= more;
    }
    const entry = entryAt(parent, line, called);
    entry.calls += Math.max(1, left);
    for (const [key, [executions, sizes]] of operations)
      add(entry.operations, sizes === undefined ? [key, executions] : [key, executions, sizes]);
  }
  return [...entries.values()];
}

/** What ran in followed classes, by the contexts through which the program entered them. */
function sumBelowEntries(
  contexts: ProfiledTree['contexts'],
  isFollowed: readonly boolean[],
): ReadonlyMap<number, SummedOperations> {
  /** For each context, the one through which the program entered the JDK; undefined where it did not. */
  const entryOf: (number | undefined)[] = [];
  const sums = new Map<number, SummedOperations>();
  for (const [index, [parent, owner, , , line, , operations]] of contexts.entries()) {
    const caller = contexts[parent];
    const isEntered = caller !== undefined && isFollowed[caller[1]] !== true && line > 0;
    const entry = isFollowed[owner] !== true ? undefined : isEntered ? index : entryOf[parent];
    entryOf.push(entry);
    if (entry === undefined) continue;
    const sum = sums.get(entry) ?? new Map<number, readonly [number, number | undefined]>();
    sums.set(entry, sum);
    for (const operation of operations) add(sum, operation);
  }
  return sums;
}

/** A context's calls of one that was running. */
interface CallAgain {
  readonly from: number;
  readonly line: number;
  readonly calls: number;
}

/** The calls by the context that was running. */
function callsAgain(contexts: ProfiledTree['contexts']): ReadonlyMap<number, readonly CallAgain[]> {
  const found = new Map<number, CallAgain[]>();
  for (const [from, [, , , , , , , back]] of contexts.entries())
    for (const [target, , line, calls] of back) addTo(found, target, { from, line, calls });
  return found;
}

/** Moves a share of what ran, since a context does not tell which of its calls ran what. */
function moveShare(from: SummedOperations, to: SummedOperations, share: number): void {
  for (const [key, [executions, sizes]] of from) {
    const [count, size] = [Math.round(executions * share), sizes && Math.round(sizes * share)];
    add(to, size === undefined ? [key, count] : [key, count, size]);
    from.set(key, [executions - count, sizes && sizes - (size ?? 0)]);
  }
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
