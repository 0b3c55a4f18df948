/** Strings that grow in a loop, and numbers that are boxed in one. */
import type { Expression, Span } from '../../java/syntax/ast';
import type { SyntaxNode } from '../../flow/source/syntax-children';
import { withDefined } from '../../base/check';
import { primitiveOf } from '../../java/types/conversions';
import { isString } from '../../java/types/types';
import { nameOf } from '../invariance';
import { type BodyLoop, endsLoop, isShort, type PlacedNode } from '../loops';
import { isNeverNull } from '../non-null';
import { contains } from '../spans';
import { takenBy } from '../uses';
import { hintsOn, isOverText, methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

const BOXES = 'Integer|Long|Short|Byte|Character|Boolean|Float|Double';
const BOX_TYPE = new RegExp(`^java/lang/(?:${BOXES})$`);
/** The names of operations that box or unbox. */
const BOXING = new RegExp(`^java\\.lang\\.(?:${BOXES})\\.(?:valueOf|\\w+Value)$`);

export const stringConcatenation: Rule = (context) => {
  const said = new Set<string>();
  return hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'assignment' || !isString(context.typing.typeOf(node.target)))
      return undefined;
    const grows =
      node.operator === '+=' || (node.operator === '=' && isSumWith(node.value, node.target, context.text));
    if (!grows || endsLoop(place, loop) || place.parents.at(-1)?.kind !== 'expression-statement')
      return undefined;
    const name = quote(context, node.target);
    const id = `${loop.statement.start} ${name}`;
    if (said.has(id) || isShort(loop, context.typing)) return undefined;
    if (!isOnlyAddedTo(context, node.target, loop)) return undefined;
    said.add(id);
    return {
      rule: 'string-concatenation',
      span: node,
      ...(isLong(context, node.value, loop) ? {} : { isRare: true }),
      message: `${name} is copied whole in every round: append to a StringBuilder that is made before the loop`,
      preconditions: [],
      source: 'each round copies all that was there before: the work grows with the square of the rounds',
      removals: [{ span: node, operations: /^Concatenation/, keeps: 'nothing' }],
      pair: `string-concatenation/${kindOf(context, node.operator === '+=' ? node.value : node)}`,
      loop: loop.statement,
    };
  });
};

/**
 * True for a text that is as long as what is read: letters, tokens and lines. Names, conditions and indentations that are
 * put together have a few parts.
 */
function isLong(context: RuleContext, added: Expression, loop: BodyLoop): boolean {
  const text = textOf(context, added);
  if (/indent|\bpad(?:ding)?\b|^["'](?: |\\t)+["']$/i.test(text)) return false;
  const type = context.typing.typeOf(added);
  if (type.kind === 'primitive' && type.name === 'char') return added.kind !== 'literal';
  return /charAt\(|substring\(/.test(text) || isOverText(context, loop);
}

/** The measured kind of what is added. */
function kindOf({ typing }: RuleContext, added: Expression): string {
  const type = typing.typeOf(added);
  if (type.kind !== 'primitive') return 'texts';
  return type.name === 'char' ? 'letters' : 'numbers';
}

/** `x = x + …`, however many are added. */
function isSumWith(value: Expression, target: Expression, text: string): boolean {
  let first = value;
  while (first.kind === 'binary' && first.operator === '+') first = first.left;
  return first !== value && text.slice(first.start, first.end) === text.slice(target.start, target.end);
}

/** True if the loop names a string only to add to it, and nobody else sees it in between. */
function isOnlyAddedTo({ nodes, typing }: RuleContext, target: Expression, loop: BodyLoop): boolean {
  const name = nameOf(target);
  const { statement } = loop;
  if (name === undefined) return false;
  const isLocal = typing.resolutionOf(target)?.kind === 'local';
  const local = isLocal ? nodes.localAt(name, target.start) : undefined;
  // A variable that each round has anew.
  if (local !== undefined && (contains(statement.body, local.statement) || local.isCaptured)) return false;
  if (!isLocal && loop.changes.calls.some((call) => methodOf(call, typing)?.origin !== 'platform'))
    return false;
  const within = nodes.all.filter(({ node }) => contains(statement, node));
  return within.every((each) => {
    if (nameOf(each.node as Expression) !== name) return true;
    return isAdded(each, name);
  });
}

/** True if a name is what an assignment adds to: the target, or the first of the sum. */
function isAdded({ node, parents }: PlacedNode, name: string): boolean {
  const assigned = parents.findLast(({ kind }) => kind === 'assignment');
  // `name` of `this.name` is seen as a part of that.
  if (assigned?.kind !== 'assignment' || nameOf(assigned.target) !== name) return false;
  if (contains(assigned.target, node)) return assigned.operator === '+=' || startsWith(assigned.value, name);
  return assigned.operator === '=' && startsWith(assigned.value, name) && node.start === assigned.value.start;
}

function startsWith(value: Expression, name: string): boolean {
  let first = value;
  while (first.kind === 'binary' && first.operator === '+') first = first.left;
  return first !== value && nameOf(first) === name;
}

export const boxing: Rule = (context) => {
  const { typing, nodes } = context;
  return hintsOn(context, ({ node, loops, parents }) => {
    // Where the result is used, too, an object may be what is wanted.
    const isStatement = parents.at(-1)?.kind === 'expression-statement' || parents.at(-1)?.kind === 'for';
    if (loops.length === 0 || !isStatement) return undefined;
    const target =
      node.kind === 'increment'
        ? node.operand
        : node.kind === 'assignment' && node.operator !== '='
          ? node.target
          : undefined;
    if (target?.kind !== 'name') return undefined;
    const type = typing.typeOf(target);
    if (type.kind !== 'class' || !BOX_TYPE.test(type.name)) return undefined;
    const local = nodes.localAt(target.name, target.start);
    if (local === undefined || local.isCaptured || local.declarator.initializer === undefined)
      return undefined;
    if (!isNeverNull(local.declarator.initializer, typing)) return undefined;
    if (!local.uses.every((use) => isNumber(context, use))) return undefined;
    const { name } = local;
    const primitive = primitiveOf(type);
    const written = local.declarator.type;
    const isFixable =
      primitive !== undefined && written.kind === 'named' && local.statement.declarators.length === 1;
    return {
      rule: 'boxing',
      span: node,
      message: `${name} is unboxed and boxed in every round: declare it ${primitive?.name ?? 'a primitive'}`,
      preconditions: [],
      source: 'a boxed number is an object that is made anew for each result',
      removals: [{ span: node, operations: BOXING, keeps: 'nothing' }],
      pair: `boxing/${/^(?:long|double)$/.exec(primitive?.name ?? '')?.[0] ?? 'int'}`,
      ...withDefined({ loop: loops.at(-1)?.statement }),
      ...(isFixable
        ? {
            fix: {
              title: `Declare ${name} as ${primitive.name}`,
              edits: [typeEdit(written, primitive.name)],
            },
          }
        : {}),
    };
  });
};

function typeEdit({ start, end }: Span, text: string): { start: number; end: number; text: string } {
  return { start, end, text };
}

/** True if a boxed variable is used at a place as a number of its own type, where a primitive does the same. */
function isNumber({ typing }: RuleContext, { node, parents }: PlacedNode): boolean {
  const { by, as } = takenBy({ node, parents });
  if (as !== node) return false;
  const type = typing.typeOf(node as Expression);
  switch (by?.kind) {
    case 'increment':
    case 'unary':
    case 'return':
      return true;
    case 'assignment':
      // Boxing and narrowing together have rules of their own: the value is of the very type.
      if (by.target !== as) return typing.typeOf(by.target).kind === 'primitive' || sameBox(typing.typeOf(by.target), type); // prettier-ignore
      return by.operator !== '=' || typing.typeOf(by.value).kind === 'primitive';
    case 'binary':
      return isArithmetic(by, as, typing);
    case 'array-access':
      return by.index === as;
    case 'local-variable':
      return by.declarators.some(
        ({ initializer, type: written }) => initializer === as && written.kind === 'primitive',
      );
    case 'call': {
      // An overload for objects may do something else than the one for numbers.
      const [parameter] = methodOf(by, typing)?.method.parameters ?? [];
      return by.arguments.length === 1 && by.target !== as && parameter?.kind === 'primitive';
    }
    default:
      return false;
  }
}

function sameBox(one: ReturnType<RuleContext['typing']['typeOf']>, other: typeof one): boolean {
  return one.kind === 'class' && other.kind === 'class' && one.name === other.name;
}

/** `==` of two boxes compares objects; a sum with a string writes the number either way. */
function isArithmetic(
  { left, right, operator }: Extract<Expression, { kind: 'binary' }>,
  as: SyntaxNode,
  typing: RuleContext['typing'],
): boolean {
  const other = left === as ? right : left;
  if (operator !== '==' && operator !== '!=') return true;
  return typing.typeOf(other).kind === 'primitive';
}
