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

type RunDraws = Draws & { normal(): number };

/** The parts of a run that all of its threads share. */
interface SharedRun {
  readonly methods: SyntheticProgram['methods'];
  /** The number of the first path of each method. */
  readonly firsts: readonly number[];
  readonly options: SyntheticRunOptions;
  readonly draws: RunDraws;
  readonly sink: RunSink;
  /** The number of tuples of one thread, and the nanoseconds that they are expected to take. */
  readonly share: number;
  readonly expected: number;
  /** The collections that stopped the first thread, which all threads share. */
  readonly pauses: { readonly from: number; readonly to: number }[];
}

/** Paths are numbered over all methods. Returns the time at which the last thread ended. */
export function runSynthetic(
  { methods }: SyntheticProgram,
  options: SyntheticRunOptions,
  draws: RunDraws,
  sink: RunSink,
): number {
  const { threads, tuples, pathNanos } = options;
  const firsts: number[] = [];
  methods.reduce((first, { paths }) => (firsts.push(first), first + paths.length), 0);
  const share = Math.ceil(tuples / threads);
  const expected = meanOf(pathNanos) * share;
  const shared = { methods, firsts, options, draws, sink, share, expected, pauses: [] };
  let ended = 0;
  for (let thread = 0; thread < threads; thread++)
    ended = Math.max(ended, new ThreadRun(shared, thread).toEnd());
  return ended;
}

/** The run of one thread. */
class ThreadRun {
  readonly #shared: SharedRun;
  readonly #thread: number;
  readonly #choice: MethodChoice;
  /** The events that interrupt this thread, in the order of their times; `at` leaves out earlier interruptions. */
  readonly #due: readonly { readonly event: SyntheticEvent; readonly at: number }[];
  #now = 1_000_000;
  /** The number of tuples that are still to run. */
  #left: number;
  /** The index of the next event, and that of the next pause of the first thread. */
  #pending = 0;
  #pause = 0;
  /** The nanoseconds that events have taken so far. */
  #paused = 0;

  constructor(shared: SharedRun, thread: number) {
    const { options, draws, share, expected, methods } = shared;
    this.#shared = shared;
    this.#thread = thread;
    this.#choice = new MethodChoice(methods.length, draws);
    this.#left = share;
    // The first thread has all collections, and its part of the switches.
    const own = options.events.filter(({ kind }, index) =>
      kind === 'collection' ? thread === 0 : index % options.threads === thread,
    );
    this.#due = own
      .map((event) => ({ event, at: this.#now + draws.uniform() * 0.9 * expected }))
      .sort((one, other) => one.at - other.at);
  }

  /** Runs the thread to its end, and returns the time of that. */
  toEnd(): number {
    const { options, draws } = this.#shared;
    while (this.#left > 0) {
      this.#execute(0);
      if (draws.uniform() < options.waiting) this.#now += WAIT_NANOS * -Math.log(1 - draws.uniform());
      if (draws.uniform() < options.calls) this.#call();
    }
    return this.#now;
  }

  /** Executes a path, and perhaps another that it calls. */
  #execute(depth: number): void {
    const { methods, firsts, options, draws, sink } = this.#shared;
    const { jitter, pathNanos, pathEnergy } = options;
    this.#left--;
    const method = this.#choice.next();
    const path = (firsts[method] ?? outside(method)) + draws.below(methods[method]?.paths.length ?? 1);
    const factor = Math.max(0.2, 1 + jitter * draws.normal());
    const nanos = Math.max(1, Math.round((pathNanos[path] ?? outside(path)) * factor));
    const energy = (pathEnergy[path] ?? outside(path)) * Math.max(0.2, 1 + jitter * draws.normal());
    const enter = Math.round(this.#now);
    const before = draws.uniform();
    const calls = depth < 3 && this.#left > 0 && draws.uniform() < 0.3;
    this.#spend(path, calls ? nanos * before : nanos, calls ? energy * before : energy);
    if (calls) {
      this.#execute(depth + 1);
      this.#spend(path, nanos * (1 - before), energy * (1 - before));
    }
    sink.executed(path);
    sink.tuple(this.#thread, 2 * path, enter, Math.max(enter, Math.round(this.#now)));
  }

  /** Runs for some time in a path, which draws the energy evenly; events and pauses interrupt it. */
  #spend(path: number, nanos: number, energy: number): void {
    const { sink, pauses } = this.#shared;
    let rest = nanos;
    while (rest > LEAST_NANOS) {
      const event = this.#due[this.#pending];
      const stop = this.#thread === 0 ? undefined : pauses[this.#pause];
      const now = this.#now;
      const atEvent = event === undefined ? Infinity : Math.max(event.at + this.#paused, now);
      const atStop = stop === undefined ? Infinity : Math.max(stop.from, now);
      const until = Math.min(now + rest, atEvent, atStop);
      if (until > now) {
        sink.draw(now, until, (energy * (until - now)) / nanos);
        rest -= until - now;
        this.#now = until;
      }
      if (rest <= LEAST_NANOS) return;
      if (atStop <= atEvent && stop !== undefined) {
        this.#now = Math.max(this.#now, stop.to);
        this.#pause++;
      } else if (event !== undefined) this.#interrupt(path, event.event);
    }
  }

  #interrupt(path: number, event: SyntheticEvent): void {
    const { sink, pauses } = this.#shared;
    const from = this.#now;
    const to = from + event.nanos;
    sink.draw(from, to, event.energy);
    sink.event({ ...event, from, to, thread: this.#thread, path });
    if (event.kind === 'collection') pauses.push({ from, to });
    this.#paused += event.nanos;
    this.#now = to;
    this.#pending++;
  }

  /** Makes a timed call. */
  #call(): void {
    const { options, draws, sink } = this.#shared;
    const from = Math.round(this.#now);
    const nanos = Math.round(options.callNanos * (0.5 + draws.uniform()));
    sink.draw(from, from + nanos, (options.callEnergy * nanos) / options.callNanos);
    this.#now = from + nanos;
    sink.tuple(this.#thread, 1, from, this.#now);
    sink.call(from, this.#now);
  }
}

/** The choice of the method that runs next. A program has phases, in which some methods run far more often than others. */
class MethodChoice {
  readonly #methods: number;
  readonly #draws: Draws;
  #favorites: readonly number[] = [];
  /** The number of choices that are left in this phase. */
  #phase = 0;

  constructor(methods: number, draws: Draws) {
    this.#methods = methods;
    this.#draws = draws;
  }

  next(): number {
    const draws = this.#draws;
    if (this.#phase-- <= 0) {
      this.#phase = 200 + draws.below(2000);
      this.#favorites = Array.from({ length: 4 }, () => draws.below(this.#methods));
    }
    return draws.uniform() < 0.7
      ? at(this.#favorites, draws.below(this.#favorites.length))
      : draws.below(this.#methods);
  }
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
