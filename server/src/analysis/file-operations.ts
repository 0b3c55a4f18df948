/**
 * The operations of one file, member by member: the analysis worker makes them
 * from a text, before any energy is modeled.
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
import type { Reach } from '../flow/program/entry-points';
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
  /** The operations of one execution of the path, each with its count, and its sizes if they were counted. */
  readonly operations: readonly (readonly [OperationKey, number, number | undefined])[];
}

/** The facts of a member that say who may call it, beside the calls that stand in bodies. */
export interface CallFacts {
  /** All supertypes of the member's class by binary name, the nearest superclasses first. */
  readonly supertypes: readonly string[];
  /** The library type whose method the member overrides, by binary name; empty if it overrides none. */
  readonly overrides: string;
  readonly reach: Reach;
  /** The values that the member gives to parameters, fields and its callers: places, each with a formula behind a blank. */
  readonly values: readonly string[];
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
  /** The place in the file that the operations' offsets count from. */
  readonly bodyStart: Offset;
  readonly operations: MemberOperations;
  /** Absent for a member that no text was found of. */
  readonly facts?: CallFacts;
  /** The number of calls in the run that was counted; absent for a member that is read from a text. */
  readonly calls?: number;
  /** Counted operations of libraries, if these stand apart from the lines that call them. */
  readonly apart?: MemberOperations;
  /** The operations by which a second counted run differed from the first; absent where both runs did the same. */
  readonly varying?: MemberOperations;
  /**
   * The executions of each line in the run that was counted: an offset in the line, relative to the body, and the
   * number.
   */
  readonly executions?: readonly (readonly [Offset, number])[];
  /** The paths that ran; absent where paths were not counted. */
  readonly paths?: readonly CountedPath[];
  /** Relative to the body. */
  readonly problems: readonly LocatedProblem[];
  /**
   * The reason why the operations are those of an earlier text: this one has an error here, or the member was edited
   * after it was counted. Absent for operations of this text.
   */
  readonly staleBy?: StaleReason;
}

export type StaleReason = 'error' | 'edit';

export interface FileOperations {
  readonly path: string;
  readonly members: readonly MemberRecord[];
  /** The problems found in the headers: package, imports, declarations. */
  readonly problems: readonly LocatedProblem[];
  /** True if the text has errors, and members of an earlier one stand where it cannot be read. */
  readonly isHeld?: boolean;
}

/** A member's operations one by one, in the order of the text. */
export function sitesOf(member: MemberRecord): readonly OperationSite[] {
  return listSites(member.operations.sites);
}

/** Headers' and bodies' problems with offsets in the file. */
export function allProblems(file: FileOperations): readonly LocatedProblem[] {
  return [
    ...file.problems,
    ...file.members.flatMap(({ bodyStart, problems }) =>
      problems.map((problem) => ({
        ...problem,
        start: problem.start + bodyStart,
        end: problem.end + bodyStart,
      })),
    ),
  ];
}
