/**
 * Lines and methods with their figures.
 *
 * Sits in `cost/`, made by `compute-file-energy.ts` for every line and method after every edit: classes, so that
 * making one takes little time. Figures that colors don't need are worked out on request, and data that does not
 * change with an edit is not copied.
 */
import type { Energy } from '../model/cost-model';
import { type CallSum, NO_CALLS } from './inclusive-calls';
import type { LineEnergy, MethodEnergy } from './file-energy';
import { type FileLine, partsOf } from './member-lines';
import type { MemberCost } from './price-member';
import { listBlocks } from './site-operations';
import type { JoulesSquared, Share } from '../../base/units';

/** The answers of the file to a line's questions. */
export interface LineContext {
  rankInMethod(index: number): number;
  /** The energy of all expected calls; undefined where calls are not estimated. */
  runOf(entry: FileLine): Energy | undefined;
  sumCalls(entry: FileLine): CallSum;
  /** Computed when the line is shown, and not kept: a file has many lines. */
  operationsOf(entry: FileLine): LineEnergy['operations'];
  /** Computed when the line is shown, as well. */
  piecesOf(entry: FileLine): LineEnergy['pieces'];
}

interface LineFigures {
  /** The variance from executions that differed from run to run. */
  readonly countVariance: JoulesSquared;
  readonly expectedCalls: number | undefined;
  readonly method: string | undefined;
  readonly otherMethods: readonly string[];
  readonly executions: number | undefined;
  readonly shareOfMethod: Share;
  readonly shareOfFile: Share;
  readonly rank: number;
  readonly mostlyUnmodeled: boolean;
}

function widen(energy: LineEnergy['own'], variance: JoulesSquared): LineEnergy['own'] {
  return variance === 0 ? energy : { ...energy, variance: energy.variance + variance };
}

export class ModeledLine implements LineEnergy {
  readonly line: LineEnergy['line'];
  readonly own: LineEnergy['own'];
  readonly expectedCalls: LineEnergy['expectedCalls'];
  readonly shareOfMethod: Share;
  readonly shareOfFile: Share;
  readonly rank: number;
  readonly mostlyUnmodeled: boolean;
  readonly method?: string;
  readonly otherMethods: readonly string[];
  readonly executions: LineEnergy['executions'];
  readonly #entry: FileLine;
  readonly #index: number;
  readonly #context: LineContext;
  #calls: CallSum | undefined;
  #run: LineEnergy['run'];

  constructor(entry: FileLine, index: number, context: LineContext, figures: LineFigures) {
    this.line = entry.line;
    this.own = widen(entry.sum.own, figures.countVariance);
    this.expectedCalls = figures.expectedCalls;
    this.shareOfMethod = figures.shareOfMethod;
    this.shareOfFile = figures.shareOfFile;
    this.rank = figures.rank;
    this.mostlyUnmodeled = figures.mostlyUnmodeled;
    this.executions = figures.executions;
    this.otherMethods = figures.otherMethods;
    if (figures.method !== undefined) this.method = figures.method;
    this.#entry = entry;
    this.#index = index;
    this.#context = context;
  }

  get run(): LineEnergy['run'] {
    return (this.#run ??= this.#context.runOf(this.#entry));
  }

  get operations(): LineEnergy['operations'] {
    return this.#context.operationsOf(this.#entry);
  }

  get pieces(): LineEnergy['pieces'] {
    return this.#context.piecesOf(this.#entry);
  }

  get modeledCount(): number {
    return this.#entry.sum.modeledCount;
  }

  get unmodeledCount(): number {
    return this.#entry.sum.unmodeledCount;
  }

  get callees(): LineEnergy['callees'] {
    return this.#entry.sum.callees;
  }

  get blocks(): readonly string[] {
    return listBlocks(partsOf(this.#entry));
  }

  get basis(): LineEnergy['basis'] {
    return this.#entry.sum.basis;
  }

  get rankInMethod(): number {
    return this.#context.rankInMethod(this.#index);
  }

  get inclusive(): LineEnergy['inclusive'] {
    return this.calls().inclusive;
  }

  get recursive(): boolean {
    return this.calls().recursive;
  }

  get unanalyzedCalls(): number | undefined {
    return this.calls().unanalyzedCalls;
  }

  private calls(): CallSum {
    this.#calls ??= this.#entry.sum.callees.length === 0 ? NO_CALLS : this.#context.sumCalls(this.#entry);
    return this.#calls;
  }
}

/** The identity and the place of a method. */
type MethodIdentity = Pick<MethodEnergy, 'key' | 'calls' | 'name' | 'kind' | 'nameStart' | 'start' | 'end'>;

type MethodFigures = Pick<MethodEnergy, 'expectedCalls' | 'run' | 'shareOfFile' | 'shareOfClass'>;

type SumMemberCalls = (cost: MemberCost) => CallSum;

export class ModeledMethod implements MethodEnergy {
  readonly key: MethodEnergy['key'];
  readonly calls: MethodEnergy['calls'];
  readonly expectedCalls: MethodEnergy['expectedCalls'];
  readonly name: string;
  readonly kind: MethodEnergy['kind'];
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  readonly energy: MethodEnergy['energy'];
  readonly run: MethodEnergy['run'];
  readonly shareOfFile: Share;
  readonly shareOfClass: Share;
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  readonly basis: MethodEnergy['basis'];
  readonly #cost: MemberCost;
  readonly #sumCalls: SumMemberCalls;
  #calls: CallSum | undefined;

  constructor(member: MethodIdentity, cost: MemberCost, figures: MethodFigures, sumCalls: SumMemberCalls) {
    this.key = member.key;
    this.calls = member.calls;
    this.expectedCalls = figures.expectedCalls;
    this.name = member.name;
    this.kind = member.kind;
    this.nameStart = member.nameStart;
    this.start = member.start;
    this.end = member.end;
    this.energy = cost.energy;
    this.run = figures.run;
    this.shareOfFile = figures.shareOfFile;
    this.shareOfClass = figures.shareOfClass;
    this.modeledCount = cost.modeledCount;
    this.unmodeledCount = cost.unmodeledCount;
    this.basis = cost.basis;
    this.#cost = cost;
    this.#sumCalls = sumCalls;
  }

  get inclusive(): MethodEnergy['inclusive'] {
    return this.callSum().inclusive;
  }

  get recursive(): boolean {
    return this.callSum().recursive;
  }

  get unanalyzedCalls(): number | undefined {
    return this.callSum().unanalyzedCalls;
  }

  private callSum(): CallSum {
    this.#calls ??= this.#sumCalls(this.#cost);
    return this.#calls;
  }
}
