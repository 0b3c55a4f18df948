/**
 * The methods by which classes of one file reach each other's private members
 * in class files before Java 11 (JEP 181), and protected ones in all.
 *
 * A source says what is reached, and javac
 * makes one accessor for many places: what an accessor does stands at each call
 * of it, with one more operation for the call.
 */
import { AccessFlag } from '../../server/src/classfile/signatures/class-signature';
import type { ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';
import type { MethodKey } from '../../server/src/operations/catalogue/operation';
import { type ComparableOperation, comparableOperations } from './comparable-operations';

export type Accessors = ReadonlyMap<MethodKey, readonly ComparableOperation[]>;

/** `access$000`, or a constructor with one more parameter, of a class that has no other use. */
export function isAccessor({ name: owner }: ClassFile, { name, flags, descriptor }: MemberInfo): boolean {
  if ((flags & AccessFlag.synthetic) === 0) return false;
  if (/^access\$\d+$/.test(name)) return true;
  const last = /L([^;]*);\)V$/.exec(descriptor)?.[1] ?? '';
  return name === '<init>' && /\$\d+$/.test(last) && last.startsWith(outermost(owner));
}

function outermost(name: string): string {
  const end = name.indexOf('$', name.lastIndexOf('/') + 2);
  return end < 0 ? name : name.slice(0, end);
}

export function listAccessors(classes: readonly ClassFile[]): Accessors {
  const found = new Map<MethodKey, readonly ComparableOperation[]>();
  for (const file of classes) {
    for (const method of file.methods) {
      if (!isAccessor(file, method)) continue;
      const compiled = extractBytecode(file, method, { isApplication: () => true });
      if (compiled?.ok !== true) continue;
      const { keys, callees, sites } = compiled.value;
      const operations = sites.flatMap(({ key: id, callee }) => {
        const key = keys[id];
        return key === undefined
          ? []
          : comparableOperations(key, callee === undefined ? undefined : callees[callee]);
      });
      found.set(`${file.name}.${method.name}${method.descriptor}`, [ACCESSOR_CALL, ...operations]);
    }
  }
  return found;
}

const ACCESSOR_CALL: ComparableOperation = { group: 'invoke', name: 'access$' };
