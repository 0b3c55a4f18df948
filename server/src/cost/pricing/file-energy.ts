/**
 * The energies of one file: what every front end shows.
 *
 * Sits in `cost/`, computed by `compute-file-energy.ts` from operations and a
 * cost model. Lines count from 0. Unless `mode` says otherwise an energy is
 * that of one call of the line's own method (for field initializers: one
 * construction or class initialization), with loops and branches at their
 * estimated frequencies.
 */
import type { MethodKey, OperationGroup } from '../../operations/catalogue/operation';
import type { FrequencyBasis } from '../../flow/source/region';
import type { LineIndex, Offset, Share } from '../../base/units';
import type { CountedCall } from './call-components';
import type { Energy, PriceBasis } from '../model/cost-model';

/**
 * Estimated frequencies; one execution of each block; the branch with the highest cost at stated loop bounds; or the executions that
 * were counted in a run: then energies are those of the run.
 */
export type FrequencyMode = 'estimated' | 'one-execution' | 'worst-case' | 'counted';

type CountProvenance = 'estimated' | 'modeled' | 'measured';

export interface OperationEnergy {
  readonly name: string;
  readonly group: OperationGroup;
  /** Expected executions. */
  readonly count: number;
  /** Absent if the operation is not modeled. */
  readonly unit?: Energy;
  readonly energy?: Energy;
  /** The guess that the cost rests on; absent where the model was measured for the operation. */
  readonly priceBasis?: PriceBasis;
  /** The number of samples that measured it; absent for what the model prices. */
  readonly samples?: number;
  /** True if an operand's type could not be found. */
  readonly untyped: boolean;
}

/** An operation where it stands in the file's text. */
export interface PlacedOperation extends OperationEnergy {
  readonly offset: Offset;
}

export interface LineEnergy {
  readonly line: LineIndex;
  /** The energy of the line's own modeled operations. */
  readonly own: Energy;
  /**
   * The energy of all calls that the method is expected to get in one run of the program; absent where calls are
   * not estimated. Ranks are by it.
   */
  readonly run?: Energy | undefined;
  /** The calls that `method` is expected to get in one run; absent where calls are not estimated. */
  readonly expectedCalls?: number | undefined;
  /** The own energy and that of the workspace methods that the line calls; absent if it calls none. */
  readonly inclusive?: Energy | undefined;
  /** Recursion was met below this line and cut at its first repetition. */
  readonly recursive: boolean;
  /** Expected calls of workspace methods without a known body (abstract, native): not in `inclusive`. Absent when there are none. */
  readonly unanalyzedCalls?: number | undefined;
  /** The calls of workspace methods; empty if there are none. */
  readonly callees: readonly CountedCall<MethodKey>[];
  /** The number of times that the line ran; absent for estimates. */
  readonly executions?: number | undefined;
  readonly shareOfMethod: Share;
  readonly shareOfFile: Share;
  /** One more than the number of lines of the file that take more energy: lines with equal energy share a rank. */
  readonly rank: number;
  readonly rankInMethod: number;
  readonly operations: readonly OperationEnergy[];
  /** The same operations, those at different places of the text apart; of a profile each stands at the line's start. */
  readonly pieces: readonly PlacedOperation[];
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  /** True if the part that is not modeled may outweigh the modeled one. Such a line is never shown as cold. */
  readonly mostlyUnmodeled: boolean;
  readonly blocks: readonly string[];
  /** The method that most of the line's ranked energy belongs to. */
  readonly method?: string;
  /** Other methods that share the line, as one-line classes and lambdas do; energies are the sums of all of them. */
  readonly otherMethods: readonly string[];
  readonly basis: FrequencyBasis;
}

export interface MethodEnergy {
  readonly key: MethodKey;
  /**
   * The calls in the run that was counted. Absent for estimates, and if calls of the method are not
   * counted by themselves.
   */
  readonly calls?: number | undefined;
  /** The calls that are expected in one run of the program; absent where they are not estimated. */
  readonly expectedCalls?: number | undefined;
  /** `CCGrid3D.blit()`, readable and unique within the file. */
  readonly name: string;
  readonly kind: 'method' | 'constructor' | 'initializer' | 'field' | 'lambda' | 'implicit';
  /** Offsets in the file: of the name, and of the whole member. */
  readonly nameStart: Offset;
  readonly start: Offset;
  readonly end: Offset;
  readonly energy: Energy;
  /** The energy of all expected calls; absent where calls are not estimated. */
  readonly run?: Energy | undefined;
  readonly inclusive?: Energy | undefined;
  readonly recursive: boolean;
  /** Expected calls of workspace methods without a known body (abstract, native): not in `inclusive`. Absent when there are none. */
  readonly unanalyzedCalls?: number | undefined;
  readonly shareOfFile: Share;
  readonly shareOfClass: Share;
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  readonly basis: FrequencyBasis;
}

/** The runs that estimates learned from. */
export interface LearnedRuns {
  readonly count: number;
  /** The day of the last run, as in 2026-03-12. */
  readonly last: string;
}

export interface FileEnergy {
  readonly mode: FrequencyMode;
  /** Absent if no run knew any of the file's methods. */
  readonly learned?: LearnedRuns | undefined;
  readonly provenance: CountProvenance;
  readonly modelId: string;
  readonly lineCount: number;
  /** Ascending; only lines with at least one operation. */
  readonly lines: readonly LineEnergy[];
  readonly methods: readonly MethodEnergy[];
  readonly total: Energy;
  /** The energy of one run of the program that is expected in this file; absent where calls are not estimated. */
  readonly run?: Energy | undefined;
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  readonly untypedCount: number;
}

/** The energy of a line that ranks, colors and lists go by: that of a run, where calls are estimated. */
export function rankedEnergy({ own, run }: Pick<LineEnergy, 'run' | 'own'>): Energy {
  return run ?? own;
}

/** The energy of a file or a program that ranks and shares go by: that of a run, where calls are estimated. */
export function rankedTotal({ run, total }: Pick<FileEnergy, 'run' | 'total'>): Energy {
  return run ?? total;
}
