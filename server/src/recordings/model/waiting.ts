/**
 * Methods in which a thread waits and no processor works for it.
 *
 * Sits in `recordings/`. Profilers by wall-clock time also sample waiting threads: such samples are time,
 * and take no part of an energy.
 */
import type { Frame } from './imported-profile';

const JAVA: ReadonlySet<string> = new Set([
  'java/lang/Object.wait',
  'java/lang/Object.wait0',
  'java/lang/Thread.sleep',
  'java/lang/Thread.sleep0',
  'java/lang/Thread.sleepNanos0',
  'java/lang/ref/Reference.waitForReferencePendingList',
  'jdk/internal/misc/Unsafe.park',
  'sun/misc/Unsafe.park',
  'sun/nio/ch/EPoll.wait',
  'sun/nio/ch/KQueue.poll',
  'sun/nio/ch/Net.accept',
  'sun/nio/ch/Net.poll',
  'java/lang/ProcessHandleImpl.waitForProcessExit0',
]);

const NATIVE =
  /^(?:_*)(?:futex_abstimed_wait\w*|pthread_cond_(?:timed|clock)?wait\w*|epoll_p?wait\w*|(?:clock_)?nanosleep\w*|p?poll|p?select|accept4?|sem_(?:timed|clock)?wait\w*|sigwait\w*|kevent|mach_msg\w*|semaphore_wait\w*)(?:@.*)?$/;

export function isWaiting({ kind, class: owner, method, name }: Frame): boolean {
  if (kind === 'idle') return true;
  return owner === undefined ? kind === 'native' && NATIVE.test(name) : JAVA.has(`${owner}.${method ?? ''}`);
}
