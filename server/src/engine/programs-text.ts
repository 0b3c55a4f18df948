/**
 * More than two programs compared, for people: as text, and as Markdown for a
 * review. Sits in `engine/`, over `compare-programs.ts`.
 */
import { formatCompared } from './amount-text';
import type { Cheapest } from './cheapest-program';
import type { ProgramAccount, ProgramsComparison } from './compare-programs';
import { describeSource, describeTask } from './comparison-text';
import type { ComparedUnit } from './compared-sides';
import type { Bounds } from './energy-delta';
import { formatCount, formatShare } from './energy-text';
import type { SharedTask, TaskOfProgram } from './shared-tasks';
import {
  formatPageMarkdown,
  formatPageText,
  section,
  type TextPage,
  type TextSection,
} from './text-sections';
import type { Joules } from '../units';

export function formatProgramsText(comparison: ProgramsComparison): string {
  return formatPageText(pageOf(comparison));
}

export function formatProgramsMarkdown(comparison: ProgramsComparison): string {
  return formatPageMarkdown(pageOf(comparison));
}

function pageOf(comparison: ProgramsComparison): TextPage {
  const { programs, notes } = comparison;
  return {
    title: `Energy of ${programs.length} programs`,
    headline: headlineOfPrograms(comparison),
    sections: [describePrograms(comparison), describeOverlaps(comparison), describeTasks(comparison)],
    notes,
  };
}

/** "a 12 J, b 14 J, c 14.1 J a run, measured; cheapest: a" */
export function headlineOfPrograms(comparison: ProgramsComparison): string {
  const { programs, unit, inAll } = comparison;
  if (unit === 'share')
    return `${programs.map(({ name }) => name).join(', ')}, each in shares of its own total`;
  const amounts = programs.map(({ name, energy }) => `${name} ${formatCompared(energy, unit)}`);
  const nameOf = (program: number): string => programs[program]?.name ?? '';
  const { cheapest, alike } = inAll;
  const least =
    cheapest !== undefined
      ? `; cheapest: ${nameOf(cheapest)}`
      : alike === undefined
        ? ''
        : `; which is the cheapest can't be told from chance: ${alike.map(nameOf).join(', ')}`;
  return `${amounts.join(', ')} a run, ${describeSource(comparison, comparison)}${least}`;
}

/** "B", "alike: A, C"; "–" where one alone does it. */
export function describeCheapest({ cheapest, alike }: Cheapest): string {
  if (cheapest !== undefined) return letterOf(cheapest);
  return alike === undefined ? '–' : `alike: ${alike.map(letterOf).join(', ')}`;
}

/** "[1.2 J to 1.4 J]"; empty where nothing is known, or nothing is left open. */
export function describeBounds({ low, high }: Bounds, unit: ComparedUnit): string {
  if (Number.isNaN(low) || low === high) return '';
  return `[${formatCompared(low, unit)} to ${formatCompared(high, unit)}]`;
}

/** Of the program that takes most for it; undefined where its method is in no list. */
export function ranksOfDearest({ sides }: SharedTask): TaskOfProgram['ranks'] {
  return sides.reduce<TaskOfProgram | undefined>(
    (most, side) => (side !== undefined && side.energy > (most?.energy ?? -1) ? side : most),
    undefined,
  )?.ranks;
}

function describePrograms({ programs, unit }: ProgramsComparison): TextSection {
  // Of what its tree comes to: measured totals are off from what counts make of them, as far as runs spread.
  const shareOf = ({ applicationEnergy, frameworkEnergy }: ProgramAccount, part: number): string => {
    const whole = applicationEnergy + frameworkEnergy;
    return whole > 0 ? formatShare(part / whole) : '–';
  };
  const columns = programs[0]?.shared ?? [];
  return section(
    'Programs, and their tasks by how many of the others have them (share of energy)',
    [
      'program',
      'energy',
      'application',
      'frameworks',
      'tasks',
      ...columns.map(({ others }) => (others === 0 ? 'alone' : `with ${others}`)),
      'alone by exact paths',
    ],
    programs,
    (program, index) => [
      `${letterOf(index)} ${program.name}`,
      withBounds(program, unit),
      shareOf(program, program.applicationEnergy),
      shareOf(program, program.frameworkEnergy),
      formatCount(program.tasks),
      ...program.shared.map(({ tasks, energy }) => `${formatCount(tasks)} (${shareOf(program, energy)})`),
      formatCount(program.unmatchedExactly),
    ],
  );
}

/** As figure 2 of DiffProf: above the diagonal tasks, below it framework methods that are called. */
function describeOverlaps({ programs, overlaps }: ProgramsComparison): TextSection {
  const overlapOf = (one: number, other: number): string => {
    if (one === other) return '';
    const found = overlaps.find(
      ({ programs: [a, b] }) => a === Math.min(one, other) && b === Math.max(one, other),
    );
    if (found === undefined) return '–';
    return one < other ? `${formatShare(found.tasks)} (α ${found.alpha})` : formatShare(found.methods);
  };
  return section(
    'Overlap: tasks above the diagonal, framework methods below it',
    ['', ...programs.map((_, index) => letterOf(index))],
    [...programs.keys()],
    (row) => [letterOf(row), ...programs.map((_, column) => overlapOf(row, column))],
  );
}

function describeTasks({ programs, tasks, unit }: ProgramsComparison): TextSection {
  const rankOf = (task: SharedTask): string => {
    const ranks = ranksOfDearest(task);
    return ranks === undefined ? '–' : `${ranks.inclusive} / ${ranks.exclusive}`;
  };
  return section(
    'Tasks: who does them cheapest (alike: no more than chance), and where the dearest stands in plain lists (inclusive / exclusive)',
    ['task', ...programs.map((_, index) => letterOf(index)), 'cheapest', 'difference', 'rank', ''],
    tasks.filter(({ delta }) => delta > 0),
    (task) => [
      describeTask(task),
      ...task.sides.map((side) => describeSide(side, unit)),
      describeCheapest(task),
      withBounds({ ...task, energy: task.delta }, unit),
      rankOf(task),
      task.isNested ? 'within another' : '',
    ],
  );
}

/** A, B, …, and numbers where there are more programs than letters. */
export function letterOf(program: number): string {
  return program < 26 ? String.fromCharCode(65 + program) : String(program + 1);
}

function describeSide(side: TaskOfProgram | undefined, unit: ComparedUnit): string {
  if (side === undefined) return '–';
  const energy = side.isPriced ? withBounds(side, unit) : 'no price';
  return side.calls === undefined ? energy : `${energy}, ${formatCount(side.calls)} calls`;
}

function withBounds(figure: Bounds & { readonly energy: Joules }, unit: ComparedUnit): string {
  const bounds = describeBounds(figure, unit);
  const energy = formatCompared(figure.energy, unit);
  return bounds === '' ? energy : `${energy} ${bounds}`;
}
