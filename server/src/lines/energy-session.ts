/**
 * Prices the operations of many files and keeps the results until something
 * that they depend on changes.
 *
 * Sits in `lines/`, on the main thread, shared by `lsp/` and `cli/`. What a
 * line costs with the methods that it calls needs other files' methods: they
 * are looked up in one graph over all files given so far.
 */
import { at } from '../base/check';
import type { Joules } from '../base/units';
import { createAccumulator } from '../cost/pricing/combine-energies';
import { computeFileEnergy, prepareMembers } from '../cost/pricing/compute-file-energy';
import type { CostModel, Energy } from '../cost/model/cost-model';
import type { FileEnergy, FrequencyMode } from '../cost/pricing/file-energy';
import { sumRanges, timesCalls } from '../cost/pricing/frequency-range';
import { createInclusiveEnergies, type CallGraphNode } from '../cost/pricing/inclusive-energy';
import { sumCalls, type CalleeEnergyOf, type CallSum } from '../cost/pricing/inclusive-calls';
import {
  chooseWorstBranches,
  computeMemberCost,
  type CostSettings,
  type MemberCost,
} from '../cost/pricing/price-member';
import { DOUBTS } from '../flow/source/assumptions';
import type { FrequencyAssumptions, Region } from '../flow/source/region';
import type { MemberOperations, MethodKey } from '../operations/catalogue/operation';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import { doubtOfCalls, type ExpectedCalls } from '../flow/program/call-doubts';
import { CALL_WEIGHTS } from '../flow/program/call-weights';
import { NO_WISHES, type EntryWishes } from '../flow/program/entry-points';
import type { LearnedFrequencies } from './learned/learned-frequencies';
import { finish, finishSlowly, type Steps } from '../base/steps';
import { CallEstimator, haveSameCalls, type EstimatedCalls, type ProgramFile } from './program-calls';
import { KnownRounds, tellSame } from './known-rounds';
import type { LineIndexOf } from '../base/line-index';

export interface PricingOptions {
  readonly model: CostModel;
  readonly mode: FrequencyMode;
  readonly assumptions: FrequencyAssumptions;
  /** The entry points that the user knows of; absent for none. */
  readonly entries?: EntryWishes | undefined;
  /** Frequencies learned from runs, for estimates alone; absent if there were no runs. */
  readonly learned?: LearnedFrequencies | undefined;
  /** Finds a counted method in files that were not given to the session; absent for estimates. */
  readonly countedMember?: ((key: MethodKey) => MemberRecord | undefined) | undefined;
}

export interface EnergySession {
  /** Every energy is computed anew with these. */
  configure(options: PricingOptions): void;
  /** Prices some members of a file ahead, so that {@link setFile} has less to do in one go. */
  prepare(members: readonly MemberRecord[], lines: LineIndexOf): void;
  /** Replaces what is known of a file, and prices it. */
  setFile(path: string, file: FileOperations, lines: LineIndexOf): FileEnergy;
  /**
   * Takes a file as {@link setFile} does, but computes no energies of its lines: that is enough for the files
   * that call its methods.
   */
  addCallees(path: string, file: FileOperations, lines: LineIndexOf): void;
  /**
   * Estimates the calls that each method gets in one run of the program, from all files known by now. Until then
   * estimates are of one call of each method; after an edit the last solution stays until this is called again. The
   * first solution of 1,000 files takes about a second. Returns whether energies of a run may have changed.
   */
  solveCalls(): boolean;
  /**
   * Does the same as {@link solveCalls} in steps, between which `rest` may answer requests, and sums up ahead what
   * {@link programEnergy} adds up. A change that concerns calls ends it with the solution before: what changed must ask
   * again.
   */
  solveCallsSlowly(rest: () => Promise<void> | undefined): Promise<boolean>;
  /** The estimated calls, and the entry points that they begin at; undefined before, and where calls are not estimated. */
  solved(): EstimatedCalls | undefined;
  /** Lines again, with all callees known by now. */
  priceFile(path: string): FileEnergy | undefined;
  /** The energies of all files together; parameters of the model that files share are counted as shared. */
  totals(): ProgramTotals;
  /**
   * The mean energy of one run of the program, by the calls that are expected; undefined where calls are not estimated,
   * and while it is summed up in steps after {@link configure}.
   */
  programEnergy(): Joules | undefined;
  removeFile(path: string): void;
  /** The operations of a file as they were given last. */
  known(path: string): KnownFile | undefined;
  /** All files as they were given last. */
  files(): Iterable<KnownFile>;
  /** Prices operations without keeping anything: for lists of the whole workspace, say. */
  price(known: KnownFile): FileEnergy;
  /**
   * A file as one run of the program is expected to execute it, or with the branches of the worst case; otherwise the
   * file itself.
   */
  ofRun(file: FileOperations): FileOperations;
  /** One execution of a member as it is given, which may be a part of one. */
  execution(path: string, member: MemberRecord): PricedExecution;
  /** The member that a call goes to. */
  member(key: MethodKey): MemberRecord | undefined;
  /** Every member of every file, with what it calls. */
  members(): Iterable<{ readonly path: string; readonly member: MemberRecord }>;
}

export interface KnownFile {
  readonly file: FileOperations;
  readonly lines: LineIndexOf;
}

export interface PricedExecution {
  readonly own: MemberCost;
  /** The energy with the methods that it calls. */
  readonly calls: CallSum;
}

export interface ProgramTotals {
  /** The energy of all methods, each called once or as often as it was counted. */
  readonly total: Energy;
  /** The energy of one run of the program, by the calls that are expected; absent where calls are not estimated. */
  readonly run?: Energy;
  /** The library calls that stand apart from the lines that make them, and are in no other total; absent if none do. */
  readonly apart?: ApartCalls;
}

export interface ApartCalls {
  readonly energy: Energy;
  /** Executions that the model has no cost for. */
  readonly unmodeledCount: number;
}

interface SessionMember {
  readonly path: string;
  readonly member: MemberRecord;
}

interface SessionFile extends KnownFile {
  /** The mean energy of the file in one run of the program; undefined until it is computed. */
  runEnergy: Joules | undefined;
}

/** A solution with the energies of files in a run by it. */
interface SummedCalls {
  readonly found: EstimatedCalls;
  readonly energies: ReadonlyMap<SessionFile, Joules>;
  /** The settings that they were computed with. */
  readonly by: PricingOptions;
}

export function createEnergySession(initial: PricingOptions): EnergySession {
  let settings: PricingOptions = initial;
  const files = new Map<string, SessionFile>();
  const members = new Map<MethodKey, SessionMember>();
  let callees: CalleeEnergyOf | undefined;
  /** Operations with the branches of their worst case, as far as {@link callees} has chosen them. */
  let chosen = new Map<MemberOperations, MemberOperations>();
  let solved: EstimatedCalls | undefined;
  let areCallsOld = true;
  const estimator = new CallEstimator();
  const rounds = new KnownRounds();
  /** The number of solutions that were begun in steps: a newer one takes the place of an older. */
  let solutions = 0;
  /** True if no file's energy in a run is computed with the settings. */
  let areSumsOld = true;
  /** The sum of all files' energies in a run; undefined since one of them changed. */
  let programSum: Joules | undefined;
  /** The number of sums in steps that are under way. */
  let summing = 0;

  /** Members as other members tell of their loops, and as runs executed them, as far as runs are known. */
  function teach(some: readonly MemberRecord[]): readonly MemberRecord[] {
    const { learned, mode, assumptions } = settings;
    if (mode !== 'estimated') return some;
    const settled = rounds.settleAll(some);
    return learned === undefined ? settled : learned.teachAll(settled, assumptions);
  }

  function taught({ path, members: own }: ProgramFile): ProgramFile {
    return { path, members: teach(own) };
  }

  /** Members with the frequencies that their energies are computed with. */
  function settle(some: readonly MemberRecord[]): readonly MemberRecord[] {
    return settings.mode === 'worst-case' ? some.map(inWorstCase) : teach(some);
  }

  function inWorstCase(member: MemberRecord): MemberRecord {
    const energyOf = calleeEnergies();
    energyOf(member.key);
    // Of several members with one name, the graph of calls knows one.
    const operations =
      chosen.get(member.operations) ??
      chooseWorstBranches(member.operations, settings, (key) => energyOf(key)?.energy.mean ?? 0);
    return operations === member.operations ? member : { ...member, operations };
  }

  function withWorstCase(node: CallGraphNode, member: MemberRecord): CallGraphNode {
    if (settings.mode !== 'worst-case') return node;
    const { operations } = member;
    return {
      ...node,
      inWorstCase: (called) => {
        const worst = chooseWorstBranches(operations, settings, called);
        chosen.set(operations, worst);
        return nodeOf({ ...member, operations: worst }, settings) ?? node;
      },
    };
  }

  function calleeEnergies(): CalleeEnergyOf {
    if (callees === undefined) chosen = new Map();
    callees ??= createInclusiveEnergies(settings.model, (key) => {
      const { member: given, path } = memberOf(key) ?? {};
      // What a text says of a method is not what ran.
      const member = given?.calls === undefined ? (settings.countedMember?.(key) ?? given) : given;
      const taughtMember = member && at(teach([member]), 0);
      const own = taughtMember && nodeOf(taughtMember, settings);
      const node = own && withWorstCase(own, taughtMember);
      if (node === undefined || solved?.namesakes.isEmpty !== false) return node;
      return { ...node, callees: node.callees.map((call) => ({ ...call, key: meantIn(path, call.key) })) };
    });
    return callees;
  }

  /** The key as a file means it, where several declare the class. */
  function meantIn(path: string | undefined, key: MethodKey, by = solved): MethodKey {
    return path === undefined ? key : (by?.namesakes.keyIn(path, key) ?? key);
  }

  function memberOf(key: MethodKey): SessionMember | undefined {
    const place = solved?.namesakes.fileOf(key);
    const member = place && files.get(place.path)?.file.members.find((each) => each.key === place.key);
    return place && member ? { path: place.path, member } : members.get(key);
  }

  /** False for a file that came after the last solution: until the next, only one call of each method is known. */
  function isSolved({ path, members: own }: FileOperations, by = solved): boolean {
    return (
      by !== undefined && (own.length === 0 || own.some(({ key }) => by.calls.has(meantIn(path, key, by))))
    );
  }

  /** A member that came after the last solution counts as never called until the next. */
  function callsIn({ path }: FileOperations, by = solved): (key: MethodKey) => ExpectedCalls {
    return (key) => by?.calls.get(meantIn(path, key, by)) ?? NEVER_CALLED;
  }

  /** The steps to a solution of what is known now; undefined where the last solution holds or nobody needs one. */
  function startSolving(): Steps<EstimatedCalls> | undefined {
    const { mode, assumptions, entries = NO_WISHES, learned } = settings;
    if (!areCallsOld) return undefined;
    areCallsOld = false;
    if (mode !== 'estimated') return undefined;
    return solve();

    function* solve(): Steps<EstimatedCalls> {
      const all = Array.from(files.values(), ({ file }) => file);
      if (yield* rounds.update(all.map(({ path, members: own }) => [path, own]))) callees = undefined;
      const known: ProgramFile[] = [];
      for (const file of all) {
        known.push(taught(file));
        yield;
      }
      return yield* estimator.estimate(known, assumptions, entries, learned);
    }
  }

  function takeSolution(found: EstimatedCalls): true {
    // Energies of callees depend on which method a name means, and not on its calls.
    if (solved?.namesakes !== found.namesakes) callees = undefined;
    solved = found;
    for (const known of files.values()) known.runEnergy = undefined;
    programSum = undefined;
    return true;
  }

  function replaceFile(path: string, file: FileOperations, lines: LineIndexOf): void {
    const before = files.get(path)?.file;
    for (const member of before?.members ?? [])
      if (members.get(member.key)?.member === member) members.delete(member.key);
    for (const member of file.members) members.set(member.key, { path, member });
    files.set(path, { file, lines, runEnergy: undefined });
    programSum = undefined;
    if (sameOperations(before, file)) return;
    callees = undefined;
    areCallsOld ||=
      before === undefined ||
      !tellSame(before.members, file.members) ||
      !haveSameCalls(taught(before), taught(file), settings.assumptions);
  }

  function* runEnergyOf({ file }: KnownFile, by: EstimatedCalls): Steps<Joules> {
    const callsOf = isSolved(file, by) ? callsIn(file, by) : () => CALLED_ONCE;
    let sum = 0;
    for (const [index, { key, operations }] of settle(file.members).entries()) {
      if (index % MEMBERS_A_STEP === 0) yield;
      sum += computeMemberCost(operations, settings).energy.mean * callsOf(key).count;
    }
    return sum;
  }

  /** Sums up all files after `solving`, or with the solution that is there; once more where settings change meanwhile. */
  function* sumAhead(solving: Steps<EstimatedCalls> | undefined): Steps<SummedCalls | undefined> {
    const found = solving === undefined ? solved : yield* solving;
    if (found === undefined) return undefined;
    for (;;) {
      const by = settings;
      const energies = new Map<SessionFile, Joules>();
      for (const known of files.values()) energies.set(known, yield* runEnergyOf(known, found));
      if (by === settings) return { found, energies, by };
    }
  }

  function takeSums({ energies, by }: SummedCalls): void {
    if (by !== settings) return;
    for (const [known, energy] of energies) known.runEnergy = energy;
    programSum = undefined;
    areSumsOld = false;
  }

  function price(file: FileOperations, lines: LineIndexOf, isEdited: boolean): FileEnergy {
    return computeFileEnergy({
      ...settings,
      isEdited,
      learned: settings.mode === 'estimated' ? settings.learned?.runsOf(file.members) : undefined,
      members: settle(file.members),
      lineCount: lines.lineCount,
      lineOf: (offset) => lines.lineAt(offset),
      calleeEnergy: (key) => calleeEnergies()(meantIn(file.path, key)),
      callsOf: isSolved(file) ? callsIn(file) : undefined,
    });
  }

  function sumApart(): ApartCalls | undefined {
    const costs = Array.from(files.values()).flatMap(({ file }) =>
      file.members.flatMap(({ apart }) => (apart === undefined ? [] : [computeMemberCost(apart, settings)])),
    );
    if (costs.length === 0) return undefined;
    const sum = createAccumulator(settings.model);
    for (const { own } of costs) sum.addVector(own, 1);
    return {
      energy: sum.energy(),
      unmodeledCount: costs.reduce((all, { unmodeledCount }) => all + unmodeledCount, 0),
    };
  }

  return {
    configure(options) {
      areCallsOld ||=
        settings.mode !== options.mode ||
        settings.assumptions !== options.assumptions ||
        settings.learned !== options.learned ||
        JSON.stringify(settings.entries) !== JSON.stringify(options.entries);
      settings = options;
      for (const known of files.values()) known.runEnergy = undefined;
      programSum = undefined;
      areSumsOld = true;
      callees = undefined;
      if (options.mode !== 'estimated') solved = undefined;
    },
    prepare(some, lines) {
      prepareMembers(teach(some), settings, (offset) => lines.lineAt(offset));
    },
    setFile(path, file, lines) {
      replaceFile(path, file, lines);
      return price(file, lines, true);
    },
    addCallees: replaceFile,
    solveCalls() {
      const steps = startSolving();
      return steps !== undefined && takeSolution(finish(steps));
    },
    async solveCallsSlowly(rest) {
      const steps = startSolving();
      if (steps === undefined && !areSumsOld) return false;
      const mine = steps === undefined ? solutions : ++solutions;
      summing++;
      const isOutdated = (): boolean => areCallsOld || mine !== solutions;
      const summed = await finishSlowly(sumAhead(steps), rest, isOutdated).finally(() => summing--);
      if (summed === undefined) return false;
      const isNew = steps !== undefined && takeSolution(summed.found);
      takeSums(summed);
      return isNew;
    },
    solved: () => solved,
    priceFile(path) {
      const known = files.get(path);
      return known === undefined ? undefined : price(known.file, known.lines, true);
    },
    totals() {
      const [once, all] = [createAccumulator(settings.model), createAccumulator(settings.model)];
      const [energies, runs]: [Energy[], Energy[]] = [[], []];
      for (const { file } of files.values())
        for (const { key, operations } of settle(file.members)) {
          const { own, energy } = computeMemberCost(operations, settings);
          const calls = isSolved(file) ? callsIn(file)(key) : CALLED_ONCE;
          once.addVector(own, 1);
          all.addVector(own, calls.count);
          energies.push(energy);
          runs.push(timesCalls(energy, calls));
        }
      const total = sumRanges(once.energy(), energies);
      const apart = sumApart();
      if (apart !== undefined) return { total, apart };
      return solved === undefined ? { total } : { total, run: sumRanges(all.energy(), runs) };
    },
    programEnergy() {
      const by = solved;
      if (by === undefined || (areSumsOld && summing > 0)) return undefined;
      // Sorted, so that two windows that read the files in another order show the same figure.
      programSum ??= Float64Array.from(
        files.values(),
        (known) => (known.runEnergy ??= finish(runEnergyOf(known, by))),
      )
        .sort()
        .reduce((sum, each) => sum + each, 0);
      areSumsOld = false;
      return programSum;
    },
    removeFile(path) {
      for (const member of files.get(path)?.file.members ?? [])
        if (members.get(member.key)?.member === member) members.delete(member.key);
      files.delete(path);
      programSum = undefined;
      callees = undefined;
      areCallsOld = true;
    },
    known: (path) => files.get(path),
    files: () => files.values(),
    price: ({ file, lines }) => price(file, lines, false),
    ofRun: (file) => {
      const members = settle(file.members);
      if (settings.mode === 'worst-case') return { ...file, members };
      if (solved === undefined) return file;
      const callsOf = callsIn(file);
      return { ...file, members: members.map((member) => executed(member, callsOf(member.key))) };
    },
    execution(path, given) {
      const { key, operations } = at(settle([given]), 0);
      const own = computeMemberCost(operations, settings);
      const accumulator = createAccumulator(settings.model);
      const calls = sumCalls(key, own.callees, {
        calleeEnergy: (callee) => calleeEnergies()(meantIn(path, callee)),
        accumulator,
        addOwn: () => {
          accumulator.addVector(own.own, 1);
        },
        own: own.energy,
      });
      return { own, calls };
    },
    member: (key) => memberOf(key)?.member,
    *members() {
      for (const [path, { file }] of files) for (const member of file.members) yield { path, member };
    },
  };
}

const MEMBERS_A_STEP = 50;

const CALLED_ONCE: ExpectedCalls = { count: 1, doubt: DOUBTS.none };

const NEVER_CALLED: ExpectedCalls = {
  count: CALL_WEIGHTS.unreached,
  doubt: doubtOfCalls(CALL_WEIGHTS.unreached, 'guessed'),
};

function executed(member: MemberRecord, { count: times, doubt }: ExpectedCalls): MemberRecord {
  const { operations } = member;
  const region: Region = { kind: 'deferred', region: operations.region, times, basis: 'heuristic', doubt };
  return { ...member, operations: { ...operations, region } };
}

/**
 * The member's node of the call graph, for one call: the costs of a run are divided by the calls that it
 * made. Undefined if the method was never called.
 */
function nodeOf({ operations, calls }: MemberRecord, settings: CostSettings): CallGraphNode | undefined {
  const cost = computeMemberCost(operations, settings);
  if (calls === undefined) return cost;
  if (calls === 0) return undefined;
  const { parameters, coefficients, noise } = cost.own;
  return {
    calls,
    own: { parameters, coefficients: coefficients.map((value) => value / calls), noise: noise / calls },
    callees: cost.callees.map(({ key, count }) => ({ key, count: count / calls })),
  };
}

/**
 * Compares the members of two files; true if both have the same members with the same operations, at any
 * place in the text.
 */
function sameOperations(a: FileOperations | undefined, b: FileOperations): boolean {
  if (a?.members.length !== b.members.length) return false;
  return b.members.every((member, index) => {
    const other = a.members[index];
    return other?.identity === member.identity && other.key === member.key;
  });
}
