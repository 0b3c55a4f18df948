/**
 * Makes contexts of a call graph, whose functions know what each of their calls took and not who called them.
 *
 * Sits in `recordings/`, under `callgrind.ts`. A function's own costs are divided among its callers by what their calls
 * of it took, callers above callers (Graham, Kessler and McKusick, "gprof: a call graph execution profiler", 1982).
 * Costs stay whole numbers, and each function has all of its own. Calls that close a circle of recursion have no part.
 */
import { at, last } from '../../base/check';
import { addTo } from '../../base/groups';
import type { Share } from '../../base/units';

/** The costs of one place in a function's code, by measure. */
export interface PlaceCosts {
  readonly place: number;
  readonly values: readonly number[];
}

export interface CallCosts extends PlaceCosts {
  /** The index of the called function; the values are those of all that it did. */
  readonly callee: number;
}

export interface CalledFunction {
  readonly own: readonly PlaceCosts[];
  readonly calls: readonly CallCosts[];
}

export interface UnrolledContexts {
  /** The context of the program without any call. */
  readonly root: number;
  readonly child: (parent: number, place: number) => number;
  readonly add: (context: number, measure: number, value: number) => void;
}

/** A place that a function is called from, with the shares of all the function's calls by measure. */
interface CallerShares {
  readonly parent: number;
  /** The call's own place; absent where nobody called. */
  readonly place?: number;
  readonly shares: readonly Share[];
}

/** More callers of one function than this have no callers above them. */
const MOST_CALLERS = 64;
/** Sums that differ by less were rounded. */
const ROUNDING = 1e-6;

export function unrollCalls(
  functions: readonly CalledFunction[],
  measures: number,
  sink: UnrolledContexts,
): void {
  const { order, calls } = orderCallersFirst(functions);
  const sums = functions.map(() => new Float64Array(measures));
  for (const { callee, values } of calls.flat()) addAll(at(sums, callee), values);
  const callers = new Map<number, CallerShares[]>();
  for (const index of order) {
    const { own } = at(functions, index);
    const made = at(calls, index);
    const called = at(sums, index);
    const whole = new Float64Array(measures);
    for (const { values } of [...own, ...made]) addAll(whole, values);
    const missing = Array.from(whole, (all, measure): Share => {
      const left = all - at(called, measure);
      return left > ROUNDING * all ? left / all : 0;
    });
    const above = limitCallers(
      [
        ...(callers.get(index) ?? []).map(({ shares, ...of }) => ({
          ...of,
          shares: shares.map((share, measure) => share * (1 - at(missing, measure))),
        })),
        ...(missing.some((share) => share > 0) ? [{ parent: sink.root, shares: missing }] : []),
      ],
      sink,
    );
    callers.delete(index);
    for (const { place, values } of own)
      for (const [measure, value] of values.entries())
        divideValue(value, above, measure, (parent, part) => {
          sink.add(sink.child(parent, place), measure, part);
        });
    for (const { place, values, callee } of made)
      for (const { parent, shares } of above)
        addTo(callers, callee, {
          parent: sink.child(parent, place),
          place,
          shares: shares.map((share, measure) => {
            const all = at(at(sums, callee), measure);
            return all > 0 ? (share * at(values, measure)) / all : 0;
          }),
        });
  }
}

function addAll(sums: Float64Array, values: readonly number[]): void {
  for (const [measure, value] of values.entries()) sums[measure] = at(sums, measure) + value;
}

/** Divides a value among callers; those of whole numbers get whole numbers, and nothing is lost. */
function divideValue(
  value: number,
  callers: readonly CallerShares[],
  measure: number,
  give: (parent: number, part: number) => void,
): void {
  const all = callers.reduce((sum, { shares }) => sum + at(shares, measure), 0);
  let [before, given] = [0, 0];
  for (const { parent, shares } of callers) {
    before += at(shares, measure);
    const upTo = before >= all ? value : (value * before) / all;
    const whole = Number.isInteger(value) ? Math.round(upTo) : upTo;
    if (whole > given) give(parent, whole - given);
    given = whole;
  }
}

/** The callers that count most; the others are put together by the place of their call, without those above. */
function limitCallers(
  all: readonly CallerShares[],
  { root, child }: UnrolledContexts,
): readonly CallerShares[] {
  if (all.length <= MOST_CALLERS) return all;
  const sumOf = ({ shares }: CallerShares): number => shares.reduce((sum, share) => sum + share, 0);
  const ranked = [...all].sort((one, other) => sumOf(other) - sumOf(one));
  const rest = new Map<number, Share[]>();
  for (const { place, parent, shares } of ranked.slice(MOST_CALLERS)) {
    const context = place === undefined ? parent : child(root, place);
    const known = rest.get(context);
    rest.set(
      context,
      known === undefined ? [...shares] : shares.map((share, index) => share + at(known, index)),
    );
  }
  return [
    ...ranked.slice(0, MOST_CALLERS),
    ...Array.from(rest, ([parent, shares]): CallerShares => ({ parent, shares })),
  ];
}

/** The functions with each caller before what it calls, and the calls of each that close no circle. */
function orderCallersFirst(functions: readonly CalledFunction[]): {
  readonly order: readonly number[];
  readonly calls: readonly (readonly CallCosts[])[];
} {
  const isCalled = new Uint8Array(functions.length);
  functions.forEach(({ calls }, index) => {
    for (const { callee } of calls) if (callee !== index) isCalled[callee] = 1;
  });
  const first = [...functions.keys()].sort((one, other) => at(isCalled, one) - at(isCalled, other));
  const kept: CallCosts[][] = functions.map(() => []);
  const done: number[] = [];
  /** 0 for functions that were not seen, 1 for those that are being looked into, 2 for those that are done. */
  const state = new Uint8Array(functions.length);
  for (const start of first) {
    if (state[start] !== 0) continue;
    state[start] = 1;
    const stack = [{ index: start, next: 0 }];
    while (stack.length > 0) {
      const top = last(stack);
      const call = at(functions, top.index).calls[top.next++];
      if (call === undefined) {
        state[top.index] = 2;
        done.push(top.index);
        stack.pop();
        continue;
      }
      const seen = at(state, call.callee);
      if (seen === 1) continue;
      at(kept, top.index).push(call);
      if (seen === 2) continue;
      state[call.callee] = 1;
      stack.push({ index: call.callee, next: 0 });
    }
  }
  return { order: done.reverse(), calls: kept };
}
