/**
 * Turns one parsed body into its operations, and those of the classes declared
 * in it.
 *
 * Sits in `analysis/`: wires `java/typing/`, `flow/` and `operations/`.
 */
import { withDefined } from '../base/check';
import type { ClassModel, Universe } from '../java/types/class-model';
import type { MemberRole } from '../operations/source/source-walk';
import type { MethodSignature, SignatureSource } from '../classfile/signatures/class-signature';
import { divideIntoBlocks } from '../flow/source/source-blocks';
import { FormulaReader } from '../flow/source/read-formulas';
import type { Body, BodyRoot, CompilationUnit } from '../java/syntax/ast';
import { annotationsBetween } from '../java/headers/annotations';
import { methodDescriptor } from '../java/types/erasure';
import { typeBody } from '../java/typing/type-body';
import type { Typing } from '../java/typing/typing';
import { enclosingInstanceClass, extendUniverse, universeOf } from '../java/types/universe';
import { type Captures, findCaptures, hiddenFieldsOf } from '../operations/source/captures';
import {
  assertionStatus,
  findNeeds,
  type InitialisationNeeds,
} from '../operations/source/class-initialization';
import { extractOperations } from '../operations/source/extract-source';
import { implicitMembers } from '../operations/source/implicit-members';
import { type JavacHabits, USUAL_HABITS } from '../operations/source/javac-habits';
import { nestedClasses, nestedMembers } from '../operations/source/nested-members';
import type { MemberOperations, MethodKey } from '../operations/catalogue/operation';
import { mapOffsets } from '../operations/catalogue/site-table';
import type { AnalysisOptions } from './analysis-options';
import { callFactsOf, type DeclaredMarks } from './call-facts';
import type { CallFacts, LocatedProblem, MemberRecord } from './file-operations';
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
  readonly facts: CallFacts;
  /** The work that this member adds to its class's initialization. */
  readonly needs?: InitialisationNeeds;
}

interface MemberContext {
  readonly unit: CompilationUnit;
  readonly signatures: SignatureSource;
  readonly options: AnalysisOptions;
  /** The text that the member stands in; absent where nobody asks for what frameworks call. */
  readonly text?: string;
  /** The habits of the javac that compiles the unit. */
  readonly habits?: JavacHabits;
}

export function typeMember(
  member: MemberBody,
  body: Body,
  { unit, signatures }: Pick<MemberContext, 'unit' | 'signatures'>,
): Typing {
  return typeBody(body.root, {
    unit,
    enclosing: member.named.enclosing,
    localClassPrefix: localClassPrefix(member),
    isStatic: member.isStatic,
    parameters: member.parameters,
    typeParameters: member.typeParameters,
    ...withDefined({ expectedType: member.expectedType }),
    signatures,
  });
}

/** The member first, then the members of local and anonymous classes in the order of the text, then what those have unseen. */
export function analyzeMember(
  member: MemberBody,
  body: Body,
  context: MemberContext,
): readonly MemberAnalysis[] {
  const { signatures, habits = USUAL_HABITS } = context;
  const typing = typeMember(member, body, context);
  const captures = findCaptures(body.root, typing, habits, { isStatic: member.isStatic });
  const place = { signatures, captures, habits };
  const declared = declaredMethodOf(member, signatures)?.method;
  const role: MemberRole = {
    kind: member.role,
    owner: member.named.binaryName,
    isStatic: member.isStatic,
    isFinal: member.isFinal,
    ...withDefined({ type: member.expectedType && typing.typeOfSyntax(member.expectedType) }),
    ...place,
    typeParameters: declared?.typeParameters ?? [],
    parameterNames: member.parameters.map((parameter) => parameter.name),
  };
  const analyze = (
    root: BodyRoot,
    of: MemberRole,
    { key: place, field }: ValueSource,
  ): Pick<MemberAnalysis, 'operations' | 'needs'> & { readonly values: readonly string[] } => {
    const needs = findNeeds(root, of.owner ?? '', typing, habits);
    const formulas = new FormulaReader(root, {
      typing,
      place,
      field,
      parameterNames: of.parameterNames ?? [],
    });
    const operations = operationsOf(root, { typing, role: of, formulas }, context);
    return { operations, values: formulas.facts(), ...withDefined({ needs }) };
  };
  const universe = extendUniverse(universeOf(signatures), typing.localClasses);
  const key = methodKeyOf(member, signatures);
  const field = member.kind === 'field' ? `${member.named.binaryName}.${fieldNameOf(member)}` : undefined;
  const { values, ...analyzed } = analyze(body.root, role, { key, field });
  const own: MemberAnalysis = {
    key,
    name: member.name,
    className: member.className,
    kind: member.kind,
    place: { nameStart: 0, start: 0, end: 0 },
    ...analyzed,
    problems: body.problems,
    facts: { ...callFactsOf(key, universe, declared?.flags, marksOf(member, context)), values },
  };
  if (typing.localClasses.size === 0) return [own];
  const nested = nestedMembers(body.root, typing).map(
    ({ key, name, kind, nameStart, start, end, root, role: innerRole }): MemberAnalysis => {
      const { values, ...analyzed } = analyze(root, { ...innerRole, ...place }, { key });
      return {
        key,
        name: `${member.name} ${name}`,
        className: member.className,
        kind,
        place: { nameStart, start, end },
        ...analyzed,
        problems: [],
        facts: { ...callFactsOf(key, universe), values },
      };
    },
  );
  return [
    own,
    ...nested,
    ...unseenMembers(member, body.root, typing, { universe, captures, habits }, nested),
  ];
}

function marksOf({ named, start, nameStart }: MemberBody, { text = '' }: MemberContext): DeclaredMarks {
  const { superclass } = named.declaration;
  const written = superclass?.kind === 'named' ? superclass.parts.at(-1)?.name : undefined;
  return { annotations: annotationsBetween(text, start, nameStart), superclass: written ?? '' };
}

/** The members of classes in the body that no text shows. */
function unseenMembers(
  member: MemberBody,
  root: BodyRoot,
  typing: Typing,
  {
    universe,
    captures,
    habits,
  }: { readonly universe: Universe; readonly captures: Captures; readonly habits: JavacHabits },
  nested: readonly MemberAnalysis[],
): readonly MemberAnalysis[] {
  const asserting = new Set(nested.flatMap(({ needs }) => (needs?.hasAssert === true ? [needs.owner] : [])));
  return nestedClasses(root, typing).flatMap(({ declaration, binaryName, shown, creation }) => {
    const model = universe.findClass(binaryName);
    if (model === undefined) return [];
    const enclosing = enclosingInstanceClass(model.signature, universe)?.signature.name;
    const called = creation === undefined ? undefined : typing.resolutionOf(creation);
    const implicit = implicitMembers({
      declaration,
      model,
      habits,
      hidden: hiddenFieldsOf(binaryName, enclosing, captures),
      ...(called?.kind === 'method' ? { superConstructor: called } : {}),
    });
    const all = asserting.has(binaryName) ? [...implicit, assertionStatus(binaryName)] : implicit;
    const at = creation === undefined ? declaration.nameStart : creation.start;
    return all.map(({ key, name, operations }): MemberAnalysis => ({
      key,
      name: `${member.name} ${shown === '' ? '' : `${shown}.`}${name}`,
      className: member.className,
      kind: 'implicit',
      place: { nameStart: at, start: at, end: at },
      operations: placedAt(operations, at),
      problems: [],
      facts: callFactsOf(key, universe),
    }));
  });
}

function placedAt(operations: MemberOperations, offset: number): MemberOperations {
  return {
    ...operations,
    sites: mapOffsets(operations.sites, () => offset),
    blocks: operations.blocks.map((block) => ({ ...block, start: offset, end: offset })),
  };
}

/** The names by which other members know a body. */
interface ValueSource {
  readonly key: MethodKey;
  readonly field?: string | undefined;
}

/** The name of the field that a member gives its first value. */
function fieldNameOf({ name, className }: MemberBody): string {
  return className === '' ? name : name.slice(className.length + 1);
}

function operationsOf(
  root: BodyRoot,
  {
    typing,
    role,
    formulas,
  }: { readonly typing: Typing; readonly role: MemberRole; readonly formulas: FormulaReader },
  { options }: MemberContext,
): MemberOperations {
  const blocks = divideIntoBlocks(root, { assumptions: options.assumptions, typing, formulas });
  return extractOperations(root, typing, blocks, role);
}

/** Sets local classes of different members apart; javac's numbers are known to whole classes only. */
function localClassPrefix(member: MemberBody): string {
  return `${member.named.binaryName}$${member.name.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}`;
}

/** The member as its class's signature has it; nothing for initializers. */
function declaredMethodOf(
  { named, declaredIndex }: MemberBody,
  signatures: SignatureSource,
): { readonly model: ClassModel; readonly method: MethodSignature } | undefined {
  const model = universeOf(signatures).findClass(named.binaryName);
  const method = declaredIndex === undefined ? undefined : model?.signature.methods[declaredIndex];
  return model === undefined || method === undefined ? undefined : { model, method };
}

/** The key that calls name the member by: class, name, erased descriptor. */
export function methodKeyOf(member: MemberBody, signatures: SignatureSource): MethodKey {
  const { binaryName } = member.named;
  const declared = declaredMethodOf(member, signatures);
  if (declared === undefined) return `${binaryName}.${member.methodName}@${member.name}`;
  return `${binaryName}.${member.methodName}${methodDescriptor(declared.model, declared.method)}`;
}
