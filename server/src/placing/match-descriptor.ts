/**
 * Whether a descriptor of a class file (JVMS 4.3.3) can be that of a method as
 * its source declares it.
 *
 * Sits in `placing/`. Simple names are compared: what a name means is not asked.
 */
const TYPE = /(\[*)(?:([BCDFIJSZ])|L([^;]+);)/y;

const PRIMITIVES: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  Z: 'boolean',
};

/** Simple names of the parameters; undefined where it is none. */
export function parametersOf(descriptor: string): readonly string[] | undefined {
  const names: string[] = [];
  let at = 1;
  while (descriptor.startsWith('(') && at < descriptor.length) {
    if (descriptor[at] === ')') return names;
    TYPE.lastIndex = at;
    const match = TYPE.exec(descriptor);
    if (match === null) return undefined;
    const [whole, dimensions = '', primitive, owner] = match;
    const simple =
      primitive === undefined ? (owner ?? '').replace(/^.*[/$]/, '') : (PRIMITIVES[primitive] ?? '?');
    names.push(simple + '[]'.repeat(dimensions.length));
    at += whole.length;
  }
  return undefined;
}

/** Constructors of inner classes and enums have parameters more, before those that are written (JVMS 4.7.24). */
export function canBe(descriptor: string, declared: readonly string[] | undefined, name: string): boolean {
  const given = parametersOf(descriptor);
  if (given === undefined || declared === undefined) return true;
  const added = given.length - declared.length;
  if (added < 0 || (added > 0 && name !== '<init>')) return false;
  return declared.every((type, index) => {
    const other = given[index + added] ?? '';
    if (type === other) return true;
    // A variable erases to its bound, which may be an array's element, too.
    return type.startsWith('?') && dimensionsOf(other) >= dimensionsOf(type) && !isPrimitive(other);
  });
}

function dimensionsOf(type: string): number {
  return type.split('[]').length - 1;
}

function isPrimitive(type: string): boolean {
  return Object.values(PRIMITIVES).includes(type);
}
