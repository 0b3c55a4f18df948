/**
 * The details of each line that the page shows. Their texts are made here, so
 * that the page's script formats nothing.
 *
 * Sits in `cli/`. Texts repeat a lot (operation names, counts), so each
 * is stored once and referred to by index; media/webviews/heatmap/heatmap.js
 * reads this layout.
 */
import { formatCount, formatEnergy, formatInterval, formatShare } from '../../words/energy-text';
import type { EnergyUnit } from '../../words/energy-text';
import { makePrintable } from '../terminal';
import { hottestFirst } from './summary';
import type { LineEnergy, OperationEnergy } from '../../cost/pricing/file-energy';
import type { RankedLine } from './summary';

/** Indices into {@link PageData.texts}; -1 where there is nothing. */
type TextIndex = number;

/** Operation, group, count, energy and share of the line; energy and share are -1 if it is not modeled. */
type ReportOperation = readonly [TextIndex, TextIndex, TextIndex, TextIndex, TextIndex];

interface ReportLine {
  /** Counts from 1. */
  readonly line: number;
  /** Over all files. */
  readonly rank: number;
  readonly step: number;
  readonly facts: readonly TextIndex[];
  /** The line's shares of the whole report, of its file, and of its method. */
  readonly shares: readonly [number, number, number];
  readonly unmodeled: 0 | 1;
  readonly operations: readonly ReportOperation[];
}

export interface PageFile {
  readonly path: string;
  readonly lines: readonly ReportLine[];
}

export interface PageData {
  readonly texts: readonly string[];
  readonly colors: readonly string[];
  readonly files: readonly PageFile[];
}

/** Gives each distinct text one index. */
export interface DistinctTexts {
  readonly texts: readonly string[];
  add(text: string): TextIndex;
}

export function createTextTable(): DistinctTexts {
  const indices = new Map<string, TextIndex>();
  const texts: string[] = [];
  return {
    texts,
    add(text) {
      const printable = makePrintable(text);
      const known = indices.get(printable);
      if (known !== undefined) return known;
      indices.set(printable, texts.length);
      return texts.push(printable) - 1;
    },
  };
}

export interface RowStyle {
  readonly table: DistinctTexts;
  readonly unit: EnergyUnit;
  readonly machine: string;
}

/** Facts, in order: method, energy, interval, with callees, ranks, unmodeled, frequency, blocks. */
export function describeRow(ranked: RankedLine, step: number, style: RowStyle): ReportLine {
  const { line, rank, shareOfReport } = ranked;
  const { table, unit, machine } = style;
  const text = (value: string | undefined): TextIndex =>
    value === undefined || value === '' ? -1 : table.add(value);
  return {
    line: line.line + 1,
    rank,
    step,
    facts: [
      text(line.method),
      text(formatEnergy(line.own.mean, unit) + machine),
      text(formatInterval(line.own, unit)),
      text(describeInclusive(line, unit)),
      text(`#${line.rank} in its file, #${line.rankInMethod} in its method`),
      text(describeUnmodeled(line)),
      text(describeBasis(line.basis)),
      text(describeBlocks(line.blocks)),
    ],
    shares: [shareOfReport, line.shareOfFile, line.shareOfMethod].map((share) =>
      Number(share.toPrecision(4)),
    ) as [number, number, number],
    unmodeled: line.mostlyUnmodeled ? 1 : 0,
    operations: hottestFirst(line).map((operation) => describeOperation(operation, line, style)),
  };
}

function describeOperation(
  { name, group, count, energy }: OperationEnergy,
  line: LineEnergy,
  { table, unit }: RowStyle,
): ReportOperation {
  const amounts = [table.add(name), table.add(group), table.add(formatCount(count))] as const;
  if (energy === undefined) return [...amounts, -1, -1];
  const share = line.own.mean > 0 ? energy.mean / line.own.mean : 0;
  return [...amounts, table.add(formatEnergy(energy.mean, unit)), table.add(formatShare(share))];
}

function describeInclusive({ inclusive, recursive }: LineEnergy, unit: EnergyUnit): string {
  if (inclusive === undefined) return '';
  return formatEnergy(inclusive.mean, unit) + (recursive ? ', recursion counted once' : '');
}

function describeUnmodeled({ modeledCount, unmodeledCount, mostlyUnmodeled }: LineEnergy): string {
  if (unmodeledCount === 0) return '';
  const part = `${formatCount(unmodeledCount)} of ${formatCount(modeledCount + unmodeledCount)} operations are not modeled`;
  return mostlyUnmodeled ? `${part}: the line may use much more than is shown` : part;
}

/** The names of the blocks without the method's name, which stands beside them. */
function describeBlocks(blocks: readonly string[]): string {
  const shown = blocks.slice(0, 6).map((block) => block.slice(block.indexOf('#') + 1));
  return shown.join(', ') + (blocks.length > shown.length ? ', …' : '');
}

function describeBasis(basis: LineEnergy['basis']): string {
  switch (basis) {
    case 'exact':
      return 'known exactly';
    case 'heuristic':
      return 'guessed from the shape of the code';
    case 'default':
      return 'not known: the default number of loop trips';
  }
}
