/**
 * Cost models: what an operation costs, as a distribution.
 *
 * Sits in `cost/`. A price is a sum of named parameters of the model, so that
 * what two operations share (a data type's effect, say) is counted as shared
 * when variances are added. Means and deviations are in joules.
 */
import type { OperationKey } from '../../operations/catalogue/operation';
import { standardNormalProbability, standardNormalQuantile } from '../../base/distributions';
import type { Joules, JoulesSquared, Share } from '../../base/units';
import type { TransferError } from './model-fields';

export interface ModelParameter {
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
  /** Marks the error of guesses: the model was not measured for the prices that it is in. */
  readonly isGuess?: true;
}

/**
 * The cost of one execution of an operation: Σ coefficient × parameter, plus `noise` draws of the
 * model's own deviation.
 */
export interface Price {
  readonly terms: readonly { readonly parameter: number; readonly coefficient: number }[];
  /** The number of measured patterns in this cost. Each brings the model's noise once. */
  readonly noise: number;
  /**
   * The guess that the price rests on, where the model was not measured for the operation: a library `call` on another
   * machine, the `body` of a library method, operations that are its `kin`, or the `typical` library method where the
   * called one was not found.
   */
  readonly basis?: PriceBasis;
  /** The number of samples that measured the cost, which no operation of the model has. */
  readonly samples?: number;
}

export type PriceBasis = 'call' | 'body' | 'kin' | 'typical';

export interface CostModel {
  readonly id: string;
  readonly title: string;
  /** Shown beside every absolute figure: "Raspberry Pi 5, interpreter". */
  readonly machine: string;
  /** True for a model fitted on the user's own machine: only then are joules shown without naming the machine. */
  readonly isLocal: boolean;
  readonly mode: 'interpreter' | 'jit';
  readonly version: string;
  /** Present where costs are not joules: energies are then of this unit, everywhere. */
  readonly unit?: 'seconds' | 'bytes' | 'executions';
  /** True where the model has costs of JVM instructions, which only code that ran has, in the place of operations. */
  readonly hasInstructionCosts?: true;
  /** True where some costs are those of calls at one place alone, which were measured there. */
  readonly hasPlaces?: true;
  /**
   * The checksums of the application's classes, by name; present where the model was fitted to this application and
   * has costs of its places.
   */
  readonly application?: ReadonlyMap<string, number>;
  readonly source: string;
  /** How far methods of programs that it was not fitted to are off; absent where nobody measured it. */
  readonly transfer?: readonly TransferError[];
  /** The machine and the day of library calls that were measured elsewhere, if prices rest on them. */
  readonly measuredCalls?: { readonly machine: string; readonly date: string };
  readonly parameters: readonly ModelParameter[];
  /** Row-major p × p; absent means that only marginal deviations are known, and intervals say "independence assumed". */
  readonly covariance?: Float64Array;
  /** Standard deviation of one execution of one measured pattern. */
  readonly noiseSd: Joules;
  /** The cost of an operation. Undefined if the model has none: the operation then counts as not modeled. */
  price(operation: OperationKey): Price | undefined;
  /**
   * The cost that each element, character or byte adds to an operation's price. Undefined if its size plays no part;
   * absent if the model knows of none.
   */
  elementPrice?(operation: OperationKey): Price | undefined;
}

/** A Gaussian energy, of executions whose number may be a guess. */
export interface Energy {
  readonly mean: Joules;
  /** The variance from what operations cost. */
  readonly variance: JoulesSquared;
  /**
   * The means if all ran as seldom and as often as they may: the 5 % and the 95 % quantile of frequencies. Absent where
   * frequencies are known.
   */
  readonly least?: Joules;
  readonly most?: Joules;
}

interface EnergyInterval {
  readonly low: Joules;
  readonly high: Joules;
}

/**
 * The energy that a Gaussian stays below with the given probability. Cut at 0:
 * an energy is never negative, while the Gaussian of an operation of little
 * energy with the model's noise reaches below it. The mean is left alone, so
 * that sums hold.
 */
export function energyQuantile(energy: Energy, probability: number): Joules {
  if (energy.variance <= 0) return Math.max(0, energy.mean);
  return Math.max(0, energy.mean + standardNormalQuantile(probability) * Math.sqrt(energy.variance));
}

/**
 * The interval from the 5 % to the 95 % quantile. Costs and frequencies multiply, and err independently: squares of
 * logarithms add up.
 */
export function intervalOf(energy: Energy): EnergyInterval {
  const { mean, least = mean, most = mean } = energy;
  const [low, high] = [energyQuantile(energy, 0.05), energyQuantile(energy, 0.95)];
  if (!(mean > 0)) return { low, high };
  return {
    low: mean * bothFactors(low / mean, least / mean),
    high: mean * bothFactors(high / mean, most / mean),
  };
}

/** Two factors on the same side of 1, of which one may be 0, as one. */
export function bothFactors(one: number, other: number): number {
  if (other === 1) return one;
  if (one === 1) return other;
  const decades = Math.sqrt(Math.log10(one) ** 2 + Math.log10(other) ** 2);
  return 10 ** (Math.min(one, other) < 1 ? -decades : decades);
}

/** True if how often it runs is less certain than what each execution costs. */
export function isMostlyGuessed({ mean, variance, least, most }: Energy): boolean {
  if (least === undefined || most === undefined || !(least > 0)) return false;
  const { low, high } = intervalOf({ mean, variance });
  return most / least > high / low;
}

/** How many standard deviations a limit lies above the mean of a guess. */
function deviationsOf(energy: Energy, limit: Joules): number {
  const { mean } = energy;
  const { low, high } = intervalOf(energy);
  const end = limit < mean ? low : high;
  const reach = limit < mean ? standardNormalQuantile(0.05) : standardNormalQuantile(0.95);
  if (end === mean) return limit < mean ? -Infinity : Infinity;
  // A lower end of 0 has no logarithm.
  return end > 0 ? (reach * Math.log(limit / mean)) / Math.log(end / mean) : (reach * (mean - limit)) / mean;
}

/**
 * The probability that an energy is no more than `limit`. The part of the Gaussian below 0 counts as
 * an energy of 0. Where frequencies are guesses, the probability is that of the interval of {@link intervalOf}:
 * 5 % at its lower end and 95 % at its upper one, and on either side of the mean a log-normal distribution between them.
 */
export function probabilityWithin(energy: Energy, limit: Joules): Share {
  if (limit < 0) return 0;
  if (energy.mean > 0 && (energy.least !== undefined || energy.most !== undefined))
    return standardNormalProbability(deviationsOf(energy, limit));
  if (energy.variance <= 0) return energy.mean <= limit ? 1 : 0;
  return standardNormalProbability((limit - energy.mean) / Math.sqrt(energy.variance));
}
