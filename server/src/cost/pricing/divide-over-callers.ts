/**
 * The energy of methods in a run, with what they call, from the energy that each takes by itself.
 *
 * Sits in `cost/`. As gprof does (Graham, Kessler and McKusick, 1982), what a method takes with its callees is divided
 * over its callers by the number of their calls, so that no method has more than the whole run.
 */
import { at, type NumberColumn } from '../../base/check';

/** The calls of a run. Callers are numbered; those of a caller are together. */
interface CallsOfRun {
  /** The index of the first call of each caller, and after the last caller the number of calls. */
  readonly start: NumberColumn;
  /** The method that is called. */
  readonly to: NumberColumn;
  /** The number of calls in the run, which may be a fraction where it is expected. */
  readonly count: NumberColumn;
}

interface DividedEnergy {
  /** The energy of each method with all that it calls, in joules. */
  readonly inclusive: Float64Array;
  /** The part of the callee's energy that each call has, in joules. */
  readonly ofCall: Float64Array;
}

/**
 * Divides energy over callers. A method that runs more often than it is called here has other callers too, such as
 * libraries: their part stays with it. A call back into a method that is not finished has none: what it takes is that
 * method's already. Linear in the calls.
 *
 * @param own the energy of each method by itself, in joules.
 * @param runs the number of times that each method runs.
 */
export function divideOverCallers(own: NumberColumn, runs: NumberColumn, calls: CallsOfRun): DividedEnergy {
  const { order, isBack } = walkCalls(calls);
  const kept = new Float64Array(order.length);
  const cut = new Float64Array(order.length);
  for (let call = 0; call < calls.to.length; call++) {
    const [sums, callee] = [at(isBack, call) === 1 ? cut : kept, at(calls.to, call)];
    sums[callee] = at(sums, callee) + at(calls.count, call);
  }
  const inclusive = new Float64Array(order.length);
  const ofCall = new Float64Array(calls.to.length);
  for (const method of order) {
    let sum = at(own, method);
    for (let call = at(calls.start, method); call < at(calls.start, method + 1); call++) {
      const callee = at(calls.to, call);
      const all = Math.max(at(kept, callee), at(runs, callee) - at(cut, callee));
      if (at(isBack, call) === 1 || all === 0) continue;
      ofCall[call] = (at(inclusive, callee) * at(calls.count, call)) / all;
      sum += at(ofCall, call);
    }
    inclusive[method] = sum;
  }
  return { inclusive, ofCall };
}

/** Methods after all that they call, and the calls that lead back into a method that is not finished. */
function walkCalls({ start, to }: CallsOfRun): { readonly order: Uint32Array; readonly isBack: Uint8Array } {
  const count = start.length - 1;
  const isBack = new Uint8Array(to.length);
  const order = new Uint32Array(count);
  const state = new Uint8Array(count);
  const next = Uint32Array.from({ length: count }, (_, method) => at(start, method));
  let finished = 0;
  const open: number[] = [];
  for (const root of rootsFirst(count, to)) {
    if (at(state, root) !== UNSEEN) continue;
    open.push(root);
    state[root] = OPEN;
    for (let method = open.at(-1); method !== undefined; method = open.at(-1)) {
      const call = at(next, method);
      next[method] = call + 1;
      if (call === at(start, method + 1)) {
        open.pop();
        state[method] = FINISHED;
        order[finished++] = method;
        continue;
      }
      const callee = at(to, call);
      if (at(state, callee) === OPEN) isBack[call] = 1;
      else if (at(state, callee) === UNSEEN) {
        state[callee] = OPEN;
        open.push(callee);
      }
    }
  }
  return { order, isBack };
}

const [UNSEEN, OPEN, FINISHED] = [0, 1, 2];

/** Methods that nobody calls, then all others: a walk from the middle would cut other calls of a circle. */
function* rootsFirst(count: number, to: NumberColumn): Iterable<number> {
  const isCalled = new Uint8Array(count);
  for (let call = 0; call < to.length; call++) isCalled[at(to, call)] = 1;
  for (const wanted of [0, 1])
    for (let method = 0; method < count; method++) if (at(isCalled, method) === wanted) yield method;
}
