/**
 * The operations of one file, member by member: what the analysis worker
 * makes of a text, before anything is priced.
 *
 * Sits in `analysis/`, between `analyzer.ts` (in the worker) and
 * `energy-session.ts` (on the main thread). Plain data: it crosses threads and
 * is stored in the cache on disk.
 */
import type {
  MemberOperations,
  MethodKey,
  OperationKey,
  OperationSite,
} from '../operations/catalogue/operation';
import { listSites } from '../operations/catalogue/site-table';
import type { PathEnd, PathStart } from '../profile/document/profile-document';
import type { Offset } from '../base/units';

export interface LocatedProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Offsets in the file; both 0 where the problem has no place. */
  readonly start: Offset;
  readonly end: Offset;
}

/** A path of a method that ran: places are relative to its body, and move with it. */
export interface CountedPath {
  readonly executions: number;
  readonly start: PathStart;
  readonly end: PathEnd;
  /** One in each line, in the order of the blocks. */
  readonly places: readonly Offset[];
  /** Of one execution. */
  readonly operations: readonly (readonly [OperationKey, number])[];
}

export interface MemberRecord {
  /** Hash of all that the operations depend on: equal identities have equal operations. */
  readonly identity: string;
  readonly key: MethodKey;
  /** `Grid.blit(int, int)`: readable, and unique within the file. */
  readonly name: string;
  /** `Grid` or `Grid.Cell`. */
  readonly className: string;
  readonly kind: 'method' | 'constructor' | 'initializer' | 'field' | 'lambda' | 'implicit';
  readonly nameStart: Offset;
  readonly start: Offset;
  readonly end: Offset;
  /** What the operations' offsets are relative to. */
  readonly bodyStart: Offset;
  readonly operations: MemberOperations;
  /** In the run that was counted; absent for what is read from a text. */
  readonly calls?: number;
  /** By how much a second counted run executed otherwise; absent where it did not. */
  readonly varying?: MemberOperations;
  /** How often lines ran in the run that was counted: of an offset in each, relative to the body. */
  readonly executions?: readonly (readonly [Offset, number])[];
  /** Those that ran; absent where they were not counted. */
  readonly paths?: readonly CountedPath[];
  /** Relative to the body. */
  readonly problems: readonly LocatedProblem[];
}

export interface FileOperations {
  readonly path: string;
  readonly members: readonly MemberRecord[];
  /** Of headers: package, imports, declarations. */
  readonly problems: readonly LocatedProblem[];
}

/** A member's operations one by one, in the order of the text. */
export function sitesOf(member: MemberRecord): readonly OperationSite[] {
  return listSites(member.operations.sites);
}
