/**
 * The share of a tree on paths that begin in a framework, where no method of the program is known to have begun the
 * work ("DiffProf", section 3.5: F-method only paths).
 *
 * Sits in `compare/`, under `compare-profiles.ts`.
 */
import type { MethodName } from '../../base/method-name';
import { type ContextTree, inclusiveOf } from '../trees/context-tree';
import type { ComparedUnit, PricedSide } from '../sides/compared-sides';
import { formatCompared } from '../../words/amount-text';
import { formatShare } from '../../words/energy-text';

/** One sentence for each side that has any. */
export function describeBegunByFramework(
  sides: readonly PricedSide[],
  unit: ComparedUnit,
  isApplication: (className: string) => boolean,
): readonly string[] {
  return sides.flatMap(({ name, contexts, counted }) => {
    if (contexts === undefined) return [];
    const inclusive = inclusiveOf(contexts);
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
function begunByFramework(
  tree: ContextTree,
  inclusive: Float64Array,
  isApplication: (className: string) => boolean,
): number {
  let amount = 0;
  for (let row = 1; row < tree.parents.length; row++) {
    if (tree.parents[row] !== 0) continue;
    const method = tree.names[tree.methods[row] ?? -1];
    if (method === undefined || !isMain(method) || !isApplication(method.class))
      amount += inclusive[row] ?? 0;
  }
  return amount;
}

const descriptorsOfMain: readonly string[] = ['', '([Ljava/lang/String;)V', '()V'];

function isMain({ name, descriptor }: MethodName): boolean {
  return name === 'main' && descriptorsOfMain.includes(descriptor);
}
