/**
 * Streams of a few elements that work in parallel: to hand the work over takes longer than to do it. The rule speaks of
 * streams whose text shows how many elements they have, and functions that call nothing but small methods of the platform.
 */
import type { CallExpression, Expression, LambdaExpression } from '../../java/syntax/ast';
import { walkSyntax } from '../../flow/source/syntax-children';
import { numberOf } from '../counted-loop';
import { endsLoop, type PlacedNode } from '../loops';
import { isAssigned, rootOfChain } from '../uses';
import { hintsOn, methodOf, type Rule, type RuleContext, textOf } from './rule';

/** Measured: at a thousand elements work in parallel still takes a quarter more. */
const FEW = 64;

/** Methods that take a few nanoseconds. */
const SMALL = /^java\/lang\/(?:String|CharSequence|Integer|Long|Double|Math|Character|Boolean|Object)$/;
const SMALL_REFERENCE = /^(?:String|Integer|Long|Double|Math|Character|Boolean|Object|Objects)$/;

export const parallelStream: Rule = (context) =>
  hintsOn(context, (place) => {
    const { node, loops, parents } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.arguments.length > 0 || endsLoop(place, loop))
      return undefined;
    if (node.name !== 'parallelStream' && node.name !== 'parallel') return undefined;
    const owner = methodOf(node, context.typing)?.owner ?? '';
    if (!/^java\/util\/(?:\w+|stream\/\w+)$/.test(owner)) return undefined;
    const count = elementsOf(context, node);
    if (count === undefined || count > FEW) return undefined;
    const whole = [node, ...chainAround(parents, node)].at(-1) ?? node;
    if (!isSmall(context, whole) || /\.\s*sequential\(/.test(textOf(context, whole))) return undefined;
    return {
      rule: 'parallel-stream',
      span: { start: node.nameStart, end: node.end },
      message: `${node.name}() hands ${count} elements to other threads in every round: ${node.name === 'parallel' ? 'leave it out' : 'call stream()'}`,
      preconditions: [],
      source: 'java.util.concurrent.ForkJoinPool: each stream makes, hands over and awaits tasks',
      removals: [],
      pair: `parallel-stream/${count <= 8 ? 8 : 64} elements`,
      loop: loop.statement,
    };
  });

/** The calls of a chain that are made on a call. */
function chainAround(parents: PlacedNode['parents'], call: CallExpression): readonly CallExpression[] {
  const chain: CallExpression[] = [];
  let below: Expression = call;
  for (const around of parents.toReversed()) {
    if (around.kind !== 'call' || around.target !== below) break;
    chain.push(around);
    below = around;
  }
  return chain;
}

/** The most elements of the stream that a call is made on, as far as the text says it. */
function elementsOf(context: RuleContext, call: CallExpression): number | undefined {
  const calls: CallExpression[] = [];
  for (let each: Expression | undefined = call; each?.kind === 'call'; each = each.target) calls.push(each);
  // What makes several elements of one.
  if (calls.some(({ name }) => /^(?:flatMap|mapMulti|iterate|generate)/.test(name))) return undefined;
  const source = calls.find((each) => isSource(context, each));
  if (source !== undefined) return madeOf(context, source);
  const root = rootOfChain(call);
  const local = root.kind === 'name' ? context.nodes.localAt(root.name, root.start) : undefined;
  const made = local?.declarator.initializer;
  if (local === undefined || made?.kind !== 'call' || isAssigned(local)) return undefined;
  return isSource(context, made) ? madeOf(context, made) : undefined;
}

/** Collections that stay as they are, and streams, of what they are given. */
function isSource({ typing }: RuleContext, call: CallExpression): boolean {
  const owner = methodOf(call, typing)?.owner ?? '';
  if (call.name === 'asList') return owner === 'java/util/Arrays';
  if (call.name === 'of') return /^java\/util\/(?:List|Set|stream\/\w*Stream)$/.test(owner);
  return /^range(?:Closed)?$/.test(call.name) && /^java\/util\/stream\/(?:Int|Long)Stream$/.test(owner);
}

function madeOf({ typing }: RuleContext, { name, arguments: given }: CallExpression): number | undefined {
  if (name === 'of' || name === 'asList') {
    // One array has as many elements as it likes.
    const isOne = given.length === 1 && given[0] !== undefined && typing.typeOf(given[0]).kind !== 'class';
    return given.length === 0 || isOne ? undefined : given.length;
  }
  const [from, to] = given.map((each) => numberOf(each, typing));
  if (from === undefined || to === undefined) return undefined;
  return Math.max(0, to - from) + (name === 'rangeClosed' ? 1 : 0);
}

/** True if all functions of a chain call small methods alone, in no loops. */
function isSmall(context: RuleContext, chain: Expression): boolean {
  let isIt = true;
  const look = (lambda: LambdaExpression): void => {
    walkSyntax([lambda.body], (node) => {
      if (node.kind === 'call') isIt &&= SMALL.test(methodOf(node, context.typing)?.owner ?? '');
      else isIt &&= !/^(?:for|for-each|while|do|new|new-array|synchronized|try|missing)$/.test(node.kind);
      return isIt;
    });
  };
  walkSyntax([chain], (node) => {
    if (node.kind === 'lambda') look(node);
    else if (node.kind === 'method-reference')
      isIt &&= SMALL_REFERENCE.test(context.text.slice(node.target.start, node.target.end));
    else if (node.kind === 'call')
      isIt &&= node.arguments.every((each) => /^(?:literal|name|lambda|method-reference|unary|binary|call)$/.test(each.kind) && isFunction(context, each)); // prettier-ignore
    return isIt;
  });
  return isIt;
}

/** False for a function that the text doesn't show. */
function isFunction({ typing }: RuleContext, argument: Expression): boolean {
  if (argument.kind !== 'name') return true;
  const type = typing.typeOf(argument);
  return type.kind === 'primitive' || (type.kind === 'class' && type.name.startsWith('java/lang/'));
}
