/**
 * Tells which classes of the JDK the calling context tree can follow.
 *
 * Sits in `profile/`, before `instrument-classes.ts`. Code that the agent itself runs while it counts
 * cannot be counted: its probes would call themselves without end.
 */
import { listAnnotations } from '../../classfile/read/annotations';
import { ConstantTag } from '../../classfile/read/constant-pool';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';

/**
 * Classes that probes run, or that the JVM runs for them: object creation, thread lookup and thread locals, code
 * generation at run time, and instrumentation itself.
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

/** True if the JVM may run its own machine code in the place of the method: probes in the method would then count nothing. */
export function isIntrinsic(file: ClassFile, { attributes }: MemberInfo): boolean {
  if (!attributes.some(({ name }) => name === 'RuntimeVisibleAnnotations')) return false;
  const annotations = listAnnotations(file, attributes);
  return annotations.ok && annotations.value.some(({ type }) => intrinsics.test(type));
}

/** The binary names of the classes whose methods the class may call. */
export function calledClassesOf({ constants }: ClassFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (let index = 1; index < constants.offsets.length; index++) {
    const tag = constants.tagAt(index);
    if (tag !== ConstantTag.methodRef && tag !== ConstantTag.interfaceMethodRef) continue;
    const { owner } = constants.member(index);
    // Arrays have the methods of Object.
    if (!owner.startsWith('[')) names.add(owner);
  }
  return names;
}
