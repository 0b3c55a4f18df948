/**
 * The programs and tests that a method can be profiled with: the method itself
 * where it is a program or a test, else the tests around it, else the programs
 * and tests that reach it.
 *
 * Sits in `launching/`, the door of `launching/` for `lsp/`.
 */
import { findRunnables, type Runnable } from './runnables';
import type { MethodKey } from '../operations/catalogue/operation';
import type { Offset } from '../base/units';
import type { MemberRecord } from '../analysis/file-operations';

export interface TargetsRequest {
  readonly text: string;
  /** The absolute path of the file. */
  readonly path: string;
  /** Undefined for the programs and tests of the file itself. */
  readonly offset: Offset | undefined;
  /** The members of the whole workspace, each with its file's path. */
  readonly members: Iterable<{ readonly path: string; readonly member: MemberRecord }>;
  /** Reads another file of the workspace; gives `undefined` where it can't be read. */
  readonly readText: (path: string) => Promise<string | undefined>;
}

export interface TargetFound {
  readonly runnable: Runnable;
  /** Calls between it and the method; 0 where it is the method, or stands around it. */
  readonly distance: number;
  readonly certain: boolean;
}

/** Files whose text is read to see whether a caller is a test: those that reach the method in the fewest calls. */
const MOST_FILES = 40;

export interface TargetsFound {
  readonly targets: readonly TargetFound[];
  /** The method at the offset, where one is known there. */
  readonly method: MethodKey | undefined;
}

export async function findProfileTargets(request: TargetsRequest): Promise<TargetsFound> {
  const { text, path, offset, members, readText } = request;
  const own = findRunnables(text, lastPart(path));
  if (offset === undefined) {
    const targets = own
      .filter(({ kind }) => kind !== 'test-method')
      .map((runnable) => ({ runnable, distance: 0, certain: true }));
    return { targets, method: undefined };
  }
  const at = own.filter(({ start, end }) => start <= offset && offset < end);
  const methods = at.filter(({ kind }) => kind !== 'test-class');
  const here = [...methods, ...at.filter((each) => !methods.includes(each))].map((runnable): TargetFound => ({
    runnable,
    distance: 0,
    certain: true,
  }));
  const all = [...members];
  const target = memberAt(all, path, offset);
  const callers = target === undefined ? [] : await findCalling(target, all, readText);
  const found = [...here, ...callers];
  // With nothing that reaches it, the file's own programs and tests are the best guess.
  const rest = found.length > 0 ? [] : own.map((runnable) => ({ runnable, distance: 0, certain: false }));
  return { targets: distinct([...found, ...rest]), method: target };
}

function memberAt(
  members: readonly { readonly path: string; readonly member: MemberRecord }[],
  file: string,
  offset: Offset,
): MethodKey | undefined {
  let best: MemberRecord | undefined;
  for (const { path, member } of members) {
    if (path !== file || offset < member.start || offset > member.end) continue;
    if (best === undefined || member.end - member.start < best.end - best.start) best = member;
  }
  return best?.key;
}

async function findCalling(
  target: MethodKey,
  members: readonly { readonly path: string; readonly member: MemberRecord }[],
  readText: TargetsRequest['readText'],
): Promise<readonly TargetFound[]> {
  const pathOf = new Map(members.map(({ path, member }) => [member.key, path]));
  const graph = members.map(({ member }) => ({ key: member.key, callees: member.operations.callees }));
  const callers = findCallers(target, graph, (key) => key !== target && pathOf.has(key));
  const runnables = new Map<string, readonly Runnable[]>();
  const found: TargetFound[] = [];
  for (const { key, distance, certain } of callers) {
    const path = pathOf.get(key);
    if (path === undefined) continue;
    if (!runnables.has(path)) {
      if (runnables.size >= MOST_FILES) continue;
      const text = await readText(path);
      runnables.set(path, text === undefined ? [] : findRunnables(text, lastPart(path)));
    }
    const runnable = runnables.get(path)?.find((each) => isMethod(each, key));
    if (runnable !== undefined) found.push({ runnable, distance, certain });
  }
  return found;
}

/** `demo/Outer$Inner.sorts()V` is the test `sorts` of `demo.Outer$Inner`. */
function isMethod({ kind, className, methodName }: Runnable, key: MethodKey): boolean {
  const name = kind === 'main' ? 'main' : methodName;
  return name !== undefined && key.startsWith(`${className.replaceAll('.', '/')}.${name}(`);
}

function distinct(found: readonly TargetFound[]): readonly TargetFound[] {
  const seen = new Set<string>();
  return found.filter(({ runnable: { kind, className, methodName = '' } }) => {
    const id = `${kind} ${className} ${methodName}`;
    return !seen.has(id) && seen.add(id);
  });
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

interface CallingMethod {
  readonly key: MethodKey;
  readonly callees: readonly MethodKey[];
}

interface Caller {
  readonly key: MethodKey;
  /** The number of calls up to the method: 1 if it calls the method itself. */
  readonly distance: number;
  /** True if every call on the way names its method, and none a method that it may override. */
  readonly certain: boolean;
}

/**
 * Finds those of `wanted` that reach `target`, certain and near ones first. It walks calls, as they were extracted from
 * source, backwards. Which method a call of an overridable one reaches is not known before it runs. So any method of the
 * same name and parameters counts (class hierarchy analysis without a hierarchy), and such a way is marked as uncertain.
 * The search is breadth first, so linear in the number of calls: a method is visited at most once by certain calls and
 * once by others.
 */
export function findCallers(
  target: MethodKey,
  methods: Iterable<CallingMethod>,
  wanted: (key: MethodKey) => boolean,
): readonly Caller[] {
  const { byKey, byName } = callersOf(methods);
  const found = new Map<MethodKey, Caller>();
  for (const certain of [true, false]) {
    const seen = new Set<MethodKey>([target]);
    let reached = [target];
    for (let distance = 0; reached.length > 0; distance++) {
      for (const key of reached)
        if (wanted(key) && !found.has(key)) found.set(key, { key, distance, certain });
      const next = new Set(
        reached.flatMap((key) => [...((certain ? byKey.get(key) : byName.get(nameOf(key))) ?? [])]),
      );
      reached = [...next].filter((key) => !seen.has(key));
      for (const key of reached) seen.add(key);
    }
  }
  return [...found.values()].sort(
    (a, b) => Number(b.certain) - Number(a.certain) || a.distance - b.distance || (a.key < b.key ? -1 : 1),
  );
}

interface CallersOf {
  readonly byKey: ReadonlyMap<MethodKey, ReadonlySet<MethodKey>>;
  readonly byName: ReadonlyMap<string, ReadonlySet<MethodKey>>;
}

function callersOf(methods: Iterable<CallingMethod>): CallersOf {
  const byKey = new Map<MethodKey, Set<MethodKey>>();
  const byName = new Map<string, Set<MethodKey>>();
  for (const { key, callees } of methods)
    for (const callee of callees) {
      addTo(byKey, callee, key);
      addTo(byName, nameOf(callee), key);
    }
  return { byKey, byName };
}

function addTo(map: Map<string, Set<MethodKey>>, name: string, key: MethodKey): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, new Set([key]));
  else known.add(key);
}

/**
 * The name and parameters: `blit(II)` for `com/example/Grid.blit(II)V`, because an overriding method may return a
 * narrower type. Constructors are never overridden.
 */
function nameOf(key: MethodKey): string {
  const at = key.indexOf('.');
  const close = key.lastIndexOf(')');
  if (at < 0 || close < 0 || key.startsWith('<', at + 1)) return key;
  return key.slice(at + 1, close + 1);
}
