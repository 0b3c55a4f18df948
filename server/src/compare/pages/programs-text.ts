/** A comparison of more than two programs for people: as text, and as Markdown for a review. */
import type { LeastEnergy, SharedTask, TaskOfProgram } from '../deltas/shared-tasks';
import type { ComparedUnit } from '../sides/compared-side';
import { formatCompared } from '../../words/amount-text';
import type { ProgramAccount, ProgramsComparison, TreeAccount } from '../deltas/compare-programs';
import { describeSource, describeTask, nounOf } from './comparison-text';
import type { Bounds } from '../deltas/energy-delta';
import { formatCount, formatShare } from '../../words/energy-text';
import {
  formatPageMarkdown,
  formatPageText,
  section,
  type TextPage,
  type TextSection,
  tellOverloads,
} from '../../words/text-sections';
import type { Joules } from '../../base/units';

export function formatProgramsText(comparison: ProgramsComparison): string {
  return formatPageText(pageOf(comparison));
}

export function formatProgramsMarkdown(comparison: ProgramsComparison): string {
  return formatPageMarkdown(pageOf(comparison));
}

function pageOf(comparison: ProgramsComparison): TextPage {
  const { notes } = comparison;
  return {
    title: titleOfPrograms(comparison),
    headline: headlineOfPrograms(comparison),
    sections: comparison.hasTasks
      ? [describePrograms(comparison), describeOverlaps(comparison), describeTasks(comparison)]
      : [describeTotals(comparison)],
    notes: [...notes, ...describeEven(comparison)],
  };
}

/** "Energy of 3 programs", "Time of 3 programs" */
export function titleOfPrograms({ programs, unit }: Pick<ProgramsComparison, 'programs' | 'unit'>): string {
  return `${capital(amountOf(unit))} of ${programs.length} programs`;
}

/** A word with a capital letter. */
export function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** The amount by which programs are ranked: "energy", "time"; shares say nothing of whose. */
export function amountOf(unit: ComparedUnit): string {
  return unit === 'share' ? 'energy' : nounOf(unit);
}

/** The headline: "a 12 J, b 14 J, c 14.1 J a run, measured; least energy: a". */
export function headlineOfPrograms(comparison: ProgramsComparison): string {
  const { programs, unit, inAll } = comparison;
  if (unit === 'share')
    return `${programs.map(({ name }) => name).join(', ')}, each in shares of its own total, which do not tell which program uses the least energy`;
  const amounts = programs.map(
    ({ name, energy, failure }) =>
      `${name} ${formatCompared(energy, unit)}${failure === undefined ? '' : ` (${failure})`}`,
  );
  const nameOf = (program: number): string => programs[program]?.name ?? '';
  const { leastEnergy, alike } = inAll;
  const least =
    leastEnergy !== undefined
      ? `; least ${amountOf(unit)}: ${nameOf(leastEnergy)}`
      : alike === undefined
        ? describeNoneLeft(programs, unit)
        : `; chance alone may decide which of these uses the least ${amountOf(unit)}: ${alike.map(nameOf).join(', ')}`;
  return `${amounts.join(', ')} a run, ${describeSource(comparison, comparison)}${least}`;
}

function describeNoneLeft(programs: readonly ProgramAccount[], unit: ComparedUnit): string {
  const failed = programs.filter(({ failure }) => failure !== undefined).length;
  if (failed === 0) return '';
  return `; none is said to use the least ${amountOf(unit)}: ${failed === programs.length ? 'all' : 'all but one'} failed or did not end by themselves`;
}

/** The failure of a program: "ended with 1: not ranked by energy"; empty if it did all that it was run for. */
export function describeProgramFailure({ failure }: ProgramAccount): string {
  return failure === undefined ? '' : `${failure}: not ranked by energy`;
}

/** The programs that take least: "B", "alike: A, C"; "–" if one program alone does the task, or none can be named. */
export function describeLeast({ leastEnergy, alike }: LeastEnergy): string {
  if (leastEnergy !== undefined) return letterOf(leastEnergy);
  return alike === undefined ? '–' : `alike: ${alike.map(letterOf).join(', ')}`;
}

/** The bounds as text: "[1.2 J to 1.4 J]"; empty if they are unknown, or equal. */
export function describeBounds({ low, high }: Bounds, unit: ComparedUnit): string {
  if (Number.isNaN(low) || low === high) return '';
  const end = (value: number): string => formatCompared(value, unit).replace(/^-/, '−');
  return `[${end(low)} to ${end(high)}]`;
}

/** The ranks of a task's method in the program that takes most for it; undefined if the method is in no list. */
export function ranksOfMost({ sides }: SharedTask): TaskOfProgram['ranks'] {
  return sides.reduce<TaskOfProgram | undefined>(
    (most, side) => (side?.isModeled === true && side.energy > (most?.energy ?? -1) ? side : most),
    undefined,
  )?.ranks;
}

/**
 * The difference as text: "12 J [11 J to 13 J]"; "–" if fewer than two programs have a modeled energy for the task, and
 * "not comparable" if a program has only a part of it.
 */
export function describeDifference(task: SharedTask, unit: ComparedUnit): string {
  if (task.sides.some((side) => side?.isAtLeast)) return 'not comparable';
  return Number.isNaN(task.delta) ? '–' : withBounds({ ...task, energy: task.delta }, unit);
}

/** The number of calls as text: "1 call", "2,000 calls". */
export function describeCalls(calls: number): string {
  return `${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}`;
}

function describeEven({ tasks }: ProgramsComparison): readonly string[] {
  const even = tasks.filter(({ isEven }) => isEven).length;
  return even === 0
    ? []
    : [
        `${even === 1 ? '1 task was' : `${formatCount(even)} tasks were`} counted alike in all programs that do ${even === 1 ? 'it, and differs' : 'them, and differ'} by no more than chance: ${even === 1 ? 'it is' : 'they are'} in no table (--format json has all)`,
      ];
}

function describeTotals({ programs, unit }: ProgramsComparison): TextSection {
  return section('Programs', ['program', amountOf(unit)], programs, (program, index) => [
    nameProgram(program, index),
    withBounds(program, unit),
  ]);
}

function nameProgram(program: ProgramAccount, index: number): string {
  const failure = describeProgramFailure(program);
  return `${letterOf(index)} ${program.name}${failure === '' ? '' : ` (${failure})`}`;
}

function describePrograms({ programs, unit, isByModel }: ProgramsComparison): TextSection {
  const columns = programs[0]?.inTree?.shared ?? [];
  return section(
    `Programs, and their tasks by how many of the others have them (share of ${amountOf(unit)})`,
    [
      'program',
      amountOf(unit),
      'application',
      'frameworks',
      'tasks',
      ...columns.map(({ others }) => (others === 0 ? 'alone' : `with ${others}`)),
      'alone by exact paths',
    ],
    programs,
    (program, index) => [
      nameProgram(program, index),
      withBounds(program, unit),
      ...(program.inTree === undefined ? [] : describeTree(program.inTree, isByModel)),
    ],
  );
}

/** The columns of a program's tree. */
function describeTree(tree: TreeAccount, isByModel: boolean): readonly string[] {
  const { applicationEnergy, frameworkEnergy, tasks, shared, unmatchedExactly } = tree;
  const partOf = partsOf(tree, isByModel);
  return [
    partOf(applicationEnergy).text,
    partOf(frameworkEnergy, tasks).text,
    formatCount(tasks),
    ...shared.map((each) => `${formatCount(each.tasks)} (${partOf(each.energy, each.tasks).text})`),
    formatCount(unmatchedExactly),
  ];
}

/** A part of the energy in a program's tree, as a share of it. */
interface PartOfTree {
  /** The share; NaN if the tree has no energy. */
  readonly share: number;
  readonly isModeled: boolean;
  readonly text: string;
}

/**
 * Gives a function that describes parts of the energy in a program's tree, of which `ran` tasks ran. Measured totals
 * are off from what counts make of them, as far as runs spread, so that shares are those of the tree. `isByModel` is
 * true if a model gave the energies: a part that ran and takes nothing is then not modeled.
 */
export function partsOf(
  { applicationEnergy, frameworkEnergy }: TreeAccount,
  isByModel: boolean,
): (energy: Joules, ran?: number) => PartOfTree {
  const whole = applicationEnergy + frameworkEnergy;
  return (energy, ran = 1) => {
    const share = whole > 0 ? energy / whole : NaN;
    const isModeled = !isByModel || ran === 0 || energy !== 0;
    return { share, isModeled, text: isModeled ? (whole > 0 ? formatShare(share) : '–') : 'not modeled' };
  };
}

/** The overlap of two programs, in either order; undefined if they were not compared. */
export function overlapOf(
  { overlaps }: ProgramsComparison,
  one: number,
  other: number,
): ProgramsComparison['overlaps'][number] | undefined {
  return overlaps.find(({ programs: [a, b] }) => a === Math.min(one, other) && b === Math.max(one, other));
}

/**
 * The table of overlaps, like figure 2 of DiffProf: tasks above the diagonal, framework methods that are called below
 * it.
 */
function describeOverlaps(comparison: ProgramsComparison): TextSection {
  const { programs } = comparison;
  const cell = (one: number, other: number): string => {
    if (one === other) return '';
    const found = overlapOf(comparison, one, other);
    if (found === undefined) return '–';
    return one < other ? `${formatShare(found.tasks)} (α ${found.alpha})` : formatShare(found.methods);
  };
  return section(
    'Overlap: tasks above the diagonal, framework methods below it',
    ['', ...programs.map((_, index) => letterOf(index))],
    [...programs.keys()],
    (row) => [letterOf(row), ...programs.map((_, column) => cell(row, column))],
  );
}

function describeTasks({ programs, tasks, unit }: ProgramsComparison): TextSection {
  const rankOf = (task: SharedTask): string => {
    const ranks = ranksOfMost(task);
    return ranks === undefined ? '–' : `${ranks.inclusive} / ${ranks.exclusive}`;
  };
  const isInShares = unit === 'share';
  return section(
    isInShares
      ? 'Tasks: their share of each total, and the rank of the task’s method where its share is largest (with what it calls / by itself)'
      : `Tasks: the program that uses the least ${amountOf(unit)} (alike: the difference could be chance), and the rank of the task’s method in the program that uses most (with what it calls / by itself)`,
    [
      'task',
      ...programs.map((_, index) => letterOf(index)),
      ...(isInShares ? [] : [`least ${amountOf(unit)}`]),
      'difference',
      'rank',
      '',
    ],
    tellOverloads(tasks).filter(({ isEven }) => !isEven),
    (task) => [
      describeTask(task),
      ...task.sides.map((side) => describeSide(side, unit)),
      ...(isInShares ? [] : [describeLeast(task)]),
      describeDifference(task, unit),
      rankOf(task),
      task.isNested ? 'within another' : '',
    ],
  );
}

/** The letter of a program: A, B, …; a number if there are more programs than letters. */
export function letterOf(program: number): string {
  return program < 26 ? String.fromCharCode(65 + program) : String(program + 1);
}

function describeSide(side: TaskOfProgram | undefined, unit: ComparedUnit): string {
  if (side === undefined) return '–';
  const energy = side.isModeled
    ? `${side.isAtLeast === true ? 'at least ' : ''}${withBounds(side, unit)}`
    : 'not modeled';
  return side.calls === undefined ? energy : `${energy}, ${describeCalls(side.calls)}`;
}

function withBounds(figure: Bounds & { readonly energy: Joules }, unit: ComparedUnit): string {
  const bounds = describeBounds(figure, unit);
  const energy = formatCompared(figure.energy, unit);
  return bounds === '' ? energy : `${energy} ${bounds}`;
}
