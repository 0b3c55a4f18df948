/**
 * The metrics by which sides are compared in the place of energy: processor time, bytes allocated, or executions of
 * operations.
 *
 * Sits in `compare/`. A metric is a model whose costs are of another unit, and sides without what they measured in joules.
 */
import { Failure } from '../../base/failure';
import { withDefined } from '../../base/check';
import type { CostModel, Price } from '../../cost/model/cost-model';
import { modelOfBytes } from '../../profile/account/allocated-bytes';
import type { COMPARED_METRICS } from '../../protocol/settings';
import type { MeasurementRecord, RunRecord } from '../../runs/measurement-record';
import { CLOCK_TICK } from '../../runs/odd-runs';
import { cpuSeconds } from '../../runs/program-run';
import { summarizeRuns } from '../../runs/summarize-runs';
import type { ComparedSide } from './compared-side';

export type ComparedMetric = (typeof COMPARED_METRICS)[number];

/** The model of a metric whose costs are the same everywhere; undefined for one that needs a model of energy. */
export function ownModelOf(metric: ComparedMetric): CostModel | undefined {
  switch (metric) {
    case 'allocation':
      return modelOfBytes();
    case 'executions':
      return modelOfExecutions();
    case 'energy':
    case 'time':
      return undefined;
  }
}

/** A model of energy as one of the metric: measured time is divided in the proportions of energies. */
export function asModelOf(metric: ComparedMetric, model: CostModel): CostModel {
  return metric === 'time' ? { ...model, unit: 'seconds' } : model;
}

type MetricUnit = NonNullable<CostModel['unit']>;

const ASKED: Readonly<Record<MetricUnit, string>> = {
  seconds: "how much processor time its runs took: measured runs of 'jouleline profile' do (--runs 5)",
  bytes:
    "how many bytes were allocated: a profile of 'jouleline profile' does, and a recording of allocations",
  executions: "how often operations ran: a profile of 'jouleline profile' does",
};

/** The failure of a comparison by amounts that one side does not have. */
export class AmountMissing extends Failure {
  override readonly name = 'AmountMissing';
  readonly side: string;
  readonly unit: MetricUnit;
  constructor(side: string, unit: MetricUnit) {
    super(`${side} does not say ${ASKED[unit]}`);
    this.side = side;
    this.unit = unit;
  }
}

/** A side without amounts of another unit than the model's. Throws {@link AmountMissing} for a side that has none of this unit. */
export function inUnit(side: ComparedSide, unit: MetricUnit): ComparedSide {
  if ('recording' in side) {
    if (side.recording.measures.some((measure) => measure.unit === unit && measure.total > 0)) return side;
    throw new AmountMissing(side.name, unit);
  }
  const { measurement, ...profile } = side.profile;
  if (unit !== 'seconds') return measurement === undefined ? side : { ...side, profile };
  const timed = measurement && measurementOfTime(measurement);
  if (timed === undefined) throw new AmountMissing(side.name, unit);
  return { ...side, profile: { ...profile, measurement: timed } };
}

/** The measurement with each run's processor seconds as its energy; undefined if no run that counts has them. */
function measurementOfTime(measurement: MeasurementRecord): MeasurementRecord | undefined {
  const inSeconds = (run: RunRecord): RunRecord => {
    const timed = { ...run, channels: {} };
    delete timed.total;
    delete timed.energy;
    return { ...timed, ...withDefined({ energy: run.cpu && cpuSeconds(run.cpu) }) };
  };
  const [runs, baseline] = [measurement.runs.map(inSeconds), measurement.baseline.map(inSeconds)];
  const summarize = (all: readonly RunRecord[]): MeasurementRecord['energy'] =>
    summarizeRuns(
      all.flatMap(({ energy, setAside }) => (setAside === undefined ? (energy ?? []) : [])),
      true,
      undefined,
      CLOCK_TICK,
    );
  const [energy, startUp] = [summarize(runs), summarize(baseline)];
  if (energy === undefined) return undefined;
  const source = { name: 'cpu-time', description: 'processor time', isProxy: false } as const;
  const timed = { ...measurement, source, runs, baseline, energy, channels: [] };
  delete timed.startUp;
  delete timed.idlePower;
  return { ...timed, ...withDefined({ startUp }) };
}

/** The costs of operations as one execution each, whatever they do. */
function modelOfExecutions(): CostModel {
  const once: Price = { terms: [{ parameter: 0, coefficient: 1 }], noise: 0 };
  return {
    ...{ id: 'executions', title: 'Executions of operations', machine: 'any', version: '1' },
    ...{ isLocal: true, mode: 'jit', unit: 'executions', source: 'exact counts' },
    parameters: [{ name: 'executions', mean: 1, sd: 0 }],
    noiseSd: 0,
    price: ({ parts }) => (parts === undefined ? once : undefined),
  };
}
