/**
 * A line with its figures.
 *
 * Sits in `cost/`, made by `compute-file-energy.ts` for every line after every
 * edit: a class, so that making one is cheap. What colors don't need is
 * worked out when it is asked for, and what does not change with an edit is
 * not copied.
 */
import type { CallSum } from './inclusive-calls';
import type { LineEnergy } from './file-energy';
import type { FileLine } from './member-lines';
import { listBlocks } from './site-operations';
import type { JoulesSquared, Share } from '../../base/units';

/** The answers of the file to a line's questions. */
export interface LineContext {
  rankInMethod(index: number): number;
  sumCalls(entry: FileLine): CallSum;
  /** Computed for whom it is shown to, and not kept: a file has many lines. */
  operationsOf(entry: FileLine): LineEnergy['operations'];
}

interface LineFigures {
  /** The variance from executions that differed from run to run. */
  readonly countVariance: JoulesSquared;
  readonly method: string | undefined;
  readonly executions: number | undefined;
  readonly shareOfMethod: Share;
  readonly shareOfFile: Share;
  readonly rank: number;
  readonly mostlyUnpriced: boolean;
}

const NO_CALLS: CallSum = { recursive: false };

function widen(energy: LineEnergy['own'], variance: JoulesSquared): LineEnergy['own'] {
  return variance === 0 ? energy : { mean: energy.mean, variance: energy.variance + variance };
}

export class PricedLine implements LineEnergy {
  readonly line: LineEnergy['line'];
  readonly own: LineEnergy['own'];
  readonly shareOfMethod: Share;
  readonly shareOfFile: Share;
  readonly rank: number;
  readonly mostlyUnpriced: boolean;
  readonly method?: string;
  readonly executions: LineEnergy['executions'];
  readonly #entry: FileLine;
  readonly #index: number;
  readonly #context: LineContext;
  #calls: CallSum | undefined;

  constructor(entry: FileLine, index: number, context: LineContext, figures: LineFigures) {
    this.line = entry.line;
    this.own = widen(entry.sum.own, figures.countVariance);
    this.shareOfMethod = figures.shareOfMethod;
    this.shareOfFile = figures.shareOfFile;
    this.rank = figures.rank;
    this.mostlyUnpriced = figures.mostlyUnpriced;
    this.executions = figures.executions;
    if (figures.method !== undefined) this.method = figures.method;
    this.#entry = entry;
    this.#index = index;
    this.#context = context;
  }

  get operations(): LineEnergy['operations'] {
    return this.#context.operationsOf(this.#entry);
  }

  get pricedCount(): number {
    return this.#entry.sum.pricedCount;
  }

  get unpricedCount(): number {
    return this.#entry.sum.unpricedCount;
  }

  get callees(): LineEnergy['callees'] {
    return this.#entry.sum.callees;
  }

  get blocks(): readonly string[] {
    return listBlocks(this.#entry.parts);
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
