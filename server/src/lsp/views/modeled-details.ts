/**
 * The details at the end of a line's hover: intervals, ranks, the operations by their names in the catalogue, groups,
 * blocks and paths, the model with its machine, and how the figures came about.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import type { LineHeat } from '../../lines/heat';
import type { LineEnergy } from '../../cost/pricing/file-energy';
import { formatCount, formatEnergy, formatInterval, formatShare, roundCalls } from '../../words/energy-text';
import { type Energy, isMostlyGuessed } from '../../cost/model/cost-model';
import type { TakenPath } from '../../lines/taken-paths';
import { code, DETAILS, escapeText, join, listOf, rowsOf, table } from './markdown';
import {
  isWithinProgram,
  machineNote,
  provenanceOf,
  upperBound,
  withInterval,
  type ModeledView,
} from './modeled-view';
import { unitOf } from './view';

/** The most rows of the table of operations; one more row sums up the rest. */
const MAX_ROWS = 12;
const MAX_BLOCKS = 4;
const MAX_PATHS = 5;

/** Functions, because translations are loaded after this file. */
const BASIS = {
  exact: () => l10n.t('all counts exact'),
  learned: () => l10n.t('branches and loops as earlier runs executed them'),
  heuristic: () => l10n.t('branches and loops estimated by heuristics'),
  default: () => l10n.t('a loop of unknown length with its assumed number of iterations'),
};

const PRICE_BASIS = {
  call: ({ measuredCalls: { machine, date } = { machine: '?', date: '?' } }: ModeledView['model']) =>
    l10n.t('measured on {0}, {1}, scaled', machine, date),
  body: () => l10n.t('estimated from its body'),
  kin: () => l10n.t('guessed by similar operations'),
  typical: () => l10n.t('its code was not found: guessed as the usual library method'),
};

const RANK = {
  method: (rank: number, lines: number) => l10n.t('Rank {0} of {1} in its method', rank, lines),
  file: (rank: number, lines: number) => l10n.t('Rank {0} of {1} in the file', rank, lines),
  workspace: (rank: number, lines: number) => l10n.t('Rank {0} of {1} in the workspace', rank, lines),
};

export function detailsOf(view: ModeledView, line: LineEnergy, heat: LineHeat): readonly string[] {
  return [
    DETAILS(),
    figures(view, line),
    place(line, heat),
    operationTable(view, line),
    groupShares(line),
    unmodeledList(line),
    pathTable(view, line),
    footer(view, line),
  ];
}

/** "Rank 3 of 11 in the file, 35.1 % of `Orbit.energy(List)`"; a line of several methods has a share of none. */
function place(line: LineEnergy, { rank, of, scope }: LineHeat): string {
  const text = RANK[scope](rank, of);
  return line.method === undefined || line.otherMethods.length > 0
    ? text
    : l10n.t('{0}, {1} of {2}', text, formatShare(line.shareOfMethod), code(line.method));
}

function unmodeledList({ operations }: LineEnergy): string {
  const unmodeled = operations.filter(({ energy }) => energy === undefined);
  if (unmodeled.length === 0) return '';
  const names = listOf(unmodeled, MAX_ROWS, ({ name, count }) => `${code(name)} × ${formatCount(count)}`);
  return l10n.t('Not modeled (not zero): {0}', names);
}

function figures(view: ModeledView, line: LineEnergy): string {
  const { mode, learned } = view.energy;
  const isLearned = line.basis === 'learned';
  const provenance = provenanceOf({ mode, learned: isLearned ? learned : undefined }, view.measured);
  const rows = [`${withInterval(line.own, view)} · *${provenance}*`, upperBound(line.own, view)];
  if (line.run !== undefined && line.expectedCalls !== undefined && !isOneCall(line)) {
    const calls = describeCalls(line.expectedCalls);
    const unit = unitOf(view.settings);
    const energy = `${formatEnergy(line.run.mean, unit)}, 5–95 %: ${formatInterval(line.run, unit)}`;
    rows.push(l10n.t('one run of the program: {0}, {1}', energy, calls));
  }
  rows.push(describeGuess(line.run ?? line.own));
  const { executions } = line;
  if (executions !== undefined)
    rows.push(
      executions === 0
        ? l10n.t('did not run')
        : l10n.t(
            'executions: {0}, {1} each',
            formatCount(executions),
            formatEnergy(line.own.mean / executions, unitOf(view.settings)),
          ),
    );
  if (line.inclusive !== undefined && isWithinProgram(view, line)) {
    const energy = withInterval(line.inclusive, view);
    rows.push(
      line.recursive
        ? l10n.t('callees included, recursion counted once: {0}', energy)
        : l10n.t('callees included: {0}', energy),
    );
  }
  return join(rows, '  \n');
}

/** True if a run of the program calls the method once, for certain: then its energy is that of a call. */
function isOneCall({ own, run, expectedCalls }: LineEnergy): boolean {
  return expectedCalls === 1 && run?.most === own.most;
}

function describeCalls(calls: number): string {
  const rounded = roundCalls(calls);
  if (rounded === 0) return l10n.t('the method is hardly ever called');
  return l10n.t('expected calls of the method: {0}', formatCount(rounded));
}

/** Empty if costs are less certain than how often the line runs. */
function describeGuess(energy: Energy): string {
  const { mean, least = mean, most = mean } = energy;
  if (!isMostlyGuessed(energy)) return '';
  const rounded = (factor: number): string => formatCount(Number(factor.toPrecision(factor < 10 ? 2 : 1)));
  return l10n.t(
    'How often it runs is a guess: between 1/{0} and {1} times what is shown.',
    rounded(mean / least),
    rounded(most / mean),
  );
}

function operationTable(view: ModeledView, line: LineEnergy): string {
  const modeled = line.operations.flatMap(({ energy, ...operation }) =>
    energy === undefined ? [] : [{ ...operation, energy: energy.mean }],
  );
  if (modeled.length === 0) return '';
  const unit = unitOf(view.settings);
  const cellsOf = (energy: number): readonly string[] => [formatEnergy(energy, unit), shareOf(energy, line)];
  const rows = modeled.slice(0, MAX_ROWS).map(({ name, count, unit: each, energy, priceBasis }) => {
    const eachText = each === undefined ? '' : formatEnergy(each.mean, unit);
    const title =
      priceBasis === undefined ? code(name) : `${code(name)} (${PRICE_BASIS[priceBasis](view.model)})`;
    return [title, formatCount(count), eachText, ...cellsOf(energy)];
  });
  const rest = modeled.slice(MAX_ROWS);
  if (rest.length > 0) {
    const [count, energy] = [sumOf(rest, (each) => each.count), sumOf(rest, (each) => each.energy)];
    rows.push([l10n.t('{0} more', rest.length), formatCount(count), '', ...cellsOf(energy)]);
  }
  const titles = [l10n.t('operation'), l10n.t('count'), l10n.t('each'), l10n.t('energy'), l10n.t('share')];
  return table('lrrrr', titles, rows);
}

function groupShares(line: LineEnergy): string {
  const groups = new Map<string, number>();
  for (const { group, energy } of line.operations)
    if (energy !== undefined) groups.set(group, (groups.get(group) ?? 0) + energy.mean);
  const shown = [...groups].filter(([, energy]) => energy > 0).sort((a, b) => b[1] - a[1]);
  if (shown.length < 2) return '';
  return l10n.t(
    'By group: {0}',
    shown.map(([group, energy]) => `${escapeText(group)} ${shareOf(energy, line)}`).join(', '),
  );
}

/** The table of paths through the line: the lines that each path runs, how often, and at what energy. */
function pathTable(view: ModeledView, { line }: LineEnergy): string {
  const paths = view.pathsAt(line);
  if (paths.length === 0) return '';
  const unit = unitOf(view.settings);
  const rows = rowsOf(paths, MAX_PATHS, ({ lines, executions, energy, start, end }) => [
    join([START[start](), lines.map((each) => each + 1).join(' → '), END[end]()], ' '),
    formatCount(executions),
    formatEnergy(energy.mean / executions, unit),
    formatEnergy(energy.mean, unit),
  ]);
  return table(
    'lrrr',
    [l10n.t('path through lines'), l10n.t('count'), l10n.t('each'), l10n.t('energy')],
    rows,
  );
}

/**
 * The words for a path's start. The rounds of a loop are paths of their own, and so are parts of methods with very
 * many paths.
 */
const START: Readonly<Record<TakenPath['start'], () => string>> = {
  entry: () => '',
  handler: () => l10n.t('caught:'),
  join: () => l10n.t('loop:'),
  within: () => '…',
};

const END: Readonly<Record<TakenPath['end'], () => string>> = {
  return: () => l10n.t('returns'),
  throw: () => l10n.t('throws'),
  join: () => '…',
  within: () => '…',
  running: () => l10n.t('was still running'),
  'running?': () => l10n.t('was still running'),
};

function footer(view: ModeledView, line: LineEnergy): string {
  const note = machineNote(view.model);
  const isTyped = line.operations.every(({ untyped }) => !untyped);
  const parts = [
    line.blocks.length === 0 ? '' : l10n.t('block {0}', listOf(line.blocks, MAX_BLOCKS, code)),
    BASIS[line.basis](),
    isTyped ? '' : l10n.t('`?` marks an operand whose type was not found'),
  ];
  const title = escapeText(`${view.model.title} (${view.model.intervals})`);
  // The title of a model that is scaled to a measured run says so.
  const isOwn = note === '' || view.measured?.factor !== undefined;
  const model = isOwn ? l10n.t('Model: {0}', title) : l10n.t('Model: {0}, not your machine', title);
  return `${join(parts, ' · ')}  \n${model}`;
}

function shareOf(energy: number, line: LineEnergy): string {
  return line.own.mean > 0 ? formatShare(energy / line.own.mean) : '';
}

function sumOf<T>(items: readonly T[], figureOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + figureOf(item), 0);
}
