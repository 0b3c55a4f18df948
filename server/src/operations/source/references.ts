/**
 * Reading names, fields and array elements.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.visitIdent`,
 * `visitSelect`, `visitIndexed`, and `Lower`'s access to outer instances and
 * captured variables.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import { walkSyntax } from '../../flow/source/syntax-children';
import type { Expression, FieldAccess, LambdaExpression, NewExpression } from '../../java/syntax/ast';
import { intType } from '../../java/types/types';
import type { Resolution } from '../../java/typing/typing';
import { recordAccessor } from './accessors';
import { holderOf, isHanded } from './captures';
import { operationKey } from '../catalogue/catalogue';
import { castToOwner, sizeOf } from './convert';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import type { SourceWalk } from './source-walk';

type LocalResolution = Resolution & { readonly kind: 'local' };

const MOST_HOPS = 16;

export function walkName(walk: SourceWalk, expression: Expression & { readonly kind: 'name' }): void {
  const resolution = walk.typing.resolutionOf(expression);
  switch (resolution?.kind) {
    case 'type':
    case 'package':
      return;
    case 'local':
      walk.recorder.push();
      recordCapturedRead(walk, resolution, expression.start);
      return;
    case 'field':
      walkFieldOwner(walk, expression);
      recordFieldAccessor(walk, expression);
      recordFieldReference(walk, expression);
      return;
    case 'array-length':
    case 'method':
    case undefined:
      if (walk.typing.typeOf(expression).kind === 'unknown') {
        walk.recorder.record(operationKey('FieldReference', [UNTYPED], 'load'), expression.start);
      } else {
        walk.recorder.push();
      }
  }
}

/**
 * Records the read of a captured variable, which is in a hidden field of the local or anonymous class
 * or of one around it.
 */
function recordCapturedRead(walk: SourceWalk, resolution: LocalResolution, offset: number): void {
  if (resolution.through.length === 0) return;
  const { handsToLambdas } = walk.habits;
  if (handsToLambdas && isHanded(resolution.through)) return;
  const holder = holderOf(resolution, { handsToLambdas });
  if (holder !== undefined) recordHiddenReads(walk, resolution.type, holder.hops, offset);
}

/** The hidden fields of the classes to leave, then the variable's own. A constructor has the first as an argument. */
function recordHiddenReads(walk: SourceWalk, type: JavaType, hops: number, offset: number): void {
  const first = isInConstructor(walk) ? 1 : 0;
  for (let hop = first; hop < hops; hop++) recordHiddenField(walk, 'Object', offset);
  if (first <= hops) recordHiddenField(walk, operandTypeOf(type), offset);
}

function isInConstructor({ role, state }: SourceWalk): boolean {
  return role.kind === 'constructor' && !state.isInLambda;
}

/** A lambda inside a class that captured variables is handed them when it is made. */
export function recordHandedVariables(walk: SourceWalk, lambda: LambdaExpression): void {
  if (!walk.habits.handsToLambdas || walk.state.isInLambda || walk.typing.localClasses.size === 0) return;
  const seen = new Set<string>();
  const hand = (name: string, type: JavaType, hops: number): void => {
    if (seen.has(name)) return;
    seen.add(name);
    recordHiddenReads(walk, type, hops, lambda.start);
  };
  walkSyntax([lambda.body], (node) => {
    if (node.kind === 'name') {
      const resolution = walk.typing.resolutionOf(node);
      if (resolution?.kind !== 'local' || walk.typing.constantOf(node) !== undefined) return true;
      const outside = resolution.through.findIndex(({ kind }) => kind === 'class');
      if (outside <= 0) return true;
      const through = resolution.through.slice(outside);
      const holder = holderOf({ ...resolution, through }, { handsToLambdas: true });
      if (holder !== undefined) hand(resolution.name, resolution.type, holder.hops);
    } else if (node.kind === 'new') {
      for (const { name, type, hops } of variablesOfNew(walk, node)) hand(name, type, hops);
    }
    return true;
  });
}

/** A local class's constructor is handed the variables that the class captures. */
export function recordPassedVariables(walk: SourceWalk, creation: NewExpression): void {
  if (walk.habits.handsToLambdas && walk.state.isInLambda) return;
  for (const { type, hops } of variablesOfNew(walk, creation))
    recordHiddenReads(walk, type, hops, creation.start);
}

/**
 * The captured variables that a new instance is given and that are no variables of the member itself,
 * with the classes to leave until one keeps them.
 */
function variablesOfNew(
  walk: SourceWalk,
  creation: NewExpression,
): readonly { readonly name: string; readonly type: JavaType; readonly hops: number }[] {
  const type = walk.typing.typeOf(creation);
  if (type.kind !== 'class') return [];
  return walk.captures.variablesOf(type.name).flatMap((variable) => {
    if (walk.declaredNames.has(variable.name)) return [];
    let current = walk.role.owner;
    for (let hops = 0; current !== undefined && hops < MOST_HOPS; hops++) {
      if (walk.captures.variablesOf(current).some(({ name }) => name === variable.name))
        return [{ ...variable, hops }];
      current = walk.hierarchy.outerOf(current);
    }
    return [];
  });
}

function recordHiddenField(walk: SourceWalk, type: string, offset: number): void {
  walk.recorder.record(operationKey('FieldReference', [type], 'load'), offset);
}

export function walkFieldAccess(walk: SourceWalk, expression: FieldAccess): void {
  const resolution = walk.typing.resolutionOf(expression);
  switch (resolution?.kind) {
    case 'type':
    case 'package':
      return;
    case 'array-length':
      walk.value(expression.target, walk.typing.typeOf(expression.target));
      walk.recorder.record(operationKey('ArrayLength', [], 'load'), expression.nameStart);
      return;
    case 'field':
    case 'local':
    case 'method':
    case undefined:
      walkFieldOwner(walk, expression);
      recordFieldAccessor(walk, expression);
      recordFieldReference(walk, expression);
  }
}

/** Pushes the object that a field belongs to; a static field's target is evaluated all the same. */
export function walkFieldOwner(walk: SourceWalk, expression: Expression): void {
  const resolution = walk.typing.resolutionOf(expression);
  if (expression.kind === 'field-access') {
    if (isNoValue(walk, expression.target)) return;
    walk.value(expression.target, walk.typing.typeOf(expression.target));
    if (resolution?.kind === 'field') castToOwner(walk, expression.target, resolution.owner);
    return;
  }
  if (resolution?.kind !== 'field' || resolution.isStatic) return;
  walkOuterInstance(walk, resolution.owner, expression.start);
}

/** Types and packages; a name that was not found and is written like a type counts as one. */
export function isNoValue(walk: SourceWalk, expression: Expression): boolean {
  const resolution = walk.typing.resolutionOf(expression);
  if (resolution !== undefined) return resolution.kind === 'type' || resolution.kind === 'package';
  if (walk.typing.typeOf(expression).kind !== 'unknown') return false;
  if (expression.kind === 'field-access') return isNoValue(walk, expression.target);
  return expression.kind === 'name' && /^\p{Lu}/u.test(expression.name);
}

/** `this`, or the enclosing instance that has the member: one hidden field for each class between. */
export function walkOuterInstance(walk: SourceWalk, declaring: string, offset: number): void {
  walkOutwards(walk, { isThere: (name) => walk.hierarchy.isSubclass(name, declaring), offset });
}

/**
 * Records the outer instance that `super(…)` gives an inner superclass: the instance around this one,
 * or one further out.
 */
export function walkSuperOuter(walk: SourceWalk, superclass: string, offset: number): void {
  const enclosing = walk.captures.holdsOuter(superclass)
    ? walk.hierarchy.outerOf(superclass)
    : walk.hierarchy.enclosingInstanceOf(superclass);
  const { owner } = walk.role;
  const start = owner === undefined ? undefined : walk.hierarchy.outerOf(owner);
  if (enclosing === undefined || start === undefined) return;
  walkOutwards(walk, {
    isThere: (name) => walk.hierarchy.isSubclass(name, enclosing),
    offset,
    start,
    isFirstFree: false,
  });
}

/** `Outer.this`: that very class, even where a class between extends it too. */
export function walkQualifiedThis(walk: SourceWalk, outer: string, offset: number): void {
  walkOutwards(walk, { isThere: (name) => name === outer, offset });
}

function walkOutwards(
  walk: SourceWalk,
  {
    isThere,
    offset,
    start = walk.role.owner,
    isFirstFree = isInConstructor(walk),
  }: {
    readonly isThere: (name: string) => boolean;
    readonly offset: number;
    readonly start?: string | undefined;
    readonly isFirstFree?: boolean | undefined;
  },
): void {
  walk.recorder.push();
  let current = start;
  let isFree = isFirstFree;
  for (let hops = 0; current !== undefined && hops < MOST_HOPS; hops++) {
    if (isThere(current)) return;
    current = walk.hierarchy.outerOf(current);
    if (current !== undefined && !isFree) recordHiddenField(walk, 'Object', offset);
    isFree = false;
  }
}

/** Before a field is read or written, or both at once. */
export function recordFieldAccessor(walk: SourceWalk, expression: Expression): void {
  const resolution = walk.typing.resolutionOf(expression);
  if (resolution?.kind !== 'field') return;
  const { owner, field } = resolution;
  recordAccessor(walk, { owner, name: field.name, flags: field.flags }, expression.start);
}

export function recordFieldReference(walk: SourceWalk, expression: Expression): void {
  const resolution = walk.typing.resolutionOf(expression);
  const isStatic = resolution?.kind === 'field' && resolution.isStatic;
  const type: JavaType =
    resolution?.kind === 'field' ? resolution.field.type : walk.typing.typeOf(expression);
  const offset = expression.kind === 'field-access' ? expression.nameStart : expression.start;
  walk.recorder.record(
    operationKey(isStatic ? 'StaticFieldReference' : 'FieldReference', [operandTypeOf(type)], 'load'),
    offset,
  );
}

export function walkArrayAccess(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'array-access' },
): void {
  walk.value(expression.array, walk.typing.typeOf(expression.array));
  walk.value(expression.index, intType);
  recordArrayReference(walk, expression);
}

export function recordArrayReference(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'array-access' },
): void {
  const element = operandTypeOf(walk.typing.typeOf(expression));
  const size = sizeOf(walk, expression.index, intType);
  walk.recorder.record(operationKey('ArrayReference', [element], size), expression.index.start);
}
