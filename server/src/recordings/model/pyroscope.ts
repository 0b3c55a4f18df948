/**
 * The requests to a Grafana Pyroscope server, and how its answers are read.
 *
 * Sits in `recordings/`. Specification: querier.proto, push.proto and types.proto of
 * github.com/grafana/pyroscope/api (those of scope/public), by the Connect protocol: POST to
 * /SERVICE/METHOD, in JSON, or in protocol buffers if the answer is a whole profile, which then is plain
 * pprof. Times are calendar milliseconds; 64-bit numbers are texts in JSON. Labels of energies hold what
 * pprof has no place for: how they came about, and where.
 */
import { counted } from '../../base/counted';
import { isRecord } from '../../base/shapes';
import { type Measure, MEASURE_LEVELS, PROVENANCES, readProvenance } from '../../base/measure';
import { withDefined } from '../../base/check';
import type { Joules } from '../../base/units';
import { createByteWriter } from '../export/protobuf-bytes';
import { LINE_TRUSTS, type LineTrust } from './imported-profile';
import { printable } from '../import/frame-names';
import { listIn, numberIn, textIn } from '../import/bytes/json-elements';
import { unitNamed } from '../import/measure-units';
import type { PowerTrace } from '../../power/power-trace';

export const MERGE_PROFILE = 'querier.v1.QuerierService/SelectMergeProfile';
export const SELECT_SERIES = 'querier.v1.QuerierService/SelectSeries';
export const LIST_SERIES = 'querier.v1.QuerierService/Series';
export const LABEL_VALUES = 'querier.v1.QuerierService/LabelValues';
export const PUSH = 'push.v1.PusherService/Push';

/** The name of pushed energies, with which their types begin. */
const ENERGY_NAME = 'energy';
const SERVICE = 'service_name';
const PROFILE_TYPE = '__profile_type__';
const PROVENANCE = 'jouleline_provenance';
const PROXY = 'jouleline_proxy';
const DEVICE = 'jouleline_device';
const COMPONENT = 'jouleline_component';
const LEVEL = 'jouleline_level';
const LINES = 'jouleline_lines';

export interface MillisecondRange {
  readonly start: number;
  readonly end: number;
}

export type Labels = ReadonlyMap<string, string>;

/** Writes a selector as in Prometheus' queries. */
export function selectorOf(service: string, labels: Labels): string {
  const all = [[SERVICE, service], ...labels].map(([name = '', value]) => `${name}=${JSON.stringify(value)}`);
  return `{${all.join(',')}}`;
}

export function isLabelName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !name.startsWith('__') && name !== SERVICE;
}

/** The protocol buffer SelectMergeProfileRequest. */
export function askForProfile(type: string, selector: string, { start, end }: MillisecondRange): Uint8Array {
  const request = createByteWriter();
  request.text(1, type);
  request.text(2, selector);
  request.number(3, start);
  request.number(4, end);
  return request.take();
}

export function askForServices({ start, end }: MillisecondRange): string {
  return JSON.stringify({ name: SERVICE, start: String(start), end: String(end) });
}

export function readNames(answer: unknown): readonly string[] {
  return (listIn(answer, 'names') ?? []).filter((name) => typeof name === 'string').map(printable);
}

export function askForLabels(selector: string, { start, end }: MillisecondRange): string {
  const labelNames = [PROFILE_TYPE, PROVENANCE, PROXY, DEVICE, COMPONENT, LEVEL, LINES];
  return JSON.stringify({ matchers: [selector], labelNames, start: String(start), end: String(end) });
}

export function readLabels(answer: unknown): readonly Labels[] {
  return (listIn(answer, 'labelsSet') ?? []).map(
    (set) =>
      new Map(
        (listIn(set, 'labels') ?? []).map((label) => [
          printable(textIn(label, 'name') ?? ''),
          printable(textIn(label, 'value') ?? ''),
        ]),
      ),
  );
}

export function typesIn(sets: readonly Labels[]): readonly string[] {
  return [...new Set(sets.flatMap((labels) => labels.get(PROFILE_TYPE) ?? []))].sort();
}

/** Reads the unit from `NAME:SAMPLE TYPE:UNIT:PERIOD TYPE:PERIOD UNIT`. */
function unitOfType(type: string): string {
  return type.split(':')[2] ?? '';
}

function isEnergyType(type: string): boolean {
  return unitNamed(unitOfType(type))?.unit === 'joules';
}

/** The type to take if the user names none: energy, else CPU time; undefined if that is not clear. */
export function usualType(types: readonly string[]): string | undefined {
  const energies = types.filter(isEnergyType);
  const [only, ...others] = energies.length > 0 ? energies : types;
  return others.length === 0 ? only : types.find((type) => type.startsWith('process_cpu:cpu:'));
}

/** Finds a type by its whole name, or by an unambiguous beginning of it. */
export function typeNamed(named: string, types: readonly string[]): string | undefined {
  if (types.includes(named)) return named;
  const [only, ...others] = types.filter((type) => type.startsWith(`${named}:`));
  return others.length === 0 ? only : undefined;
}

/** The facts in the labels of pushed energies of one type; if several disagree, the least certain one. */
export interface LabeledOrigin {
  readonly measure: Partial<Pick<Measure, 'provenance' | 'isProxy' | 'device' | 'component' | 'level'>>;
  readonly lineTrust: LineTrust | undefined;
  readonly problems: readonly string[];
}

export function originOf(sets: readonly Labels[], type: string): LabeledOrigin {
  const own = sets.filter((labels) => labels.get(PROFILE_TYPE) === type);
  const valuesOf = (name: string): readonly string[] => [
    ...new Set(own.flatMap((labels) => labels.get(name) ?? [])),
  ];
  const provenances = valuesOf(PROVENANCE).map(readProvenance);
  const provenance = PROVENANCES.findLast((each) => provenances.includes(each));
  const [device, ...otherDevices] = valuesOf(DEVICE);
  const [component, ...otherComponents] = valuesOf(COMPONENT);
  const level = MEASURE_LEVELS.find((each) => valuesOf(LEVEL).includes(each));
  const trusts = valuesOf(LINES);
  const isExact = own.length > 0 && own.every((labels) => labels.get(LINES) === 'exact');
  return {
    measure: {
      ...withDefined({ provenance }),
      ...(valuesOf(PROXY).length === 0 ? {} : { isProxy: true }),
      ...(device === undefined || otherDevices.length > 0 ? {} : { device }),
      ...(component === undefined || otherComponents.length > 0 ? {} : { component }),
      ...withDefined({ level }),
    },
    lineTrust: isExact ? 'exact' : LINE_TRUSTS.findLast((each) => trusts.includes(each)),
    problems: [
      ...(provenances.length > 1 ? [`energies that are ${provenances.join(' and ')} are added up`] : []),
      ...(otherDevices.length > 0
        ? [`energies of several devices are added up: ${valuesOf(DEVICE).join(', ')}; choose one by a label`]
        : []),
    ],
  };
}

/** The name and labels under which a measure of energy is pushed. */
export function labelsOf(
  service: string,
  { provenance, isProxy, device, component, level }: Measure,
  lineTrust: LineTrust,
  further: Labels,
): readonly (readonly [string, string])[] {
  return [
    ['__name__', ENERGY_NAME],
    [SERVICE, service],
    [PROVENANCE, provenance],
    ...(isProxy === true ? [[PROXY, 'true'] as const] : []),
    ...(device === undefined ? [] : [[DEVICE, device] as const]),
    ...(component === undefined ? [] : [[COMPONENT, component] as const]),
    ...(level === undefined ? [] : [[LEVEL, level] as const]),
    [LINES, lineTrust],
    ...further,
  ];
}

/** The component or level of a measure, in a name that a profile type can hold. */
export function sampleTypeOf({ component, level }: Measure): string {
  const words = [component ?? ENERGY_NAME, ...(level === undefined ? [] : [level])].join(' ');
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

export interface PushedSeries {
  readonly labels: readonly (readonly [string, string])[];
  /** The pprof bytes, gzipped. */
  readonly profile: Uint8Array;
}

/** The JSON of PushRequest. `encode` encodes base 64. */
export function writePush(series: readonly PushedSeries[], encode: (bytes: Uint8Array) => string): string {
  return JSON.stringify({
    series: series.map(({ labels, profile }) => ({
      labels: labels.map(([name, value]) => ({ name, value })),
      samples: [{ rawProfile: encode(profile) }],
    })),
  });
}

/** Adjoining steps of one length, in whole milliseconds. */
export interface Steps {
  readonly start: number;
  readonly length: number;
  readonly count: number;
}

/** Divides a range into steps of about `length` milliseconds, up to its end and within a step of its start. */
export function stepsOf({ start, end }: MillisecondRange, length: number): Steps {
  const count = Math.max(1, Math.round((end - start) / length));
  const whole = Math.max(1, Math.round((end - start) / count));
  return { start: end - whole * count, length: whole, count };
}

const WATTS: Readonly<Record<string, number>> = { kilo: 1e3, milli: 1e-3, micro: 1e-6, nano: 1e-9 };

/** The meaning of a profile type for power: energy for each profile, or power at its time; undefined if it has none. */
export type PowerKind = { readonly from: 'counter' | 'reading'; readonly scale: number };

export function powerKindOf(type: string): PowerKind | undefined {
  const unit = unitNamed(unitOfType(type));
  if (unit?.unit === 'joules') return { from: 'counter', scale: unit.scale };
  const watts = /^(kilo|milli|micro|nano)?watts?$/i.exec(unitOfType(type));
  return watts === null ? undefined : { from: 'reading', scale: WATTS[watts[1]?.toLowerCase() ?? ''] ?? 1 };
}

/** The JSON of SelectSeriesRequest. */
export function askForPower(type: string, selector: string, kind: PowerKind, steps: Steps): string {
  const { start, length, count } = steps;
  return JSON.stringify({
    profileTypeID: type,
    labelSelector: selector,
    start: String(start),
    end: String(start + length * count),
    step: length / 1000,
    aggregation:
      kind.from === 'counter' ? 'TIME_SERIES_AGGREGATION_TYPE_SUM' : 'TIME_SERIES_AGGREGATION_TYPE_AVERAGE',
  });
}

export interface PowerAnswer {
  readonly trace: PowerTrace;
  /** The energy of the steps that are known. */
  readonly energy: Joules;
  readonly problems: readonly string[];
}

/**
 * Reads points. Each belongs to the step that ends at its time; one at the very start belongs to the first step.
 * Steps without a point are unknown.
 */
export function readPower(answer: unknown, type: string, kind: PowerKind, steps: Steps): PowerAnswer {
  const { start, length, count } = steps;
  const seconds = length / 1000;
  const watts = new Float64Array(count).fill(NaN);
  let left = 0;
  const points = (listIn(answer, 'series') ?? []).flatMap((series) => listIn(series, 'points') ?? []);
  for (const point of points) {
    // The server leaves out zeros.
    const value = isRecord(point) && point['value'] === undefined ? 0 : numberIn(point, 'value');
    const step = Math.max(0, Math.ceil((Number(textIn(point, 'timestamp') ?? NaN) - start) / length) - 1);
    if (value === undefined || !(value >= 0) || !(step < count)) {
      left++;
      continue;
    }
    const known = watts[step] ?? NaN;
    const power = (value * kind.scale) / (kind.from === 'counter' ? seconds : 1);
    watts[step] = (Number.isNaN(known) ? 0 : known) + power;
  }
  const known = watts.filter((value) => !Number.isNaN(value));
  return {
    trace: {
      channel: type,
      inTotal: true,
      from: kind.from,
      start: start / 1000,
      ends: Array.from(watts, (_, index) => (start + length * (index + 1)) / 1000),
      watts,
    },
    energy: known.reduce((sum, value) => sum + value * seconds, 0),
    problems: [
      ...(known.length === count
        ? []
        : [`no power is known of ${count - known.length} of ${count} steps of ${seconds} s`]),
      ...(left === 0
        ? []
        : [`${counted(left, 'point of power makes', 'points of power make')} no sense: left out`]),
    ],
  };
}
