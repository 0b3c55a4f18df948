/** Where bodies come from, and which body a call of a class runs. Used by `summarize-bodies.ts`. */
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import type { MethodKey } from '../catalogue/operation';
import type { BodySummary } from './body-table';

/** The classes that bodies are looked for in. */
export interface BodySource {
  find(className: string): ClassFile | undefined;
  /** Classes that extend or implement a class, directly or not, the most usual first. */
  implementationsOf(className: string): readonly string[];
  /** What is known of a method of a class that is not among them. */
  elsewhere?(owner: string, name: string, descriptor: string): BodySummary | undefined;
  /** The summary of a method whose calls were measured, from the one of its body. */
  readonly measured?: (key: MethodKey, body: BodySummary) => BodySummary;
}

/** The class and the interfaces that a class extends and implements itself; none of a class that is not known. */
export function parentsOf(file: ClassFile | undefined): readonly string[] {
  if (file === undefined) return [];
  return file.superName === undefined ? file.interfaceNames : [file.superName, ...file.interfaceNames];
}

export interface DeclaredMethod {
  readonly file: ClassFile;
  readonly method: MemberInfo;
}

/** The method of a class, its superclasses or its interfaces (JVMS 5.4.3.3). One with a body is preferred. */
export function findMethod(
  source: BodySource,
  owner: string,
  matches: (method: MemberInfo) => boolean,
): DeclaredMethod | undefined {
  let declared: DeclaredMethod | undefined;
  const open = [owner];
  const seen = new Set<string>();
  // Superclasses first, then interfaces.
  const interfaces: string[] = [];
  for (
    let name = open.pop() ?? interfaces.shift();
    name !== undefined;
    name = open.pop() ?? interfaces.shift()
  ) {
    if (seen.has(name)) continue;
    seen.add(name);
    const file = source.find(name);
    if (file === undefined) continue;
    const method = file.methods.find(matches);
    if (method !== undefined) {
      if ((method.flags & AccessFlag.abstract) === 0) return { file, method };
      declared ??= { file, method };
      // What its parents would do is overridden.
      continue;
    }
    if (file.superName !== undefined) open.push(file.superName);
    interfaces.push(...file.interfaceNames);
  }
  return declared;
}
