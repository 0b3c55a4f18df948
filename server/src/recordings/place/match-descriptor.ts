/**
 * A check that a descriptor of a class file (JVMS 4.3.3) can be that of a method as its source declares it.
 *
 * Sits in `recordings/`. Simple names are compared: what a name means is not asked.
 */
import { parseMethodDescriptor } from '../../java/types/descriptor-types';
import { describeType, isPrimitive } from '../../java/types/types';

/** Constructors of inner classes and enums have parameters more, before those that are written (JVMS 4.7.24). */
export function canBe(descriptor: string, declared: readonly string[] | undefined, name: string): boolean {
  if (declared === undefined || !/^\(.*\)/.test(descriptor)) return true;
  const given = parseMethodDescriptor(descriptor).parameters;
  // A damaged one tells nothing.
  if (given.some((type) => describeType(type).startsWith('?'))) return true;
  const added = given.length - declared.length;
  if (added < 0 || (added > 0 && name !== '<init>')) return false;
  return declared.every((type, index) => {
    const other = given[index + added];
    if (other === undefined) return false;
    const simple = describeType(other).replace(/^.*\./, '');
    if (type === simple) return true;
    // A variable erases to its bound, which may be an array's element, too.
    return type.startsWith('?') && dimensionsOf(simple) >= dimensionsOf(type) && !isPrimitive(other);
  });
}

function dimensionsOf(type: string): number {
  return type.split('[]').length - 1;
}
