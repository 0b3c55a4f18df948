/**
 * The ranking of operations by cost: for one execution, and for all together.
 *
 * Sits in `models/`; Figure 3 of "Fine-grained energy modeling" (by unit cost,
 * with the share of the whole that the first 10 and the next 20 take).
 */
import type { Joules, Share } from '../../base/units';
import { at, type Matrix } from '../solve/matrix';

export interface RankedOperation {
  readonly name: string;
  /** The energy of one execution, in joules. */
  readonly unitCost: Joules;
  readonly executions: number;
  /** The operation's share of the energy that the model gives all cases together. */
  readonly share: Share;
}

export interface Ranking {
  readonly byUnitCost: readonly RankedOperation[];
  readonly byShare: readonly RankedOperation[];
  /** The share of the ten operations with the highest unit cost, and below it that of the twenty after them. */
  readonly topTenShare: Share;
  readonly nextTwentyShare: Share;
}

export function rankOperations(
  names: readonly string[],
  counts: Matrix,
  coefficients: Float64Array,
): Ranking {
  const executions = new Float64Array(counts.columns);
  for (let i = 0; i < counts.rows * counts.columns; i++) {
    const j = i % counts.columns;
    executions[j] = at(executions, j) + at(counts.values, i);
  }
  const total = executions.reduce((sum, count, j) => sum + count * at(coefficients, j), 0);
  const operations = names.flatMap((name, j): readonly RankedOperation[] => {
    const unitCost = at(coefficients, j);
    const count = at(executions, j);
    if (count === 0 || Number.isNaN(unitCost)) return [];
    return [{ name, unitCost, executions: count, share: total > 0 ? (unitCost * count) / total : 0 }];
  });
  const byUnitCost = operations.toSorted((a, b) => b.unitCost - a.unitCost);
  const shareOf = (list: readonly RankedOperation[]): Share =>
    list.reduce((sum, { share }) => sum + share, 0);
  return {
    byUnitCost,
    byShare: operations.toSorted((a, b) => b.share - a.share),
    topTenShare: shareOf(byUnitCost.slice(0, 10)),
    nextTwentyShare: shareOf(byUnitCost.slice(10, 30)),
  };
}
