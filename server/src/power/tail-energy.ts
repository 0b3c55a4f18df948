/**
 * Tail energy: what a component takes after an access, because it stays awake in case another one follows.
 *
 * Sits in `power/`. Equation 2 of vLens: an access that is followed by another before its tail is
 * over gets (TS(aᵢ₊₁) − TE(aᵢ))/T_tail of E_tail, any other access all of it. That energy belongs to the
 * access, not to what ran meanwhile.
 */
import { at } from '../base/check';
import type { Joules, Seconds } from '../base/units';
import type { PowerTrace, TimeWindow } from './power-trace';

/** The tail of one component, from its maker or from measuring it alone. */
export interface TailModel {
  readonly device: string;
  readonly energy: Joules;
  readonly seconds: Seconds;
}

export interface Tail extends TimeWindow {
  /** The index of the access that it belongs to. */
  readonly access: number;
  readonly energy: Joules;
}

/** One tail for each access, in the order of time; accesses that overlap share one tail, that of the last. */
export function tailsOf({ energy, seconds }: TailModel, accesses: readonly TimeWindow[]): readonly Tail[] {
  const order = accesses.map((_, index) => index).sort((a, b) => endOf(a) - endOf(b));
  let next = Infinity;
  const tails = order.toReversed().map((access): Tail => {
    const start = endOf(access);
    const length = Math.max(0, Math.min(seconds, next - start));
    next = Math.min(next, startOf(access));
    return { access, start, end: start + length, energy: (length / seconds) * energy };
  });
  return tails.reverse();

  function startOf(index: number): Seconds {
    return at(accesses, index).start;
  }
  function endOf(index: number): Seconds {
    return at(accesses, index).end;
  }
}

/** A trace without the energy of tails, which must not overlap. */
export function withoutTails(trace: PowerTrace, tails: readonly Tail[]): PowerTrace {
  const watts = Float64Array.from(trace.watts);
  let first = 0;
  for (const { start, end, energy } of tails) {
    if (end <= start) continue;
    const power = energy / (end - start);
    while (first < watts.length && (trace.ends[first] ?? Infinity) <= start) first++;
    for (let index = first; index < watts.length; index++) {
      const from = index === 0 ? trace.start : (trace.ends[index - 1] ?? trace.start);
      const to = trace.ends[index] ?? from;
      if (from >= end) break;
      const share = Math.min(to, end) - Math.max(from, start);
      watts[index] = (watts[index] ?? NaN) - (power * share) / (to - from);
    }
  }
  return { ...trace, watts };
}
