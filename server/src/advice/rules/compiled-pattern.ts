/**
 * Regular expressions that are compiled each time that they are used.
 *
 * The fix declares the pattern first in its class, where it is there before anything else of the class runs. It is
 * offered for patterns whose syntax is plain: that they compile is then certain, and no exception moves from where it
 * is used to where the class is loaded.
 */
import { withDefined } from '../../base/check';
import type { CallExpression, Expression } from '../../java/syntax/ast';
import { isString } from '../../java/types/types';
import type { Fix } from '../hint';
import { type BodyLoop, endsLoop, headerOf } from '../loops';
import { freeName, hintsOn, isOverText, methodOf, type Rule, type RuleContext, textOf } from './rule';

const PATTERN = 'java.util.regex.Pattern';

export const compiledPattern: Rule = (context) =>
  hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || endsLoop(place, loop)) return undefined;
    const use = patternUse(node, context);
    if (use === undefined) return undefined;
    const fix =
      context.mayDeclare && isPlainPattern(use.expression) ? declare(context, node, use) : undefined;
    return {
      rule: 'compiled-pattern',
      span: node,
      ...(isOfText(context, node, loop) ? {} : { isRare: true }),
      message: `the regular expression ${textOf(context, use.argument)} is compiled in every round: compile it once`,
      preconditions: [],
      source: `${PATTERN}: a pattern that is used more than once is compiled once`,
      removals: [{ span: node, operations: /^java\./, keeps: 'nothing' }],
      pair: `compiled-pattern/${MEASURED_CALLS[node.name] ?? 'matches'}`,
      loop: loop.statement,
      ...withDefined({ fix }),
    };
  });

/** Lines, words and records, by their names: settings and statements are matched, too, but are few. */
const OF_TEXT = /(?:line|word|token|sentence|record|row|tag)s?\b|\bfind\(|\bread\w*\(/i;

function isOfText(context: RuleContext, call: CallExpression, loop: BodyLoop): boolean {
  return isOverText(context, loop) || [headerOf(loop.statement), call].some((span) => OF_TEXT.test(textOf(context, span))); // prettier-ignore
}

/** The measured call that does about as much. */
const MEASURED_CALLS: Readonly<Record<string, string>> = {
  ...{ replaceAll: 'replaceAll', replaceFirst: 'replaceAll', split: 'split', compile: 'compile' },
};

interface PatternUse {
  readonly argument: Expression;
  readonly expression: string;
  /** The call that it becomes, by the name of the pattern. */
  readonly becomes: ((name: string) => string) | undefined;
}

function patternUse(call: CallExpression, context: RuleContext): PatternUse | undefined {
  const { typing } = context;
  const method = methodOf(call, typing);
  const [argument, second] = call.arguments;
  const constant = argument === undefined ? undefined : typing.constantOf(argument);
  if (method === undefined || argument === undefined || constant?.kind !== 'string') return undefined;
  const expression = constant.value;
  const { owner } = method;
  if (owner === 'java/util/regex/Pattern' && call.name === 'compile' && call.arguments.length === 1)
    return { argument, expression, becomes: (name) => name };
  if (owner === 'java/util/regex/Pattern' && call.name === 'matches' && second !== undefined)
    return { argument, expression, becomes: isHarmless(second) ? (name) => `${name}.matcher(${textOf(context, second)}).matches()` : undefined }; // prettier-ignore
  if (owner !== 'java/lang/String' || call.target === undefined || !isString(typing.typeOf(call.target)))
    return undefined;
  const target = textOf(context, call.target);
  switch (call.name) {
    case 'matches':
      return { argument, expression, becomes: (name) => `${name}.matcher(${target}).matches()` };
    case 'replaceAll':
    case 'replaceFirst':
      if (second === undefined) return undefined;
      return {
        argument,
        expression,
        becomes: isHarmless(second)
          ? (name) => `${name}.matcher(${target}).${call.name}(${textOf(context, second)})`
          : undefined,
      };
    case 'split':
      // One letter that means itself is not compiled at all.
      return call.arguments.length === 1 && !isFastSplit(expression)
        ? { argument, expression, becomes: (name) => `${name}.split(${target})` }
        : undefined;
    default:
      return undefined;
  }
}

/** True if an expression does nothing and throws nothing, so that it makes no difference when it is evaluated. */
function isHarmless(expression: Expression): boolean {
  return expression.kind === 'literal' || expression.kind === 'name';
}

/** True if `String.split` needs no pattern, by its own rule. */
function isFastSplit(expression: string): boolean {
  return /^(?:[^.$|()[{^?*+\\]|\\[^0-9a-zA-Z])$/u.test(expression);
}

/** Letters, digits, escapes of classes and of signs, sets without ranges of doubt, and `* + ?` behind one of these. */
function isPlainPattern(expression: string): boolean {
  return /^\^?(?:(?:[\w \-,;:=<>@#%&~!"'/]|\\[sSdDwW.\\/|+*?()[\]{}^$-]|\[\^?(?:a-z|A-Z|0-9|[\w ,;:=.]|\\[sdw.-])+\])[*+?]?)+\$?$/.test(
    expression,
  );
}

function declare(
  context: RuleContext,
  call: CallExpression,
  { expression, argument, becomes }: PatternUse,
): Fix | undefined {
  if (becomes === undefined || expression === '' || !isOfLiterals(argument)) return undefined;
  const words = expression.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const name = freeName(context.fileText(), ['PATTERN', ...words].join('_').slice(0, 40));
  return {
    title: 'Compile the regular expression once',
    edits: [{ start: call.start, end: call.end, text: becomes(name) }],
    declaration: `private static final ${PATTERN} ${name} = ${PATTERN}.compile(${textOf(context, argument)});`,
  };
}

/** True if nothing is named that a field, declared before all others, could not name: a local variable, or a field that follows. */
function isOfLiterals(expression: Expression): boolean {
  if (expression.kind === 'binary') return isOfLiterals(expression.left) && isOfLiterals(expression.right);
  return expression.kind === 'literal';
}
