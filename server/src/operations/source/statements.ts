/**
 * Statements other than loops and switches.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.visitIf`,
 * `visitVarDef`, `genTry`, and `Lower` for assertions and resources.
 */
import type { Expression, LocalDeclarator, Statement, TryStatement } from '../../java/syntax/ast';
import { recordHiddenCall } from './calls';
import { operationKey } from '../catalogue/catalogue';
import { recordEnd, walkReturn } from './creations';
import { sizeOf } from './convert';
import { walkBreak, walkContinue, walkDo, walkFor, walkForEach, walkWhile } from './loops';
import { operandTypeOf } from '../catalogue/operand-types';
import { recordTest } from './operators';
import type { JumpChain, Liveness } from './recorder';
import { declaresVariable } from './scopes';
import type { JumpFrame, SourceWalk } from './source-walk';
import { walkSwitch } from './switches';

export function walkStatement(walk: SourceWalk, statement: Statement): void {
  const block = walk.blocks.blockAt.get(statement);
  if (block !== undefined) walk.recorder.block = block;
  switch (statement.kind) {
    case 'block':
      for (const inner of statement.statements) walk.statement(inner);
      if (declaresVariable(statement.statements)) walk.recorder.fixPlace();
      return;
    case 'local-variable':
      for (const declarator of statement.declarators) walkDeclarator(walk, declarator);
      return;
    case 'expression-statement': {
      walk.effect(statement.expression);
      return;
    }
    case 'return':
      if (statement.expression === undefined) {
        recordEnd(walk, statement.start);
        return;
      }
      {
        walkReturn(walk, statement.expression, statement.start);
        return;
      }
    case 'throw':
      walk.value(statement.expression, walk.typing.typeOf(statement.expression));
      walk.recorder.record(operationKey('Throw', ['Object'], 'reference'), statement.start);
      walk.recorder.reach = 'dead';
      return;
    case 'yield': {
      walkYield(walk, statement.expression, statement.start);
      return;
    }
    case 'break': {
      walkBreak(walk, statement);
      return;
    }
    case 'continue': {
      walkContinue(walk, statement);
      return;
    }
    case 'local-class':
    case 'empty':
    case 'missing-statement':
      return;
    default: {
      walkStructured(walk, statement);
      return;
    }
  }
}

/** After a branch or loop, what belongs to the enclosing statement goes to the block that it began in. */
function walkStructured(walk: SourceWalk, statement: Statement): void {
  const { block } = walk.recorder;
  switch (statement.kind) {
    case 'if':
      walkIf(walk, statement);
      break;
    case 'while':
      walkWhile(walk, statement);
      break;
    case 'do':
      walkDo(walk, statement);
      break;
    case 'for':
      walkFor(walk, statement);
      break;
    case 'for-each':
      walkForEach(walk, statement);
      break;
    case 'labeled':
      walkLabeled(walk, statement);
      break;
    case 'switch-statement':
      walkSwitch(walk, statement.switch, { offset: statement.start, isExpression: false });
      break;
    case 'try':
      walkTry(walk, statement);
      break;
    case 'synchronized':
      walkSynchronized(walk, statement);
      break;
    case 'assert':
      walkAssert(walk, statement);
      break;
    default:
      break;
  }
  walk.recorder.block = block;
}

function walkDeclarator(walk: SourceWalk, declarator: LocalDeclarator): void {
  const { initializer } = declarator;
  if (initializer === undefined) return;
  const declared = walk.typing.typeOfSyntax(declarator.type);
  const type = declared.kind === 'unknown' ? walk.typing.typeOf(initializer) : declared;
  walk.value(initializer, type);
  walk.recorder.record(
    operationKey('Declaration', [operandTypeOf(type)], sizeOf(walk, initializer, type)),
    declarator.start,
  );
}

function walkYield(walk: SourceWalk, expression: Expression, offset: number): void {
  const frame = walk.state.frames.findLast((entry) => entry.yields !== undefined);
  walk.value(expression, frame?.yieldType);
  walk.recorder.jump('switch', offset, frame?.yields ?? { reached: false });
}

function walkIf(walk: SourceWalk, statement: Statement & { readonly kind: 'if' }): void {
  const { condition, then, otherwise } = statement;
  const truth = walk.condition(condition);
  if (truth !== 'open') {
    const taken = truth === 'true' ? then : otherwise;
    if (taken !== undefined) walkBranch(walk, taken);
    return;
  }
  const after: JumpChain = { reached: false };
  if (otherwise === undefined) {
    walk.recorder.branchTo(after);
    walkBranch(walk, then);
  } else {
    walk.within(then, () => {
      walk.statement(then);
      walk.recorder.jump('if', Math.max(then.start, then.end - 1), after);
    });
    walk.recorder.reach = 'pending';
    walkBranch(walk, otherwise);
  }
  walk.recorder.land(after);
}

function walkBranch(walk: SourceWalk, statement: Statement): void {
  walk.within(statement, () => {
    walk.statement(statement);
  });
}

function walkLabeled(walk: SourceWalk, statement: Statement & { readonly kind: 'labeled' }): void {
  const { label, body } = statement;
  const { frames } = walk.state;
  const isLoop =
    body.kind === 'while' || body.kind === 'do' || body.kind === 'for' || body.kind === 'for-each';
  const breaks: JumpChain = { reached: false };
  const frame: JumpFrame = isLoop ? { label } : { label, breaks };
  walk.state.frames = [...frames, frame];
  walk.statement(body);
  walk.state.frames = frames;
  walk.recorder.land(breaks);
}

/** Both ways out of a lock are one execution of its exit; javac's copies for early exits and exceptions are not counted again. */
function walkSynchronized(walk: SourceWalk, statement: Statement & { readonly kind: 'synchronized' }): void {
  const { lock, body } = statement;
  const { recorder } = walk;
  walk.value(lock, walk.typing.typeOf(lock));
  recorder.record(operationKey('Declaration', ['Object'], 'load'), statement.start);
  recorder.record(operationKey('MonitorEnter', ['Object'], 'reference'), statement.start);
  walk.within(body, () => {
    walk.statement(body);
    recordAtEnd(walk, () => {
      recorder.record(
        operationKey('MonitorExit', ['Object'], 'reference'),
        Math.max(body.start, body.end - 1),
      );
    });
    leaveTry(walk, 'synchronized', body.end);
  });
}

/** Statements whose early exits run something first. */
function walkGuarded(
  walk: SourceWalk,
  body: Statement,
  { hasFinalizer }: { readonly hasFinalizer: boolean },
): void {
  const { frames } = walk.state;
  if (hasFinalizer) walk.state.frames = [...frames, { hasFinalizer }];
  walk.statement(body);
  walk.state.frames = frames;
}

/** Records code that runs whichever way a body is left. It is counted once, even if the body's end is not reached. */
function recordAtEnd(walk: SourceWalk, run: () => void): void {
  const { reach } = walk.recorder;
  if (reach === 'dead') walk.recorder.reach = 'pending';
  run();
  if (reach === 'dead') walk.recorder.reach = reach;
}

/** The jump over what handles exceptions: to the next statement, so that what follows is reached by it. */
function leaveTry(walk: SourceWalk, construct: 'try' | 'synchronized', end: number): void {
  const after: JumpChain = { reached: false };
  const { reach } = walk.recorder;
  walk.recorder.jump(construct, Math.max(0, end - 1), after);
  walk.recorder.reach = reach === 'dead' ? 'dead' : 'alive';
}

function walkTry(walk: SourceWalk, statement: TryStatement): void {
  const { recorder } = walk;
  const { catches, finallyBlock } = statement;
  for (const resource of statement.resources) walkResource(walk, resource);
  const after: JumpChain = { reached: false };
  const hasResources = statement.resources.length > 0;
  const hasHandlers = catches.length > 0 || finallyBlock !== undefined || hasResources;
  const hasFinalizer = finallyBlock !== undefined && finallyBlock.statements.length > 0;
  walk.within(statement.block, () => {
    walkGuarded(walk, statement.block, { hasFinalizer: hasFinalizer || hasResources });
    recordAtEnd(walk, () => {
      for (const resource of [...statement.resources].reverse()) {
        closeResource(walk, resource, statement.block.end - 1);
      }
    });
    if (hasHandlers) recorder.fixPlace();
    if (hasHandlers) recorder.jump('try', Math.max(0, statement.block.end - 1), after);
  });
  catches.forEach((clause, index) => {
    recorder.reach = 'alive';
    walk.within(clause, () => {
      recorder.record(operationKey('Declaration', ['Object'], 'load'), clause.start);
      walkGuarded(walk, clause.block, { hasFinalizer });
      recorder.fixPlace();
      const isLast = index === catches.length - 1 && finallyBlock === undefined;
      if (isLast) recorder.branchTo(after);
      else recorder.jump('try', Math.max(0, clause.block.end - 1), after);
    });
  });
  if (finallyBlock === undefined) {
    if (hasHandlers) recorder.land(after);
    if (hasResources) recorder.fixPlace();
    return;
  }
  // Copied into every way out; one execution runs one copy.
  recorder.reach = 'alive';
  const end = walk.within(finallyBlock, (): Liveness => {
    walk.statement(finallyBlock);
    return recorder.reach;
  });
  // The variable that keeps an exception ends its scope here, so that what follows is reached for good.
  recorder.reach = end !== 'dead' && after.reached ? 'alive' : 'dead';
}

type Resource = TryStatement['resources'][number];

/** A resource that is only named is kept in a hidden variable. */
function walkResource(walk: SourceWalk, resource: Resource): void {
  if (resource.kind === 'local-variable') {
    walk.statement(resource);
    return;
  }
  const type = walk.typing.typeOf(resource);
  walk.value(resource, type);
  walk.recorder.record(operationKey('Declaration', [operandTypeOf(type)], 'load'), resource.start);
}

/** `if (r != null) r.close()`, without the test after a `new`. */
function closeResource(walk: SourceWalk, resource: Resource, offset: number): void {
  const declarator = resource.kind === 'local-variable' ? resource.declarators[0] : undefined;
  const initializer = resource.kind === 'local-variable' ? declarator?.initializer : resource;
  const declared = declarator === undefined ? undefined : walk.typing.typeOfSyntax(declarator.type);
  const type = declared ?? (initializer === undefined ? undefined : walk.typing.typeOf(initializer));
  if (initializer?.kind !== 'new') {
    walk.recorder.record(operationKey('NotEqual', ['Object', 'null'], 'constant'), offset);
  }
  recordHiddenCall(walk, type?.kind === 'class' ? type.name : 'java/lang/AutoCloseable', 'close', offset);
}

/** `if (!$assertionsDisabled && !condition) throw new AssertionError(message)` */
function walkAssert(walk: SourceWalk, statement: Statement & { readonly kind: 'assert' }): void {
  const { recorder } = walk;
  const { condition, message, start } = statement;
  recorder.record(operationKey('StaticFieldReference', ['boolean'], 'load'), start);
  recordTest(walk, start);
  walk.within(condition, () => {
    if (walk.condition(condition) === 'true') return;
    recorder.block = walk.blocks.blockAtEnd.get(statement) ?? recorder.block;
    recorder.record(operationKey('NewObject', ['Object'], 'reference'), start);
    if (message !== undefined) walk.value(message);
    recordHiddenCall(walk, 'java/lang/AssertionError', '<init>', start);
    recorder.record(operationKey('Throw', ['Object'], 'reference'), start);
  });
  recorder.reach = 'pending';
}
