/**
 * The record that the analyzer delivers for one member: its operations with a
 * place in the file, or the place alone where the caller holds the operations.
 *
 * Sits in `analysis/`, under `analyzer.ts`.
 */
import type { DecodedText } from '../java/text/unicode-escapes';
import type { MemberOperations } from '../operations/catalogue/operation';
import type { MemberAnalysis } from './analyze-member';
import type { LocatedProblem, MemberRecord } from './file-operations';
import { createHasher, hashText, type Hasher } from '../base/hash';
import type { MemberBody } from './members';
import { packRegion } from './packed-region';

/** A member whose operations the caller holds; only its place is new. */
export type KnownMember = Pick<MemberRecord, 'identity' | 'nameStart' | 'start' | 'end' | 'bodyStart'> & {
  readonly operations?: undefined;
};

export interface IdentifiedAnalysis extends MemberAnalysis {
  readonly identity: string;
}

export function identified(result: MemberAnalysis): IdentifiedAnalysis {
  return { identity: identityOf(result), ...result };
}

/** `known` are the identities whose operations the caller holds already. */
export function recordOf(
  { identity, key, name, className, kind, operations, problems, facts }: IdentifiedAnalysis,
  known: ReadonlySet<string>,
  place: Pick<MemberRecord, 'nameStart' | 'start' | 'end' | 'bodyStart'>,
): MemberRecord | KnownMember {
  if (known.has(identity)) return { identity, ...place };
  return { identity, key, name, className, kind, operations, problems, facts, ...place };
}

/** Stands for a member that no worker gets through: it is named, and has no operations. `reason` goes on after the name. */
export function leftOutRecord(member: MemberBody, decoded: DecodedText, reason: string): MemberRecord {
  const bodyStart = decoded.toOriginal(member.body.start);
  const problem: LocatedProblem = {
    severity: 'error',
    message: `${member.name} ${reason}`,
    start: 0,
    end: decoded.toOriginal(member.body.end) - bodyStart,
  };
  return {
    identity: `left out ${hashText(member.name)}`,
    key: `${member.named.binaryName}.${member.methodName}`,
    name: member.name,
    className: member.className,
    kind: member.kind,
    nameStart: decoded.toOriginal(member.nameStart),
    start: decoded.toOriginal(member.start),
    end: decoded.toOriginal(member.end),
    bodyStart,
    operations: {
      keys: [],
      sites: new Int32Array(0),
      callees: [],
      blocks: [],
      region: { kind: 'sequence', regions: [] },
    },
    problems: [problem],
  };
}

/** The hash of a result's content: equal identities have equal operations in every process, whatever text they were made of. */
function identityOf({ key, name, className, kind, operations, problems, facts }: MemberAnalysis): string {
  const hasher = createHasher();
  const { overrides, reach, supertypes, values } = facts;
  for (const text of [key, name, className, kind, overrides, reach, supertypes.join(' '), values.join('\n')])
    hasher.addText(text);
  addOperations(hasher, operations);
  for (const { severity, message, start, end } of problems) {
    hasher.addText(severity);
    hasher.addText(message);
    hasher.addNumber(start);
    hasher.addNumber(end);
  }
  return hasher.digest();
}

/** Lists begin with their lengths, so that no two members run into the same sequence. */
function addOperations(hasher: Hasher, { keys, sites, callees, blocks, region }: MemberOperations): void {
  hasher.addNumber(keys.length);
  for (const { name, family, group, operands, size } of keys) {
    for (const text of [name, family, group, size]) hasher.addText(text);
    hasher.addNumber(operands.length);
    for (const operand of operands) hasher.addText(operand);
  }
  hasher.addNumber(sites.length);
  for (const cell of sites) hasher.addNumber(cell);
  hasher.addNumber(callees.length);
  for (const callee of callees) hasher.addText(callee);
  hasher.addNumber(blocks.length);
  for (const { id, name, kind, start, end } of blocks) {
    hasher.addText(name);
    hasher.addText(kind);
    for (const number of [id, start, end]) hasher.addNumber(number);
  }
  packRegion(region, { whole: hasher.addNumber, fraction: hasher.addNumber, text: hasher.addText });
}
