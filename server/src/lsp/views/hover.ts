/**
 * The hover of a line: what it takes, which operations that is made of, and how sure it is.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from the user's text, so all are escaped.
 */
import * as l10n from '@vscode/l10n';
import type { LineEnergy, OperationEnergy } from '../../cost/pricing/file-energy';
import { chanceWithin, formatChance, parseEnergyLimit } from '../../lines/energy-limit';
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import type { TakenPath } from '../../lines/taken-paths';
import { escapeCode, escapeText } from './markdown';
import { provenanceOf } from './provenance';
import { findLine, machineNote, unitOf, upperBound, withInterval, type DocumentView } from './view';

/** The most rows of the table of operations; one more row sums up the rest. */
const MAX_ROWS = 12;
const MAX_BLOCKS = 4;
const MAX_PATHS = 5;

/** Functions, because translations are loaded after this file. */
const BASIS = {
  exact: () => l10n.t('all counts exact'),
  heuristic: () => l10n.t('branches and loops estimated by heuristics'),
  default: () => l10n.t('a loop of unknown length with its assumed number of iterations'),
};

const RANK = {
  method: (rank: number, ranks: number) => l10n.t('rank {0} of {1} in its method', rank, ranks),
  file: (rank: number, ranks: number) => l10n.t('rank {0} of {1} in the file', rank, ranks),
  workspace: (rank: number, ranks: number) => l10n.t('rank {0} of {1} in the workspace', rank, ranks),
};

/** The hover as Markdown; undefined for a line without operations. */
export function describeLine(view: DocumentView, lineNumber: number): string | undefined {
  const found = findLine(view.energy, lineNumber);
  if (found === undefined) return describeMethodAt(view, lineNumber);
  const { line } = found;
  const heat = view.heat[found.index];
  const parts = [
    heading(view, line, heat?.rank ?? line.rank, heat?.ranks ?? view.energy.ranks),
    figures(view, line),
    operationTable(view, line),
    groupShares(line),
    unpricedList(line),
    pathTable(view, line),
    limitChance(view, line.method),
    footer(view, line),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The hover on a method's name, if a limit is set. Most of these lines have no operations of their own. */
function describeMethodAt(view: DocumentView, lineNumber: number): string | undefined {
  const method = view.energy.methods.find(({ nameStart }) => view.lines.lineAt(nameStart) === lineNumber);
  const chance = limitChance(view, method?.name);
  return chance === '' ? undefined : `**Jouleline:** ${chance}`;
}

/** The chance that a method stays within the limit of the settings, with what it calls. */
function limitChance({ settings, energy, model, measured }: DocumentView, name: string | undefined): string {
  const limit = parseEnergyLimit(settings.energyLimit, settings.batteryCapacityWattHours);
  const method = energy.methods.find((each) => each.name === name);
  if (method === undefined || 'problem' in limit) return '';
  const { inclusive, unmodeledCount, recursive, unanalyzedCalls = 0 } = method;
  const isPartial = unmodeledCount > 0 || recursive || unanalyzedCalls > 0;
  const chance = chanceWithin(inclusive ?? method.energy, limit.limit, model, measured, isPartial);
  const whose = [`\`${escapeCode(method.name)}\``, formatChance(chance), limit.limit.text] as const;
  const text =
    energy.mode === 'counted'
      ? l10n.t('{0} in the profiled run, callees included: {1} likely to stay within {2}', ...whose)
      : l10n.t('one call of {0}, callees included: {1} likely to stay within {2}', ...whose);
  const note = machineNote(model);
  const error = chance.transferError === undefined ? '' : `± ${Math.round(chance.transferError * 100)} %`;
  const notes = [note, error].filter((each) => each !== '').join('; ');
  return notes === '' ? text : `${text} (${notes})`;
}

function heading(view: DocumentView, line: LineEnergy, rank: number, ranks: number): string {
  const shares = [l10n.t('{0} of the file', formatShare(line.shareOfFile))];
  if (line.method !== undefined)
    shares.push(l10n.t('{0} of {1}', formatShare(line.shareOfMethod), `\`${escapeCode(line.method)}\``));
  const mark = line.mostlyUnmodeled ? '≥ ' : '';
  return `**Jouleline: ${mark}${shares.join(', ')}** · ${RANK[view.settings.rankScope](rank, ranks)}`;
}

function figures(view: DocumentView, line: LineEnergy): string {
  const rows = [`${withInterval(line.own, view)} · *${provenanceOf(view)}*`];
  const bound = upperBound(line.own, view);
  if (bound !== '') rows.push(bound);
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
  return rows.join('  \n');
}

/** The called methods by name, the most frequent first. */
function calleeList({ callees }: LineEnergy): string {
  const counts = new Map<string, number>();
  for (const { key, count } of callees) counts.set(key, (counts.get(key) ?? 0) + count);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const names = sorted
    .slice(0, MAX_BLOCKS)
    .map(([key, count]) => `\`${escapeCode(nameOfMethod(key))}\` × ${formatCount(count)}`);
  if (sorted.length > names.length) names.push(l10n.t('{0} more', sorted.length - names.length));
  return l10n.t('calls {0}', names.join(', '));
}

/** `demo/Work.fib(I)I` as `Work.fib`. */
function nameOfMethod(key: string): string {
  const name = key.slice(0, key.indexOf('('));
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('$', '.');
}

function operationTable(view: DocumentView, line: LineEnergy): string {
  const priced = line.operations.filter((operation) => operation.energy !== undefined);
  if (priced.length === 0) return '';
  const unit = unitOf(view.settings);
  const shown = priced.slice(0, MAX_ROWS);
  const rows = shown.map((operation) => {
    const energy = operation.energy?.mean ?? 0;
    const each = operation.unit === undefined ? '' : formatEnergy(operation.unit.mean, unit);
    return `| \`${escapeCode(operation.name)}\` | ${formatCount(operation.count)} | ${each} | ${formatEnergy(energy, unit)} | ${shareOf(energy, line)} |`;
  });
  const rest = priced.slice(MAX_ROWS);
  if (rest.length > 0) {
    const energy = rest.reduce((sum, operation) => sum + (operation.energy?.mean ?? 0), 0);
    rows.push(
      `| ${l10n.t('{0} more', rest.length)} | ${formatCount(sumCounts(rest))} | | ${formatEnergy(energy, unit)} | ${shareOf(energy, line)} |`,
    );
  }
  const titles = [l10n.t('operation'), l10n.t('count'), l10n.t('each'), l10n.t('energy'), l10n.t('share')];
  return [`| ${titles.join(' | ')} |`, '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

function groupShares(line: LineEnergy): string {
  const groups = new Map<string, number>();
  for (const operation of line.operations) {
    groups.set(operation.group, (groups.get(operation.group) ?? 0) + (operation.energy?.mean ?? 0));
  }
  const shown = [...groups].filter(([, energy]) => energy > 0).sort((a, b) => b[1] - a[1]);
  if (shown.length < 2) return '';
  return l10n.t(
    'By group: {0}',
    shown.map(([group, energy]) => `${group} ${shareOf(energy, line)}`).join(', '),
  );
}

function unpricedList(line: LineEnergy): string {
  const unpriced = line.operations.filter((operation) => operation.energy === undefined);
  if (unpriced.length === 0) return '';
  const names = unpriced
    .slice(0, MAX_ROWS)
    .map((operation) => `\`${escapeCode(operation.name)}\` × ${formatCount(operation.count)}`);
  const more = unpriced.length - names.length;
  if (more > 0) names.push(l10n.t('{0} more', more));
  return line.mostlyUnmodeled
    ? l10n.t('Not modeled (not zero), possibly **more than everything above**: {0}', names.join(', '))
    : l10n.t('Not modeled (not zero): {0}', names.join(', '));
}

/** The table of paths through the line: the lines that each path runs, how often, and at what energy. */
function pathTable(view: DocumentView, { line }: LineEnergy): string {
  const paths = view.pathsAt(line);
  if (paths.length === 0) return '';
  const unit = unitOf(view.settings);
  const rows = paths.slice(0, MAX_PATHS).map(({ lines, executions, energy, start, end }) => {
    const from = START[start];
    const to = END[end];
    const way = lines.map((each) => each + 1).join(' → ');
    const each = formatEnergy(energy.mean / executions, unit);
    return `| ${[from(), way, to()].filter((text) => text !== '').join(' ')} | ${formatCount(executions)} | ${each} | ${formatEnergy(energy.mean, unit)} |`;
  });
  if (paths.length > MAX_PATHS) rows.push(`| ${l10n.t('{0} more', paths.length - MAX_PATHS)} | | | |`);
  const titles = [l10n.t('path through lines'), l10n.t('count'), l10n.t('each'), l10n.t('energy')];
  return [`| ${titles.join(' | ')} |`, '|---|--:|--:|--:|', ...rows].join('\n');
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

function footer(view: DocumentView, line: LineEnergy): string {
  const note = machineNote(view.model);
  const blocks = line.blocks.slice(0, MAX_BLOCKS).map((block) => `\`${escapeCode(block)}\``);
  if (line.blocks.length > MAX_BLOCKS) blocks.push(l10n.t('{0} more', line.blocks.length - MAX_BLOCKS));
  const parts = [
    ...(blocks.length === 0 ? [] : [l10n.t('block {0}', blocks.join(', '))]),
    BASIS[line.basis](),
    ...(line.operations.some((operation) => operation.untyped)
      ? [l10n.t('`?` marks an operand whose type was not found')]
      : []),
  ];
  const title = escapeText(view.model.title);
  // The title of a model that is scaled to a measured run says so.
  const isOwn = note === '' || view.measured?.factor !== undefined;
  const model = isOwn ? title : l10n.t('{0}: numbers for a {1}, not for your machine', title, note);
  return `${parts.join(' · ')}  \n*${model}*`;
}

function shareOf(energy: number, line: LineEnergy): string {
  return line.own.mean > 0 ? formatShare(energy / line.own.mean) : '';
}

function sumCounts(operations: readonly OperationEnergy[]): number {
  return operations.reduce((sum, operation) => sum + operation.count, 0);
}
