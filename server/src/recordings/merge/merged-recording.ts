/**
 * A merge as recordings again, one for each device, so that it is exported and
 * checked like any other.
 *
 * Sits in `recordings/`, over `merge-recordings.ts`. Components are measures of
 * their own, and one more is their sum.
 */
import { REACH_OF_90 } from '../../base/distributions';
import { ContextTreeBuilder, ROOT } from '../../base/context-tree';
import type { Measure, Provenance } from '../../base/measure';
import {
  createFrameTable,
  type Frame,
  type FrameKind,
  type ImportedRecording,
  type ImportProblem,
} from '../model/imported-profile';
import { createProblems } from '../import/stack-importer';
import { type Amount, type Evidence } from './evidence';
import { type Disagreement, MERGED_FORMAT, type MergedComponent, type MergedPlace } from './merge-recordings';
import type { Placement, UnplacedReason } from '../place/place-frame';
import type { PlacedRecording } from '../place/placed-values';

export function recordMerge(components: readonly MergedComponent[]): readonly PlacedRecording[] {
  const devices = [...new Set(components.map(({ device }) => device))];
  return devices.map((device) =>
    recordDevice(
      device,
      components.filter((each) => each.device === device),
    ),
  );
}

function recordDevice(device: string, components: readonly MergedComponent[]): PlacedRecording {
  const table = createFrameTable();
  const tree = new ContextTreeBuilder();
  const placements = new Map<number, Placement>();
  const problems = createProblems();
  const said = new Set<string>();
  const named = components.filter(({ component }) => component !== '');
  const sum = named.length > 1 ? components.length : -1;
  const totals = new Array<number>(components.length + (sum < 0 ? 0 : 1)).fill(0);
  for (const [measure, { places, component }] of components.entries()) {
    for (const merged of places) {
      const { place, amount, isAside } = merged;
      if (isAside) continue;
      const frame = table.numberOf(frameOf(place.placement, place.name));
      placements.set(frame, place.placement);
      const context = tree.child(ROOT, frame);
      const { called = 0 } = amount;
      for (const column of component === '' || sum < 0 ? [measure] : [measure, sum]) {
        tree.add(context, column, amount.mean - called, amount.variance);
        if (called > 0) {
          const library = table.numberOf(LIBRARY);
          placements.set(library, { kind: 'unplaced', reason: 'library' });
          tree.add(tree.child(context, library), column, called);
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
  for (const component of components) for (const problem of describeRuns(component)) problems.add(problem);
  const all = components.flatMap(({ places }) => places).filter(({ isAside }) => !isAside);
  const measures = totals.map((total, index): Measure => {
    const component = components[index];
    const of = component === undefined ? named.flatMap(({ places }) => places) : component.places;
    return {
      name: component === undefined ? 'energy of all components' : 'energy',
      unit: 'joules',
      provenance: provenanceOf(of),
      ...(component === undefined || component.component === '' ? {} : { component: component.component }),
      ...(device === '' ? {} : { device }),
      ...(of.some(({ chosen, constrainedBy }) => chosen.isProxy || constrainedBy?.isProxy === true)
        ? { isProxy: true as const }
        : {}),
      total,
    };
  });
  const frames = table.list;
  const dates = all.map(({ chosen }) => chosen.date).filter((date) => date !== '');
  const names = [
    ...new Set(
      all.flatMap(({ chosen, constrainedBy }) => [...(constrainedBy?.names ?? []), ...chosen.names]),
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
  };
  return {
    recording,
    placements: frames.map((_, index) => placements.get(index) ?? { kind: 'unplaced', reason: 'no place' }),
  };
}

/** No better than the worst of its parts. */
function provenanceOf(places: readonly MergedPlace[]): Provenance {
  const kinds = new Set(places.map(({ chosen }) => chosen.provenance));
  if (kinds.has('estimated')) return 'estimated';
  return kinds.has('modeled') || places.some(({ constrainedBy }) => constrainedBy !== undefined)
    ? 'modeled'
    : 'measured';
}

/** What a place calls of libraries, all together. */
const LIBRARY = libraryFrame('[library code]');

/** A class that no source has is library code, also where the merge is placed anew. */
function libraryFrame(name: string): Frame {
  return { kind: 'java', name, class: name };
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

/** Whole runs that are hardly the same one, and what stands aside. */
function describeRuns({ runs, places }: MergedComponent): readonly ImportProblem[] {
  const [first, ...others] = runs;
  if (first === undefined) return [];
  const different = others.filter(({ total }) => {
    const ratio = total.mean / first.total.mean;
    return ratio > OTHER_RUN || ratio < 1 / OTHER_RUN;
  });
  const problems = different.map((other): ImportProblem => {
    const both = [first, other].map((each) => describeAmount(each, each.total));
    return { message: `${both.join(', but ')}, both of a whole run: were these the same program and input?` };
  });
  const aside = places.filter(({ isAside }) => isAside);
  if (aside.length === 0) return problems;
  const names = [...new Set(aside.flatMap(({ chosen }) => chosen.names))].join(', ');
  const message = `${first.names.join(', ')} tells the whole run: ${aside.length} places that only ${names} has stand beside it, in no sum`;
  return [...problems, { message, isDoubt: true }];
}

/** Runs of one program whose energies are further apart than this are hardly the same. */
const OTHER_RUN = 1.5;

function describeDisagreement(merged: MergedPlace, { other, chosen }: Disagreement): string {
  const at = describePlace(merged, other.isOfMethod);
  const [own, others] = [describeAmount(merged.chosen, chosen), describeAmount(other.evidence, other.amount)];
  return `${at}: ${own}, but ${others}: their intervals do not meet`;
}

function describeAmount({ names }: Evidence, { mean, variance }: Amount): string {
  const figure = (value: number): string => String(Number(value.toPrecision(3)));
  const reach = variance === undefined ? '' : ` ± ${figure(REACH_OF_90 * Math.sqrt(variance))}`;
  return `${names.join(', ')} says ${figure(mean)}${reach} J`;
}
