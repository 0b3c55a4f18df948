/**
 * The blocks of a program by what they cost: in one execution, in 3,000, and
 * in application, each with its shares of the eight groups of operations.
 *
 * Sits in `lines/`: figure 4 of "Fine-grained energy modeling" (Li and
 * Gallagher), over the block energies of `cost/`. Blocks are those of the
 * source, executions those that were counted, or, without a profile, those
 * expected in one call of the method.
 */
import { computeBlockEnergies, type GroupEnergy } from '../cost/pricing/block-energies';
import type { Energy } from '../cost/model/cost-model';
import type { CostSettings } from '../cost/pricing/price-member';
import type { FrequencyBasis } from '../flow/source/region';
import type { LineIndex, Share } from '../base/units';
import { emptyOperations } from './counted-operations';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import type { LineIndexOf } from '../base/line-index';
import { placeInBlocks } from './place-blocks';

export interface BlockSource {
  readonly path: string;
  readonly lines: LineIndexOf;
  /** The file's operations as its text has them. */
  readonly source: FileOperations;
  /** The file's operations as a profile counted them; absent for estimates. */
  readonly counted?: FileOperations;
}

export interface RankedBlock {
  readonly path: string;
  /** `CCGrid3D.blit()#for_1` */
  readonly name: string;
  /** The line on which the block begins. */
  readonly line: LineIndex;
  /** Counted in the run, or expected in one call of the method. */
  readonly executions: number;
  readonly basis: FrequencyBasis;
  readonly once: Energy;
  /** The energy of 3,000 executions. */
  readonly fixed: Energy;
  /** The energy of all executions. */
  readonly energy: Energy;
  /**
   * The block's share of the energy of all blocks; `cumulativeShare` adds the shares of the blocks before it.
   */
  readonly share: Share;
  readonly cumulativeShare: Share;
  /** The energies of the groups of operations, the highest first. */
  readonly groups: readonly GroupEnergy[];
  readonly modeledCount: number;
  readonly unmodeledCount: number;
}

/**
 * Ranks blocks by their energy in the application, the hottest first. Blocks that did not run, and those
 * without operations, are left out.
 */
export function rankBlocks(files: readonly BlockSource[], settings: CostSettings): readonly RankedBlock[] {
  const blocks = files.flatMap((file) =>
    (file.counted ?? file.source).members.flatMap((member) => {
      const inBlocks = withBlocks(member, file);
      return computeBlockEnergies(inBlocks, settings).flatMap((each) => {
        const { block, frequency: executions, modeledCount, unmodeledCount } = each;
        if (executions === 0 || modeledCount + unmodeledCount === 0) return [];
        const { name, basis, once, fixed, energy, groups } = each;
        const line = file.lines.lineAt(member.bodyStart + block.start);
        return [
          {
            path: file.path,
            name,
            line,
            executions,
            basis,
            once,
            fixed,
            energy,
            groups,
            modeledCount,
            unmodeledCount,
          },
        ];
      });
    }),
  );
  blocks.sort(
    (a, b) =>
      b.energy.mean - a.energy.mean || compare(a.path, b.path) || a.line - b.line || compare(a.name, b.name),
  );
  const total = blocks.reduce((sum, { energy }) => sum + energy.mean, 0);
  let before = 0;
  return blocks.map((block): RankedBlock => {
    before += block.energy.mean;
    const [share, cumulativeShare] = total > 0 ? [block.energy.mean / total, before / total] : [0, 0];
    return { ...block, share, cumulativeShare };
  });
}

/** Files come in the order in which workers were done with them. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The member's operations in the blocks of its source, as which they run or are expected to. */
export function withBlocks(member: MemberRecord, { source, counted, lines }: BlockSource): MemberRecord {
  if (counted === undefined) return member;
  const written = source.members.find(({ key }) => key === member.key);
  const lineOf = (offset: number): LineIndex => lines.lineAt(member.bodyStart + offset);
  const blocks = written?.operations ?? emptyOperations;
  return { ...member, operations: placeInBlocks(blocks, member.operations, lineOf) };
}
