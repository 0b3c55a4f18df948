/**
 * Method references (JLS 15.13): the method that is meant, by the types that
 * the target's function takes, and what it returns.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { MethodReference } from '../syntax/ast';
import { isTypeSyntax } from '../headers/type-syntax';
import { diamondConstructors, memberCandidates, resolutionOf } from './calls';
import type { FunctionType } from './functional';
import { settleType } from './inference';
import { constructorsOf } from './members';
import { resolveQualifier, typeOfSuper } from './names';
import { type Argument, type CandidateMethod, type SelectedMethod, selectMethod } from './overloads';
import type { Scope } from './scopes';
import { asSuper } from '../types/universe';
import { substitute, upperBound } from '../types/substitution';
import { isCompatible, rollBack } from '../types/subtyping';
import { constrain, record, resolveSyntax, type Typer, typeOfExpression } from './typer';
import { isVoid, mentionsInference, unknownType } from '../types/types';

interface ReferenceTarget {
  readonly type: JavaType;
  /** `Type::method`: instance methods take their receiver as the first argument. */
  readonly isType: boolean;
  readonly isSuper: boolean;
}

function targetOf(typer: Typer, { target }: MethodReference, scope: Scope): ReferenceTarget {
  if (isTypeSyntax(target))
    return { type: resolveSyntax(typer, target, scope), isType: true, isSuper: false };
  if (target.kind === 'super') {
    return { type: record(typer, target, typeOfSuper(typer, target, scope)), isType: false, isSuper: true };
  }
  if (typer.types.has(target)) {
    return {
      type: typeOfExpression(typer, target),
      isType: typer.resolutions.get(target)?.kind === 'type',
      isSuper: false,
    };
  }
  const qualifier = resolveQualifier(typer, target, scope);
  if (qualifier.kind === 'package') return { type: unknownType, isType: false, isSuper: false };
  return { type: qualifier.type, isType: qualifier.kind === 'type', isSuper: false };
}

/**
 * True if a reference can mean one method only. Such a reference determines its parameter types by
 * itself (JLS 15.13.1).
 */
export function isExactReference(typer: Typer, reference: MethodReference, scope: Scope): boolean {
  const target = targetOf(typer, reference, scope);
  return candidatesOf(typer, reference, target).length === 1;
}

/** An exact one without a result fits no function that has one (JLS 15.12.2.2). */
export function isVoidReference(typer: Typer, reference: MethodReference, scope: Scope): boolean {
  if (reference.name === 'new') return false;
  const [only, ...others] = candidatesOf(typer, reference, targetOf(typer, reference, scope));
  return only !== undefined && others.length === 0 && isVoid(only.member.method.returnType);
}

function candidatesOf(
  typer: Typer,
  { name }: MethodReference,
  { type }: ReferenceTarget,
): readonly CandidateMethod[] {
  if (name !== 'new') return memberCandidates(typer, type, name);
  if (type.kind !== 'class') return [];
  const model = typer.universe.findClass(type.name);
  if (model === undefined) return [];
  const isGeneric = model.signature.typeParameters.length > 0 && type.typeArguments.length === 0;
  const members = isGeneric ? diamondConstructors(model) : constructorsOf(model);
  const receiver = isGeneric ? model.self : type;
  return members.map((member) => ({ member, model, receiver }));
}

export function applyMethodReference(
  typer: Typer,
  reference: MethodReference,
  type: FunctionType | undefined,
  scope: Scope,
): void {
  const target = targetOf(typer, reference, scope);
  if (type === undefined) return;
  if (reference.name === 'new' && target.type.kind === 'array') {
    giveResult(typer, target.type, type.returnType);
    return;
  }
  if (target.type.kind === 'array' && reference.name === 'clone')
    giveResult(typer, target.type, type.returnType);
  const candidates = candidatesOf(typer, reference, target);
  const parameters =
    candidates.length === 1
      ? type.parameters
      : type.parameters.map((parameter) => settleType(typer, parameter));
  const found = selectReferenced(typer, reference, { target, candidates, parameters });
  if (found === undefined) return;
  const resolution = resolutionOf(found.selection, { isSuper: target.isSuper });
  const { packsFrom } = resolution;
  const packs = packsFrom === undefined ? {} : { packs: parameters.length - found.skipped - packsFrom };
  typer.resolutions.set(reference, { ...resolution, ...packs });
  parameters.slice(found.skipped).forEach((parameter, i) => {
    constrain(typer, parameter, found.selection.formals[i] ?? unknownType);
  });
  giveResult(typer, resultOf(reference, found.selection), type.returnType);
}

function giveResult(typer: Typer, result: JavaType, returnType: JavaType): void {
  if (!isVoid(returnType) && !isVoid(result)) constrain(typer, result, returnType);
}

function resultOf(reference: MethodReference, { instance }: SelectedMethod): JavaType {
  const { member, model, receiver } = instance.candidate;
  if (reference.name === 'new')
    return receiver === model.self ? substitute(model.self, instance.map) : receiver;
  if (instance.isErased) return member.erasedReturnType;
  return upperBound(substitute(member.returnType, instance.map));
}

interface Referenced {
  readonly selection: SelectedMethod;
  /** The number of the function's parameters that are the receiver: 0 or 1. */
  readonly skipped: number;
}

function selectReferenced(
  typer: Typer,
  reference: MethodReference,
  {
    target,
    candidates,
    parameters,
  }: {
    readonly target: ReferenceTarget;
    readonly candidates: readonly CandidateMethod[];
    readonly parameters: readonly JavaType[];
  },
): Referenced | undefined {
  const all = parameters.map(argumentOf);
  if (!target.isType || reference.name === 'new') {
    const selection = selectMethod(typer, candidates, all);
    return selection === undefined ? undefined : { selection, skipped: 0 };
  }
  const statics = candidates.filter(({ member }) => member.isStatic);
  const [first, ...rest] = all;
  const instances = candidates
    .filter(({ member }) => !member.isStatic)
    .map((candidate) => throughReceiver(typer, candidate, target.type, parameters[0]));
  const direct = fitting(typer, statics, all);
  const viaReceiver = first === undefined ? undefined : fitting(typer, instances, rest);
  if (viaReceiver !== undefined && (direct === undefined || !fits(typer, direct, all))) {
    if (parameters[0] !== undefined) constrain(typer, parameters[0], viaReceiver.instance.candidate.receiver);
    return { selection: viaReceiver, skipped: 1 };
  }
  return direct === undefined ? undefined : { selection: direct, skipped: 0 };
}

/** `List::size` on a `List<String>` goes to that parameterization (JLS 15.13.1). */
function throughReceiver(
  typer: Typer,
  candidate: CandidateMethod,
  type: JavaType,
  first: JavaType | undefined,
): CandidateMethod {
  if (type.kind !== 'class' || type.typeArguments.length > 0 || first?.kind !== 'class') return candidate;
  const receiver = asSuper(typer.universe, first, type.name);
  return receiver === undefined ? candidate : { ...candidate, receiver };
}

function argumentOf(type: JavaType): Argument {
  return { expression: undefined, type };
}

function fitting(
  typer: Typer,
  candidates: readonly CandidateMethod[],
  args: readonly Argument[],
): SelectedMethod | undefined {
  return candidates.length === 0 ? undefined : selectMethod(typer, candidates, args);
}

function fits(typer: Typer, { formals }: SelectedMethod, args: readonly Argument[]): boolean {
  const mark = typer.trail.length;
  const all = args.every(({ type = unknownType }, i) => {
    const formal = formals[i] ?? unknownType;
    return mentionsInference(formal) || isCompatible(typer, type, formal, 'loose');
  });
  rollBack(typer, mark);
  return all;
}
