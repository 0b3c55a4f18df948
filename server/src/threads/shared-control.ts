/**
 * The memory that a worker shares with the main thread: which requests are
 * canceled, whether it still makes progress, and the member it is at.
 */
import type { Cancellation } from '../base/cancellation';

export interface SharedControl {
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
