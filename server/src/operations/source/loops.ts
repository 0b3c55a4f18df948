/**
 * Loops, and the jumps that leave or repeat them.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.genLoop`, and
 * `Lower.visitForeachLoop` for loops over arrays and Iterables.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression, ForEachStatement, ForStatement, Statement } from '../../java/syntax/ast';
import { intType, objectType, unknownType } from '../../java/types/types';
import { recordHiddenCall } from './calls';
import { operationKey } from '../catalogue/catalogue';
import { convert } from './convert';
import { declaresVariable } from './scopes';
import { operandTypeOf } from '../catalogue/operand-types';
import { recordTest, settle } from './operators';
import type { GotoConstruct, JumpChain } from './recorder';
import type { JumpFrame, SourceWalk } from './source-walk';

interface LoopEnds {
  readonly breaks: JumpChain;
  readonly continues: JumpChain;
  /** The block that the body ends in. */
  readonly lastBlock: number;
}

/** Walks the body of a loop, and gathers the jumps by which `break` and `continue` leave it. */
function walkBody(
  walk: SourceWalk,
  body: Statement,
  run: () => void,
  { endsScope = false }: { readonly endsScope?: boolean | undefined } = {},
): LoopEnds {
  const ends = { breaks: { reached: false }, continues: { reached: false } };
  const { frames } = walk.state;
  walk.state.frames = [...frames, { ...ends, ...labelOf(frames) }];
  const lastBlock = walk.within(body, () => {
    run();
    walk.statement(body);
    if (endsScope) walk.recorder.fixPlace();
    return walk.recorder.block;
  });
  walk.state.frames = frames;
  return { ...ends, lastBlock };
}

/** The label that stands right before a loop: `break label` then goes where a plain `break` of the loop goes. */
function labelOf(frames: readonly JumpFrame[]): Pick<JumpFrame, 'label'> {
  const last = frames.at(-1);
  return last?.label !== undefined && last.breaks === undefined ? { label: last.label } : {};
}

/** Makes jumps that wait for the next instruction end here, as the jump back of the loop has to. */
function startLoop(walk: SourceWalk): void {
  if (walk.recorder.reach === 'pending') walk.recorder.reach = 'alive';
}

const nothing = (): void => undefined;

export function walkWhile(walk: SourceWalk, loop: Statement & { readonly kind: 'while' }): void {
  walkTestedLoop(walk, { condition: loop.condition, body: loop.body, update: [], construct: 'while' });
}

export function walkFor(walk: SourceWalk, loop: ForStatement): void {
  walk.within(loop.init[0], () => {
    for (const statement of loop.init) walk.statement(statement);
  });
  walkTestedLoop(walk, { condition: loop.condition, body: loop.body, update: loop.update, construct: 'for' });
  if (declaresVariable(loop.init)) walk.recorder.fixPlace();
}

function walkTestedLoop(
  walk: SourceWalk,
  {
    condition,
    body,
    update,
    construct,
  }: {
    readonly condition?: Expression | undefined;
    readonly body: Statement;
    readonly update: readonly Expression[];
    readonly construct: GotoConstruct;
  },
): void {
  const exit: JumpChain = { reached: false };
  startLoop(walk);
  walk.within(condition, () => {
    const truth = condition === undefined ? 'true' : walk.condition(condition);
    if (truth !== 'true') walk.recorder.branchTo(exit);
    if (truth === 'false') walk.recorder.reach = 'dead';
  });
  const ends = walkBody(walk, body, nothing);
  walk.recorder.land(ends.continues);
  const [first] = update;
  walk.within(first, () => {
    if (first === undefined) walk.recorder.block = ends.lastBlock;
    for (const expression of update) walk.effect(expression);
    walk.recorder.jumpBack(construct, first?.start ?? Math.max(body.start, body.end - 1));
  });
  walk.recorder.land(exit);
  walk.recorder.land(ends.breaks);
}

export function walkDo(walk: SourceWalk, loop: Statement & { readonly kind: 'do' }): void {
  startLoop(walk);
  const ends = walkBody(walk, loop.body, nothing);
  walk.recorder.land(ends.continues);
  walk.within(loop.condition, () => {
    const truth = settle(walk, walk.branch(loop.condition), 'when-true', loop.condition.start);
    if (truth === 'true') walk.recorder.jumpBack('do', loop.condition.start);
  });
  walk.recorder.land(ends.breaks);
}

export function walkForEach(walk: SourceWalk, loop: ForEachStatement): void {
  const type = walk.typing.typeOf(loop.iterable);
  if (type.kind === 'array') {
    walkForArray(walk, loop, type.element);
    return;
  }
  walkForIterable(walk, loop, type);
}

/** `for (T[] a = …, int n = a.length, int i = 0; i < n; i++) { E e = a[i]; … }` */
function walkForArray(walk: SourceWalk, loop: ForEachStatement, element: JavaType): void {
  const { recorder } = walk;
  const { variable, iterable } = loop;
  const offset = variable.start;
  walk.within(iterable, () => {
    walk.value(iterable, walk.typing.typeOf(iterable));
    recordDeclaration(walk, walk.typing.typeOf(iterable), iterable.start);
    recorder.record(operationKey('ArrayLength', [], 'load'), iterable.start);
    recordDeclaration(walk, intType, iterable.start);
    recorder.record(operationKey('Declaration', ['int'], 'constant'), iterable.start);
  });
  walk.within(variable, () => {
    recorder.record(operationKey('Less', ['int', 'int'], 'load'), offset);
  });
  const exit: JumpChain = { reached: true };
  const ends = walkBody(
    walk,
    loop.body,
    () => {
      recorder.record(operationKey('ArrayReference', [operandTypeOf(element)], 'load'), offset);
      const target = variableType(walk, loop, element);
      convert(walk, element, target, offset);
      recordDeclaration(walk, target, offset);
    },
    { endsScope: true },
  );
  recorder.land(ends.continues);
  walk.within(loop.body, () => {
    recorder.record(operationKey('Increment', ['int'], 'constant'), offset);
    recorder.jumpBack('for', offset);
  });
  recorder.land(exit);
  recorder.land(ends.breaks);
  recorder.fixPlace();
}

/** `for (Iterator i = ….iterator(); i.hasNext(); ) { E e = (E) i.next(); … }` */
function walkForIterable(walk: SourceWalk, loop: ForEachStatement, type: JavaType): void {
  const { recorder } = walk;
  const { variable, iterable } = loop;
  const offset = variable.start;
  walk.within(iterable, () => {
    walk.value(iterable, type);
    recordHiddenCall(walk, iterableOwner(type), 'iterator', iterable.start);
    recordDeclaration(walk, objectType, iterable.start);
  });
  walk.within(variable, () => {
    recordHiddenCall(walk, 'java/util/Iterator', 'hasNext', offset);
    recordTest(walk, offset);
  });
  const exit: JumpChain = { reached: true };
  const ends = walkBody(
    walk,
    loop.body,
    () => {
      recordHiddenCall(walk, 'java/util/Iterator', 'next', offset);
      const element = elementOf(type);
      const target = variableType(walk, loop, element);
      // An element whose type argument is not at hand is cast to the variable's own type.
      convert(
        walk,
        element.kind === 'unknown' && target.kind !== 'primitive' ? target : element,
        target,
        offset,
        objectType,
      );
      recordDeclaration(walk, target, offset);
    },
    { endsScope: true },
  );
  recorder.land(ends.continues);
  walk.within(loop.body, () => {
    recorder.jumpBack('for', offset);
  });
  recorder.land(exit);
  recorder.land(ends.breaks);
  recorder.fixPlace();
}

/** The class whose `iterator()` is called: the JDK's own, or Iterable for a class of the program. */
function iterableOwner(type: JavaType): string {
  return type.kind === 'class' && type.name.startsWith('java/') ? type.name : 'java/lang/Iterable';
}

function elementOf(type: JavaType): JavaType {
  const [argument, ...further] = type.kind === 'class' ? type.typeArguments : [];
  if (argument === undefined || further.length > 0) return unknownType;
  return argument.kind === 'wildcard' ? (argument.bound ?? objectType) : argument;
}

function variableType(walk: SourceWalk, loop: ForEachStatement, element: JavaType): JavaType {
  const declared = walk.typing.typeOfSyntax(loop.variable.type);
  return declared.kind === 'unknown' ? element : declared;
}

function recordDeclaration(walk: SourceWalk, type: JavaType, offset: number): void {
  walk.recorder.record(operationKey('Declaration', [operandTypeOf(type)], 'load'), offset);
}

export function walkBreak(walk: SourceWalk, statement: Statement & { readonly kind: 'break' }): void {
  const { frames } = walk.state;
  const { label } = statement;
  const frame =
    label === undefined
      ? frames.findLast((entry) => entry.breaks !== undefined && !isLabelOnly(entry))
      : frames.findLast((entry) => entry.label === label && entry.breaks !== undefined);
  const construct = frame?.isSwitch === true ? 'switch' : 'break';
  walk.recorder.jump(construct, statement.start, frame?.breaks ?? { reached: false });
}

/** The frame of a labeled statement that is no loop: unlabeled jumps pass it by. */
function isLabelOnly(frame: JumpFrame): boolean {
  return frame.label !== undefined && frame.continues === undefined;
}

export function walkContinue(walk: SourceWalk, statement: Statement & { readonly kind: 'continue' }): void {
  const { label } = statement;
  const frame = walk.state.frames.findLast(
    (entry) => entry.continues !== undefined && (label === undefined || entry.label === label),
  );
  walk.recorder.jump('continue', statement.start, frame?.continues ?? { reached: false });
}
