/**
 * The scope of simple names at a place (JLS 6.3, 6.4): a chain of immutable links, innermost first, so
 * that a place in a body is one pointer, and a lambda that is typed later is typed where it stands.
 */
import type { ClassModel, UnitScope } from '../types/class-model';
import type { ConstantValue, JavaType, TypeParameter } from '../../classfile/signatures/class-signature';

export interface LocalVariable {
  readonly name: string;
  readonly type: JavaType;
  /** The value of a final local with a constant initializer (JLS 4.12.4). */
  readonly constant?: ConstantValue;
}

export type Scope =
  | { readonly kind: 'local'; readonly variable: LocalVariable; readonly parent: Scope }
  /** A local class or a type variable. */
  | {
      readonly kind: 'type';
      readonly name: string;
      readonly type: JavaType;
      readonly bounds?: readonly JavaType[];
      readonly parent: Scope;
    }
  /** The members of a class. Locals beyond it are captured. */
  | { readonly kind: 'class'; readonly model: ClassModel; readonly isStatic: boolean; readonly parent: Scope }
  /** Locals beyond it are captured. */
  | { readonly kind: 'lambda'; readonly parent: Scope }
  | { readonly kind: 'unit'; readonly unit: UnitScope };

export function withLocal(parent: Scope, variable: LocalVariable): Scope {
  return { kind: 'local', variable, parent };
}

export function withLocals(parent: Scope, variables: readonly LocalVariable[] | undefined): Scope {
  let scope = parent;
  if (variables !== undefined) for (const variable of variables) scope = withLocal(scope, variable);
  return scope;
}

/** Type variables see each other in their bounds, so the bounds are resolved late. */
export function withTypeParameters(parent: Scope, parameters: readonly TypeParameter[]): Scope {
  let scope = parent;
  for (const parameter of parameters) {
    scope = {
      kind: 'type',
      name: parameter.name,
      type: { kind: 'variable', name: parameter.name },
      get bounds() {
        return parameter.bounds;
      },
      parent: scope,
    };
  }
  return scope;
}

/** The innermost class around a place. */
export function enclosingClass(scope: Scope): ClassModel | undefined {
  for (let link = scope; link.kind !== 'unit'; link = link.parent) {
    if (link.kind === 'class') return link.model;
  }
  return undefined;
}

export function unitOf(scope: Scope): UnitScope {
  let link = scope;
  while (link.kind !== 'unit') link = link.parent;
  return link.unit;
}
