/**
 * Finds what javac adds to the initialization of classes because of their bodies: the question whether
 * assertions are on, and the hidden arrays that turn an enum's ordinals into the labels of switches.
 *
 * Sits in `operations/`. javac's `Lower.visitAssert` and `EnumMapping`. A body
 * says what it needs; what all bodies of a class need together is done once.
 */
import type { ClassSignature } from '../../classfile/signatures/class-signature';
import { rootNodes, walkSyntax, type SyntaxNode } from '../../flow/source/syntax-children';
import type { BodyRoot, SwitchBody } from '../../java/syntax/ast';
import type { Typing } from '../../java/typing/typing';
import { libraryKey, operationKey } from '../catalogue/catalogue';
import type { ImplicitMember } from './implicit-members';
import { operationsAtOnce, type RecordOne } from './implicit-members';
import type { JavacHabits } from './javac-habits';
import { sortOf, usesOrdinals } from './switches';

export interface EnumSwitch {
  readonly enumName: string;
  /** The constants that it has labels for. */
  readonly labels: readonly string[];
  /** Relative to the body. */
  readonly offset: number;
}

export interface InitialisationNeeds {
  /** Binary name of the class that the body is a member of. */
  readonly owner: string;
  readonly hasAssert: boolean;
  readonly switches: readonly EnumSwitch[];
}

/**
 * Finds the needs of one body: those of its lambdas included, those of its classes not. Undefined if
 * it needs nothing, as most bodies.
 */
export function findNeeds(
  root: BodyRoot,
  owner: string,
  typing: Typing,
  habits: JavacHabits,
): InitialisationNeeds | undefined {
  const asserts: SyntaxNode[] = [];
  const switches: EnumSwitch[] = [];
  walkSyntax(rootNodes(root), (node) => {
    if (node.kind === 'assert') asserts.push(node);
    if (node.kind === 'switch-statement' || node.kind === 'switch-expression')
      switches.push(...enumSwitch(node.switch, typing, habits, { offset: node.start, owner }));
    return true;
  });
  const hasAssert = asserts.length > 0;
  return hasAssert || switches.length > 0 ? { owner, hasAssert, switches } : undefined;
}

function enumSwitch(
  body: SwitchBody,
  typing: Typing,
  habits: JavacHabits,
  { offset, owner }: { readonly offset: number; readonly owner: string },
): readonly EnumSwitch[] {
  const type = typing.typeOf(body.selector);
  if (type.kind !== 'class' || sortOf(body, type) !== 'enum' || usesOrdinals(type.name, owner, habits))
    return [];
  const labels = body.cases.flatMap((entry) =>
    entry.labels.flatMap((label) => {
      const constant = label.kind === 'constant' ? typing.resolutionOf(label.expression) : undefined;
      return constant?.kind === 'field' ? [constant.field.name] : [];
    }),
  );
  return [{ enumName: type.name, labels, offset }];
}

/** The question whether assertions are on, which a class asks once. It is a member at the class's name. */
export function assertionStatus(owner: string): ImplicitMember {
  return {
    key: `${owner}.<clinit>@$assertionsDisabled`,
    name: '$assertionsDisabled',
    operations: operationsAtOnce((record) => {
      record(libraryKey('java/lang/Class', 'desiredAssertionStatus', [], 'reference'));
      record(operationKey('BooleanTest', ['boolean'], 'load'));
      record(operationKey('BlockGoto', [], 'constant', ['boolean']));
      record(operationKey('StaticFieldStore', ['boolean'], 'load'));
    }),
  };
}

/**
 * The array that all switches of a top-level class over one enum share. It is a member at the first of
 * these switches.
 */
export function switchMap(
  outermost: string,
  enumName: string,
  labels: ReadonlySet<string>,
  origin: ClassSignature['origin'],
): ImplicitMember {
  return {
    key: `${outermost}$1.<clinit>@$SwitchMap$${enumName.replaceAll('/', '$')}`,
    name: `$SwitchMap$${enumName.slice(Math.max(enumName.lastIndexOf('/'), enumName.lastIndexOf('$')) + 1)}`,
    operations: operationsAtOnce((record) => {
      recordValues(record, enumName, origin);
      record(operationKey('ArrayLength', [], 'load'));
      record(operationKey('NewArray', ['int'], 'reference'));
      record(operationKey('StaticFieldStore', ['int[]'], 'load'));
      for (let i = 0; i < labels.size; i++) {
        record(operationKey('StaticFieldReference', ['int[]'], 'load'));
        record(operationKey('StaticFieldReference', ['Object'], 'load'));
        record(libraryKey('java/lang/Enum', 'ordinal', [], 'reference'));
        record(operationKey('ArrayStore', ['int'], 'constant'));
        record(operationKey('BlockGoto', [], 'constant', ['try']));
      }
    }),
  };
}

function recordValues(record: RecordOne, enumName: string, origin: ClassSignature['origin']): void {
  if (origin === 'workspace') {
    const callee = `${enumName}.values()[L${enumName};`;
    record(operationKey('MethodInvocation', [], 'load', ['static']), { callee });
  } else record(libraryKey(enumName, 'values', [], 'load'));
}
