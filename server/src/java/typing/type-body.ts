/**
 * Types one body: the door to this room.
 *
 * Never throws on broken code. A body whose expressions nest deeper than the
 * stack allows is typed as far as it goes, and says so.
 */
import type { Universe } from '../types/class-model';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { signaturesOfClasses } from '../headers/header-signatures';
import { namedClassesOf, packageOf } from '../headers/class-names';
import type { BodyRoot } from '../syntax/ast';
import { infer } from './expressions';
import { applyFunction, isReady } from './lambdas';
import { isVoidReference } from './method-references';
import { methodScope, typeLocalClass, typeRoot } from './local-classes';
import type { Scope } from './scopes';
import { typeStatements } from './statements';
import type { Rules, Typer } from './typer';
import { unitScopeOf } from './unit-scope';
import { extendUniverse, universeOf } from '../types/universe';
import { unknownType } from '../types/types';
import type { TypeBody, Typing, TypingContext } from './typing';

const rules: Rules = {
  infer,
  typeStatements,
  applyFunction,
  isReady,
  isVoidReference,
  typeLocalClass,
};

export const typeBody: TypeBody = (root, context) => {
  const base = universeOf(context.signatures);
  const typer = createTyper(base, context);
  try {
    const scope = scopeOf(typer, context, base);
    typeRoot(typer, root, scope, context.expectedType);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { start, end } = spanOf(root);
    typer.problems.push({ severity: 'warning', message: 'this is nested too deep to be typed', start, end });
  }
  return typingOf(typer);
};

function createTyper(base: Universe, context: TypingContext): Typer {
  const localClasses: Typer['localClasses'] = new Map();
  const typeVariables: Typer['typeVariables'] = new Map();
  let variables = 0;
  return {
    universe: extendUniverse(base, localClasses),
    boundsOf: (variable) => typeVariables.get(variable),
    isAccessible: accessFrom(context.enclosing[0]?.binaryName ?? '', localClasses),
    trail: [],
    newVariableId: () => ++variables,
    types: new Map(),
    resolutions: new Map(),
    constants: new Map(),
    syntaxTypes: new Map(),
    parameterTypes: new Map(),
    patternTypes: new Map(),
    matchedTypes: new Map(),
    returnTypes: new Map(),
    bindings: new Map(),
    typeVariables,
    localClasses,
    localClassNames: new Map(),
    outerName: context.enclosing.at(-1)?.binaryName ?? '',
    localClassPrefix: context.localClassPrefix,
    pending: [],
    unsettled: [],
    problems: [],
    rules,
  };
}

/**
 * Private members are for their top-level class, package-private ones for
 * their package. Protected ones are let pass: a subclass is a closer look than
 * overloads need.
 */
function accessFrom(outermost: string, localClasses: Typer['localClasses']): Typer['isAccessible'] {
  const packageName = packageOf(outermost);
  return ({ signature: { name } }, flags) => {
    if ((flags & (AccessFlag.public | AccessFlag.protected)) !== 0) return true;
    if ((flags & AccessFlag.private) === 0) return packageOf(name) === packageName;
    return name === outermost || name.startsWith(`${outermost}$`) || localClasses.has(name);
  };
}

/**
 * Makes the scope of a body, from the outside in: the file's imports, the enclosing classes, the
 * method's own parameters.
 */
function scopeOf(typer: Typer, context: TypingContext, base: Universe): Scope {
  let scope: Scope = { kind: 'unit', unit: unitScopeOf(context.unit, base) };
  declareUnknownClasses(typer, context, scope);
  for (const { binaryName } of context.enclosing) {
    const model = typer.universe.findClass(binaryName);
    if (model === undefined) continue;
    for (const { name, bounds } of model.signature.typeParameters) typer.typeVariables.set(name, bounds);
    scope = { kind: 'class', model, isStatic: context.isStatic, parent: scope };
  }
  return methodScope(typer, context.typeParameters, context.parameters, scope);
}

/** A file that the signatures do not hold is read on its own. */
function declareUnknownClasses(typer: Typer, context: TypingContext, scope: Scope): void {
  const outermost = context.enclosing[0];
  if (outermost === undefined || typer.universe.findClass(outermost.binaryName) !== undefined) return;
  const compactName = outermost.binaryName.slice(outermost.binaryName.lastIndexOf('/') + 1);
  const classes = namedClassesOf(context.unit, compactName);
  for (const signature of signaturesOfClasses(
    classes,
    () => scope,
    () => typer.universe,
  )) {
    typer.localClasses.set(signature.name, signature);
  }
}

function spanOf(root: BodyRoot): { readonly start: number; readonly end: number } {
  if (root.kind === 'statements') return root.block;
  if (root.kind === 'value') return root.expression;
  return { start: 0, end: root.arguments.at(-1)?.end ?? 0 };
}

function typingOf(typer: Typer): Typing {
  return {
    typeOf: (expression) => typer.types.get(expression) ?? unknownType,
    resolutionOf: (node) => typer.resolutions.get(node),
    constantOf: (expression) => typer.constants.get(expression),
    typeOfSyntax: (type) => typer.syntaxTypes.get(type) ?? unknownType,
    typeOfParameter: (_lambda, parameter) => typer.parameterTypes.get(parameter) ?? unknownType,
    typeOfPattern: (pattern) => typer.patternTypes.get(pattern) ?? unknownType,
    typeMatchedBy: (pattern) => typer.matchedTypes.get(pattern) ?? unknownType,
    returnTypeOf: (lambda) => typer.returnTypes.get(lambda) ?? unknownType,
    localClasses: typer.localClasses,
    boundsOf: typer.boundsOf,
    nameOfLocalClass: (local) => typer.localClassNames.get(local.declaration) ?? '',
    problems: typer.problems,
  };
}
