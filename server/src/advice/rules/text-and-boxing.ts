/** Strings that grow in a loop, and numbers that are boxed in one. */
import type { Expression } from '../../java/syntax/ast';
import { isString } from '../../java/types/types';
import { hintsOn, quote, type Rule } from './rule';

const BOXES = 'Integer|Long|Short|Byte|Character|Boolean|Float|Double';
const BOX_TYPE = new RegExp(`^java/lang/(?:${BOXES})$`);
/** The names of operations that box or unbox. */
const BOXING = new RegExp(`^java\\.lang\\.(?:${BOXES})\\.(?:valueOf|\\w+Value)$`);

export const stringConcatenation: Rule = (context) =>
  hintsOn(context, ({ node, loops }) => {
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'assignment' || !isString(context.typing.typeOf(node.target)))
      return undefined;
    const grows =
      node.operator === '+=' || (node.operator === '=' && isSumWith(node.value, node.target, context.text));
    if (!grows || isOfLoop(node.target, loop.statement.body)) return undefined;
    const name = quote(context, node.target);
    return {
      rule: 'string-concatenation',
      span: node,
      message: `${name} is copied whole in every round: append to a StringBuilder that is made before the loop`,
      preconditions: [`the loop reads ${name} only to add to it`],
      source: 'each round copies all that was there before: the work grows with the square of the rounds',
      removals: [{ span: node, operations: /^Concatenation/, keeps: 'nothing' }],
    };

    /** A variable that each round has anew. */
    function isOfLoop(target: Expression, body: { start: number }): boolean {
      if (target.kind !== 'name' || context.typing.resolutionOf(target)?.kind !== 'local') return false;
      return context.placed.some(
        ({ node: other }) =>
          other.kind === 'local-variable' &&
          other.start >= body.start &&
          other.declarators.some(({ name: declared }) => declared === target.name),
      );
    }
  });

/** `x = x + …`, however many are added. */
function isSumWith(value: Expression, target: Expression, text: string): boolean {
  let first = value;
  while (first.kind === 'binary' && first.operator === '+') first = first.left;
  return first !== value && text.slice(first.start, first.end) === text.slice(target.start, target.end);
}

export const boxing: Rule = (context) => {
  const { typing } = context;
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
    if (target === undefined) return undefined;
    const type = typing.typeOf(target);
    if (type.kind !== 'class' || !BOX_TYPE.test(type.name)) return undefined;
    const name = quote(context, target);
    const primitive = primitiveOf(type.name);
    return {
      rule: 'boxing',
      span: node,
      message: `${name} is unboxed and boxed in every round: declare it ${primitive}`,
      preconditions: [`${name} is never null, and nobody compares it by ==`],
      source: 'a boxed number is an object that is made anew for each result',
      removals: [{ span: node, operations: BOXING, keeps: 'nothing' }],
    };
  });
};

function primitiveOf(name: string): string {
  const simple = name.slice(name.lastIndexOf('/') + 1);
  if (simple === 'Integer') return 'int';
  return simple === 'Character' ? 'char' : simple.toLowerCase();
}
