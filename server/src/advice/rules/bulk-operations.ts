/**
 * Loops that move elements one by one where the library moves them at once
 * (Li and Gallagher, section 6.3, c: `Buffer.put` instead of a loop).
 *
 * Copies of arrays are mended where the target is made just before with the source's length: then no element can be
 * missing, the arrays can't be one, and nothing can be thrown.
 */
import { at, withDefined } from '../../base/check';
import type { Expression, Statement } from '../../java/syntax/ast';
import { sameType } from '../../java/types/types';
import { type Fix, type Hint, LI_GALLAGHER } from '../hint';
import { invarianceOf } from '../invariance';
import { headerOf, type BodyLoop, type PlacedNode, describeLoop } from '../loops';
import { hintsOn, isName, methodOf, quote, type RuleContext, textOf } from './rule';
import type { Typing } from '../../java/typing/typing';

export function bulkOperations(context: RuleContext): readonly Hint[] {
  return hintsOn(context, (place) => {
    const { node } = place;
    if (node.kind === 'for-each') return addAll(context, node);
    const loop = node.kind === 'for' ? countedLoop(node, context.typing) : undefined;
    return loop && ofCounted(context, loop, place);
  });
}

function ofCounted(context: RuleContext, counted: CountedLoop, place: PlacedNode): Hint | undefined {
  const { loop, statements } = counted;
  const [only] = statements;
  const assignment = statements.length === 1 ? assignmentIn(only) : undefined;
  if (assignment !== undefined) {
    const { target, value } = assignment;
    if (target.kind !== 'array-access' || indexOffset(target.index, counted) === undefined) return undefined;
    if (invarianceOf(target.array, loop, context.typing) === 'no') return undefined;
    if (value.kind === 'array-access') return copyArray(context, counted, place, { target, value });
    return isPlain(value) && invarianceOf(value, loop, context.typing) !== 'no'
      ? fillArray(context, loop, target)
      : undefined;
  }
  return putBuffer(context, counted);
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
  if (indexOffset(value.index, counted) === undefined) return undefined;
  if (invarianceOf(value.array, loop, typing) === 'no') return undefined;
  if (!sameType(typing.typeOf(target), typing.typeOf(value))) return undefined;
  const [to, from] = [quote(context, target.array), quote(context, value.array)];
  const fix = proveCopy(context, counted, place, { target, value });
  return {
    rule: 'bulk-copy',
    span: headerOf(loop.statement),
    message: `elements go from ${from} to ${to} one by one: System.arraycopy moves them at once`,
    preconditions:
      fix === undefined
        ? [
            `all indices are within both arrays (System.arraycopy then throws before it moves any)`,
            ...(to === from
              ? ['what is copied does not overlap, or is to be as it was before the loop']
              : []),
          ]
        : [],
    source: `${LI_GALLAGHER}, c (a loop replaced by one bulk call)`,
    removals: [{ span: loop.statement, keeps: 'nothing' }],
    ...withDefined({ fix }),
  };
}

/** `T[] to = new T[from.length]; for (int i = 0; i < from.length; i++) to[i] = from[i];` and nothing less. */
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
  if (to === from || step !== 1 || start !== 0 || !isIndex(target.index) || !isIndex(value.index))
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

function isLengthOf(expression: Expression | undefined, array: string): boolean {
  return (
    expression?.kind === 'field-access' && expression.name === 'length' && isName(expression.target, array)
  );
}

function fillArray(context: RuleContext, loop: BodyLoop, target: ArrayAccess): Hint {
  return {
    rule: 'bulk-fill',
    span: headerOf(loop.statement),
    message: `every element of ${quote(context, target.array)} gets the same: Arrays.fill sets them at once`,
    preconditions: ['all indices are within the array (Arrays.fill then throws before it sets any)'],
    source: `${LI_GALLAGHER}, c (a loop replaced by one bulk call)`,
    removals: [{ span: loop.statement, keeps: 'nothing' }],
  };
}

/** `buffer.put(SOURCE)` for one element after the other, also several in a round. */
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
    if (taken === undefined) return undefined;
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
  };
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

/** `for (T each : given) list.add(each);` */
function addAll(context: RuleContext, node: Extract<Statement, { kind: 'for-each' }>): Hint | undefined {
  const { typing } = context;
  const only =
    node.body.kind === 'block' && node.body.statements.length === 1 ? node.body.statements[0] : node.body;
  if (only?.kind !== 'expression-statement' || only.expression.kind !== 'call') return undefined;
  const call = only.expression;
  const [element] = call.arguments;
  if (call.name !== 'add' || call.arguments.length !== 1 || call.target?.kind !== 'name') return undefined;
  if (!isName(element, node.variable.name)) return undefined;
  if (!/^java\/util\//.test(methodOf(call, typing)?.owner ?? '')) return undefined;
  const from = quote(context, node.iterable);
  const type = typing.typeOf(node.iterable);
  const isArray = type.kind === 'array';
  // addAll takes collections only.
  if (!isArray && (type.kind !== 'class' || type.name === 'java/lang/Iterable')) return undefined;
  return {
    rule: 'bulk-add',
    span: headerOf(node),
    message: `elements of ${from} are added one by one: ${isArray ? `Collections.addAll(${call.target.name}, ${from})` : `${call.target.name}.addAll(${from})`} adds them at once`,
    preconditions: [
      `${from} is not ${call.target.name} itself`,
      ...(isArray ? [] : [`${from} is a collection, and nobody changes it meanwhile`]),
    ],
    source: `${LI_GALLAGHER}, c (a loop replaced by one bulk call)`,
    removals: [{ span: node, keeps: 'nothing' }],
  };
}

function assignmentIn(
  statement: Statement | undefined,
): Extract<Expression, { kind: 'assignment' }> | undefined {
  const expression = statement?.kind === 'expression-statement' ? statement.expression : undefined;
  return expression?.kind === 'assignment' && expression.operator === '=' ? expression : undefined;
}

/** Evaluated once or a hundred times, it does nothing. */
function isPlain(value: Expression): boolean {
  return (
    value.kind === 'literal' || value.kind === 'name' || (value.kind === 'unary' && isPlain(value.operand))
  );
}

interface CountedLoop {
  readonly loop: BodyLoop;
  readonly variable: string;
  /** Undefined where it is no constant. */
  readonly from: number | undefined;
  readonly bound: Expression;
  readonly step: number;
  /** The statements of the body. */
  readonly statements: readonly Statement[];
}

/** Undefined for other loops, and where the body changes the variable. */
function countedLoop(node: Extract<Statement, { kind: 'for' }>, typing: Typing): CountedLoop | undefined {
  const [init] = node.init;
  const [update] = node.update;
  if (node.init.length !== 1 || node.update.length !== 1 || update === undefined) return undefined;
  if (init?.kind !== 'local-variable' || init.declarators.length !== 1) return undefined;
  const [declarator] = init.declarators;
  const { condition } = node;
  if (declarator?.initializer === undefined || condition?.kind !== 'binary' || condition.operator !== '<')
    return undefined;
  const variable = declarator.name;
  const step = stepOf(update, variable, typing);
  if (!isName(condition.left, variable) || step === undefined) return undefined;
  const body: BodyLoop = describeLoop({ ...node, update: [] }, typing);
  if (body.changes.locals.has(variable)) return undefined;
  return {
    loop: describeLoop(node, typing),
    variable,
    from: numberOf(declarator.initializer, typing),
    bound: condition.right,
    step,
    statements: node.body.kind === 'block' ? node.body.statements : [node.body],
  };
}

/** k of `i + k`; 0 of `i`. */
function indexOffset(index: Expression, { variable }: CountedLoop): number | undefined {
  if (isName(index, variable)) return 0;
  if (index.kind !== 'binary' || index.operator !== '+') return undefined;
  const { left, right } = index;
  const [one, other] = isName(left, variable) ? [left, right] : [right, left];
  if (!isName(one, variable) || other.kind !== 'literal') return undefined;
  return /^\d+$/.test(other.text) ? Number(other.text) : undefined;
}

/** `i++`, `++i`, `i += k`, `i = i + k`. */
function stepOf(update: Expression, variable: string, typing: Typing): number | undefined {
  const isVariable = (expression: Expression): boolean => isName(expression, variable);
  if (update.kind === 'increment')
    return update.operator === '++' && isVariable(update.operand) ? 1 : undefined;
  if (update.kind !== 'assignment' || !isVariable(update.target)) return undefined;
  if (update.operator === '+=') return positive(numberOf(update.value, typing));
  const { value } = update;
  if (update.operator !== '=' || value.kind !== 'binary' || value.operator !== '+' || !isVariable(value.left))
    return undefined;
  return positive(numberOf(value.right, typing));
}

function positive(step: number | undefined): number | undefined {
  return step !== undefined && step > 0 ? step : undefined;
}

function numberOf(expression: Expression, typing: Typing): number | undefined {
  const constant = typing.constantOf(expression);
  return constant?.kind === 'int' ? constant.value : undefined;
}
