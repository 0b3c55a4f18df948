/**
 * Runs a generated program: decides which paths follow and call each other, how long each takes, and what
 * interrupts them.
 *
 * Sits in `profile/`, over `synthetic-program.ts`. Threads run one after the other; the garbage collections
 * that stop the first one stop the others at the same times. All times are nanoseconds.
 */
import { at, outside } from '../../base/check';
import type { Draws, SyntheticProgram } from './synthetic-program';
import type { TupleSubject } from './trace-file';

export interface SyntheticEvent {
  readonly kind: 'collection' | 'switch';
  /** The energy in joules, and how long nothing else of the thread runs. */
  readonly energy: number;
  readonly nanos: number;
}

export interface SyntheticRunOptions {
  /** The number of tuples of all threads together. */
  readonly tuples: number;
  readonly threads: number;
  readonly events: readonly SyntheticEvent[];
  /** The share of the top-level paths that a timed call follows. */
  readonly calls: number;
  /** The share of the top-level paths that a thread waits after. */
  readonly waiting: number;
  /** How much the duration and energy of an execution vary around what its operations take. */
  readonly jitter: number;
  /** The nanoseconds and joules of an execution, by path. */
  readonly pathNanos: Float64Array;
  readonly pathEnergy: Float64Array;
  readonly callNanos: number;
  readonly callEnergy: number;
}

/** The place where a path or a call drew its energy; `energy` is in joules. */
export interface RunSink {
  tuple(thread: number, subject: TupleSubject, enter: number, exit: number): void;
  draw(from: number, to: number, energy: number): void;
  executed(path: number): void;
  event(event: PlacedEvent): void;
  call(from: number, to: number): void;
}

export interface PlacedEvent extends SyntheticEvent {
  readonly from: number;
  readonly to: number;
  readonly thread: number;
  /** The path of the interrupted execution. */
  readonly path: number;
}

/** How long a thread waits on average: for a device, or for its user's next key. */
const WAIT_NANOS = 1e6;

/** Smaller differences are rounding: after hours, a number no longer resolves a millionth of a nanosecond. */
const LEAST_NANOS = 1e-2;

/** Paths are numbered over all methods. Returns the time at which the last thread ended. */
export function runSynthetic(
  { methods }: SyntheticProgram,
  options: SyntheticRunOptions,
  draws: Draws & { normal(): number },
  sink: RunSink,
): number {
  const { threads, tuples, events, jitter, pathNanos, pathEnergy } = options;
  const firsts: number[] = [];
  methods.reduce((first, { paths }) => (firsts.push(first), first + paths.length), 0);
  const share = Math.ceil(tuples / threads);
  const expected = meanOf(pathNanos) * share;
  /** The collections that stopped the first thread, which all threads share. */
  const pauses: { readonly from: number; readonly to: number }[] = [];
  let ended = 0;
  for (let thread = 0; thread < threads; thread++) ended = Math.max(ended, runThread(thread));
  return ended;

  function runThread(thread: number): number {
    let now = 1_000_000;
    let left = share;
    // The first thread has all collections, and its part of the switches.
    const own = events.filter(({ kind }, index) =>
      kind === 'collection' ? thread === 0 : index % threads === thread,
    );
    const due = own
      .map((event) => ({ event, at: now + draws.uniform() * 0.9 * expected }))
      .sort((one, other) => one.at - other.at);
    let pending = 0;
    let pause = 0;
    let paused = 0;

    const run = (path: number, nanos: number, energy: number): void => {
      let rest = nanos;
      while (rest > LEAST_NANOS) {
        const event = due[pending];
        const stop = thread === 0 ? undefined : pauses[pause];
        const atEvent = event === undefined ? Infinity : Math.max(event.at + paused, now);
        const atStop = stop === undefined ? Infinity : Math.max(stop.from, now);
        const until = Math.min(now + rest, atEvent, atStop);
        if (until > now) {
          sink.draw(now, until, (energy * (until - now)) / nanos);
          rest -= until - now;
          now = until;
        }
        if (rest <= LEAST_NANOS) return;
        if (atStop <= atEvent && stop !== undefined) {
          now = Math.max(now, stop.to);
          pause++;
        } else if (event !== undefined) {
          const to = now + event.event.nanos;
          sink.draw(now, to, event.event.energy);
          sink.event({ ...event.event, from: now, to, thread, path });
          if (event.event.kind === 'collection') pauses.push({ from: now, to });
          paused += event.event.nanos;
          now = to;
          pending++;
        }
      }
    };
    const execute = (depth: number): void => {
      left--;
      const method = pickMethod();
      const path = (firsts[method] ?? outside(method)) + draws.below(methods[method]?.paths.length ?? 1);
      const factor = Math.max(0.2, 1 + jitter * draws.normal());
      const nanos = Math.max(1, Math.round((pathNanos[path] ?? outside(path)) * factor));
      const energy = (pathEnergy[path] ?? outside(path)) * Math.max(0.2, 1 + jitter * draws.normal());
      const enter = Math.round(now);
      const before = draws.uniform();
      const calls = depth < 3 && left > 0 && draws.uniform() < 0.3;
      run(path, calls ? nanos * before : nanos, calls ? energy * before : energy);
      if (calls) {
        execute(depth + 1);
        run(path, nanos * (1 - before), energy * (1 - before));
      }
      sink.executed(path);
      sink.tuple(thread, 2 * path, enter, Math.max(enter, Math.round(now)));
    };
    // A program has phases, in which some methods run far more often than others.
    let favorites: readonly number[] = [];
    let phase = 0;
    function pickMethod(): number {
      if (phase-- <= 0) {
        phase = 200 + draws.below(2000);
        favorites = Array.from({ length: 4 }, () => draws.below(methods.length));
      }
      return draws.uniform() < 0.7
        ? at(favorites, draws.below(favorites.length))
        : draws.below(methods.length);
    }
    while (left > 0) {
      execute(0);
      if (draws.uniform() < options.waiting) now += WAIT_NANOS * -Math.log(1 - draws.uniform());
      if (draws.uniform() < options.calls) {
        const from = Math.round(now);
        const nanos = Math.round(options.callNanos * (0.5 + draws.uniform()));
        sink.draw(from, from + nanos, (options.callEnergy * nanos) / options.callNanos);
        now = from + nanos;
        sink.tuple(thread, 1, from, now);
        sink.call(from, now);
      }
    }
    return now;
  }
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
