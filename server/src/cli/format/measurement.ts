/**
 * A measurement for people, and as JSON (docs/reference/formats.md).
 *
 * Sits in `cli/`. Joules of CPU time are never shown without the word
 * proxy.
 */
import { recordMeasurement } from '../../runs/measurement-record';
import type { MeasuredRuns } from '../../runs/evaluate-runs';
import { roundsOf } from '../../runs/program-run';
import { energyOfRun } from '../../runs/summarize-runs';
import { formatEnergy, JOULES } from '../../words/energy-text';

const MEASUREMENT_FORMAT = 'jouleline-measurement';
const MEASUREMENT_VERSION = 1;

export function formatMeasurement(measured: MeasuredRuns): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['energy', describeEnergy(measured)],
    ['', describeSpread(measured)],
    ['start-up', describeStartUp(measured)],
    ['channels', describeChannels(measured)],
    ['idle', measured.idlePower === undefined ? undefined : `${digits(measured.idlePower)} W, taken away`],
    ['time', describeTime(measured)],
    ['JVM', describeJava(measured)],
    ['runs', describeRuns(measured)],
    ['source', describeSource(measured)],
    ['processors', measured.cores],
    ...measured.machine.warnings.map((warning): readonly [string, string] => ['machine', warning]),
  ];
  const shown = rows.filter(([, text]) => text !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, text]) => `${name.padEnd(width)}  ${text ?? ''}\n`).join('');
}

export function describeEnergy({ energy, source }: Pick<MeasuredRuns, 'energy' | 'source'>): string {
  if (energy === undefined) return 'not known: no run counts';
  const { energy: run, interval, because } = energyOfRun(energy);
  const range = interval === undefined ? '' : ` (${joules(interval.low)} to ${joules(interval.high)})`;
  return `${source.isProxy ? 'proxy ' : ''}${joules(run)}${range}, ${because}`;
}

function describeSpread({ energy }: MeasuredRuns): string | undefined {
  if (energy === undefined || energy.runs < 2) return undefined;
  const { minimum, median, maximum, deviation, quartiles } = energy;
  return [
    `minimum ${joules(minimum)}, median ${joules(median)}, maximum ${joules(maximum)}`,
    ...(deviation === undefined ? [] : [`standard deviation ${joules(deviation)}`]),
    `half of the runs between ${joules(quartiles.low)} and ${joules(quartiles.high)}`,
  ].join('; ');
}

function describeStartUp({ startUp, source }: MeasuredRuns): string | undefined {
  if (startUp === undefined) return undefined;
  return `${source.isProxy ? 'proxy ' : ''}${joules(energyOfRun(startUp).energy)} of it, by a main that does nothing`;
}

function describeChannels({ channels }: MeasuredRuns): string | undefined {
  const known = channels.flatMap(({ channel, inTotal, energy }) =>
    energy === undefined ? [] : [`${channel} ${joules(energy.mean)}${inTotal ? '' : ' (not added)'}`],
  );
  return known.length < 2 ? undefined : known.join(', ');
}

function describeTime({ seconds }: MeasuredRuns): string | undefined {
  return seconds === undefined
    ? undefined
    : `median ${digits(seconds.median)} s, minimum ${digits(seconds.minimum)} s`;
}

function describeJava({ java }: MeasuredRuns): string | undefined {
  if (java === undefined) return undefined;
  return [
    ...(java.mode === '' ? [] : [java.mode]),
    `${digits(java.pauses)} collections, ${digits(java.paused * 1000)} ms paused`,
    ...(java.compiling === undefined ? [] : [`compiled for ${digits(java.compiling * 1000)} ms`]),
  ].join('; ');
}

function describeRuns({ runs, energy, requested, fewer }: MeasuredRuns): string {
  const counting = energy?.runs ?? 0;
  const made = runs.length === requested ? '' : ` of ${requested} asked for`;
  const reason = fewer === undefined ? '' : `: ${fewer}`;
  const rounds = runs.reduce((most, { run }) => Math.max(most, roundsOf(run)), 1);
  const sessions = rounds === 1 ? '' : `, each a session in which the program ran ${rounds} times`;
  return `${counting} count, ${runs.length} made${made}${sessions}${reason}`;
}

function describeSource({ source }: MeasuredRuns): string {
  return source.clock === undefined ? source.description : `${source.description}; ${source.clock}`;
}

export function formatMeasurementJson(measured: MeasuredRuns, version: string): string {
  const document = {
    format: MEASUREMENT_FORMAT,
    version: MEASUREMENT_VERSION,
    generator: { name: 'jouleline', version },
    ...recordMeasurement(measured),
  };
  return `${JSON.stringify(document, shorten, 2)}\n`;
}

/** Nine significant digits are more than any meter has. */
function shorten(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value;
}

function joules(energy: number): string {
  return formatEnergy(energy, JOULES);
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
