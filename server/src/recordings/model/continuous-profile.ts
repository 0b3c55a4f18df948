/**
 * Profiles of a continuous profiler's server as recordings, and energies in the form that such a server
 * takes.
 *
 * Sits in `recordings/`, the door of `recordings/model/pyroscope`. The caller has the connection: it asks the
 * server, and brings the answers.
 */
import type { Measure } from '../../base/measure';
import { usualWholeUnits, type WholeUnit } from '../export/whole-amounts';
import { writePprof, nameFiles } from '../export/write-pprof';
import type { ImportedRecording } from './imported-profile';
import { formatCalendarTime } from '../../base/time-columns';
import { type Labels, type LabeledOrigin, labelsOf, sampleTypeOf } from './pyroscope';
import type { PlacedRecording } from '../place/placed-values';

/** A recording that a server gave of a service, together with what its labels say. */
export function labelPulled(
  recording: ImportedRecording,
  service: string,
  start: number,
  { measure: origin, lineTrust, problems }: LabeledOrigin,
): ImportedRecording {
  const { source, measures } = recording;
  return {
    ...recording,
    source: { ...source, name: service, tool: 'Grafana Pyroscope', date: formatCalendarTime(start / 1000) },
    measures: measures.map((each) => (each.unit === 'joules' ? { ...each, ...origin } : each)),
    lineTrust: recording.lineTrust === 'none' ? 'none' : (lineTrust ?? recording.lineTrust),
    problems: [...recording.problems, ...problems.map((message) => ({ message }))],
  };
}

export interface PushedProfile {
  readonly labels: readonly (readonly [string, string])[];
  /** pprof, not gzipped yet. */
  readonly pieces: Iterable<Uint8Array>;
  /** The types of the profile's values, as the server calls them: `energy:cpu:microjoules`. */
  readonly types: readonly string[];
  readonly units: readonly WholeUnit[];
}

/** Energies of a recording: a profile for each way in which they came about, since labels say so of a whole profile. */
export function describePush(
  placed: PlacedRecording,
  service: string,
  labels: Labels,
  date: string | undefined,
): readonly PushedProfile[] {
  const whole = nameFiles(placed);
  const groups = new Map<string, { readonly of: Measure; readonly columns: number[] }>();
  for (const [index, measure] of whole.measures.entries()) {
    if (measure.unit !== 'joules') continue;
    const { provenance, isProxy, device, component, level } = measure;
    const key = JSON.stringify([provenance, isProxy, device, component, level]);
    const group = groups.get(key) ?? { of: measure, columns: [] };
    groups.set(key, group);
    group.columns.push(index);
  }
  return Array.from(groups.values(), ({ of, columns }) => {
    const recording = chooseColumns(whole, columns, date);
    const units = usualWholeUnits(recording);
    const own = labelsOf(service, of, whole.lineTrust, labels);
    const [[, name] = ['', '']] = own;
    return {
      labels: own,
      pieces: writePprof(recording, 'jouleline', units),
      types: recording.measures.map(
        (measure, index) => `${name}:${measure.name}:${units[index]?.name ?? ''}`,
      ),
      units,
    };
  });
}

/** Some of the measures, each with a name of its own that a profile type can hold. */
function chooseColumns(
  recording: ImportedRecording,
  columns: readonly number[],
  date: string | undefined,
): ImportedRecording {
  const { source, measures, tree } = recording;
  const names = new Map<string, number>();
  return {
    ...recording,
    source: date === undefined ? source : { ...source, date },
    measures: columns.flatMap((index) => {
      const measure = measures[index];
      if (measure === undefined) return [];
      const name = sampleTypeOf(measure);
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      return [{ ...measure, name: count === 1 ? name : `${name}_${count}` }];
    }),
    tree: {
      ...tree,
      values: columns.map((index) => tree.values[index] ?? new Float64Array(tree.parents.length)),
      variances: columns.map((index) => tree.variances[index]),
    },
  };
}
