/**
 * The check of a recording against budgets, with its uncertainty: it tells which budgets are exceeded for
 * certain, which may be, and which code never ran.
 *
 * Sits in `recordings/`. A counted profile has the energies and intervals that reports show. In other recordings the
 * energies of a method's lines share the errors of one meter, so that their deviations add up to the widest possible
 * interval: a verdict of `over` is hardly ever one of chance.
 */
import { REACH_OF_90 } from '../../base/distributions';
import { at, withDefined } from '../../base/check';
import type { Measure, MeasureLevel } from '../../base/measure';
import type { Joules } from '../../base/units';
import type { Budget, BudgetSubject } from './budget-file';
import { isLeftOut, nameOfLeftOut } from '../model/profile-recording';
import { listSome } from '../../words/text-sections';
import { matches, type NamedFrame, nameFrames } from './budget-subjects';
import type { Placement } from '../place/place-frame';
import { framesWithCalled, type PlacedRecording, tellsCallers } from '../place/placed-values';

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
  /** A run's from 2.5 to 97.5 %, others' from 5 to 95 %; absent where the recording knows no deviation of it. */
  readonly interval?: BudgetInterval;
  readonly isProxy: boolean;
  /** The hottest place of the budget's subject in the sources; absent if it has none. */
  readonly place?: Exclude<Placement, { readonly kind: 'unplaced' }>;
}

interface BudgetInterval {
  readonly low: Joules;
  readonly high: Joules;
}

/** One result for each budget, in their order: what can't be told of one hides no verdict of another. */
export function checkBudgets(placed: PlacedRecording, budgets: readonly Budget[]): readonly BudgetResult[] {
  const named: NamedRecording = {
    ...placed,
    names: nameFrames(placed),
    owners: framesWithCalled(placed),
  };
  return budgets.map((budget) => checkBudget(named, budget));
}

interface NamedRecording extends PlacedRecording {
  readonly names: readonly NamedFrame[];
  /** The frame that has what each context took. */
  readonly owners: Int32Array;
}

function unknownOf(budget: Budget, reason: string): BudgetResult {
  return { budget, verdict: 'unknown', energy: 0, reason, isProxy: false };
}

type Level = MeasureLevel | 'all';

const levelOf = ({ level }: Measure): Level => level ?? 'all';

/** The levels that tell a subject, the best first; of those that stand together the one that tells most. */
const LEVELS: Readonly<Record<BudgetSubject, readonly (readonly Level[])[]>> = {
  line: [['all'], ['line']],
  method: [['all'], ['method', 'line']],
  class: [['all'], ['method', 'line']],
  task: [['all']],
  program: [['all'], ['total'], ['method', 'line']],
};

/** The levels of single calls and paths: the subject takes at least as much. */
const PARTS: readonly Level[] = ['api', 'path'];

/** The energy that the subject of a budget took by some of the measures. */
interface Taken {
  readonly energy: Joules;
  readonly deviation: Joules;
  readonly isProxy: boolean;
  readonly isPart: boolean;
  readonly place?: BudgetResult['place'];
}

function checkBudget(named: NamedRecording, budget: Budget): BudgetResult {
  const { component, subject } = budget;
  const energies = named.recording.measures.filter(({ unit }) => unit === 'joules');
  if (energies.length === 0)
    return unknownOf(budget, 'the recording has no energy: import it again with --energy or --power');
  const devices = [...new Set(energies.flatMap(({ device }) => device ?? []))];
  if (devices.length > 1)
    return unknownOf(
      budget,
      `the recording has energies of ${devices.join(', ')}, which are never added up: 'jouleline merge' tells devices apart`,
    );
  const components = [...new Set(energies.flatMap((each) => each.component ?? []))];
  const own = components.find((each) => each.toLowerCase() === component?.toLowerCase());
  if (component !== undefined && own === undefined) {
    const list = components.length === 0 ? '' : `, but of ${components.join(', ')}`;
    return unknownOf(budget, `the recording has no energy of ${component}${list}`);
  }
  if (subject === 'task' && !tellsCallers(named.recording, energies))
    return unknownOf(budget, 'the recording has no stacks: record a tree, or import stacks');
  const older = olderMethods(named, budget);
  const known = older.length === 0 ? named : { ...named, names: nameFrames(named, 'as they are now') };
  const taken = own === undefined ? takeOfAny(known, budget, components) : takeOf(known, budget, [own]);
  if (older.length > 0 && (taken === undefined || judgeTaken(named, budget, taken).verdict !== 'over'))
    return unknownOf(
      budget,
      `${listSome(older)} ran with another text, and ${older.length === 1 ? 'is' : 'are'} left out: build, then profile again`,
    );
  if (taken === undefined) {
    const reason = whyAbsent(named, budget);
    return reason === undefined
      ? { budget, verdict: 'absent', energy: 0, isProxy: false }
      : unknownOf(budget, reason);
  }
  const result = judgeTaken(named, budget, taken);
  if (taken.isPart && result.verdict !== 'over')
    return unknownOf(budget, 'the recording tells single calls or paths of it, and not all that it took');
  return result;
}

function judgeTaken({ recording }: NamedRecording, budget: Budget, taken: Taken): BudgetResult {
  const { isProxy, place } = taken;
  const run = budget.subject === 'program' && budget.component === undefined ? recording.run : undefined;
  const energy = run?.energy ?? taken.energy;
  const interval = run === undefined ? rangeOf(energy, taken.deviation) : run.interval;
  const verdict = judgeRange(interval ?? { low: energy, high: energy }, budget.energy);
  return { budget, verdict, energy, isProxy, ...withDefined({ interval, place }) };
}

/** The methods of a line, method or class that ran with another text: nothing tells what they take as they are now. */
function olderMethods(named: NamedRecording, budget: Budget): readonly string[] {
  if (budget.subject === 'program' || budget.subject === 'task') return [];
  return named.recording.frames.flatMap((frame, index) =>
    isLeftOut(frame) && matches(at(named.names, index), budget) ? [nameOfLeftOut(frame)] : [],
  );
}

/** The whole, else all components together, else single calls or paths, which are parts of either. */
function takeOfAny(named: NamedRecording, budget: Budget, components: readonly string[]): Taken | undefined {
  const whole = takeOf(named, budget, [undefined]);
  return whole?.isPart === false ? whole : (takeOfAll(named, budget, components) ?? whole);
}

/** All components together. A line's are added up before the hottest line is chosen; others by the best level of each. */
function takeOfAll(named: NamedRecording, budget: Budget, components: readonly string[]): Taken | undefined {
  if (budget.subject === 'line') return takeOf(named, budget, components);
  const [first, ...others] = components
    .flatMap((component) => takeOf(named, budget, [component]) ?? [])
    .sort((one, other) => other.energy - one.energy);
  if (first === undefined) return undefined;
  return others.reduce(
    (sum, each): Taken => ({
      ...sum,
      energy: sum.energy + each.energy,
      deviation: sum.deviation + each.deviation,
      isProxy: sum.isProxy || each.isProxy,
      isPart: sum.isPart || each.isPart,
    }),
    first,
  );
}

/** The energy of a subject by the best level that has any of it; undefined if none has. */
function takeOf(
  named: NamedRecording,
  budget: Budget,
  components: readonly (string | undefined)[],
): Taken | undefined {
  const parts = budget.subject === 'task' ? [] : PARTS.map((level) => [level]);
  for (const levels of [...LEVELS[budget.subject], ...parts]) {
    const [most] = levels
      .flatMap((level) => takeAt(named, budget, columnsOf(named, level, components)) ?? [])
      .sort((one, other) => other.energy - one.energy);
    if (most !== undefined) return { ...most, isPart: PARTS.some((part) => levels.includes(part)) };
  }
  return undefined;
}

/** The measures of one level that are added up: one for each of the components. */
function columnsOf(
  { recording: { measures } }: PlacedRecording,
  level: Level,
  components: readonly (string | undefined)[],
): readonly number[] {
  return components.flatMap((component) => {
    const index = measures.findIndex(
      (each) => each.unit === 'joules' && levelOf(each) === level && each.component === component,
    );
    return index < 0 ? [] : [index];
  });
}

/** The energy of a subject by the sum of measures; undefined if they have nothing of it. */
function takeAt(
  named: NamedRecording,
  budget: Budget,
  columns: readonly number[],
): Omit<Taken, 'isPart'> | undefined {
  const { recording, placements, names, owners } = named;
  const { tree, measures } = recording;
  if (columns.length === 0) return undefined;
  const isOf = names.map(
    (name, frame) =>
      matches(name, budget) && (budget.subject !== 'line' || lineOf(named, frame) !== undefined),
  );
  // A whole that a source tells has a deviation of its own, and places only divide it.
  const told =
    budget.subject === 'program' ? columns.flatMap((each) => at(measures, each).told?.variance ?? []) : [];
  const ran = subtreesWithEnergy(tree, columns);
  /** Contexts at or below one that matches. */
  const isInside = new Uint8Array(tree.parents.length);
  const lines = new Map<string, SummedContexts & { frame: number }>();
  const all: SummedContexts = { energy: 0, deviation: 0, contexts: [] };
  for (let context = 0; context < tree.parents.length; context++) {
    const of = tree.frames[context] ?? -1;
    // A line or method has what it calls of libraries, too.
    const frame = isOf[of] === true ? of : at(owners, context);
    const isBelow = budget.subject === 'task' && isInside[tree.parents[context] ?? 0] === 1;
    if (ran[context] !== 1 || (budget.subject !== 'program' && isOf[frame] !== true && !isBelow)) continue;
    isInside[context] = 1;
    const value = sumAt(tree.values, columns, context);
    const own = columns.reduce((sum, column) => sum + Math.sqrt(tree.variances[column]?.[context] ?? 0), 0);
    addContext(all, context, value, own);
    const line =
      budget.subject === 'line' ? lineOf(named, frame) : isOf[frame] === true ? String(frame) : undefined;
    if (line === undefined) continue;
    const known = lines.get(line) ?? { frame, energy: 0, deviation: 0, contexts: [] };
    lines.set(line, known);
    addContext(known, context, value, own);
  }
  const ranked = [...lines.values()].sort((one, other) => other.energy - one.energy);
  const [hottest] = ranked;
  const sum = budget.subject === 'line' ? hottest : all;
  if (sum === undefined || sum.contexts.length === 0) return undefined;
  const placed = ranked.find(({ frame }) => (placements[frame] ?? NOWHERE).kind !== 'unplaced');
  const placement = placements[placed?.frame ?? -1];
  return {
    energy: sum.energy,
    deviation:
      told.length === columns.length
        ? told.reduce((deviation, variance) => deviation + Math.sqrt(variance), 0)
        : (recording.deviationOf?.(sum.contexts) ?? sum.deviation),
    isProxy: columns.some((column) => at(measures, column).isProxy === true),
    ...(placement === undefined || placement.kind === 'unplaced' ? {} : { place: placement }),
  };
}

/** Contexts whose energies are added up. */
interface SummedContexts {
  energy: Joules;
  deviation: Joules;
  readonly contexts: number[];
}

function addContext(sum: SummedContexts, context: number, energy: Joules, deviation: Joules): void {
  sum.energy += energy;
  sum.deviation += deviation;
  sum.contexts.push(context);
}

const NOWHERE: Placement = { kind: 'unplaced', reason: 'no place' };

type Tree = PlacedRecording['recording']['tree'];

function sumAt(values: Tree['values'], columns: readonly number[], context: number): number {
  return columns.reduce((sum, column) => sum + (values[column]?.[context] ?? 0), 0);
}

/** 1 for contexts that have energy, or that are above one that has. */
function subtreesWithEnergy({ parents, values }: Tree, columns: readonly number[]): Uint8Array {
  const ran = new Uint8Array(parents.length);
  for (let context = parents.length - 1; context >= 0; context--) {
    if (sumAt(values, columns, context) > 0) ran[context] = 1;
    const parent = parents[context] ?? -1;
    if (parent >= 0 && ran[context] === 1) ran[parent] = 1;
  }
  return ran;
}

/** The same for frames of one line; undefined for those of a method as a whole. */
function lineOf({ recording, placements }: PlacedRecording, frame: number): string | undefined {
  const placement = placements[frame];
  if (placement?.kind === 'line') return `${placement.path}:${placement.line}`;
  const { class: owner, file, line } = recording.frames[frame] ?? {};
  return line === undefined ? undefined : `${owner ?? file ?? ''}:${line}`;
}

/** The reason why a recording can't tell of code that it has nothing of; undefined if the code took nothing. */
function whyAbsent(named: NamedRecording, budget: Budget): string | undefined {
  const { recording, names } = named;
  const { measures, frames, tree } = recording;
  const { subject, name } = budget;
  const isTold = (level: Level): boolean =>
    measures.some((each) => each.unit === 'joules' && levelOf(each) === level);
  if (!LEVELS[subject].flat().some(isTold)) {
    const what = subject === 'line' ? 'lines' : 'methods';
    return `the recording tells no ${what}, but ${isTold('method') ? 'methods' : 'other parts of the program'} only`;
  }
  const around = { ...budget, subject: 'method', name: name.replace(/\(.*$/, '') } as const;
  if (around.name !== name && names.some((each) => each.descriptor === undefined && matches(each, around)))
    return 'the recording does not tell overloads apart: leave out the descriptor';
  const energies = [...measures.keys()].filter((index) => measures[index]?.unit === 'joules');
  const ran = subtreesWithEnergy(tree, energies);
  const ranFrames = new Set([...tree.frames].filter((_, context) => ran[context] === 1));
  if (subject === 'line' && [...ranFrames].some((frame) => matches(names[frame] ?? {}, budget)))
    return 'the recording knows no lines of it';
  const isNameless = (frame: number): boolean => {
    const { class: owner, method } = names[frame] ?? {};
    return (
      frames[frame]?.kind === 'java' && (owner === undefined || (subject !== 'class' && method === undefined))
    );
  };
  return [...ranFrames].some(isNameless)
    ? 'the recording does not say of which methods all its lines are: name the sources with --source'
    : undefined;
}

export function judge(
  energy: Joules,
  deviation: Joules,
  allowed: Joules,
): Exclude<BudgetVerdict, 'absent' | 'unknown'> {
  return judgeRange(rangeOf(energy, deviation) ?? { low: energy, high: energy }, allowed);
}

function judgeRange({ low, high }: BudgetInterval, allowed: Joules): ReturnType<typeof judge> {
  if (high <= allowed) return 'within';
  return low > allowed ? 'over' : 'maybe';
}

function rangeOf(energy: Joules, deviation: Joules): BudgetInterval | undefined {
  const reach = REACH_OF_90 * deviation;
  return deviation > 0 ? { low: energy - reach, high: energy + reach } : undefined;
}
