/**
 * Writes a small jimage of either byte order, with its perfect hash (the JDK's
 * `jdk.tools.jlink.internal.PerfectHashBuilder`), for tests without a JDK.
 */

export interface ResourceRecipe {
  readonly module: string;
  readonly parent: string;
  readonly base: string;
  readonly extension: string;
  readonly content: Uint8Array;
}

/** Adds the `/packages` entries that name the modules of each package. */
export function makeJimage(littleEndian: boolean, resources: readonly ResourceRecipe[]): Uint8Array {
  const strings: number[] = [0];
  const stringOffsets = new Map<string, number>([['', 0]]);
  const stringOf = (text: string): number => {
    const known = stringOffsets.get(text);
    if (known !== undefined) return known;
    const offset = strings.length;
    stringOffsets.set(text, offset);
    strings.push(...new TextEncoder().encode(text), 0);
    return offset;
  };
  const all = [...resources, ...packagesOf(resources, littleEndian, stringOf)];
  const contents: number[] = [];
  const locations: number[] = [0];
  const locationOffsets = all.map((resource) => {
    const offset = locations.length;
    const values = [
      stringOf(resource.module),
      stringOf(resource.parent),
      stringOf(resource.base),
      stringOf(resource.extension),
      contents.length,
      0,
      resource.content.length,
    ];
    values.forEach((value, index) => {
      if (value !== 0) locations.push(((index + 1) << 3) | 3, ...word(value, false));
    });
    locations.push(0);
    contents.push(...resource.content);
    return offset;
  });
  const { redirect, slots } = hashPerfectly(all.map(fullName));
  const table = slots.map((resource) => locationOffsets[resource] ?? 0);
  const header = [0xcafedada, 1 << 16, 0, all.length, table.length, locations.length, strings.length];
  return Uint8Array.from([
    ...[...header, ...redirect, ...table].flatMap((value) => word(value, littleEndian)),
    ...locations,
    ...strings,
    ...contents,
  ]);
}

function packagesOf(
  resources: readonly ResourceRecipe[],
  littleEndian: boolean,
  stringOf: (text: string) => number,
): readonly ResourceRecipe[] {
  const modules = new Map(
    resources.filter(({ parent }) => parent !== '').map(({ parent, module }) => [parent, module]),
  );
  return [...modules].map(([parent, module]) => {
    const dotted = parent.replaceAll('/', '.');
    const dot = dotted.lastIndexOf('.');
    return {
      module: 'packages',
      parent: '',
      base: dot < 0 ? dotted : dotted.slice(0, dot),
      extension: dot < 0 ? '' : dotted.slice(dot + 1),
      content: Uint8Array.from([...word(0, littleEndian), ...word(stringOf(module), littleEndian)]),
    };
  });
}

function fullName({ module, parent, base, extension }: ResourceRecipe): string {
  return `/${module}/${parent === '' ? '' : `${parent}/`}${base}${extension === '' ? '' : `.${extension}`}`;
}

/** Grows the table until every name finds its slot; an odd length, since low bits alone spread nothing. */
function hashPerfectly(names: readonly string[]): HashTable {
  for (let length = names.length | 1; ; length += 2) {
    const table = tryHash(names, length);
    if (table !== undefined) return table;
  }
}

interface HashTable {
  readonly redirect: readonly number[];
  /** Index of the name in each slot; -1 for none. */
  readonly slots: readonly number[];
}

const triedSeeds = 1000;

/** Names that share a bucket look for a seed that spreads them over free slots; single ones take what is left. */
function tryHash(names: readonly string[], length: number): HashTable | undefined {
  const redirect = new Array<number>(length).fill(0);
  const slots = new Array<number>(length).fill(-1);
  const buckets = new Map<number, number[]>();
  names.forEach((name, index) => {
    const bucket = hash(name, 0x01000193) % length;
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), index]);
  });
  for (const [bucket, members] of [...buckets].sort(([, left], [, right]) => right.length - left.length)) {
    if (members.length === 1) {
      const free = slots.indexOf(-1);
      slots[free] = members[0] ?? 0;
      redirect[bucket] = -free - 1;
      continue;
    }
    const seed = seedFor(
      members.map((member) => names[member] ?? ''),
      slots,
    );
    if (seed === undefined) return undefined;
    for (const member of members) slots[hash(names[member] ?? '', seed) % length] = member;
    redirect[bucket] = seed;
  }
  return { redirect, slots };
}

function seedFor(names: readonly string[], slots: readonly number[]): number | undefined {
  for (let seed = 1; seed < triedSeeds; seed++) {
    const places = new Set(names.map((name) => hash(name, seed) % slots.length));
    if (places.size === names.length && [...places].every((place) => slots[place] === -1)) return seed;
  }
  return undefined;
}

function hash(name: string, seed: number): number {
  return (
    new TextEncoder().encode(name).reduce((sum, byte) => Math.imul(sum, 0x01000193) ^ byte, seed) & 0x7fffffff
  );
}

function word(value: number, littleEndian: boolean): number[] {
  const bytes = [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
  return littleEndian ? bytes.reverse() : bytes;
}
