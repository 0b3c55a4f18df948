/**
 * The source's side of a comparison with class files: a file's operations, and
 * which of its lines belong together.
 *
 * Parses and analyzes, as the analyzer
 * does, but keeps nothing.
 */
import type { CompilationUnit, Member } from '../../server/src/java/syntax/ast';
import type { NamedClass } from '../../server/src/java/headers/class-names';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import type { DeclaredClass, DeclaredMethodLines } from './belonging';
import type { PlacedOperation, SourceSide } from './compare-file';
import { writtenSites } from '../operations/operation-opcodes';
import { comparableOperations } from './comparable-operations';
import { type BodyAt, findStatementLines } from './statement-lines';
import type { JavacHabits } from '../../server/src/operations/source/javac-habits';
import type { MemberOperations } from '../../server/src/operations/catalogue/operation';
import { listSites } from '../../server/src/operations/catalogue/site-table';
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { analyzeMember } from '../../server/src/analysis/analyze-member';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import {
  implicitMembersOf,
  implicitPlaceOf,
  initialisationMembersOf,
  type PlacedNeeds,
} from '../../server/src/analysis/implicit-members';
import type { LineIndexOf } from '../../server/src/base/line-index';
import { listMemberBodies, type MemberBody } from '../../server/src/analysis/members';
import type { Offset } from '../../server/src/base/units';

export interface SourceContext {
  readonly signatures: SignatureSource;
  readonly habits: JavacHabits;
}

export function sourceSideOf(
  { unit, text }: { readonly unit: CompilationUnit; readonly text: string },
  classes: readonly NamedClass[],
  lines: LineIndexOf,
  { signatures, habits }: SourceContext,
): {
  readonly source: SourceSide;
  readonly members: readonly DeclaredMethodLines[];
  readonly declared: readonly DeclaredClass[];
} {
  const operations: PlacedOperation[] = [];
  const places: BodyAt[] = [];
  const needs: PlacedNeeds[] = [];
  const context = { unit, signatures, options: analysisOptionsOf(), habits };
  const add = ({ keys, callees, sites }: MemberOperations, base: Offset): void => {
    for (const site of writtenSites(listSites(sites))) {
      const key = keys[site.key];
      if (key === undefined) continue;
      const callee = site.callee === undefined ? undefined : callees[site.callee];
      const line = lines.lineAt(base + site.offset);
      for (const operation of comparableOperations(key, callee)) operations.push({ line, operation });
    }
  };
  const bodies = listMemberBodies(classes, text);
  for (const member of bodies) {
    const { start, end, rule } = member.body;
    const body = parseBody(text.slice(start, end), rule);
    places.push({
      root: body.root,
      start,
      endsOnFirstLine: member.role === 'compact-constructor',
      ...(body.root.kind === 'statements'
        ? {}
        : { declaration: { start: member.start, end: Math.max(member.start, end) } }),
    });
    for (const analysis of analyzeMember(member, body, context)) {
      add(analysis.operations, start);
      if (analysis.needs !== undefined) needs.push({ needs: analysis.needs, bodyStart: start });
    }
  }
  for (const named of classes) {
    const start = implicitPlaceOf(named);
    for (const member of implicitMembersOf(named, signatures, habits)) add(member.operations, start);
  }
  for (const { start, member } of initialisationMembersOf(classes, needs, signatures))
    add(member.operations, start);
  const declarations = classes.map(({ declaration }) => declaration);
  // Members without text lie there, under names that other classes of the file may declare.
  const unnamed = declarations.map(({ start, nameStart }) => ({
    name: '',
    first: lines.lineAt(start),
    last: lines.lineAt(nameStart),
  }));
  const members = bodies.map((member) => ({
    name: member.methodName,
    first: lines.lineAt(member.start),
    last: lines.lineAt(Math.max(member.start, member.end - 1)),
  }));
  const initializers = declarations.flatMap((declaration) =>
    declaration.members.filter(isInitializer).map(({ start, end }) => ({
      first: lines.lineAt(start),
      last: lines.lineAt(Math.max(start, end - 1)),
    })),
  );
  return {
    source: {
      ...findStatementLines(places, declarations, text, lines),
      lineCount: lines.lineCount,
      operations,
      initializers,
    },
    members: [...members, ...unnamed],
    declared: declaredClasses(classes, bodies),
  };
}

/** The bodies of enum constants are left out: they are numbered among the anonymous classes. */
function declaredClasses(
  classes: readonly NamedClass[],
  bodies: readonly MemberBody[],
): readonly DeclaredClass[] {
  return classes
    .filter(({ kind }) => kind !== 'enum-constant')
    .map((named) => ({
      binaryName: named.binaryName,
      methods: bodies
        .filter((body) => body.named === named && body.kind === 'method')
        .map(({ methodName, parameters }) => ({ name: methodName, parameterCount: parameters.length })),
    }));
}

/** Code that runs in each constructor. */
function isInitializer(member: Member): boolean {
  if (member.kind === 'initializer') return !member.isStatic;
  return member.kind === 'field' && !member.modifiers.includes('static');
}
