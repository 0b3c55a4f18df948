/**
 * Members that a class file may not reach directly: javac adds a method to
 * their class, and calls that.
 *
 * Sits in `operations/`. javac's `Lower.needsPrivateAccess` and
 * `needsProtectedAccess`.
 */
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { operationKey } from '../catalogue/catalogue';
import type { SourceWalk } from './source-walk';

interface Reached {
  readonly owner: string;
  readonly name: string;
  readonly flags: number;
}

/** Records one more call if an accessor stands in between. */
export function recordAccessor(walk: SourceWalk, reached: Reached, offset: number): void {
  if (!needsAccessor(walk, reached)) return;
  const callee = `${reached.owner}.access$()V`;
  walk.recorder.record(operationKey('MethodInvocation', [], 'load', ['static']), offset, { callee });
}

export function needsAccessor(
  { role, habits, hierarchy, typing }: SourceWalk,
  { owner, name, flags }: Reached,
): boolean {
  const from = role.owner;
  if (from === undefined || from === owner) return false;
  if ((flags & AccessFlag.private) !== 0) {
    // A private constructor of a local class is simply not private.
    return !habits.reachesPrivates && !(name === '<init>' && typing.localClasses.has(owner));
  }
  if ((flags & AccessFlag.protected) === 0 || packageOf(owner) === packageOf(from)) return false;
  return !hierarchy.isSubclass(from, owner);
}

function packageOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}
