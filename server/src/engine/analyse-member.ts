/**
 * One parsed body to its operations, and those of the classes declared in it.
 *
 * Sits in `engine/`: wires `java/typing/`, `flow/` and `operations/`.
 */
import type { SignatureSource } from '../classfile/class-signature';
import { divideIntoBlocks } from '../flow/source-blocks';
import type { Body, BodyRoot, CompilationUnit } from '../java/ast';
import { methodDescriptor } from '../java/typing/erasure';
import { typeBody } from '../java/typing/type-body';
import type { Typing } from '../java/typing/typing';
import { universeOf } from '../java/typing/universe';
import { extractOperations } from '../operations/extract-source';
import { nestedMembers } from '../operations/nested-members';
import type { MemberOperations, MethodKey } from '../operations/operation';
import type { AnalysisOptions } from './analysis-options';
import type { LocatedProblem, MemberRecord } from './file-operations';
import type { MemberBody } from './members';

/** All offsets are relative to the body. */
export interface MemberAnalysis {
  readonly key: MethodKey;
  readonly name: string;
  readonly className: string;
  readonly kind: MemberRecord['kind'];
  readonly place: { readonly nameStart: number; readonly start: number; readonly end: number };
  readonly operations: MemberOperations;
  readonly problems: readonly LocatedProblem[];
}

export interface MemberContext {
  readonly unit: CompilationUnit;
  readonly signatures: SignatureSource;
  readonly options: AnalysisOptions;
}

/** The member first, then the members of local and anonymous classes in the order of the text. */
export function analyseMember(member: MemberBody, body: Body, context: MemberContext): readonly MemberAnalysis[] {
  const { unit, signatures } = context;
  const typing = typeBody(body.root, {
    unit,
    enclosing: member.named.enclosing,
    isStatic: member.isStatic,
    parameters: member.parameters,
    typeParameters: member.typeParameters,
    ...(member.expectedType === undefined ? {} : { expectedType: member.expectedType }),
    signatures,
  });
  const own: MemberAnalysis = {
    key: methodKeyOf(member, signatures),
    name: member.name,
    className: member.className,
    kind: member.kind,
    place: { nameStart: 0, start: 0, end: 0 },
    operations: operationsOf(body.root, typing, context),
    problems: body.problems,
  };
  const nested = nestedMembers(body.root, typing).map((inner): MemberAnalysis => ({
    key: inner.key,
    name: `${member.name} ${inner.name}`,
    className: member.className,
    kind: inner.kind,
    place: { nameStart: inner.nameStart, start: inner.start, end: inner.end },
    operations: operationsOf(inner.root, typing, context),
    problems: [],
  }));
  return [own, ...nested];
}

function operationsOf(root: BodyRoot, typing: Typing, { options }: MemberContext): MemberOperations {
  return extractOperations(root, typing, divideIntoBlocks(root, { assumptions: options.assumptions, typing }));
}

/** As calls of the member name it: class, name, erased descriptor. */
function methodKeyOf(member: MemberBody, signatures: SignatureSource): MethodKey {
  const { binaryName } = member.named;
  const model = universeOf(signatures).findClass(binaryName);
  const method = member.declaredIndex === undefined ? undefined : model?.signature.methods[member.declaredIndex];
  if (model === undefined || method === undefined) return `${binaryName}.${member.methodName}@${member.name}`;
  return `${binaryName}.${member.methodName}${methodDescriptor(model, method)}`;
}
