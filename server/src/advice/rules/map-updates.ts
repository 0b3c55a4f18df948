/**
 * Sorted maps whose value for a key is looked up and put again. Each of the two goes down the tree; `merge`,
 * `putIfAbsent` and `computeIfAbsent` go down once. Measured pairs show that this saves nothing in hash maps.
 */
import type { CallExpression, Expression, Statement } from '../../java/syntax/ast';
import { walkSyntax } from '../../flow/source/syntax-children';
import type { Hint } from '../hint';
import { nameOf } from '../invariance';
import { endsLoop, type PlacedNode } from '../loops';
import { isAssigned } from '../uses';
import { hintsOn, quote, type Rule, type RuleContext, textOf } from './rule';

const TREE = 'java/util/TreeMap';

export const mapUpdates: Rule = (context) =>
  hintsOn(context, (place) => {
    const loop = place.loops.at(-1);
    if (loop === undefined || endsLoop(place, loop)) return undefined;
    const found = ofPut(context, place) ?? ofAbsent(context, place) ?? ofNull(context, place);
    if (found === undefined) return undefined;
    const { lookup, put, instead, pair, isOfNewKeys } = found;
    if (!isTree(context, lookup.target)) return undefined;
    return {
      rule: 'repeated-lookup',
      span: put,
      message: `${quote(context, lookup)} and put look one key up twice in a sorted map: ${instead} looks it up once`,
      preconditions: [
        'the map holds no null, and Java is 15 or later',
        ...(isOfNewKeys ? ['most keys are new'] : []),
      ],
      source: 'java.util.TreeMap: each call compares keys from the root on',
      removals: [{ span: lookup, keeps: 'nothing' }],
      pair: `repeated-lookup/${pair}, TreeMap`,
      loop: loop.statement,
    } satisfies Hint;
  });

interface DoubleLookup {
  readonly lookup: CallExpression;
  readonly put: CallExpression;
  readonly instead: string;
  /** The kind of the measured pair. */
  readonly pair: string;
  /** True if the second look-up is made for new keys alone. */
  readonly isOfNewKeys?: boolean;
}

/** `m.put(k, m.getOrDefault(k, 0) + 1)` */
function ofPut(context: RuleContext, { node }: PlacedNode): DoubleLookup | undefined {
  const put = node.kind === 'expression-statement' ? callOf(node.expression, 'put', 2) : undefined;
  const value = put?.arguments[1];
  if (put === undefined || value?.kind !== 'binary') return undefined;
  const lookup = callOf(value.left, 'getOrDefault', 2);
  if (lookup === undefined || !isSame(context, lookup, put) || !isSimple(value.right)) return undefined;
  return { lookup, put, instead: 'merge', pair: 'merge of getOrDefault' };
}

/** `if (!m.containsKey(k)) m.put(k, v);` */
function ofAbsent(context: RuleContext, { node }: PlacedNode): DoubleLookup | undefined {
  if (node.kind !== 'if' || node.otherwise !== undefined) return undefined;
  const { condition } = node;
  const lookup =
    condition.kind === 'unary' && condition.operator === '!'
      ? callOf(condition.operand, 'containsKey', 1)
      : undefined;
  const only = onlyStatement(node.then);
  const put = only?.kind === 'expression-statement' ? callOf(only.expression, 'put', 2) : undefined;
  const value = put?.arguments[1];
  if (lookup === undefined || put === undefined || value === undefined) return undefined;
  if (!isSame(context, lookup, put)) return undefined;
  const makes = value.kind === 'new' && value.body === undefined && value.arguments.every(isSimple);
  if (!makes && !isSimple(value)) return undefined;
  return {
    ...{ lookup, put, isOfNewKeys: true },
    instead: makes ? 'computeIfAbsent' : 'putIfAbsent',
    pair: makes ? 'computeIfAbsent' : 'putIfAbsent',
  };
}

/** `V v = m.get(k); m.put(k, v == null ? 1 : v + 1);` */
function ofNull(context: RuleContext, { node, parents }: PlacedNode): DoubleLookup | undefined {
  const block = parents.at(-1);
  if (node.kind !== 'local-variable' || node.declarators.length !== 1 || block?.kind !== 'block')
    return undefined;
  const [declarator] = node.declarators;
  const lookup = declarator?.initializer === undefined ? undefined : callOf(declarator.initializer, 'get', 1);
  const next = block.statements[block.statements.indexOf(node) + 1];
  const put = next?.kind === 'expression-statement' ? callOf(next.expression, 'put', 2) : undefined;
  const value = put?.arguments[1];
  if (declarator === undefined || lookup === undefined || put === undefined) return undefined;
  if (next === undefined || value?.kind !== 'conditional' || !isSame(context, lookup, put)) return undefined;
  const { condition, whenTrue, whenFalse } = value;
  const isNull = new RegExp(`^${declarator.name.replaceAll('$', '\\$')}\\s*[!=]=\\s*null$`);
  if (!isNull.test(textOf(context, condition)) || ![whenTrue, whenFalse].every(isSimple)) return undefined;
  // What is used later is wanted as it was.
  const local = context.nodes.localAt(declarator.name, declarator.end - 1);
  if (local === undefined || isAssigned(local) || local.uses.some((use) => use.node.start > next.end)) return undefined; // prettier-ignore
  return { lookup, put, instead: 'merge', pair: 'merge' };
}

function onlyStatement(body: Statement): Statement | undefined {
  if (body.kind !== 'block') return body;
  return body.statements.length === 1 ? body.statements[0] : undefined;
}

function callOf(expression: Expression | undefined, name: string, count: number): CallExpression | undefined {
  if (expression?.kind !== 'call' || expression.name !== name) return undefined;
  return expression.arguments.length === count ? expression : undefined;
}

/** True if two calls are of one map and one key, each of which is a variable. */
function isSame(context: RuleContext, one: CallExpression, other: CallExpression): boolean {
  const [key, again] = [one.arguments[0], other.arguments[0]];
  return isPlace(one.target, other.target) && isPlace(key, again);

  function isPlace(first: Expression | undefined, second: Expression | undefined): boolean {
    if (first === undefined || second === undefined || nameOf(first) === undefined) return false;
    return textOf(context, first) === textOf(context, second);
  }
}

/** True for a value that calls nothing and changes nothing. */
function isSimple(value: Expression): boolean {
  let isIt = true;
  walkSyntax([value], ({ kind }) => {
    isIt &&= /^(?:literal|name|field-access|binary|unary|cast|class-literal|this)$/.test(kind);
    return isIt;
  });
  return isIt;
}

/** True for a variable of the type TreeMap, or one that was given such a map where it was declared, and no other. */
function isTree(context: RuleContext, map: Expression | undefined): boolean {
  if (map === undefined) return false;
  const isIt = (expression: Expression): boolean => {
    const type = context.typing.typeOf(expression);
    return type.kind === 'class' && type.name === TREE;
  };
  if (isIt(map)) return true;
  const local = map.kind === 'name' ? context.nodes.localAt(map.name, map.start) : undefined;
  const made = local?.declarator.initializer;
  return local !== undefined && made?.kind === 'new' && made.body === undefined && isIt(made) && !isAssigned(local); // prettier-ignore
}
