/**
 * Inference variables and their resolution (JLS 18.4).
 *
 * The variables of a generic call live until the expression around it is
 * settled, so that a nested call's variables take part in the inference of
 * the outer one, as JLS 18.5.2 propagates them.
 */
import type { JavaType, TypeParameter } from '../../classfile/signatures/class-signature';
import { greatestLowerBound, leastUpperBound } from '../types/bounds';
import type { TypeContext } from '../types/subtyping';
import { replaceVariables, type Substitution, substitute, upperBound } from '../types/substitution';
import { type InferenceVariable, isInferenceVariable, mentionsInference, objectType } from '../types/types';

/** Creates a fresh variable for each type parameter, with the declared bounds as upper bounds. */
export function freshVariables(
  context: TypeContext,
  parameters: readonly TypeParameter[],
  receiver: Substitution,
): Substitution {
  if (parameters.length === 0) return receiver;
  const map = new Map(receiver);
  const variables = parameters.map((parameter) => {
    const variable = freshVariable(context);
    map.set(parameter.name, variable);
    return variable;
  });
  parameters.forEach((parameter, i) => {
    for (const bound of parameter.bounds) {
      if (bound.kind !== 'class' || bound.name !== objectType.name)
        variables[i]?.bounds.upper.push(substitute(bound, map));
    }
  });
  return map;
}

export function freshVariable(context: TypeContext): InferenceVariable {
  const id = context.newVariableId();
  return {
    kind: 'variable',
    name: `?${id}`,
    bounds: { id, lower: [], equal: [], upper: [], instance: undefined },
  };
}

/** True if enough is known of a variable to choose its instance without guessing. */
export function isDetermined(variable: InferenceVariable, depth = 0): boolean {
  const { instance, equal, lower } = variable.bounds;
  if (instance !== undefined) return true;
  if (depth > 4) return false;
  return [...equal, ...lower].some((bound) =>
    isInferenceVariable(bound) ? isDetermined(bound, depth + 1) : true,
  );
}

/** Chooses the variable's instance: what equals it, else what lies below it, else what lies above it. */
function resolveVariable(
  context: TypeContext,
  variable: InferenceVariable,
  active: Set<number>,
): JavaType | undefined {
  const { bounds } = variable;
  if (bounds.instance !== undefined) return bounds.instance;
  if (active.has(bounds.id)) return undefined;
  active.add(bounds.id);
  const instance =
    firstResolved(context, bounds.equal, active) ??
    boundOf(context, bounds.lower, active, leastUpperBound) ??
    boundOf(context, bounds.upper, active, greatestLowerBound) ??
    objectType;
  active.delete(bounds.id);
  bounds.instance = instance;
  return instance;
}

function firstResolved(
  context: TypeContext,
  types: readonly JavaType[],
  active: Set<number>,
): JavaType | undefined {
  const proper = types.find((type) => !mentionsInference(type));
  if (proper !== undefined) return proper;
  for (const type of [
    ...types.filter((t) => !isInferenceVariable(t)),
    ...types.filter(isInferenceVariable),
  ]) {
    const resolved = resolveIn(context, type, active);
    if (resolved !== undefined) return resolved;
  }
  return undefined;
}

function boundOf(
  context: TypeContext,
  bounds: readonly JavaType[],
  active: Set<number>,
  combine: (context: TypeContext, types: readonly JavaType[]) => JavaType,
): JavaType | undefined {
  const types = bounds.flatMap((bound) => resolveIn(context, bound, active) ?? []);
  return types.length === 0 ? undefined : combine(context, types.map(upperBound));
}

/** Undefined where the type hangs on a variable that is being resolved just now. */
function resolveIn(context: TypeContext, type: JavaType, active: Set<number>): JavaType | undefined {
  if (isInferenceVariable(type)) return resolveVariable(context, type, active);
  if (!mentionsInference(type)) return type;
  return replaceVariables(type, (variable) =>
    isInferenceVariable(variable)
      ? (resolveVariable(context, variable, active) ?? { kind: 'wildcard', variance: 'unbounded' })
      : undefined,
  );
}

/** The type with an instance in the place of each inference variable, chosen now where it is not yet. */
export function settleType(context: TypeContext, type: JavaType): JavaType {
  if (!mentionsInference(type)) return type;
  const active = new Set<number>();
  return upperBound(
    replaceVariables(type, (variable) =>
      isInferenceVariable(variable) ? resolveVariable(context, variable, active) : undefined,
    ),
  );
}
