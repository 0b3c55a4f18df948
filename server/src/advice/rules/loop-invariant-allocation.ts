/**
 * Objects that each round makes anew though no round needs its own.
 *
 * The object must stay in its round, by all that the body does with it. An array must be written whole before it is
 * read, so that nobody sees whether it is zero at first; an object must be used in ways that leave no state behind.
 */
import { withDefined } from '../../base/check';
import type { Expression, Statement } from '../../java/syntax/ast';
import type { SyntaxNode } from '../../flow/source/syntax-children';
import { describeType } from '../../java/types/types';
import { countedLoop, indexOffset, isLengthOf, numberOf } from '../counted-loop';
import type { Fix } from '../hint';
import { invarianceOf } from '../invariance';
import { type BodyLoop, endsLoop, type PlacedNode } from '../loops';
import { conditionsAround } from '../rare-code';
import { contains, isName } from '../spans';
import { isAssigned, type Local, takenBy } from '../uses';
import { hintsOn, methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

interface Reusable {
  readonly type: RegExp;
  /** Calls that leave the object as if it were new. */
  readonly calls: RegExp;
  readonly question?: string;
}

/** Classes whose objects take much energy to make and are made to be used again. */
const REUSABLE: readonly Reusable[] = [
  { type: /^java\/text\/\w*Format$/, calls: /^(?:format|parse|parseObject)$/ },
  { type: /^java\/util\/Random$/, calls: /^next[A-Z]\w*$/, question: 'other random numbers will do' },
  { type: /^java\/security\/SecureRandom$/, calls: /^next[A-Z]\w*$/ },
  { type: /^com\/fasterxml\/jackson\/databind\/ObjectMapper$/, calls: /^(?:read|write|convert)[A-Z]\w*$/ },
  { type: /^com\/google\/gson\/Gson$/, calls: /^(?:toJson|fromJson)\w*$/ },
];

export const loopInvariantAllocation: Rule = (context) =>
  hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'local-variable' || node.declarators.length !== 1)
      return undefined;
    const [declarator] = node.declarators;
    const made = declarator?.initializer;
    if (declarator === undefined || made === undefined || endsLoop(place, loop)) return undefined;
    const local = context.nodes.localAt(declarator.name, declarator.start);
    if (local === undefined || local.isCaptured || isAssigned(local)) return undefined;
    const questions = made.kind === 'new-array' ? ofArray(context, made, loop, local) : ofObject(context, made, loop, local); // prettier-ignore
    if (questions === undefined) return undefined;
    // Made before the loop, it would mostly be made in vain.
    if (conditionsAround(node, loop.statement, context.nodes.all) > 1) return undefined;
    const fix = questions.length === 0 ? moveOut(context, place, loop, local) : undefined;
    return {
      rule: 'loop-invariant-allocation',
      span: made,
      message: `${quote(context, made)} is made in every round: make it once, before the loop`,
      preconditions: questions,
      source: 'an allocation that does not depend on the loop',
      removals: [{ span: made, keeps: { onceIn: loop.statement } }],
      pair: pairOf(context, made),
      loop: loop.statement,
      ...withDefined({ fix }),
    };
  });

/** The measured pair of an array as long, or of an object as expensive. */
function pairOf(context: RuleContext, made: Expression): string {
  if (made.kind !== 'new-array') {
    const type = describeType(context.typing.typeOf(made));
    const kind = type.includes('Random')
      ? 'Random'
      : type.includes('DecimalFormat')
        ? 'NumberFormat'
        : 'DateFormat';
    return `loop-invariant-allocation/${kind}`;
  }
  const [length] = made.dimensions;
  const count = (length === undefined ? undefined : numberOf(length, context.typing)) ?? 256;
  return `loop-invariant-allocation/${count < 64 ? 16 : count < 1448 ? 256 : 8192} bytes`;
}

type NewArray = Extract<Expression, { kind: 'new-array' }>;

/** The conditions under which rounds can share an array; undefined if each needs its own. */
function ofArray(
  context: RuleContext,
  made: NewArray,
  loop: BodyLoop,
  local: Local,
): readonly string[] | undefined {
  const [length] = made.dimensions;
  if (made.initializer !== undefined || made.dimensions.length !== 1 || length === undefined)
    return undefined;
  if (invarianceOf(length, loop, context.typing) === 'no') return undefined;
  if (!local.uses.every((use) => staysInRound(context, use))) return undefined;
  const block = local.parents.at(-1);
  if (block?.kind !== 'block') return undefined;
  const [first] = local.uses;
  const statement = block.statements.find((each) => first !== undefined && contains(each, first.node));
  if (statement === undefined) return undefined;
  if (writesWhole(context, statement, local, length)) return [];
  const read = readInto(context, statement, local.name);
  return read === undefined
    ? undefined
    : [`only those elements of ${local.name} are used that ${read} has just written`];
}

/** True if a use of an array gives it to nobody who keeps it. */
function staysInRound(context: RuleContext, use: PlacedNode): boolean {
  const { by, as, above } = takenBy(use);
  if (by === undefined) return false;
  switch (by.kind) {
    case 'array-access':
      return by.array === as;
    case 'field-access':
      return true;
    case 'for-each':
      return by.iterable === as;
    case 'call': {
      const method = methodOf(by, context.typing);
      return method?.origin === 'platform' && givesNothingOn(method.owner, by.name) && above.length > 0;
    }
    case 'new':
      // `new String(bytes, 0, n)` copies.
      return methodOf(by, context.typing)?.owner === 'java/lang/String';
    default:
      return false;
  }
}

/** True if a method of the platform reads an array, or writes into it, and keeps nothing of it. */
function givesNothingOn(owner: string, name: string): boolean {
  if (owner === 'java/util/Arrays')
    return /^(?:fill|sort|equals|hashCode|toString|copyOf|copyOfRange|binarySearch)$/.test(name);
  // A map or a queue keeps what is put into it, where a buffer copies it.
  if (/^(?:get|put)$/.test(name)) return owner.startsWith('java/nio/');
  return (
    /^java\/(?:io|nio|security|util\/zip|lang|util)\//.test(owner) &&
    /^(?:read|readFully|write|update|digest|nextBytes|getChars|getBytes|arraycopy|inflate|deflate|valueOf|copyValueOf)$/.test(
      name,
    )
  );
}

/** True if a statement sets each element of an array, and reads none. */
function writesWhole(
  context: RuleContext,
  statement: Statement,
  { name }: Local,
  length: Expression,
): boolean {
  const { typing } = context;
  const isLength = (each: Expression | undefined): boolean =>
    each !== undefined && (isLengthOf(each, name) || textOf(context, each) === textOf(context, length));
  if (statement.kind === 'expression-statement' && statement.expression.kind === 'call') {
    const { name: called, arguments: given } = statement.expression;
    const owner = methodOf(statement.expression, typing)?.owner;
    const [first, second, third, fourth, fifth] = given;
    if (owner === 'java/util/Arrays' && called === 'fill') return given.length === 2 && isName(first, name);
    if (owner === 'java/lang/System' && called === 'arraycopy')
      return (
        !isName(first, name) &&
        second !== undefined &&
        isName(third, name) &&
        fourth !== undefined &&
        numberOf(fourth, typing) === 0 &&
        isLength(fifth)
      );
    const isRead = called === 'nextBytes' || called === 'readFully';
    return isRead && given.length === 1 && isName(first, name);
  }
  if (statement.kind !== 'for') return false;
  const counted = countedLoop(statement, typing);
  const [only] = counted?.statements ?? [];
  if (counted === undefined || counted.statements.length !== 1 || only?.kind !== 'expression-statement')
    return false;
  const { expression } = only;
  if (counted.step !== 1 || numberOf(counted.from, typing) !== 0 || !isLength(counted.bound)) return false;
  return (
    expression.kind === 'assignment' &&
    expression.operator === '=' &&
    expression.target.kind === 'array-access' &&
    isName(expression.target.array, name) &&
    indexOffset(expression.target.index, counted) === 0 &&
    !new RegExp(`\\b${name}\\b`).test(textOf(context, expression.value))
  );
}

/** The call by which a statement reads a part of an array: it says how much. */
function readInto(context: RuleContext, statement: Statement, name: string): string | undefined {
  const found = context.placed.find(
    ({ node }) =>
      node.kind === 'call' &&
      contains(statement, node) &&
      node.name === 'read' &&
      isName(node.arguments[0], name) &&
      /^java\/(?:io|nio)\//.test(methodOf(node, context.typing)?.owner ?? ''),
  );
  return found === undefined ? undefined : quote(context, found.node);
}

function ofObject(
  context: RuleContext,
  made: Expression,
  loop: BodyLoop,
  local: Local,
): readonly string[] | undefined {
  if (made.kind !== 'new' || made.body !== undefined) return undefined;
  const type = context.typing.typeOf(made);
  if (type.kind !== 'class') return undefined;
  const { name } = type;
  const reusable = REUSABLE.find((each) => each.type.test(name));
  if (reusable === undefined) return undefined;
  // A seed gives the same numbers each time.
  if (name.endsWith('Random') && made.arguments.length > 0) return undefined;
  if (!made.arguments.every((each) => invarianceOf(each, loop, context.typing) !== 'no')) return undefined;
  const isUsed = local.uses.every((use) => {
    const { by, as } = takenBy(use);
    return by?.kind === 'call' && by.target === as && reusable.calls.test(by.name);
  });
  if (!isUsed) return undefined;
  return reusable.question === undefined ? [] : [reusable.question];
}

/** Undefined where the declaration could throw before the loop what no round throws, or its name is taken there. */
function moveOut(
  context: RuleContext,
  { node, parents }: PlacedNode,
  loop: BodyLoop,
  { name, declarator }: Local,
): Fix | undefined {
  const around = blockAround(parents, loop);
  const made = declarator.initializer;
  if (around === undefined || made === undefined || !isHarmless(context, made)) return undefined;
  if (context.nodes.declarationsOf(name) !== 1) return undefined;
  const isNamed = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
  const within = textOf(context, loop.statement).match(isNamed)?.length ?? 0;
  if (within !== (context.text.match(isNamed)?.length ?? 0)) return undefined;
  const lineStart = context.text.lastIndexOf('\n', loop.statement.start) + 1;
  const indentation = context.text.slice(lineStart, loop.statement.start);
  const own = context.text.lastIndexOf('\n', node.start);
  if (indentation.trim() !== '' || context.text.slice(own, node.start).trim() !== '') return undefined;
  return {
    title: `Make ${name} once, before the loop`,
    edits: [
      {
        start: loop.statement.start,
        end: loop.statement.start,
        text: `${textOf(context, node)}\n${indentation}`,
      },
      { start: own, end: node.end, text: '' },
    ],
  };
}

/** The block that holds a loop as one of its own statements. */
function blockAround(parents: readonly SyntaxNode[], { statement }: BodyLoop): SyntaxNode | undefined {
  const around = parents[parents.indexOf(statement) - 1];
  return around?.kind === 'block' ? around : undefined;
}

/** True if making an object can't fail, but for want of memory. */
function isHarmless({ typing }: RuleContext, made: Expression): boolean {
  if (made.kind === 'new-array') {
    const [length] = made.dimensions;
    const count = length === undefined ? undefined : numberOf(length, typing);
    return count !== undefined && count >= 0;
  }
  return made.kind === 'new' && made.arguments.length === 0;
}
