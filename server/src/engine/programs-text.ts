/**
 * More than two programs compared, for people: as text, and as Markdown for a
 * review. Sits in `engine/`, over `compare-programs.ts`.
 */
import { formatCompared } from './amount-text';
import type { ProgramAccount, ProgramsComparison, SharedTask, TaskOfProgram } from './compare-programs';
import { describeSource, describeTask } from './comparison-text';
import { formatCount, formatShare } from './energy-text';
import {
  formatPageMarkdown,
  formatPageText,
  section,
  type TextPage,
  type TextSection,
} from './text-sections';

export function formatProgramsText(comparison: ProgramsComparison): string {
  return formatPageText(pageOf(comparison));
}

export function formatProgramsMarkdown(comparison: ProgramsComparison): string {
  return formatPageMarkdown(pageOf(comparison));
}

function pageOf(comparison: ProgramsComparison): TextPage {
  const { programs, unit, notes } = comparison;
  const amounts = programs.map(({ name, energy }) =>
    unit === 'share' ? name : `${name} ${formatCompared(energy, unit)}`,
  );
  return {
    title: `Energy of ${programs.length} programs`,
    headline: `${amounts.join(', ')}${unit === 'share' ? ', each in shares of its own total' : ` a run, ${describeSource(comparison, comparison)}`}`,
    sections: [describePrograms(comparison), describeOverlaps(comparison), describeTasks(comparison)],
    notes,
  };
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
      formatCompared(program.energy, unit),
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
  const rankOf = ({ sides }: SharedTask): string => {
    const dearest = sides.reduce<TaskOfProgram | undefined>(
      (most, side) => (side !== undefined && side.energy > (most?.energy ?? -1) ? side : most),
      undefined,
    );
    return dearest?.ranks === undefined ? '–' : `${dearest.ranks.inclusive} / ${dearest.ranks.exclusive}`;
  };
  return section(
    'Tasks: who does them cheapest, and where the dearest stands in plain lists (inclusive / exclusive)',
    ['task', ...programs.map((_, index) => letterOf(index)), 'cheapest', 'difference', 'rank', ''],
    tasks.filter(({ delta }) => delta > 0),
    (task) => [
      describeTask(task),
      ...task.sides.map((side) => describeSide(side, unit)),
      task.cheapest === undefined ? '–' : letterOf(task.cheapest),
      formatCompared(task.delta, unit),
      rankOf(task),
      task.isNested ? 'within another' : '',
    ],
  );
}

/** A, B, …, and numbers where there are more programs than letters. */
function letterOf(program: number): string {
  return program < 26 ? String.fromCharCode(65 + program) : String(program + 1);
}

function describeSide(side: TaskOfProgram | undefined, unit: ProgramsComparison['unit']): string {
  if (side === undefined) return '–';
  const energy = formatCompared(side.energy, unit);
  return side.calls === undefined ? energy : `${energy}, ${formatCount(side.calls)} calls`;
}
