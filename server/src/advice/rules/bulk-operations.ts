/**
 * Loops that move elements one by one where the library moves them at once
 * (Li and Gallagher, section 6.3, c: `Buffer.put` instead of a loop).
 *
 * A copy of an array gets a fix only where the line before makes the target with the length of the source: then the
 * loop copies all elements, both arrays differ, and nothing can throw.
 */
import { at, withDefined } from '../../base/check';
import type { Expression, Statement } from '../../java/syntax/ast';
import type { JavaType } from '../../classfile/signatures/class-signature';
import { primitiveOf } from '../../java/types/conversions';
import { sameType } from '../../java/types/types';
import { countedLoop, type CountedLoop, indexOffset, isLengthOf, numberOf } from '../counted-loop';
import { asCollection, canAddAll, fits, isCollectionClass } from '../element-types';
import { type Fix, type Hint, LI_GALLAGHER } from '../hint';
import { invarianceOf } from '../invariance';
import { headerOf, type PlacedNode } from '../loops';
import { isName } from '../spans';
import { hintsOn, isNewest, methodOf, nameOfClass, quote, type RuleContext, textOf } from './rule';

export function bulkOperations(context: RuleContext): readonly Hint[] {
  return hintsOn(context, (place) => {
    const { node } = place;
    if (node.kind === 'for-each') return addAll(context, node);
    const loop = node.kind === 'for' ? countedLoop(node, context.typing) : undefined;
    return loop && ofCounted(context, loop, place);
  });
}

function ofCounted(context: RuleContext, counted: CountedLoop, place: PlacedNode): Hint | undefined {
  const { loop, statements, step } = counted;
  const [only] = statements;
  const assignment = statements.length === 1 ? assignmentIn(only) : undefined;
  if (assignment === undefined) return putBuffer(context, counted);
  const { target, value } = assignment;
  if (step !== 1 || target.kind !== 'array-access') return undefined;
  if (indexOffset(target.index, counted) === undefined) return undefined;
  if (invarianceOf(target.array, loop, context.typing) === 'no') return undefined;
  if (value.kind === 'array-access') return copyArray(context, counted, place, { target, value });
  return isPlain(value) && invarianceOf(value, loop, context.typing) !== 'no'
    ? fillArray(context, counted, { target, value })
    : undefined;
}

type ArrayAccess = Extract<Expression, { kind: 'array-access' }>;

function copyArray(
  context: RuleContext,
  counted: CountedLoop,
  place: PlacedNode,
  { target, value }: { readonly target: ArrayAccess; readonly value: ArrayAccess },
): Hint | undefined {
  const { typing } = context;
  const { loop } = counted;
  const [offset, taken] = [indexOffset(target.index, counted), indexOffset(value.index, counted)];
  if (offset === undefined || taken === undefined) return undefined;
  if (invarianceOf(value.array, loop, typing) === 'no') return undefined;
  if (!sameType(typing.typeOf(target), typing.typeOf(value))) return undefined;
  const [to, from] = [quote(context, target.array), quote(context, value.array)];
  // Elements that move up within one array are overwritten before they are read.
  const movesUp = offset > taken;
  if (movesUp && to === from) return undefined;
  const fix = proveCopy(context, counted, place, { target, value });
  return {
    rule: 'bulk-copy',
    span: headerOf(loop.statement),
    message: `elements go from ${from} to ${to} one by one: System.arraycopy moves them at once`,
    preconditions:
      fix === undefined
        ? [
            ...rangeConditions(context, counted, target, 'System.arraycopy'),
            ...(movesUp && !areDistinct(context, target.array, value.array)
              ? [`${from} and ${to} are not the same array`]
              : []),
          ]
        : [],
    source: `${LI_GALLAGHER}, c (a loop replaced by one bulk call)`,
    removals: [{ span: loop.statement, keeps: 'nothing' }],
    pair: `bulk-copy/${kindOf(context, target, ['int', 'byte', 'char', 'long', 'double'], 'objects')}`,
    loop: loop.statement,
    ...withDefined({ fix }),
  };
}

/** True if one of two arrays was made in this method and nothing else refers to it. */
function areDistinct(context: RuleContext, one: Expression, other: Expression): boolean {
  return [one, other].some((each) => each.kind === 'name' && isNewest(context, each));
}

/**
 * The sentence that all indices must be within the arrays. At an index that is not, the loop throws after it has set the
 * elements before; the bulk call throws before it sets any, also where the loop would make no round.
 */
function rangeConditions(
  context: RuleContext,
  { bound, from }: CountedLoop,
  target: ArrayAccess,
  call: string,
): readonly string[] {
  const isWhole =
    numberOf(from, context.typing) === 0 &&
    target.array.kind === 'name' &&
    isLengthOf(bound, target.array.name) &&
    target.index.kind === 'name';
  return isWhole && call === 'Arrays.fill'
    ? []
    : [
        `all indices from ${quote(context, from)} to ${quote(context, bound)} are within the arrays (${call} throws before it begins)`,
      ];
}

/** The fix, for `T[] to = new T[from.length]; for (int i = 0; i < from.length; i++) to[i] = from[i];` alone. */
function proveCopy(
  context: RuleContext,
  { variable, from: start, bound, step, loop }: CountedLoop,
  { parents }: PlacedNode,
  { target, value }: { readonly target: ArrayAccess; readonly value: ArrayAccess },
): Fix | undefined {
  const { typing } = context;
  const isIndex = (index: Expression): boolean => isName(index, variable);
  if (target.array.kind !== 'name' || value.array.kind !== 'name') return undefined;
  const [to, from] = [target.array.name, value.array.name];
  // A comment in the loop would be lost.
  if (/\/[/*]/.test(textOf(context, loop.statement))) return undefined;
  if (
    to === from ||
    step !== 1 ||
    numberOf(start, typing) !== 0 ||
    !isIndex(target.index) ||
    !isIndex(value.index)
  )
    return undefined;
  if (typing.resolutionOf(value.array)?.kind !== 'local') return undefined;
  if (!isLengthOf(bound, from) && !isLengthOf(bound, to)) return undefined;
  const block = parents.at(-1);
  if (block?.kind !== 'block') return undefined;
  const before = block.statements[block.statements.indexOf(loop.statement) - 1];
  if (before?.kind !== 'local-variable' || before.declarators.length !== 1) return undefined;
  const [declarator] = before.declarators;
  const made = declarator?.initializer;
  if (declarator?.name !== to || made?.kind !== 'new-array' || made.initializer !== undefined)
    return undefined;
  const [length] = made.dimensions;
  if (made.dimensions.length !== 1 || length === undefined || !isLengthOf(length, from)) return undefined;
  const [ofTarget, ofSource] = [typing.typeOf(target.array), typing.typeOf(value.array)];
  if (!sameType(ofTarget, ofSource) || !sameType(typing.typeOf(made), ofSource)) return undefined;
  return {
    title: 'Copy with System.arraycopy',
    edits: [
      {
        start: loop.statement.start,
        end: loop.statement.end,
        text: `System.arraycopy(${from}, 0, ${to}, 0, ${from}.length);`,
      },
    ],
  };
}

/** The measured type that stands for an element's: itself, or one of about its size; `others` for objects. */
function kindOf(
  { typing }: RuleContext,
  element: Expression,
  measured: readonly string[],
  others: string,
): string {
  const type = typing.typeOf(element);
  if (type.kind !== 'primitive') return others;
  if (measured.includes(type.name)) return type.name;
  return type.name === 'float' || type.name === 'int'
    ? 'int'
    : (measured.find((each) => each === 'char') ?? 'byte');
}

type CopiedFill = { readonly target: ArrayAccess; readonly value: Expression };

function fillArray(context: RuleContext, counted: CountedLoop, { target, value }: CopiedFill): Hint {
  const { typing } = context;
  const { loop } = counted;
  const cast = castOf(context, target, value);
  const preconditions = rangeConditions(context, counted, target, 'Arrays.fill');
  const [array, element] = [quote(context, target.array), `${cast}${quote(context, value)}`];
  const isWhole = preconditions.length === 0 && target.array.kind === 'name';
  const isSteady = [target.array, value].every((each) => invarianceOf(each, loop, typing) === 'proved');
  // Unboxing null throws in the first round of the loop, if there is one; a call throws always.
  const isUnboxed = typing.typeOf(target).kind === 'primitive' && typing.typeOf(value).kind !== 'primitive';
  const isSafe = isWhole && isSteady && !isUnboxed && !/\/[/*]/.test(textOf(context, loop.statement));
  const arrays = nameOfClass(context, 'java.util.Arrays');
  const fix: Fix | undefined = isSafe
    ? {
        title: 'Fill with Arrays.fill',
        edits: [{ ...span(loop.statement), text: `${arrays}.fill(${array}, ${element});` }],
      }
    : undefined;
  return {
    rule: 'bulk-fill',
    span: headerOf(loop.statement),
    message: `every element of ${array} gets the same: Arrays.fill(${array}, ${isWhole ? '' : '…, '}${element}) sets them at once`,
    preconditions,
    source: `${LI_GALLAGHER}, c (a loop replaced by one bulk call)`,
    removals: [{ span: loop.statement, keeps: 'nothing' }],
    pair: `bulk-fill/${kindOf(context, target, ['int', 'long', 'byte', 'boolean', 'double'], 'Object')}`,
    loop: loop.statement,
    ...withDefined({ fix }),
  };
}

/** The cast that an assignment does not need and an argument does: `bytes[i] = 0` is `fill(bytes, (byte) 0)`. */
function castOf({ typing }: RuleContext, target: ArrayAccess, value: Expression): string {
  const [type, given] = [typing.typeOf(target), typing.typeOf(value)];
  const element = type.kind === 'primitive' || given.kind !== 'primitive' ? type : primitiveOf(type);
  const isNarrowed =
    element?.kind === 'primitive' && /^(?:byte|short|char)$/.test(element.name) && !sameType(element, given);
  return isNarrowed ? `(${element.name}) ` : '';
}

function span({ start, end }: Statement): { readonly start: number; readonly end: number } {
  return { start, end };
}

/** The hint on a loop that puts one element after the other into a buffer, also several in a round. */
function putBuffer(context: RuleContext, counted: CountedLoop): Hint | undefined {
  const { typing } = context;
  const { statements, step, loop } = counted;
  const offsets: number[] = [];
  let target = '';
  let source = '';
  for (const statement of statements) {
    if (statement.kind !== 'expression-statement' || statement.expression.kind !== 'call') return undefined;
    const { expression: call } = statement;
    const [element] = call.arguments;
    const owner = methodOf(call, typing)?.owner ?? '';
    if (call.name !== 'put' || call.arguments.length !== 1 || element === undefined) return undefined;
    if (!/^java\/nio\/\w+Buffer$/.test(owner) || call.target === undefined) return undefined;
    const taken = elementOf(element, counted, typing);
    if (taken === undefined || !isElementOf(owner, element, typing)) return undefined;
    const [to, from] = [textOf(context, call.target), textOf(context, taken.from)];
    if (offsets.length > 0 && (to !== target || from !== source)) return undefined;
    if (invarianceOf(call.target, loop, typing) === 'no') return undefined;
    [target, source] = [to, from];
    offsets.push(taken.offset);
  }
  const isWhole =
    offsets.length === step && offsets.every((offset, index) => offset === at(offsets, 0) + index);
  if (!isWhole || offsets.length === 0) return undefined;
  return {
    rule: 'bulk-copy',
    span: headerOf(loop.statement),
    message: `elements of ${source} are put into ${target} one by one: one bulk put moves them at once`,
    preconditions: [
      `${source} is an array, or a buffer of which the elements between its position and its limit are meant`,
      `${target} has room for all of them${step > 1 ? `, and their number is divisible by ${step}` : ''}`,
      `${source} and ${target} are not the same`,
    ],
    source: `${LI_GALLAGHER}, c (Buffer.put instead of the loop)`,
    removals: [{ span: loop.statement, keeps: 'nothing' }],
    pair: 'bulk-copy/heap buffer',
    loop: loop.statement,
  };
}

/** True if the bulk `put` of a buffer takes such elements: it converts none, as `put` of one element does. */
function isElementOf(owner: string, element: Expression, typing: RuleContext['typing']): boolean {
  const type = typing.typeOf(element);
  if (element.kind === 'call' && methodOf(element, typing)?.owner !== owner) return false;
  return type.kind === 'primitive' && owner.toLowerCase().endsWith(`/${type.name}buffer`);
}

function elementOf(
  element: Expression,
  counted: CountedLoop,
  typing: RuleContext['typing'],
): { readonly from: Expression; readonly offset: number } | undefined {
  if (element.kind === 'array-access') {
    const offset = indexOffset(element.index, counted);
    return offset === undefined ? undefined : { from: element.array, offset };
  }
  const [index] = element.kind === 'call' ? element.arguments : [];
  if (element.kind !== 'call' || element.name !== 'get' || element.target === undefined) return undefined;
  if (element.arguments.length !== 1 || index === undefined) return undefined;
  if (!/^java\/nio\/\w+Buffer$/.test(methodOf(element, typing)?.owner ?? '')) return undefined;
  const offset = indexOffset(index, counted);
  return offset === undefined ? undefined : { from: element.target, offset };
}

/**
 * The name of the measurement (loop beside bulk call) whose collections are most like these. For targets that are no
 * list it is that of a HashSet, whose `addAll` adds one by one, too.
 */
function pairOf(
  { nodes, typing }: RuleContext,
  target: Expression & { readonly name: string },
  from: JavaType,
): string {
  const made = nodes.localAt(target.name, target.start)?.declarator.initializer;
  const type = typing.typeOf(made?.kind === 'new' ? made : target);
  const name = type.kind === 'class' ? type.name : '';
  const isMeasured = /^java\/util\/(?:LinkedList|ArrayDeque)$/.test(name);
  const to = isMeasured ? name.slice('java/util/'.length) : /(?:List|\/Vector|\/Stack)$/.test(name) ? 'ArrayList' : 'HashSet'; // prettier-ignore
  if (from.kind === 'array') return `bulk-add/${to === 'HashSet' ? to : 'ArrayList'} from array`;
  const isSet = from.kind === 'class' && /Set$/.test(from.name);
  return `bulk-add/${to} from ${isSet && to === 'ArrayList' ? 'HashSet' : 'ArrayList'}`;
}

/** The hint on `for (T each : given) list.add(each);`. */
function addAll(context: RuleContext, node: Extract<Statement, { kind: 'for-each' }>): Hint | undefined {
  const { typing } = context;
  const only =
    node.body.kind === 'block' && node.body.statements.length === 1 ? node.body.statements[0] : node.body;
  if (only?.kind !== 'expression-statement' || only.expression.kind !== 'call') return undefined;
  const call = only.expression;
  const [element] = call.arguments;
  if (call.name !== 'add' || call.arguments.length !== 1 || call.target?.kind !== 'name') return undefined;
  if (!isName(element, node.variable.name) || isName(node.iterable, call.target.name)) return undefined;
  const method = methodOf(call, typing);
  if (method === undefined || !isCollectionClass(method.owner, context.universe)) return undefined;
  if (method.origin !== 'platform') return undefined;
  // `addAll(this)` may call the very method that has this loop, such as `toArray`.
  if (node.iterable.kind === 'this' || isConcurrent(context, node.iterable)) return undefined;
  const from = quote(context, node.iterable);
  const type = typing.typeOf(node.iterable);
  const to = asCollection(typing.typeOf(call.target), context);
  const source = asCollection(type, context);
  // A variable of another type boxes, unboxes or widens each element.
  const variable = typing.typeOfSyntax(node.variable.type);
  if (to === undefined || variable.kind === 'primitive' || variable.kind === 'unknown') return undefined;
  const isArray = type.kind === 'array';
  const [wanted] = to.typeArguments;
  const isSafe = isArray
    ? fits(type.element, wanted ?? { kind: 'class', name: 'java/lang/Object', typeArguments: [] }, context)
    : source !== undefined && canAddAll(source, to, context);
  if (!isSafe) return undefined;
  return {
    rule: 'bulk-add',
    span: headerOf(node),
    // Most collections that such loops copy have few elements.
    isRare: true,
    message: `elements of ${from} are added one by one: ${isArray ? `Collections.addAll(${call.target.name}, ${from})` : `${call.target.name}.addAll(${from})`} adds them at once`,
    preconditions: isArray || isNewest(context, call.target) ? [] : [`nobody changes ${from} meanwhile`],
    source: `${LI_GALLAGHER}, c (a loop replaced by one bulk call)`,
    removals: [{ span: node, keeps: 'nothing' }],
    pair: pairOf(context, call.target, type),
    loop: node,
  };
}

/** True for a collection that other threads may change during the loop, or a view of one. */
function isConcurrent(context: RuleContext, collection: Expression): boolean {
  const type = context.typing.typeOf(collection);
  if (type.kind === 'class' && type.name.startsWith('java/util/concurrent/')) return true;
  return collection.kind === 'call' && collection.target !== undefined && isConcurrent(context, collection.target); // prettier-ignore
}

function assignmentIn(
  statement: Statement | undefined,
): Extract<Expression, { kind: 'assignment' }> | undefined {
  const expression = statement?.kind === 'expression-statement' ? statement.expression : undefined;
  return expression?.kind === 'assignment' && expression.operator === '=' ? expression : undefined;
}

/** True for an expression that has no effect, however often it is evaluated. */
function isPlain(value: Expression): boolean {
  return (
    value.kind === 'literal' || value.kind === 'name' || (value.kind === 'unary' && isPlain(value.operand))
  );
}
