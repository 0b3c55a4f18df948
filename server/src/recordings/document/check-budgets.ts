/**
 * The check of a recording against budgets, with its uncertainty: it tells which budgets are exceeded for
 * certain, which may be, and which code never ran.
 *
 * Sits in `recordings/`. The energies of a method's lines share the errors of one model or one meter, so that
 * their deviations add up to the widest possible interval: a verdict of `over` is hardly ever one of chance.
 */
import { REACH_OF_90 } from '../../base/distributions';
import { at, withDefined } from '../../base/check';
import type { MeasureLevel } from '../../base/measure';
import type { Frame, ImportedRecording } from '../model/imported-profile';
import type { Joules } from '../../base/units';
import type { Budget, BudgetSubject } from './budget-file';
import type { Placement } from '../place/place-frame';
import { framesWithCalled, type PlacedRecording } from '../place/placed-values';

/**
 * `over`: for certain, at 95 %. `maybe`: the budget lies within its interval. `absent`: nothing of it is in the recording.
 * `unknown`: the recording can't tell.
 */
export type BudgetVerdict = 'within' | 'maybe' | 'over' | 'absent' | 'unknown';

export interface BudgetResult {
  readonly budget: Budget;
  readonly verdict: BudgetVerdict;
  readonly energy: Joules;
  /** Why the verdict is `unknown`; else absent. */
  readonly reason?: string;
  /** Half of the interval from 5 to 95 %; absent where the recording knows no deviation of it. */
  readonly reach?: Joules;
  readonly isProxy: boolean;
  /** The hottest place of the budget's subject in the sources; absent if it has none. */
  readonly place?: Exclude<Placement, { readonly kind: 'unplaced' }>;
}

/** One result for each budget, in their order: what can't be told of one hides no verdict of another. */
export function checkBudgets(placed: PlacedRecording, budgets: readonly Budget[]): readonly BudgetResult[] {
  return budgets.map((budget) => {
    const measure = chooseMeasure(placed.recording, budget);
    if (typeof measure === 'string') return unknownOf(budget, measure);
    return budget.subject === 'task' && !hasStacks(placed.recording)
      ? unknownOf(budget, 'the recording has no stacks: record a tree, or import stacks')
      : checkBudget(placed, budget, measure);
  });
}

function unknownOf(budget: Budget, reason: string): BudgetResult {
  return { budget, verdict: 'unknown', energy: 0, reason, isProxy: false };
}

/** The levels of measures for each subject, the one that tells it best first. */
const LEVELS: Readonly<Record<BudgetSubject, readonly (MeasureLevel | 'all')[]>> = {
  line: ['all', 'line', 'path', 'api', 'method', 'total'],
  method: ['all', 'method', 'line', 'api', 'path', 'total'],
  class: ['all', 'method', 'line', 'api', 'path', 'total'],
  task: ['all', 'path', 'api', 'method', 'line', 'total'],
  program: ['all', 'total', 'method', 'line', 'api', 'path'],
};

/** Index of the measure that a budget is about, or why there is none. */
function chooseMeasure({ measures }: ImportedRecording, { component, subject }: Budget): number | string {
  const energies = Array.from(measures.keys()).filter((index) => measures[index]?.unit === 'joules');
  const named = (index: number): string | undefined => measures[index]?.component;
  const fitting = energies.filter((index) =>
    component === undefined
      ? named(index) === undefined || energies.length === 1
      : named(index)?.toLowerCase() === component.toLowerCase(),
  );
  // Levels tell the same energy again: one of them is looked at.
  const levelOf = (index: number): number => LEVELS[subject].indexOf(measures[index]?.level ?? 'all');
  const [first] = [...fitting].sort((one, other) => levelOf(one) - levelOf(other));
  if (first !== undefined) return first;
  if (energies.length === 0) return 'the recording has no energy: import it again with --energy or --power';
  const list = energies.map((index) => named(index) ?? measures[index]?.name ?? '').join(', ');
  return component === undefined
    ? `the recording has energies of ${list}: say which component the budget is of`
    : `the recording has no energy of ${component}, but of ${list}`;
}

function hasStacks({ tree }: ImportedRecording): boolean {
  return tree.parents.some((parent) => parent > 0);
}

function checkBudget(placed: PlacedRecording, budget: Budget, measure: number): BudgetResult {
  const { frames, tree, measures } = placed.recording;
  const isOf = frames.map((frame) => matches(frame, budget));
  const owners = framesWithCalled(placed);
  const values = tree.values[measure];
  const variances = tree.variances[measure];
  /** Contexts at or below one that matches. */
  const isInside = new Uint8Array(tree.parents.length);
  const byFrame = new Map<number, Joules>();
  const lines = new Map<string, Taken>();
  let energy = 0;
  let deviation = 0;
  let found = false;
  for (let context = 0; context < tree.parents.length; context++) {
    const own = tree.frames[context] ?? -1;
    // A line or method has what it calls of libraries, too.
    const frame = isOf[own] === true ? own : at(owners, context);
    const isBelow = budget.subject === 'task' && isInside[tree.parents[context] ?? 0] === 1;
    if (budget.subject !== 'program' && isOf[frame] !== true && !isBelow) continue;
    isInside[context] = 1;
    found = true;
    const value = values?.[context] ?? 0;
    const spread = Math.sqrt(variances?.[context] ?? 0);
    energy += value;
    deviation += spread;
    byFrame.set(frame, (byFrame.get(frame) ?? 0) + value);
    const line = budget.subject === 'line' ? lineOf(placed, frame) : undefined;
    if (line === undefined) continue;
    const before = lines.get(line);
    lines.set(line, {
      frame,
      energy: (before?.energy ?? 0) + value,
      deviation: (before?.deviation ?? 0) + spread,
    });
  }
  if (budget.subject === 'line') {
    const [hottest] = [...lines.values()].sort((one, other) => other.energy - one.energy);
    found = hottest !== undefined;
    ({ energy, deviation } = hottest ?? { energy: 0, deviation: 0 });
    byFrame.clear();
    if (hottest !== undefined) byFrame.set(hottest.frame, energy);
  }
  const place = hottestPlace(placed, isOf, byFrame);
  return {
    budget,
    verdict: found ? judge(energy, deviation, budget.energy) : 'absent',
    energy,
    ...(deviation > 0 ? { reach: REACH_OF_90 * deviation } : {}),
    isProxy: measures[measure]?.isProxy === true,
    ...withDefined({ place }),
  };
}

/** The energy that a line took in all contexts, in joules. */
interface Taken {
  readonly frame: number;
  readonly energy: Joules;
  readonly deviation: Joules;
}

/** The same for frames of one line; undefined for those of a method as a whole. */
function lineOf({ recording, placements }: PlacedRecording, frame: number): string | undefined {
  const placement = placements[frame];
  if (placement?.kind === 'line') return `${placement.path}:${placement.line}`;
  const { class: owner, line } = recording.frames[frame] ?? {};
  return owner === undefined || line === undefined ? undefined : `${owner}:${line}`;
}

export function judge(
  energy: Joules,
  deviation: Joules,
  allowed: Joules,
): Exclude<BudgetVerdict, 'absent' | 'unknown'> {
  const reach = REACH_OF_90 * deviation;
  if (energy + reach <= allowed) return 'within';
  return energy - reach > allowed ? 'over' : 'maybe';
}

function hottestPlace(
  { placements }: PlacedRecording,
  isOf: readonly boolean[],
  byFrame: ReadonlyMap<number, Joules>,
): BudgetResult['place'] {
  const [hottest] = [...byFrame]
    .filter(([frame]) => isOf[frame] === true && placements[frame]?.kind !== 'unplaced')
    .sort(([, one], [, other]) => other - one);
  const placement = placements[hottest?.[0] ?? -1];
  return placement === undefined || placement.kind === 'unplaced' ? undefined : placement;
}

/** Lambdas belong to the method that they are written in. */
export function matches(
  frame: Pick<Frame, 'class' | 'method' | 'descriptor'>,
  { subject, name }: Pick<Budget, 'subject' | 'name'>,
): boolean {
  const { class: owner = '', method = '', descriptor = '' } = frame;
  if (subject === 'program' || owner === '') return false;
  const dotted = owner.replaceAll('/', '.');
  if (subject === 'line')
    return matches(frame, { subject: 'class', name }) || matches(frame, { subject: 'method', name });
  if (subject === 'class')
    return name === '*' || name.endsWith('.*')
      ? dotted.startsWith(name.slice(0, -1))
      : dotted === name || dotted.startsWith(`${name}$`);
  const around = /^lambda\$(.+)\$\d+$/.exec(method)?.[1] ?? method;
  const full = `${dotted}.${around === 'new' ? '<init>' : around === 'static' ? '<clinit>' : around}`;
  return full === name || full + descriptor === name;
}
