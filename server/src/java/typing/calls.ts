/**
 * Method calls and object creations (JLS 15.12, 15.9): where the method is
 * looked for, what it gives, and how an instruction would name it.
 */
import type { ClassModel, MemberMethod } from '../types/class-model';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import type { ClassType, JavaType } from '../../classfile/signatures/class-signature';
import type { ArgumentsRoot, CallExpression, Expression, NewExpression } from '../syntax/ast';
import { packageOf } from '../headers/class-names';
import { erase, methodDescriptor } from '../types/erasure';
import { freshVariables, settleType } from './inference';
import { constructorsOf, memberTypeNamed, methodsNamed, withTypeParameters } from './members';
import { classTypesOf, type Qualifier, resolveQualifier, typeOfSuper } from './names';
import { type Argument, type CandidateMethod, selectMethod, type SelectedMethod } from './overloads';
import { enclosingClass, type Scope } from './scopes';
import { noSubstitution, substitute, upperBound } from '../types/substitution';
import { attribute, constrain, record, resolveSyntax, settle, type Typer } from './typer';
import { resolveType } from '../types/type-resolution';
import { classType, isVoid, mentionsInference, objectType, unknownType, voidType } from '../types/types';
import { asCalled, isSignaturePolymorphic } from '../types/signature-polymorphic';
import type { MethodResolution } from './typing';

/** Walks a chain of calls from its left end with a loop: builders make chains of hundreds. */
export function inferCall(typer: Typer, call: CallExpression, scope: Scope): JavaType {
  const chain: CallExpression[] = [];
  for (let { target } = call; target?.kind === 'call'; { target } = target) chain.push(target);
  let receiver: JavaType | undefined;
  for (let i = chain.length - 1; i >= 0; i--) {
    const link = chain[i];
    if (link === undefined) continue;
    const pendingBefore = typer.pending.length;
    const unsettledBefore = typer.unsettled.length;
    const type = record(typer, link, inferLink(typer, link, scope, receiver));
    receiver = settle(typer, type, undefined, { pendingBefore, unsettledBefore });
  }
  return inferLink(typer, call, scope, receiver);
}

/** Types one call of a chain. A receiver that is a call is typed already. */
function inferLink(
  typer: Typer,
  call: CallExpression,
  scope: Scope,
  receiver: JavaType | undefined,
): JavaType {
  if (call.name === 'this' || call.name === 'super') {
    return inferConstructorCall(typer, call, scope);
  }
  const found = candidatesOf(typer, call, scope, receiver);
  const args = inferArguments(typer, call.arguments, scope);
  const typeArguments = call.typeArguments.map((type) => resolveSyntax(typer, type, scope));
  const selection = selectMethod(typer, found.candidates, args, typeArguments);
  if (selection === undefined) {
    typeLeftovers(typer, args, scope);
    return unknownType;
  }
  applyArguments(typer, selection, args, scope);
  const resolution = resolve(typer, call, selection, { isSuper: found.isSuper });
  if (isSignaturePolymorphic(resolution)) typer.resolutions.set(call, asCalled(typer, resolution, args));
  const special = specialReturnType(typer, call, found.receiver);
  return special ?? returnTypeOf(selection);
}

interface CallCandidates {
  readonly candidates: readonly CandidateMethod[];
  readonly receiver: JavaType | undefined;
  readonly isSuper: boolean;
}

function candidatesOf(
  typer: Typer,
  call: CallExpression,
  scope: Scope,
  receiver: JavaType | undefined,
): CallCandidates {
  const { target, name } = call;
  if (receiver !== undefined)
    return { candidates: memberCandidates(typer, receiver, name), receiver, isSuper: false };
  if (target === undefined)
    return { candidates: unqualifiedCandidates(scope, name), receiver: undefined, isSuper: false };
  const isSuper = target.kind === 'super';
  const qualifier: Qualifier = isSuper
    ? { kind: 'value', type: record(typer, target, typeOfSuper(typer, target, scope)) }
    : resolveQualifier(typer, target, scope);
  if (qualifier.kind === 'package') return { candidates: [], receiver: undefined, isSuper };
  return { candidates: memberCandidates(typer, qualifier.type, name), receiver: qualifier.type, isSuper };
}

/** The innermost class with a method of the name, else static imports (JLS 15.12.1, 15.12.3). */
function unqualifiedCandidates(scope: Scope, name: string): readonly CandidateMethod[] {
  let link = scope;
  while (link.kind !== 'unit') {
    if (link.kind === 'class') {
      const { model } = link;
      const members = methodsNamed(model, name);
      if (members.length > 0) return members.map((member) => ({ member, model, receiver: model.self }));
    }
    link = link.parent;
  }
  return link.unit
    .methodsNamed(name)
    .map((member) => ({ member, model: member.owner, receiver: member.owner.self }));
}

export function memberCandidates(typer: Typer, type: JavaType, name: string): readonly CandidateMethod[] {
  const candidates: CandidateMethod[] = [];
  for (const receiver of classTypesOf(typer, type)) {
    const model = typer.universe.findClass(receiver.name);
    if (model === undefined) continue;
    for (const member of methodsNamed(model, name)) candidates.push({ member, model, receiver });
  }
  return candidates;
}

/** Lambdas and method references wait for the method; all else is typed at once. */
function inferArguments(typer: Typer, expressions: readonly Expression[], scope: Scope): readonly Argument[] {
  return expressions.map((expression): Argument => {
    if (!isFunction(expression)) return { expression, type: typer.rules.infer(typer, expression, scope) };
    if (expression.kind === 'method-reference') {
      let isVoid: boolean | undefined;
      const isVoidBody = (): boolean => (isVoid ??= typer.rules.isVoidReference(typer, expression, scope));
      return { expression, type: undefined, isVoidBody };
    }
    if (
      expression.kind !== 'lambda' ||
      expression.parameters.length > 0 ||
      expression.body.kind === 'block'
    ) {
      return { expression, type: undefined };
    }
    const { body } = expression;
    let known: boolean | undefined;
    const isVoidBody = (): boolean => {
      known ??= isVoid(attribute(typer, body, { kind: 'lambda', parent: scope }));
      return known;
    };
    return { expression, type: undefined, isVoidBody };
  });
}

function isFunction(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'conditional') return isFunction(expression.whenTrue) || isFunction(expression.whenFalse);
  return kind === 'lambda' || kind === 'method-reference';
}

function applyArguments(
  typer: Typer,
  selection: SelectedMethod,
  args: readonly Argument[],
  scope: Scope,
): void {
  args.forEach((argument, i) => {
    const formal = selection.formals[i] ?? unknownType;
    if (argument.type !== undefined) constrain(typer, argument.type, formal);
    else if (argument.expression !== undefined) typer.rules.infer(typer, argument.expression, scope, formal);
  });
}

/** The method is not known, but what stands inside its arguments can still be typed. */
function typeLeftovers(typer: Typer, args: readonly Argument[], scope: Scope): void {
  for (const { expression, type } of args) {
    if (type === undefined && expression !== undefined)
      typer.rules.infer(typer, expression, scope, unknownType);
  }
}

function returnTypeOf({ instance, isGuess }: SelectedMethod): JavaType {
  if (isGuess) return unknownType;
  const { member } = instance.candidate;
  if (instance.isErased) return member.erasedReturnType;
  return upperBound(substitute(member.returnType, instance.map));
}

/** `getClass()` gives `Class<? extends |T|>` (JLS 4.3.2), an array's `clone()` the array's type (JLS 10.7). */
function specialReturnType(
  typer: Typer,
  call: CallExpression,
  receiver: JavaType | undefined,
): JavaType | undefined {
  if (call.arguments.length > 0 || receiver === undefined) return undefined;
  if (call.name === 'clone' && receiver.kind === 'array') return receiver;
  if (call.name !== 'getClass') return undefined;
  const bound = erase(receiver, typer.boundsOf);
  return classType('java/lang/Class', [{ kind: 'wildcard', variance: 'extends', bound }]);
}

/** Keeps what a call means; what its parameters stand for may be settled later. */
function resolve(
  typer: Typer,
  node: Expression | ArgumentsRoot,
  selection: SelectedMethod,
  { isSuper }: { readonly isSuper: boolean },
): MethodResolution {
  const resolution = resolutionOf(selection, { isSuper });
  const formals = formalsOf(selection);
  const put = (): void => {
    const settled = formals?.map((formal) => settleType(typer, formal));
    typer.resolutions.set(node, settled === undefined ? resolution : { ...resolution, formals: settled });
  };
  if (formals?.some(mentionsInference) === true) typer.unsettled.push(put);
  else put();
  return resolution;
}

/** The parameter types of a call, if they differ from the declared ones. */
function formalsOf({ instance }: SelectedMethod): readonly JavaType[] | undefined {
  const { member } = instance.candidate;
  if (instance.isErased) return undefined;
  const formals = member.parameters.map((type) => substitute(type, instance.map));
  return formals.every((type, i) => type === member.method.parameters[i]) ? undefined : formals;
}

export function resolutionOf(
  { instance, packsFrom }: SelectedMethod,
  { isSuper }: { readonly isSuper: boolean },
): MethodResolution {
  const { member, model } = instance.candidate;
  const { owner, method } = member;
  const resolution: MethodResolution = {
    kind: 'method',
    owner: owner.signature.name,
    method,
    descriptor: methodDescriptor(owner, method),
    dispatch: dispatchOf(member, model, { isSuper }),
    origin: owner.signature.origin,
  };
  return packsFrom === undefined ? resolution : { ...resolution, packsFrom };
}

function dispatchOf(
  member: MemberMethod,
  model: ClassModel,
  { isSuper }: { readonly isSuper: boolean },
): MethodResolution['dispatch'] {
  if (member.isStatic) return 'static';
  if (isSuper || member.method.name === '<init>') return 'special';
  const isOfObject = member.owner.signature.name === objectType.name;
  return model.isInterface && !isOfObject ? 'interface' : 'virtual';
}

/** `this(…)`, `super(…)` and `outer.super(…)`. */
function inferConstructorCall(typer: Typer, call: CallExpression, scope: Scope): JavaType {
  if (call.target !== undefined) attribute(typer, call.target, scope);
  const own = enclosingClass(scope);
  const receiver = call.name === 'this' ? own?.self : own?.signature.superclass;
  const selection = selectConstructor(typer, receiver, call.arguments, scope);
  if (selection !== undefined) resolve(typer, call, selection, { isSuper: true });
  return voidType;
}

function selectConstructor(
  typer: Typer,
  receiver: ClassType | undefined,
  expressions: readonly Expression[],
  scope: Scope,
): SelectedMethod | undefined {
  const model = receiver === undefined ? undefined : typer.universe.findClass(receiver.name);
  const args = inferArguments(typer, expressions, scope);
  const candidates =
    model === undefined || receiver === undefined
      ? []
      : constructorsOf(model).map((member) => ({ member, model, receiver }));
  const selection = selectMethod(typer, candidates, args);
  if (selection === undefined) typeLeftovers(typer, args, scope);
  else applyArguments(typer, selection, args, scope);
  return selection;
}

/** The arguments of an enum constant, which go to a constructor of its enum. */
export function typeConstantArguments(typer: Typer, root: ArgumentsRoot, scope: Scope): void {
  const pendingBefore = typer.pending.length;
  const unsettledBefore = typer.unsettled.length;
  const selection = selectConstructor(typer, enclosingClass(scope)?.self, root.arguments, scope);
  if (selection !== undefined) resolve(typer, root, selection, { isSuper: true });
  settle(typer, voidType, undefined, { pendingBefore, unsettledBefore });
}

export function inferNew(
  typer: Typer,
  creation: NewExpression,
  scope: Scope,
  target: JavaType | undefined,
): JavaType {
  const pendingBefore = typer.pending.length;
  const unsettledBefore = typer.unsettled.length;
  const type = createdType(typer, creation, scope);
  const isDiamond = creation.type.kind === 'named' && creation.type.parts.at(-1)?.diamond === true;
  const args = inferArguments(typer, creation.arguments, scope);
  const created =
    type.kind === 'class' ? inferCreation(typer, creation, scope, { type, isDiamond, args }) : unknownType;
  if (type.kind !== 'class') typeLeftovers(typer, args, scope);
  if (creation.body === undefined) return created;
  const supertype = settle(typer, created, target, { pendingBefore, unsettledBefore });
  if (isDiamond) typer.syntaxTypes.set(creation.type, supertype);
  return typer.rules.typeLocalClass(typer, creation.body, scope, supertype);
}

function createdType(typer: Typer, creation: NewExpression, scope: Scope): JavaType {
  const { outer, type: syntax } = creation;
  if (outer === undefined) return resolveSyntax(typer, syntax, scope);
  const outerType = attribute(typer, outer, scope);
  const first = syntax.kind === 'named' ? syntax.parts[0] : undefined;
  for (const type of classTypesOf(typer, outerType)) {
    const model = typer.universe.findClass(type.name);
    const member =
      model === undefined || first === undefined ? undefined : memberTypeNamed(model, first.name);
    if (member === undefined || first === undefined) continue;
    const typeArguments = first.typeArguments.map((argument) => resolveType(argument, scope, typer.universe));
    const parameterized = type.typeArguments.length > 0 || type.outer !== undefined;
    const created = classType(member.name, typeArguments, parameterized ? type : undefined);
    typer.syntaxTypes.set(syntax, created);
    return created;
  }
  return unknownType;
}

function inferCreation(
  typer: Typer,
  creation: NewExpression,
  scope: Scope,
  {
    type,
    isDiamond,
    args,
  }: { readonly type: ClassType; readonly isDiamond: boolean; readonly args: readonly Argument[] },
): JavaType {
  const model = typer.universe.findClass(type.name);
  if (model === undefined) {
    typeLeftovers(typer, args, scope);
    return type;
  }
  const isInterface = (model.signature.flags & AccessFlag.interface) !== 0;
  const owner = isInterface ? typer.universe.findClass(objectType.name) : model;
  const members =
    owner === undefined ? [] : isDiamond && !isInterface ? diamondConstructors(model) : constructorsOf(owner);
  const receiver = isInterface ? objectType : isDiamond && type.outer === undefined ? model.self : type;
  const candidates = members
    .filter((member) => creation.body !== undefined || isCreatable(member, scope))
    .map((member): CandidateMethod => ({ member, model: owner ?? model, receiver }));
  const selection = selectMethod(typer, candidates, args);
  if (selection === undefined) typeLeftovers(typer, args, scope);
  else {
    applyArguments(typer, selection, args, scope);
    resolve(typer, creation, selection, { isSuper: true });
  }
  if (!isDiamond) return type;
  if (isInterface) return freshParameterization(typer, model);
  return selection === undefined ? model.raw : substitute(model.self, selection.instance.map);
}

/** A subclass calls a protected constructor with `super` only, not with `new` (JLS 6.6.2.2). */
function isCreatable(member: MemberMethod, scope: Scope): boolean {
  if ((member.method.flags & AccessFlag.protected) === 0) return true;
  return packageOf(member.owner.signature.name) === packageOf(enclosingClass(scope)?.signature.name ?? '');
}

/** `new Comparator<>() {…}`: an interface has no constructor, its arguments come from the target alone. */
function freshParameterization(typer: Typer, model: ClassModel): JavaType {
  return substitute(model.self, freshVariables(typer, model.signature.typeParameters, noSubstitution));
}

/** Constructors as generic methods that also have their class's type parameters (JLS 15.9.3). */
export function diamondConstructors(model: ClassModel): readonly MemberMethod[] {
  let found = model.methods.get('<diamond>');
  if (found === undefined) {
    const own = model.signature.typeParameters;
    found = constructorsOf(model).map((member) => withTypeParameters(member, own));
    model.methods.set('<diamond>', found);
  }
  return found;
}
