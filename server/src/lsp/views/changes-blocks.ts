/**
 * The blocks of a compared line in its hover: blocks around the line that ran more or less often, and the energy that
 * this comes to.
 *
 * Sits in `lsp/`, under `changes-hover.ts`. Pure. Roles are the profile's words for a block's part in loops and
 * branches.
 */
import * as l10n from '@vscode/l10n';
import {
  type BlockDelta,
  byChange,
  describeLines,
  hasBlockChanged,
} from '../../compare/deltas/compare-blocks';
import { formatCount } from '../../words/energy-text';
import type { ComparedLine } from '../../compare/deltas/place-changes';
import { amountText, type ChangesView, signedText } from './changes-view';
import { escapeCode, escapeText } from './markdown';

const MOST_BLOCKS = 4;

/**
 * The table of blocks that ran more or less often; empty if there are none, or if the profile has no operations of
 * blocks.
 */
export function blockTable(view: ChangesView, { line, lineA, lineB, methods }: ComparedLine): string {
  // Lines may have been added above since the run.
  const shift = lineB > 0 ? line + 1 - lineB : 0;
  const changed = methods
    .flatMap(({ blocks }) => blocks)
    .filter((block) => hasBlockChanged(block) && !Number.isNaN(block.delta) && holds(block, lineA, lineB))
    .sort(byChange);
  if (changed.length === 0) return '';
  const [before, after] = view.comparison.names.map((name) => `\`${escapeCode(name)}\``);
  const rows = changed.slice(0, MOST_BLOCKS).map((block) => {
    const each = block.eachB ?? block.eachA ?? 0;
    const cells = [
      formatCount(block.executionsA),
      formatCount(block.executionsB),
      amountText(each, view),
      signedText(block.delta, view),
    ];
    return `| ${[nameOf(block, shift), ...cells].map((cell) => cell.replaceAll(' ', '\u00a0')).join(' | ')} |`;
  });
  if (changed.length > MOST_BLOCKS)
    rows.push(`| ${l10n.t('{0} more', changed.length - MOST_BLOCKS)} | | | | |`);
  const titles = [l10n.t('block (per run)'), before, after, l10n.t('each'), l10n.t('difference')];
  return [`| ${titles.join(' | ')} |`, '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

function holds(block: BlockDelta, lineA: number, lineB: number): boolean {
  return lineB > 0 && block.lineB > 0
    ? block.lineB <= lineB && lineB <= block.lastB
    : block.lineB === 0 && block.lineA > 0 && block.lineA <= lineA && lineA <= block.lastA;
}

/** "loop body, lines 4–6", with the lines of the text as it is now. */
function nameOf(
  { roleA = '', roleB = roleA, lineA, lastA, lineB, lastB }: BlockDelta,
  shift: number,
): string {
  const role = ROLES[roleB]?.() ?? escapeText(roleB);
  const [first, last] = lineB > 0 ? [lineB + shift, lastB + shift] : [lineA, lastA];
  return last > first
    ? l10n.t('{0}, lines {1}', role, describeLines(first, last))
    : l10n.t('{0}, line {1}', role, first);
}

const ROLES: Readonly<Record<string, () => string>> = {
  'loop-condition': () => l10n.t('loop condition'),
  'loop-body': () => l10n.t('loop body'),
  branch: () => l10n.t('branch'),
  handler: () => l10n.t('exception handler'),
  sequence: () => l10n.t('sequence'),
};
