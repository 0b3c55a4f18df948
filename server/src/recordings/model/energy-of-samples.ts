/**
 * Turns samples into energy by a measured total, or by the power that a meter recorded meanwhile.
 *
 * Sits in `recordings/`. Each context gets its share of a total by its samples. Recorded power is shared
 * interval by interval among the samples in it (Equation 1 of vLens at the meter's own steps); an interval
 * without samples is idle. Without a meter, samples stay shares of time.
 */
import { type Frame, type ImportProblem, type ImportedRecording, isWaiting } from './imported-profile';
import type { ContextTree } from '../../base/context-tree';
import type { Measure } from '../../base/measure';
import { outside, withDefined } from '../../base/check';
import type { Joules, Seconds } from '../../base/units';
import type { PowerTrace } from '../../power/power-trace';

export interface MeasuredTotal {
  readonly energy: Joules;
  /** The standard deviation, if it is known. */
  readonly deviation?: Joules;
}

const IDLE: Frame = { kind: 'idle', name: '[idle]' };

/** The measure that tells best where time went; -1 if there is none. */
function timeMeasure({ measures, timed }: ImportedRecording): number {
  const seconds = measures.findIndex(({ unit, total }) => unit === 'seconds' && total > 0);
  if (timed !== undefined) return timed.measure;
  return seconds >= 0 ? seconds : measures.findIndex(({ unit, total }) => unit === 'samples' && total > 0);
}

/** Shares a total. Threads that wait take no share. */
export function shareTotal(recording: ImportedRecording, total: MeasuredTotal): ImportedRecording {
  const { tree, frames } = recording;
  const base = timeMeasure(recording);
  const shares = tree.values[base];
  if (shares === undefined)
    return withProblem(recording, 'no samples or times to share the measured energy by: it is left out');
  let sum = 0;
  const weights = shares.map((value, context) => (waits(tree, frames, context) ? 0 : value));
  for (const weight of weights) sum += weight;
  if (sum === 0)
    return withProblem(recording, 'all samples are of threads that wait: the measured energy is left out');
  const values = weights.map((weight) => (weight / sum) * total.energy);
  const variance =
    total.deviation === undefined
      ? undefined
      : values.map((value) => ((value / total.energy) * (total.deviation ?? 0)) ** 2);
  return withMeasure(
    recording,
    tree,
    frames,
    measureOf(recording, base, 'by a measured total', total.energy),
    values,
    variance,
  );
}

export interface RecordedTraces {
  /** The traces of one meter; only those in the total are added up. */
  readonly traces: readonly PowerTrace[];
  /** `own` means that times count from the meter's own start. */
  readonly clock: 'calendar' | 'own';
}

export function sharePower(
  recording: ImportedRecording,
  { traces, clock }: RecordedTraces,
): ImportedRecording {
  const { timed, tree, frames } = recording;
  if (traces.length === 0) return withProblem(recording, 'there is no power to share: it has no energy');
  if (timed === undefined || timed.times.length === 0)
    return withProblem(
      recording,
      'its samples have no times: power can’t be laid over them; give a measured total',
    );
  if ((clock === 'own') !== (timed.clock === 'device'))
    return withProblem(
      recording,
      clock === 'own'
        ? 'the power’s times are of the meter’s own clock, those of its samples of the calendar: say when the meter began'
        : 'its samples’ times are of the device’s own clock, those of the power of the calendar: power can’t be laid over them',
    );
  const window = windowOf(timed.times);
  const values = new Float64Array(tree.parents.length + 1);
  const idle = tree.parents.length;
  let known = 0;
  let total = 0;
  const order = Array.from(timed.times.keys()).sort(
    (a, b) => (timed.times[a] ?? outside(a)) - (timed.times[b] ?? outside(b)),
  );
  const covered = new Uint8Array(timed.times.length);
  for (const trace of traces.filter(({ inTotal }) => inTotal)) {
    known++;
    let next = 0;
    for (let index = 0; index < trace.ends.length; index++) {
      const start = Math.max(
        window.start,
        index === 0 ? trace.start : (trace.ends[index - 1] ?? outside(index - 1)),
      );
      const end = Math.min(window.end, trace.ends[index] ?? outside(index));
      const watts = trace.watts[index] ?? NaN;
      if (end <= start || !Number.isFinite(watts)) continue;
      const isLast = end === window.end;
      while (next < order.length && (timed.times[order[next] ?? outside(next)] ?? NaN) < start) next++;
      let weight = 0;
      let upTo = next;
      for (; upTo < order.length; upTo++) {
        const sample = order[upTo] ?? outside(upTo);
        const time = timed.times[sample] ?? NaN;
        if (!(time < end || (isLast && time <= end))) break;
        covered[sample] = 1;
        if (!waits(tree, frames, timed.contexts[sample] ?? outside(sample)))
          weight += timed.weights[sample] ?? outside(sample);
      }
      const energy = watts * (end - start);
      total += energy;
      if (weight === 0) values[idle] = (values[idle] ?? outside(idle)) + energy;
      else
        for (let at = next; at < upTo; at++) {
          const sample = order[at] ?? outside(at);
          const context = timed.contexts[sample] ?? outside(sample);
          if (waits(tree, frames, context)) continue;
          values[context] =
            (values[context] ?? outside(context)) +
            (energy * (timed.weights[sample] ?? outside(sample))) / weight;
        }
      next = upTo;
    }
  }
  if (known === 0 || total === 0)
    return withProblem(
      recording,
      'the meter recorded no power while the samples were taken: are both on the same clock and zone?',
    );
  const uncovered = covered.reduce((count, isCovered) => count + (isCovered === 1 ? 0 : 1), 0);
  const withIdle = appendIdle(tree, frames.length);
  const measure = measureOf(recording, timed.measure, 'by power over time', total);
  const withEnergy = withMeasure(recording, withIdle, [...frames, IDLE], measure, values, undefined);
  return uncovered === 0
    ? withEnergy
    : withProblem(
        withEnergy,
        `the meter recorded nothing during ${uncovered} of ${timed.times.length} samples: they have no energy`,
      );
}

function waits(tree: ContextTree, frames: readonly Frame[], context: number): boolean {
  const frame = frames[tree.frames[context] ?? -1];
  return frame !== undefined && isWaiting(frame);
}

function windowOf(times: ArrayLike<Seconds>): { readonly start: Seconds; readonly end: Seconds } {
  let [start, end] = [Infinity, -Infinity];
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? NaN;
    if (time < start) start = time;
    if (time > end) end = time;
  }
  return { start, end };
}

function measureOf(recording: ImportedRecording, base: number, how: string, total: number): Measure {
  const of = recording.measures[base];
  const on = of?.device ?? recording.source.device;
  return {
    name: `energy ${how}`,
    unit: 'joules',
    // The total is measured; sharing it by the number of samples is a model.
    provenance: 'modeled',
    ...withDefined({ component: of?.component }),
    ...withDefined({ device: on }),
    total,
  };
}

/** Adds a context below the root for energy that no program took; its values in other measures are 0. */
function appendIdle(tree: ContextTree, idleFrame: number): ContextTree {
  const size = tree.parents.length;
  const parents = new Int32Array(size + 1);
  const frames = new Int32Array(size + 1);
  parents.set(tree.parents);
  frames.set(tree.frames);
  parents[size] = 0;
  frames[size] = idleFrame;
  const longer = (column: Float64Array): Float64Array => {
    const result = new Float64Array(size + 1);
    result.set(column);
    return result;
  };
  return {
    parents,
    frames,
    values: tree.values.map(longer),
    variances: tree.variances.map((column) => (column === undefined ? undefined : longer(column))),
  };
}

function withMeasure(
  recording: ImportedRecording,
  tree: ContextTree,
  frames: readonly Frame[],
  measure: Measure,
  values: Float64Array,
  variance: Float64Array | undefined,
): ImportedRecording {
  return {
    ...recording,
    frames,
    measures: [...recording.measures, measure],
    tree: { ...tree, values: [...tree.values, values], variances: [...tree.variances, variance] },
  };
}

function withProblem(recording: ImportedRecording, message: string): ImportedRecording {
  const problem: ImportProblem = { message };
  return { ...recording, problems: [...recording.problems, problem] };
}
