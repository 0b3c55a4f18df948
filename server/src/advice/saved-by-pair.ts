/**
 * The saving of a change at so many rounds, between the sizes at which its pair of programs was measured; once compiled
 * also as a share of the method, where the model of compiled code weighs what the pair does not have.
 *
 * Model and pairs were measured on one kind of machine, whose CPU time at a power stands in for a meter: shares of time
 * are shares of energy.
 */
import { at } from '../base/check';
import type { Joules, Share } from '../base/units';
import { CALL_TIMES } from './measured-calls';
import { MEASURED_PAIRS, type MeasuredPair } from './measured-pairs';

/** The execution of a program by an interpreter alone, or by code that a compiler made. */
type Execution = 'interpreted' | 'compiled';

export interface PairTimes {
  /** Nanoseconds of CPU time of one run of the loop. */
  readonly before: number;
  readonly after: number;
}

/**
 * The least share that a change saves, in the mean of all sizes, to be worth a word: two runs of one program differ by
 * 4 %, and short loops by what they are called with.
 */
const MEAN_WORTH = 0.1;

/** A change that doubles a program of a few rounds may still pay in long ones. */
const WORST = -0.5;

/** The times of a pair for a loop of so many rounds; undefined for a pair that nobody measured. */
export function timesOf(pair: string, rounds: number, execution: Execution): PairTimes | undefined {
  const measured = MEASURED_PAIRS[pair];
  if (measured === undefined) return undefined;
  const column = execution === 'interpreted' ? 1 : 3;
  return {
    before: timeAt(measured, rounds, column),
    after: timeAt(measured, rounds, column + 1),
  };
}

/** True if a change saves time once compiled, in the mean of the sizes that were measured. */
export function savesCompiled(pair: string): boolean {
  const measured = MEASURED_PAIRS[pair];
  if (measured === undefined) return true;
  const shares = measured.map((row) => Math.max(WORST, 1 - at(row, 4) / at(row, 3)));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length >= MEAN_WORTH;
}

/** Times are straight lines between sizes, in logarithms of both; beyond the ends they go on in proportion to the rounds. */
function timeAt(measured: MeasuredPair, rounds: number, column: number): number {
  const n = Math.max(1, rounds);
  const first = at(measured, 0);
  const last = at(measured, measured.length - 1);
  if (n <= at(first, 0)) return (at(first, column) * n) / at(first, 0);
  if (n >= at(last, 0)) return (at(last, column) * n) / at(last, 0);
  const index = measured.findIndex((row) => at(row, 0) >= n);
  const [low, high] = [at(measured, index - 1), at(measured, index)];
  const share = Math.log(n / at(low, 0)) / Math.log(at(high, 0) / at(low, 0));
  return at(low, column) ** (1 - share) * at(high, column) ** share;
}

/** The power that turns the CPU time of pairs into the unit of the model of compiled code, in watts. */
const COMPILED_WATTS = 10;

/** The energy of a call by itself in a compiled loop; undefined for those that nobody measured. */
export function callOnceCompiled(operation: string): Joules | undefined {
  const nanoseconds = CALL_TIMES.get(operation);
  return nanoseconds === undefined ? undefined : nanoseconds * 1e-9 * COMPILED_WATTS;
}

/** The work of a loop's header, which each measured pair does once in a round, as it reads one element. */
const OF_EACH_PAIR: readonly RegExp[] = [
  ...[/^(?:Less|LessEqual|Greater|NotEqual)_int_int$/, /^Increment_int$/, /^BlockGoto_/, /^ArrayReference_/],
  ...[/\.Iterator\.next$/, /\.Iterator\.hasNext$/, /^CheckCast_/, /^Declaration_/],
];

/** The work that pairs of a rule do once in a round, besides what the rule points at. */
const OF_PAIRS: Readonly<Record<string, readonly RegExp[]>> = {
  'unsized-collection': [/\.(?:add|addLast|push|offer|addElement|put)$/],
  'linked-list-queue': [/^java\.util\.\w+\.(?:add|offer|push|addLast|addFirst)$/, /^java\.util\.\w+\.(?:poll|remove|pop|pollFirst|removeFirst)$/, /\.isEmpty$/], // prettier-ignore
  'synchronized-call': [/\.(?:append|add|addElement|put|push)$/],
  'append-concatenation': [/\.append$/],
  'append-letter': [/\.append$/],
  'loop-invariant-allocation': [/^java\.lang\.System\.arraycopy$/, /^java\.text\.\w+\.(?:format|parse)$/, /\.next[A-Z]\w*$/, /^Addition_/], // prettier-ignore
  'repeated-lookup': [/^BooleanTest_/, /^Addition_/],
  'column-major': [/^(?:Less|LessEqual|Greater|NotEqual)_int_int$/, /^Increment_int$/, /^BlockGoto_/, /^ArrayReference_/, /^Addition_/, /^Assignment/], // prettier-ignore
  'shifting-list': [/\.isEmpty$/, /^java\.lang\.String\.length$/],
};

export function isOfPair(pair: string): (operation: string) => boolean {
  const left = [...OF_EACH_PAIR, ...(OF_PAIRS[pair.slice(0, pair.indexOf('/'))] ?? [])];
  return (operation) => {
    // A compiler reads an array that a field has before the loop.
    if (/^FieldReference_.*\[\]$/.test(operation)) return true;
    const index = left.findIndex((each) => each.test(operation));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
}

export interface CompiledSaving {
  /** Rule and kind of the measured pair. */
  readonly pair: string;
  /** The rounds of its loop, each time that the loop is entered. */
  readonly rounds: number;
  /** False if the text doesn't say how many rounds there are: then the figures are for the rounds that are assumed. */
  readonly isKnown: boolean;
  /** CPU time that one call of the method takes less, in nanoseconds; below zero if the change takes more. */
  readonly nanoseconds: number;
  readonly shareOfMember: Share;
}

/** The times that a loop is entered in one call of its method, and the rounds each time. */
export interface EnteredRounds {
  readonly entered: number;
  readonly rounds: number;
  /** False if the text doesn't say how many there are. */
  readonly isKnown: boolean;
  /** The share of the rounds that do what the pair does. */
  readonly part: Share;
}

/**
 * The rounds of a loop of unknown length. Most loops are shorter, and few of them are worth a change: this stands
 * between the loops of ten rounds, where hardly any change pays, and those of thousands.
 */
const ASSUMED_ROUNDS = 30;

/** The energy that a method takes by the model without the code that the pair stands for. */
export interface OtherWork {
  /** In the loop, at the rounds that were estimated. */
  readonly inLoop: Joules;
  readonly outside: Joules;
}

export function compiledSaving(
  pair: string,
  { rounds: estimated, entered, isKnown, part }: EnteredRounds,
  { inLoop, outside }: OtherWork,
): CompiledSaving | undefined {
  const rounds = isKnown ? estimated : Math.max(estimated, ASSUMED_ROUNDS);
  const times = timesOf(pair, rounds, 'compiled');
  if (times === undefined) return undefined;
  const saved = (times.before - times.after) * entered * part;
  const joules = outside + (inLoop * rounds) / Math.max(1, estimated);
  const others = (joules / COMPILED_WATTS) * 1e9;
  const whole = others + times.before * entered * part;
  return { pair, rounds, isKnown, nanoseconds: saved, shareOfMember: whole > 0 ? saved / whole : 0 };
}
