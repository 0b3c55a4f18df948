/**
 * A merge as recordings again, one for each device, so that it is exported and
 * checked like any other.
 *
 * Sits in `recordings/`, over `merge-recordings.ts`. Components are measures of
 * their own, and one more is their sum.
 */
import { isRounding } from '../../base/statistics';
import { at, withDefined } from '../../base/check';
import { standardNormalQuantile } from '../../base/distributions';
import { ContextTreeBuilder, ROOT } from '../../base/context-tree';
import type { Measure, Provenance } from '../../base/measure';
import {
  createFrameTable,
  type Frame,
  type FrameKind,
  type ImportedRecording,
  type KnownRun,
  MERGED_FORMAT,
} from '../model/imported-profile';
import { createProblems } from '../import/stack-importer';
import { type Disagreement, isOnlyTotal, type MergedComponent, type MergedPlace } from './merge-group';
import { describeAmount, describeRun } from './merge-doubts';
import type { Placement, UnplacedReason } from '../place/place-frame';
import type { CalleeValue, PlacedRecording } from '../place/placed-values';
import type { PlaceAmount } from './evidence';

export function recordMerge(components: readonly MergedComponent[]): readonly PlacedRecording[] {
  const devices = [...new Set(components.map(({ device }) => device))];
  return devices.map((device) =>
    recordDevice(
      device,
      components.filter((each) => each.device === device),
    ),
  );
}

function recordDevice(device: string, all: readonly MergedComponent[]): PlacedRecording {
  const components = all.filter(({ isBeside }) => !isBeside);
  const table = createFrameTable();
  const tree = new ContextTreeBuilder();
  const placements = new Map<number, Placement>();
  const problems = createProblems();
  const said = new Set<string>();
  const named = components.filter(({ component }) => component !== '');
  const whole = components.findIndex(({ component }) => component === '');
  // What tells all components together has the named ones in it, unless it tells no places.
  const only = components.findIndex(isOnlyTotal);
  const sum = whole >= 0 ? only : named.length > 1 ? components.length : -1;
  const totals = new Array<number>(Math.max(components.length, sum + 1)).fill(0);
  for (const [measure, { places }] of components.entries()) {
    for (const merged of places) {
      const { place, amount, isAside } = merged;
      if (isAside) continue;
      const frame = table.numberOf(frameOf(place.placement, place.name));
      placements.set(frame, place.placement);
      const context = tree.child(ROOT, frame);
      const { called = 0 } = amount;
      for (const column of sum < 0 || measure === sum ? [measure] : [measure, sum]) {
        tree.add(context, column, amount.mean - called, amount.variance);
        for (const { frame: callee, reason, mean } of divideCalled(place, called)) {
          const library = table.numberOf(callee);
          placements.set(library, { kind: 'unplaced', reason });
          tree.add(tree.child(context, library), column, mean);
        }
        totals[column] = (totals[column] ?? 0) + amount.mean;
      }
      for (const message of merged.disagreements.map((each) => describeDisagreement(merged, each))) {
        // Of a method that another source tells as a whole, each line has the same.
        if (said.has(message)) continue;
        said.add(message);
        problems.add({ message });
      }
    }
  }
  for (const component of all) for (const problem of describeRun(component)) problems.add(problem);
  const counted = components.flatMap(({ places }) => places).filter(({ isAside }) => !isAside);
  const measures = totals.map((total, index): Measure => {
    const component = components[index];
    const of = (index === sum ? components : [at(components, index)])
      .flatMap(({ places }) => places)
      .filter(({ isAside }) => !isAside);
    return {
      name: index === sum && named.length > 0 ? 'energy of all components' : 'energy',
      unit: 'joules',
      provenance: provenanceOf(of),
      ...(component === undefined || component.component === '' ? {} : { component: component.component }),
      ...(device === '' ? {} : { device }),
      ...(of.some(({ chosen, constrainedBy }) => chosen.isProxy || constrainedBy?.isProxy === true)
        ? { isProxy: true as const }
        : {}),
      total,
      ...withDefined({ told: toldOf(index === sum && only >= 0 ? components[only] : component, total) }),
    };
  });
  const frames = table.list;
  const dates = counted.map(({ chosen }) => chosen.date).filter((date) => date !== '');
  const names = [
    ...new Set(
      counted.flatMap(({ chosen, constrainedBy }) => [...(constrainedBy?.names ?? []), ...chosen.names]),
    ),
  ];
  const recording: ImportedRecording = {
    source: {
      format: MERGED_FORMAT,
      name: device === '' ? 'merged' : `merged (${device})`,
      tool: `merged of ${names.join(', ')}`,
      ...(device === '' ? {} : { device }),
      ...(dates.length === 0 ? {} : { date: dates.reduce((last, date) => (date > last ? date : last)) }),
    },
    measures,
    frames,
    tree: tree.build(measures.length),
    lineTrust: 'exact',
    problems: problems.list(),
    ...withDefined({ run: components.length === 1 ? runOf(at(components, 0), at(totals, 0)) : undefined }),
  };
  return {
    recording,
    placements: frames.map((_, index) => placements.get(index) ?? { kind: 'unplaced', reason: 'no place' }),
  };
}

/** The evidence of a total that a source tells apart from places; undefined if they add up to another. */
function toldOf(component: MergedComponent | undefined, total: number): Measure['told'] {
  const whole = component?.sources.whole;
  if (whole === undefined || !isRounding(whole.total.mean, total)) return undefined;
  const {
    provenance,
    isProxy,
    total: { variance },
  } = whole;
  return isProxy ? undefined : { provenance, ...withDefined({ variance }) };
}

/** The measured run, if a source tells all of one, and places add up to it. */
function runOf({ sources }: MergedComponent, total: number): KnownRun | undefined {
  const { mean = NaN, variance } = sources.own.find(({ isWholeRun }) => isWholeRun)?.total ?? {};
  if (variance === undefined || !isRounding(mean, total)) return undefined;
  const half = standardNormalQuantile(0.975) * Math.sqrt(variance);
  return { energy: total, interval: { low: Math.max(0, total - half), high: total + half } };
}

/** No better than the worst of its parts. */
function provenanceOf(places: readonly MergedPlace[]): Provenance {
  const kinds = new Set(places.map(({ chosen }) => chosen.provenance));
  if (kinds.has('estimated')) return 'estimated';
  return kinds.has('modeled') || places.some(({ constrainedBy }) => constrainedBy !== undefined)
    ? 'modeled'
    : 'measured';
}

/** The library code that a place calls by its names, in the proportions of the source. */
function divideCalled(
  { callees }: PlaceAmount,
  called: number,
): readonly (Pick<CalleeValue, 'frame' | 'reason'> & { readonly mean: number })[] {
  const parts = [...(callees?.values() ?? [])];
  const sum = parts.reduce((all, { mean }) => all + mean, 0);
  if (called <= 0) return [];
  if (sum === 0) return [{ frame: LIBRARY, reason: 'library', mean: called }];
  return parts.map((part) => ({ ...part, mean: (part.mean / sum) * called }));
}

/** What a place calls of libraries without names, all together. */
const LIBRARY = libraryFrame('[library code]');

/** A class that no source has is library code, also where the merge is placed anew. */
function libraryFrame(name: string): Frame {
  const simple = name.lastIndexOf('.');
  return /^[\w$]+(?:\.[\w$]+)*\.[\w$<>]+$/.test(name)
    ? methodFrame(name.slice(0, simple).replaceAll('.', '/') + name.slice(simple))
    : { kind: 'java', name, class: name };
}

const UNPLACED_KINDS: Readonly<Record<Exclude<UnplacedReason, 'library'>, FrameKind>> = {
  native: 'native',
  kernel: 'kernel',
  runtime: 'runtime',
  thread: 'thread',
  idle: 'idle',
  ambiguous: 'path',
  'no place': 'path',
};

function frameOf(placement: Placement, name: string): Frame {
  switch (placement.kind) {
    case 'line': {
      const { method, path, line } = placement;
      return { ...methodFrame(method?.name ?? path), file: path, line };
    }
    case 'method':
      return { ...methodFrame(placement.method.name), file: placement.path, line: placement.method.first };
    case 'overloads':
      return { ...methodFrame(placement.methods[0]?.name ?? ''), file: placement.path };
    case 'class':
      return { kind: 'java', name: placement.class.replaceAll('/', '.'), file: placement.path };
    case 'unplaced':
      return placement.reason === 'library'
        ? libraryFrame(name)
        : { kind: UNPLACED_KINDS[placement.reason], name };
  }
}

/** The frame of a method that is named like `app/Feed.load`. */
function methodFrame(name: string): Frame {
  const dot = name.lastIndexOf('.');
  const shown = name.replaceAll('/', '.');
  return dot < 0
    ? { kind: 'java', name: shown }
    : { kind: 'java', name: shown, class: name.slice(0, dot), method: name.slice(dot + 1) };
}

function describePlace({ place: { placement, name } }: MergedPlace, isWhole: boolean): string {
  switch (placement.kind) {
    case 'line':
      return isWhole && placement.method !== undefined
        ? placement.method.name
        : `${placement.path}:${placement.line}`;
    case 'method':
      return placement.method.name;
    case 'overloads':
      return placement.methods[0]?.name ?? placement.path;
    case 'class':
      return placement.class;
    case 'unplaced':
      return name;
  }
}

function describeDisagreement(merged: MergedPlace, { other, chosen }: Disagreement): string {
  const at = describePlace(merged, other.isOfMethod);
  const [own, others] = [describeAmount(merged.chosen, chosen), describeAmount(other.evidence, other.amount)];
  return `${at}: ${own}, but ${others}: their intervals do not meet`;
}
