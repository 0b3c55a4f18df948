/**
 * Tells whether an expression has the same value in every round of a loop. `proved`: nothing in the program can make it
 * otherwise; `likely`: as long as what the loop calls, or other threads, don't change what it reads; `no` otherwise,
 * and in doubt.
 */
import type { Expression } from '../java/syntax/ast';
import type { Resolution, Typing } from '../java/typing/typing';
import { isPure, isSizeOf, onlyLooks } from './known-methods';
import type { BodyLoop } from './loops';

type Invariance = 'proved' | 'likely' | 'no';

const FINAL = 0x10;

export function invarianceOf(expression: Expression, loop: BodyLoop, typing: Typing): Invariance {
  if (typing.constantOf(expression) !== undefined) return 'proved';
  const of = (inner: Expression): Invariance => invarianceOf(inner, loop, typing);
  switch (expression.kind) {
    case 'literal':
    case 'class-literal':
    case 'this':
      return 'proved';
    case 'name':
      return ofName(typing.resolutionOf(expression), expression.name, loop, typing);
    case 'field-access': {
      const resolution = typing.resolutionOf(expression);
      if (resolution?.kind === 'array-length') return of(expression.target);
      if (resolution?.kind !== 'field') return 'no';
      const own = ofName(resolution, expression.name, loop, typing);
      return resolution.isStatic ? own : weaker(own, of(expression.target));
    }
    case 'unary':
    case 'cast':
      return of(expression.operand);
    case 'binary':
      return weaker(of(expression.left), of(expression.right));
    case 'call':
      return ofCall(expression, loop, typing);
    default:
      return 'no';
  }
}

function ofName(
  resolution: Resolution | undefined,
  name: string,
  loop: BodyLoop,
  typing: Typing,
): Invariance {
  if (resolution?.kind === 'local') return loop.changes.locals.has(name) ? 'no' : 'proved';
  if (resolution?.kind !== 'field') return 'no';
  if ((resolution.field.flags & FINAL) !== 0) return 'proved';
  return loop.changes.fields.has(name) || callsOwnCode(loop, typing) ? 'no' : 'likely';
}

/** Code of the application may change any field, and what fields hold. */
function callsOwnCode({ changes }: BodyLoop, typing: Typing): boolean {
  return changes.calls.some((call) => {
    const resolution = typing.resolutionOf(call);
    return resolution?.kind !== 'method' || resolution.origin !== 'platform';
  });
}

function ofCall(call: Extract<Expression, { kind: 'call' }>, loop: BodyLoop, typing: Typing): Invariance {
  const resolution = typing.resolutionOf(call);
  if (resolution?.kind !== 'method') return 'no';
  const given = call.arguments.map((argument) => invarianceOf(argument, loop, typing));
  const isStatic = resolution.dispatch === 'static';
  const receiver = isStatic || call.target === undefined ? 'proved' : invarianceOf(call.target, loop, typing);
  const all = [receiver, ...given].reduce(weaker);
  if (all === 'no') return 'no';
  if (isPure(resolution)) return all;
  return isSizeOf(resolution) && call.target !== undefined && keepsObject(call.target, loop, typing)
    ? 'likely'
    : 'no';
}

/** True if the loop calls nothing on an object, and gives it to nobody, but to look at it. */
function keepsObject(target: Expression, loop: BodyLoop, typing: Typing): boolean {
  const name = nameOf(target);
  if (name === undefined) return false;
  if (typing.resolutionOf(target)?.kind === 'field' && callsOwnCode(loop, typing)) return false;
  const isGiven = (given: readonly Expression[]): boolean =>
    given.some((argument) => nameOf(argument) === name);
  return loop.changes.calls.every((call) => {
    if (call.kind !== 'call') return call.kind !== 'new' || !isGiven(call.arguments);
    const isOn = call.target !== undefined && nameOf(call.target) === name;
    return !isGiven(call.arguments) && (!isOn || onlyLooks(call.name));
  });
}

/** The name of a local variable, or of a field of `this`. */
export function nameOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'field-access' && expression.target.kind === 'this') return expression.name;
  return undefined;
}

function weaker(one: Invariance, other: Invariance): Invariance {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'likely' || other === 'likely' ? 'likely' : 'proved';
}
