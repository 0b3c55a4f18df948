/** Maps that are asked for the value of a key that has just been found in them. */
import { withDefined } from '../../base/check';
import type { CallExpression, Expression, ForEachStatement } from '../../java/syntax/ast';
import type { JavaType } from '../../classfile/signatures/class-signature';
import { asSuper } from '../../java/types/universe';
import type { Fix } from '../hint';
import { nameOf } from '../invariance';
import { describeLoop, endsLoop, headerOf, type PlacedNode } from '../loops';
import { isRareAt } from '../rare-code';
import { contains, isName } from '../spans';
import {
  freeName,
  hintsOn,
  isNewest,
  methodOf,
  nameOfClass,
  quote,
  type Rule,
  type RuleContext,
  textOf,
} from './rule';

/** `for (K k : map.keySet()) … map.get(k)` */
export const keySetGet: Rule = (context) =>
  hintsOn(context, ({ node }) => {
    if (node.kind !== 'for-each' || node.iterable.kind !== 'call' || node.iterable.name !== 'keySet')
      return undefined;
    const { target } = node.iterable;
    const owner = methodOf(node.iterable, context.typing)?.owner ?? '';
    if (target === undefined || nameOf(target) === undefined || !/^java\/util\/\w*Map$/.test(owner))
      return undefined;
    const gets = getsOf(context, node, textOf(context, target));
    const loop = describeLoop(node, context.typing);
    const { changes } = loop;
    const name = nameOf(target) ?? '';
    const isField = context.typing.resolutionOf(target)?.kind === 'field';
    const isChanged =
      changes.locals.has(name) ||
      changes.fields.has(name) ||
      changes.calls.some((call) => mayChange(context, call, name, isField));
    if (gets.length === 0 || isChanged || isReassigned(context, node)) return undefined;
    if (isCast(context, node, textOf(context, target))) return undefined;
    // The one that is looked for is looked up once.
    const isLast = (place: PlacedNode): boolean =>
      gets.some((get) => get === place.node) && endsLoop(place, loop);
    if (context.nodes.all.filter(isLast).length === gets.length) return undefined;
    const isSeldom = gets.every((get) => isRareAt({ span: get, loop: node }, context.nodes, context.text));
    const asks = mayLoseEntries(context, changes.calls, target)
      ? [`no other name of ${quote(context, target)} removes a key from it`]
      : [];
    const fix = asks.length === 0 ? overEntries(context, node, textOf(context, target), gets) : undefined;
    return {
      rule: 'key-set-get',
      span: headerOf(node),
      ...(isSeldom ? { isRare: true } : {}),
      message: `each key of ${quote(context, target)} is looked up again: go through entrySet(), whose entries have the value`,
      preconditions: asks,
      source: 'a lookup hashes or compares the key each time',
      removals: gets.map((get) => ({ span: get, keeps: 'nothing' as const })),
      pair: `key-set-get/${owner === 'java/util/TreeMap' ? 'TreeMap' : 'HashMap'}`,
      loop: node,
      ...withDefined({ fix }),
    };
  });

/** True if a loop takes its map for one of another class, which may have several values for a key. */
function isCast({ nodes, text }: RuleContext, loop: ForEachStatement, map: string): boolean {
  return nodes.all.some(
    ({ node }) => node.kind === 'cast' && contains(loop.body, node) && text.slice(node.operand.start, node.operand.end) === map, // prettier-ignore
  );
}

function getsOf(
  { nodes, text, typing }: RuleContext,
  loop: ForEachStatement,
  map: string,
): readonly CallExpression[] {
  return nodes.all.flatMap(({ node, parents }) => {
    if (node.kind !== 'call' || node.name !== 'get' || !contains(loop.body, node)) return [];
    // A class of the workspace may look up in its own way.
    if (!/^java\/util\//.test(methodOf(node, typing)?.owner ?? '')) return [];
    const { target, arguments: given } = node;
    // A lambda runs at another time, when the entry may be gone.
    if (parents.some(({ kind, start }) => kind === 'lambda' && start > loop.start)) return [];
    const isIt = target !== undefined && text.slice(target.start, target.end) === map;
    return isIt && given.length === 1 && isName(given[0], loop.variable.name) ? [node] : [];
  });
}

/** Code of the application may change a field, or a map that it is given; the map itself changes by put and remove. */
function mayChange(
  { typing }: RuleContext,
  call: Parameters<typeof methodOf>[0],
  name: string,
  isField: boolean,
): boolean {
  const isOwn = methodOf(call, typing)?.origin !== 'platform';
  if (call.kind !== 'call') return isOwn && isField;
  if (call.target !== undefined && nameOf(call.target) === name)
    return !/^(?:get|containsKey|size|isEmpty|keySet|getOrDefault)$/.test(call.name);
  const isGiven = call.arguments.some((each) => nameOf(each) === name);
  return isOwn ? isField || isGiven : isGiven && /^(?:add|put|remove|clear)/.test(call.name);
}

/** True if a loop removes keys from a map that may be the same one by another name. */
function mayLoseEntries(context: RuleContext, calls: readonly Expression[], map: Expression): boolean {
  if (map.kind === 'name' && isNewest(context, map)) return false;
  return calls.some(
    (call) =>
      call.kind === 'call' &&
      /^(?:remove|clear$|poll)/.test(call.name) &&
      /^java\/util\/\w*Map$/.test(methodOf(call, context.typing)?.owner ?? ''),
  );
}

function isReassigned({ nodes }: RuleContext, loop: ForEachStatement): boolean {
  const { name } = loop.variable;
  return nodes.all.some(
    ({ node }) =>
      contains(loop, node) &&
      ((node.kind === 'assignment' && isName(node.target, name)) ||
        (node.kind === 'increment' && isName(node.operand, name))),
  );
}

function overEntries(
  context: RuleContext,
  loop: ForEachStatement,
  map: string,
  gets: readonly CallExpression[],
): Fix | undefined {
  const { iterable, variable, body } = loop;
  const type = iterable.kind === 'call' && iterable.target !== undefined ? context.typing.typeOf(iterable.target) : undefined; // prettier-ignore
  if (type?.kind !== 'class' || body.kind !== 'block') return undefined;
  const [key, value] = asSuper(context.universe, type, 'java/util/Map')?.typeArguments ?? [];
  const [keyText, valueText] = [writeType(context, key), writeType(context, value)];
  if (keyText === undefined || valueText === undefined) return undefined;
  const entry = freeName(context.memberText, 'entry');
  const indentation = /\n([ \t]*)\S/.exec(context.text.slice(body.start))?.[1];
  if (indentation === undefined) return undefined;
  const written = textOf(context, { start: loop.start, end: iterable.start });
  const [, before] = /^(for\s*\(\s*)(?=\S)[\w.<>,?[\]\s]+:\s*$/.exec(written) ?? [];
  if (before === undefined) return undefined;
  const declared = textOf(context, variable.type);
  return {
    title: 'Go through the entries',
    edits: [
      {
        start: loop.start,
        end: iterable.end,
        text: `${before}${nameOfClass(context, 'java.util.Map')}.Entry<${keyText}, ${valueText}> ${entry} : ${map}.entrySet()`,
      },
      {
        start: body.start + 1,
        end: body.start + 1,
        text: `\n${indentation}${declared} ${variable.name} = ${entry}.getKey();`,
      },
      ...gets.map(({ start, end }) => ({ start, end, text: `${entry}.getValue()` })),
    ],
  };
}

/** A type as the text may write it; undefined for those that it may have no name for. */
function writeType(context: RuleContext, type: JavaType | undefined): string | undefined {
  if (type?.kind === 'array') {
    const element = type.element.kind === 'primitive' ? type.element.name : writeType(context, type.element);
    return element === undefined ? undefined : `${element}[]`;
  }
  if (type?.kind !== 'class' || type.outer !== undefined || type.name.includes('$')) return undefined;
  const given = type.typeArguments.map((each) => writeType(context, each));
  if (given.includes(undefined)) return undefined;
  const name = nameOfClass(context, type.name.replaceAll('/', '.'));
  return given.length === 0 ? name : `${name}<${given.join(', ')}>`;
}
