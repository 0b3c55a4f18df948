/**
 * Loops that tell their ways by exceptions. Each exception that is made records the calls that led to it, which takes
 * as long as hundreds of rounds. Measured pairs show that reading beyond the end of an array, again and again, saves
 * nothing: compilers give one exception without a record for all.
 */
import type { CallExpression, CatchClause, Statement, TryStatement } from '../../java/syntax/ast';
import { walkSyntax } from '../../flow/source/syntax-children';
import type { Hint } from '../hint';
import { type BodyLoop, describeLoop, endsLoop, type PlacedNode } from '../loops';
import { contains } from '../spans';
import { methodOf, quote, type Rule, type RuleContext, textOf } from './rule';

const SOURCE = 'java.lang.Throwable: an exception records the calls that led to it';

export const exceptionFlow: Rule = (context) =>
  context.nodes.all.flatMap((place) => {
    const { node } = place;
    if (node.kind !== 'try' || node.catches.length !== 1 || node.resources.length > 0) return [];
    const [clause] = node.catches;
    if (clause === undefined || node.finallyBlock !== undefined || isTold(context, clause)) return [];
    const loop = place.loops.at(-1);
    const hint =
      ofEnd(context, node, clause) ??
      (loop && !endsLoop({ ...place, parents: [...place.parents, node, clause.block] }, loop)
        ? (ofThrow(context, node, clause, loop) ?? ofNumbers(context, node, clause, loop))
        : undefined);
    return hint ?? [];
  });

/** True if a handler reports, or does anything with what it caught. */
function isTold(context: RuleContext, { name, block }: CatchClause): boolean {
  const uses: string[] = [];
  walkSyntax([block], (node) => {
    if (node.kind === 'throw' || (node.kind === 'name' && node.name === name)) uses.push(node.kind);
    return true;
  });
  return (
    uses.length > 0 ||
    /log|print|warn|error|report|fail|debug|trace|problem|invalid/i.test(textOf(context, block))
  );
}

function caughtIn({ types }: CatchClause): string | undefined {
  const [type] = types;
  return types.length === 1 && type?.kind === 'named' ? type.parts.at(-1)?.name : undefined;
}

/** `try { while (true) … all.next() … } catch (NoSuchElementException e) { }` */
function ofEnd(context: RuleContext, { block }: TryStatement, clause: CatchClause): Hint | undefined {
  if (caughtIn(clause) !== 'NoSuchElementException') return undefined;
  const loop = block.statements.find(isEndless);
  if (loop === undefined || block.statements.at(-1) !== loop) return undefined;
  const { calls } = describeLoop(loop, context.typing).changes;
  const asked = calls.filter((call): call is CallExpression => call.kind === 'call' && nextOf(context, call));
  const [next] = asked;
  if (next === undefined || asked.length > 1 || leaves(loop)) return undefined;
  const isOther = calls.some(
    (call) => call !== next && methodOf(call, context.typing)?.origin !== 'platform',
  );
  return {
    rule: 'exception-flow',
    span: next,
    message: `${quote(context, next)} ends the loop by an exception: ask whether there is a next one`,
    preconditions: isOther ? ['nothing else in the loop throws NoSuchElementException'] : [],
    source: SOURCE,
    removals: [],
    pair: 'exception-flow/end of an iterator',
    loop,
  };
}

type EndlessLoop = Extract<Statement, { kind: 'for' | 'while' }>;

function isEndless(statement: Statement): statement is EndlessLoop {
  if (statement.kind !== 'for' && statement.kind !== 'while') return false;
  const { condition } = statement;
  return condition === undefined || (condition.kind === 'literal' && condition.text === 'true');
}

function nextOf({ typing }: RuleContext, call: CallExpression): boolean {
  const owner = methodOf(call, typing)?.owner ?? '';
  return (
    call.arguments.length === 0 &&
    /^java\/util\/(?:Iterator|ListIterator|StringTokenizer|Enumeration)$/.test(owner) &&
    /^next(?:Element|Token)?$/.test(call.name)
  );
}

function leaves(loop: EndlessLoop): boolean {
  let isIt = false;
  walkSyntax([loop.body], ({ kind }) => {
    isIt ||= kind === 'break' || kind === 'return' || kind === 'throw';
    return kind !== 'lambda';
  });
  return isIt;
}

/** `try { if (…) throw new X(); … } catch (X e) { … }` in each round. */
function ofThrow(
  context: RuleContext,
  { start, block }: TryStatement,
  clause: CatchClause,
  loop: BodyLoop,
): Hint | undefined {
  const caught = caughtIn(clause);
  const thrown = context.nodes.all.find(
    (each) => each.node.kind === 'throw' && contains(block, each.node) && isThrownTo(each, block, caught),
  )?.node;
  if (thrown?.kind !== 'throw' || thrown.expression.kind !== 'new') return undefined;
  const made = methodOf(thrown.expression, context.typing);
  return {
    rule: 'exception-flow',
    // The pair throws in one round of ten; the handler's own line would count as often as it is guessed to run.
    span: { start, end: block.start },
    message: `${quote(context, thrown.expression)} is made and caught in one round: write what follows as an if`,
    preconditions:
      made?.origin === 'platform' ? [] : [`${caught ?? 'the exception'} records the calls that led to it`],
    source: SOURCE,
    removals: [{ span: thrown, keeps: 'nothing' }],
    pair: 'exception-flow/thrown and caught',
    loop: loop.statement,
  };
}

/** True for `throw new X` under a condition, where the handler of a block is the next that catches an X. */
function isThrownTo({ node, parents }: PlacedNode, block: Statement, caught: string | undefined): boolean {
  if (node.kind !== 'throw' || node.expression.kind !== 'new' || node.expression.body !== undefined)
    return false;
  const { type } = node.expression;
  if (type.kind !== 'named' || type.parts.at(-1)?.name !== caught) return false;
  const inside = parents.slice(parents.indexOf(block) + 1);
  const isIt = inside.some(({ kind }) => kind === 'if');
  return isIt && !inside.some(({ kind }) => kind === 'try' || kind === 'lambda');
}

/** `try { … Integer.parseInt(text) … } catch (NumberFormatException e) { … }` in each round. */
function ofNumbers(
  context: RuleContext,
  { block }: TryStatement,
  clause: CatchClause,
  loop: BodyLoop,
): Hint | undefined {
  if (caughtIn(clause) !== 'NumberFormatException') return undefined;
  const parsed = context.nodes.all.find(
    ({ node }) =>
      node.kind === 'call' && contains(block, node) && node.arguments.length === 1 && isParse(context, node),
  )?.node;
  if (parsed === undefined) return undefined;
  return {
    rule: 'exception-flow',
    span: parsed,
    message: `${quote(context, parsed)} makes an exception for each text that is no number: look at its letters first`,
    preconditions: ['one in ten texts is no number'],
    source: SOURCE,
    removals: [],
    pair: 'exception-flow/numbers',
    loop: loop.statement,
    // Most texts that are read as numbers are numbers.
    isRare: true,
  };
}

function isParse({ typing }: RuleContext, call: CallExpression): boolean {
  const owner = methodOf(call, typing)?.owner ?? '';
  return /^java\/lang\/(?:Integer|Long)$/.test(owner) && /^(?:parse(?:Int|Long)|valueOf)$/.test(call.name);
}
