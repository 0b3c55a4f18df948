/**
 * The timed calls of a trace: which of them are measured by themselves, and
 * which keep a component awake.
 *
 * Sits in `models/`, under `fit-trace.ts`.
 */
import { at as elementAt } from '../../base/check';
import type { TimeWindow } from '../../power/power-trace';
import { type Tail, tailsOf } from '../../power/tail-energy';
import { matchCalls, onlyWaits, operationOfCall } from '../../profile/plan/library-calls';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { VisitTuple, TraceScan } from '../../profile/trace/trace-file';
import type { NamedTail } from './read-tails';
import { at } from '../solve/matrix';
import type { Joules } from '../../base/units';

/**
 * The calls to measure: the names that prices give them, by the number of the site; only names of which every call
 * was timed, and that do more than wait.
 */
export function callsToMeasure(
  { trace, classes, keys }: ProfileDocument,
  scan: TraceScan,
): ReadonlyMap<number, string> {
  const executions = new Map<string, number>();
  for (const { methods } of classes)
    for (const { operations } of methods)
      for (const [key, , count] of operations) {
        const name = keys[key]?.name ?? '';
        executions.set(name, (executions.get(name) ?? 0) + count);
      }
  const timed = new Map<string, number>();
  const names = (trace?.calls ?? []).map(([, , , , called]) => operationOfCall(called));
  names.forEach((name, call) => {
    timed.set(name, (timed.get(name) ?? 0) + (scan.callTuples.get(call) ?? 0));
  });
  return new Map(
    names.flatMap((name, call): readonly (readonly [number, string])[] => {
      const count = timed.get(name) ?? 0;
      return count > 0 && count >= (executions.get(name) ?? 0) && !onlyWaits(name) ? [[call, name]] : [];
    }),
  );
}

export interface DeviceTails {
  readonly all: readonly Tail[];
  /** The energy of the tails, in joules, by the name of the call that caused them. */
  readonly byCall: ReadonlyMap<string, number>;
}

export function findTails(
  model: NamedTail,
  { trace }: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
): DeviceTails {
  const isOf = matchCalls(model.calls);
  const names = (trace?.calls ?? []).map(([, , , , called]) => {
    const [, owner = '', name = ''] = /^(.*)\.([^.(]*)\(/.exec(called) ?? [];
    return isOf(owner, name) ? operationOfCall(called) : undefined;
  });
  const accesses: TimeWindow[] = [];
  const callers: string[] = [];
  visitTrace((_, subject, enter, exit) => {
    const name = subject % 2 === 1 ? names[(subject - 1) / 2] : undefined;
    if (name === undefined) return;
    accesses.push({ start: enter / 1e9, end: exit / 1e9 });
    callers.push(name);
  });
  const all = tailsOf(model, accesses);
  const byCall = new Map<string, number>();
  for (const { access, energy } of all) {
    const name = elementAt(callers, access);
    byCall.set(name, (byCall.get(name) ?? 0) + energy);
  }
  return { all, byCall };
}

/**
 * A stretch of cases, in the order of time, that take far more energy than what ran in them explains: a
 * collection of garbage, or another thread. vLens (section 3.2.2) takes what a robust regression rejects for
 * such events.
 */
interface CaseRun {
  /** The first case, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The sum of the residuals, in joules, less the energy that is missing right before and right behind. */
  readonly energy: Joules;
}

interface RunRule {
  /** A case is beyond this many of `scale`. */
  readonly beyond: number;
  /** The whole stretch is beyond this many of the scale that so many cases have. */
  readonly together: number;
}

/**
 * `residuals`: NaN where nothing is known, which ends a stretch. Nothing takes less than what ran: stretches that do so
 * show how far errors go, and what goes no further is taken for one.
 */
export function findRuns(residuals: Float64Array, scale: Joules, rule: RunRule): readonly CaseRun[] {
  const mirrored = listRuns(
    residuals.map((residual) => -residual),
    scale,
    rule,
  );
  const largest = mirrored.reduce((most, { energy }) => Math.max(most, energy), 0);
  return listRuns(residuals, scale, rule).filter(({ energy }) => energy > largest);
}

function listRuns(residuals: Float64Array, scale: Joules, { beyond, together }: RunRule): readonly CaseRun[] {
  const runs: CaseRun[] = [];
  const limit = beyond * scale;
  for (let first = 0; first < residuals.length; first++) {
    if (!(at(residuals, first) > limit)) continue;
    let end = first;
    let energy = 0;
    while (end < residuals.length && at(residuals, end) > limit) energy += at(residuals, end++);
    // What ran in one case and was counted in the next is too much here and too little there.
    energy += lackAt(first - 1) + lackAt(end);
    if (energy > together * scale * Math.sqrt(end - first)) runs.push({ first, end, energy });
    first = end;
  }
  return runs;

  function lackAt(index: number): Joules {
    const residual = residuals[index] ?? 0;
    return residual < 0 ? residual : 0;
  }
}
