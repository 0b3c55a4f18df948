/**
 * Writes class files of any size and content (JVMS 4): what no compiler would
 * make, in time linear in what is written.
 */

export interface Pool {
  /** All of these answer the index of an entry, which is written once. */
  readonly utf8: (text: string) => number;
  readonly classRef: (name: string) => number;
  readonly member: (tag: 9 | 10 | 11, owner: string, name: string, descriptor: string) => number;
  readonly methodHandle: (reference: number) => number;
}

export type Bytes = readonly number[] | Uint8Array;

export interface WrittenAttribute {
  readonly name: string;
  readonly content: Bytes;
}

export interface WrittenMember {
  readonly name: string;
  readonly descriptor: string;
  readonly flags?: number;
  readonly attributes?: readonly WrittenAttribute[];
}

export interface WrittenClass {
  readonly name: string;
  readonly superName?: string;
  readonly interfaces?: readonly string[];
  readonly fields?: readonly WrittenMember[];
  readonly methods?: readonly WrittenMember[];
  readonly attributes?: readonly WrittenAttribute[];
}

export function u2(value: number): readonly number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

export function u4(value: number): readonly number[] {
  return [...u2(value >>> 16), ...u2(value)];
}

/** So many times the same. */
export function times(count: number, run: Bytes): Uint8Array {
  const all = new Uint8Array(count * run.length);
  for (let i = 0; i < count; i++) all.set(run, i * run.length);
  return all;
}

export function concat(...parts: readonly Bytes[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A Code attribute; `tables` are its own attributes. */
export function codeOf(
  pool: Pool,
  code: Bytes,
  {
    handlers = [],
    tables = [],
  }: { readonly handlers?: Bytes; readonly tables?: readonly WrittenAttribute[] } = {},
): WrittenAttribute {
  const content = concat(
    [...u2(10), ...u2(10), ...u4(code.length)],
    code,
    u2(handlers.length / 8),
    handlers,
    writeAttributes(pool, tables),
  );
  return { name: 'Code', content };
}

/** A counted table of so many equal rows. */
export function table(name: string, count: number, row: Bytes): WrittenAttribute {
  return { name, content: concat(u2(count), times(count, row)) };
}

export function writeClass(describe: (pool: Pool) => WrittenClass): Uint8Array {
  const entries: Bytes[] = [];
  const known = new Map<string, number>();
  /** Adds an entry; those that it refers to are written before it. */
  const add = (key: string, write: () => Bytes): number => {
    const index = known.get(key);
    if (index !== undefined) return index;
    const entry = write();
    known.set(key, entries.push(entry));
    return entries.length;
  };
  const utf8 = (text: string): number =>
    add(`u${text}`, () => {
      const bytes = new TextEncoder().encode(text);
      return concat([1], u2(bytes.length), bytes);
    });
  const classRef = (name: string): number => add(`c${name}`, () => [7, ...u2(utf8(name))]);
  const nameAndType = (name: string, type: string): number =>
    add(`n${name} ${type}`, () => [12, ...u2(utf8(name)), ...u2(utf8(type))]);
  const pool: Pool = {
    utf8,
    classRef,
    member: (tag, owner, name, descriptor) =>
      add(`m${tag} ${owner} ${name} ${descriptor}`, () => [
        tag,
        ...u2(classRef(owner)),
        ...u2(nameAndType(name, descriptor)),
      ]),
    methodHandle: (reference) => add(`h${reference}`, () => [15, 6, ...u2(reference)]),
  };
  const written = describe(pool);
  const { name, superName = 'java/lang/Object', interfaces = [] } = written;
  const body = concat(
    u2(0x21),
    u2(classRef(name)),
    u2(classRef(superName)),
    u2(interfaces.length),
    ...interfaces.map((type) => u2(classRef(type))),
    writeMembers(pool, written.fields ?? []),
    writeMembers(pool, written.methods ?? []),
    writeAttributes(pool, written.attributes ?? []),
  );
  return concat(u4(0xcafebabe), u2(0), u2(61), u2(entries.length + 1), ...entries, body);
}

function writeMembers(pool: Pool, members: readonly WrittenMember[]): Uint8Array {
  return concat(
    u2(members.length),
    ...members.map(({ flags = 9, name, descriptor, attributes = [] }) =>
      concat(u2(flags), u2(pool.utf8(name)), u2(pool.utf8(descriptor)), writeAttributes(pool, attributes)),
    ),
  );
}

function writeAttributes(pool: Pool, attributes: readonly WrittenAttribute[]): Uint8Array {
  return concat(
    u2(attributes.length),
    ...attributes.map(({ name, content }) => concat(u2(pool.utf8(name)), u4(content.length), content)),
  );
}
