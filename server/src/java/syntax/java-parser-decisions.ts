/**
 * Choices of java-parser's grammar, made by looking at the tokens: lambda or
 * not, cast or parenthesis, which kind of operator, declaration or statement,
 * which `for`, call of another constructor or not.
 *
 * For `body-parser.ts`. Left to java-parser, each simulates its grammar over
 * everything up to the end of an expression (`=` is two kinds of operator to
 * it), in time and memory that grow with the cube of the nesting, and remembers
 * every sequence of tokens it ever saw. Here each costs the length of one type.
 */

import type { CstToken } from 'java-parser-internals/parser.js';

const PRIMITIVES: ReadonlySet<string> = new Set('boolean byte short char int long float double'.split(' '));

/** Types of tokens, beyond names, that an operand of a cast to a reference type starts with (JLS 15.16). */
const OPERAND_STARTS: ReadonlySet<string> = new Set(
  (
    'LBrace Not Complement This Super New Switch Void StringLiteral TextBlock CharLiteral True False Null FloatLiteral ' +
    'HexFloatLiteral DecimalLiteral HexLiteral OctalLiteral BinaryLiteral PlusPlus MinusMinus At'
  ).split(' '),
);

/** Deeper type arguments are no type here; bounds recursion. */
const MAX_TYPE_DEPTH = 50;

export function isIdentifier(token: CstToken | undefined): boolean {
  const type = token?.tokenType;
  return (
    type !== undefined &&
    (type.name === 'Identifier' || type.CATEGORIES?.some(({ name }) => name === 'Identifier') === true)
  );
}

function imageAt(tokens: readonly CstToken[], index: number): string | undefined {
  return tokens[index]?.image;
}

/** True if the expression at `index` is a lambda. `ends` has the index of the `)` of each `(`. */
export function startsLambda(
  tokens: readonly CstToken[],
  ends: ReadonlyMap<number, number>,
  index: number,
): boolean {
  const token = tokens[index];
  if (token?.image === '(') {
    const end = ends.get(index);
    return end !== undefined && imageAt(tokens, end + 1) === '->';
  }
  return imageAt(tokens, index + 1) === '->' && (isIdentifier(token) || token?.image === '_');
}

/** True if the `(` at `index` starts a cast (JLS 15.16), in an expression that is no lambda. */
export function startsCast(tokens: readonly CstToken[], index: number): boolean {
  const primitive = PRIMITIVES.has(imageAt(tokens, index + 1) ?? '');
  if (primitive && imageAt(tokens, index + 2) === ')') return true;
  let end = skipType(tokens, index + 1, 0);
  while (end >= 0 && imageAt(tokens, end) === '&') end = skipType(tokens, end + 1, 0);
  if (end < 0 || imageAt(tokens, end) !== ')') return false;
  const operand = tokens[end + 1];
  if (operand === undefined) return false;
  return (
    isIdentifier(operand) ||
    OPERAND_STARTS.has(operand.tokenType.name) ||
    PRIMITIVES.has(operand.image) ||
    operand.image === '_'
  );
}

/** Tells which alternative of an operator starts with the token at `index`. */
export function classifyOperator(
  tokens: readonly CstToken[],
  index: number,
): 'instanceof' | 'assignment' | 'shift' | 'other' {
  const token = tokens[index];
  if (token?.image === 'instanceof') return 'instanceof';
  if (token?.tokenType.CATEGORIES?.some(({ name }) => name === 'AssignmentOperator') === true)
    return 'assignment';
  const doubled =
    (token?.image === '<' || token?.image === '>') && imageAt(tokens, index + 1) === token.image;
  return doubled && tokens[index + 1]?.startOffset === token.startOffset + 1 ? 'shift' : 'other';
}

const CLASS_MODIFIERS: ReadonlySet<string> = new Set(
  'public protected private abstract static final sealed non-sealed strictfp'.split(' '),
);

/** Tells which kind of declaration the statement at `index` of a block is, or that it is none (JLS 14.2). */
export function classifyBlockStatement(
  tokens: readonly CstToken[],
  index: number,
): 'variable' | 'class' | 'interface' | 'statement' {
  let at = index;
  let isFinal = false;
  for (;;) {
    const image = imageAt(tokens, at) ?? '';
    if (image === '@' && imageAt(tokens, at + 1) !== 'interface') at = skipAnnotations(tokens, at);
    else if (CLASS_MODIFIERS.has(image) && !isNameHere(tokens, at)) at++;
    else break;
    isFinal ||= image === 'final' || image === '@';
  }
  const image = imageAt(tokens, at);
  if (image === 'class' || image === 'enum') return 'class';
  if (image === 'interface' || image === '@') return 'interface';
  const after = imageAt(tokens, at + 2);
  if (image === 'record' && isIdentifier(tokens[at + 1]) && (after === '(' || after === '<')) return 'class';
  return isFinal || startsVariable(tokens, at) ? 'variable' : 'statement';
}

/** `sealed` is a name unless a modifier, an annotation or a class follows. */
function isNameHere(tokens: readonly CstToken[], index: number): boolean {
  if (!isIdentifier(tokens[index])) return false;
  const next = imageAt(tokens, index + 1) ?? '';
  return !CLASS_MODIFIERS.has(next) && next !== '@' && next !== 'class' && next !== 'interface';
}

/** True if a type and a name start at `index`; `yield` is never a type (JLS 3.9). */
function startsVariable(tokens: readonly CstToken[], index: number): boolean {
  const image = imageAt(tokens, index) ?? '';
  const next = imageAt(tokens, index + 1);
  if (PRIMITIVES.has(image) && next !== '[' && next !== '.' && next !== '::') return true;
  if (image === 'yield') return false;
  const end = skipType(tokens, index, 0);
  return end >= 0 && (isIdentifier(tokens[end]) || imageAt(tokens, end) === '_');
}

/** True if a variable is declared at `index`, in the header of a `for` or the resources of a `try`. */
export function declaresVariable(tokens: readonly CstToken[], index: number): boolean {
  return classifyBlockStatement(tokens, index) === 'variable';
}

/** True if the `for` at `index` goes over the elements of something. */
export function isEnhancedFor(tokens: readonly CstToken[], index: number): boolean {
  if (!declaresVariable(tokens, index + 2)) return false;
  let at = index + 2;
  while (imageAt(tokens, at) === 'final' || imageAt(tokens, at) === '@') {
    at = imageAt(tokens, at) === '@' ? skipAnnotations(tokens, at) : at + 1;
  }
  const end = skipType(tokens, at, 0);
  if (end < 0) return false;
  at = end + 1;
  while (imageAt(tokens, at) === '[') at += 2;
  return imageAt(tokens, at) === ':';
}

/** True if a constructor's body, after its `{`, calls another constructor first (JLS 8.8.7.1). */
export function startsConstructorCall(tokens: readonly CstToken[], index: number): boolean {
  const first = imageAt(tokens, index);
  if (first === 'this' || first === 'super') return imageAt(tokens, index + 1) === '(';
  let at = index;
  if (first !== '<') {
    while (isIdentifier(tokens[at]) && imageAt(tokens, at + 1) === '.') at += 2;
    if (at === index) return false;
  }
  if (imageAt(tokens, at) === '<') at = skipTypeArguments(tokens, at, 0);
  if (at < 0 || imageAt(tokens, at + 1) !== '(') return false;
  return imageAt(tokens, at) === 'super' || (first === '<' && imageAt(tokens, at) === 'this');
}

/** Index after the type at `index`; -1 where there is none. */
function skipType(tokens: readonly CstToken[], index: number, depth: number): number {
  let at = skipAnnotations(tokens, index);
  if (PRIMITIVES.has(imageAt(tokens, at) ?? '')) at++;
  else {
    for (;;) {
      if (!isIdentifier(tokens[at])) return -1;
      at++;
      if (imageAt(tokens, at) === '<') at = skipTypeArguments(tokens, at, depth + 1);
      if (at < 0 || imageAt(tokens, at) !== '.') break;
      at = skipAnnotations(tokens, at + 1);
    }
    if (at < 0) return -1;
  }
  for (;;) {
    const bracket = skipAnnotations(tokens, at);
    if (imageAt(tokens, bracket) !== '[' || imageAt(tokens, bracket + 1) !== ']') return at;
    at = bracket + 2;
  }
}

/** Index after the `>` of the type arguments at `index`; -1 where they are none. */
function skipTypeArguments(tokens: readonly CstToken[], index: number, depth: number): number {
  if (depth > MAX_TYPE_DEPTH) return -1;
  let at = index + 1;
  for (;;) {
    at = skipAnnotations(tokens, at);
    if (imageAt(tokens, at) === '?') {
      at++;
      const bound = imageAt(tokens, at);
      if (bound === 'extends' || bound === 'super') at = skipType(tokens, at + 1, depth);
    } else at = skipType(tokens, at, depth);
    if (at < 0) return -1;
    const separator = imageAt(tokens, at);
    at++;
    if (separator === '>') return at;
    if (separator !== ',') return -1;
  }
}

function skipAnnotations(tokens: readonly CstToken[], index: number): number {
  let at = index;
  while (imageAt(tokens, at) === '@') {
    at++;
    while (isIdentifier(tokens[at])) {
      at++;
      if (imageAt(tokens, at) !== '.') break;
      at++;
    }
    if (imageAt(tokens, at) === '(') at = skipParentheses(tokens, at);
  }
  return at;
}

function skipParentheses(tokens: readonly CstToken[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const image = imageAt(tokens, at);
    if (image === '(') depth++;
    else if (image === ')' && --depth === 0) return at + 1;
  }
  return tokens.length;
}
