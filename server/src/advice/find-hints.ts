/** All advice for one body. */
import type { BodyRoot } from '../java/syntax/ast';
import { rootNodes } from '../flow/source/syntax-children';
import type { Hint } from './hint';
import { savesCompiled } from './saved-by-pair';
import { concernsLoop, placeNodes } from './loops';
import { bulkOperations } from './rules/bulk-operations';
import { thinMethods, unrolling } from './rules/calls';
import { indexedLinkedList, repeatedLookup } from './rules/collections';
import { columnMajor } from './rules/column-major';
import { compiledPattern } from './rules/compiled-pattern';
import { exceptionFlow } from './rules/exception-flow';
import { loopInvariantAllocation } from './rules/loop-invariant-allocation';
import { loopInvariantCalls } from './rules/loop-invariant-call';
import type { Rule, RuleContext } from './rules/rule';
import { boxing, stringConcatenation } from './rules/text-and-boxing';
import { appends } from './rules/appends';
import { listUse } from './rules/list-use';
import { keySetGet } from './rules/map-access';
import { mapUpdates } from './rules/map-updates';
import { parallelStream } from './rules/parallel-stream';
import { printInLoop } from './rules/print-in-loop';
import { replacedClasses } from './rules/replaced-class';
import { charArray, stringFormat, unbufferedStream } from './rules/text-and-streams';
import { unsizedCollections } from './rules/unsized-collection';
import { isDoubtfulAt, isRareAt } from './rare-code';
import { BodyNodes } from './uses';

const RULES: readonly Rule[] = [
  loopInvariantCalls,
  bulkOperations,
  stringConcatenation,
  boxing,
  loopInvariantAllocation,
  repeatedLookup,
  indexedLinkedList,
  compiledPattern,
  replacedClasses,
  unsizedCollections,
  appends,
  keySetGet,
  listUse,
  stringFormat,
  charArray,
  unbufferedStream,
  columnMajor,
  mapUpdates,
  exceptionFlow,
  parallelStream,
  printInLoop,
];

/** The rules that save nothing once compiled, whatever they find. */
const INTERPRETED_RULES: readonly Rule[] = [thinMethods];

export interface AdviceWishes {
  /** True if advice is also wanted that saves energy in an interpreter only, or where code runs seldom. */
  readonly interpreted: boolean;
  /** True if it is also to be said of each loop what writing its rounds out would save. */
  readonly unrolls?: boolean;
}

/** A body, and what its rules are to know. Offsets of its tree are offsets of its text. */
interface AdvisedBody extends Omit<RuleContext, 'placed' | 'nodes'> {
  readonly root: BodyRoot;
}

/** Finds hints in the order of the text. Cost: linear in the body, but for the loops around each node. */
export function findHints(
  { root, ...body }: AdvisedBody,
  { interpreted, unrolls = false }: AdviceWishes,
): readonly Hint[] {
  const all = placeNodes(rootNodes(root), body.typing);
  const placed = all.filter(concernsLoop);
  if (placed.length === 0) return [];
  const nodes = new BodyNodes(all, body.text);
  const context: RuleContext = { ...body, placed, nodes };
  const isRare = (hint: Hint): boolean => hint.isRare === true || isRareAt(hint, nodes, body.text);
  const always = RULES.flatMap((rule) => rule(context)).map((hint) => ({
    ...withExecution(hint),
    isRare: isRare(hint),
    isDoubtful: isDoubtfulAt(hint, nodes),
  }));
  const more = unrolls ? [...INTERPRETED_RULES, unrolling] : INTERPRETED_RULES;
  const found = interpreted
    ? [...always, ...more.flatMap((rule) => rule(context)).map(inInterpreter)]
    : always.filter(({ isInterpretedOnly, isRare }) => isInterpretedOnly !== true && !isRare);
  return found
    .map((hint) =>
      hint.isInterpretedOnly === true
        ? { ...hint, message: `${hint.message} (saves nothing once compiled)` }
        : hint,
    )
    .sort((one, other) => one.span.start - other.span.start);
}

/** The pair that was measured knows whether compiled code saves anything. */
function withExecution(hint: Hint): Hint {
  const { pair, isInterpretedOnly = pair !== undefined && !savesCompiled(pair) } = hint;
  return { ...hint, isInterpretedOnly };
}

function inInterpreter(hint: Hint): Hint {
  return { ...hint, isInterpretedOnly: true };
}
