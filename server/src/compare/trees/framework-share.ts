/**
 * The share of frameworks in the energy of programs, and the share of framework methods that programs have in common.
 *
 * "DiffProf", section 2: similar programs call the same framework methods, and most of their energy is spent there
 * (table 1, figure 2).
 *
 * Paths that begin in a framework are those where no method of the program is known to have begun the work (section
 * 3.5: F-method only paths).
 *
 * The ranks of methods are those in the plain lists of a profiler (tables 5 and 6): tasks that are worth a look were
 * far down in both lists.
 */
import { keyOfMethod, type MethodName } from '../../base/method-name';
import { at } from '../../base/check';
import { methodAt, type MethodTree } from './method-tree';
import type { ComparedUnit, ModeledSide } from '../sides/compared-side';
import { inclusiveOf } from '../../base/context-tree';
import type { SplitOfSide } from '../../pages/comparison-file';
import { formatCompared } from '../../words/amount-text';
import { formatShare } from '../../words/energy-text';

type IsApplication = (className: string) => boolean;

/** The energy that methods of the application, and of frameworks, take themselves, without what they call. */
export function splitEnergy(
  { frames, exclusive, names }: MethodTree,
  isApplication: IsApplication,
): SplitOfSide {
  const belongs = names.map((method) => isApplication(method.class));
  let [applicationEnergy, frameworkEnergy] = [0, 0];
  for (let row = 1; row < frames.length; row++) {
    if (at(belongs, at(frames, row))) applicationEnergy += at(exclusive, row);
    else frameworkEnergy += at(exclusive, row);
  }
  return { applicationEnergy, frameworkEnergy };
}

/**
 * The framework methods that both programs call, as a share of those of the program that calls fewer; 0 if one calls
 * none.
 */
export function overlapOfMethods(
  trees: readonly [MethodTree, MethodTree],
  isApplication: IsApplication,
): number {
  const keysOf = ({ names }: MethodTree): ReadonlySet<string> =>
    new Set(names.filter((method) => !isApplication(method.class)).map(keyOfMethod));
  const [first, second] = [keysOf(trees[0]), keysOf(trees[1])];
  const common = [...first].filter((key) => second.has(key)).length;
  return common / Math.max(1, Math.min(first.size, second.size));
}

/** One sentence for each side that has any. */
export function describeBegunByFramework(
  sides: readonly ModeledSide[],
  unit: ComparedUnit,
  isApplication: IsApplication,
): readonly string[] {
  return sides.flatMap(({ name, contexts, counted, tellsCallers }) => {
    if (contexts === undefined || !tellsCallers) return [];
    const inclusive = inclusiveOf(contexts.parents, contexts.exclusive);
    const amount = begunByFramework(contexts, inclusive, isApplication);
    if (amount <= 0) return [];
    const share = formatShare(amount / (inclusive[0] ?? amount));
    const text = unit === 'share' ? share : `${formatCompared(amount, unit)} (${share})`;
    const why =
      counted === undefined || counted.profile.tree?.handOvers === undefined
        ? 'who handed that work over was not recorded'
        : 'nobody of the program is known to have handed that work over';
    return [`${name}: ${text} is on paths that no 'main' of the program began: ${why}`];
  });
}

/**
 * The energy of all work that the program's `main` did not begin. In a counted tree, code that a framework calls
 * stands at the root, and some recordings cut their stacks.
 */
function begunByFramework(tree: MethodTree, inclusive: Float64Array, isApplication: IsApplication): number {
  let amount = 0;
  for (let row = 1; row < tree.parents.length; row++) {
    if (tree.parents[row] !== 0) continue;
    const method = methodAt(tree, row);
    if (!isMain(method) || !isApplication(method.class)) amount += at(inclusive, row);
  }
  return amount;
}

const descriptorsOfMain: readonly string[] = ['', '([Ljava/lang/String;)V', '()V'];

function isMain({ name, descriptor }: MethodName): boolean {
  return name === 'main' && descriptorsOfMain.includes(descriptor);
}

/** The ranks of a method, from 1 for the hottest. */
export interface HotRanks {
  readonly inclusive: number;
  readonly exclusive: number;
}

/** Gives the ranks of a method; undefined if it is not in the tree. Recursion is folded: nothing is counted twice. */
export function rankMethods(tree: MethodTree): (method: MethodName) => HotRanks | undefined {
  const { parents, frames, exclusive, names } = tree;
  const sums = { inclusive: new Float64Array(names.length), exclusive: new Float64Array(names.length) };
  const inclusive = inclusiveOf(parents, exclusive);
  for (let row = 1; row < frames.length; row++) {
    const method = at(frames, row);
    sums.inclusive[method] = at(sums.inclusive, method) + at(inclusive, row);
    sums.exclusive[method] = at(sums.exclusive, method) + at(exclusive, row);
  }
  const ranks = { inclusive: rank(sums.inclusive), exclusive: rank(sums.exclusive) };
  const numbers = new Map(names.map((name, index) => [keyOfMethod(name), index]));
  return (method) => {
    const index = numbers.get(keyOfMethod(method));
    return index === undefined
      ? undefined
      : { inclusive: at(ranks.inclusive, index), exclusive: at(ranks.exclusive, index) };
  };
}

/** The ranks of values, from 1 for the greatest. Equal values share the best rank. */
function rank(values: Float64Array): Int32Array {
  const order = [...values.keys()].sort((one, other) => at(values, other) - at(values, one));
  const ranks = new Int32Array(values.length);
  for (const [place, index] of order.entries()) {
    const before = order[place - 1];
    const isEqual = before !== undefined && values[before] === values[index];
    ranks[index] = isEqual ? at(ranks, before) : place + 1;
  }
  return ranks;
}
