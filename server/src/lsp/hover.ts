/**
 * The hover: what a line costs, which operations cost it, and how sure that is.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from the
 * user's text, so all are escaped.
 */
import type { LineEnergy, OperationEnergy } from '../cost/file-energy';
import { formatCount, formatEnergy, formatShare } from '../engine/energy-text';
import { findLine, machineNote, unitOf, upperBound, withInterval, type DocumentView } from './view';

/** Rows of the table of operations; what is left out is summed up in one more row. */
const MAX_ROWS = 12;

const PROVENANCE = {
  estimated: 'estimated',
  'one-execution': 'estimated: each block once',
  'worst-case': 'estimated: worst case',
};

const BASIS = {
  exact: 'all counts exact',
  heuristic: 'branches and loops by heuristics',
  default: 'a loop of unknown length at its assumed number of rounds',
};

/** Markdown, or nothing for a line without operations. */
export function describeLine(view: DocumentView, lineNumber: number): string | undefined {
  const found = findLine(view.energy, lineNumber);
  if (found === undefined) return undefined;
  const { line } = found;
  const heat = view.heat[found.index];
  const parts = [
    heading(view, line, heat?.rank ?? line.rank, heat?.ranks ?? view.energy.ranks),
    figures(view, line),
    operationTable(view, line),
    groupShares(line),
    unpricedList(line),
    footer(view, line),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function heading(view: DocumentView, line: LineEnergy, rank: number, ranks: number): string {
  const scope = { method: 'in its method', file: 'in the file', workspace: 'in the workspace' }[
    view.settings.rankScope
  ];
  const shares = [`${formatShare(line.shareOfFile)} of the file`];
  if (line.method !== undefined)
    shares.push(`${formatShare(line.shareOfMethod)} of \`${escapeCode(line.method)}\``);
  const mark = line.mostlyUnpriced ? '≥ ' : '';
  return `**Jouleline: ${mark}${shares.join(', ')}** · rank ${rank} of ${ranks} ${scope}`;
}

function figures(view: DocumentView, line: LineEnergy): string {
  const rows = [`${withInterval(line.own, view)} · *${PROVENANCE[view.energy.mode]}*`];
  const bound = upperBound(line.own, view);
  if (bound !== '') rows.push(bound);
  if (line.inclusive !== undefined) {
    const cut = line.recursive ? '; recursion counted once' : '';
    rows.push(`with the methods it calls: ${withInterval(line.inclusive, view)}${cut}`);
  }
  const unknown = line.unanalysedCalls ?? 0;
  if (unknown > 0)
    rows.push(`${formatCount(unknown)} calls lead to methods without a known body, and are not included`);
  return rows.join('  \n');
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
      `| ${rest.length} more | ${formatCount(sumCounts(rest))} | | ${formatEnergy(energy, unit)} | ${shareOf(energy, line)} |`,
    );
  }
  return ['| operation | count | each | energy | share |', '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

function groupShares(line: LineEnergy): string {
  const groups = new Map<string, number>();
  for (const operation of line.operations) {
    groups.set(operation.group, (groups.get(operation.group) ?? 0) + (operation.energy?.mean ?? 0));
  }
  const shown = [...groups].filter(([, energy]) => energy > 0).sort((a, b) => b[1] - a[1]);
  if (shown.length < 2) return '';
  return `By group: ${shown.map(([group, energy]) => `${group} ${shareOf(energy, line)}`).join(', ')}`;
}

function unpricedList(line: LineEnergy): string {
  const unpriced = line.operations.filter((operation) => operation.energy === undefined);
  if (unpriced.length === 0) return '';
  const names = unpriced
    .slice(0, MAX_ROWS)
    .map((operation) => `\`${escapeCode(operation.name)}\` × ${formatCount(operation.count)}`);
  const more = unpriced.length > MAX_ROWS ? `, ${unpriced.length - MAX_ROWS} more` : '';
  const warning = line.mostlyUnpriced ? '**may outweigh the above**: ' : '';
  return `Not priced (the model says nothing of them, they are not zero): ${warning}${names.join(', ')}${more}`;
}

function footer(view: DocumentView, line: LineEnergy): string {
  const note = machineNote(view.model);
  const blocks = line.blocks.slice(0, 4).map((block) => `\`${escapeCode(block)}\``);
  const more = line.blocks.length > 4 ? ` and ${line.blocks.length - 4} more` : '';
  const untyped = line.operations.some((operation) => operation.untyped)
    ? ' · `?` marks an operand whose type was not found'
    : '';
  const where = blocks.length === 0 ? '' : `block ${blocks.join(', ')}${more} · `;
  return `${where}${BASIS[line.basis]}${untyped}  \n*${escapeText(view.model.title)}${note === '' ? '' : `: figures of a ${note}, not of your machine`}*`;
}

function shareOf(energy: number, line: LineEnergy): string {
  return line.own.mean > 0 ? formatShare(energy / line.own.mean) : '';
}

function sumCounts(operations: readonly OperationEnergy[]): number {
  return operations.reduce((sum, operation) => sum + operation.count, 0);
}

/** For text between backticks inside a table. */
export function escapeCode(text: string): string {
  return text
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')
    .replaceAll(/[\r\n]+/g, ' ');
}

/** For running Markdown text. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#+!|-]/g, (character) => `\\${character}`);
}
