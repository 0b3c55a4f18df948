/**
 * Calls in a loop's condition, and pure calls that take much energy in its body, that give the
 * same in every round (Li and Gallagher, section 6.3, a: loop-invariant code
 * motion).
 *
 * The fix declares a second variable in the header of a `for`: there it is computed when the condition first was, after
 * the same expressions, and lives no longer.
 */
import { withDefined } from '../../base/check';
import type { CallExpression, Expression, Statement } from '../../java/syntax/ast';
import type { MethodResolution } from '../../java/typing/typing';
import { walkSyntax } from '../../flow/source/syntax-children';
import { type Fix, type Hint, LI_GALLAGHER } from '../hint';
import { invarianceOf } from '../invariance';
import { isPure, neverThrows } from '../known-methods';
import { type BodyLoop, endsLoop, type PlacedNode } from '../loops';
import { contains } from '../spans';
import { freeName, hintsOn, methodOf, quote, type RuleContext, textOf } from './rule';

export function loopInvariantCalls(context: RuleContext): readonly Hint[] {
  const { typing } = context;
  const seen = new Set<CallExpression>();
  const declared = new Set<string>();
  const said = new Set<string>();
  return hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || seen.has(node)) return undefined;
    const method = methodOf(node, typing);
    const isInCondition = loop.condition !== undefined && contains(loop.condition, node);
    if (method !== undefined && isReflective(method)) return ofReflection(context, place, loop, node, method);
    if (method === undefined || (!isInCondition && !neverThrows(method))) return undefined;
    const invariance = invarianceOf(node, loop, typing);
    if (invariance === 'no' || typing.constantOf(node) !== undefined) return undefined;
    if (!isInCondition && endsLoop(place, loop)) return undefined;
    walkSyntax([node], (inner) => {
      if (inner.kind === 'call') seen.add(inner);
      return true;
    });
    // One variable serves all places of a loop that ask the same.
    const id = `${loop.statement.start} ${textOf(context, node)}`;
    if (!isInCondition && said.has(id)) return undefined;
    said.add(id);
    const isProved = invariance === 'proved' && isPure(method);
    const fix = isProved && isInCondition ? declareInHeader(context, loop, node, declared) : undefined;
    return {
      rule: 'loop-invariant-call',
      span: node,
      message: `${quote(context, node)} gives the same in every round: call it once, before the loop`,
      preconditions: isProved
        ? []
        : [`nothing that the loop does, and no other thread, changes what ${quote(context, node)} gives`],
      source: `${LI_GALLAGHER}, a (loop-invariant code motion)`,
      removals: [{ span: node, keeps: { onceIn: loop.statement } }],
      pair: pairOf(method),
      loop: loop.statement,
      ...withDefined({ fix }),
    };
  });
}

const REFLECTIVE = /^(?:forName|get(?:Declared)?(?:Method|Field|Constructor))$/;

function isReflective({ owner, method }: MethodResolution): boolean {
  return owner === 'java/lang/Class' && REFLECTIVE.test(method.name);
}

/** A class or a member that is looked up by the same names in every round. Each look-up gives a copy of its own. */
function ofReflection(
  context: RuleContext,
  place: PlacedNode,
  loop: BodyLoop,
  call: CallExpression,
  { method: { name } }: MethodResolution,
): Hint | undefined {
  const isSteady = (expression: Expression): boolean => {
    const isClassOf = expression.kind === 'call' && expression.name === 'getClass' && expression.arguments.length === 0; // prettier-ignore
    const value = isClassOf ? expression.target : expression;
    return value !== undefined && invarianceOf(value, loop, context.typing) !== 'no';
  };
  const target = name === 'forName' ? [] : call.target === undefined ? undefined : [call.target];
  if (target === undefined || ![...target, ...call.arguments].every(isSteady)) return undefined;
  if (name === 'forName' && call.arguments.length !== 1) return undefined;
  if (endsLoop(place, loop)) return undefined;
  return {
    rule: 'loop-invariant-call',
    span: call,
    message: `${quote(context, call)} looks the same up in every round: call it once, before the loop`,
    preconditions: ['it may fail before the loop begins'],
    source: `${LI_GALLAGHER}, a (loop-invariant code motion)`,
    removals: [{ span: call, keeps: { onceIn: loop.statement } }],
    pair: `loop-invariant-call/Class.${name === 'forName' ? name : name.endsWith('Method') ? 'getMethod' : 'getDeclaredField'}`,
    loop: loop.statement,
  };
}

/** The measured pair of a call like this one. */
function pairOf({ owner, method: { name } }: MethodResolution): string {
  if (owner === 'java/lang/String')
    return `loop-invariant-call/String.${isSlowSearch(name) ? 'indexOf' : 'length'}`;
  if (name === 'size') return 'loop-invariant-call/List.size';
  if (owner.startsWith('java/nio/')) return 'loop-invariant-call/Buffer.limit';
  return `loop-invariant-call/Math.${MEASURED_FUNCTIONS[name] ?? 'floor'}`;
}

function isSlowSearch(name: string): boolean {
  return name === 'contains' || name.endsWith('ndexOf');
}

/** The measured function that takes as long as one of Math. */
const MEASURED_FUNCTIONS: Readonly<Record<string, string>> = {
  ...{
    sqrt: 'sqrt',
    log: 'log',
    log10: 'log',
    log1p: 'log',
    exp: 'exp',
    expm1: 'exp',
    pow: 'pow',
    hypot: 'pow',
  },
  ...{ sin: 'sin', cos: 'sin', tan: 'tan', sinh: 'exp', cosh: 'exp', tanh: 'exp', cbrt: 'cbrt' },
  ...{ asin: 'atan', acos: 'atan', atan: 'atan', atan2: 'atan' },
};

/** Undefined where a header can't have it: no `for` with an int of its own, or something else runs between. */
function declareInHeader(
  context: RuleContext,
  { statement, condition }: BodyLoop,
  call: CallExpression,
  declared: Set<string>,
): Fix | undefined {
  if (statement.kind !== 'for' || statement.init.length !== 1 || condition === undefined) return undefined;
  const place = intDeclaration(statement.init[0]);
  const type = context.typing.typeOf(call);
  if (place === undefined || type.kind !== 'primitive' || type.name !== 'int') return undefined;
  // The call is the condition's first that can do anything: `i < CALL`, or `CALL > i`.
  if (condition.kind !== 'binary' || !isComparison(condition.operator)) return undefined;
  const other =
    condition.left === call ? condition.right : condition.right === call ? condition.left : undefined;
  if (other === undefined || (other.kind !== 'name' && other.kind !== 'literal')) return undefined;
  if (other.kind === 'name' && context.typing.resolutionOf(other)?.kind !== 'local') return undefined;
  const name = freeName(context.memberText, nameFor(call, context.typing), declared);
  declared.add(name);
  const source = textOf(context, call);
  return {
    title: `Call ${source} once, before the loop`,
    edits: [
      { start: place, end: place, text: `, ${name} = ${source}` },
      { start: call.start, end: call.end, text: name },
    ],
  };
}

/** The place for another declarator: behind the last. */
function intDeclaration(statement: Statement | undefined): number | undefined {
  if (statement?.kind !== 'local-variable') return undefined;
  const isInt = statement.declarators.every(
    ({ type, initializer }) => type.kind === 'primitive' && type.name === 'int' && initializer !== undefined,
  );
  return isInt ? statement.declarators.at(-1)?.end : undefined;
}

function isComparison(operator: string): boolean {
  return ['<', '<=', '>', '>=', '==', '!='].includes(operator);
}

/** `text.length()` is textLength, `Math.min(…)` minValue. */
function nameFor({ name, target }: CallExpression, typing: RuleContext['typing']): string {
  const isObject = target?.kind === 'name' && typing.resolutionOf(target)?.kind === 'local';
  return isObject ? `${target.name}${name[0]?.toUpperCase() ?? ''}${name.slice(1)}` : `${name}Value`;
}
