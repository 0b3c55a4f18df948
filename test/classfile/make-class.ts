/**
 * Writes small class files byte by byte (JVMS 4.1), for tests that need one
 * that no compiler would make, or that run without a JDK.
 */

export interface ClassRecipe {
  readonly name: string;
  readonly superName?: string;
  readonly flags?: number;
  readonly version?: number;
  readonly fields?: readonly MemberRecipe[];
  readonly methods?: readonly MemberRecipe[];
  /** The text of the class's Signature attribute. */
  readonly signature?: string;
}

export interface MemberRecipe {
  readonly name: string;
  readonly descriptor: string;
  readonly flags?: number;
  readonly signature?: string;
}

export function makeClass(recipe: ClassRecipe): Uint8Array {
  const pool: number[][] = [];
  const texts = new Map<string, number>();
  const utf8 = (text: string): number => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const bytes = [...new TextEncoder().encode(text)];
    texts.set(text, pool.push([1, ...u2(bytes.length), ...bytes]));
    return pool.length;
  };
  const classRef = (name: string): number => pool.push([7, ...u2(utf8(name))]);
  const attributes = (signature: string | undefined): number[] =>
    signature === undefined ? u2(0) : [...u2(1), ...u2(utf8('Signature')), ...u4(2), ...u2(utf8(signature))];
  const members = (recipes: readonly MemberRecipe[]): number[] => [
    ...u2(recipes.length),
    ...recipes.flatMap(({ flags, name, descriptor, signature }) => [
      ...u2(flags ?? 1),
      ...u2(utf8(name)),
      ...u2(utf8(descriptor)),
      ...attributes(signature),
    ]),
  ];
  const body = [
    ...u2(recipe.flags ?? 0x21),
    ...u2(classRef(recipe.name)),
    ...u2(classRef(recipe.superName ?? 'java/lang/Object')),
    ...u2(0),
    ...members(recipe.fields ?? []),
    ...members(recipe.methods ?? []),
    ...attributes(recipe.signature),
  ];
  return Uint8Array.from([
    ...u4(0xcafebabe),
    ...u2(0),
    ...u2(recipe.version ?? 61),
    ...u2(pool.length + 1),
    ...pool.flat(),
    ...body,
  ]);
}

export function u2(value: number): number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

export function u4(value: number): number[] {
  return [...u2(value >>> 16), ...u2(value & 0xffff)];
}
