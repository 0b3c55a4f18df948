/** Texts that are appended as more than what they are: a letter as a string, a sum of strings as one string of its own. */
import { withDefined } from '../../base/check';
import type { CallExpression, Expression } from '../../java/syntax/ast';
import type { Fix, Hint } from '../hint';
import { endsLoop, type PlacedNode } from '../loops';
import { isString } from '../../java/types/types';
import { contains } from '../spans';
import { rootOfChain } from '../uses';
import { hintsOn, isNewest, isOverText, methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

const BUILDER = /^java\/lang\/(?:Abstract)?String(?:Builder|Buffer)$/;

export const appends: Rule = (context) =>
  hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.name !== 'append') return undefined;
    const [text, ...others] = node.arguments;
    if (text === undefined || others.length > 0 || !isString(context.typing.typeOf(text))) return undefined;
    if (!BUILDER.test(methodOf(node, context.typing)?.owner ?? '')) return undefined;
    const hint = text.kind === 'binary' ? ofSum(context, place, node, text) : ofLetter(context, text);
    // Most texts that are put together of sums are reports for a person.
    const isSeldom = endsLoop(place, loop) || !isOverText(context, loop);
    return hint && { ...hint, ...(isSeldom ? { isRare: true } : {}), loop: loop.statement };
  });

/** `append("x")` */
function ofLetter(context: RuleContext, text: Expression): Hint | undefined {
  const letter = letterOf(context, text);
  if (letter === undefined) return undefined;
  return {
    rule: 'append-letter',
    span: text,
    message: `${quote(context, text)} is appended as a string: ${letter} is a letter`,
    preconditions: [],
    source: 'a letter needs no string with a length and an encoding',
    removals: [],
    pair: 'append-letter/letter after text',
    fix: {
      title: `Append the letter ${letter}`,
      edits: [{ start: text.start, end: text.end, text: letter }],
    },
  };
}

/** `'x'` for `"x"`; undefined for other texts, for text blocks, and for escapes that are several letters. */
function letterOf({ typing }: RuleContext, text: Expression): string | undefined {
  const constant = typing.constantOf(text);
  if (text.kind !== 'literal' || constant?.kind !== 'string' || constant.value.length !== 1) return undefined;
  const written = text.text.slice(1, -1);
  if (!/^(?:[^\\]|\\.)$/.test(written)) return undefined;
  if (written === "'") return "'\\''";
  return written === '\\"' ? `'"'` : `'${written}'`;
}

/** `append("a" + b)` */
function ofSum(
  context: RuleContext,
  { parents }: PlacedNode,
  call: CallExpression,
  sum: Extract<Expression, { kind: 'binary' }>,
): Hint | undefined {
  // javac makes one string of constants.
  if (context.typing.constantOf(sum) !== undefined) return undefined;
  const parts = partsOf(context, sum);
  if (parts.some((part) => !isPlain(context, part)) || foldsConstants(context, parts)) return undefined;
  const builder = rootOfChain(call);
  const fix = isSafe(context, builder, parents, parts) ? split(context, sum, parts) : undefined;
  return {
    rule: 'append-concatenation',
    span: sum,
    message: `${quote(context, sum)} is made as a string of its own, to be copied: append its parts`,
    preconditions:
      fix === undefined ? [`no part of it changes ${quote(context, builder)}, or throws what is caught`] : [],
    source: 'a string is made for each call and thrown away',
    removals: [],
    pair: `append-concatenation/${kindOf(context, parts)}`,
    ...withDefined({ fix }),
  };
}

/** True if javac makes one string of parts that would be appended one by one. */
function foldsConstants({ typing }: RuleContext, parts: readonly Expression[]): boolean {
  const isConstant = parts.map((part) => typing.constantOf(part) !== undefined);
  return isConstant.some((each, index) => each && isConstant[index + 1] === true);
}

function kindOf({ typing }: RuleContext, parts: readonly Expression[]): string {
  if (parts.length > 2) return 'three texts';
  return parts.some((part) => typing.typeOf(part).kind === 'primitive') ? 'text and number' : 'two texts';
}

/** The parts of a sum of strings: from the first that is a string on, each is appended by itself. */
function partsOf(context: RuleContext, sum: Extract<Expression, { kind: 'binary' }>): readonly Expression[] {
  const parts: Expression[] = [];
  let rest: Expression = sum;
  while (rest.kind === 'binary' && rest.operator === '+' && isString(context.typing.typeOf(rest))) {
    parts.unshift(rest.right);
    rest = rest.left;
  }
  return [rest, ...parts];
}

/** True if a value is written the same by `append` as by `+`. */
function isPlain({ typing }: RuleContext, part: Expression): boolean {
  const type = typing.typeOf(part);
  if (type.kind === 'primitive') return true;
  return type.kind === 'class' && /^java\/lang\/(?:String|Object|Integer|Long|Short|Byte|Boolean|Character|Double|Float)$/.test(type.name); // prettier-ignore
}

/** True if nobody can see that the parts are appended one after the other. */
function isSafe(
  context: RuleContext,
  builder: Expression,
  parents: PlacedNode['parents'],
  parts: readonly Expression[],
): boolean {
  if (builder.kind !== 'name' || !isNewest(context, builder)) return false;
  if (parents.some(({ kind }) => kind === 'try')) return false;
  const uses = context.nodes.localAt(builder.name, builder.start)?.uses ?? [];
  return !uses.some(({ node }) => parts.some((part) => contains(part, node)));
}

function split(context: RuleContext, sum: Expression, parts: readonly Expression[]): Fix | undefined {
  const whole = textOf(context, sum);
  // Parentheses and comments between the parts would be lost, or torn.
  const between = parts.reduce((text, part) => text.replace(textOf(context, part), ''), whole);
  if (/[^\s+]/.test(between)) return undefined;
  return {
    title: 'Append the parts one by one',
    edits: [
      {
        start: sum.start,
        end: sum.end,
        text: parts.map((part) => letterOf(context, part) ?? textOf(context, part)).join(').append('),
      },
    ],
  };
}
