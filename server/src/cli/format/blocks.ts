/**
 * Blocks ranked by energy, as text, JSON and CSV: the data of figure 4 of
 * "Fine-grained energy modeling".
 *
 * Sits in `cli/`; formats are described in docs/reference/formats.md.
 */
import { PAPER_GROUPS } from '../../operations/catalogue/catalogue';
import { FIXED_EXECUTIONS } from '../../cost/pricing/block-energies';
import { counted } from '../../base/counted';
import { figuresOf, formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import { type RankedBlock } from '../../lines/rank-blocks';
import type { ReportResult } from '../../lines/report';
import { makePrintable } from '../terminal';
import { csvRow } from '../../base/delimited';
import { machineNote, type FormatOptions } from './options';

const BLOCKS_FORMAT = 'jouleline-blocks';
const BLOCKS_VERSION = 1;

const DEFAULT_TOP = 20;
/** Cells of a bar. */
const BAR = 24;

/** The letters that a bar is made of, one for each group, in the order of {@link PAPER_GROUPS}. */
const LETTERS = ['C', 'F', 'B', 'A', 'S', 'R', 'D', 'L'] as const;

type Blocks = readonly RankedBlock[];

/** Letters in proportion to the groups' shares; they add up to the whole bar. */
function stack({ groups }: RankedBlock): string {
  let [share, text] = [0, ''];
  PAPER_GROUPS.forEach((group, index) => {
    share += groups.find((each) => each.group === group)?.share ?? 0;
    text = text.padEnd(Math.round(share * BAR), LETTERS[index]);
  });
  return text.padEnd(BAR);
}

export function formatBlocksText(
  result: ReportResult,
  blocks: Blocks,
  { unit, frequency, top = DEFAULT_TOP }: FormatOptions,
): string {
  const application = frequency === 'counted' ? 'in application' : 'in a run';
  const head = [
    sharesOf(result) === 'of the run' ? 'of the run' : 'share',
    application,
    'executions',
    'in one',
    `in ${formatCount(FIXED_EXECUTIONS)}`,
    'groups',
    'block',
  ];
  const rows = blocks
    .slice(0, top)
    .map((block) => [
      formatShare(block.share),
      `${block.unmodeledCount > 0 ? '≥ ' : ''}${formatEnergy(block.energy.mean, unit)}`,
      formatCount(block.executions),
      formatEnergy(block.once.mean, unit),
      formatEnergy(block.fixed.mean, unit),
      stack(block),
      `${makePrintable(block.path)}:${block.line + 1} ${makePrintable(block.name)}`,
    ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column < 5 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rest = blocks.length - rows.length;
  return `${[
    `${counted(blocks.length, 'block')}${machineNote(result.model)}; ${describeHalf(result, blocks)}`,
    PAPER_GROUPS.map((group, index) => `${LETTERS[index] ?? ''} ${group}`).join(', '),
    ...lines,
    ...(rest > 0 ? [`and ${counted(rest, 'more block')} (--top)`] : []),
  ].join('\n')}\n`;
}

/** "2 take half of the run", or "together they take 36.5 % of the run", whose rest is in none of them. */
function describeHalf(result: ReportResult, blocks: Blocks): string {
  const whole = sharesOf(result) === 'of all' ? 'of the energy' : 'of the run';
  const half = blocks.findIndex(({ cumulativeShare }) => cumulativeShare >= 0.5) + 1;
  if (half > 0) return `${counted(half, 'takes', 'take')} half ${whole}`;
  return `together they take ${formatShare(blocks.at(-1)?.cumulativeShare ?? 0)} ${whole}`;
}

/** The whole that shares of blocks are parts of: a measured run whose lines are told apart, or all blocks. */
function sharesOf({ measured }: ReportResult): 'of the run' | 'of all' {
  return measured?.account.lines === undefined ? 'of all' : 'of the run';
}

export function formatBlocksJson(
  result: ReportResult,
  blocks: Blocks,
  { frequency, top }: FormatOptions,
): string {
  const data = {
    format: BLOCKS_FORMAT,
    version: BLOCKS_VERSION,
    model: result.model,
    frequency,
    fixedExecutions: FIXED_EXECUTIONS,
    count: blocks.length,
    sharesOf: sharesOf(result),
    blocks: blocks.slice(0, top).map((block) => ({
      path: block.path,
      block: block.name,
      line: block.line + 1,
      executions: block.executions,
      frequencyBasis: block.basis,
      once: figuresOf(block.once),
      fixed: figuresOf(block.fixed),
      energy: figuresOf(block.energy),
      share: block.share,
      cumulativeShare: block.cumulativeShare,
      groups: block.groups,
      priced: block.modeledCount,
      unpriced: block.unmodeledCount,
    })),
    problems: result.problems,
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}

export function* formatBlocksCsv(blocks: Blocks, top?: number): Generator<string> {
  const names = PAPER_GROUPS.map((group) => group.toLowerCase().replaceAll(' ', '_'));
  yield csvRow([
    'path',
    'block',
    'line',
    'executions',
    'energy_mean_joules',
    'energy_sd_joules',
    'once_mean_joules',
    'once_sd_joules',
    'fixed_mean_joules',
    'fixed_sd_joules',
    'share',
    'cumulative_share',
    'modeled_operations',
    'unmodeled_operations',
    ...names,
  ]);
  for (const block of blocks.slice(0, top)) {
    const energies = [block.energy, block.once, block.fixed].map(figuresOf);
    yield csvRow([
      block.path,
      block.name,
      block.line + 1,
      block.executions,
      ...energies.flatMap(({ mean, sd }) => [mean, sd]),
      block.share,
      block.cumulativeShare,
      block.modeledCount,
      block.unmodeledCount,
      ...PAPER_GROUPS.map((group) => block.groups.find((each) => each.group === group)?.share ?? 0),
    ]);
  }
}
