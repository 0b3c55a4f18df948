/**
 * Finds the parts of a file that are over their budgets, in the figures that the editor shows.
 *
 * Sits in `compare/`, over the rows of `hot-rows.ts`; `recordings/document/check-budgets` compares a recording with
 * the same budgets, by the same rules. Budgets of tasks and of programs do not belong to one file, and are left to
 * it.
 */
import { at } from '../../base/check';
import { REACH_OF_90 } from '../../base/distributions';
import type { Budget } from '../../recordings/document/budget-file';
import { matches } from '../../recordings/document/budget-subjects';
import { judge } from '../../recordings/document/check-budgets';
import type { Joules, LineIndex } from '../../base/units';
import type { KnownFile } from '../../lines/energy-session';
import type { MemberRecord } from '../../analysis/file-operations';
import type { HotRows } from '../../lines/hot-rows';

export interface OverBudget {
  readonly budget: Budget;
  /** The verdict: `over` means over the budget for certain, at 95 %. */
  readonly verdict: 'over' | 'maybe';
  readonly line: LineIndex;
  readonly energy: Joules;
  /** Half of the interval from 5 to 95 %, in joules; 0 if it is unknown. */
  readonly reach: Joules;
}

interface JudgedFile {
  readonly over: readonly OverBudget[];
  /** The indexes of the budgets for something that the file holds. */
  readonly found: readonly number[];
}

/**
 * True for budgets that {@link judgeRows} looks at. Estimates are of one call, and do not know what a class takes in
 * a run.
 */
export function isOfRows({ subject, component }: Budget, isRun: boolean): boolean {
  if (component !== undefined) return false;
  return subject === 'line' || subject === 'method' || (subject === 'class' && isRun);
}

export function judgeRows(
  budgets: readonly Budget[],
  known: KnownFile,
  rows: { readonly lines: HotRows; readonly methods: HotRows },
): JudgedFile {
  const over: OverBudget[] = [];
  const found: number[] = [];
  for (const [index, budget] of budgets.entries()) {
    const members = known.file.members.filter((member) => matches(frameOf(member), budget));
    if (members.length === 0) continue;
    found.push(index);
    const places = members.map((member) => placeOf(member, known));
    const groups =
      budget.subject === 'line' ? linesWithin(rows.lines, places) : [methodsAt(rows.methods, places)];
    for (const group of groups) {
      const [hottest] = group.toSorted((a, b) => b.energy - a.energy);
      if (hottest === undefined) continue;
      const energy = group.reduce((sum, each) => sum + each.energy, 0);
      const deviation = group.reduce((sum, each) => sum + each.deviation, 0);
      const verdict = judge(energy, deviation, budget.energy);
      if (verdict === 'within') continue;
      over.push({ budget, verdict, line: hottest.line, energy, reach: REACH_OF_90 * deviation });
    }
  }
  return { over, found };
}

/** The class, method and descriptor of a member key such as `com/example/Grid.blit(II)V`. */
function frameOf({ key }: MemberRecord): Parameters<typeof matches>[0] {
  const bracket = key.indexOf('(');
  const end = bracket < 0 ? key.length : bracket;
  const dot = key.lastIndexOf('.', end);
  return { class: key.slice(0, dot), method: key.slice(dot + 1, end), descriptor: key.slice(end) };
}

interface MethodLines {
  readonly name: string;
  readonly at: LineIndex;
  readonly first: LineIndex;
  readonly last: LineIndex;
}

function placeOf({ name, nameStart, start, end }: MemberRecord, { lines }: KnownFile): MethodLines {
  const last = lines.lineAt(Math.max(start, end - 1));
  return { name, at: lines.lineAt(nameStart), first: lines.lineAt(start), last };
}

interface Figure {
  readonly line: LineIndex;
  readonly energy: Joules;
  readonly deviation: Joules;
}

/** The figures of a row for one call, since budgets of estimates are for one call. */
function figureAt({ line, energy, variance, calls }: HotRows, row: number): Figure {
  const known = variance?.[row] ?? Number.NaN;
  const times = calls?.[row] ?? 1;
  return {
    line: at(line, row),
    energy: at(energy, row) / times,
    deviation: Number.isNaN(known) ? 0 : Math.sqrt(known) / times,
  };
}

/** The figures of the lines within the places, each by itself. */
function linesWithin(rows: HotRows, places: readonly MethodLines[]): readonly (readonly Figure[])[] {
  return Array.from(rows.line.keys())
    .map((row) => figureAt(rows, row))
    .filter(({ line }) => places.some(({ first, last }) => line >= first && line <= last))
    .map((figure) => [figure]);
}

/**
 * The figures of the methods at the places, all together. Methods that share a line are told apart by their names, as
 * in estimates and counts.
 */
function methodsAt(rows: HotRows, places: readonly MethodLines[]): readonly Figure[] {
  const found = places.flatMap(({ at, name }) => {
    const here = Array.from(rows.line.keys()).filter((row) => rows.line[row] === at);
    const named = here.filter((row) => rows.nameOf(row) === name);
    return named.length > 0 ? named : here;
  });
  return Array.from(new Set(found), (row) => figureAt(rows, row));
}
