/**
 * This module tells how likely it is that an energy stays within a limit, which is written in joules, in
 * watt-hours, or as a part of what a battery gives.
 *
 * It sits in `lines/`, for hovers and reports. For lines the probability comes from the model's joint
 * distribution of all costs (probabilistic energy profiler, section 5), with the error that costs of other
 * compiled programs have; for a measured run it is the probability that one more run like those measured
 * stays within the limit.
 */
import { withDefined } from '../base/check';
import type { ModelSummary } from '../cost/model/model-registry';
import { type Energy, probabilityWithin } from '../cost/model/cost-model';
import type { MeasurementRecord } from '../runs/measurement-record';
import { standardNormalQuantile, studentProbability } from '../base/distributions';
import { summarizeRuns, varianceOfMean } from '../runs/summarize-runs';
import { fromAmpereHours, fromWattHours, JOULES_PER_UNIT, type Joules, type Share } from '../base/units';
import { counted } from '../base/counted';
import { formatEnergy, formatShare, type EnergyUnit } from '../words/energy-text';
import { transferErrorOf } from '../cost/model/transfer-error';
import type { MeasuredProfile } from '../profile/account/measured-profile';

export interface EnergyLimit {
  /** The limit as the user wrote it. */
  readonly text: string;
  readonly energy: Joules;
}

export interface LimitChances {
  readonly limit: EnergyLimit;
  /** The chance that the energy of the lines stays within the limit, by the model. */
  readonly lines: ModelChance;
  /** The chance that one more run stays within the limit; absent with fewer than two measured runs. */
  readonly run?: RunChance;
}

interface ModelChance {
  /** The energy of the lines, with the transfer error if there is one. */
  readonly energy: Energy;
  readonly probability: Share;
  /** True if something is not modeled or not in the energy: the true probability is no higher then. */
  readonly isAtMost: boolean;
  /** The transfer error that is part of `energy`; absent if there is none. */
  readonly transferError?: Share;
}

interface RunChance {
  readonly runs: number;
  readonly mean: Joules;
  /** Standard deviation of a run. */
  readonly deviation: Joules;
  readonly probability: Share;
  /** CPU time stands in for a meter. */
  readonly isProxy: boolean;
  /** True if the energy includes what the machine takes while it idles, as a battery's charge does. */
  readonly withIdle: boolean;
}

const HELP = 'write an energy above 0, such as 5J, 200mJ, 3Wh, 20mAh@3.7V, or 2% of the battery';

/** "5J", "3.5 Wh", "20mAh@3.7V", "2%": the last of a battery of the given capacity. */
export function parseEnergyLimit(
  text: string,
  batteryCapacityWattHours: number,
): { readonly limit: EnergyLimit } | { readonly problem: string } {
  const trimmed = text.trim();
  const match = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*([a-zµμ%]+)(?:\s*@\s*(\d+(?:\.\d+)?)\s*V)?$/iu.exec(
    trimmed,
  );
  if (match === null) return { problem: `"${text}" is no energy: ${HELP}` };
  const [, digits = '', unit = '', volts] = match;
  const amount = Number(digits);
  const energy = ((): Joules | string => {
    if (unit === 'mAh' || unit === 'Ah') {
      if (volts === undefined)
        return `"${text}" is a charge, and an energy at a voltage only: write it as ${digits}${unit}@3.7V`;
      return fromAmpereHours(unit === 'Ah' ? amount : amount / 1000, Number(volts));
    }
    if (volts !== undefined) return `"${text}": a voltage goes with Ah or mAh`;
    if (unit === '%') return fromWattHours((amount / 100) * batteryCapacityWattHours);
    const joules = JOULES_PER_UNIT.get(unit);
    return joules === undefined ? `"${text}" has no unit of energy: ${HELP}` : amount * joules;
  })();
  if (typeof energy === 'string') return { problem: energy };
  if (!(energy > 0) || !Number.isFinite(energy)) return { problem: `"${text}" is no energy: ${HELP}` };
  return { limit: { text: trimmed, energy } };
}

/**
 * @param model which gave `energy`.
 * @param measured of the run whose energy it is. Then `energy` has the transfer error already.
 */
export function chanceWithin(
  energy: Energy,
  limit: EnergyLimit,
  model: Pick<ModelSummary, 'mode' | 'isOfApplication' | 'transfer'>,
  measured: MeasuredProfile | undefined,
  isPartial: boolean,
): ModelChance {
  const isScaled = measured?.factor !== undefined;
  const isOfOthers = model.mode === 'jit' && model.isOfApplication !== true;
  const transferError = !isScaled && isOfOthers ? transferErrorOf(model, 'jit').off : 0;
  const deviation = (transferError / standardNormalQuantile(0.95)) * energy.mean;
  const widened = { ...energy, variance: energy.variance + deviation ** 2 };
  return {
    energy: widened,
    probability: probabilityWithin(widened, limit.energy),
    isAtMost: isPartial,
    ...withDefined({
      transferError: isScaled ? measured.transferError : transferError === 0 ? undefined : transferError,
    }),
  };
}

/**
 * Computes the chance of one more run by Student's distribution of a further observation, because mean and
 * deviation come from few runs. The result is undefined if fewer than two runs count.
 */
export function chanceOfRun(
  { runs, source, energy: known }: MeasurementRecord,
  limit: EnergyLimit,
): RunChance | undefined {
  const counting = runs.filter(({ setAside }) => setAside === undefined);
  const withIdle = !source.isProxy && counting.every(({ total }) => total !== undefined);
  const energies = counting.flatMap(({ total, energy }) => (withIdle ? total : energy) ?? []);
  const summary = summarizeRuns(energies, source.isProxy, undefined, known?.tick);
  if (summary?.deviation === undefined) return undefined;
  const { mean, deviation, runs: count } = summary;
  const spread = Math.hypot(deviation, Math.sqrt(varianceOfMean(summary)));
  const probability =
    spread === 0
      ? Number(mean <= limit.energy)
      : studentProbability((limit.energy - mean) / spread, count - 1);
  return { runs: count, mean, deviation, probability, isProxy: source.isProxy, withIdle };
}

/** "97.3 %", "at most > 99.9 %": no model is so sure as to say all or nothing. */
export function formatChance({
  probability,
  isAtMost,
}: Pick<ModelChance, 'probability' | 'isAtMost'>): string {
  const text = probability >= 0.9995 ? '> 99.9 %' : probability <= 0 ? '< 0.01 %' : formatShare(probability);
  return isAtMost && probability < 0.9995 ? `at most ${text}` : text;
}

/** One sentence each: of a run, where it was measured, and of the lines. `what` says whose energy the latter is. */
export function describeChances(
  { limit, lines, run }: LimitChances,
  what: string,
  unit: EnergyUnit,
): readonly string[] {
  const ofRun =
    run === undefined
      ? []
      : [
          `one more run as measured ${run.withIdle ? 'with idling' : 'above idle'}: ${formatChance({ ...run, isAtMost: false })} (${run.isProxy ? 'proxy, ' : ''}${counted(run.runs, 'run')}, mean ${formatEnergy(run.mean, unit)}, deviation ${formatEnergy(run.deviation, unit)})`,
        ];
  const reasons = [
    'by the joint distribution of costs and frequencies',
    ...(lines.transferError === undefined
      ? []
      : [
          `± ${Math.round(lines.transferError * 100)} %, since they are not those of this program as compiled`,
        ]),
    ...(lines.isAtMost ? ['what is not modeled comes on top'] : []),
  ];
  return [...ofRun, `${what}: ${formatChance(lines)} (${reasons.join('; ')})`].map(
    (sentence) => `within ${limit.text}, ${sentence}`,
  );
}
