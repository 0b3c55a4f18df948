/** Lists that a loop searches, or shifts, from end to end. */
import type { CallExpression } from '../../java/syntax/ast';
import type { Hint } from '../hint';
import { invarianceOf, nameOf } from '../invariance';
import { type BodyLoop, endsLoop, isShort } from '../loops';
import { numberOf } from '../counted-loop';
import { contains } from '../spans';
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
  const isChanged = loop.changes.calls.some(
    (each) =>
      each.kind === 'call' &&
      each !== call &&
      (nameOf(each.target ?? each) === target.name || each.arguments.some((given) => nameOf(given) === target.name)), // prettier-ignore
  );
  if (isChanged || !mayBeLong(context, target.name, target.start)) return undefined;
  const name = quote(context, target);
  return {
    rule: 'list-contains',
    span: call,
    message: `${name} is searched from its start in every round: copy it to a HashSet before the loop, and ask that`,
    preconditions: [`${name} has more than a few elements`],
    source: 'java.util.List: contains compares with one element after the other',
    removals: [{ span: call, keeps: 'nothing' }],
    pair: `list-contains/${type.kind === 'class' && type.name === 'java/lang/String' ? 'texts' : 'numbers'}`,
    loop: loop.statement,
  };
}

/** True for a list that the method makes as a copy, or fills in a loop: others are mostly of a few elements. */
function mayBeLong({ nodes }: RuleContext, name: string, offset: number): boolean {
  const local = nodes.localAt(name, offset);
  const made = local?.declarator.initializer;
  if (local === undefined || made === undefined) return false;
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
