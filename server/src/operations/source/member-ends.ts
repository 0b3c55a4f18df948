/**
 * Records what a member does before and after its written code: the constructor that a constructor
 * calls, the store of a field's value.
 *
 * Sits in `operations/`, under `extract-source.ts`. JLS 8.8.7, 8.10.4, 12.5.
 */
import type { BlockStatement, BodyRoot, Expression } from '../../java/syntax/ast';
import { AccessFlag, type JavaType } from '../../classfile/signatures/class-signature';
import {
  EMPTY_CONSTRUCTORS,
  recordHiddenCall,
  recordInvocation,
  walkArguments,
  walkUnresolved,
} from './calls';
import { operationKey } from '../catalogue/catalogue';
import { recordEnd } from './creations';
import { classType, isString } from '../../java/types/types';
import { sizeOf } from './convert';
import { hiddenFieldsOf, recordHiddenStores } from './captures';
import { operandTypeOf, UNTYPED } from '../catalogue/operand-types';
import { walkSuperOuter } from './references';
import type { SourceWalk } from './source-walk';

/** A constructor that calls no other one calls its superclass's first. */
export function walkImplicitStart(walk: SourceWalk, root: BodyRoot): void {
  const { role } = walk;
  if (role.kind !== 'constructor' && role.kind !== 'compact-constructor') return;
  if (root.kind !== 'statements') return;
  const called = constructorCalled(root.block);
  if (called !== 'this') storeHiddenFields(walk, root.block.start);
  if (called !== undefined) return;
  const signature = role.owner === undefined ? undefined : walk.hierarchy.signatureOf(role.owner);
  const superclass = signature?.superclass?.name ?? 'java/lang/Object';
  const origin = walk.hierarchy.signatureOf(superclass)?.origin ?? 'platform';
  const offset = root.block.start;
  walk.recorder.push();
  walkSuperOuter(walk, superclass, offset);
  const invocation = operationKey('MethodInvocation', [], 'reference', ['special']);
  if (EMPTY_CONSTRUCTORS.has(superclass)) walk.recorder.record(invocation, offset);
  else if (origin !== 'workspace') recordHiddenCall(walk, superclass, '<init>', offset);
  else walk.recorder.record(invocation, offset, { callee: `${superclass}.<init>()V` });
}

/**
 * The constructor call of a constructor. Since Java 25 it need not come first (JEP 513). `super` and
 * `this` name no methods.
 */
function constructorCalled(block: BlockStatement): 'this' | 'super' | undefined {
  for (const statement of block.statements) {
    if (statement.kind !== 'expression-statement' || statement.expression.kind !== 'call') continue;
    const { name } = statement.expression;
    if (name === 'this' || name === 'super') return name;
  }
  return undefined;
}

function storeHiddenFields(walk: SourceWalk, offset: number): void {
  const { role, hierarchy, captures, habits } = walk;
  if (role.owner === undefined) return;
  const hidden = hiddenFieldsOf(role.owner, hierarchy.enclosingInstanceOf(role.owner), captures);
  recordHiddenStores((key) => { walk.recorder.record(key, offset); }, hidden, habits); // prettier-ignore
}

/** A compact constructor stores its parameters into the fields at the end. */
export function walkMemberEnd(walk: SourceWalk, block: BlockStatement): void {
  for (const statement of block.statements) walk.statement(statement);
  walk.recorder.block = walk.blocks.blockAtEnd.get(block) ?? walk.recorder.block;
  const offset = Math.max(block.start, block.end - 1);
  const { owner } = walk.role;
  const fields = owner === undefined ? [] : (walk.hierarchy.signatureOf(owner)?.fields ?? []);
  for (const field of fields) {
    if ((field.flags & AccessFlag.static) !== 0) continue;
    walk.recorder.record(operationKey('FieldStore', [operandTypeOf(field.type)], 'load'), offset);
  }
  recordEnd(walk, offset);
}

/**
 * True for a constant variable: it is of a primitive type or a String (JLS 4.12.4). A box is made when
 * the class is initialized.
 */
function isConstantVariable({ typing }: SourceWalk, value: Expression, type: JavaType): boolean {
  return typing.constantOf(value) !== undefined && (type.kind === 'primitive' || isString(type));
}

/** A field's value, or an enum constant's arguments. */
export function walkValueRoot(walk: SourceWalk, root: BodyRoot): void {
  const { role } = walk;
  const store = role.isStatic === true ? 'StaticFieldStore' : 'FieldStore';
  if (root.kind === 'value') {
    const { expression } = root;
    const type = role.type ?? walk.typing.typeOf(expression);
    // A static constant variable is in the class file's own table: nothing runs (JLS 12.4.2).
    if (role.isStatic === true && role.isFinal === true && isConstantVariable(walk, expression, type)) return;
    walk.value(expression, type);
    const size = sizeOf(walk, expression, type);
    walk.recorder.record(operationKey(store, [operandTypeOf(type)], size), expression.start);
    return;
  }
  if (root.kind !== 'arguments') return;
  const offset = root.arguments[0]?.start ?? role.nameStart ?? 0;
  walk.recorder.record(operationKey('NewObject', ['Object'], 'reference'), offset);
  const constructor = walk.typing.resolutionOf(root);
  if (constructor?.kind !== 'method') {
    walkUnresolved(walk, root.arguments, offset);
  } else {
    walkArguments(walk, root.arguments, constructor, offset);
    recordInvocation(walk, constructor, { arguments: root.arguments }, offset);
  }
  // The constant is a field of its enum's own type.
  const type = role.owner === undefined ? UNTYPED : operandTypeOf(classType(role.owner));
  walk.recorder.record(operationKey('StaticFieldStore', [type], 'load'), offset);
}
