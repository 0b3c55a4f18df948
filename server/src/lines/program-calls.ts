/**
 * The calls that each member of a workspace is expected to get in one run of its program.
 *
 * Sits in `lines/`, between the session, which has the members, and `flow/program/`, which solves their calls.
 */
import type { MemberRecord } from '../analysis/file-operations';
import { at, outside } from '../base/check';
import { dottedName } from '../classfile/read/descriptors';
import type { Offset } from '../base/units';
import { computeFrequencies } from '../flow/source/frequencies';
import type { FrequencyAssumptions } from '../flow/source/region';
import { callFrequencies, reachedFrom } from '../flow/program/call-frequencies';
import {
  type CallBasis,
  doubtOfCalls,
  exactCalls,
  type ExpectedCalls,
  sharedWays,
} from '../flow/program/call-doubts';
import { weighCalls } from '../flow/program/weigh-calls';
import {
  type ChosenEntries,
  chooseEntries,
  type EntryPoints,
  type EntryWishes,
  type Reach,
} from '../flow/program/entry-points';
import {
  type CallGraph,
  callersIn,
  type FileMembers,
  type ProgramCall,
  type ProgramMember,
} from '../flow/program/call-graph';
import { Namesakes } from '../flow/program/namesakes';
import { ProgramGraph } from '../flow/program/program-graph';
import { finish, type Steps } from '../base/steps';
import { CALL_WEIGHTS, weightsFor } from '../flow/program/call-weights';
import type { LearnedFrequencies } from './learned/learned-frequencies';
import type { MemberOperations, MethodKey, OperationKey } from '../operations/catalogue/operation';
import { blockOf, calleeOf, countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';

/**
 * How well estimated calls find what is hot: of the ten hottest methods of a program, how many
 * are among the hottest 5 % of its methods by the estimate. It is the mean of programs that nothing was fitted to
 * (docs/research/accuracy.md has the table).
 */
export const HOT_METHODS_FOUND = { found: 5.5, of: 10, programs: 4 };

export interface ProgramFile {
  readonly path: string;
  readonly members: readonly MemberRecord[];
}

export interface EstimatedCalls {
  /** Expected calls by member; members that the text says nothing of are absent. */
  readonly calls: ReadonlyMap<MethodKey, ExpectedCalls>;
  readonly entryPoints: EntryPoints;
  /** Classes that several files declare: the keys of {@link calls} are those that they give. */
  readonly namesakes: Namesakes;
  /** Classes that are their own supertypes, with dots: Java allows none. */
  readonly circular: readonly string[];
}

/** `exact`: calls that follow from the text alone; not a number where something is guessed. */
function* callsByText(
  members: readonly ProgramMember[],
  graph: CallGraph,
  { calls: entries }: ChosenEntries,
  exact: Float64Array,
): Steps<Float64Array> {
  const weights = weightsFor(members.length);
  const calls = yield* callFrequencies(graph, entries, weights, { calls: exact, areCounted: false });
  const weighed = yield* weighCalls(members, graph, { calls, entries }, weights);
  return weighed.map((count, member) => (at(exact, member) > 0 ? at(exact, member) : count));
}

/** Estimates calls again and again: what an edit did not touch is taken from the estimate before. */
export class CallEstimator {
  readonly #graph = new ProgramGraph();
  #namesakes = new Namesakes([]);

  *estimate(
    files: readonly ProgramFile[],
    assumptions: FrequencyAssumptions,
    wishes: EntryWishes,
    learned?: LearnedFrequencies,
  ): Steps<EstimatedCalls> {
    const lists: FileMembers[] = [];
    for (const file of files) lists.push(yield* programMembers(file, assumptions));
    const namesakes = this.#namesakesIn(files);
    const marked = lists.map((list, index) => namesakes.membersIn(at(files, index).path, list));
    const graph = yield* this.#graph.update(marked, CALL_WEIGHTS.callback);
    const members = lists.flat();
    const keys = marked.flat();
    yield;
    const callers = callersIn(graph);
    yield;
    const entries = yield* chooseEntries(members, callers, wishes, CALL_WEIGHTS);
    yield;
    const exact = exactCalls(
      graph,
      startsOf(members, entries),
      reachedFrom(graph, entries.calls, CALL_WEIGHTS),
    );
    yield;
    const calls = yield* learned === undefined
      ? callsByText(members, graph, entries, exact)
      : callsBesideRuns(members, graph, entries, { learned, exact });
    const shared = sharedWays(graph, calls, weightsFor(members.length));
    yield;
    const byKey = new Map<MethodKey, ExpectedCalls>();
    for (const [index, member] of members.entries()) {
      const isLearned = (learned?.callsOf(member) ?? 0) > 0;
      const count = at(calls, index);
      const guess: CallBasis = at(shared, index) === 1 ? 'shared' : 'guessed';
      const basis = count === at(exact, index) ? 'exact' : isLearned ? 'learned' : guess;
      const doubt = doubtOfCalls(count, basis);
      const { key } = at(keys, index);
      // Of two methods of one name in a class, as while somebody types, calls reach the first.
      if (count >= (byKey.get(key)?.count ?? 0)) byKey.set(key, { count, doubt });
      if (index % KEYS_A_STEP === 0) yield;
    }
    return { calls: byKey, entryPoints: entries.points, namesakes, circular: circularClasses(keys) };
  }

  /** The same as before while files declare the same. */
  #namesakesIn(files: readonly ProgramFile[]): Namesakes {
    const declarations = files.map(({ path, members }) => ({
      path,
      classes: rememberedLists.get(members)?.classes ?? [],
    }));
    const found = new Namesakes(declarations);
    if (JSON.stringify(found.list()) !== JSON.stringify(this.#namesakes.list())) this.#namesakes = found;
    return this.#namesakes;
  }
}

/** The entry points that run once if the program does. */
function startsOf(
  members: readonly ProgramMember[],
  { calls, points: { basis } }: ChosenEntries,
): ReadonlySet<number> {
  const starts = [...members.keys()].filter(
    (member) =>
      calls[member] === 1 && (basis === 'set' || (basis === 'main' && at(members, member).reach === 'main')),
  );
  return new Set(starts);
}

/** The calls of members that runs know are those of the runs. Who uses a library in them is known by what they called of it. */
function callsBesideRuns(
  members: readonly ProgramMember[],
  graph: CallGraph,
  { calls, points }: ChosenEntries,
  { learned, exact }: { readonly learned: LearnedFrequencies; readonly exact: Float64Array },
): Steps<Float64Array> {
  const { unreached } = CALL_WEIGHTS;
  const entries = calls.map((count, member) =>
    points.basis === 'library' || at(members, member).key.includes('.<clinit>') ? unreached : count,
  );
  const known = Float64Array.from(members, (member, index) => {
    const certain = at(exact, index);
    return certain > 0 ? certain : (learned.callsOf(member) ?? NaN);
  });
  return callFrequencies(graph, entries, weightsFor(members.length), { calls: known, areCounted: true });
}

/** Classes that stand above one of their own supertypes. Lists of supertypes leave out the class itself. */
function circularClasses(members: readonly ProgramMember[]): readonly string[] {
  const above = new Map(members.map(({ key, supertypes }) => [typeOf(key), supertypes]));
  const circular = [...above].filter(([type, supertypes]) =>
    supertypes.some((other) => above.get(other)?.includes(type) === true),
  );
  return circular.map(([type]) => dottedName(type)).sort();
}

const KEYS_A_STEP = 10_000;
const MEMBERS_A_STEP = 50;

interface KnownCalls {
  readonly assumptions: FrequencyAssumptions;
  readonly joinsTexts: boolean;
  readonly calls: readonly ProgramCall[];
}

/** Operations are immutable, and an edit makes new ones for the members that it touches only. */
const remembered = new WeakMap<MemberOperations, KnownCalls>();

/** True if two versions of a file call the same as often, and can be called alike: then no calls need solving anew. */
export function haveSameCalls(
  before: ProgramFile,
  after: ProgramFile,
  assumptions: FrequencyAssumptions,
): boolean {
  if (before.members.length !== after.members.length) return false;
  const old = finish(programMembers(before, assumptions));
  const now = finish(programMembers(after, assumptions));
  return now.every((member, index) => {
    const other = at(old, index);
    return member.calls === other.calls
      ? member.key === other.key && member.joinsTexts === other.joinsTexts
      : JSON.stringify(member) === JSON.stringify(other);
  });
}

interface KnownMembers {
  readonly assumptions: FrequencyAssumptions;
  readonly list: FileMembers;
  /** The top-level classes of the members. */
  readonly classes: readonly string[];
}

/** Lists by the records that they were made of. */
const rememberedLists = new WeakMap<readonly MemberRecord[], KnownMembers>();

function* programMembers(
  { path, members }: ProgramFile,
  assumptions: FrequencyAssumptions,
): Steps<FileMembers> {
  const before = rememberedLists.get(members);
  if (before?.assumptions === assumptions) return before.list;
  const constructors = anonymousConstructors(members);
  const reachOf = reachIn(path, members);
  const list: ProgramMember[] = [];
  for (const [index, member] of members.entries()) {
    const { supertypes = [], overrides = '' } = member.facts ?? {};
    const { calls, joinsTexts } = knownCallsIn(member, assumptions, constructors);
    list.push({ key: member.key, supertypes, overrides, reach: reachOf(member), joinsTexts, calls });
    if (index % MEMBERS_A_STEP === 0) yield;
  }
  const classes = new Set(list.map(({ key }) => /^[^$.]*/.exec(key)?.[0] ?? ''));
  rememberedLists.set(members, { assumptions, list, classes: [...classes] });
  return list;
}

/** Folders of test sources, as Maven and Gradle name them. */
const TEST_SOURCES = /(?:^|[\\/])src[\\/](?:\w*[tT]est\w*|it|jmh)[\\/]/;

/** Tests start programs and have public methods of their own, which are neither the program's nor the library's. */
function reachIn(path: string, members: readonly MemberRecord[]): (member: MemberRecord) => Reach {
  const areTests = TEST_SOURCES.test(path);
  const testClasses = new Set(
    members.flatMap(({ key, facts }) => (facts?.reach === 'test' ? [typeOf(key)] : [])),
  );
  return ({ key, facts }) => {
    const reach = facts?.reach ?? 'inner';
    if (reach === 'main') return areTests ? 'test' : reach;
    return reach === 'public' && (areTests || testClasses.has(typeOf(key))) ? 'inner' : reach;
  };
}

function knownCallsIn(
  member: MemberRecord,
  assumptions: FrequencyAssumptions,
  constructors: ReadonlyMap<Offset, MethodKey>,
): KnownCalls {
  const known = remembered.get(member.operations);
  if (known?.assumptions === assumptions) return known;
  const calls = callsIn(member, assumptions, constructors);
  const joinsTexts = member.operations.keys.some(({ family }) => family === 'Concatenation');
  const made = { assumptions, joinsTexts, calls };
  remembered.set(member.operations, made);
  return made;
}

/** Constructors of anonymous classes, by the place of the `new` that creates them. */
function anonymousConstructors(file: readonly MemberRecord[]): ReadonlyMap<Offset, MethodKey> {
  const constructors = new Map<Offset, MethodKey>();
  for (const { kind, key, start } of file)
    if (kind === 'implicit' && key.includes('.<init>(')) constructors.set(start, key);
  return constructors;
}

const NO_CALLS: readonly ProgramCall[] = [];

/** True for operations that may call a member although no callee stands beside them. */
function canCall({ family }: OperationKey): boolean {
  return family === 'NewObject' || family === 'LibraryFunction';
}

/** The calls in one execution of a member, each kind once. */
function callsIn(
  { key: caller, facts, operations, bodyStart }: MemberRecord,
  assumptions: FrequencyAssumptions,
  constructors: ReadonlyMap<Offset, MethodKey>,
): readonly ProgramCall[] {
  const { sites, keys, callees, region } = operations;
  if (callees.length === 0 && !keys.some(canCall)) return NO_CALLS;
  const { frequency, basis } = computeFrequencies(region, 'estimated', { assumptions });
  const ownTypes = caller.includes('.<init>(') ? [typeOf(caller), ...(facts?.supertypes ?? [])] : [];
  const calls = new Map<string, ProgramCall>();
  for (let site = 0; site < countSites(sites); site++) {
    const operation = keys[keyOf(sites, site)] ?? outside(site);
    const callee =
      callees[calleeOf(sites, site)] ??
      (operation.family === 'NewObject' ? constructors.get(bodyStart + offsetOf(sites, site)) : undefined);
    const call = callee === undefined ? libraryCall(operation) : callOf(callee, operation, ownTypes);
    if (call === undefined) continue;
    const block = blockOf(sites, site);
    const id = `${call.dispatch} ${call.key}`;
    const before = calls.get(id);
    calls.set(id, {
      ...call,
      count: (frequency[block] ?? outside(block)) + (before?.count ?? 0),
      isGuess: basis[block] !== 'exact' || before?.isGuess === true,
    });
  }
  return [...calls.values()];
}

/** Constructors call those of their own class and of its superclasses for the same object. */
function callOf(
  callee: MethodKey,
  { name }: OperationKey,
  ownTypes: readonly string[],
): Pick<ProgramCall, 'key' | 'dispatch'> {
  if (name.endsWith('_virtual') || name.endsWith('_interface')) return { key: callee, dispatch: 'virtual' };
  const isCreation = callee.includes('.<init>(') && !ownTypes.includes(typeOf(callee));
  return { key: callee, dispatch: isCreation ? 'creation' : 'direct' };
}

/** A call of a library's method with a receiver, which may be an object of the program. */
function libraryCall({
  family,
  size,
  name,
  operands,
}: OperationKey): Pick<ProgramCall, 'key' | 'dispatch'> | undefined {
  if (family !== 'LibraryFunction' || size !== 'reference') return undefined;
  return { key: `${name}/${operands.length}`, dispatch: 'library' };
}

function typeOf(key: MethodKey): string {
  return key.slice(0, key.indexOf('.'));
}
