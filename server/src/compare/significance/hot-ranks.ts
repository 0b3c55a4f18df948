/**
 * The ranks of methods in the plain lists of a profiler: by energy with all calls, and without.
 *
 * Sits in `compare/`. "DiffProf", tables 5 and 6: tasks that are worth a look were far down in both lists.
 */
import type { MethodName } from '../../base/method-name';
import { type ContextTree, inclusiveOf, keyOfMethod } from '../trees/context-tree';

/** The ranks of a method, from 1 for the hottest. */
export interface HotRanks {
  readonly inclusive: number;
  readonly exclusive: number;
}

/** Gives the ranks of a method; undefined if it is not in the tree. Recursion is folded: nothing is counted twice. */
export function rankMethods(tree: ContextTree): (method: MethodName) => HotRanks | undefined {
  const { methods, exclusive, names } = tree;
  const sums = { inclusive: new Float64Array(names.length), exclusive: new Float64Array(names.length) };
  const inclusive = inclusiveOf(tree);
  for (let row = 1; row < methods.length; row++) {
    const method = methods[row] ?? 0;
    sums.inclusive[method] = (sums.inclusive[method] ?? 0) + (inclusive[row] ?? 0);
    sums.exclusive[method] = (sums.exclusive[method] ?? 0) + (exclusive[row] ?? 0);
  }
  const ranks = { inclusive: rank(sums.inclusive), exclusive: rank(sums.exclusive) };
  const numbers = new Map(names.map((name, index) => [keyOfMethod(name), index]));
  return (method) => {
    const index = numbers.get(keyOfMethod(method));
    return index === undefined
      ? undefined
      : { inclusive: ranks.inclusive[index] ?? 0, exclusive: ranks.exclusive[index] ?? 0 };
  };
}

/** The ranks of values, from 1 for the greatest. Equal values share the best rank. */
function rank(values: Float64Array): Int32Array {
  const order = [...values.keys()].sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0));
  const ranks = new Int32Array(values.length);
  for (const [place, index] of order.entries()) {
    const before = order[place - 1];
    const isEqual = before !== undefined && values[before] === values[index];
    ranks[index] = isEqual ? (ranks[before] ?? 0) : place + 1;
  }
  return ranks;
}
