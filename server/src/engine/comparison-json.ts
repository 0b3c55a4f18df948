/**
 * A comparison of two profiles as JSON, as docs/comparing.md describes it. Sits in `engine/`, so that command line and
 * editor write the same.
 */
import type { TaskPart } from '../diff/task-parts';
import type { ProfileComparison } from './compare-profiles';
import type { EnergyDelta } from './energy-delta';

const DIFF_FORMAT = 'jouleline-diff';
const DIFF_VERSION = 1;

/** NaN is what is not known: left out. */
export function formatComparisonJson(
  { names, model, unit, isPriced, totals, methods, tasks, notes }: ProfileComparison,
  version: string,
): string {
  const account = {
    format: DIFF_FORMAT,
    version: DIFF_VERSION,
    generator: { name: 'jouleline', version },
    unit: unit === 'joules' ? 'J' : unit === 'seconds' ? 's' : unit,
    a: names[0],
    b: names[1],
    ...(isPriced ? { model } : {}),
    totals: known(totals),
    ...(tasks === undefined
      ? {}
      : {
          alpha: tasks.alpha,
          tasks: tasks.list.map((task) => ({
            ...known(task),
            // Numbers of rows of a tree that is not told.
            rows: undefined,
            missing: task.missing.map(describePart),
            extra: task.extra.map(describePart),
            method: textOf(task.method),
            path: task.path.map(textOf),
          })),
        }),
    methods: methods.map(({ methodA, methodB, ...rest }) => ({
      ...known(rest),
      ...(methodA === undefined ? {} : { methodA: `${textOf(methodA)}${methodA.descriptor}` }),
      ...(methodB === undefined ? {} : { methodB: `${textOf(methodB)}${methodB.descriptor}` }),
    })),
    notes,
  };
  return `${JSON.stringify(account, undefined, 1)}\n`;
}

function describePart({ method, path, energy, calls, contexts }: TaskPart): object {
  return { energy, calls, contexts, method: textOf(method), path: path.map(textOf) };
}

function known<T extends Omit<EnergyDelta, 'isSignificant'>>(delta: T): Partial<T> {
  return Object.fromEntries(Object.entries(delta).filter(([, value]) => !Number.isNaN(value))) as Partial<T>;
}

function textOf({ class: owner, name }: { readonly class: string; readonly name: string }): string {
  return owner === '' ? name : `${owner}.${name}`;
}
