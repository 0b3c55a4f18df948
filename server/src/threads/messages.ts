/**
 * The messages that the main thread and an analysis worker send each other.
 *
 * Sits in `threads/`. Plain data only; texts are sent whole, since copying one
 * costs less than a tenth of a millisecond for 6,000 lines.
 */
import type { AdvisedMember } from '../analysis/advise-members';
import type { AnalysisOptions } from '../analysis/analysis-options';
import type { Dependencies } from '../analysis/dependencies';
import type { FileOperations } from '../analysis/file-operations';
import type { IdentifiedLibraries } from '../host/jdk/identify-libraries';
import type { PackedMembers } from '../analysis/packed-members';
import type { SharedControl } from './shared-control';

export type WorkerRequest =
  /** Forgets all headers: they follow. */
  | { readonly kind: 'configure'; readonly options: AnalysisOptions; readonly libraries: IdentifiedLibraries }
  | {
      readonly kind: 'headers';
      readonly files: readonly { readonly path: string; readonly text: string }[];
      readonly removed: readonly string[];
    }
  | {
      readonly kind: 'analyze';
      readonly path: string;
      readonly text: string;
      readonly known: readonly string[];
      /** True where the file is likely to be edited: its trees are then kept. */
      readonly keep: boolean;
      /** Members that no worker got through: name, and why. */
      readonly leaveOut: ReadonlyMap<string, string>;
      /** Working them out takes time that only a result to be stored is worth. */
      readonly wantsDependencies: boolean;
    }
  /** Asks for the dependencies of the file's last analysis, if it was of this text. */
  | { readonly kind: 'dependencies'; readonly path: string; readonly text: string }
  /** Advice on the file's text, if that is the one of its last analysis. */
  | { readonly kind: 'advise'; readonly path: string; readonly text: string }
  | { readonly kind: 'check'; readonly path: string; readonly dependencies: Dependencies }
  | { readonly kind: 'forget'; readonly path: string }
  /** Parses typical members so that the first real one is quick. */
  | { readonly kind: 'warm-up' };

export interface NumberedRequest {
  readonly id: number;
  readonly request: WorkerRequest;
}

/**
 * The places of members, {@link PLACE_CELLS} numbers for each in the order of the text: index of a member that the
 * main thread holds, by the request's list of identities, or -1 for the next of the members sent along; then
 * nameStart, start, end, bodyStart. Hundreds of members cross in one piece.
 */
type MemberPlaces = Int32Array;

export const PLACE_CELLS = 5;

export type WorkerAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'configured'; readonly problems: readonly string[] }
  | { readonly kind: 'indexed'; readonly fingerprint: string }
  /** Members of a file whose analysis goes on: small pieces, since taking one in holds up the main thread. */
  | { readonly kind: 'partial'; readonly members: PackedMembers; readonly places: MemberPlaces }
  | {
      readonly kind: 'analyzed';
      readonly took: AnalysisTimes;
      readonly file: Omit<FileOperations, 'members'>;
      readonly fingerprint: string;
      readonly dependencies?: Dependencies | undefined;
    }
  | { readonly kind: 'dependencies'; readonly dependencies: Dependencies | undefined }
  | { readonly kind: 'advised'; readonly members: readonly AdvisedMember[] | undefined }
  | { readonly kind: 'checked'; readonly holds: boolean }
  /** Something of the libraries that turned out to be unreadable; the request goes on. */
  | { readonly kind: 'library-problem'; readonly message: string }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };

export interface NumberedAnswer {
  readonly id: number;
  readonly answer: WorkerAnswer;
}

/** The parts of an analysis's time, in milliseconds, with the time that its thread needed before it could begin. */
export interface AnalysisTimes {
  /** The time from the thread's start to its code being loaded. */
  readonly load: number;
  readonly signatures: number;
  /** Making the parser, once. */
  readonly grammar: number;
  readonly analysis: number;
}

/** Given to the worker when it starts. */
export interface WorkerSetup extends SharedControl {
  /** Folder with the bundled signature index. */
  readonly mediaFolder: string;
}
