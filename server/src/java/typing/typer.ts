/**
 * The state of typing one body: what was found, and what is still to be
 * inferred.
 *
 * The functions of this room take it first. They call each other through
 * `rules`, since expressions, statements, lambdas and classes contain one
 * another, and modules must not.
 */
import type { ClassSignature, ConstantValue, JavaType } from '../../classfile/signatures/class-signature';
import type {
  ArgumentsRoot,
  ClassDeclaration,
  Expression,
  ExpressionOf,
  LambdaExpression,
  LocalClass,
  MethodReference,
  ParameterSyntax,
  Pattern,
  Problem,
  Statement,
  TypeSyntax,
} from '../syntax/ast';
import { settleType } from './inference';
import type { LocalVariable, Scope } from './scopes';
import { isCompatible, rollBack, type TypeContext } from '../types/subtyping';
import { resolveType } from '../types/type-resolution';
import { mentionsInference, unknownType } from '../types/types';
import type { Resolution } from './typing';

export interface Typer extends TypeContext {
  readonly types: Map<Expression, JavaType>;
  readonly resolutions: Map<Expression | ArgumentsRoot, Resolution>;
  readonly constants: Map<Expression, ConstantValue>;
  readonly syntaxTypes: Map<TypeSyntax, JavaType>;
  readonly parameterTypes: Map<ParameterSyntax, JavaType>;
  readonly patternTypes: Map<Pattern, JavaType>;
  readonly matchedTypes: Map<Pattern, JavaType>;
  readonly returnTypes: Map<LambdaExpression, JavaType>;
  /** Pattern variables that an expression brings into scope (JLS 6.3.1). */
  readonly bindings: Map<Expression, Bindings>;
  readonly typeVariables: Map<string, readonly JavaType[]>;
  readonly localClasses: Map<string, ClassSignature>;
  readonly localClassNames: Map<ClassDeclaration, string>;
  /** Binary name of the class that the body stands in, and what its local classes' names start with instead. */
  readonly outerName: string;
  readonly localClassPrefix: string | undefined;
  /** Lambdas and method references whose target's variables are not settled, oldest first. */
  readonly pending: PendingFunction[];
  /** The records to repeat once inference is over, since their types still mention inference variables. */
  readonly unsettled: (() => void)[];
  readonly problems: Problem[];
  readonly rules: Rules;
}

export interface Bindings {
  readonly whenTrue: readonly LocalVariable[];
  readonly whenFalse: readonly LocalVariable[];
}

export interface PendingFunction {
  readonly expression: ExpressionOf<'lambda' | 'method-reference'>;
  readonly target: JavaType;
  readonly scope: Scope;
}

/** The receivers of the values of `return` and `yield`. */
export interface Exits {
  returned(value: Expression, scope: Scope): void;
  yielded(value: Expression, scope: Scope): void;
}

export interface Rules {
  /** Types an expression whose type may still mention inference variables. */
  infer(typer: Typer, expression: Expression, scope: Scope, target?: JavaType): JavaType;
  /** Types statements in turn; gives the scope after the last. */
  typeStatements(typer: Typer, statements: readonly Statement[], scope: Scope, exits: Exits): Scope;
  /** Types a pending function and adds what it says of its target's variables; gives its own type. */
  applyFunction(typer: Typer, pending: PendingFunction): JavaType;
  /** True if the types that a function takes are known well enough to type its body. */
  isReady(typer: Typer, pending: PendingFunction): boolean;
  /** True if a method reference can mean one method only, and that gives nothing. */
  isVoidReference(typer: Typer, reference: MethodReference, scope: Scope): boolean;
  /** Declares a local or anonymous class and types its members. */
  typeLocalClass(typer: Typer, local: LocalClass, scope: Scope, supertype: JavaType | undefined): JavaType;
}

export function record(typer: Typer, expression: Expression, type: JavaType): JavaType {
  recordIn(typer, typer.types, expression, type);
  return type;
}

/** Keeps a type; one that is not inferred yet is put right when the expression around it is settled. */
export function recordIn<K>(typer: Typer, map: Map<K, JavaType>, key: K, type: JavaType): void {
  map.set(key, type);
  if (mentionsInference(type)) typer.unsettled.push(() => map.set(key, settleType(typer, type)));
}

export function resolveSyntax(typer: Typer, syntax: TypeSyntax, scope: Scope): JavaType {
  const type = resolveType(syntax, scope, typer.universe);
  typer.syntaxTypes.set(syntax, type);
  return type;
}

/** Types an expression that stands on its own, or is assigned to a place of the target type: nothing is left to infer. */
export function attribute(typer: Typer, expression: Expression, scope: Scope, target?: JavaType): JavaType {
  const pendingBefore = typer.pending.length;
  const unsettledBefore = typer.unsettled.length;
  const type = typer.rules.infer(typer, expression, scope, target);
  return settle(typer, type, target, { pendingBefore, unsettledBefore });
}

export function settle(
  typer: Typer,
  type: JavaType,
  target: JavaType | undefined,
  { pendingBefore, unsettledBefore }: { readonly pendingBefore: number; readonly unsettledBefore: number },
): JavaType {
  const isOpen = mentionsInference(type);
  if (isOpen && target !== undefined) constrain(typer, type, target);
  if (typer.pending.length > pendingBefore) settlePending(typer, pendingBefore);
  const settled = isOpen ? settleType(typer, type) : type;
  if (typer.unsettled.length > unsettledBefore) {
    for (const put of typer.unsettled.splice(unsettledBefore)) put();
  }
  return settled;
}

/** Adds that a value is put into a place, unless that contradicts what is known. */
export function constrain(typer: Typer, from: JavaType, to: JavaType): boolean {
  const mark = typer.trail.length;
  if (isCompatible(typer, from, to, 'loose')) return true;
  rollBack(typer, mark);
  return false;
}

/** Functions are typed in the order in which their inputs become known (JLS 18.5.2.2). */
function settlePending(typer: Typer, before: number): void {
  while (typer.pending.length > before) {
    let next = before;
    for (let i = before; i < typer.pending.length; i++) {
      const candidate = typer.pending[i];
      if (candidate !== undefined && typer.rules.isReady(typer, candidate)) {
        next = i;
        break;
      }
    }
    const [pending] = typer.pending.splice(next, 1);
    if (pending !== undefined) typer.rules.applyFunction(typer, pending);
  }
}

export function typeOfExpression(typer: Typer, expression: Expression): JavaType {
  return typer.types.get(expression) ?? unknownType;
}
