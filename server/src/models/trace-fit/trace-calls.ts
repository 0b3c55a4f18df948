/**
 * The timed calls of a trace: which of them are measured by themselves, and
 * which keep a component awake.
 *
 * Sits in `models/`, under `fit-trace.ts`.
 */
import type { TimeWindow } from '../../power/power-trace';
import { type Tail, tailsOf } from '../../power/tail-energy';
import { matchCalls } from '../../profile/plan/library-calls';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { TraceScan } from '../../profile/trace/scan-trace';
import { operationOfCall } from '../../profile/trace/time-library';
import type { VisitTuple } from '../../profile/trace/trace-file';
import type { NamedTail } from './read-tails';

/**
 * The calls to measure: the names that prices give them, by the number of the site; only names of which every call
 * was timed.
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
      return count > 0 && count >= (executions.get(name) ?? 0) ? [[call, name]] : [];
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
    const name = callers[access] ?? '';
    byCall.set(name, (byCall.get(name) ?? 0) + energy);
  }
  return { all, byCall };
}
