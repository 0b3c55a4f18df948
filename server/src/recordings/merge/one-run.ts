/**
 * The sources of one component that tell of one run: the sources whose places count, the whole that they are part of,
 * and those of another program or workload, which stand beside them.
 *
 * Sits in `recordings/`, under `merge-recordings.ts`.
 */
import type { ImportedRecording } from '../model/imported-profile';
import type { PlacedRecording } from '../place/placed-values';
import { type Evidence, isOfSameCode, isOtherWorkload } from './evidence';

export interface RunSources {
  /** The sources that tell places of the run, the best first. */
  readonly own: readonly Evidence[];
  /** The sources of another program or workload, which have no part in any figure. */
  readonly strangers: readonly Evidence[];
  /** Those of {@link own} whose places are in the sum. */
  readonly counting: readonly Evidence[];
  /** The total that counts, if a source tells it apart from places. */
  readonly whole?: Evidence;
  /** All totals of the whole program, the best first. */
  readonly totals: readonly Evidence[];
}

/** `ranked`: the best first. */
export function findRunSources(ranked: readonly Evidence[]): RunSources {
  const own: Evidence[] = [];
  const strangers: Evidence[] = [];
  for (const source of ranked.filter(({ isTotal }) => !isTotal))
    (isOfRun(source, own, strangers) ? own : strangers).push(source);
  const totals = ranked.filter(({ isTotal }) => isTotal);
  const [whole] = totals.filter((total) => !isOnlyOf(total, strangers));
  const isUsed = whole !== undefined && isBetter(whole, own, ranked);
  return {
    own,
    strangers,
    counting: countingOf(own),
    totals,
    ...(isUsed ? { whole } : {}),
  };
}

/** False for runs that were too different to be averaged with one of the run's, and for sources of other code or workloads. */
function isOfRun(source: Evidence, own: readonly Evidence[], strangers: readonly Evidence[]): boolean {
  if (own.length === 0 || own.some((each) => sharesRecording(each, source))) return true;
  if (own.some((each) => isOtherWorkload(each.workload, source.workload))) return false;
  if (own.some(({ kind }) => kind === source.kind) || isOnlyOf(source, strangers)) return false;
  return own.some((each) => isOfSameCode(each, source));
}

function sharesRecording({ recordings }: Evidence, other: Evidence): boolean {
  return recordings.some((index) => other.recordings.includes(index));
}

function isOnlyOf({ recordings }: Evidence, others: readonly Evidence[]): boolean {
  return others.some((other) => recordings.every((index) => other.recordings.includes(index)));
}

/**
 * The first source of a whole run says that places which only worse ones have took nothing. A table before it lists
 * places of the run, whose sum is the run's total: the run tells how lines share it, and adds none.
 */
function countingOf(own: readonly Evidence[]): readonly Evidence[] {
  const run = own.findIndex(({ isWholeRun }) => isWholeRun);
  if (run < 0) return own;
  const before = own.slice(0, run);
  return before.some(({ isPart }) => !isPart) ? before : own.slice(0, run + 1);
}

/** True if a total counts, though the places of a better source may tell another: a table may list some places only. */
function isBetter(whole: Evidence, own: readonly Evidence[], ranked: readonly Evidence[]): boolean {
  const best = own.find(({ isPart }) => !isPart);
  if (best === undefined || ranked.indexOf(whole) < ranked.indexOf(best)) return true;
  return sharesRecording(whole, best) || (!best.isWholeRun && whole.total.mean >= best.total.mean);
}

/** The first of the recordings that each one is a copy of, to the last digit; itself, if it is the first. */
export function findCopies(recordings: readonly PlacedRecording[]): readonly number[] {
  return recordings.map(({ recording }, index) => {
    const first = recordings.findIndex((other) => isSame(recording, other.recording));
    return first < 0 ? index : first;
  });
}

function isSame(one: ImportedRecording, other: ImportedRecording): boolean {
  if (one === other) return true;
  const isEqual = (a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): boolean =>
    a === undefined || b === undefined
      ? a === b
      : a.length === b.length && Array.prototype.every.call(a, (value, index) => value === b[index]);
  const [first, second] = [one, other].map(({ source: { format, date, device }, measures }) =>
    JSON.stringify([format, date, device, measures]),
  );
  return (
    first === second &&
    isEqual(one.tree.parents, other.tree.parents) &&
    isEqual(one.tree.frames, other.tree.frames) &&
    one.tree.values.every((column, measure) => isEqual(column, other.tree.values[measure])) &&
    one.tree.variances.every((column, measure) => isEqual(column, other.tree.variances[measure])) &&
    JSON.stringify(one.frames) === JSON.stringify(other.frames)
  );
}
