/**
 * Blocks inside expressions: what `&&`, `||`, `?:`, switch expressions and lambdas may or may not run.
 *
 * Sits in `flow/`, under `source-blocks.ts`. The rest of an expression runs as
 * often as its statement, so it stays in the statement's block.
 */
import type { Expression, LambdaExpression } from '../../java/syntax/ast';
import { CHANCES } from './assumptions';
import { chanceOfTruth } from './branch-chances';
import type { Divider } from '../paths/divider';
import { perhaps, sequenceOf } from './parts';
import type { Region } from './region';
import { walkSyntax } from './syntax-children';

/** The regions that an expression adds to the block that it stands in, in the order of evaluation. */
export function divideExpression(expression: Expression, divider: Divider): readonly Region[] {
  const regions: Region[] = [];
  walkSyntax([expression], (node) => {
    switch (node.kind) {
      case 'binary':
        if (node.operator !== '&&' && node.operator !== '||') return true;
        regions.push(...divideShortCircuit(node, node.operator, divider));
        return false;
      case 'conditional':
        regions.push(...divideConditional(node, divider));
        return false;
      case 'switch-expression':
        regions.push(divider.switchExpression(node.switch));
        return false;
      case 'call':
        regions.push(...divideCall(node, divider));
        return false;
      case 'lambda':
        regions.push(divideLambda(node, divider, { perElement: false, times: 1 }));
        return false;
      default:
        return true;
    }
  });
  return regions;
}

/** A chain of one operator, from its first operand on: each later one runs if all before it left the result open. */
function divideShortCircuit(
  chain: Expression & { readonly kind: 'binary' },
  operator: '&&' | '||',
  divider: Divider,
): readonly Region[] {
  const links: (Expression & { readonly kind: 'binary' })[] = [];
  let first: Expression = chain;
  while (first.kind === 'binary' && first.operator === operator) {
    links.push(first);
    first = first.left;
  }
  const regions = [...divideExpression(first, divider)];
  for (const link of links.reverse()) {
    const { probability, basis } = chanceOfTruth(link.left, divider.typing);
    const name = divider.table.nameConstruct(operator === '&&' ? 'and' : 'or');
    const block = divider.table.open(link.right, 'right-operand', `${name}.right`);
    const right = sequenceOf([block, ...divideExpression(link.right, divider)]);
    regions.push(perhaps(right, operator === '&&' ? probability : 1 - probability, basis));
  }
  return regions;
}

function divideConditional(
  node: Expression & { readonly kind: 'conditional' },
  divider: Divider,
): readonly Region[] {
  const { probability, basis } = chanceOfTruth(node.condition, divider.typing);
  const before = divideExpression(node.condition, divider);
  const name = divider.table.nameConstruct('conditional');
  const whenTrue = divider.table.open(node.whenTrue, 'when-true', `${name}.true`);
  const trueRegion = sequenceOf([whenTrue, ...divideExpression(node.whenTrue, divider)]);
  const whenFalse = divider.table.open(node.whenFalse, 'when-false', `${name}.false`);
  const falseRegion = sequenceOf([whenFalse, ...divideExpression(node.whenFalse, divider)]);
  const alternatives = [
    { region: trueRegion, probability },
    { region: falseRegion, probability: 1 - probability },
  ];
  return [...before, { kind: 'branch', alternatives, basis }];
}

/**
 * Library methods that call a function once per element. A lambda given to one
 * of them is taken to run as often as a loop of unknown length.
 */
const CALLS_PER_ELEMENT: ReadonlySet<string> = new Set([
  ...[
    'forEach',
    'forEachOrdered',
    'map',
    'mapToInt',
    'mapToLong',
    'mapToDouble',
    'mapToObj',
    'flatMap',
    'mapMulti',
  ],
  ...[
    'filter',
    'anyMatch',
    'allMatch',
    'noneMatch',
    'reduce',
    'removeIf',
    'replaceAll',
    'peek',
    'takeWhile',
    'dropWhile',
  ],
  ...['sort', 'sorted', 'iterate', 'generate', 'setAll', 'collect', 'toMap', 'groupingBy', 'partitioningBy'],
]);

/** They hold one element or none. */
const SINGLE: ReadonlySet<string> = new Set([
  'java/util/Optional',
  'java/util/OptionalInt',
  'java/util/OptionalLong',
  'java/util/OptionalDouble',
]);

function runsPerElement(call: Expression & { readonly kind: 'call' }, { typing }: Divider): boolean {
  if (!CALLS_PER_ELEMENT.has(call.name)) return false;
  const type = call.target === undefined ? undefined : typing?.typeOf(call.target);
  return type?.kind !== 'class' || !SINGLE.has(type.name);
}

/** Methods that ask a supplier for a message or an exception, mostly in vain. */
const CALLS_SELDOM: ReadonlySet<string> = new Set(
  'requireNonNull orElseThrow trace debug config fine finer finest isTrue isFalse notNull checkNotNull checkArgument checkState assertTrue assertFalse assertEquals assertNotNull assertNull assertSame'.split(
    ' ',
  ),
);

/** Methods that call a function where a value is absent, or present. */
const CALLS_SOMETIMES: ReadonlySet<string> = new Set(
  'computeIfAbsent computeIfPresent orElseGet requireNonNullElseGet ifPresent or'.split(' '),
);

/** The chance that a method calls a function that it is given. */
function chanceOfCall(method: string, { parameters }: LambdaExpression): number {
  if (CALLS_SELDOM.has(method) && parameters.length === 0) return CHANCES.throws;
  return CALLS_SOMETIMES.has(method) ? CHANCES.even : 1;
}

function divideCall(node: Expression & { readonly kind: 'call' }, divider: Divider): readonly Region[] {
  // A chain of calls leans on its targets: walked from the innermost, so that its length is no danger.
  const calls: (Expression & { readonly kind: 'call' })[] = [];
  let innermost: Expression | undefined = node;
  while (innermost?.kind === 'call') {
    calls.push(innermost);
    innermost = innermost.target;
  }
  const regions: Region[] = innermost === undefined ? [] : [...divideExpression(innermost, divider)];
  for (const call of calls.reverse()) {
    const perElement = runsPerElement(call, divider);
    for (const argument of call.arguments) {
      if (argument.kind === 'lambda')
        regions.push(
          divideLambda(argument, divider, { perElement, times: chanceOfCall(call.name, argument) }),
        );
      else regions.push(...divideExpression(argument, divider));
    }
  }
  return regions;
}

function divideLambda(
  lambda: LambdaExpression,
  divider: Divider,
  { perElement, times }: { readonly perElement: boolean; readonly times: number },
): Region {
  const name = divider.table.nameConstruct('lambda');
  const { body } = lambda;
  const block = divider.table.open(body, 'lambda', name);
  const inner = body.kind === 'block' ? [divider.callable(body)] : divideExpression(body, divider);
  const once = sequenceOf([block, ...inner]);
  const region: Region = perElement
    ? { kind: 'loop', testFirst: true, body: once, trips: divider.assumptions.defaultTrips, basis: 'default' }
    : once;
  return { kind: 'deferred', region, times, basis: perElement ? 'exact' : 'heuristic' };
}

export function divideAll(nodes: readonly Expression[], divider: Divider): readonly Region[] {
  return nodes.flatMap((node) => divideExpression(node, divider));
}
