/** All advice for one body. */
import type { BodyRoot } from '../java/syntax/ast';
import { rootNodes } from '../flow/source/syntax-children';
import type { Hint } from './hint';
import { nodesInLoops } from './loops';
import { bulkOperations } from './rules/bulk-operations';
import { synchronizedCalls, thinMethods, unrolling } from './rules/calls';
import { indexedLinkedList, repeatedLookup } from './rules/collections';
import { compiledPattern } from './rules/compiled-pattern';
import { loopInvariantAllocation } from './rules/loop-invariant-allocation';
import { loopInvariantCalls } from './rules/loop-invariant-call';
import type { Rule, RuleContext } from './rules/rule';
import { boxing, stringConcatenation } from './rules/text-and-boxing';

const RULES: readonly Rule[] = [
  loopInvariantCalls,
  bulkOperations,
  stringConcatenation,
  boxing,
  loopInvariantAllocation,
  repeatedLookup,
  indexedLinkedList,
  compiledPattern,
  synchronizedCalls,
  thinMethods,
];

export interface AdviceWishes {
  /** Compilers unroll loops by themselves: it is advised on request. */
  readonly unrolls: boolean;
}

/** A body, and what its rules are to know. Offsets of its tree are offsets of its text. */
interface AdvisedBody extends Omit<RuleContext, 'placed'> {
  readonly root: BodyRoot;
}

/** Finds hints in the order of the text. Cost: linear in the body, but for the loops around each node. */
export function findHints({ root, ...body }: AdvisedBody, { unrolls }: AdviceWishes): readonly Hint[] {
  const placed = nodesInLoops(rootNodes(root), body.typing);
  if (placed.length === 0) return [];
  const context: RuleContext = { ...body, placed };
  const rules = unrolls ? [...RULES, unrolling] : RULES;
  return rules.flatMap((rule) => rule(context)).sort((one, other) => one.span.start - other.span.start);
}
