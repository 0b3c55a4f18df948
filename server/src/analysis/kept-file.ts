/**
 * The state that an analyzer keeps of a file: syntax trees by text, results by
 * member, and the list of the last run's members.
 *
 * Sits in `analysis/`, under `analyzer.ts`.
 */
import type { Body, BodyText, CompilationUnit } from '../java/syntax/ast';
import type { NamedClass } from '../java/headers/class-names';
import type { Lookups } from '../java/types/lookups';
import type { DecodedText } from '../java/text/unicode-escapes';
import type { Offset } from '../base/units';
import { type Dependencies, type DependencyView, stillHolds } from './dependencies';
import { hashText } from '../base/hash';
import type { IdentifiedAnalysis } from './member-records';
import { displayName, type MemberBody } from './members';

/** Trees kept beyond what a file's members need. */
const SPARE_TREES = 200;

/** The kept state of one file: trees by rule and text, results by member, and the list of the last run's members. */
export interface KeptFile {
  readonly trees: Map<string, Body>;
  /** The results of each member, by {@link memberKey}. */
  readonly results: Map<string, KeptMember>;
  readonly last: LastRun | undefined;
}

/** Something that was made of a member, and is known to hold under a version of the headers. */
export interface Kept {
  /**
   * The answers that typing the member depended on; they get their hash when the headers first change after that,
   * which most never see.
   */
  depends: Lookups | Dependencies;
  /** The newest version of the headers that the results are known to hold under. */
  version: number;
}

/** A member's results, and those of the classes declared in it. */
export interface KeptMember extends Kept {
  readonly results: readonly IdentifiedAnalysis[];
}

/** True if what was kept of the same text still holds. */
export function isCurrent(kept: Kept, version: number, view: DependencyView): boolean {
  if (kept.version === version) return true;
  if (!('hash' in kept.depends) || !stillHolds(kept.depends, view)) return false;
  kept.version = version;
  return true;
}

interface LastRun {
  readonly text: string;
  /** Absent where escapes were decoded: its offsets are not those of the text. */
  readonly unit: CompilationUnit | undefined;
  /** The version of the headers that the run was made under. */
  readonly version: number;
  readonly members: readonly LastMember[];
}

export interface LastMember {
  /** The offset at which the member's declaration starts. */
  readonly head: Offset;
  /** The offset at which the member's body starts, as {@link end} is where it ends. */
  readonly start: Offset;
  readonly end: Offset;
  readonly key: string;
}

/** One run over one text. */
export interface TextRun {
  readonly decoded: DecodedText;
  readonly text: string;
  /** The version of the headers that the run is made under. */
  readonly version: number;
  readonly before: KeptFile;
}

/**
 * The key of a class's implicit members: it holds what a class declares and its signature leaves out, beside what
 * {@link Dependencies} name.
 */
export function implicitKey(named: NamedClass): string {
  const { binaryName, declaration } = named;
  const kinds = declaration.members.map((member) => member.kind).join(' ');
  const { name, kind } = declaration;
  return hashText(['implicit', binaryName, name, displayName(named), kind, kinds].join('\n'));
}

export function treeKey(body: BodyText, text: string): string {
  return `${body.rule}\n${text.slice(body.start, body.end)}`;
}

/** Trees outlive the edits that did not touch them; those of bodies long gone are dropped from time to time. */
export function withoutUnused(
  trees: Map<string, Body>,
  members: readonly MemberBody[],
  text: string,
): Map<string, Body> {
  if (trees.size <= SPARE_TREES + 2 * members.length) return trees;
  const present = new Set(members.map(({ body }) => treeKey(body, text)));
  return new Map([...trees].filter(([key]) => present.has(key)));
}

export function emptyFile(): KeptFile {
  return { trees: new Map(), results: new Map(), last: undefined };
}

/** Under the same headers the n-th member is the n-th member of the run before; with the same text it is the same. */
export function lastMember(
  member: MemberBody,
  index: number,
  { decoded, text, before, version }: TextRun,
): LastMember {
  const place = {
    head: decoded.toOriginal(member.start),
    start: decoded.toOriginal(member.body.start),
    end: decoded.toOriginal(member.body.end),
  };
  const last = before.last?.version === version ? before.last : undefined;
  const same = last?.members[index];
  if (
    last !== undefined &&
    same !== undefined &&
    same.end - same.head === place.end - place.head &&
    last.text.slice(same.head, same.end) === text.slice(place.head, place.end)
  )
    return { key: same.key, ...place };
  return { key: memberKey(member, decoded.text, text.slice(place.head, place.end)), ...place };
}

/** The hash of everything in its file that a member's results depend on, beside what {@link Dependencies} name. */
export function memberKey(member: MemberBody, decoded: string, text: string): string {
  const { name, named, role, isStatic, isFinal, declaredIndex = -1, expectedType } = member;
  const type = expectedType === undefined ? '' : decoded.slice(expectedType.start, expectedType.end);
  return hashText([name, named.binaryName, role, isStatic, isFinal, declaredIndex, type, text].join('\n'));
}
