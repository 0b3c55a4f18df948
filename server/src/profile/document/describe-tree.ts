/**
 * Turns counted contexts into the calling context tree of a profile.
 *
 * Sits in `profile/` over `counted-contexts.ts`. The executions of a context follow from its counters as
 * those of a method do, with the activations that had not ended in it. Handed-over work lies below the
 * context that handed it over. A method that a library called back (`site-names.ts`) lies below the one that
 * called the library. What a followed class ran for others is left out: for code that was not counted, such as
 * `String.split`, whose cost has it, or for the JVM, which loads classes below whatever line needs them first.
 */
import { type CountPlan, findCallSites } from '../plan/plan';
import { at, withDefined } from '../../base/check';
import { addTo } from '../../base/groups';
import { lineAt, readCode, readLineNumbers } from '../../classfile/read/code';
import { type ClassFile, type MemberInfo, readClass } from '../../classfile/read/read-class';
import { extractBytecode } from '../../operations/bytecode/extract-bytecode';
import type { JumpsOf } from '../../operations/bytecode/name-jumps';
import type { BytecodeOperations } from '../../operations/bytecode/bytecode-recorder';
import { identifyKey, type MethodKey, type OperationKey } from '../../operations/catalogue/operation';
import {
  type CallAt,
  createSiteNames,
  isReferredTo,
  isAsked,
  asksObjects,
  type MethodOfClass,
  readCall,
  readReference,
} from './site-names';
import { type ContextForest, type CountedContext, isHandOver, mergeContexts } from '../read/counted-contexts';
import { namesOfFollowed, uncountedCall } from './describe-counts';
import { countOperations } from './place-operations';
import { deriveCounts } from '../read/counts';
import { planMethod } from '../probes/instrument-class';
import type { PlacedClass } from '../probes/instrument-classes';
import type { CounterNumber } from '../probes/probe-code';
import type {
  BackRow,
  CalledRow,
  ContextOperation,
  ContextRow,
  OperationRow,
  ProfiledTree,
} from './profile-document';
import {
  placeActivations,
  type RunningAt,
  type RunningContext,
  type RunningFrame,
  type RunningStack,
} from '../read/running-activations';

export interface TreeSubjects {
  /** The classes of the profile, in its order. */
  readonly classes: readonly PlacedClass[];
  /** The names of all classes of the application, loaded or not. */
  readonly names: ReadonlySet<string>;
  readonly keys: readonly OperationKey[];
  /** The statements that jumps belong to, where there is a source. */
  readonly jumpsOf?: JumpsOf;
  /** True if the capture tells who hands work over. */
  readonly tellsHandOvers: boolean;
}

/** Describes the contexts; `stacks` hold the activations that had not ended. Cost: about 10 µs a context. */
export function describeTree(
  { roots, beyond }: ContextForest,
  stacks: readonly RunningStack[],
  subjects: TreeSubjects,
): DescribedTree {
  const methodAt = indexMethods(subjects);
  const merged = mergeContexts(roots);
  const running = placeStacks(merged, stacks, methodAt);
  const keys = new Map(subjects.keys.map((key, index) => [identifyKey(key), index]));
  const contexts: ContextRow[] = [];
  const handOvers: CalledRow[] = [];
  const callbacks: CalledRow[] = [];
  const { isCallback, isNamed } = createSiteNames(subjects.names, () =>
    subjects.classes.flatMap(({ original }) => {
      const file = readClass(original);
      return file.ok ? [file.value] : [];
    }),
  );
  const firsts: CounterNumber[] = [];
  const numbering = { keys, uncounted: keysOfUncounted(subjects.classes, keys) };
  const uncounted: UncountedRow[] = [];
  /** Adds a context below a row, or its children in its place; answers its calls that a site in the row's method names. */
  const add = (context: CountedContext, path: Above, { parent, entry }: ContextPlace): number => {
    if (isHandOver(context)) {
      const below = { parent, entry: { site: context.site, by: 'hand-over' } } as const;
      for (const child of context.children) add(child, [...path, undefined], below);
      return 0;
    }
    const method = methodAt(context.first);
    if (method === undefined) return 0;
    const caller = methodAt(firsts[parent] ?? -1);
    const site = entry?.site ?? context.site;
    const call = caller?.calls[site - 1];
    const isCalled = entry === undefined && call !== undefined && isNamed(call, nameMethod(method));
    // Whoever calls a lambda or method reference, counted code made it; whoever is given an object may ask it.
    const isCounted =
      isCalled ||
      method.method.name.startsWith('lambda$') ||
      (isAsked(nameMethod(method)) && caller?.asksObjects[site - 1] === true) ||
      // Where the reference itself is made, the JVM runs code of its own.
      (call !== undefined &&
        caller?.references.some((each) => isReferredTo(each, nameMethod(method))) === true);
    if (method.isFollowed && !isCounted && entry?.by !== 'limit') {
      const below = { parent, entry: { site, by: entry?.by ?? 'others' } } as const;
      for (const child of context.children) add(child, [...path, undefined], below);
      return 0;
    }
    const row = contexts.length;
    const own = [...path, row];
    firsts.push(context.first);
    const described = describeContext(context, method, running.get(context) ?? [], numbering);
    const { calls, operations, sites } = described;
    contexts.push([
      parent,
      method.classIndex,
      method.index,
      ...siteIn(caller, site),
      calls,
      operations,
      context.back.flatMap(({ up, site: from, calls: taken }): readonly BackRow[] => {
        const target = up === undefined ? -1 : own[own.length - 1 - up];
        return target === undefined ? [] : [[target, ...siteIn(method, from), taken]];
      }),
    ]);
    if (entry?.by === 'hand-over') handOvers.push([row, nameCall(call)]);
    else if (call !== undefined && isCallback(call, nameMethod(method)))
      callbacks.push([row, nameCall(call)]);
    const entered: Entered[] = context.children.map((child): Entered => [
      child.site,
      add(child, own, { parent: row }),
    ]);
    for (const { first, site: by, calls: taken } of context.back) {
      const [target, named] = [methodAt(first), method.calls[by - 1]];
      if (target !== undefined && named !== undefined && isNamed(named, nameMethod(target)))
        entered.push([by, taken]);
    }
    // Beyond the limit of contexts nobody knows which site called.
    if (beyond.length === 0)
      for (const { key, line, executions } of listUncounted(sites, entered, method)) {
        operations.push([key, executions]);
        uncounted.push({ place: `${method.classIndex} ${method.index}`, row: [key, line, executions] });
      }
    return isCalled ? calls : 0;
  };
  for (const root of merged) add(root, [], { parent: -1 });
  const told = contexts.length;
  for (const other of mergeContexts(beyond)) add(other, [], { parent: -1, entry: { site: 0, by: 'limit' } });
  const tree = { contexts, beyond: told, ...(subjects.tellsHandOvers ? { handOvers } : {}), callbacks };
  return { tree, uncounted };
}

/** Calls of a followed class that entered none of its counted code. `place`: the indices of the calling class and method. */
export interface UncountedRow {
  readonly place: string;
  readonly row: OperationRow;
}

/** The number of a call site, and the calls from there that entered counted code which the site names. */
type Entered = readonly [site: number, calls: number];

/** The sites with their executions that entered no counted code, where there are any. */
function listUncounted(
  sites: readonly CalledSite[],
  entered: readonly Entered[],
  method: CountedMethodPlace,
): readonly CalledSite[] {
  if (sites.length === 0) return [];
  const byOffset = new Map<number, number>();
  for (const [site, calls] of entered) {
    const [offset] = siteIn(method, site);
    byOffset.set(offset, (byOffset.get(offset) ?? 0) + calls);
  }
  return sites.flatMap((site) => {
    const executions = site.executions - (byOffset.get(site.offset) ?? 0);
    return executions > 0 ? [{ ...site, executions }] : [];
  });
}

/** The tree, and the rows that its calls of followed classes add to methods. */
export interface DescribedTree {
  readonly tree: ProfiledTree;
  readonly uncounted: readonly UncountedRow[];
}

/** The rows of the contexts from the root on; undefined for those that have none. */
type Above = readonly (number | undefined)[];

/**
 * The row below which a context is added. `entry`: the site in that row's method, and what came between: a hand-over,
 * others than the program, or the limit of contexts; absent for a plain call.
 */
interface ContextPlace {
  readonly parent: number;
  readonly entry?: { readonly site: number; readonly by: 'hand-over' | 'others' | 'limit' };
}

interface CountedMethodPlace {
  readonly file: ClassFile;
  readonly method: MemberInfo;
  readonly plan: CountPlan;
  readonly extracted: BytecodeOperations | undefined;
  /** The offset and line of each call site, by number. */
  readonly sites: readonly (readonly [number, number])[];
  /** The method that each site calls; undefined for `invokedynamic`. */
  readonly calls: readonly (CallAt | undefined)[];
  /** True for each site that may ask an object that it is given. */
  readonly asksObjects: readonly boolean[];
  /** The methods that its method references stand for. */
  readonly references: readonly MethodOfClass[];
  readonly classIndex: number;
  /** The index among the methods of the profiled class. */
  readonly index: number;
  /** True for a class of the JDK that calls were followed into. */
  readonly isFollowed: boolean;
}

type MethodAt = (first: CounterNumber) => CountedMethodPlace | undefined;

function indexMethods({ classes, names, jumpsOf }: TreeSubjects): MethodAt {
  const places = new Map<CounterNumber, readonly [PlacedClass, number, number]>();
  for (const [classIndex, placed] of classes.entries())
    placed.methods.forEach(({ first }, index) => places.set(first, [placed, classIndex, index]));
  const files = new Map<PlacedClass, ClassFile | undefined>();
  const known = new Map<CounterNumber, CountedMethodPlace | undefined>();
  const fileOf = (placed: PlacedClass): ClassFile | undefined => {
    if (!files.has(placed)) {
      const file = readClass(placed.original);
      files.set(placed, file.ok ? file.value : undefined);
    }
    return files.get(placed);
  };
  const find: MethodAt = (first) => {
    const place = places.get(first);
    if (place === undefined) return undefined;
    const [placed, classIndex, index] = place;
    const file = fileOf(placed);
    const method = file?.methods[at(placed.methods, index).method];
    if (file === undefined || method === undefined) return undefined;
    const plan = planMethod(file, method);
    const code = readCode(file, method);
    if (plan?.ok !== true || code?.ok !== true) return undefined;
    const table = readLineNumbers(file, code.value);
    const lines = table.ok ? table.value : [];
    const opcodeAt = (offset: number): number => at(file.bytes, code.value.start + offset);
    const sites = findCallSites(plan.value, opcodeAt).map((instruction) =>
      at(plan.value.graph.offsets, instruction),
    );
    const extracted = extractBytecode(file, method, {
      isApplication: (owner) => names.has(owner),
      ...withDefined({ jumpsOf }),
    });
    return {
      file,
      method,
      plan: plan.value,
      extracted: extracted?.ok === true ? extracted.value : undefined,
      sites: sites.map((offset) => [offset, lineAt(lines, offset) ?? 0] as const),
      calls: sites.map((offset) => readCall(file, code.value, offset)),
      asksObjects: sites.map((offset) => asksObjects(file, code.value, offset)),
      references: sites.flatMap((offset) => readReference(file, code.value, offset) ?? []),
      classIndex,
      index,
      isFollowed: placed.isFollowed === true,
    };
  };
  return (first) => {
    if (!known.has(first)) known.set(first, find(first));
    return known.get(first);
  };
}

/** The name of a called method, as in `java/io/InputStream.read()I`; empty if it is not known. */
function nameCall(call: CallAt | undefined): string {
  return call === undefined ? '' : `${call.owner}.${call.name}${call.descriptor}`;
}

function nameMethod({ file, method }: CountedMethodPlace): MethodOfClass {
  return { owner: file.name, name: method.name, descriptor: method.descriptor };
}

/** The offset and line of a call site; -1 and 0 if no code of the program made the call. */
function siteIn(method: CountedMethodPlace | undefined, site: number): readonly [number, number] {
  return method?.sites[site - 1] ?? [-1, 0];
}

/** A site that calls a followed class, with its executions in one context. */
interface CalledSite {
  readonly offset: number;
  readonly line: number;
  /** The number of the operation that a call is which runs no counted code. */
  readonly key: number;
  readonly executions: number;
}

/** The numbers of operations in the profile. */
interface KeyNumbers {
  readonly keys: ReadonlyMap<string, number>;
  /** The number for a call of a followed class that runs no counted code; undefined for calls of other classes. */
  readonly uncounted: (callee: MethodKey) => number | undefined;
}

function keysOfUncounted(
  classes: readonly PlacedClass[],
  keys: ReadonlyMap<string, number>,
): KeyNumbers['uncounted'] {
  const followed = namesOfFollowed(classes);
  if (followed.size === 0) return () => undefined;
  const known = new Map<MethodKey, number | undefined>();
  return (callee) => {
    if (!known.has(callee)) {
      const name = uncountedCall(callee, followed);
      known.set(callee, name === undefined ? undefined : keys.get(identifyKey(name)));
    }
    return known.get(callee);
  };
}

interface DescribedContext {
  readonly calls: number;
  readonly operations: ContextOperation[];
  readonly sites: readonly CalledSite[];
}

function describeContext(
  { counters }: CountedContext,
  { file, method, plan, extracted }: CountedMethodPlace,
  frames: readonly RunningFrame[],
  { keys, uncounted }: KeyNumbers,
): DescribedContext {
  const stays: readonly RunningAt[] = frames.length === 0 ? [] : placeActivations(frames)(file, method, plan);
  const counts = deriveCounts(plan, counters, stays);
  const sums = new Map<number, { executions: number; size: number | undefined }>();
  const sites: CalledSite[] = [];
  if (extracted !== undefined) {
    for (const { key, executions, size, offset, line = 0, callee } of countOperations(
      extracted,
      plan,
      counts,
    )) {
      if (executions === 0) continue;
      const named = callee === undefined ? undefined : extracted.callees[callee];
      const called = named === undefined ? undefined : uncounted(named);
      if (called !== undefined) sites.push({ offset, line, key: called, executions });
      const known = extracted.keys[key];
      const index = known === undefined ? undefined : keys.get(identifyKey(known));
      if (index === undefined) continue;
      const sum = sums.get(index);
      if (sum === undefined) sums.set(index, { executions, size });
      else {
        sum.executions += executions;
        if (size !== undefined) sum.size = (sum.size ?? 0) + size;
      }
    }
  }
  return {
    calls: counts.calls,
    sites,
    operations: Array.from(sums, ([key, { executions, size }]) =>
      size === undefined ? ([key, executions] as const) : ([key, executions, Math.max(0, size)] as const),
    ),
  };
}

/** The frames that stood in each context. A frame whose context is not found ends its stack. */
function placeStacks(
  roots: readonly CountedContext[],
  stacks: readonly RunningStack[],
  methodAt: MethodAt,
): ReadonlyMap<CountedContext, readonly RunningFrame[]> {
  const placed = new Map<CountedContext, RunningFrame[]>();
  for (const { frames, handedOver } of stacks) {
    const base = findPath(roots, handedOver);
    const top: Path = [];
    let path = top;
    let line = 0;
    for (const frame of frames.toReversed()) {
      // The stack may also hold what called the handed-over task.
      const starts = path === top ? [base, top] : [path, base];
      const next = starts
        .map((start) => step(roots, start, start === path ? line : 0, frame, methodAt))
        .find((way) => way !== undefined);
      const context = next?.[next.length - 1];
      if (next === undefined || context === undefined) break;
      addTo(placed, context, frame);
      path = next;
      line = frame.line;
    }
  }
  return placed;
}

/** Contexts from the root on. */
type Path = readonly CountedContext[];

function findPath(roots: readonly CountedContext[], steps: readonly RunningContext[]): Path {
  const path: CountedContext[] = [];
  let children = roots;
  for (const { site, first } of steps) {
    const next = children.find((child) => child.site === site && child.first === first);
    if (next === undefined) return [];
    path.push(next);
    children = next.children;
  }
  return path;
}

/** The path from the context of the calling frame, which stands at a line, to that of a frame. */
function step(
  roots: readonly CountedContext[],
  path: Path,
  line: number,
  frame: RunningFrame,
  methodAt: MethodAt,
): Path | undefined {
  const from = path[path.length - 1];
  const caller = from === undefined ? undefined : methodAt(from.first);
  const ways = (from?.children ?? roots).map((child) => ({ site: child.site, way: [...path, child] }));
  for (const { up, site } of from?.back ?? [])
    if (up !== undefined) ways.push({ site, way: path.slice(0, path.length - up) });
  const fits = ways.filter(({ way }) => {
    const method = methodAt(way.at(-1)?.first ?? -1);
    return method?.file.name === frame.class && method.method.name === frame.method;
  });
  return (fits.find(({ site }) => siteIn(caller, site)[1] === line) ?? fits[0])?.way;
}
