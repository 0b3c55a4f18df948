/**
 * Lists, maps and sets that are made without an initial size, and filled right after by a loop whose number of rounds
 * is known: they grow, and copy what they have, again and again. The order of a HashMap or HashSet depends on its size,
 * so these get a hint only where nothing goes through them; linked ones keep the order in which they are filled.
 */
import { withDefined } from '../../base/check';
import type {
  CallExpression,
  Expression,
  FieldAccess,
  NewExpression,
  Statement,
} from '../../java/syntax/ast';
import { walkSyntax } from '../../flow/source/syntax-children';
import { countedLoop, numberOf } from '../counted-loop';
import { asCollection } from '../element-types';
import type { Fix, Hint } from '../hint';
import { nameOf } from '../invariance';
import type { PlacedNode } from '../loops';
import { contains, isName } from '../spans';
import { isAssigned, type Local, takenBy } from '../uses';
import { methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

const SIZED = /^java\/util\/(?:ArrayList|ArrayDeque|Vector)$/;

/** The classes that grow when they are three quarters full, with the names of their measurements. */
const HASHED: Readonly<Record<string, string>> = {
  'java/util/HashMap': 'HashMap',
  'java/util/HashSet': 'HashSet',
  'java/util/LinkedHashMap': 'LinkedHashMap',
  'java/util/LinkedHashSet': 'LinkedHashMap',
};

/** The statements that end a round, or the loop, before its end. */
const LEAVES = /^(?:break|continue|return)$/;

export const unsizedCollections: Rule = (context) =>
  context.nodes.all.flatMap((place) => hintOn(context, place) ?? []);

function hintOn(context: RuleContext, { node, parents }: PlacedNode): Hint | undefined {
  const block = parents.at(-1);
  if (node.kind !== 'local-variable' || node.declarators.length !== 1 || block?.kind !== 'block')
    return undefined;
  const [declarator] = node.declarators;
  const made = declarator?.initializer;
  if (declarator === undefined || made?.kind !== 'new' || made.arguments.length > 1) return undefined;
  const type = context.typing.typeOf(made);
  if (type.kind !== 'class' || made.body !== undefined) return undefined;
  const hashed = HASHED[type.name];
  if ((hashed === undefined && !SIZED.test(type.name)) || (hashed === undefined && made.arguments.length > 0))
    return undefined;
  const [loop, between] = nextLoop(block.statements, node);
  if (loop === undefined) return undefined;
  const rounds = roundsOf(context, loop);
  if (rounds === undefined || !addsOnce(context, loop, declarator.name)) return undefined;
  if (growsLater(context, node, loop, declarator.name)) return undefined;
  const { name } = declarator;
  if (hashed !== undefined) return ofHashed(context, { name, made, loop, rounds, kind: hashed });
  const isKnown =
    rounds.asks === undefined && between.every(isIdle) && isDeclaredBefore(context, rounds.of, node.start);
  const fix: Fix | undefined = isKnown
    ? {
        title: `Give it the size ${rounds.text}`,
        edits: [{ start: made.end - 1, end: made.end - 1, text: rounds.text }],
      }
    : undefined;
  return {
    rule: 'unsized-collection',
    span: made,
    message: `${declarator.name} grows while the loop fills it: give it the size ${rounds.text}`,
    preconditions: rounds.asks === undefined ? [] : [rounds.asks],
    source: 'a list that outgrows its array copies it to a larger one',
    removals: [],
    pair: 'unsized-collection/ArrayList',
    loop,
    ...withDefined({ fix }),
  };
}

interface Hashed {
  readonly name: string;
  readonly made: NewExpression;
  readonly loop: Loop;
  readonly rounds: KnownSize;
  /** The name of its measurement, of {@link HASHED}. */
  readonly kind: string;
}

/** The hint on a map or set. */
function ofHashed(context: RuleContext, { name, made, loop, rounds, kind }: Hashed): Hint | undefined {
  const [given] = made.arguments;
  // As many as there are entries is too small, as a quarter stays free; whoever gave another size had a reason.
  if (given !== undefined && (kind !== 'HashMap' || textOf(context, given) !== rounds.text)) return undefined;
  const number = Number(rounds.text);
  // A map that is made without a size has room for twelve.
  if (number <= 12) return undefined;
  const size = Number.isNaN(number) ? `${rounds.text} * 4 / 3 + 1` : String(Math.floor((number * 4) / 3) + 1);
  if (!kind.startsWith('Linked') && !isOnlyAsked(context, made, name)) return undefined;
  return {
    rule: 'unsized-collection',
    span: made,
    message: `${name} grows while the loop fills it, when it is three quarters full: give it the size ${size}`,
    preconditions: [
      ...(rounds.asks === undefined ? [] : [rounds.asks]),
      'most of what the loop adds differs',
    ],
    source: 'a hash table that grows makes a larger array and moves all entries',
    removals: [],
    pair: `unsized-collection/${kind}${given === undefined ? '' : ' of as many'}`,
    loop,
    // A map rounds its size up to a power of two, which is enough in more than half of all cases.
    ...(given === undefined ? {} : { isRare: true }),
  };
}

/** True if a map or set never leaves its method, and nothing goes through its elements. */
function isOnlyAsked({ nodes }: RuleContext, made: NewExpression, name: string): boolean {
  const local = nodes.localAt(name, made.end);
  return (
    local?.isCaptured === false &&
    !isAssigned(local) &&
    local.uses.every((use) => {
      const { by, as } = takenBy(use);
      return (
        by?.kind === 'call' &&
        by.target === as &&
        /^(?:get|getOrDefault|containsKey|contains|put|putIfAbsent|merge|add|remove|size|isEmpty)$/.test(
          by.name,
        )
      );
    })
  );
}

type Loop = Extract<Statement, { kind: 'for' | 'for-each' }>;

/** The loop that follows a declaration, with the declarations that stand between the two. */
function nextLoop(
  statements: readonly Statement[],
  declaration: Statement,
): readonly [Loop | undefined, readonly Statement[]] {
  const after = statements.slice(statements.indexOf(declaration) + 1);
  const index = after.findIndex(({ kind }) => kind !== 'local-variable');
  const loop = after[index];
  return loop?.kind === 'for' || loop?.kind === 'for-each' ? [loop, after.slice(0, index)] : [undefined, []];
}

interface KnownSize {
  readonly text: string;
  /** The precondition for it to be a size; absent if there is none. */
  readonly asks?: string;
  /** The variable or field that the text reads; absent for a number. */
  readonly of?: Expression;
}

/** The number of a loop's rounds, as an expression that is never negative and costs nothing. */
function roundsOf(context: RuleContext, loop: Loop): KnownSize | undefined {
  if (loop.kind === 'for-each') return sizeOf(context, loop.iterable);
  const counted = countedLoop(loop, context.typing);
  if (counted?.step !== 1 || numberOf(counted.from, context.typing) !== 0) return undefined;
  const { bound } = counted;
  const constant = numberOf(bound, context.typing);
  // A list that is made without a size has room for ten.
  if (constant !== undefined) return constant > 10 ? { text: textOf(context, bound) } : undefined;
  const steady = bound.kind === 'name' ? context.nodes.localAt(bound.name, bound.start) : undefined;
  if (bound.kind === 'name' && context.typing.resolutionOf(bound)?.kind === 'local') {
    const isKnown =
      steady !== undefined && !isAssigned(steady) && isCount(context, steady.declarator.initializer);
    if (steady !== undefined && !isKnown && !countsWhatIsThere(steady)) return undefined;
    return { text: bound.name, of: bound, ...(isKnown ? {} : { asks: `${bound.name} is not below zero` }) };
  }
  const target = isCount(context, bound) ? bound.target : undefined;
  return target === undefined || nameOf(target) === undefined
    ? undefined
    : { text: textOf(context, bound), of: target };
}

/**
 * True for a variable that holds what a call such as `getRowCount()` gave. Numbers that were read or computed may be so
 * large that a list of that size takes all memory.
 */
function countsWhatIsThere(local: Local): boolean {
  const { initializer } = local.declarator;
  if (initializer?.kind !== 'call' || initializer.arguments.length > 0 || isAssigned(local)) return false;
  return COUNTING.test(initializer.name);
}

const COUNTING = /^(?:(?:get)?[nN]um(?:ber)?(?:Of)?[A-Z]\w*|\w*(?:[cC]ount|[sS]ize|[lL]ength))$/;

/** `x.length`, `x.size()`, `x.length()`: never below zero. */
function isCount(context: RuleContext, bound: Expression | undefined): bound is FieldAccess | CallExpression {
  if (bound?.kind === 'field-access') return context.typing.resolutionOf(bound)?.kind === 'array-length';
  if (bound?.kind !== 'call' || bound.arguments.length > 0 || !/^(?:size|length)$/.test(bound.name))
    return false;
  return methodOf(bound, context.typing)?.origin === 'platform';
}

function sizeOf(context: RuleContext, iterable: Expression): KnownSize | undefined {
  const { typing } = context;
  // A view of a map has as many elements as the map.
  const isView =
    iterable.kind === 'call' &&
    /^(?:keySet|values|entrySet)$/.test(iterable.name) &&
    /^java\/util\//.test(methodOf(iterable, typing)?.owner ?? '');
  const of = isView ? iterable.target : iterable;
  if (of === undefined || nameOf(of) === undefined) return undefined;
  const name = quote(context, of);
  const type = typing.typeOf(iterable);
  if (type.kind === 'array') return { text: `${name}.length`, of };
  // These count their elements one by one.
  if (type.kind === 'class' && /^java\/util\/concurrent\/(?:ConcurrentLinked|LinkedTransfer)/.test(type.name))
    return undefined;
  const isPlatform = type.kind === 'class' && type.name.startsWith('java/util/');
  return isPlatform && asCollection(type, context) !== undefined ? { text: `${name}.size()`, of } : undefined;
}

/** True if the list gets more elements after the loop: it would then grow after all. */
function growsLater({ nodes }: RuleContext, declaration: Statement, loop: Loop, name: string): boolean {
  const { uses = [] } = nodes.localAt(name, declaration.end - 1) ?? {};
  return uses.some((use) => {
    const { by, as } = takenBy(use);
    return (
      by?.kind === 'call' &&
      by.target === as &&
      by.start >= loop.end &&
      /^(?:add|push|offer|put)/.test(by.name)
    );
  });
}

/** True if each round of a loop adds one element, and does nothing else with the list. */
function addsOnce(context: RuleContext, loop: Loop, name: string): boolean {
  const statements = loop.body.kind === 'block' ? loop.body.statements : [loop.body];
  const uses = context.nodes.all.filter(
    ({ node }) => isName(node as Expression, name) && contains(loop, node),
  );
  if (
    uses.length !== 1 ||
    context.nodes.all.some(({ node }) => contains(loop.body, node) && LEAVES.test(node.kind))
  )
    return false;
  return statements.some(
    (statement) =>
      statement.kind === 'expression-statement' &&
      statement.expression.kind === 'call' &&
      addsOne(statement.expression) &&
      isName(statement.expression.target, name),
  );
}

function addsOne({ name, arguments: given }: CallExpression): boolean {
  return name === 'put' ? given.length === 2 : /^(?:add|addLast|push|offer|addElement)$/.test(name) && given.length === 1; // prettier-ignore
}

/** True for a declaration that changes no collection. */
function isIdle(statement: Statement): boolean {
  let isIt = true;
  walkSyntax([statement], ({ kind }) => {
    isIt &&= kind !== 'call' && kind !== 'new' && kind !== 'assignment' && kind !== 'increment';
    return isIt;
  });
  return isIt;
}

function isDeclaredBefore({ nodes }: RuleContext, of: Expression | undefined, offset: number): boolean {
  const name = of === undefined ? undefined : nameOf(of);
  if (of?.kind !== 'name' || name === undefined) return true;
  const local = nodes.localAt(name, of.start);
  return local === undefined || local.declarator.end <= offset;
}
