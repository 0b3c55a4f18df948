/**
 * Objects that each round makes anew though no round needs its own.
 *
 * Advice only: that nobody keeps the object can't be proved here where it is given to a call.
 */
import type { Expression, Span } from '../../java/syntax/ast';
import { describeType } from '../../java/types/types';
import { invarianceOf } from '../invariance';
import type { BodyLoop } from '../loops';
import { walkSyntax } from '../../flow/source/syntax-children';
import { contains, hintsOn, isName, quote, type Rule, type RuleContext } from './rule';

/** Classes whose objects take much energy to make and are made to be used again, each with its precondition. */
const REUSABLE: readonly (readonly [RegExp, string])[] = [
  [/^java\/text\/\w*Format$/, 'one thread at a time uses it'],
  [/^java\/util\/Random$/, 'the numbers may be others'],
  [/^java\/security\/SecureRandom$/, ''],
  [/^com\/fasterxml\/jackson\/databind\/ObjectMapper$/, ''],
  [/^com\/google\/gson\/Gson$/, ''],
];

export const loopInvariantAllocation: Rule = (context) =>
  hintsOn(context, ({ node, loops }) => {
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'local-variable' || node.declarators.length !== 1)
      return undefined;
    const [declarator] = node.declarators;
    const made = declarator?.initializer;
    if (declarator === undefined || made === undefined) return undefined;
    const why = whyReusable(context, made, loop);
    if (why === undefined || escapes(context, loop, declarator.name)) return undefined;
    return {
      rule: 'loop-invariant-allocation',
      span: made,
      message: `${quote(context, made)} is made in every round: make it once, before the loop`,
      preconditions: [`no call keeps ${declarator.name} beyond its round`, ...(why === '' ? [] : [why])],
      source: 'an allocation that does not depend on the loop',
      removals: [{ span: made, keeps: { onceIn: loop.statement } }],
    };
  });

/** The condition under which a new object can be reused; undefined if each round may need its own. */
function whyReusable(context: RuleContext, made: Expression, loop: BodyLoop): string | undefined {
  const isInvariant = (each: Expression): boolean => invarianceOf(each, loop, context.typing) !== 'no';
  if (made.kind === 'new-array') {
    const isPlain = made.initializer === undefined && made.dimensions.length === 1;
    return isPlain && made.dimensions.every(isInvariant)
      ? "what a round leaves in it is not taken for the next one's (it is not zero any more)"
      : undefined;
  }
  if (made.kind !== 'new' || made.body !== undefined || !made.arguments.every(isInvariant)) return undefined;
  const name = describeType(context.typing.typeOf(made)).replaceAll('.', '/');
  return REUSABLE.find(([pattern]) => pattern.test(name))?.[1];
}

/** True if an object is returned, stored, or captured. Each round then needs one of its own. */
function escapes({ typing }: RuleContext, { parts }: BodyLoop, name: string): boolean {
  const isIt = (expression: Expression | undefined): boolean => isName(expression, name);
  let found = false;
  walkSyntax(parts, (node) => {
    if (node.kind === 'return' || node.kind === 'yield') found ||= isIt(node.expression);
    else if (node.kind === 'assignment') found ||= isIt(node.value);
    else if (node.kind === 'local-variable')
      found ||= node.declarators.some(({ initializer }) => isIt(initializer));
    else if (node.kind === 'array-initializer') found ||= node.elements.some(isIt);
    else if (node.kind === 'conditional') found ||= isIt(node.whenTrue) || isIt(node.whenFalse);
    else if (node.kind === 'new') found ||= node.arguments.some(isIt);
    else if (node.kind === 'call') found ||= keepsArgument(node) && node.arguments.some(isIt);
    else if (node.kind === 'lambda' || node.kind === 'local-class') found ||= mentions(node);
    return true;
  });
  return found;

  function keepsArgument(call: Extract<Expression, { kind: 'call' }>): boolean {
    const resolution = typing.resolutionOf(call);
    // A library reads from a buffer, or into it; a method that adds, puts or wraps keeps it.
    return (
      resolution?.kind !== 'method' ||
      resolution.origin !== 'platform' ||
      !/^(?:read|write|update|digest|print|append|nextBytes|getBytes|getChars|arraycopy|fill|sort|format|parse)/.test(
        call.name,
      )
    );
  }

  function mentions(node: Span): boolean {
    let isThere = false;
    walkSyntax(parts, (inner) => {
      isThere ||= inner.kind === 'name' && inner.name === name && contains(node, inner);
      return true;
    });
    return isThere;
  }
}
