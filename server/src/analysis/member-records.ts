/**
 * The record that the analyzer delivers for one member: its operations with a
 * place in the file, or the place alone where the caller holds the operations.
 *
 * Sits in `analysis/`, under `analyzer.ts`.
 */
import type { DecodedText } from '../java/text/unicode-escapes';
import type { MemberAnalysis } from './analyze-member';
import type { LocatedProblem, MemberRecord } from './file-operations';
import { hashText } from '../base/hash';
import { identityOf } from './member-identity';
import type { MemberBody } from './members';

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
  { identity, key, name, className, kind, operations, problems }: IdentifiedAnalysis,
  known: ReadonlySet<string>,
  place: Pick<MemberRecord, 'nameStart' | 'start' | 'end' | 'bodyStart'>,
): MemberRecord | KnownMember {
  if (known.has(identity)) return { identity, ...place };
  return { identity, key, name, className, kind, operations, problems, ...place };
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
