/**
 * Records the questions that the typing of a body asked about the world outside of it: classes by
 * binary name, and what its file's imports make of simple names.
 *
 * A body that asked nothing else, and is answered the same, is typed the same:
 * its results outlive changes of headers that it does not depend on (design:
 * editing one place leaves all else cached).
 */
import type { Universe, UnitScope } from './class-model';
import type {
  ClassSignature,
  SignatureSource,
  TypeParameter,
} from '../../classfile/signatures/class-signature';
import type { CompilationUnit } from '../syntax/ast';
import { unitScopeOf } from '../typing/unit-scope';
import { classesBehind, setUniverse, universeOf } from './universe';

export interface Lookups {
  /** Binary names, of classes found and not found. */
  readonly classes: readonly string[];
  /** The questions that were put to the file's imports. */
  readonly names: readonly NameQuestion[];
}

/** The kinds of things that an import may give a simple name. */
type NameKind = 'type' | 'field' | 'methods' | 'import';

/** A simple name of a file, such as `type List`. */
export type NameQuestion = `${NameKind} ${string}`;

/** The same source, which writes down what the typing of one body of the file asks of it. */
export function observeLookups(
  source: SignatureSource,
  unit: CompilationUnit,
): { readonly source: SignatureSource; readonly lookups: () => Lookups } {
  const classes = new Set<string>();
  const names = new Set<NameQuestion>();
  const universe = universeOf(source);
  const observed: Universe = {
    findClass(name) {
      classes.add(name);
      return universe.findClass(name);
    },
    units: new WeakMap([[unit, observeScope(unitScopeOf(unit, universe), classes, names)]]),
  };
  const view: SignatureSource = {
    findClass: (name) => observed.findClass(name)?.signature,
    hasPackage: (name) => source.hasPackage(name),
  };
  setUniverse(view, observed);
  return { source: view, lookups: () => ({ classes: [...classes], names: [...names] }) };
}

/** The classes that own what is imported come without being looked up by name. */
function observeScope(scope: UnitScope, classes: Set<string>, names: Set<NameQuestion>): UnitScope {
  return {
    typeNamed(name) {
      names.add(`type ${name}`);
      return scope.typeNamed(name);
    },
    fieldNamed(name) {
      names.add(`field ${name}`);
      const field = scope.fieldNamed(name);
      if (field !== undefined) classes.add(field.owner.signature.name);
      return field;
    },
    methodsNamed(name) {
      names.add(`methods ${name}`);
      const methods = scope.methodsNamed(name);
      for (const { owner } of methods) classes.add(owner.signature.name);
      return methods;
    },
    importedName(name) {
      names.add(`import ${name}`);
      return scope.importedName(name);
    },
  };
}

/** The answer to a file's question; equal texts mean equal answers as long as the classes named are the same. */
export function answerName(question: NameQuestion, unit: CompilationUnit, source: SignatureSource): string {
  const scope = unitScopeOf(unit, universeOf(source));
  const at = question.indexOf(' ');
  const name = question.slice(at + 1);
  switch (question.slice(0, at) as NameKind) {
    case 'type':
      return JSON.stringify(scope.typeNamed(name) ?? null);
    case 'field':
      return scope.fieldNamed(name)?.owner.signature.name ?? '';
    case 'methods':
      return scope
        .methodsNamed(name)
        .map(({ owner }) => owner.signature.name)
        .join();
    case 'import':
      return scope.importedName(name) ?? '';
  }
}

/** All that is known of a class, by the own texts of those that it comes from; nothing where it is not found. */
export function answerClass(
  name: string,
  source: SignatureSource,
  textOf: (signature: ClassSignature) => string,
): string {
  const universe = universeOf(source);
  const model = universe.findClass(name);
  if (model === undefined) return '';
  const texts = [...classesBehind(model)].map((behind) => {
    const signature = universe.findClass(behind)?.signature;
    return signature === undefined ? behind : textOf(signature);
  });
  return texts.join('\n');
}

/** All that a class says of itself: equal texts mean equal signatures. Each property is named, since some are worked out late. */
export function signatureText(signature: ClassSignature): string {
  const { name, flags, isRecord, superclass, interfaces, memberClasses, outerClass, origin } = signature;
  const parts: Readonly<Record<keyof ClassSignature, unknown>> = {
    name,
    flags,
    isRecord,
    typeParameters: namedParameters(signature.typeParameters),
    superclass,
    interfaces,
    fields: signature.fields.map((field) => [field.name, field.flags, field.type, field.constant]),
    methods: signature.methods.map((method) => [
      method.name,
      method.flags,
      namedParameters(method.typeParameters),
      method.parameters,
      method.returnType,
    ]),
    memberClasses: [...memberClasses],
    outerClass,
    origin,
  };
  return JSON.stringify(parts, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return Object.is(value, -0) ? '-0' : String(value);
    return value;
  });
}

function namedParameters(parameters: readonly TypeParameter[]): unknown {
  return parameters.map(({ name, bounds }) => [name, bounds]);
}
