/**
 * Summarizes a series of runs: mean with its interval, minimum, median, spread, and which of them to show.
 *
 * Sits in `runs/`. The interval is Student's; quantiles are R's default (type 7 of Hyndman and Fan,
 * The American Statistician 50, 1996).
 */
import * as v from 'valibot';
import { withDefined } from '../base/check';
import { count, type Described, means, number, oneOf, optional, text } from '../base/shapes';
import type { Joules, Share } from '../base/units';
import { studentQuantile } from '../base/distributions';
import { deviationFrom, meanOf, quantileOf } from '../base/statistics';

const intervalSchema = v.object({ low: number('', 'J'), high: number('', 'J'), confidence: number() });
export type RunsInterval = Described<typeof intervalSchema>;

/** The summary of a series of runs. */
export const summarySchema = v.object({
  runs: count(),
  mean: number('', 'J'),
  interval: optional(means(intervalSchema, 'Of the mean; absent with fewer than two runs.')),
  minimum: number('', 'J'),
  maximum: number('', 'J'),
  median: number('', 'J'),
  deviation: optional(number('Standard, of a run.', 'J')),
  quartiles: means(intervalSchema, 'The first and the third.'),
  headline: means(
    v.object({
      kind: oneOf(['mean', 'minimum']),
      energy: number('', 'J'),
      interval: optional(intervalSchema),
      because: text(),
    }),
    'The one figure to show, and why.',
  ),
});
export type RunSummary = Described<typeof summarySchema>;

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
