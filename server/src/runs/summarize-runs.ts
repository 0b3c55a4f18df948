/**
 * Summarizes a series of runs: mean with its interval, minimum, median and spread. One run's energy is the mean.
 *
 * Sits in `runs/`. The minimum is the steadiest figure of processor time, but it falls with the number of runs, no test
 * tells two minima apart, and the parts of a run (start-up, collections) add up to it in means alone. The interval is Student's; quantiles are R's default (type 7 of Hyndman and Fan,
 * The American Statistician 50, 1996).
 */
import * as v from 'valibot';
import { withDefined } from '../base/check';
import { count, type Described, means, number, oneOf, optional, text } from '../base/shapes';
import type { Joules, JoulesSquared, Share } from '../base/units';
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
  tick: optional(number('Of the clock.', 'J')),
  quartiles: means(intervalSchema, 'The first and the third.'),
  headline: means(
    v.object({
      kind: oneOf(['mean', 'minimum'], 'Earlier versions wrote `minimum`; views show the mean.'),
      energy: number('', 'J'),
      interval: optional(intervalSchema),
      because: text(),
    }),
    'The one figure to show, and why.',
  ),
});
export type RunSummary = Described<typeof summarySchema>;

/** The energy of one run, with its interval unless there was one run, and why it is this figure. */
export type RunEnergy = Omit<RunSummary['headline'], 'kind'>;

/**
 * The energy of one run, as every view shows it and every account divides it: the mean. What earlier versions wrote is
 * read the same way.
 */
export function energyOfRun({ headline, mean, interval, runs }: RunSummary): RunEnergy {
  // Earlier versions wrote intervals that end below 0.
  const low = Math.max(interval?.low ?? 0, Math.min(0, mean));
  const shown = withDefined({ interval: interval && { ...interval, low } });
  const because = headline.kind === 'mean' ? headline.because : describeMean(runs, true, interval);
  return { energy: mean, ...shown, because };
}

/** `isProxy` means that CPU time stands in for a meter; `tick` is the energy of one step of its clock. */
export function summarizeRuns(
  energies: readonly Joules[],
  isProxy: boolean,
  confidence: Share = 0.95,
  tick?: Joules,
): RunSummary | undefined {
  const sorted = [...energies].sort((left, right) => left - right);
  const [minimum] = sorted;
  const maximum = sorted.at(-1);
  if (minimum === undefined || maximum === undefined) return undefined;
  const mean = meanOf(energies);
  const deviation = energies.length < 2 ? undefined : deviationFrom(mean, energies);
  const spread = { runs: energies.length, ...withDefined({ deviation, tick }) };
  const interval = deviation === undefined ? undefined : intervalOf(mean, spread, confidence);
  return {
    ...spread,
    mean,
    minimum,
    maximum,
    median: quantileOf(sorted, 0.5),
    quartiles: { low: quantileOf(sorted, 0.25), high: quantileOf(sorted, 0.75), confidence: 0.5 },
    ...withDefined({ interval }),
    headline: {
      kind: 'mean',
      energy: mean,
      ...withDefined({ interval }),
      because: describeMean(energies.length, isProxy, interval),
    },
  };
}

function describeMean(runs: number, isProxy: boolean, interval: RunsInterval | undefined): string {
  const how = isProxy ? 'by CPU time in place of a meter' : 'metered';
  if (interval === undefined)
    return isProxy ? `one run, ${how}: no interval is known` : 'one metered run, so no interval is known';
  return `mean of ${countRuns(runs)}, ${how}, with its ${Math.round(interval.confidence * 100)} % interval`;
}

/** "1 run", "10 runs" */
export function countRuns(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

type RunSpread = Pick<RunSummary, 'runs' | 'deviation' | 'tick'>;

/**
 * The variance of the mean. A reading of a clock is off by up to a step at each end, evenly spread (a variance of 1/12 of
 * its square each). Runs that read the same are off by the same, so that more of them do not average this out; runs
 * that spread over several steps have it in their spread.
 */
export function varianceOfMean({ runs, deviation = 0, tick = 0 }: RunSpread): JoulesSquared {
  return Math.max(deviation ** 2 / runs, tick ** 2 / 6);
}

function intervalOf(mean: number, spread: RunSpread, confidence: Share): RunsInterval {
  const half = studentQuantile((1 + confidence) / 2, spread.runs - 1) * Math.sqrt(varianceOfMean(spread));
  // A run takes no energy below 0: what a meter's noise leaves there is in the mean alone.
  return { low: Math.max(mean - half, Math.min(0, mean)), high: mean + half, confidence };
}
