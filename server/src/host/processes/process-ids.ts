/** Process ids: whether there is such a process, and where it was counted. Sits in `host/`. */
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hashText } from '../../base/hash';
import { readTextSync } from '../files/read-file';

/** True if the process is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is there, but may not be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The place in which process ids are counted, as eight digits: a container that shares the repository, and the machine
 * before it was started again, have others.
 */
export function placeOfIds(): string {
  const parts = [hostname, () => readTextSync('/proc/sys/kernel/random/boot_id'), namedPlaceOfIds].map(
    orNothing,
  );
  return hashText(parts.join('\n')).slice(0, 8);
}

/** The same as Linux names it, which the agent reads, too: `pid:[4026531836]`. Empty elsewhere. */
export function namedPlaceOfIds(): string {
  return orNothing(() => readlinkSync('/proc/self/ns/pid'));
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // only Linux has these files
  }
}
