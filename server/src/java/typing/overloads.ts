/**
 * Chooses the method that a call means among several (JLS 15.12.2): the potentially applicable ones,
 * the three phases, the most specific one.
 *
 * Lenient where the code is broken or a type is unknown: if no method is
 * applicable, the one whose arity fits best is taken.
 */
import type { ClassModel, MemberMethod } from '../types/class-model';
import type { ClassType, JavaType } from '../../classfile/signatures/class-signature';
import type { Expression } from '../syntax/ast';
import { fitsShape, functionMethod, functionTypeOf, isStatementExpression } from './functional';
import { freshVariables } from './inference';
import { type Substitution, substitute, lowerBound, noSubstitution } from '../types/substitution';
import {
  type InvocationPhase,
  isCompatible,
  isSubtype,
  rollBack,
  type TypeContext,
} from '../types/subtyping';
import { isRaw, typeArgumentMap } from '../types/universe';
import { isVoid, sameType, sameTypes, unknownType } from '../types/types';

export interface CandidateMethod {
  readonly member: MemberMethod;
  /** The class that it was looked up in, and the parameterization of it that the call goes to. */
  readonly model: ClassModel;
  readonly receiver: ClassType;
}

export interface Argument {
  readonly expression: Expression | undefined;
  /** Absent for lambdas and method references, whose type depends on the method. */
  readonly type: JavaType | undefined;
  /**
   * True if a method reference, or a lambda without parameters whose body is an expression, gives no
   * value. The choice of an overload depends on it.
   */
  readonly isVoidBody?: () => boolean | undefined;
}

/** A method with its type variables put in: fresh inference variables for its own type parameters. */
interface Instance {
  readonly candidate: CandidateMethod;
  readonly parameters: readonly JavaType[];
  readonly map: Substitution;
  readonly isErased: boolean;
}

export interface SelectedMethod {
  readonly instance: Instance;
  /** The parameter types, one for each argument. */
  readonly formals: readonly JavaType[];
  readonly packsFrom: number | undefined;
  /** An argument's type is not known, and methods that fit give different types. */
  readonly isGuess: boolean;
}

type Phase = InvocationPhase | 'variable';

/** The arguments of a call, put to methods in one of the three phases. */
interface Attempt {
  readonly args: readonly Argument[];
  readonly phase: Phase;
  readonly typeArguments: readonly JavaType[];
}

function instantiate(
  context: TypeContext,
  candidate: CandidateMethod,
  typeArguments: readonly JavaType[] = [],
): Instance {
  const { member, model, receiver } = candidate;
  const isErased = !member.isStatic && receiver !== model.self && isRaw(model, receiver);
  if (isErased && member.typeParameters.length === 0) {
    return { candidate, parameters: member.erasedParameters, map: noSubstitution, isErased };
  }
  const outer = receiver === model.self || isErased ? noSubstitution : typeArgumentMap(model, receiver);
  const map = ownVariables(context, member, typeArguments, outer);
  return {
    candidate,
    parameters:
      map.size === 0 ? member.parameters : member.parameters.map((type) => lowerBound(substitute(type, map))),
    map,
    isErased: false,
  };
}

function ownVariables(
  context: TypeContext,
  { typeParameters }: MemberMethod,
  typeArguments: readonly JavaType[],
  outer: Substitution,
): Substitution {
  if (typeArguments.length === 0 || typeArguments.length !== typeParameters.length) {
    return freshVariables(context, typeParameters, outer);
  }
  const map = new Map(outer);
  typeParameters.forEach((parameter, i) => map.set(parameter.name, typeArguments[i] ?? unknownType));
  return map;
}

export function selectMethod(
  context: TypeContext,
  candidates: readonly CandidateMethod[],
  args: readonly Argument[],
  typeArguments: readonly JavaType[] = [],
): SelectedMethod | undefined {
  const potential = candidates.filter((candidate) => isPotentiallyApplicable(context, candidate, args));
  const [only] = potential;
  if (only === undefined) return guess(context, candidates, args, typeArguments);
  if (potential.length === 1 && !only.member.isVarargs)
    return select(context, only, { args, phase: 'loose', typeArguments });
  for (const phase of ['strict', 'loose', 'variable'] as const) {
    const attempt = { args, phase, typeArguments };
    const applicable = potential.filter((candidate) => isApplicable(context, candidate, attempt));
    const [first] = applicable;
    if (first === undefined) continue;
    if (applicable.length === 1) return select(context, first, attempt);
    const chosen = mostSpecific(context, applicable, first, attempt);
    return { ...select(context, chosen, attempt), isGuess: isGuess(chosen, applicable, args) };
  }
  return guess(context, potential, args, typeArguments);
}

function isGuess(
  chosen: CandidateMethod,
  applicable: readonly CandidateMethod[],
  args: readonly Argument[],
): boolean {
  if (!args.some(({ type }) => type?.kind === 'unknown')) return false;
  const { erasedReturnType } = chosen.member;
  return applicable.some(({ member }) => !sameType(member.erasedReturnType, erasedReturnType));
}

/**
 * Chooses a method where none fits, since some type was lost or the code is broken. The method with
 * the fewest contradictions wins.
 */
function guess(
  context: TypeContext,
  candidates: readonly CandidateMethod[],
  args: readonly Argument[],
  typeArguments: readonly JavaType[],
): SelectedMethod | undefined {
  let best: CandidateMethod | undefined;
  let bestScore = -1;
  for (const candidate of candidates) {
    const { parameters } = candidate.member;
    if (parameters.length !== args.length && !candidate.member.isVarargs) continue;
    const mark = context.trail.length;
    const instance = instantiate(context, candidate, typeArguments);
    const score = args.filter((argument, i) => {
      const formal = instance.parameters[i];
      return (
        formal !== undefined &&
        argument.type !== undefined &&
        isCompatible(context, argument.type, formal, 'loose')
      );
    }).length;
    rollBack(context, mark);
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  if (best === undefined) return undefined;
  return select(context, best, {
    args,
    phase: best.member.parameters.length === args.length ? 'loose' : 'variable',
    typeArguments,
  });
}

function select(
  context: TypeContext,
  candidate: CandidateMethod,
  { args, phase, typeArguments }: Attempt,
): SelectedMethod {
  const instance = instantiate(context, candidate, typeArguments);
  const formals = args.map((_, i) => formalAt(instance.parameters, i, phase));
  return {
    instance,
    formals,
    packsFrom: phase === 'variable' ? instance.parameters.length - 1 : undefined,
    isGuess: false,
  };
}

/** The type that argument `i` is passed as; under variable arity the last parameter repeats. */
function formalAt(parameters: readonly JavaType[], i: number, phase: Phase): JavaType {
  const last = parameters.length - 1;
  if (phase !== 'variable' || i < last) return parameters[i] ?? unknownType;
  const repeated = parameters[last];
  return repeated?.kind === 'array' ? repeated.element : unknownType;
}

function isPotentiallyApplicable(
  context: TypeContext,
  { member }: CandidateMethod,
  args: readonly Argument[],
): boolean {
  const { parameters, isVarargs } = member;
  if (parameters.length !== args.length && !(isVarargs && args.length >= parameters.length - 1)) return false;
  if (!context.isAccessible(member.owner, member.method.flags)) return false;
  return args.every((argument, i) => {
    if (argument.type !== undefined || argument.expression === undefined) return true;
    const formal = parameters[i] ?? parameters.at(-1) ?? unknownType;
    const isRepeated = isVarargs && i >= parameters.length - 1;
    return (
      mayTakeFunction(context, formal, argument.expression) ||
      (isRepeated && formal.kind === 'array' && mayTakeFunction(context, formal.element, argument.expression))
    );
  });
}

function mayTakeFunction(context: TypeContext, formal: JavaType, expression: Expression): boolean {
  if (formal.kind === 'variable' || formal.kind === 'unknown') return true;
  if (formal.kind !== 'class') return false;
  const method = functionMethod(context, formal);
  if (method === undefined) return context.universe.findClass(formal.name) === undefined;
  return expression.kind !== 'lambda' || fitsShape(expression, method);
}

function isApplicable(
  context: TypeContext,
  candidate: CandidateMethod,
  { args, phase, typeArguments }: Attempt,
): boolean {
  const { parameters, isVarargs } = candidate.member;
  if (phase === 'variable' ? !isVarargs : parameters.length !== args.length) return false;
  const mark = context.trail.length;
  const instance = instantiate(context, candidate, typeArguments);
  const conversion = phase === 'strict' ? 'strict' : 'loose';
  const applicable = args.every((argument, i) => {
    const formal = formalAt(instance.parameters, i, phase);
    if (argument.type !== undefined) return isCompatible(context, argument.type, formal, conversion);
    if (argument.expression !== undefined && !mayTakeFunction(context, formal, argument.expression))
      return false;
    return fitsBody(context, argument, formal);
  });
  rollBack(context, mark);
  return applicable;
}

/** A function like `() -> run()` or `this::run` fits one with a result only if `run` has one. */
function fitsBody(context: TypeContext, argument: Argument, formal: JavaType): boolean {
  const { expression } = argument;
  if (argument.isVoidBody === undefined) return true;
  if (expression?.kind === 'lambda' && (expression.body.kind === 'block' || !isStatementExpression(expression.body))) return true; // prettier-ignore
  const method = functionMethod(context, formal);
  return method === undefined || isVoid(method.method.returnType) || argument.isVoidBody() !== true;
}

/** JLS 15.12.2.5; of methods that override each other in effect, the first that is not abstract. */
function mostSpecific(
  context: TypeContext,
  applicable: readonly CandidateMethod[],
  fallback: CandidateMethod,
  attempt: Attempt,
): CandidateMethod {
  const maximal = applicable.filter((candidate) =>
    applicable.every((other) => other === candidate || isMoreSpecific(context, candidate, other, attempt)),
  );
  const [first, second] = maximal;
  if (first === undefined) return applicable.find((candidate) => !candidate.member.isAbstract) ?? fallback;
  if (second === undefined) return first;
  const same = maximal.filter((other) =>
    sameTypes(other.member.erasedParameters, first.member.erasedParameters),
  );
  return (
    same.find((candidate) => !candidate.member.isAbstract) ?? mostSpecificReturn(context, maximal) ?? first
  );
}

function mostSpecificReturn(
  context: TypeContext,
  candidates: readonly CandidateMethod[],
): CandidateMethod | undefined {
  return candidates.find((candidate) =>
    candidates.every((other) =>
      isSubtype(context, candidate.member.erasedReturnType, other.member.erasedReturnType),
    ),
  );
}

function isMoreSpecific(
  context: TypeContext,
  a: CandidateMethod,
  b: CandidateMethod,
  { args, phase }: Attempt,
): boolean {
  const mark = context.trail.length;
  const erasable = a.member.typeParameters.length > 0;
  const own = erasable ? a.member.erasedParameters : instantiate(context, a).parameters;
  const other = instantiate(context, b).parameters;
  const count = phase === 'variable' ? Math.max(args.length, own.length, other.length) : args.length;
  let specific = true;
  for (let i = 0; i < count && specific; i++) {
    const from = formalAt(own, i, phase);
    const to = formalAt(other, i, phase);
    const argument = args[i];
    specific =
      argument !== undefined && argument.type === undefined
        ? isMoreSpecificFunction(context, from, to, argument)
        : isSubtype(context, from, to);
  }
  rollBack(context, mark);
  return specific;
}

/** True if the first of two functional interfaces has the more specific result (JLS 15.12.2.5). */
function isMoreSpecificFunction(
  context: TypeContext,
  from: JavaType,
  to: JavaType,
  argument: Argument,
): boolean {
  if (from.kind === 'class' && to.kind === 'class' && from.name === to.name) return true;
  const a = functionTypeOf(context, from);
  const b = functionTypeOf(context, to);
  if (a === undefined || b === undefined) return isSubtype(context, from, to);
  if (isSubtype(context, a.target, b.target) && a.target.name !== b.target.name) return true;
  if (isVoid(b.returnType)) return true;
  if (isVoid(a.returnType)) return false;
  const aIsPrimitive = a.returnType.kind === 'primitive';
  const bIsPrimitive = b.returnType.kind === 'primitive';
  if (aIsPrimitive === bIsPrimitive) return isSubtype(context, a.returnType, b.returnType);
  return argument.expression?.kind === 'lambda' || argument.expression?.kind === 'method-reference'
    ? aIsPrimitive
    : false;
}
