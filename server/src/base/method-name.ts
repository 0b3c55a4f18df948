/** The name of a method: its class, name and descriptor. Sits in `base/`. */

/** A method by the names that two programs share. */
export interface MethodName {
  /** Binary name with dots; empty where a recording does not say. */
  readonly class: string;
  readonly name: string;
  /** Empty where a recording does not say. */
  readonly descriptor: string;
}

/** The text by which a method is told from others. */
export function keyOfMethod({ class: owner, name, descriptor }: MethodName): string {
  return `${owner}\n${name}\n${descriptor}`;
}

/** The class and method of a path such as `java.util.ArrayList.get`. */
export function methodOfPath(path: string): MethodName {
  const dot = path.lastIndexOf('.');
  return { class: path.slice(0, Math.max(0, dot)), name: path.slice(dot + 1), descriptor: '' };
}

/** The simple names of the parameters' types, as in `int[]` and `Entry`; none where a descriptor (JVMS 4.3.3) is not known. */
export function parametersOf(descriptor: string): readonly string[] {
  const types: string[] = [];
  const last = descriptor.startsWith('(') ? descriptor.indexOf(')') : -1;
  let dimensions = 0;
  for (let at = 1; at < last; at++) {
    const letter = descriptor.charAt(at);
    if (letter === '[') {
      dimensions++;
      continue;
    }
    const end = letter === 'L' ? descriptor.indexOf(';', at) : at;
    if (end < 0) break;
    const simple =
      letter === 'L'
        ? descriptor
            .slice(at + 1, end)
            .split(/[/$]/)
            .at(-1)
        : PRIMITIVES[letter];
    types.push((simple ?? '') + '[]'.repeat(dimensions));
    dimensions = 0;
    at = end;
  }
  return types;
}

/** The names of primitive types, by their descriptors (JVMS 4.3.2). */
const PRIMITIVES: Readonly<Record<string, string>> = {
  ...{ B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', Z: 'boolean' },
};
