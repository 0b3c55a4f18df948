/**
 * The messages that the main thread and an analysis worker send each other, and the memory that they share.
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
import type { Cancellation } from '../base/cancellation';

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

/** Says which requests are canceled, whether a worker still makes progress, and the member it is at. */
interface SharedControl {
  /** Layout: {@link Control}. */
  readonly control: SharedArrayBuffer;
  /** UTF-8 name of the member at work, zero-padded, so that a watchdog can name it. */
  readonly label: SharedArrayBuffer;
}

const Control = {
  /** Requests with ids up to this one are canceled. */
  cancelUpTo: 0,
  /** Counts members begun; standing still while busy means stuck. */
  heartbeat: 1,
  cells: 2,
} as const;

const LABEL_BYTES = 512;

export function createSharedControl(): SharedControl {
  return {
    control: new SharedArrayBuffer(Control.cells * Int32Array.BYTES_PER_ELEMENT),
    label: new SharedArrayBuffer(LABEL_BYTES),
  };
}

/** Cancels every request with an id up to `id`. Seen by the worker between two members. */
export function cancelUpTo(shared: SharedControl, id: number): void {
  const cells = new Int32Array(shared.control);
  if (Atomics.load(cells, Control.cancelUpTo) < id) Atomics.store(cells, Control.cancelUpTo, id);
}

/** The cancellation of one request, for the worker, whose thread is too busy to be told of it by a message. */
export function cancellationOf({ control }: SharedControl, id: number): Cancellation {
  const cells = new Int32Array(control);
  return {
    get aborted() {
      return Atomics.load(cells, Control.cancelUpTo) >= id;
    },
  };
}

export function readHeartbeat(shared: SharedControl): number {
  return Atomics.load(new Int32Array(shared.control), Control.heartbeat);
}

/** Says which member is begun. Called by the worker. */
export function beginMember(shared: SharedControl, name: string): void {
  const bytes = new Uint8Array(shared.label);
  const encoded = Buffer.from(name, 'utf8').subarray(0, LABEL_BYTES - 1);
  bytes.fill(0);
  bytes.set(encoded);
  Atomics.add(new Int32Array(shared.control), Control.heartbeat, 1);
}

/**
 * Clears the label: nothing of a request is begun yet. The worker calls this, and its slot does while the worker
 * waits for a request.
 */
export function clearLabel(shared: SharedControl): void {
  new Uint8Array(shared.label).fill(0);
}

export function readLabel(shared: SharedControl): string {
  const bytes = Buffer.from(new Uint8Array(shared.label));
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}
