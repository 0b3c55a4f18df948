/** Lists that a loop searches, or shifts, from end to end. */
import type { CallExpression, Expression } from '../../java/syntax/ast';
import type { Hint } from '../hint';
import { invarianceOf } from '../invariance';
import { onlyLooks } from '../known-methods';
import { type BodyLoop, endsLoop, isShort, type PlacedNode } from '../loops';
import { numberOf } from '../counted-loop';
import { contains, isName } from '../spans';
import { isAssigned, type Local, takenBy } from '../uses';
import { hintsOn, methodOf, quote, type Rule, type RuleContext } from './rule';

/** Elements whose hash and equality agree, and that never change. */
const HASHED = /^java\/lang\/(?:String|Integer|Long|Short|Byte|Character|Boolean|Double|Float)$/;

export const listUse: Rule = (context) => {
  const said = new Set<number>();
  return hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target === undefined) return undefined;
    if (endsLoop(place, loop) || isShort(loop, context.typing)) return undefined;
    return contained(context, node, loop) ?? shifted(context, node, loop, said);
  });
};

/** `list.contains(x)` of a list that the loop leaves as it is. */
function contained(context: RuleContext, call: CallExpression, loop: BodyLoop): Hint | undefined {
  const { target } = call;
  const [element] = call.arguments;
  const owner = methodOf(call, context.typing)?.owner ?? '';
  if (target?.kind !== 'name' || element === undefined || call.name !== 'contains') return undefined;
  if (!/^java\/util\/(?:List|ArrayList|LinkedList|Vector|AbstractList)$/.test(owner)) return undefined;
  const type = context.typing.typeOf(element);
  const isHashed = type.kind === 'primitive' || (type.kind === 'class' && HASHED.test(type.name));
  if (!isHashed || invarianceOf(target, loop, context.typing) === 'no') return undefined;
  if (invarianceOf(element, loop, context.typing) !== 'no') return undefined;
  const local = context.nodes.localAt(target.name, target.start);
  if (local === undefined || isAssigned(local) || !isLeftAlone(local, loop) || !mayBeLong(local))
    return undefined;
  const name = quote(context, target);
  return {
    rule: 'list-contains',
    span: call,
    // Nearly all lists that loops search have a few elements.
    isRare: true,
    message: `${name} is searched from its start in every round: copy it to a HashSet before the loop, and ask that`,
    preconditions: [`${name} has more than a few elements`],
    source: 'java.util.List: contains compares with one element after the other',
    removals: [{ span: call, keeps: 'nothing' }],
    pair: `list-contains/${type.kind === 'class' && type.name === 'java/lang/String' ? 'texts' : 'numbers'}`,
    loop: loop.statement,
  };
}

/** True if a loop does nothing with a list but look into it: an iterator, or a part of it, may change it, too. */
function isLeftAlone({ uses, isCaptured }: Local, { statement }: BodyLoop): boolean {
  const within = uses.filter(({ node }) => contains(statement, node));
  const isView = uses.some((use) => /^(?:iterator|listIterator|subList)$/.test(calledOn(use)?.name ?? ''));
  return !isCaptured && !isView && within.every((use) => onlyLooks(calledOn(use)?.name ?? ''));
}

/** The call that a use makes on a variable. */
function calledOn(use: PlacedNode): CallExpression | undefined {
  const { by, as } = takenBy(use);
  return by?.kind === 'call' && by.target === as ? by : undefined;
}

/** True for a list that the method makes as a copy, or fills in a loop: others are mostly of a few elements. */
function mayBeLong(local: Local): boolean {
  const made = local.declarator.initializer;
  if (made === undefined) return false;
  const [given] = made.kind === 'new' ? made.arguments : [];
  if (given !== undefined && given.kind !== 'literal') return true;
  return local.uses.some(({ loops, parents }) => {
    const by = parents.at(-1);
    return loops.length > 0 && by?.kind === 'call' && by.name === 'add';
  });
}

/** `list.remove(0)`, `list.add(0, x)` and `text.insert(0, x)` move all that follows. */
function shifted(
  context: RuleContext,
  call: CallExpression,
  loop: BodyLoop,
  said: Set<number>,
): Hint | undefined {
  const { target } = call;
  const [index] = call.arguments;
  if (target?.kind !== 'name' || index === undefined || numberOf(index, context.typing) !== 0)
    return undefined;
  const local = context.nodes.localAt(target.name, target.start);
  const made = local?.declarator.initializer;
  // The variable is older than the loop, so that it grows, or shrinks, with the rounds.
  if (local === undefined || made?.kind !== 'new' || contains(loop.statement, local.statement))
    return undefined;
  const type = context.typing.typeOf(made);
  const form = type.kind === 'class' ? FORMS.find(({ owner, name, count }) => owner === type.name && name === call.name && count === call.arguments.length) : undefined; // prettier-ignore
  if (form === undefined) return undefined;
  const name = target.name;
  // What was there before the loop stays behind what the loop puts before it.
  const isEmpty =
    made.arguments.length === 0 && local.uses.every(({ node }) => node.start >= loop.statement.start);
  if (form.name !== 'remove' && !isEmpty) return undefined;
  const isPossible =
    form.name === 'remove' ? isTakenFromEnds(context, local) : growsAtFront(context, local, loop);
  if (!isPossible || isCountedByParameter(context, loop) || climbs(context, loop)) return undefined;
  // Several places that do so are mended together.
  if (said.has(local.declarator.start)) return undefined;
  said.add(local.declarator.start);
  return {
    rule: 'shifting-list',
    span: call,
    message: `${quote(context, call)} moves all of ${name} by one place in every round: ${form.instead}`,
    preconditions: [],
    source: 'what stands in an array moves up or down when its first place is given or taken',
    removals: [{ span: call, keeps: 'nothing' }],
    pair: `shifting-list/${form.kind}`,
    loop: loop.statement,
  };
}

/** True if the loop does nothing else with what it puts elements, or letters, before. */
function growsAtFront({ typing }: RuleContext, { uses }: Local, { statement }: BodyLoop): boolean {
  return uses.every((use) => {
    const call = calledOn(use);
    const [index] = call?.arguments ?? [];
    return (
      !contains(statement, use.node) ||
      (/^(?:add|insert)$/.test(call?.name ?? '') && index !== undefined && numberOf(index, typing) === 0)
    );
  });
}

/** True if a queue can do all that a method does with a list. */
function isTakenFromEnds({ typing }: RuleContext, { uses, isCaptured }: Local): boolean {
  return (
    !isCaptured &&
    uses.every((use) => {
      const { by, as } = takenBy(use);
      if (by?.kind === 'for-each') return by.iterable === as;
      const call = calledOn(use);
      if (call === undefined) return false;
      const [first, ...others] = call.arguments;
      const isAtFront = first !== undefined && numberOf(first, typing) === 0;
      if (/^(?:get|remove|set)$/.test(call.name)) return isAtFront && others.length === 0;
      return (
        /^(?:add|addAll|size|isEmpty|clear|contains|iterator)$/.test(call.name) &&
        (others.length === 0 || (call.name === 'add' && isAtFront))
      );
    })
  );
}

/** True for a loop that goes from one object to the one around it, or over digits: such chains have a few links. */
function climbs({ nodes, text }: RuleContext, { statement }: BodyLoop): boolean {
  return nodes.all.some(
    ({ node }) =>
      node.kind === 'assignment' &&
      contains(statement, node) &&
      (/^(?:\/|>>>?)=$/.test(node.operator) ||
        isOfItself(node) ||
        /(?:parent|super|enclosing|outer|owner|container|cause)\w{0,40}(?:\(\))?$/i.test(
          text.slice(node.value.start, node.value.end),
        )),
  );
}

/** `node = node.getFirst()` */
function isOfItself({ target, value }: Extract<Expression, { kind: 'assignment' }>): boolean {
  return target.kind === 'name' && value.kind === 'call' && isName(value.target, target.name);
}

/** True for `i < n` of a parameter: most such numbers are small, and callers alone know more. */
function isCountedByParameter({ nodes, typing }: RuleContext, { statement, condition }: BodyLoop): boolean {
  if (statement.kind !== 'for' || condition?.kind !== 'binary') return false;
  const { right } = condition;
  return (
    right.kind === 'name' &&
    typing.constantOf(right) === undefined &&
    typing.resolutionOf(right)?.kind === 'local' &&
    nodes.localAt(right.name, right.start) === undefined
  );
}

const FORMS = [
  {
    owner: 'java/util/ArrayList',
    name: 'remove',
    count: 1,
    kind: 'remove(0)',
    instead: 'take the elements from an ArrayDeque, or go through them by an index',
  },
  {
    owner: 'java/util/ArrayList',
    name: 'add',
    count: 2,
    kind: 'add(0, …)',
    instead: 'add at the end and reverse once, or use an ArrayDeque',
  },
  {
    owner: 'java/lang/StringBuilder',
    name: 'insert',
    count: 2,
    kind: 'insert(0, …)',
    instead: 'collect the parts, and append them from the last to the first',
  },
] as const;
