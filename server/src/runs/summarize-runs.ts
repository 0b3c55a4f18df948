/**
 * Summarizes a series of runs: mean with its interval, minimum, median, spread, and which of them to show.
 *
 * Sits in `runs/`. The interval is Student's; quantiles are R's default (type 7 of Hyndman and Fan,
 * The American Statistician 50, 1996).
 */
import { withDefined } from '../base/check';
import type { Joules, Share } from '../base/units';
import { studentQuantile } from '../base/distributions';
import { deviationFrom, meanOf, quantileOf } from '../base/statistics';

export interface RunSummary {
  readonly runs: number;
  readonly mean: Joules;
  /** The interval of the mean; absent with fewer than two runs, because one run says nothing of the next. */
  readonly interval?: RunsInterval;
  readonly minimum: Joules;
  readonly maximum: Joules;
  readonly median: Joules;
  /** The standard deviation of a run; absent with fewer than two. */
  readonly deviation?: Joules;
  /** The range from the first to the third quartile. */
  readonly quartiles: RunsInterval;
  readonly headline: Headline;
}

export interface RunsInterval {
  readonly low: Joules;
  readonly high: Joules;
  readonly confidence: Share;
}

/** The one figure to show. */
export interface Headline {
  readonly kind: 'mean' | 'minimum';
  readonly energy: Joules;
  readonly interval?: RunsInterval;
  /** The reason for this choice, for people. */
  readonly because: string;
}

/** `isProxy` means that CPU time stands in for a meter. Disturbances only ever add CPU time, so its minimum is steadiest. */
export function summarizeRuns(
  energies: readonly Joules[],
  isProxy: boolean,
  confidence: Share = 0.95,
): RunSummary | undefined {
  const sorted = [...energies].sort((left, right) => left - right);
  const [minimum] = sorted;
  const maximum = sorted.at(-1);
  if (minimum === undefined || maximum === undefined) return undefined;
  const mean = meanOf(energies);
  const deviation = energies.length < 2 ? undefined : deviationFrom(mean, energies);
  const interval =
    deviation === undefined ? undefined : intervalOf(mean, deviation, energies.length, confidence);
  return {
    runs: energies.length,
    mean,
    minimum,
    maximum,
    median: quantileOf(sorted, 0.5),
    quartiles: { low: quantileOf(sorted, 0.25), high: quantileOf(sorted, 0.75), confidence: 0.5 },
    ...withDefined({ deviation, interval }),
    headline: isProxy
      ? {
          kind: 'minimum',
          energy: minimum,
          because: `minimum of ${countRuns(energies.length)}, by CPU time in place of a meter`,
        }
      : {
          kind: 'mean',
          energy: mean,
          ...withDefined({ interval }),
          because:
            interval === undefined
              ? 'one metered run, so no interval is known'
              : `mean of ${countRuns(energies.length)}, metered, with its ${Math.round(confidence * 100)} % interval`,
        },
  };
}

function countRuns(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

function intervalOf(mean: number, deviation: number, runs: number, confidence: Share): RunsInterval {
  const half = (studentQuantile((1 + confidence) / 2, runs - 1) * deviation) / Math.sqrt(runs);
  return { low: mean - half, high: mean + half, confidence };
}
