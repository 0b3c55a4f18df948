/**
 * Switch statements and expressions (JLS 14.11, 15.28).
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { CaseLabel, Expression, ExpressionOf, SwitchBody, SwitchCase } from '../syntax/ast';
import { bindingsOf, typePattern } from '../types/bindings';
import { fieldNamed } from './members';
import { armOf, conditionalType } from './operators';
import { classTypesOf, useField } from './names';
import { type Scope, withLocals, type LocalVariable } from './scopes';
import { attribute, type Exits, type Typer } from './typer';
import { isPrimitive, isVoid, unknownType } from '../types/types';

export function typeSwitch(typer: Typer, body: SwitchBody, scope: Scope, exits: Exits): void {
  const selector = attribute(typer, body.selector, scope);
  // Declarations of one statement group are in scope in the groups after it.
  let groups = scope;
  for (const one of body.cases) {
    const bound = typeLabels(typer, one, selector, groups);
    const inner = withLocals(groups, bound);
    if (one.value !== undefined) exits.yielded(one.value, inner);
    const after = typer.rules.typeStatements(typer, one.body, inner, exits);
    groups = one.arrow || bound.length > 0 ? groups : after;
  }
}

function typeLabels(
  typer: Typer,
  one: SwitchCase,
  selector: JavaType,
  scope: Scope,
): readonly LocalVariable[] {
  const variables = one.labels.flatMap((label) => typeLabel(typer, label, selector, scope));
  if (one.guard === undefined) return variables;
  attribute(typer, one.guard, withLocals(scope, variables));
  return [...variables, ...bindingsOf(typer, one.guard).whenTrue];
}

function typeLabel(
  typer: Typer,
  label: CaseLabel,
  selector: JavaType,
  scope: Scope,
): readonly LocalVariable[] {
  if (label.kind === 'pattern') return typePattern(typer, label.pattern, selector, scope);
  if (label.kind === 'constant' && !typeEnumLabel(typer, label.expression, selector))
    attribute(typer, label.expression, scope, selector);
  return [];
}

/** A bare name in a switch over an enum is one of its constants. */
function typeEnumLabel(typer: Typer, expression: Expression, selector: JavaType): boolean {
  if (expression.kind !== 'name') return false;
  for (const type of classTypesOf(typer, selector)) {
    const model = typer.universe.findClass(type.name);
    if (model?.signature.superclass?.name !== 'java/lang/Enum') continue;
    const constant = fieldNamed(model, expression.name);
    if (constant === undefined) continue;
    useField(typer, expression, { member: constant, type: constant.type, byName: false });
    return true;
  }
  return false;
}

/** Types a switch expression: by its target's type if that is known, else by the type that all results share. */
export function inferSwitchExpression(
  typer: Typer,
  expression: ExpressionOf<'switch-expression'>,
  scope: Scope,
  target: JavaType | undefined,
): JavaType {
  const results: { readonly expression: Expression; readonly type: JavaType }[] = [];
  typeSwitch(typer, expression.switch, scope, {
    returned(value, at) {
      attribute(typer, value, at);
    },
    yielded(value, at) {
      const type = typer.rules.infer(typer, value, at, target);
      if (!isVoid(type)) results.push({ expression: value, type });
    },
  });
  if (target !== undefined && isPrimitive(target)) return target;
  return commonType(typer, results) ?? target ?? unknownType;
}

function commonType(
  typer: Typer,
  results: readonly { readonly expression: Expression; readonly type: JavaType }[],
): JavaType | undefined {
  let common: JavaType | undefined;
  for (const { expression, type } of results) {
    const arm = armOf(typer, expression, type);
    common = common === undefined ? type : conditionalType(typer, { type: common, constant: undefined }, arm);
  }
  return common;
}
