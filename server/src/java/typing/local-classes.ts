/**
 * Classes declared in a body (JLS 14.3, 15.9.5): their signatures join the
 * body's universe, their members' bodies are typed in its scope.
 */
import type { ClassModel } from '../types/class-model';
import type { ClassSignature, ConstantValue, JavaType } from '../../classfile/signatures/class-signature';
import type { BodyRoot, LocalClass, Member, MethodDeclaration, TypeSyntax } from '../syntax/ast';
import { namedLocalClass, type NamedClass } from '../headers/class-names';
import { type ConstantCandidate, signaturesOfClasses } from '../headers/header-signatures';
import { typeConstantArguments } from './calls';
import { enclosingClass, type Scope, withLocal, withTypeParameters } from './scopes';
import { attribute, type Exits, resolveSyntax, type Typer } from './typer';
import { isVoid, objectType, unknownType } from '../types/types';

export function typeLocalClass(
  typer: Typer,
  local: LocalClass,
  scope: Scope,
  supertype: JavaType | undefined,
): JavaType {
  const { declaration } = local;
  const binaryName = localClassName(typer, local, scope);
  const classes = namedLocalClass(declaration, binaryName, supertypesOf(typer, supertype));
  const self: { model: ClassModel | undefined } = { model: undefined };
  const inner = declaration.name === '' ? scope : localTypeScope(declaration.name, scope, self);
  const isNew = !typer.localClasses.has(binaryName);
  if (isNew) declareClasses(typer, local, classes, inner);
  self.model = typer.universe.findClass(binaryName);
  const scopes = new Map<string, Scope>();
  for (const named of classes) {
    const outer = (named.outer === undefined ? undefined : scopes.get(named.outer)) ?? inner;
    const model = typer.universe.findClass(named.binaryName);
    if (model === undefined) continue;
    const memberScope: Scope = { kind: 'class', model, isStatic: false, parent: outer };
    scopes.set(named.binaryName, memberScope);
    for (const parameter of model.signature.typeParameters)
      typer.typeVariables.set(parameter.name, parameter.bounds);
    for (const member of named.declaration.members) typeMember(typer, member, local.bodies, memberScope);
  }
  return self.model?.raw ?? unknownType;
}

/** The class's own name, visible in its body before the class is made. */
function localTypeScope(
  name: string,
  parent: Scope,
  self: { readonly model: ClassModel | undefined },
): Scope {
  return {
    kind: 'type',
    name,
    get type(): JavaType {
      return self.model?.raw ?? unknownType;
    },
    parent,
  };
}

function supertypesOf(typer: Typer, supertype: JavaType | undefined): NamedClass['supertypes'] {
  if (supertype?.kind !== 'class') return undefined;
  const isInterface = typer.universe.findClass(supertype.name)?.isInterface === true;
  return isInterface
    ? { superclass: objectType, interfaces: [supertype] }
    : { superclass: supertype, interfaces: [] };
}

/**
 * The name that javac gives a local class: the enclosing class, a number, and the simple name. Numbers
 * count within one body.
 */
function localClassName(typer: Typer, { declaration }: LocalClass, scope: Scope): string {
  const known = typer.localClassNames.get(declaration);
  if (known !== undefined) return known;
  const enclosing = enclosingClass(scope)?.signature.name ?? '';
  const outer = enclosing === typer.outerName ? (typer.localClassPrefix ?? enclosing) : enclosing;
  for (let number = 1; ; number++) {
    const name = `${outer}$${number}${declaration.name}`;
    if (typer.localClasses.has(name)) continue;
    typer.localClassNames.set(declaration, name);
    return name;
  }
}

function declareClasses(typer: Typer, local: LocalClass, classes: readonly NamedClass[], scope: Scope): void {
  const evaluate = (candidate: ConstantCandidate): ConstantValue | undefined =>
    evaluateConstant(typer, candidate, local.bodies, scope);
  const signatures: readonly ClassSignature[] = signaturesOfClasses(classes, () => scope, () => typer.universe, evaluate); // prettier-ignore
  for (const signature of signatures) typer.localClasses.set(signature.name, signature);
}

function evaluateConstant(
  typer: Typer,
  { declarator, owner }: ConstantCandidate,
  bodies: LocalClass['bodies'],
  scope: Scope,
): ConstantValue | undefined {
  const root = declarator.initializer && bodies.get(declarator.initializer.start);
  const model = typer.universe.findClass(owner.binaryName);
  if (root?.kind !== 'value' || model === undefined) return undefined;
  attribute(typer, root.expression, { kind: 'class', model, isStatic: true, parent: scope });
  return typer.constants.get(root.expression);
}

function typeMember(typer: Typer, member: Member, bodies: ReadonlyMap<number, BodyRoot>, scope: Scope): void {
  switch (member.kind) {
    case 'method':
    case 'constructor':
    case 'compact-constructor': {
      const root = member.body && bodies.get(member.body.start);
      if (root !== undefined) typeMethod(typer, member, root, scope);
      return;
    }
    case 'field':
      for (const { initializer, type } of member.declarators) {
        const root = initializer && bodies.get(initializer.start);
        if (root !== undefined) typeRoot(typer, root, scope, type);
      }
      return;
    case 'initializer': {
      const root = bodies.get(member.body.start);
      if (root !== undefined) typeRoot(typer, root, scope, undefined);
      return;
    }
    case 'enum-constant': {
      const root = bodies.get(member.argumentsText.start);
      if (root !== undefined) typeRoot(typer, root, scope, undefined);
      return;
    }
    case 'class-member':
      return;
  }
}

function typeMethod(typer: Typer, method: MethodDeclaration, root: BodyRoot, scope: Scope): void {
  const parameters = method.kind === 'compact-constructor' ? [] : method.parameters;
  const inner = methodScope(typer, method.typeParameters, parameters, scope);
  typeRoot(typer, root, inner, method.returnType);
}

/** The scope of a method's body: its type parameters and its parameters. */
export function methodScope(
  typer: Typer,
  typeParameters: MethodDeclaration['typeParameters'],
  parameters: MethodDeclaration['parameters'],
  scope: Scope,
): Scope {
  let inner = scope;
  if (typeParameters.length > 0) {
    const late = typeParameters.map(({ name, bounds }) => ({
      name,
      get bounds(): readonly JavaType[] {
        return bounds.map((bound) => resolveSyntax(typer, bound, inner));
      },
    }));
    inner = withTypeParameters(scope, late);
    for (const { name, bounds } of late) typer.typeVariables.set(name, bounds);
  }
  for (const parameter of parameters) {
    const type = resolveSyntax(typer, parameter.type, inner);
    typer.parameterTypes.set(parameter, type);
    inner = withLocal(inner, { name: parameter.name, type });
  }
  return inner;
}

export function typeRoot(typer: Typer, root: BodyRoot, scope: Scope, expected: TypeSyntax | undefined): void {
  const target = expected === undefined ? undefined : resolveSyntax(typer, expected, scope);
  if (root.kind === 'value') {
    attribute(typer, root.expression, scope, target);
    return;
  }
  if (root.kind === 'arguments') {
    typeConstantArguments(typer, root, scope);
    return;
  }
  const exits: Exits = {
    returned: (value, at) => {
      attribute(typer, value, at, target === undefined || isVoid(target) ? undefined : target);
    },
    yielded: (value, at) => {
      attribute(typer, value, at);
    },
  };
  typer.rules.typeStatements(typer, root.block.statements, scope, exits);
}
