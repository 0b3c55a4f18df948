/**
 * The rows of one file in the lists of what is hot: lines, methods, blocks, a
 * column for each figure.
 *
 * Sits in `lines/`, made by `lsp/workspace/hot-lists.ts` file by file and kept until the
 * file changes. A module of a million lines has as many rows: what only a page
 * of a list shows (code, groups, intervals of blocks) is worked out when it is
 * shown.
 */
import { at, outside } from '../base/check';
import { computeBlockEnergies, computeBlockMeans } from '../cost/pricing/block-energies';
import type { Energy } from '../cost/model/cost-model';
import { costMember, type CostSettings } from '../cost/pricing/price-member';
import { type FileEnergy, rankedEnergy } from '../cost/pricing/file-energy';
import { blockOf, countSites, offsetOf } from '../operations/catalogue/site-table';
import { PAPER_GROUPS } from '../operations/catalogue/catalogue';
import type { LineIndex, Share } from '../base/units';
import type { KnownFile } from './energy-session';
import { takesEnergy } from './heat';
import type { ComponentPart } from '../recordings/merge/side-by-side';
import type { FileEvidence } from './file-evidence';
import { growing } from '../base/growing';
import { type BlockSource, withBlocks } from './rank-blocks';

/** The rows of a list, one column for each figure; NaN stands for an unknown value. */
export interface HotRows {
  readonly line: Uint32Array;
  /** The energy of each row in joules, or its amount in the unit of a recording. */
  readonly energy: Float64Array;
  /** The variance of each energy; absent if it is computed together with the details. */
  readonly variance?: Float64Array;
  /** The energies if all ran as seldom and as often as it may; those of a run where frequencies are known. */
  readonly least?: Float64Array;
  readonly most?: Float64Array;
  readonly executions: Float64Array;
  /** The expected calls of a method that the energy is of; 1 for one call and for runs, absent for blocks. */
  readonly calls?: Float64Array;
  /** For each row, 1 if operations that are not modeled may outweigh those that are; otherwise 0. */
  readonly isLowerBound: Uint8Array;
  readonly nameOf: (row: number) => string;
  /** The parts of each energy by component; absent if recordings do not tell components apart. */
  readonly partsOf?: (row: number) => readonly ComponentPart[];
}

export interface BlockRows extends HotRows {
  /** The energy of one execution of each block, in joules. */
  readonly once: Float64Array;
  readonly detailsOf: (row: number) => BlockDetails;
}

export interface BlockDetails {
  readonly once: Energy;
  /** The energy of {@link FIXED_EXECUTIONS} executions. */
  readonly fixed: Energy;
  /** The energy of all executions in the application. */
  readonly application: Energy;
  /** The shares of the groups, in the order of the paper's figure 4; they add up to 1. */
  readonly groups: readonly Share[];
}

/**
 * The rows of the lines that the overlay paints. A line without energy and without operations that are not
 * modeled is in no list. `inRun` is the file as a run executes it, whether that was counted or is expected.
 */
export function rowsOfLines(energy: FileEnergy, inRun: KnownFile, settings: CostSettings): HotRows {
  const rows = gather();
  let executions: ReadonlyMap<LineIndex, number> | undefined;
  for (const line of energy.lines) {
    if (!takesEnergy(line)) continue;
    const ran = line.executions ?? (executions ??= expectedExecutions(inRun, settings)).get(line.line);
    rows.add(
      line.line,
      line.method ?? '',
      rankedEnergy(line),
      ran ?? Number.NaN,
      line.mostlyUnmodeled,
      line.expectedCalls,
    );
  }
  return rows.finish();
}

/** The rows of the methods that have energy or an operation that is not modeled. */
export function rowsOfMethods(energy: FileEnergy, { lines }: KnownFile): HotRows {
  const rows = gather();
  for (const method of energy.methods) {
    const { name, nameStart, calls, expectedCalls, modeledCount, unmodeledCount } = method;
    if (method.energy.mean === 0 && unmodeledCount === 0) continue;
    // Other estimates are of one call.
    const times = calls ?? expectedCalls ?? (energy.mode === 'counted' ? Number.NaN : 1);
    const own = method.run ?? method.energy;
    rows.add(lines.lineAt(nameStart), name, own, times, unmodeledCount > modeledCount, expectedCalls);
  }
  return rows.finish();
}

/**
 * The rows of the lines that recordings know. Recordings do not say how often a line ran, so executions are
 * NaN.
 */
export function rowsOfMeasuredLines({ lines }: FileEvidence): HotRows {
  const shown = lines.filter(({ isShown }) => isShown);
  const rows = gather();
  for (const { line, own, method } of shown) rows.add(line, method ?? '', own, Number.NaN, false);
  return { ...rows.finish(), partsOf: (row) => at(shown, row).parts };
}

export function rowsOfMeasuredMethods({ methods }: FileEvidence): HotRows {
  const rows = gather();
  for (const { line, name, own } of methods) rows.add(line, name, own, Number.NaN, false);
  return { ...rows.finish(), partsOf: (row) => at(methods, row).parts };
}

/** The rows of the blocks that ran, or are expected to run, and hold an operation. */
export function rowsOfBlocks(source: BlockSource, settings: CostSettings): BlockRows {
  const members = (source.counted ?? source.source).members.map((member) => withBlocks(member, source));
  const [memberOf, blockIndex] = [growing(words), growing(words)];
  const [line, isLowerBound] = [growing(words), growing((length) => new Uint8Array(length))];
  const [once, energy, executions] = [growing(floats), growing(floats), growing(floats)];
  members.forEach(({ operations, bodyStart }, index) => {
    const means = computeBlockMeans(operations, settings);
    operations.blocks.forEach((block, b) => {
      const [runs, of] = [at(means.executions, b), at(means.once, b)];
      const held = at(means.operations, b);
      if (runs === 0 || held === 0) return;
      memberOf.push(index);
      blockIndex.push(b);
      line.push(source.lines.lineAt(bodyStart + block.start));
      once.push(of);
      energy.push(of * runs);
      executions.push(runs);
      isLowerBound.push(Number(at(means.unmodeled, b) * 2 > held));
    });
  });
  const memberAt = (row: number): (typeof members)[number] => at(members, memberOf.at(row));
  return {
    line: line.finish(),
    energy: energy.finish(),
    once: once.finish(),
    executions: executions.finish(),
    isLowerBound: isLowerBound.finish(),
    nameOf(row) {
      const { name, operations } = memberAt(row);
      return `${name}#${at(operations.blocks, blockIndex.at(row)).name}`;
    },
    detailsOf(row) {
      const found = computeBlockEnergies(memberAt(row), settings)[blockIndex.at(row)];
      const nothing: Energy = { mean: 0, variance: 0 };
      return {
        once: found?.once ?? nothing,
        fixed: found?.fixed ?? nothing,
        application: found?.energy ?? nothing,
        groups: PAPER_GROUPS.map((group) => found?.groups.find((each) => each.group === group)?.share ?? 0),
      };
    },
  };
}

/**
 * The executions of each line in the run that is expected: those of the operation on it that runs most often.
 */
function expectedExecutions(
  { file, lines }: KnownFile,
  settings: CostSettings,
): ReadonlyMap<LineIndex, number> {
  const most = new Map<LineIndex, number>();
  for (const { operations, bodyStart } of file.members) {
    const { frequencies } = costMember(operations, settings).pricing;
    const { sites } = operations;
    for (let site = 0; site < countSites(sites); site++) {
      const line = lines.lineAt(bodyStart + offsetOf(sites, site));
      const runs = frequencies[blockOf(sites, site)] ?? outside(site);
      if (runs > (most.get(line) ?? -1)) most.set(line, runs);
    }
  }
  return most;
}

interface Gathering {
  add(
    line: LineIndex,
    name: string,
    own: Pick<Energy, 'mean' | 'least' | 'most'> & { readonly variance?: number | undefined },
    executions: number,
    isLowerBound: boolean,
    calls?: number,
  ): void;
  finish(): HotRows;
}

function gather(): Gathering {
  const names: string[] = [];
  const [line, bound] = [growing(words), growing((length) => new Uint8Array(length))];
  const [energy, variance, executions] = [growing(floats), growing(floats), growing(floats)];
  const [least, most, calls] = [growing(floats), growing(floats), growing(floats)];
  return {
    add(at, name, own, runs, isLowerBound, times = 1) {
      line.push(at);
      names.push(name);
      energy.push(own.mean);
      variance.push(own.variance ?? Number.NaN);
      least.push(own.least ?? own.mean);
      most.push(own.most ?? own.mean);
      executions.push(runs);
      calls.push(times);
      bound.push(Number(isLowerBound));
    },
    finish: () => ({
      line: line.finish(),
      energy: energy.finish(),
      variance: variance.finish(),
      least: least.finish(),
      most: most.finish(),
      executions: executions.finish(),
      calls: calls.finish(),
      isLowerBound: bound.finish(),
      nameOf: (row) => at(names, row),
    }),
  };
}

function words(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(length);
}

function floats(length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(length);
}
