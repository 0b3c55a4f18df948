/**
 * Pattern variables: what patterns declare, and where conditions bring it into
 * scope (JLS 6.3.1, 14.30).
 */
import type { ClassModel } from './class-model';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { Expression, Pattern } from '../syntax/ast';
import { freshVariables, settleType } from '../typing/inference';
import { constructorsOf } from '../typing/members';
import type { LocalVariable, Scope } from '../typing/scopes';
import { noSubstitution, substitute, upperBound } from './substitution';
import { isSubtype } from './subtyping';
import { type Bindings, resolveSyntax, type Typer } from '../typing/typer';
import { asSuper, isRaw, typeArgumentMap } from './universe';
import { unknownType } from './types';

const none: readonly LocalVariable[] = [];
const noBindings: Bindings = { whenTrue: none, whenFalse: none };

export function bindingsOf(typer: Typer, expression: Expression): Bindings {
  return typer.bindings.get(expression) ?? noBindings;
}

/** Keeps what an operator makes of its operands' variables; called once they are typed. */
export function bindOperator(typer: Typer, expression: Expression): void {
  if (typer.bindings.size === 0) return;
  const bindings = combine(typer, expression);
  if (bindings.whenTrue.length > 0 || bindings.whenFalse.length > 0) typer.bindings.set(expression, bindings);
}

function combine(typer: Typer, expression: Expression): Bindings {
  if (expression.kind === 'unary' && expression.operator === '!') {
    const { whenTrue, whenFalse } = bindingsOf(typer, expression.operand);
    return { whenTrue: whenFalse, whenFalse: whenTrue };
  }
  if (expression.kind !== 'binary') return noBindings;
  const left = bindingsOf(typer, expression.left);
  const right = bindingsOf(typer, expression.right);
  if (expression.operator === '&&')
    return { whenTrue: [...left.whenTrue, ...right.whenTrue], whenFalse: none };
  if (expression.operator === '||')
    return { whenTrue: none, whenFalse: [...left.whenFalse, ...right.whenFalse] };
  return noBindings;
}

/** Types a pattern that a value of type `matched` is put to; gives the variables it declares. */
export function typePattern(
  typer: Typer,
  pattern: Pattern,
  matched: JavaType,
  scope: Scope,
): readonly LocalVariable[] {
  typer.matchedTypes.set(pattern, matched);
  switch (pattern.kind) {
    case 'match-all':
      typer.patternTypes.set(pattern, matched);
      return none;
    case 'type-pattern': {
      const isInferred = pattern.type.kind === 'inferred';
      const type = isInferred ? upperBound(matched) : resolveSyntax(typer, pattern.type, scope);
      if (isInferred) typer.syntaxTypes.set(pattern.type, type);
      typer.patternTypes.set(pattern, type);
      return [{ name: pattern.name, type }];
    }
    case 'record-pattern': {
      const type = recordType(typer, resolveSyntax(typer, pattern.type, scope), matched);
      typer.syntaxTypes.set(pattern.type, type);
      typer.patternTypes.set(pattern, type);
      const components = componentTypes(typer, type, pattern.patterns.length);
      return pattern.patterns.flatMap((inner, i) =>
        typePattern(typer, inner, components[i] ?? unknownType, scope),
      );
    }
  }
}

/** A generic record named without arguments takes them from what is matched (JLS 18.5.5). */
function recordType(typer: Typer, type: JavaType, matched: JavaType): JavaType {
  const model = type.kind === 'class' ? typer.universe.findClass(type.name) : undefined;
  if (type.kind !== 'class' || model === undefined || !isRaw(model, type)) return type;
  const whole = upperBound(matched);
  const open = substitute(model.self, freshVariables(typer, model.signature.typeParameters, noSubstitution));
  if (open.kind === 'class' && whole.kind === 'class') {
    const seen = asSuper(typer.universe, open, whole.name);
    if (seen !== undefined) isSubtype(typer, seen, whole);
  }
  return settleType(typer, open);
}

/** The types of a record's components, in the order of its header. */
function componentTypes(typer: Typer, type: JavaType, count: number): readonly JavaType[] {
  const model = type.kind === 'class' ? typer.universe.findClass(type.name) : undefined;
  if (type.kind !== 'class' || model === undefined) return [];
  const map = typeArgumentMap(model, type);
  return declaredComponents(model, count).map((component) => upperBound(substitute(component, map)));
}

/** The fields are the components; where only the public members are known, the canonical constructor is. */
function declaredComponents(model: ClassModel, count: number): readonly JavaType[] {
  const fields = model.signature.fields.filter((field) => (field.flags & AccessFlag.static) === 0);
  if (fields.length === count) return fields.map((field) => field.type);
  return constructorsOf(model).find((member) => member.parameters.length === count)?.parameters ?? [];
}
