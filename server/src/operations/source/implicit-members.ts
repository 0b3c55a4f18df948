/**
 * The members that no source shows and every class file has: constructors,
 * bridges, what enums and records get (JLS 8.8.9, 8.9.3, 8.10.3, 15.12.4.5).
 *
 * Sits in `operations/`. Each is a member like any other, at the name of its
 * class: what calls it finds what it costs. After javac's `Lower`, `TransTypes`
 * and `TypeEnter`.
 */
import type { ClassModel } from '../../java/types/class-model';
import { AccessFlag, type JavaType, type MethodSignature } from '../../classfile/signatures/class-signature';
import type { ClassDeclaration } from '../../java/syntax/ast';
import { type Bridge, bridgesOf } from '../../java/types/bridges';
import { descriptorOf, methodDescriptor, parseMethodDescriptor } from '../../java/types/erasure';
import type { MethodResolution } from '../../java/typing/typing';
import { isSubclass } from '../../java/types/universe';
import { EMPTY_CONSTRUCTORS } from './calls';
import { type HiddenFields, recordHiddenStores } from './captures';
import { libraryKey, operationKey, recordMethodKey } from '../catalogue/catalogue';
import type { JavacHabits } from './javac-habits';
import { operandTypeOf } from '../catalogue/operand-types';
import type { MemberOperations, MethodKey, OperandType, OperationKey } from '../catalogue/operation';
import { createRecorder, type SiteDetails } from './recorder';

export interface ImplicitMember {
  readonly key: MethodKey;
  /** `values()`, `compareTo(Object)`: without its class. */
  readonly name: string;
  /** The operations of the member: of one block, at offset 0. */
  readonly operations: MemberOperations;
}

/** A class with what only its body knows of it. */
interface ImplicitPlace {
  readonly declaration: ClassDeclaration;
  readonly model: ClassModel;
  readonly habits: JavacHabits;
  readonly hidden: HiddenFields;
  /** The constructor to which an anonymous class's own constructor hands its arguments. */
  readonly superConstructor?: MethodResolution;
}

export function implicitMembers(place: ImplicitPlace): readonly ImplicitMember[] {
  const { model, declaration } = place;
  const { methods } = model.signature;
  const declared = declaration.members.filter(
    ({ kind }) => kind === 'method' || kind === 'constructor' || kind === 'compact-constructor',
  ).length;
  return [
    ...methods.slice(declared).flatMap((method) => implicitMethod(method, place) ?? []),
    ...(declaration.kind === 'enum' ? enumValues(place) : []),
    ...bridgesOf(model).map((bridge) => bridgeMember(bridge, model)),
  ];
}

/** Records one operation. Calls come in the order of the instructions. */
export type RecordOne = (key: OperationKey, details?: SiteDetails) => void;

/** Operations of a member without text. */
export function operationsAtOnce(run: (record: RecordOne) => void): MemberOperations {
  const recorder = createRecorder();
  run((key, details) => {
    recorder.record(key, 0, details);
  });
  return recorder.finish([{ id: 0, name: 'entry', kind: 'entry', start: 0, end: 0 }], {
    kind: 'block',
    block: 0,
  });
}

function implicitMethod(method: MethodSignature, place: ImplicitPlace): ImplicitMember | undefined {
  const { model } = place;
  const record = recordingOf(method, place);
  if (record === undefined) return undefined;
  const name = method.name === '<init>' ? constructorName(place) : method.name;
  return {
    key: `${model.signature.name}.${method.name}${methodDescriptor(model, method)}`,
    name: `${name}(${method.parameters.map(shortName).join(', ')})`,
    operations: operationsAtOnce(record),
  };
}

/** An anonymous class is called by what it extends. */
function constructorName({ declaration, model }: ImplicitPlace): string {
  if (declaration.name !== '') return declaration.name;
  const { interfaces, superclass } = model.signature;
  const supertype = interfaces[0] ?? superclass;
  return supertype === undefined ? 'new' : `new ${shortName(supertype)}`;
}

function recordingOf(
  method: MethodSignature,
  place: ImplicitPlace,
): ((record: RecordOne) => void) | undefined {
  const { declaration, model } = place;
  if (method.name === '<init>') {
    return (record) => {
      recordSuperCall(record, place);
      if (declaration.kind === 'record') recordComponents(record, model);
      record(returnKey('void'));
    };
  }
  if (declaration.kind === 'enum') return enumMethod(method.name);
  return declaration.kind === 'record' ? recordMethod(method, model) : undefined;
}

function returnKey(type: OperandType): OperationKey {
  return operationKey('Return', [type], 'load');
}

/** Stores to hidden fields come before the call (JLS 12.5 sees neither). */
function recordSuperCall(
  record: RecordOne,
  { model, habits, hidden, superConstructor }: ImplicitPlace,
): void {
  recordHiddenStores(record, hidden, habits);
  const superclass = model.signature.superclass?.name ?? 'java/lang/Object';
  const owner = model.universe.findClass(superclass);
  const constructor = owner?.signature.methods.find(
    ({ name, parameters }) => name === '<init>' && parameters.length === 0,
  );
  const descriptor =
    superConstructor?.descriptor ??
    (owner === undefined || constructor === undefined ? '()V' : methodDescriptor(owner, constructor));
  const isPrivate = constructorFlags(owner, superConstructor?.method ?? constructor) !== 0;
  if (isPrivate && !habits.reachesPrivates) record(operationKey('MethodInvocation', [], 'load', ['static']), { callee: `${superclass}.access$()V` }); // prettier-ignore
  const invocation = operationKey('MethodInvocation', [], 'reference', ['special']);
  if (EMPTY_CONSTRUCTORS.has(superclass)) record(invocation);
  else if (owner?.signature.origin === 'workspace') {
    for (const type of parseMethodDescriptor(descriptor).parameters)
      record(operationKey('Parameter', [operandTypeOf(type)], 'load'));
    record(invocation, { callee: `${superclass}.<init>${descriptor}` });
  } else {
    const types = parseMethodDescriptor(descriptor).parameters.map(operandTypeOf);
    record(libraryKey(superclass, '<init>', types, 'reference'));
  }
}

function constructorFlags(owner: ClassModel | undefined, constructor: MethodSignature | undefined): number {
  return owner === undefined || constructor === undefined ? 0 : constructor.flags & AccessFlag.private;
}

/** The canonical constructor's: each parameter into its field. */
function recordComponents(record: RecordOne, model: ClassModel): void {
  for (const { type } of componentsOf(model))
    record(operationKey('FieldStore', [operandTypeOf(type)], 'load'));
}

function componentsOf({
  signature,
}: ClassModel): readonly { readonly name: string; readonly type: JavaType }[] {
  return signature.fields.filter(({ flags }) => (flags & AccessFlag.static) === 0);
}

/** The accessor of a component, or one of the three that the JVM makes when first run. */
function recordMethod(
  { name, parameters }: MethodSignature,
  model: ClassModel,
): ((record: RecordOne) => void) | undefined {
  const component = parameters.length === 0 ? componentsOf(model).find((field) => field.name === name) : undefined; // prettier-ignore
  if (component !== undefined) {
    const type = operandTypeOf(component.type);
    return (record) => {
      record(operationKey('FieldReference', [type], 'load'));
      record(returnKey(type));
    };
  }
  const result = OBJECT_METHODS.get(name);
  if (result === undefined) return undefined;
  return (record) => {
    const operands = ['Object', ...parameters.map(() => 'Object')];
    record(recordMethodKey(name, operands));
    record(returnKey(result));
  };
}

const OBJECT_METHODS: ReadonlyMap<string, OperandType> = new Map([
  ['toString', 'String'],
  ['hashCode', 'int'],
  ['equals', 'boolean'],
]);

/** `values()` copies the hidden array of all constants, `valueOf` asks the class for one by name. */
function enumMethod(name: string): ((record: RecordOne) => void) | undefined {
  if (name === 'values') {
    return (record) => {
      record(operationKey('StaticFieldReference', ['Object[]'], 'load'));
      record(libraryKey('java/lang/Object', 'clone', [], 'reference'));
      record(operationKey('CheckCast', ['Object[]'], 'load'));
      record(returnKey('Object[]'));
    };
  }
  if (name !== 'valueOf') return undefined;
  return (record) => {
    record(libraryKey('java/lang/Enum', 'valueOf', ['Object', 'String'], 'load'));
    record(operationKey('CheckCast', ['Object'], 'load'));
    record(returnKey('Object'));
  };
}

/** The hidden array of all constants, filled when the class is initialized: by a method of its own since 15. */
function enumValues({ declaration, model, habits }: ImplicitPlace): readonly ImplicitMember[] {
  const { name } = model.signature;
  const constants = declaration.members.filter(({ kind }) => kind === 'enum-constant').length;
  const collect = (record: RecordOne): void => {
    record(operationKey('NewArray', ['Object'], 'reference'), {
      amount: { value: constants, basis: 'constant' },
    });
    for (let i = 0; i < constants; i++) {
      record(operationKey('StaticFieldReference', ['Object'], 'load'));
      record(operationKey('ArrayStore', ['Object'], 'load'));
    }
  };
  const callee = `${name}.$values()[L${name};`;
  const field: ImplicitMember = {
    key: `${name}.<clinit>@$VALUES`,
    name: '$VALUES',
    operations: operationsAtOnce((record) => {
      if (habits.collectsEnumValues)
        record(operationKey('MethodInvocation', [], 'load', ['static']), { callee });
      else collect(record);
      record(operationKey('StaticFieldStore', ['Object[]'], 'load'));
    }),
  };
  if (!habits.collectsEnumValues) return [field];
  const operations = operationsAtOnce((record) => {
    collect(record);
    record(returnKey('Object[]'));
  });
  return [field, { key: callee, name: '$values()', operations }];
}

/** Casts what the overriding method takes in narrower types, and calls it. */
function bridgeMember(
  { name, descriptor, implementation, isInherited }: Bridge,
  model: ClassModel,
): ImplicitMember {
  const { owner, method } = implementation;
  const given = parseMethodDescriptor(descriptor);
  const wanted = implementation.erasedParameters;
  const called = methodDescriptor(owner, method);
  const result = operandTypeOf(given.returnType);
  const dispatch = isInherited ? 'special' : model.isInterface ? 'interface' : 'virtual';
  return {
    key: `${model.signature.name}.${name}${descriptor}`,
    name: `${name}(${given.parameters.map(shortName).join(', ')})`,
    operations: operationsAtOnce((record) => {
      wanted.forEach((type, i) => {
        if (needsCast(given.parameters[i], type, model))
          record(operationKey('CheckCast', [operandTypeOf(type)], 'load'));
      });
      if (owner.signature.origin === 'workspace') {
        for (const type of wanted) record(operationKey('Parameter', [operandTypeOf(type)], 'load'));
        const callee = `${owner.signature.name}.${method.name}${called}`;
        record(operationKey('MethodInvocation', [], 'reference', [dispatch]), { callee });
      } else {
        record(libraryKey(owner.signature.name, method.name, wanted.map(operandTypeOf), 'reference'));
      }
      // What a superclass returns can be less than what an interface promises.
      if (needsCast(parseMethodDescriptor(called).returnType, given.returnType, model))
        record(operationKey('CheckCast', [result], 'load'));
      record(returnKey(result));
    }),
  };
}

function needsCast(from: JavaType | undefined, to: JavaType, model: ClassModel): boolean {
  if (from === undefined || to.kind === 'primitive' || descriptorOf(from) === descriptorOf(to)) return false;
  if (from.kind === 'class' && to.kind === 'class') return !isSubclass(model.universe, from.name, to.name);
  return !(to.kind === 'class' && to.name === 'java/lang/Object');
}

/** The name of a type as a declaration has it: `String`, `int[]`, `Entry`. */
function shortName(type: JavaType): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'array':
      return `${shortName(type.element)}[]`;
    case 'class':
      return type.name.slice(Math.max(type.name.lastIndexOf('/'), type.name.lastIndexOf('$')) + 1);
    default:
      return type.kind === 'variable' ? type.name : 'Object';
  }
}
