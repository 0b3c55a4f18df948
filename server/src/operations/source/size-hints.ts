/**
 * Finds how large arrays, collections and strings are, as far as constants before the place say so.
 *
 * Sits in `operations/`. After eCalc, section II: a "best-effort" analysis of
 * what precedes an allocation. A variable counts where it is assigned once.
 */
import type { BodyRoot, CallExpression, Expression } from '../../java/syntax/ast';
import { steadyLocals, withSteadyLocals } from '../../flow/source/steady-locals';
import { writtenElements } from '../../flow/source/trip-count';
import type { Typing } from '../../java/typing/typing';
import type { OperationSite } from '../catalogue/operation';

export type SizeAmount = NonNullable<OperationSite['amount']>;

/** Elements or characters where nothing is known; stated in docs/reference/operations.md. */
export const DEFAULT_AMOUNT: SizeAmount = { value: 16, basis: 'default' };

export interface SizeHints {
  /** The value of an int expression. */
  count(expression: Expression): SizeAmount;
  /** Elements or characters of what an expression gives, where it is known. */
  sizeOf(expression: Expression): SizeAmount | undefined;
}

export function createSizeHints(root: BodyRoot, typing: Typing): SizeHints {
  let known:
    | { readonly locals: ReadonlyMap<string, Expression>; readonly constants: Pick<Typing, 'constantOf'> }
    | undefined;
  /** Made when first asked for: most members make nothing of any size. */
  const knowledge = (): NonNullable<typeof known> => {
    if (known === undefined) {
      const locals = steadyLocals(root);
      known = { locals, constants: withSteadyLocals(root, typing, locals) };
    }
    return known;
  };
  const valueOf = (expression: Expression): number | undefined => {
    const constant = knowledge().constants.constantOf(expression);
    return constant?.kind === 'int' || constant?.kind === 'long' ? Number(constant.value) : undefined;
  };
  return {
    count: (expression) => {
      const value = valueOf(expression);
      return value === undefined ? DEFAULT_AMOUNT : { value: Math.max(0, value), basis: 'constant' };
    },
    sizeOf: (expression) => {
      const constant = typing.constantOf(expression);
      if (constant?.kind === 'string') return { value: constant.value.length, basis: 'constant' };
      const definition = expression.kind === 'name' ? knowledge().locals.get(expression.name) : undefined;
      return writtenSize(definition ?? expression, valueOf);
    },
  };
}

function writtenSize(
  expression: Expression,
  valueOf: (expression: Expression) => number | undefined,
): SizeAmount | undefined {
  const elements =
    writtenElements(expression) ??
    (expression.kind === 'array-initializer' ? expression.elements.length : undefined);
  if (elements !== undefined) return { value: elements, basis: 'constant' };
  if (expression.kind === 'new-array' && expression.dimensions.length > 0) {
    const sizes = expression.dimensions.map(valueOf);
    const product = sizes.reduce(
      (total, size) => (total === undefined || size === undefined ? undefined : total * size),
      1,
    );
    return product === undefined ? undefined : { value: Math.max(0, product), basis: 'constant' };
  }
  if (expression.kind === 'literal' && expression.literal === 'string') {
    return { value: Math.max(0, expression.text.length - 2), basis: 'constant' };
  }
  // A capacity: `new StringBuilder(64)`, `new ArrayList<>(n)`.
  const [only, ...further] = expression.kind === 'new' ? expression.arguments : [];
  if (only === undefined || further.length > 0) return undefined;
  const capacity = valueOf(only);
  return capacity === undefined ? undefined : { value: Math.max(0, capacity), basis: 'constant' };
}

const SIZED_PACKAGES: readonly string[] = ['java/util/', 'java/io/', 'java/nio/'];
const SIZED_CLASSES: ReadonlySet<string> = new Set([
  ...['java/lang/String', 'java/lang/StringBuilder', 'java/lang/StringBuffer', 'java/lang/CharSequence'],
  ...['java/lang/Iterable', 'java/lang/AbstractStringBuilder', 'java/lang/System'],
]);

/** The argument that says how many elements a call works on, counted from the end where it is negative. */
const COUNT_ARGUMENTS: Readonly<Record<string, number>> = { arraycopy: -1, copyOf: -1, nCopies: 0 };

/** The amount of a library call whose cost may grow with a size: of its receiver or an argument, a capacity, or the default. */
export function amountOfCall(
  owner: string,
  call: Pick<CallExpression, 'arguments'> & { readonly target?: Expression },
  hints: SizeHints,
  name: string,
): SizeAmount | undefined {
  if (!SIZED_CLASSES.has(owner) && !SIZED_PACKAGES.some((name) => owner.startsWith(name))) return undefined;
  const [only, ...further] = call.arguments;
  const isConstructor = name === '<init>' && further.length === 0;
  const told = isConstructor ? only : call.arguments.at(COUNT_ARGUMENTS[name] ?? call.arguments.length);
  const count = told && hints.count(told);
  if (count?.basis === 'constant') return count;
  if (name === 'repeat' && call.target !== undefined && only !== undefined) {
    const [times, each] = [hints.count(only), hints.sizeOf(call.target)];
    if (times.basis === 'constant' && each !== undefined)
      return { value: times.value * each.value, basis: 'constant' };
  }
  for (const part of [...(call.target === undefined ? [] : [call.target]), ...call.arguments]) {
    const size = hints.sizeOf(part);
    if (size !== undefined) return size;
  }
  return DEFAULT_AMOUNT;
}
