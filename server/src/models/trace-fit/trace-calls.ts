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
import { placedName, placeName } from '../../profile/document/place-operations';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { VisitTuple, TraceScan } from '../../profile/trace/trace-file';
import type { NamedTail } from './read-tails';
import { at } from '../solve/matrix';
import type { Joules } from '../../base/units';

/** The calls of one method at one place, or at all places that the trace does not tell. */
export interface CallSite {
  /** The name of the call in prices. */
  readonly name: string;
  /** A line of a method, as in `app/Main.run(I)V:12`; absent where the class of the call is not in the profile. */
  readonly place?: string;
}

/** The text by which a site is told from others. */
export function siteId({ name, place }: CallSite): string {
  return place === undefined ? name : placedName(place, name);
}

/** The sites of the timed calls, by the call's number. Calls of one method on one line are one site. */
export function listSites({ trace, classes }: ProfileDocument): readonly CallSite[] {
  return (trace?.calls ?? []).map(([owner, index, , line, called]) => {
    const { name: className = '' } = classes[owner] ?? {};
    const method = classes[owner]?.methods[index];
    const name = operationOfCall(called);
    return method === undefined ? { name } : { name, place: placeName(className, method, line) };
  });
}

/**
 * The sites to measure, by the number of the call: those of which every call was timed, and that do more than wait.
 * `read` of a socket takes other energy than `read` of a file, so no site has that of another.
 */
export function callsToMeasure(profile: ProfileDocument, scan: TraceScan): ReadonlyMap<number, CallSite> {
  const executions = new Map<string, number>();
  for (const { name: owner, methods } of profile.classes)
    for (const method of methods)
      for (const [key, line, count] of method.operations) {
        const id = siteId({
          name: profile.keys[key]?.name ?? '',
          place: placeName(owner, method, line),
        });
        executions.set(id, (executions.get(id) ?? 0) + count);
      }
  const sites = listSites(profile);
  const timed = new Map<string, number>();
  sites.forEach((site, call) => {
    const id = siteId(site);
    timed.set(id, (timed.get(id) ?? 0) + (scan.callTuples.get(call) ?? 0));
  });
  const isMeasured = (site: CallSite): boolean => {
    const count = timed.get(siteId(site)) ?? 0;
    return count > 0 && count >= (executions.get(siteId(site)) ?? 0) && !onlyWaits(site.name);
  };
  return new Map(
    sites.flatMap((site, call): readonly (readonly [number, CallSite])[] =>
      isMeasured(site) ? [[call, site]] : [],
    ),
  );
}

export interface DeviceTails {
  readonly all: readonly Tail[];
  /** The energy of the tails, in joules, by the {@link siteId} of the call that caused them. */
  readonly bySite: ReadonlyMap<string, Joules>;
}

export function findTails(
  model: NamedTail,
  profile: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
): DeviceTails {
  const isOf = matchCalls(model.calls);
  const sites = listSites(profile);
  const ids = (profile.trace?.calls ?? []).map(([, , , , called], call) => {
    const [, owner = '', name = ''] = /^(.*)\.([^.(]*)\(/.exec(called) ?? [];
    return isOf(owner, name) ? siteId(elementAt(sites, call)) : undefined;
  });
  const accesses: TimeWindow[] = [];
  const callers: string[] = [];
  visitTrace((_, subject, enter, exit) => {
    const id = subject % 2 === 1 ? ids[(subject - 1) / 2] : undefined;
    if (id === undefined) return;
    accesses.push({ start: enter / 1e9, end: exit / 1e9 });
    callers.push(id);
  });
  const all = tailsOf(model, accesses);
  const bySite = new Map<string, Joules>();
  for (const { access, energy } of all) {
    const id = elementAt(callers, access);
    bySite.set(id, (bySite.get(id) ?? 0) + energy);
  }
  return { all, bySite };
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
