/**
 * The members that workers could not get through, by file: they are named, and
 * the rest of their files is analyzed without them.
 *
 * Sits in `threads/`, under `pool.ts`.
 */
import type { WorkerEnd } from './worker-slot';

/** The reason why a member is left out, as words that go on after its name: "took longer than 30 s …". */
export type Reason = string;

export interface LeftOutMembers {
  /** The members of a file that are left out, by name, each with its reason. */
  of(path: string): ReadonlyMap<string, Reason>;
  add(path: string, member: string, reason: Reason): void;
  /** The file may be another one now. */
  forget(path: string): void;
}

export function createLeftOutMembers(): LeftOutMembers {
  const files = new Map<string, Map<string, Reason>>();
  return {
    of: (path) => files.get(path) ?? new Map<string, Reason>(),
    add(path, member, reason) {
      const members = files.get(path);
      if (members === undefined) files.set(path, new Map([[member, reason]]));
      else members.set(member, reason);
    },
    forget: (path) => void files.delete(path),
  };
}

export function reasonOf(
  { kind, message }: WorkerEnd,
  limits: { readonly stuckAfterMs: number; readonly maxMemoryMB: number },
): Reason {
  switch (kind) {
    case 'stuck':
      return `took longer than ${limits.stuckAfterMs / 1000} s to analyze and was left out`;
    case 'memory':
      return `took more than ${limits.maxMemoryMB} MB of memory to analyze and was left out`;
    default:
      return `ended its analysis (${message}) and was left out`;
  }
}
