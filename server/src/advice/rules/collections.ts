/** Collections used in a way that takes much energy: the same key twice, a linked list by index. */
import type { CallExpression, Expression } from '../../java/syntax/ast';
import { invarianceOf, nameOf } from '../invariance';
import { onlyLooks } from '../known-methods';
import { type BodyLoop, endsLoop, type PlacedNode } from '../loops';
import { contains, isName } from '../spans';
import type { SyntaxNode } from '../../flow/source/syntax-children';
import { hintsOn, methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

const MAPS = /^java\/util\/(?:\w+\/)*\w*Map$/;

export const repeatedLookup: Rule = (context) => {
  const { typing } = context;
  const asked = new Map<string, PlacedNode>();
  return hintsOn(context, (place) => {
    const { node, loops, parents } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target === undefined) return undefined;
    const { target } = node;
    const [key] = node.arguments;
    if (key === undefined || node.arguments.length !== 1) return undefined;
    if (node.name !== 'get' && node.name !== 'containsKey') return undefined;
    if (!MAPS.test(methodOf(node, typing)?.owner ?? '') || !isPlace(target) || !isPlace(key))
      return undefined;
    const condition = conditionAround(parents, node);
    const id = `${loop.statement.start} ${textOf(context, target)} ${textOf(context, key)}`;
    if (node.name === 'containsKey') {
      if (condition) asked.set(id, place);
      return undefined;
    }
    const before = asked.get(id);
    if (before === undefined || !isRunBefore(before, place)) return undefined;
    const earlier = before.node;
    if (endsLoop(place, loop) || changesBetween(context, earlier, node, [target, key])) return undefined;
    asked.delete(id);
    if (mayBeNull(context, parents, node)) return undefined;
    const what = quote(context, node);
    return {
      rule: 'repeated-lookup',
      span: node,
      message: `${quote(context, earlier)} has looked ${quote(context, key)} up just before: call ${what} once, and compare with null`,
      preconditions: ['the map holds no null, and get adds nothing to it'],
      source: 'a lookup hashes and compares the key each time',
      removals: [{ span: earlier, keeps: 'nothing' }],
      pair: `repeated-lookup/${methodOf(node, typing)?.owner === 'java/util/TreeMap' ? 'TreeMap' : 'HashMap'} of String`,
      loop: loop.statement,
    };
  });
};

/** A variable, or a field of a variable: the same if nothing is assigned between. */
function isPlace(expression: Expression): boolean {
  return nameOf(expression) !== undefined;
}

function conditionAround(parents: readonly { readonly kind: string }[], node: Expression): boolean {
  const around = parents.findLast(({ kind }) => kind === 'if' || kind === 'conditional');
  if (around === undefined) return false;
  const { condition } = around as { readonly condition?: Expression };
  return condition !== undefined && contains(condition, node);
}

/** True if an expression has run in each round in which a later one of the same loop does. */
function isRunBefore({ node, parents }: PlacedNode, later: PlacedNode): boolean {
  // When the expression is known to have run: if what is around it has, and came out true, or not at all.
  let known: 'always' | 'if true' | 'never' = 'always';
  let below = node;
  for (const around of parents.toReversed()) {
    const isShared = contains(around, later.node);
    switch (around.kind) {
      case 'binary': {
        if (around.operator !== '&&' && around.operator !== '||') break;
        const isRight = below === around.right;
        if (isShared) return known === 'always' || (known === 'if true' && around.operator === '&&');
        if (around.operator === '||' && (isRight || known === 'if true')) known = 'never';
        else if (isRight && known === 'always') known = 'if true';
        break;
      }
      case 'if':
      case 'conditional': {
        const whenTrue = around.kind === 'if' ? around.then : around.whenTrue;
        const isTrue = isShared && contains(whenTrue, later.node);
        if (below !== around.condition || (known === 'if true' && !isTrue)) known = 'never';
        break;
      }
      case 'unary':
        if (known === 'if true') known = 'never';
        break;
      case 'switch-statement':
      case 'switch-expression':
      case 'try':
      case 'lambda':
        known = 'never';
        break;
      default:
        if (known === 'if true' && around.kind === 'block') known = 'never';
    }
    if (isShared) return known !== 'never';
    below = around;
  }
  return false;
}

/** True if the body asks whether a value that it has looked up is null, after it knows that the key is there. */
function mayBeNull({ text }: RuleContext, parents: PlacedNode['parents'], get: CallExpression): boolean {
  const declared = parents.at(-1);
  if (/^\s*[!=]=\s*null\b/.test(text.slice(get.end))) return true;
  const name = declared?.kind === 'local-variable' ? declared.declarators.find(({ initializer }) => initializer === get)?.name : declared?.kind === 'assignment' ? nameOf(declared.target) : undefined; // prettier-ignore
  return name !== undefined && new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s*[!=]=\\s*null\\b`).test(text.slice(get.end)); // prettier-ignore
}

function changesBetween(
  { placed, typing }: RuleContext,
  from: SyntaxNode,
  to: CallExpression,
  places: readonly Expression[],
): boolean {
  const names = new Set(places.map(nameOf));
  const hasField = places.some((place) => typing.resolutionOf(place)?.kind !== 'local');
  return placed.some(({ node }) => {
    if (node.start < from.end || node.end > to.start) return false;
    if (node.kind === 'assignment') return names.has(nameOf(node.target));
    if (node.kind === 'increment') return names.has(nameOf(node.operand));
    if (node.kind === 'new') return hasField && methodOf(node, typing)?.origin !== 'platform';
    if (node.kind !== 'call') return false;
    // Code of the application may change what a field holds, and a map that it is given.
    const isOwn = methodOf(node, typing)?.origin !== 'platform';
    if (isOwn && (hasField || node.arguments.some((each) => names.has(nameOf(each))))) return true;
    return (
      node.target !== undefined &&
      names.has(nameOf(node.target)) &&
      /^(?:put|remove|clear|compute|merge|replace|poll)/.test(node.name)
    );
  });
}

/** The way in which a loop counts a variable, by its header first; undefined if it doesn't. A neighbor is no iterator's next. */
function stepIn(
  { nodes }: RuleContext,
  counted: Expression,
  { statement }: BodyLoop,
): '++' | '--' | undefined {
  if (counted.kind !== 'name') return undefined;
  const updates = statement.kind === 'for' ? statement.update : [];
  const steps = [...updates, ...nodes.all.map(({ node }) => node)];
  for (const node of steps)
    if (node.kind === 'increment' && isName(node.operand, counted.name) && contains(statement, node))
      return node.operator;
  return undefined;
}

/** True if a loop also asks a list for neighbors, or gives it to others: an iterator would not do. */
function needsIndex({ nodes }: RuleContext, list: string | undefined, { statement }: BodyLoop): boolean {
  return nodes.all.some(
    ({ node }) =>
      node.kind === 'call' &&
      contains(statement, node) &&
      (node.target !== undefined && nameOf(node.target) === list
        ? node.name === 'get' && node.arguments[0]?.kind !== 'name'
        : node.arguments.some((each) => nameOf(each) === list)),
  );
}

export const indexedLinkedList: Rule = (context) =>
  hintsOn(context, ({ node, loops }) => {
    const { typing } = context;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.name !== 'get' || node.target === undefined)
      return undefined;
    const [index] = node.arguments;
    const type = typing.typeOf(node.target);
    if (node.arguments.length !== 1 || index === undefined) return undefined;
    if (type.kind !== 'class' || type.name !== 'java/util/LinkedList') return undefined;
    const step = stepIn(context, index, loop);
    if (step === undefined || invarianceOf(node.target, loop, typing) === 'no') return undefined;
    if (needsIndex(context, nameOf(node.target), loop)) return undefined;
    const name = textOf(context, node.target);
    const isChanged = loop.changes.calls.some(
      (call) =>
        call.kind === 'call' &&
        nameOf(call.target ?? call) === nameOf(node.target ?? call) &&
        !onlyLooks(call.name),
    );
    return {
      rule: 'indexed-linked-list',
      span: node,
      message: `${name} is a linked list, and get(i) walks to i each time: ${walkOf(step, isChanged)}`,
      preconditions: [],
      source: 'java.util.LinkedList: operations that index into the list traverse it',
      removals: [{ span: node, keeps: 'nothing' }],
      pair: 'indexed-linked-list/get',
      loop: loop.statement,
    };
  });

function walkOf(step: '++' | '--', isChanged: boolean): string {
  const iterator = step === '++' ? 'an iterator' : 'its descendingIterator';
  if (isChanged) return `go through it with ${iterator}, which also removes`;
  return `go through it with ${iterator}${step === '++' ? ' (for-each)' : ''}`;
}
