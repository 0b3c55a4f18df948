/**
 * A comparison of two profiles, or of more programs, as JSON, as docs/guide/comparing.md describes it.
 *
 * Sits in `compare/`, so that command line and editor write the same.
 */
import { energyIfModeled } from '../../pages/changes';
import type { ComparedUnit } from '../sides/compared-side';
import type { ProgramsComparison } from '../deltas/compare-programs';
import type { TaskOfProgram } from '../deltas/shared-tasks';
import type { TaskPart } from '../match/task-parts';
import type { ProfileComparison } from '../deltas/compare-profiles';
import { nameOfMethod, tellOverloads } from '../../words/text-sections';

/** The version of both formats. */
const VERSION = 1;

/** Writes a comparison as JSON. Figures that are unknown (NaN) are left out. */
export function formatComparisonJson(
  { names, model, unit, isByModel, areCounted, totals, parts, methods, tasks, notes }: ProfileComparison,
  version: string,
): string {
  return write('jouleline-diff', version, {
    unit: unitForJson(unit),
    a: names[0],
    b: names[1],
    ...(isByModel ? { model } : {}),
    totals: known(totals),
    ...(parts.length === 0 ? {} : { parts }),
    ...(tasks === undefined
      ? {}
      : {
          alpha: tasks.alpha,
          split: tasks.split,
          overlap: tasks.overlap,
          tasks: tellOverloads(tasks.list).map((task) => ({
            ...known(task),
            // Numbers of rows of a tree that is not told.
            rows: undefined,
            missing: task.missing.map((part) => describePart(part, areCounted[0])),
            extra: task.extra.map((part) => describePart(part, areCounted[1])),
            method: nameOfMethod(task.method),
            path: task.path.map(nameOfMethod),
            inB: task.inB && {
              method: nameOfMethod(task.inB.method),
              path: task.inB.path.map(nameOfMethod),
            },
          })),
        }),
    methods: methods.map(({ methodA, methodB, ...rest }) => ({
      ...known(rest),
      // What lines are worth to the model only tells if they were counted alike.
      lines: rest.lines.map((line) => ({ ...line, workA: undefined, workB: undefined, sampled: undefined })),
      operations: rest.operations.map(known),
      blocks: rest.blocks.map(known),
      ...(methodA === undefined ? {} : { methodA: `${nameOfMethod(methodA)}${methodA.descriptor}` }),
      ...(methodB === undefined ? {} : { methodB: `${nameOfMethod(methodB)}${methodB.descriptor}` }),
    })),
    notes,
  });
}

function write(format: string, version: string, comparison: object): string {
  const head = { format, version: VERSION, generator: { name: 'jouleline', version } };
  return `${JSON.stringify({ ...head, ...comparison }, undefined, 1)}\n`;
}

function unitForJson(unit: ComparedUnit): string {
  return unit === 'joules' ? 'J' : unit === 'seconds' ? 's' : unit;
}

function describePart(
  { method, path, energy: amount, calls, contexts }: TaskPart,
  isCounted: boolean,
): object {
  const energy = energyIfModeled(amount, calls, isCounted);
  return {
    ...known({ energy }),
    calls,
    contexts,
    method: nameOfMethod(method),
    path: path.map(nameOfMethod),
  };
}

/** The properties that have another name in the formats. */
const KEYS: Readonly<Record<string, string>> = { isModeled: 'isPriced', leastEnergy: 'cheapest' };

/** A copy by the names of the formats, without the figures that are unknown (NaN). */
function known(delta: object): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(delta);
  return Object.fromEntries(
    entries
      .filter(([, value]) => !Number.isNaN(value))
      .map(([name, value]) => [KEYS[name] ?? name, value] as const),
  );
}

/** Writes a comparison of more than two programs. */
export function formatProgramsJson(
  { unit, model, isByModel, programs, inAll, hasTasks, overlaps, tasks, notes }: ProgramsComparison,
  version: string,
): string {
  return write('jouleline-programs', version, {
    unit: unitForJson(unit),
    ...(isByModel ? { model } : {}),
    programs: programs.map(({ inTree, ...total }) => ({ ...known(total), ...inTree })),
    inAll: known(inAll),
    ...(hasTasks
      ? {
          overlaps,
          tasks: tellOverloads(tasks).map(({ method, path, sides, leastEnergy, ...rest }) => ({
            method: nameOfMethod(method),
            path: path.map(nameOfMethod),
            sides: sides.map((side) => (side === undefined ? null : knownOf(side))),
            cheapest: leastEnergy ?? null,
            ...known(rest),
            // Tables leave it out; figures say it.
            isEven: undefined,
          })),
        }
      : {}),
    notes,
  });
}

/** The known figures of a task. A task that is not modeled has no figures: 0 would look like one. */
function knownOf(side: TaskOfProgram): object {
  return known(side.isModeled ? side : { ...side, energy: NaN, low: NaN, high: NaN });
}
