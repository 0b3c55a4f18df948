/**
 * Types all bodies of some files, and walks through what was typed: what the
 * tests of this room share.
 */
import { listMemberBodies, type MemberBody } from '../../../server/src/analysis/members';
import type {
  ConstantValue,
  SignatureSource,
} from '../../../server/src/classfile/signatures/class-signature';
import type { Body, BodyRoot, Expression, LocalClass } from '../../../server/src/java/syntax/ast';
import { parseDeclarations } from '../../../server/src/java/headers/declarations';
import { parseBody } from '../../../server/src/java/syntax/parse-body';
import { typeBody } from '../../../server/src/java/typing/type-body';
import type { Typing, TypingContext } from '../../../server/src/java/typing/typing';
import { decodeUnicodeEscapes } from '../../../server/src/java/text/unicode-escapes';
import {
  createWorkspaceSignatures,
  type FieldConstantQuestion,
  type WorkspaceSignatures,
} from '../../../server/src/java/headers/workspace-signatures';

export interface TypedBody {
  readonly path: string;
  /** The file's text, unicode escapes decoded. */
  readonly text: string;
  readonly member: MemberBody;
  readonly body: Body;
  readonly typing: Typing;
}

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface Project {
  readonly workspace: WorkspaceSignatures;
  readonly texts: ReadonlyMap<string, string>;
  /** Parses and types the bodies of one file. */
  typedBodies(path: string): readonly TypedBody[];
}

export function createProject(files: readonly SourceText[], libraries: SignatureSource): Project {
  const workspace = createWorkspaceSignatures(libraries, evaluateConstant);
  const texts = new Map<string, string>();
  const units = new Map<string, ReturnType<typeof parseDeclarations>>();
  for (const { path, text } of files) {
    const decoded = decodeUnicodeEscapes(text).text;
    const unit = parseDeclarations(decoded);
    texts.set(path, decoded);
    units.set(path, unit);
    workspace.setFile(path, unit, decoded);
  }
  return {
    workspace,
    texts,
    typedBodies(path) {
      const text = texts.get(path) ?? '';
      const unit = units.get(path);
      if (unit === undefined) return [];
      return listMemberBodies(workspace.classesOf(path), text).map((member) => {
        const body = parseBody(text.slice(member.body.start, member.body.end), member.body.rule);
        return {
          path,
          text,
          member,
          body,
          typing: typeMember(member, body, unit, { signatures: workspace.source(path) }),
        };
      });
    },
  };
}

export function typeMember(
  member: MemberBody,
  body: Body,
  unit: ReturnType<typeof parseDeclarations>,
  context: Pick<TypingContext, 'signatures' | 'localClassPrefix'>,
): Typing {
  return typeBody(body.root, {
    unit,
    enclosing: member.named.enclosing,
    isStatic: member.isStatic,
    parameters: member.parameters,
    typeParameters: member.typeParameters,
    ...(member.expectedType === undefined ? {} : { expectedType: member.expectedType }),
    ...context,
  });
}

function evaluateConstant(question: FieldConstantQuestion): ConstantValue | undefined {
  const { initializer, unit, signatures, owner, isStatic, declarator } = question;
  const { root } = parseBody(initializer, 'expression');
  if (root.kind !== 'value') return undefined;
  const typing = typeBody(root, {
    unit,
    enclosing: owner.enclosing,
    isStatic,
    parameters: [],
    typeParameters: [],
    expectedType: declarator.type,
    signatures,
  });
  return typing.constantOf(root.expression);
}

const expressionKinds: ReadonlySet<string> = new Set<Expression['kind']>([
  'literal', 'name', 'field-access', 'this', 'super', 'call', 'new', 'new-array', 'array-initializer', 'array-access',
  'unary', 'increment', 'binary', 'assignment', 'instanceof', 'conditional', 'cast', 'lambda', 'method-reference',
  'switch-expression', 'class-literal', 'missing',
]); // prettier-ignore

/** Every expression of a body, those of local classes too, in no special order. */
export function expressionsOf(root: BodyRoot): readonly Expression[] {
  const found: Expression[] = [];
  const pending: unknown[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      pending.push(...(next as unknown[]).filter((part) => part !== undefined));
    } else if (next instanceof Map) {
      pending.push(...(next as LocalClass['bodies']).values());
    } else if (typeof next === 'object' && next !== null && !('members' in next)) {
      const node = next as { readonly kind?: string } & Readonly<Record<string, unknown>>;
      if (node.kind !== undefined && expressionKinds.has(node.kind)) found.push(next as Expression);
      pending.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
    }
  }
  return found;
}
