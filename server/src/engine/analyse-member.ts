/**
 * One parsed body to its operations, and those of the classes declared in it.
 *
 * Sits in `engine/`: wires `java/typing/`, `flow/` and `operations/`.
 */
import type { MethodSignature, SignatureSource } from '../classfile/class-signature';
import { divideIntoBlocks } from '../flow/source-blocks';
import type { Body, BodyRoot, CompilationUnit } from '../java/ast';
import { methodDescriptor } from '../java/typing/erasure';
import { typeBody } from '../java/typing/type-body';
import type { Typing } from '../java/typing/typing';
import { universeOf, type ClassModel } from '../java/typing/universe';
import { extractOperations, type MemberRole } from '../operations/extract-source';
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
export function analyseMember(
  member: MemberBody,
  body: Body,
  context: MemberContext,
): readonly MemberAnalysis[] {
  const { unit, signatures } = context;
  const typing = typeBody(body.root, {
    unit,
    enclosing: member.named.enclosing,
    localClassPrefix: localClassPrefix(member),
    isStatic: member.isStatic,
    parameters: member.parameters,
    typeParameters: member.typeParameters,
    ...(member.expectedType === undefined ? {} : { expectedType: member.expectedType }),
    signatures,
  });
  const role: MemberRole = {
    kind: member.role,
    owner: member.named.binaryName,
    isStatic: member.isStatic,
    isFinal: member.isFinal,
    ...(member.expectedType === undefined ? {} : { type: typing.typeOfSyntax(member.expectedType) }),
    signatures,
    typeParameters: declaredMethodOf(member, signatures)?.method.typeParameters ?? [],
    parameterNames: member.parameters.map((parameter) => parameter.name),
  };
  const own: MemberAnalysis = {
    key: methodKeyOf(member, signatures),
    name: member.name,
    className: member.className,
    kind: member.kind,
    place: { nameStart: 0, start: 0, end: 0 },
    operations: operationsOf(body.root, typing, role, context),
    problems: body.problems,
  };
  const nested = nestedMembers(body.root, typing).map(
    ({ key, name, kind, nameStart, start, end, root, role: innerRole }): MemberAnalysis => ({
      key,
      name: `${member.name} ${name}`,
      className: member.className,
      kind,
      place: { nameStart, start, end },
      operations: operationsOf(root, typing, { ...innerRole, signatures }, context),
      problems: [],
    }),
  );
  return [own, ...nested];
}

function operationsOf(
  root: BodyRoot,
  typing: Typing,
  role: MemberRole,
  { options }: MemberContext,
): MemberOperations {
  const blocks = divideIntoBlocks(root, { assumptions: options.assumptions, typing });
  return extractOperations(root, typing, blocks, role);
}

/** Sets local classes of different members apart; javac's numbers are known to whole classes only. */
function localClassPrefix(member: MemberBody): string {
  return `${member.named.binaryName}$${member.name.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}`;
}

/** The member as its class's signature has it; nothing for initialisers. */
function declaredMethodOf(
  { named, declaredIndex }: MemberBody,
  signatures: SignatureSource,
): { readonly model: ClassModel; readonly method: MethodSignature } | undefined {
  const model = universeOf(signatures).findClass(named.binaryName);
  const method = declaredIndex === undefined ? undefined : model?.signature.methods[declaredIndex];
  return model === undefined || method === undefined ? undefined : { model, method };
}

/** As calls of the member name it: class, name, erased descriptor. */
function methodKeyOf(member: MemberBody, signatures: SignatureSource): MethodKey {
  const { binaryName } = member.named;
  const declared = declaredMethodOf(member, signatures);
  if (declared === undefined) return `${binaryName}.${member.methodName}@${member.name}`;
  return `${binaryName}.${member.methodName}${methodDescriptor(declared.model, declared.method)}`;
}
