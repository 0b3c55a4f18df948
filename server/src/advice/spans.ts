/** Tests of syntax that all of advice shares. */
import type { Expression, Span } from '../java/syntax/ast';

/** True if an expression is this name and nothing else. */
export function isName(expression: Expression | undefined, name: string): boolean {
  return expression?.kind === 'name' && expression.name === name;
}

/** True if code lies within other code. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
