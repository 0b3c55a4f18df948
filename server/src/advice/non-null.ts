/** Tells whether an expression is surely not null. */
import type { Expression } from '../java/syntax/ast';
import type { Typing } from '../java/typing/typing';

/** Methods of the platform that give an object in every case, by their class. */
const GIVERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^java\/lang\/(?:String|StringBuilder|StringBuffer|AbstractStringBuilder)$/, /./],
  [/^java\/lang\/(?:Integer|Long|Short|Byte|Character|Boolean|Float|Double)$/, /^(?:valueOf|toString)$/],
  [
    /^java\/util\/(?:List|Set|Map|Arrays|Collections|Optional)$/,
    /^(?:of|copyOf|asList|empty\w*|singleton\w*)$/,
  ],
];

export function isNeverNull(expression: Expression, typing: Typing): boolean {
  if (typing.typeOf(expression).kind === 'primitive') return true;
  switch (expression.kind) {
    case 'literal':
      return expression.text !== 'null';
    case 'new':
    case 'new-array':
    case 'array-initializer':
    case 'this':
    case 'lambda':
    case 'method-reference':
    case 'class-literal':
    case 'binary':
      return true;
    case 'cast':
      return isNeverNull(expression.operand, typing);
    case 'conditional':
      return isNeverNull(expression.whenTrue, typing) && isNeverNull(expression.whenFalse, typing);
    case 'call': {
      const method = typing.resolutionOf(expression);
      return (
        method?.kind === 'method' &&
        GIVERS.some(([owner, name]) => owner.test(method.owner) && name.test(expression.name))
      );
    }
    default:
      return typing.constantOf(expression) !== undefined;
  }
}

/** True for a collection that surely holds no null, as `List.of` refuses it. */
export function hasNoNull(expression: Expression, typing: Typing): boolean {
  const method = expression.kind === 'call' ? typing.resolutionOf(expression) : undefined;
  return (
    method?.kind === 'method' &&
    /^java\/util\/(?:List|Set)$/.test(method.owner) &&
    /^(?:of|copyOf)$/.test(method.method.name)
  );
}
