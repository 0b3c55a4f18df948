/**
 * Blocks of what guards statements: `try` with its handlers, `synchronized`, `assert`.
 *
 * Sits in `flow/`, under `source-blocks.ts`.
 */
import type { Statement, TryStatement } from '../../java/syntax/ast';
import { CHANCES } from './assumptions';
import type { Divider, Frames } from '../paths/divider';
import { divideAll, divideExpression } from './expression-blocks';
import { addJumps, completing, inSequence, NOTHING, perhaps, sequenceOf, type BodyPart } from './parts';
import type { Region } from './region';
import { initializersOf } from './syntax-children';

export function divideTry(statement: TryStatement, frames: Frames, divider: Divider): BodyPart {
  const resources = statement.resources.flatMap((resource) =>
    resource.kind === 'local-variable'
      ? divideAll(initializersOf(resource), divider)
      : divideExpression(resource, divider),
  );
  const name = divider.table.nameConstruct('try');
  const block = divider.table.open(statement.block, 'try', name);
  const body = inSequence([
    completing([block]),
    divider.statements(statement.block.statements, statement.block.end, frames),
  ]);
  const catches = statement.catches.map((clause, index) => {
    const caught = divider.table.open(clause, 'catch', `${name}.catch_${index + 1}`);
    return inSequence([
      completing([caught]),
      divider.statements(clause.block.statements, clause.block.end, frames),
    ]);
  });
  const guarded = joinCatches(body, catches, divider);
  const start = completing(resources);
  if (statement.finallyBlock === undefined) return { ...inSequence([start, guarded]), divides: name };
  const opened = divider.table.open(statement.finallyBlock, 'finally', `${name}.finally`);
  const last = divider.statements(statement.finallyBlock.statements, statement.finallyBlock.end, frames);
  const jumps = new Map<object, number>();
  addJumps(jumps, guarded.jumps, last.completes);
  addJumps(jumps, last.jumps, 1);
  return {
    // Whatever way the block is left, `finally` runs once.
    region: sequenceOf([start.region, guarded.region, opened, last.region]),
    completes: guarded.completes * last.completes,
    jumps,
    divides: name,
  };
}

function joinCatches(body: BodyPart, catches: readonly BodyPart[], divider: Divider): BodyPart {
  if (catches.length === 0) return body;
  const each = Math.min(divider.assumptions.exceptionProbability, 1 / catches.length);
  const undisturbed = 1 - each * catches.length;
  const jumps = new Map<object, number>();
  addJumps(jumps, body.jumps, undisturbed);
  let completes = undisturbed * body.completes;
  for (const caught of catches) {
    addJumps(jumps, caught.jumps, each);
    completes += each * caught.completes;
  }
  const alternatives = catches.map((caught) => ({ region: caught.region, probability: each }));
  alternatives.push({ region: NOTHING, probability: undisturbed });
  return {
    region: sequenceOf([body.region, { kind: 'branch', alternatives, basis: 'heuristic' }]),
    completes: completes > 1 - 1e-9 ? 1 : completes,
    jumps,
  };
}

export function divideSynchronized(
  statement: Statement & { readonly kind: 'synchronized' },
  frames: Frames,
  divider: Divider,
): BodyPart {
  const lock = divideExpression(statement.lock, divider);
  const name = divider.table.nameConstruct('synchronized');
  const block = divider.table.open(statement.body, 'synchronized', name);
  const body = divider.statements(statement.body.statements, statement.body.end, frames);
  return { ...inSequence([completing([...lock, block]), body]), divides: name };
}

export function divideAssert(
  statement: Statement & { readonly kind: 'assert' },
  divider: Divider,
): readonly Region[] {
  const name = divider.table.nameConstruct('assert');
  const tested = [
    divider.table.open(statement.condition, 'assert', name),
    ...divideExpression(statement.condition, divider),
  ];
  const failure = divider.openEnd(statement, statement, 'assert', `${name}.failure`);
  const message = statement.message === undefined ? [] : divideExpression(statement.message, divider);
  const inner = [...tested, perhaps(sequenceOf([failure, ...message]), CHANCES.throws, 'heuristic')];
  return [perhaps(sequenceOf(inner), CHANCES.assertionsEnabled, 'heuristic')];
}
