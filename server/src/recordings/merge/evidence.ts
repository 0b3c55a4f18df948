/**
 * The evidence of several recordings about the same places: one for each device, component and source, with
 * repeated runs averaged.
 *
 * Sits in `recordings/`, under `merge-recordings.ts`. Values are gathered by
 * method, since one source may know lines where another knows the method only.
 */
import { withDefined } from '../../base/check';
import { addTo } from '../../base/groups';
import type { Measure, Provenance } from '../../base/measure';
import { COUNTED_FORMAT, type ImportedRecording } from '../model/imported-profile';
import { REACH_OF_90, standardNormalQuantile, studentQuantile } from '../../base/distributions';
import type { MethodPlace, Placement } from '../place/place-frame';
import {
  type CalleeValue,
  type PlacedRecording,
  type PlacedValue,
  placeValues,
} from '../place/placed-values';

export interface Amount {
  readonly mean: number;
  /** Absent where the source tells none, and there is one run only. */
  readonly variance?: number;
  /** The part of the mean that library code took which the place calls; absent if it called none. */
  readonly called?: number;
  /** The parts of {@link called}, by what the place called; absent where that is not known. */
  readonly calls?: readonly CalledPart[];
}

/** The energy of a call of library code, with all below it. */
export interface CalledPart {
  readonly name: string;
  readonly mean: number;
}

/** The amount at one place: a line, a method without lines, or code that has no place. */
export interface PlaceAmount {
  readonly placement: Placement;
  /** The name of code that has no place. */
  readonly name: string;
  readonly amount: Amount;
  /** The library code that took {@link Amount.called}, by its name. */
  readonly callees?: ReadonlyMap<string, CalleeAmount>;
}

type CalleeAmount = Pick<CalleeValue, 'frame' | 'reason'> & { readonly mean: number };

export interface Evidence {
  /** Names of the recordings that it is of; more than one are repeated runs. */
  readonly names: readonly string[];
  /** Indices of recordings, from 0. */
  readonly recordings: readonly number[];
  readonly measure: string;
  readonly tool: string;
  readonly provenance: Provenance;
  readonly isProxy: boolean;
  /** True if the energies are modeled for another machine: the shares carry over better than the joules. */
  readonly isCounted: boolean;
  readonly device: string;
  readonly component: string;
  readonly date: string;
  /** The amounts of places, by group ({@link GroupOf}) and then by place. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, PlaceAmount>>;
  readonly total: Amount;
  /** The totals of its runs, by {@link names}. */
  readonly totals: readonly number[];
  /** The same for runs that are repetitions of each other, unless they are too different. */
  readonly kind: string;
  readonly code: CodeNames;
  readonly workload: RunWorkload;
  /** It tells the whole program's energy, and nothing else. */
  readonly isTotal: boolean;
  /** True if it tells the whole run: what it has nothing of took nothing. A table may list some places only. */
  readonly isWholeRun: boolean;
  /** True if its amounts are parts of what their lines and methods took: single calls of APIs, or single paths. */
  readonly isPart: boolean;
}

/** Names what belongs together: a method with its lines, or a place that is in none. */
export type GroupOf = (placement: Placement, name: string) => string;

/** Overloads that one of the recordings can't tell apart are one group in all of them: it tells their energy again. */
export function createGroups(recordings: readonly PlacedRecording[]): GroupOf {
  /** The links from each method to another one of its group; the last method of a group has none. */
  const next = new Map<string, string>();
  const rootOf = (method: string): string => {
    let root = method;
    for (let up = next.get(root); up !== undefined; up = next.get(root)) root = up;
    return root;
  };
  for (const { placements } of recordings) {
    for (const placement of placements) {
      if (placement.kind !== 'overloads') continue;
      const [first, ...others] = placement.methods.map((method) => rootOf(nameOf(placement.path, method)));
      for (const other of others)
        if (first !== undefined && rootOf(other) !== rootOf(first)) next.set(rootOf(other), rootOf(first));
    }
  }
  return (placement, name) => {
    const [method] = methodsOf(placement);
    if (placement.kind !== 'unplaced' && method !== undefined) return rootOf(nameOf(placement.path, method));
    switch (placement.kind) {
      case 'line':
        return `${placement.path}:${placement.line}`;
      case 'class':
        return `${placement.path} ${placement.class}`;
      case 'unplaced':
        return `${placement.reason} ${name}`;
      default:
        return placement.path;
    }
  };
}

function nameOf(path: string, { name, first }: MethodPlace): string {
  return `${path} ${name}:${first}`;
}

function methodsOf(placement: Placement): readonly MethodPlace[] {
  switch (placement.kind) {
    case 'line':
      return placement.method === undefined ? [] : [placement.method];
    case 'method':
      return [placement.method];
    case 'overloads':
      return placement.methods;
    default:
      return [];
  }
}

/** True if two placements of one group are, or may be, of the same method. */
export function mayBeOfOne(one: Placement, other: Placement): boolean {
  const [own, others] = [methodsOf(one), methodsOf(other)];
  if (own.length === 0 || others.length === 0) return true;
  return own.some(({ first }) => others.some((each) => each.first === first));
}

/** Within its group. */
export function keyOf(placement: Placement): string {
  if (placement.kind === 'line') return String(placement.line);
  return [placement.kind, ...methodsOf(placement).map(({ first }) => first)].join(' ');
}

interface RecordingRun {
  readonly index: number;
  readonly recording: ImportedRecording;
  readonly measure: Measure;
  readonly places: readonly PlaceAmount[];
  readonly code: CodeNames;
}

/** Energies only: samples and times are no evidence of joules. */
export function gatherEvidence(
  recordings: readonly PlacedRecording[],
  groupOf: GroupOf,
): readonly Evidence[] {
  const kinds = new Map<string, RecordingRun[]>();
  for (const [index, placed] of recordings.entries()) {
    const { recording } = placed;
    const values = placeValues(placed);
    for (const [number, measure] of recording.measures.entries()) {
      if (measure.unit !== 'joules' || measure.total === 0) continue;
      const places = [
        ...values.places.flatMap(({ placement, ...of }): PlaceAmount[] => {
          const amount = amountOf(of, number);
          return amount.mean > 0 ? [{ placement, name: '', amount, callees: calleesOf(of, number) }] : [];
        }),
        ...values.unplaced.flatMap(({ name, reason, values: own }): PlaceAmount[] => {
          const mean = own[number] ?? 0;
          return mean > 0 ? [{ placement: { kind: 'unplaced', reason }, name, amount: { mean } }] : [];
        }),
      ];
      addTo(kinds, kindOf(recording, measure), { index, recording, measure, places, code: namesOf(places) });
    }
  }
  return [...kinds].flatMap(([kind, runs]) =>
    splitRuns(runs).map((alike) => averageRuns(kind, alike, groupOf)),
  );
}

/** The names that tell programs apart. */
export interface CodeNames {
  readonly paths: ReadonlySet<string>;
  /** The classes of code that has no place; empty if any has a place. */
  readonly classes: ReadonlySet<string>;
}

function namesOf(places: readonly PlaceAmount[]): CodeNames {
  const paths = new Set(
    places.flatMap(({ placement }) => (placement.kind === 'unplaced' ? [] : placement.path)),
  );
  const isNamed = ({ placement }: PlaceAmount): boolean =>
    placement.kind === 'unplaced' && (placement.reason === 'no place' || placement.reason === 'library');
  const names = paths.size > 0 ? [] : places.filter(isNamed).map(({ name }) => name);
  return { paths, classes: new Set(names.map((name) => name.replace(/[.:][^.:]*$/, ''))) };
}

/** False if both sources name code, and none of it in common. */
export function isOfSameCode(
  { code: one }: Pick<Evidence, 'code'>,
  { code: other }: Pick<Evidence, 'code'>,
): boolean {
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
    a.size === 0 || b.size === 0 || [...a].some((name) => b.has(name));
  return meet(one.paths, other.paths) && meet(one.classes, other.classes);
}

/** The program with its arguments and the number of its counted operations, as far as a source knows them. */
export type RunWorkload = Pick<ImportedRecording['source'], 'command' | 'executions'>;

/** Counts of one workload differ by less: threads and clocks change a few. */
const SAME_COUNTS = 0.01;

/** True if two sources know that they ran different commands, or executed different numbers of operations. */
export function isOtherWorkload(one: RunWorkload, other: RunWorkload): boolean {
  const { command, executions: count } = one;
  if (command !== undefined && other.command !== undefined && command !== other.command) return true;
  if (count === undefined || other.executions === undefined) return false;
  return Math.abs(count - other.executions) > SAME_COUNTS * Math.max(count, other.executions);
}

/** Runs whose energies are further apart than this are no repetitions: nothing is averaged over them. */
const MOST_APART = 5;

/** Runs that may be of one program and input, together; the others by themselves. */
function splitRuns(runs: readonly RecordingRun[]): readonly (readonly RecordingRun[])[] {
  const groups: RecordingRun[][] = [];
  for (const run of runs) {
    const alike = groups.find(([first]) => {
      if (first === undefined) return false;
      const ratio = run.measure.total / first.measure.total;
      return (
        ratio <= MOST_APART &&
        ratio >= 1 / MOST_APART &&
        isOfSameCode(run, first) &&
        !isOtherWorkload(run.recording.source, first.recording.source)
      );
    });
    if (alike === undefined) groups.push([run]);
    else alike.push(run);
  }
  return groups;
}

function calleesOf(
  { callees }: Pick<PlacedValue, 'callees'>,
  measure: number,
): ReadonlyMap<string, CalleeAmount> {
  return new Map(
    callees.flatMap(({ frame, reason, values }) => {
      const mean = values[measure] ?? 0;
      return mean > 0 ? [[frame.name, { frame, reason, mean }]] : [];
    }),
  );
}

function addCallees(
  one: PlaceAmount['callees'],
  other: PlaceAmount['callees'],
): ReadonlyMap<string, CalleeAmount> {
  const sums = new Map(one);
  for (const [name, { mean, ...of }] of other ?? [])
    sums.set(name, { ...of, mean: mean + (sums.get(name)?.mean ?? 0) });
  return sums;
}

/** The amount of a place by one of its measures. */
export function amountOf(
  { values, variances, called, calls }: Pick<PlacedValue, 'values' | 'variances' | 'called' | 'calls'>,
  measure: number,
): Amount {
  const [variance, ofLibrary] = [variances[measure], called[measure]];
  const parts = Array.from(calls, ([name, own]): CalledPart => ({ name, mean: own[measure] ?? 0 })).filter(
    ({ mean }) => mean > 0,
  );
  return {
    mean: values[measure] ?? 0,
    ...withDefined({
      variance: variance === 0 ? undefined : variance,
      called: ofLibrary === 0 ? undefined : ofLibrary,
      calls: parts.length === 0 ? undefined : parts,
    }),
  };
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
function averageRuns(kind: string, runs: readonly RecordingRun[], groupOf: GroupOf): Evidence {
  const [first] = runs as readonly [RecordingRun, ...RecordingRun[]];
  const { recording, measure } = first;
  const places = new Map<string, Map<string, { of: PlaceAmount; amounts: Amount[] }>>();
  for (const { places: own } of runs) {
    for (const of of own) {
      const group = groupOf(of.placement, of.name);
      const known = places.get(group) ?? new Map<string, { of: PlaceAmount; amounts: Amount[] }>();
      places.set(group, known);
      const key = keyOf(of.placement);
      const entry = known.get(key);
      if (entry === undefined) {
        known.set(key, { of, amounts: [of.amount] });
        continue;
      }
      entry.of = { ...entry.of, callees: addCallees(entry.of.callees, of.callees) };
      entry.amounts.push(of.amount);
    }
  }
  const dates = runs.flatMap(({ recording: each }) =>
    each.source.date === undefined ? [] : [each.source.date],
  );
  return {
    kind,
    code: namesOf(runs.flatMap(({ places: own }) => own)),
    workload: recording.source,
    totals: runs.map(({ measure: { total } }) => total),
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
      runs.map(({ recording: of, measure: each, places: own }) => {
        const variance =
          each.level === 'total'
            ? varianceOfTotal(of, each)
            : (varianceOfRun(of) ?? sumOf(own.map(({ amount }) => amount)).variance);
        return { mean: each.total, ...(variance === undefined ? {} : { variance }) };
      }),
      runs.length,
    ),
    isTotal: measure.level === 'total',
    isWholeRun: measure.level === undefined,
    isPart: measure.level === 'api' || measure.level === 'path',
  };
}

/** The variance of a total, which has no place; undefined if its source tells none. */
function varianceOfTotal({ measures, tree }: ImportedRecording, measure: Measure): number | undefined {
  let deviation = 0;
  for (const variance of tree.variances[measures.indexOf(measure)] ?? []) deviation += Math.sqrt(variance);
  return deviation > 0 ? deviation ** 2 : undefined;
}

/** The variance of a measured run; undefined if none was measured, or once. */
function varianceOfRun({ run }: ImportedRecording): number | undefined {
  const { low, high } = run?.interval ?? { low: 0, high: 0 };
  return high > low ? ((high - low) / 2 / standardNormalQuantile(0.975)) ** 2 : undefined;
}

/**
 * The mean of the amounts of `runs` runs; an amount that is missing counts as 0. Runs may share a model or a meter, so
 * that their deviations add up.
 */
function meanOf(amounts: readonly Amount[], runs: number): Amount {
  const mean = amounts.reduce((sum, amount) => sum + amount.mean, 0) / runs;
  const known = amounts.flatMap(({ variance }) => (variance === undefined ? [] : [variance]));
  const ofSources = (known.reduce((sum, variance) => sum + Math.sqrt(variance), 0) / runs) ** 2;
  const of = { mean, ...calledOf(amounts, runs) };
  if (runs < 2) return known.length === 0 ? of : { ...of, variance: ofSources };
  const squares =
    amounts.reduce((sum, amount) => sum + (amount.mean - mean) ** 2, 0) + (runs - amounts.length) * mean ** 2;
  // As wide as Student's t says for so few runs.
  const widened = studentQuantile(0.95, runs - 1) / REACH_OF_90;
  const ofRuns = (squares / (runs - 1) / runs) * widened ** 2;
  const variance = Math.max(ofRuns, ofSources);
  // Runs that are equal to the last digit tell how it was rounded, and not how sure it is.
  return variance > 0 ? { ...of, variance } : of;
}

/** The mean of what library code took, where it took anything. */
function calledOf(amounts: readonly Amount[], runs: number): Pick<Amount, 'called' | 'calls'> {
  const sum = amounts.reduce((all, { called = 0 }) => all + called, 0);
  const parts = new Map<string, number>();
  for (const { calls = [] } of amounts)
    for (const { name, mean } of calls) parts.set(name, (parts.get(name) ?? 0) + mean / runs);
  const calls = Array.from(parts, ([name, mean]): CalledPart => ({ name, mean }));
  return sum === 0 ? {} : { called: sum / runs, ...(calls.length === 0 ? {} : { calls }) };
}

/** The sum of amounts of one source: their deviations have one cause, and add up. */
export function sumOf(amounts: readonly Amount[]): Amount {
  let mean = 0;
  let deviation = 0;
  let isKnown = true;
  for (const amount of amounts) {
    mean += amount.mean;
    deviation += Math.sqrt(amount.variance ?? 0);
    isKnown &&= amount.variance !== undefined;
  }
  const of = { mean, ...calledOf(amounts, 1) };
  return isKnown ? { ...of, variance: deviation ** 2 } : of;
}
