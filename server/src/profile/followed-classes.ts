/**
 * Which classes of the JDK can be followed in the calling context tree.
 *
 * Sits in `profile/`, before `instrument-classes.ts`. What the agent itself
 * runs while it counts can't be counted: it would never come to an end.
 */
import { listAnnotations } from '../classfile/annotations';
import type { ClassFile, MemberInfo } from '../classfile/read-class';

/**
 * What probes run, or the JVM runs for them: making objects, finding the
 * thread and what it keeps, code that is made while the program runs, and
 * what puts agents into it.
 */
const ofAgents = [
  /^java\/lang\/(?:Object|Number|System|Math|Class(?:Loader|Value)?|Runnable|Thread\w*|\w*ThreadLocal|VirtualThread)(?:\$|$)/,
  /^java\/lang\/(?:ref|invoke|instrument|module)\//,
  /^java\/util\/concurrent\/atomic\/Atomic(?:Integer|ReferenceArray)$/,
  /^(?:jdk\/internal|sun)\//,
];

export function canFollow(name: string): boolean {
  return !ofAgents.some((pattern) => pattern.test(name));
}

export const whyNotFollowed = 'The agent runs it while it counts';

const intrinsics = /^Ljdk\/internal\/(?:vm\/annotation\/IntrinsicCandidate|HotSpotIntrinsicCandidate);$/;

/** Whether the JVM may run code of its own in the place of a method's: what is put into that code then counts nothing. */
export function isIntrinsic(file: ClassFile, { attributes }: MemberInfo): boolean {
  if (!attributes.some(({ name }) => name === 'RuntimeVisibleAnnotations')) return false;
  const annotations = listAnnotations(file, attributes);
  return annotations.ok && annotations.value.some(({ type }) => intrinsics.test(type));
}
