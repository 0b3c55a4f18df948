/**
 * Blocks of loops and labels: headers, bodies, rounds, and what jumps make of them.
 *
 * Sits in `flow/`, under `source-blocks.ts`. Headers as in figure 1 of Li and
 * Gallagher: three blocks for `for`, one for `while`.
 */
import { withDefined } from '../../base/check';
import type { Expression, ForEachStatement, ForStatement, Statement } from '../../java/syntax/ast';
import { DISPATCHED_CASES, ROUNDS } from './assumptions';
import { chanceOfTruth } from './branch-chances';
import type { Divider, Frames } from '../paths/divider';
import { divideAll, divideExpression } from './expression-blocks';
import { constantNumber, type ValueFormula, isConstant } from './formula';
import { isLoop, type LoopStatement } from './formula-variables';
import { roundsBegun } from './frequencies';
import { testsIn } from './loop-formulas';
import { addJumps, completing, inSequence, sequenceOf, type BodyPart } from './parts';
import type { FrequencyBasis, Region } from './region';
import { walkSyntax } from './syntax-children';
import { countForEachTrips, countForTrips } from './trip-count';

export function divideWhile(
  statement: Statement & { readonly kind: 'while' },
  frames: Frames,
  divider: Divider,
): BodyPart {
  const name = divider.table.nameConstruct('while');
  const test = divideTest(statement.condition, 'while-condition', name, divider);
  const endless = isEndless(statement.condition, divider);
  const rounds = endless
    ? endlessRounds(statement.body, divider)
    : toldRounds(statement, ROUNDS.ofWhile, divider);
  const body = divideLoopBody(statement.body, frames, divider, { kind: 'while-body', name, rounds });
  return finishLoop(name, body, { test, testFirst: true, endless, rounds });
}

export function divideDo(
  statement: Statement & { readonly kind: 'do' },
  frames: Frames,
  divider: Divider,
): BodyPart {
  const name = divider.table.nameConstruct('do');
  const once = chanceOfTruth(statement.condition, divider.typing);
  const rounds: LoopRounds =
    once.basis === 'exact' && once.probability === 0
      ? { trips: 1, basis: 'exact' }
      : toldRounds(statement, 1, divider);
  const body = divideLoopBody(statement.body, frames, divider, { kind: 'do-body', name, rounds });
  const test = divideTest(statement.condition, 'do-condition', name, divider);
  const endless = isEndless(statement.condition, divider);
  return finishLoop(name, body, { test, testFirst: false, endless, rounds });
}

export function divideFor(statement: ForStatement, frames: Frames, divider: Divider): BodyPart {
  const name = divider.table.nameConstruct('for');
  const before = openRange(statement.init, 'for-init', `${name}.init`, divider);
  const init = inSequence(statement.init.map((part) => divider.statement(part, frames))).region;
  const test =
    statement.condition === undefined
      ? undefined
      : divideTest(statement.condition, 'for-condition', name, divider);
  const rounds =
    statement.condition === undefined
      ? endlessRounds(statement.body, divider)
      : (countForTrips(statement, divider.bounds()) ??
        toldRounds(statement, shareOfFor(statement, divider), divider));
  const body = divideLoopBody(statement.body, frames, divider, { kind: 'for-body', name, rounds });
  const updateBlock = openRange(statement.update, 'for-update', `${name}.update`, divider);
  const updateParts = divideAll(statement.update, divider);
  const update = updateBlock.length === 0 ? undefined : sequenceOf([...updateBlock, ...updateParts]);
  const loop = finishLoop(name, body, {
    test,
    testFirst: true,
    endless: statement.condition === undefined || isEndless(statement.condition, divider),
    rounds,
    update,
  });
  return { ...loop, region: sequenceOf([...before, init, loop.region]) };
}

/** The iterable is evaluated once; the test runs once more than the body, which fetches the element. */
export function divideForEach(statement: ForEachStatement, frames: Frames, divider: Divider): BodyPart {
  const name = divider.table.nameConstruct('for');
  const init = divider.table.open(statement.iterable, 'for-init', `${name}.init`);
  const initParts = divideExpression(statement.iterable, divider);
  const header = { start: statement.variable.start, end: statement.iterable.end };
  const test = divider.table.open(statement.variable, 'for-each-header', `${name}.condition`, header);
  const rounds = countForEachTrips(statement) ?? toldRounds(statement, ROUNDS.ofForEach, divider);
  const body = divideLoopBody(statement.body, frames, divider, {
    kind: 'for-each-body',
    name,
    rounds,
    start: statement.variable.start,
  });
  const loop = finishLoop(name, body, { test, testFirst: true, endless: false, rounds });
  return { ...loop, region: sequenceOf([init, ...initParts, loop.region]) };
}

function divideTest(
  condition: Expression,
  kind: 'while-condition' | 'do-condition' | 'for-condition',
  name: string,
  divider: Divider,
): Region {
  return sequenceOf([
    divider.table.open(condition, kind, `${name}.condition`),
    ...divideExpression(condition, divider),
  ]);
}

function openRange(
  nodes: readonly (Statement | Expression)[],
  kind: 'for-init' | 'for-update',
  name: string,
  divider: Divider,
): readonly Region[] {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return [];
  return [divider.table.open(first, kind, name, { start: first.start, end: last.end })];
}

interface LoopRounds {
  readonly trips: number;
  readonly basis: FrequencyBasis;
  /** The rounds as other members may tell them. */
  readonly rounds?: ValueFormula;
  /** True if the ways out of a round are not the likelier, the more rounds there are. */
  readonly endsOnce?: boolean;
}

/** The rounds of a loop by what its own text tells; else the usual ones, with what others may tell. */
function toldRounds(loop: LoopStatement, share: number, divider: Divider): LoopRounds {
  const rounds = divider.formulas?.roundsFormula(loop);
  if (rounds === undefined) return usualRounds(share, divider);
  const trips = constantNumber(rounds);
  const known: LoopRounds =
    trips !== undefined && trips >= 0 ? { trips, basis: 'heuristic' } : usualRounds(share, divider);
  return isConstant(rounds) ? known : { ...known, rounds };
}

/** The usual rounds of a counting loop, relative to the default: texts are longer than most. */
function shareOfFor(loop: ForStatement, { typing, formulas }: Divider): number {
  const tests = loop.condition === undefined ? [] : testsIn(loop.condition);
  const goesThroughText = tests.some((test) => {
    if (test.kind !== 'binary' || test.operator !== '<') return false;
    const bound = formulas?.definitionOf(test.right) ?? test.right;
    if (bound.kind !== 'call' || bound.name !== 'length' || bound.target === undefined) return false;
    const type = typing?.typeOf(bound.target);
    return type?.kind === 'class' && type.name.startsWith('java/lang/');
  });
  return goesThroughText ? ROUNDS.ofText : 1;
}

/** The rounds of a loop of which the text says no number. */
function usualRounds(share: number, { assumptions }: Divider): LoopRounds {
  return { trips: share * assumptions.defaultTrips, basis: 'default' };
}

/**
 * The rounds of an endless loop. A large switch in it takes what a program, a text or a message consists of piece by piece:
 * it is there for all of its cases, and the piece that ends it comes once.
 */
function endlessRounds(body: Statement, divider: Divider): LoopRounds {
  const usual = usualRounds(1, divider);
  const cases = casesIn(body);
  return cases < DISPATCHED_CASES
    ? usual
    : { trips: Math.max(usual.trips, cases), basis: 'default', endsOnce: true };
}

/** The labels of the largest switch in a body, outside of further loops. */
function casesIn(body: Statement): number {
  let most = 0;
  walkSyntax([body], (node) => {
    if (node.kind === 'switch-statement' || node.kind === 'switch-expression')
      most = Math.max(
        most,
        node.switch.cases.reduce((sum, { labels }) => sum + labels.length, 0),
      );
    return node.kind !== 'lambda' && !isLoop(node);
  });
  return most;
}

interface LoopBody extends BodyPart {
  /** Chance per round of `break` out of this loop. */
  readonly breaks: number;
}

function divideLoopBody(
  body: Statement,
  frames: Frames,
  divider: Divider,
  {
    kind,
    name,
    rounds,
    start = body.start,
  }: {
    readonly kind: 'for-body' | 'while-body' | 'do-body' | 'for-each-body';
    readonly name: string;
    readonly rounds: LoopRounds;
    readonly start?: number | undefined;
  },
): LoopBody {
  const breakTarget = {};
  const continueTarget = {};
  const block = divider.table.open(body, kind, name, { start, end: body.end });
  const { trips } = rounds;
  const inner = divider.statement(body, [...frames, { breakTarget, continueTarget, trips }]);
  const part = inSequence([completing([block]), inner]);
  const jumps = new Map(part.jumps);
  const breaks = jumps.get(breakTarget) ?? 0;
  const completes = part.completes + (jumps.get(continueTarget) ?? 0);
  jumps.delete(breakTarget);
  jumps.delete(continueTarget);
  // `continue label` of an enclosing labeled statement around this very loop ends the round too.
  const label = frames.at(-1);
  const labeled =
    label?.continueTarget !== undefined && label.breakTarget === undefined ? label.continueTarget : undefined;
  const continues = labeled === undefined ? 0 : (jumps.get(labeled) ?? 0);
  if (labeled !== undefined) jumps.delete(labeled);
  return { region: part.region, completes: completes + continues, jumps, breaks };
}

interface LoopHeader {
  readonly test: Region | undefined;
  readonly testFirst: boolean;
  /** The condition, if any, is constantly true. */
  readonly endless: boolean;
  readonly rounds: LoopRounds;
  readonly update?: Region | undefined;
}

/**
 * Each round may be the last by `break`, `return`, `throw` or an outer jump;
 * an endless loop ends only so.
 */
function finishLoop(name: string, body: LoopBody, header: LoopHeader): BodyPart {
  const { test, testFirst, rounds, update } = header;
  const { trips, basis, rounds: told, endsOnce = false } = rounds;
  const ways = Math.max(0, 1 - body.completes);
  const leaves = Math.min(ways, endsOnce ? 1 / trips : 1);
  const region: Region = {
    kind: 'loop',
    ...withDefined({ test }),
    testFirst,
    body: body.region,
    ...withDefined({ update }),
    trips,
    ...withDefined({ rounds: told, leaves: leaves < NEARLY_NEVER ? undefined : leaves }),
    basis,
  };
  const early = header.endless ? 1 : leaves * roundsBegun(trips, leaves);
  const jumps = new Map<object, number>();
  if (leaves < NEARLY_NEVER) return { region, completes: header.endless ? 0 : 1, jumps, divides: name };
  addJumps(jumps, body.jumps, early / ways);
  const completes = 1 - early + (early * body.breaks) / ways;
  return { region, completes: completes > 1 - NEARLY_NEVER ? 1 : completes, jumps, divides: name };
}

/** Sums of shares miss 1 by rounding. */
const NEARLY_NEVER = 1e-9;

function isEndless(condition: Expression, divider: Divider): boolean {
  const chance = chanceOfTruth(condition, divider.typing);
  return chance.basis === 'exact' && chance.probability === 1;
}

export function divideLabeled(
  statement: Statement & { readonly kind: 'labeled' },
  frames: Frames,
  divider: Divider,
): BodyPart {
  const labelTarget = {};
  const continueTarget = {};
  const inner = divider.statement(statement.body, [
    ...frames,
    { label: statement.label, labelTarget, continueTarget },
  ]);
  const jumps = new Map(inner.jumps);
  const breaks = jumps.get(labelTarget) ?? 0;
  jumps.delete(labelTarget);
  jumps.delete(continueTarget);
  const divides = inner.divides ?? (breaks > 0 ? divider.table.nameConstruct('label') : undefined);
  return {
    region: inner.region,
    completes: Math.min(1, inner.completes + breaks),
    jumps,
    ...withDefined({ divides }),
  };
}
