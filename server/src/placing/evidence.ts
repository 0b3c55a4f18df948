/**
 * What several recordings say of the same places: one evidence for each device,
 * component and source, repeated runs averaged.
 *
 * Sits in `placing/`, under `merge-recordings.ts`. Values are gathered by
 * method, since one source may know lines where another knows the method only.
 */
import {
  COUNTED_FORMAT,
  type ImportedRecording,
  type Measure,
  type Provenance,
} from '../measurement/imported-profile';
import { studentQuantile } from '../measurement/student-t';
import type { Placement } from './place-frame';
import { type PlacedRecording, placeValues } from './placed-values';

export interface Amount {
  readonly mean: number;
  /** Absent where the source tells none, and there is one run only. */
  readonly variance?: number;
}

/** What stands at one place: a line, a method without lines, or what has no place. */
export interface PlaceAmount {
  readonly placement: Placement;
  /** Of what has no place. */
  readonly name: string;
  readonly amount: Amount;
}

export interface Evidence {
  /** Names of the recordings that it is of; more than one are repeated runs. */
  readonly names: readonly string[];
  /** Indices of recordings, from 0. */
  readonly recordings: readonly number[];
  readonly measure: string;
  readonly tool: string;
  readonly provenance: Provenance;
  readonly isProxy: boolean;
  /** Priced by the model of another machine: its shares carry over better than its joules. */
  readonly isCounted: boolean;
  readonly device: string;
  readonly component: string;
  readonly date: string;
  /** By group ({@link groupOf}), then by place. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, PlaceAmount>>;
  readonly total: Amount;
  /** It tells the whole program's energy, and nothing else. */
  readonly isTotal: boolean;
}

/** A method with its lines, or a place that is in none. */
export function groupOf(placement: Placement, name: string): string {
  switch (placement.kind) {
    case 'line':
      return placement.method === undefined
        ? `${placement.path}:${placement.line}`
        : `${placement.path} ${placement.method.name}:${placement.method.first}`;
    case 'method':
      return `${placement.path} ${placement.method.name}:${placement.method.first}`;
    case 'overloads':
      return `${placement.path} ${placement.methods.map(({ first }) => first).join()}`;
    case 'class':
      return `${placement.path} ${placement.class}`;
    case 'unplaced':
      return `${placement.reason} ${name}`;
  }
}

/** Within its group. */
export function keyOf(placement: Placement): string {
  return placement.kind === 'line' ? String(placement.line) : placement.kind;
}

interface Run {
  readonly index: number;
  readonly recording: ImportedRecording;
  readonly measure: Measure;
  readonly places: readonly PlaceAmount[];
}

/** Energies only: samples and times are no evidence of joules. */
export function gatherEvidence(recordings: readonly PlacedRecording[]): readonly Evidence[] {
  const kinds = new Map<string, Run[]>();
  for (const [index, placed] of recordings.entries()) {
    const { recording } = placed;
    const values = placeValues(placed);
    for (const [number, measure] of recording.measures.entries()) {
      if (measure.unit !== 'joules' || measure.total === 0) continue;
      const places = [
        ...values.places.flatMap(({ placement, own, variances }): PlaceAmount[] => {
          const mean = own[number] ?? 0;
          const variance = variances[number];
          const known = variance !== undefined && variance > 0 ? { variance } : {};
          return mean > 0 ? [{ placement, name: '', amount: { mean, ...known } }] : [];
        }),
        ...values.unplaced.flatMap(({ name, reason, values: own }): PlaceAmount[] => {
          const mean = own[number] ?? 0;
          return mean > 0 ? [{ placement: { kind: 'unplaced', reason }, name, amount: { mean } }] : [];
        }),
      ];
      const kind = kindOf(recording, measure);
      kinds.set(kind, [...(kinds.get(kind) ?? []), { index, recording, measure, places }]);
    }
  }
  return [...kinds.values()].map(averageRuns);
}

/** Runs of one kind are repetitions: the same tool, way of measuring, component and device. */
function kindOf({ source }: ImportedRecording, measure: Measure): string {
  const { name, provenance, component, level, isProxy } = measure;
  return JSON.stringify([
    source.format,
    source.tool,
    name,
    provenance,
    component,
    level,
    isProxy,
    measure.device ?? source.device,
  ]);
}

/** A run that has nothing at a place took nothing there. */
function averageRuns(runs: readonly Run[]): Evidence {
  const [first] = runs as readonly [Run, ...Run[]];
  const { recording, measure } = first;
  const places = new Map<string, Map<string, { of: PlaceAmount; amounts: Amount[] }>>();
  for (const { places: own } of runs) {
    for (const of of own) {
      const group = groupOf(of.placement, of.name);
      const known = places.get(group) ?? new Map<string, { of: PlaceAmount; amounts: Amount[] }>();
      places.set(group, known);
      const key = keyOf(of.placement);
      const entry = known.get(key) ?? { of, amounts: [] };
      known.set(key, entry);
      entry.amounts.push(of.amount);
    }
  }
  const dates = runs.flatMap(({ recording: each }) =>
    each.source.date === undefined ? [] : [each.source.date],
  );
  return {
    names: runs.map(({ recording: each }) => each.source.name),
    recordings: runs.map(({ index }) => index),
    measure: measure.name,
    tool: recording.source.tool ?? recording.source.format,
    provenance: measure.provenance,
    isProxy: measure.isProxy === true,
    isCounted: recording.source.format === COUNTED_FORMAT,
    device: measure.device ?? recording.source.device ?? '',
    component: measure.component ?? '',
    date: dates.sort().at(-1) ?? '',
    groups: new Map(
      Array.from(places, ([group, own]) => [
        group,
        new Map(
          Array.from(own, ([key, { of, amounts }]) => [key, { ...of, amount: meanOf(amounts, runs.length) }]),
        ),
      ]),
    ),
    total: meanOf(
      runs.map(({ measure: each, places: own }) => {
        const { variance } = sumOf(own.map(({ amount }) => amount));
        return { mean: each.total, ...(variance === undefined ? {} : { variance }) };
      }),
      runs.length,
    ),
    isTotal: measure.level === 'total',
  };
}

/** Deviations from the mean to the end of an interval from 5 to 95 %. */
export const NORMAL_95 = 1.6448536269514722;

/** Of `runs` amounts, of which those that are missing are 0. */
function meanOf(amounts: readonly Amount[], runs: number): Amount {
  const mean = amounts.reduce((sum, amount) => sum + amount.mean, 0) / runs;
  const known = amounts.flatMap(({ variance }) => (variance === undefined ? [] : [variance]));
  const ofSources = known.reduce((sum, variance) => sum + variance, 0) / runs ** 2;
  if (runs < 2) return known.length === 0 ? { mean } : { mean, variance: ofSources };
  const squares =
    amounts.reduce((sum, amount) => sum + (amount.mean - mean) ** 2, 0) + (runs - amounts.length) * mean ** 2;
  // As wide as Student's t says for so few runs.
  const widened = studentQuantile(0.95, runs - 1) / NORMAL_95;
  const ofRuns = (squares / (runs - 1) / runs) * widened ** 2;
  return { mean, variance: Math.max(ofRuns, ofSources) };
}

/** Of one source: its deviations have one cause, and add up. */
export function sumOf(amounts: Iterable<Amount>): Amount {
  let mean = 0;
  let deviation = 0;
  let isKnown = true;
  for (const amount of amounts) {
    mean += amount.mean;
    deviation += Math.sqrt(amount.variance ?? 0);
    isKnown &&= amount.variance !== undefined;
  }
  return isKnown ? { mean, variance: deviation ** 2 } : { mean };
}
