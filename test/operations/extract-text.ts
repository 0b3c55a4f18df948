/**
 * A whole file's operations from its text, for tests: parser, typer, blocks and
 * extraction as the product wires them, with the signatures of a real JDK.
 */
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { sourceFromJimage } from '../../server/src/classfile/signatures/signature-sources';
import { analyzeMember, type MemberAnalysis } from '../../server/src/analysis/analyze-member';
import { evaluateFieldConstant } from '../../server/src/analysis/field-constants';
import {
  implicitMembersOf,
  implicitPlaceOf,
  initialisationMembersOf,
} from '../../server/src/analysis/implicit-members';
import { listMemberBodies } from '../../server/src/analysis/members';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import type { JavacHabits } from '../../server/src/operations/source/javac-habits';
import { decodeUnicodeEscapes } from '../../server/src/java/text/unicode-escapes';
import { createWorkspaceSignatures } from '../../server/src/java/headers/workspace-signatures';
import { jdks, modulesOf, openModules } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';
import { listSites } from '../../server/src/operations/catalogue/site-table';

const sources = new Map<string, SignatureSource>();

export function platformOf(jdk: Jdk): SignatureSource {
  let source = sources.get(jdk.home);
  if (source === undefined) {
    const options = { file: modulesOf(jdk.home), origin: 'platform', report: () => undefined } as const;
    source = sourceFromJimage(openModules(jdk), options);
    sources.set(jdk.home, source);
  }
  return source;
}

export interface ExtractedMember extends MemberAnalysis {
  /** The offset that its other offsets are relative to; local classes' members share the body around them. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** The members of a file in the order of its text, local classes' members after those around them; then those that no text shows. */
export function extractText(
  text: string,
  platform: SignatureSource,
  path = 'Test.java',
  habits?: JavacHabits,
): readonly ExtractedMember[] {
  const decoded = decodeUnicodeEscapes(text);
  const unit = parseDeclarations(decoded.text);
  const workspace = createWorkspaceSignatures(platform, evaluateFieldConstant);
  workspace.setFile(path, unit, decoded.text);
  const context = {
    unit,
    signatures: workspace.source(),
    options: analysisOptionsOf(),
    ...(habits === undefined ? {} : { habits }),
  };
  const classes = workspace.classesOf(path);
  const members = listMemberBodies(classes, decoded.text).flatMap((member) => {
    const { start, end, rule } = member.body;
    const body = parseBody(decoded.text.slice(start, end), rule);
    return analyzeMember(member, body, context).map((analysis) => ({
      ...analysis,
      bodyStart: start,
      bodyEnd: end,
    }));
  });
  const needs = members.flatMap(({ needs: one, bodyStart }) => (one === undefined ? [] : [{ needs: one, bodyStart }])); // prettier-ignore
  const unseen = [
    ...classes.flatMap((named) =>
      implicitMembersOf(named, context.signatures, habits).map((member) => ({
        member,
        start: implicitPlaceOf(named),
      })),
    ),
    ...initialisationMembersOf(classes, needs, context.signatures),
  ].map(({ member, start }) => ({ ...member, bodyStart: start, bodyEnd: start }));
  return [...members, ...unseen];
}

/** The members with a text of their own. */
export function withText(members: readonly ExtractedMember[]): readonly ExtractedMember[] {
  return members.filter(({ kind }) => kind !== 'implicit');
}

/** A platform for tests that only need `java.*` names: the newest JDK found. */
export function anyPlatform(): SignatureSource {
  const jdk = jdks.at(-1);
  return jdk === undefined ? { findClass: () => undefined, hasPackage: () => false } : platformOf(jdk);
}

/** `Addition_int_int` and the like, in the order of their sites. */
export function operationNames(member: Pick<MemberAnalysis, 'operations'>): readonly string[] {
  const { keys, sites } = member.operations;
  return listSites(sites).map((site) => keys[site.key]?.name ?? '?');
}
