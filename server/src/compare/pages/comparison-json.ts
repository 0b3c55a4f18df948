/**
 * A comparison of two profiles as JSON, as docs/guide/comparing.md describes it.
 *
 * Sits in `compare/`, so that command line and editor write the same.
 */
import type { TaskPart } from '../match/task-parts';
import type { ProfileComparison } from '../deltas/compare-profiles';
import type { ComparedUnit } from '../sides/compared-sides';
import { priceOf } from '../../pages/no-price';
import { nameOfMethod } from '../../words/text-sections';

const DIFF_FORMAT = 'jouleline-diff';
const DIFF_VERSION = 1;

/** Writes a comparison as JSON. Figures that are unknown (NaN) are left out. */
export function formatComparisonJson(
  { names, model, unit, isPriced, areCounted, totals, methods, tasks, notes }: ProfileComparison,
  version: string,
): string {
  const account = {
    format: DIFF_FORMAT,
    version: DIFF_VERSION,
    generator: { name: 'jouleline', version },
    unit: unitForJson(unit),
    a: names[0],
    b: names[1],
    ...(isPriced ? { model } : {}),
    totals: known(totals),
    ...(tasks === undefined
      ? {}
      : {
          alpha: tasks.alpha,
          split: tasks.split,
          overlap: tasks.overlap,
          tasks: tasks.list.map((task) => ({
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
      operations: rest.operations.map(known),
      blocks: rest.blocks.map(known),
      ...(methodA === undefined ? {} : { methodA: `${nameOfMethod(methodA)}${methodA.descriptor}` }),
      ...(methodB === undefined ? {} : { methodB: `${nameOfMethod(methodB)}${methodB.descriptor}` }),
    })),
    notes,
  };
  return `${JSON.stringify(account, undefined, 1)}\n`;
}

export function unitForJson(unit: ComparedUnit): string {
  return unit === 'joules' ? 'J' : unit === 'seconds' ? 's' : unit;
}

function describePart(
  { method, path, energy: amount, calls, contexts }: TaskPart,
  isCounted: boolean,
): object {
  const energy = priceOf(amount, calls, isCounted);
  return {
    ...known({ energy }),
    calls,
    contexts,
    method: nameOfMethod(method),
    path: path.map(nameOfMethod),
  };
}

/** A copy without the figures that are unknown (NaN). */
export function known<T extends object>(delta: T): Partial<T> {
  return Object.fromEntries(Object.entries(delta).filter(([, value]) => !Number.isNaN(value))) as Partial<T>;
}
