/**
 * More than two programs compared, as one page that needs nothing else: its tables are there without its script, which
 * sorts and filters them.
 *
 * Sits in `cli/`. After "DiffProf": programs with their tasks by how many others have them (table 3), what is theirs
 * and what frameworks take, and overlaps (figure 2), tasks with their ranks in plain lists (tables 5 and 6).
 */
import { counted } from '../../base/counted';
import { formatCompared } from '../../words/amount-text';
import type { ProgramAccount, ProgramsComparison, TreeAccount } from '../../compare/deltas/compare-programs';
import { describeTask } from '../../compare/pages/comparison-text';
import type { Bounds } from '../../compare/deltas/energy-delta';
import { formatCount, formatShare } from '../../words/energy-text';
import { type AloneAssets, formatPageHead } from '../../words/page-head';
import {
  amountOf,
  capital,
  describeBounds,
  describeCalls,
  describeDifference,
  describeLeast,
  describeProgramFailure,
  headlineOfPrograms,
  letterOf,
  overlapOf,
  partsOf,
  ranksOfMost,
  titleOfPrograms,
} from '../../compare/pages/programs-text';
import type { SharedTask, TaskOfProgram } from '../../compare/deltas/shared-tasks';
import { creationInWords, nameOfMethod, tellOverloads } from '../../words/text-sections';
import { escapePrintable } from './html-colors';

/** A page of so many rows is drawn while one waits. Those with most to gain stay. */
const MOST_TASKS = 5000;

export function* formatProgramsHtml(
  comparison: ProgramsComparison,
  version: string,
  { style, script, hashOf }: AloneAssets,
): Generator<string> {
  const { notes, tasks, hasTasks } = comparison;
  const title = titleOfPrograms(comparison);
  const left = tasks.length - MOST_TASKS;
  const remarks = [
    ...notes,
    ...(left > 0
      ? [
          `${counted(left, 'task with less to gain is', 'tasks with less to gain are')} not shown one by one (--format json has all)`,
        ]
      : []),
  ];
  yield formatPageHead({ title, style, script }, { hashOf });
  yield `<header><h1>${title}</h1>
<p class="headline">${escapePrintable(headlineOfPrograms(comparison))}</p>
${remarks.length === 0 ? '' : `<details><summary>Notes (${remarks.length})</summary><ul>${remarks.map((note) => `<li>${escapePrintable(note)}</li>`).join('')}</ul></details>\n`}</header>
<main class="scroll" tabindex="0" aria-label="${title}">
`;
  yield formatPrograms(comparison);
  if (hasTasks) {
    yield* formatTasks(comparison);
    yield formatOverlaps(comparison);
  }
  yield `</main>
<footer>Made by Jouleline ${escapePrintable(version)}. This page holds all it needs and sends nothing.</footer>
<script>${script}</script>
</body>
</html>
`;
}

function formatPrograms({ programs, inAll, unit, isByModel, hasTasks }: ProgramsComparison): string {
  const columns = programs[0]?.inTree?.shared ?? [];
  const row = (program: ProgramAccount, index: number): string =>
    `<tr>${nameCell(program, index)}${energyCell(program, unit, markOf(inAll, index))}${program.inTree === undefined ? '' : treeCells(program.inTree, unit, isByModel)}</tr>`;
  const heads = [
    head('Program', 'text'),
    head(capital(amountOf(unit))),
    ...(hasTasks
      ? [
          head('Application'),
          head('Frameworks'),
          head('Tasks'),
          ...columns.map(({ others }) =>
            head(others === 0 ? 'Alone' : others === 1 ? 'With 1 other' : `With ${others} others`),
          ),
          head('Alone by exact paths'),
        ]
      : []),
  ];
  return section(
    'programs',
    'Programs',
    hasTasks
      ? 'What methods take themselves: those of the application, and those of frameworks. Tasks by how many of the other programs do them, with their energy; tasks within tasks are counted once.'
      : 'What each takes in all. Who does which task is not known without trees of calls.',
    `<table data-sortable aria-labelledby="programs">${headRow(heads)}<tbody>${programs.map(row).join('\n')}</tbody></table>`,
  );
}

function treeCells(tree: TreeAccount, unit: ProgramsComparison['unit'], isByModel: boolean): string {
  const { applicationEnergy, frameworkEnergy, tasks, shared, unmatchedExactly } = tree;
  const partOf = partsOf(tree, isByModel);
  // In shares, the amount is the share.
  const amount = (energy: number, ran = 1): string =>
    unit === 'share' || !partOf(energy, ran).isModeled ? '' : formatCompared(energy, unit);
  const [own, others] = [partOf(applicationEnergy), partOf(frameworkEnergy, tasks)];
  const cells = [
    number(
      own.share,
      `${bar(Number.isNaN(own.share) ? 0 : own.share)}${own.text}`,
      amount(applicationEnergy),
    ),
    number(others.share, others.text, amount(frameworkEnergy, tasks)),
    number(tasks, formatCount(tasks)),
    ...shared.map((each) =>
      number(
        each.tasks,
        formatCount(each.tasks),
        [amount(each.energy, each.tasks), partOf(each.energy, each.tasks).text]
          .filter((text) => text !== '')
          .join(', '),
      ),
    ),
    number(unmatchedExactly, formatCount(unmatchedExactly)),
  ];
  return cells.join('');
}

function formatOverlaps(comparison: ProgramsComparison): string {
  const { programs } = comparison;
  const table = (
    id: string,
    caption: string,
    read: (found: ProgramsComparison['overlaps'][number]) => readonly [number, string],
  ): string => {
    const cell = (one: number, other: number): string => {
      if (one === other) return '<td></td>';
      const found = overlapOf(comparison, one, other);
      if (found === undefined) return number(NaN, '–');
      const [share, note] = read(found);
      return number(share, `${bar(share)}${formatShare(share)}`, note);
    };
    const rows = programs.map(
      (program, row) =>
        `<tr>${nameCell(program, row)}${programs.map((_, column) => cell(row, column)).join('')}</tr>`,
    );
    const heads = programs.map(
      ({ name }, index) =>
        `<th scope="col" class="number" title="${escapePrintable(name)}">${letterOf(index)}</th>`,
    );
    return `<table id="${id}"><caption>${caption}</caption>${headRow(['<td></td>', ...heads])}<tbody>${rows.join('\n')}</tbody></table>`;
  };
  return section(
    'overlap',
    'Overlap',
    'Of the program that has fewer: the tasks that the other one does, too, with the edits (α) by which paths of calls of one task were let differ, and the framework methods that it calls, too.',
    `<div class="pair">${table('overlap-tasks', 'Tasks that both do', ({ tasks, alpha }) => [tasks, `α ${alpha}`])}${table('overlap-methods', 'Framework methods that both call', ({ methods }) => [methods, ''])}</div>`,
  );
}

function* formatTasks({ programs, tasks, unit }: ProgramsComparison): Generator<string> {
  const isInShares = unit === 'share';
  const heads = [
    head('Task', 'text'),
    ...programs.map(({ name }, index) => head(letterOf(index), 'number', name)),
    ...(isInShares ? [] : [head(`Least ${amountOf(unit)}`, 'text')]),
    head('Difference'),
    head('Rank with all it calls', 'rank'),
    head('Rank by its own', 'rank'),
    '<th scope="col">What it is</th>',
  ];
  yield `<section aria-labelledby="tasks"><h2 id="tasks">Tasks</h2>
<p class="facts">${isInShares ? 'What of its own total each program takes for each task, which does not tell who uses less energy for it. The difference is from the least share to the largest; the ranks are where the method of the largest' : `Which program uses the least ${amountOf(unit)} for each task: one if all others use more, by more than chance, or else those that are alike. The difference is from the least to the most; the ranks are where the method of the program that uses the most`} stands in that program’s plain lists, by energy with all that it calls, and by its own.</p>
<div class="tools" hidden></div>
<table data-sortable data-filtered="${isInShares ? 'alone' : 'least'}" aria-labelledby="tasks">${headRow(heads)}<tbody>
`;
  for (const task of tellOverloads(tasks).slice(0, MOST_TASKS)) {
    const { leastEnergy, alike, sides } = task;
    const doers = sides.filter((side) => side !== undefined).length;
    const who =
      leastEnergy !== undefined
        ? String(leastEnergy)
        : alike !== undefined
          ? 'alike'
          : doers === 1
            ? 'alone'
            : '';
    const cells = sides.map((side, program) =>
      side === undefined
        ? number(NaN, '<span class="note">–</span>')
        : taskCell(side, unit, markOf(task, program)),
    );
    const ranks = ranksOfMost(task);
    const name = escapePrintable(creationInWords(nameOfMethod(task.method)));
    const path = task.path.map((each) => each.name).join(' › ');
    const kinds = [doers === 1 ? 'in one alone' : '', task.isNested ? 'within another' : ''];
    yield `<tr data-who="${who}"><th scope="row" data-sort="${name}" title="${escapePrintable(describeTask(task))}"><span class="code">${name}</span><span class="path">${escapePrintable(path)}</span></th>${cells.join('')}${isInShares ? '' : `<td data-sort="${escapePrintable(describeLeast(task))}">${escapePrintable(describeLeast(task))}</td>`}${Number.isNaN(task.delta) ? number(NaN, describeDifference(task, unit)) : energyCell({ ...task, energy: task.delta }, unit)}${rankCell(ranks?.inclusive)}${rankCell(ranks?.exclusive)}<td>${kinds.filter((kind) => kind !== '').join(', ')}</td></tr>\n`;
  }
  yield '</tbody></table>\n</section>\n';
}

function taskCell(side: TaskOfProgram, unit: ProgramsComparison['unit'], mark: string): string {
  const { calls, size, ranks } = side;
  const facts = [
    calls === undefined
      ? ''
      : `${describeCalls(calls)}${size === undefined ? '' : ` of size ${formatCount(size)}`}`,
    ranks === undefined ? '' : `rank ${ranks.inclusive} / ${ranks.exclusive}`,
  ].filter((fact) => fact !== '');
  if (!side.isModeled) return number(NaN, 'not modeled', ...facts);
  return energyCell(side, unit, `${mark}${side.isAtLeast === true ? '≥ ' : ''}`, facts);
}

/** A sign and a word: nothing is said by color alone. */
function markOf({ leastEnergy, alike }: Pick<SharedTask, 'leastEnergy' | 'alike'>, program: number): string {
  if (leastEnergy === program) return '<span class="mark lessEnergy">▼ least energy</span>';
  return alike?.includes(program) === true ? '<span class="mark same">= alike</span>' : '';
}

function energyCell(
  figure: Bounds & { readonly energy: number },
  unit: ProgramsComparison['unit'],
  mark = '',
  facts: readonly string[] = [],
): string {
  const bounds = describeBounds(figure, unit);
  return number(
    figure.energy,
    `${mark}${escapePrintable(formatCompared(figure.energy, unit))}`,
    ...(bounds === '' ? [] : [bounds]),
    ...facts,
  );
}

function rankCell(rank: number | undefined): string {
  return number(rank ?? NaN, rank === undefined ? '–' : formatCount(rank));
}

/** `html` goes before the notes, which are text. Without a value it is last in any order. */
function number(value: number, html: string, ...notes: readonly string[]): string {
  const told = notes
    .filter((note) => note !== '')
    .map((note) => `<span class="note">${escapePrintable(note)}</span>`);
  return `<td class="number" data-sort="${Number.isNaN(value) ? '' : value}">${html}${told.join('')}</td>`;
}

function nameCell(program: ProgramAccount, index: number): string {
  const failure = describeProgramFailure(program);
  return `<th scope="row" data-sort="${letterOf(index)}"><strong>${letterOf(index)}</strong> <span class="code">${escapePrintable(program.name)}</span>${failure === '' ? '' : ` <span class="note">${escapePrintable(failure)}</span>`}</th>`;
}

/**
 * The head of a column. `order` says how the column sorts: texts and ranks from the first on, amounts from the most.
 */
function head(text: string, order: 'text' | 'number' | 'rank' = 'number', title = ''): string {
  return `<th scope="col"${order === 'text' ? '' : ' class="number"'} data-order="${order}"${title === '' ? '' : ` title="${escapePrintable(title)}"`}>${escapePrintable(text)}</th>`;
}

function headRow(heads: readonly string[]): string {
  return `<thead><tr>${heads.join('')}</tr></thead>`;
}

/** The bar of a share, which stands beside a figure that says the same. */
function bar(share: number): string {
  const width = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
  return `<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="8"/><rect width="${width}" height="8"/></svg>`;
}

function section(id: string, title: string, hint: string, content: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n<p class="facts">${hint}</p>\n${content}\n</section>\n`;
}
