/**
 * The hover of a line: what it takes, which operations that is made of, and how sure it is.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from the user's text, so all are escaped.
 */
import { isRuntimeWork } from '../../profile/account/called-lines';
import * as l10n from '@vscode/l10n';
import { at } from '../../base/check';
import type { LineHeat } from '../../lines/heat';
import type { LineEnergy } from '../../cost/pricing/file-energy';
import { chanceWithin, formatChance, parseEnergyLimit } from '../../lines/energy-limit';
import { formatCount, formatEnergy, formatInterval, formatShare, roundCalls } from '../../words/energy-text';
import { type Energy, isMostlyGuessed } from '../../cost/model/cost-model';
import type { TakenPath } from '../../lines/taken-paths';
import { code, escapeText, join, listOf, rowsOf, table } from './markdown';
import { machineNote, provenanceOf, upperBound, withInterval, type ModeledView } from './modeled-view';
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
  method: (rank: number, lines: number) => l10n.t('rank {0} of {1} in its method', rank, lines),
  file: (rank: number, lines: number) => l10n.t('rank {0} of {1} in the file', rank, lines),
  workspace: (rank: number, lines: number) => l10n.t('rank {0} of {1} in the workspace', rank, lines),
};

/** The paragraphs of the hover; none for a line without operations. */
export function describeLine(view: ModeledView, lineNumber: number): readonly string[] {
  const index = view.energy.lines.findIndex(({ line }) => line === lineNumber);
  if (index < 0) return describeMethodAt(view, lineNumber);
  const line = at(view.energy.lines, index);
  return [
    heading(view, line, at(view.heat, index)),
    figures(view, line),
    operationTable(view, line),
    groupShares(line),
    unmodeledList(line),
    pathTable(view, line),
    limitChance(view, line.method),
    footer(view, line),
  ];
}

/** The hover on a method's name, if a limit is set. Most of these lines have no operations of their own. */
function describeMethodAt(view: ModeledView, lineNumber: number): readonly string[] {
  const method = view.energy.methods.find(({ nameStart }) => view.lines.lineAt(nameStart) === lineNumber);
  const chance = limitChance(view, method?.name);
  return chance === '' ? [] : [`**Jouleline:** ${chance}`];
}

/** The chance that a method stays within the limit of the settings, with what it calls. */
function limitChance(
  { kind, settings, energy, model, measured }: ModeledView,
  name: string | undefined,
): string {
  const limit = parseEnergyLimit(settings.energyLimit, settings.batteryCapacityWattHours);
  const method = energy.methods.find((each) => each.name === name);
  if (method === undefined || 'problem' in limit) return '';
  const { inclusive, unmodeledCount, recursive, unanalyzedCalls = 0 } = method;
  const isPartial = unmodeledCount > 0 || recursive || unanalyzedCalls > 0;
  const chance = chanceWithin(inclusive ?? method.energy, limit.limit, model, measured, isPartial);
  const whose = [code(method.name), formatChance(chance), limit.limit.text] as const;
  const text =
    kind === 'profile'
      ? l10n.t('{0} in the profiled run, callees included: {1} likely to stay within {2}', ...whose)
      : l10n.t('one call of {0}, callees included: {1} likely to stay within {2}', ...whose);
  const note = machineNote(model);
  const error = chance.transferError === undefined ? '' : `± ${Math.round(chance.transferError * 100)} %`;
  const notes = join([note, error], '; ');
  return notes === '' ? text : `${text} (${notes})`;
}

function heading({ settings }: ModeledView, line: LineEnergy, { rank, of }: LineHeat): string {
  const shares = [l10n.t('{0} of the file', formatShare(line.shareOfFile))];
  if (line.method !== undefined)
    shares.push(l10n.t('{0} of {1}', formatShare(line.shareOfMethod), code(line.method)));
  const mark = line.mostlyUnmodeled ? '≥ ' : '';
  return `**Jouleline: ${mark}${shares.join(', ')}** · ${RANK[settings.rankScope](rank, of)}`;
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
  rows.push(...describeCalled(view, line));
  if (line.inclusive !== undefined) {
    const energy = withInterval(line.inclusive, view);
    rows.push(
      line.recursive
        ? l10n.t('callees included, recursion counted once: {0}', energy)
        : l10n.t('callees included: {0}', energy),
    );
  }
  if (executions !== undefined && line.callees.length > 0) rows.push(calleeList(line));
  const unknown = line.unanalyzedCalls ?? 0;
  if (unknown > 0)
    rows.push(l10n.t('Not included: {0} calls of methods whose code is not known', formatCount(unknown)));
  return join(rows, '  \n');
}

/** Sentences about the energy that code that was not counted took for the line; none where no samples say so. */
function describeCalled(view: ModeledView, { operations }: LineEnergy): readonly string[] {
  const unit = unitOf(view.settings);
  const sampled = operations.flatMap(({ name, energy, samples }) =>
    energy === undefined || samples === undefined ? [] : [{ ...energy, name, samples }],
  );
  const called = sampled.filter(({ name }) => !isRuntimeWork(name));
  const runtime = sampled
    .filter(({ name }) => isRuntimeWork(name))
    .map(({ name, ...energy }) =>
      l10n.t('{0}: {1} ({2}), modeled', name, formatEnergy(energy.mean, unit), formatInterval(energy, unit)),
    );
  if (called.length === 0) return runtime;
  const [mean, variance] = [sumOf(called, (each) => each.mean), sumOf(called, (each) => each.variance)];
  const figures = [formatEnergy(mean, unit), formatInterval({ mean, variance }, unit)] as const;
  const samples = formatCount(sumOf(called, (each) => each.samples));
  return [
    l10n.t(
      'code that was not counted, called from here: {0} ({1}), by {2} samples; count it with `--include`',
      ...figures,
      samples,
    ),
    ...runtime,
  ];
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

/** The called methods by name, the most frequent first. */
function calleeList({ callees }: LineEnergy): string {
  const counts = new Map<string, number>();
  for (const { key, count } of callees) counts.set(key, (counts.get(key) ?? 0) + count);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return l10n.t(
    'calls {0}',
    listOf(sorted, MAX_BLOCKS, ([key, count]) => `${code(nameOfMethod(key))} × ${formatCount(count)}`),
  );
}

/** `demo/Work.fib(I)I` as `Work.fib`. */
function nameOfMethod(key: string): string {
  const name = key.slice(0, key.indexOf('('));
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('$', '.');
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
    shown.map(([group, energy]) => `${group} ${shareOf(energy, line)}`).join(', '),
  );
}

function unmodeledList({ operations, mostlyUnmodeled }: LineEnergy): string {
  const unmodeled = operations.filter(({ energy }) => energy === undefined);
  if (unmodeled.length === 0) return '';
  const names = listOf(unmodeled, MAX_ROWS, ({ name, count }) => `${code(name)} × ${formatCount(count)}`);
  return mostlyUnmodeled
    ? l10n.t('Not modeled (not zero), possibly **more than everything above**: {0}', names)
    : l10n.t('Not modeled (not zero): {0}', names);
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
  const title = escapeText(view.model.title);
  // The title of a model that is scaled to a measured run says so.
  const isOwn = note === '' || view.measured?.factor !== undefined;
  const model = isOwn ? title : l10n.t('{0}: numbers for a {1}, not for your machine', title, note);
  return `${join(parts, ' · ')}  \n*${model}*`;
}

function shareOf(energy: number, line: LineEnergy): string {
  return line.own.mean > 0 ? formatShare(energy / line.own.mean) : '';
}

function sumOf<T>(items: readonly T[], figureOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + figureOf(item), 0);
}
