/**
 * A measurement as it is saved: within a profile, and by itself as `jouleline measure --format json` prints
 * it.
 *
 * Sits in `runs/`; docs/reference/formats.md describes it field by field. It holds nothing of the programs'
 * input, which is private.
 */
import * as v from 'valibot';
import { withDefined } from '../base/check';
import { count, type Described, flag, list, means, number, optional, text } from '../base/shapes';
import type { MeasuredRun, MeasuredRuns } from './evaluate-runs';
import { cpuTimeSchema, describeEnd, javaRunSchema, threadsSchema, machineStateSchema } from './program-run';
import { sampledWorkSchema } from './sampled-work';
import { summarySchema } from './summarize-runs';

const runSchema = v.object({
  start: number('', 's'),
  end: number('', 's'),
  rounds: optional(means(count(), 'Runs within it; all else is of one.')),
  ended: text('How, in words.'),
  energy: optional(number('', 'J')),
  total: optional(number('With idle.', 'J')),
  channels: means(v.record(v.string(), v.number()), 'By name.', { unit: 'J' }),
  setAside: optional(text('Why it does not count.')),
  cpu: optional(cpuTimeSchema),
  threads: optional(threadsSchema),
  outputBytes: count(),
  slept: number('The machine slept, or its calendar was set.', 's'),
  leftRunning: means(count(), 'Processes that had to be ended.'),
  java: optional(javaRunSchema),
  problems: list(text()),
});
export type RunRecord = Described<typeof runSchema>;

export const measurementSchema = v.object({
  source: v.object({
    name: text() as v.GenericSchema<MeasuredRuns['source']['name']>,
    description: text(),
    isProxy: flag('CPU time stands in for a meter.'),
    clock: optional(text('How clocks were aligned.')),
  }),
  requested: count(),
  fewer: optional(text('Why fewer.')),
  inTurn: optional(
    means(
      v.object({ series: number('', 's'), place: count(), programs: count() }),
      'Runs of one series and one index are of one round.',
    ),
  ),
  runs: list(runSchema),
  baseline: list(runSchema, 'Of a `main` that does nothing.'),
  energy: optional(means(summarySchema, 'Above idle.')),
  startUp: optional(means(summarySchema, 'The same of a `main` that does nothing.')),
  channels: list(v.object({ channel: text(), inTotal: flag(), energy: optional(summarySchema) })),
  sampled: optional(means(sampledWorkSchema, 'Processor time, by stacks of further runs.')),
  idlePower: optional(number('', 'W')),
  seconds: optional(v.object({ minimum: number('', 's'), median: number('', 's') })),
  java: optional(
    v.object({
      mode: text(),
      pauses: number('Mean, like the others.'),
      paused: number('', 's'),
      collectorCpu: optional(number('', 's')),
      compiling: optional(number('', 's')),
    }),
  ),
  switchCost: optional(number('Processor time of one thread switch.', 's')),
  machine: machineStateSchema,
  cores: text('Processors of program and sampler.'),
  problems: list(text()),
});
export type MeasurementRecord = Described<typeof measurementSchema>;

export function recordMeasurement(measured: MeasuredRuns): MeasurementRecord {
  return { ...measured, runs: measured.runs.map(recordRun), baseline: measured.baseline.map(recordRun) };
}

/** The reason why there is no measured energy, if there is none. */
export function describeUnmeasured({
  energy,
  fewer,
}: Pick<MeasurementRecord, 'energy' | 'fewer'>): readonly string[] {
  if (energy !== undefined) return [];
  return [`no run counts, so there is no measured energy${fewer === undefined ? '' : `: ${fewer}`}`];
}

function recordRun({ run, energy, total, byChannel, setAside }: MeasuredRun): RunRecord {
  const { window, roundSeconds, end, cpu, threads, outputBytes, slept, leftRunning, java, problems } = run;
  return {
    start: window.start,
    end: window.end,
    ...withDefined({ rounds: roundSeconds?.length }),
    ended: describeEnd(end),
    ...withDefined({ energy, total }),
    channels: Object.fromEntries(byChannel),
    ...withDefined({ setAside, cpu, threads }),
    outputBytes,
    slept,
    leftRunning,
    ...withDefined({ java }),
    problems,
  };
}
