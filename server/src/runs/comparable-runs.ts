/**
 * Describes measured runs for comparison with others: with a spread that takes drift into account, and round by round.
 *
 * Sits in `runs/`, under the comparison of profiles. Welch's test compares means. Successive runs resemble each other if
 * a machine warms up or does other work. Then they tell less than as many independent runs, by (1 + ρ) / (1 − ρ) of the
 * variance of their mean, for a correlation ρ of neighbors that falls by ρ with each run between (Bartlett, J. R. Stat.
 * Soc. 98, 1935).
 */
import type { MeasurementRecord, RunRecord } from './measurement-record';
import type { RunSummary } from './summarize-runs';

export function allowForDrift(record: MeasurementRecord): MeasurementRecord {
  const { energy, startUp, runs, baseline } = record;
  return {
    ...record,
    ...(energy === undefined ? {} : { energy: withDrift(energy, runs) }),
    ...(startUp === undefined ? {} : { startUp: withDrift(startUp, baseline) }),
  };
}

function withDrift(summary: RunSummary, runs: readonly RunRecord[]): RunSummary {
  const { mean, deviation } = summary;
  if (deviation === undefined) return summary;
  const counting = runs.flatMap(({ energy, setAside }) =>
    energy === undefined || setAside !== undefined ? [] : [energy],
  );
  return { ...summary, deviation: deviation * Math.sqrt(factorOfDrift(counting, mean)) };
}

/** The energies of runs round by round; NaN if a run does not count. */
export interface RoundEnergies {
  /** The energy of each run. */
  readonly whole: readonly number[];
  /** The energy of each run beyond that of a JVM's start in the same round. */
  readonly beyondStart: readonly number[];
}

/** Undefined unless runs were made in turn with those of others. */
export function energiesByRound({
  inTurn,
  startUp,
  runs,
  baseline,
}: MeasurementRecord): RoundEnergies | undefined {
  if (inTurn === undefined) return undefined;
  const energyOf = (run: RunRecord | undefined): number =>
    run?.setAside === undefined ? (run?.energy ?? NaN) : NaN;
  const whole = runs.map(energyOf);
  return {
    whole,
    beyondStart: whole.map(
      (energy, round) => energy - (startUp === undefined ? 0 : energyOf(baseline[round])),
    ),
  };
}

/** Above this correlation neighbors are nearly equal, and the estimate means nothing. */
const mostCorrelation = 0.6;

/** The factor by which the variance of the mean exceeds that of independent values; 1 if there are too few values to tell. */
export function factorOfDrift(values: readonly number[], mean: number): number {
  if (values.length < 4) return 1;
  let [products, squares] = [0, 0];
  values.forEach((value, index) => {
    squares += (value - mean) ** 2;
    const next = values[index + 1];
    if (next !== undefined) products += (value - mean) * (next - mean);
  });
  if (squares === 0) return 1;
  // For independent values its expectation is −1/n (Kendall, Biometrika 41, 1954).
  const correlation = Math.min(mostCorrelation, products / squares + 1 / values.length);
  return correlation <= 0 ? 1 : (1 + correlation) / (1 - correlation);
}
