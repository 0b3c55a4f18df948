/** Changes of JSON that keep it JSON: a value becomes another one, goes, or comes twice. */
import type { Random } from './random';

const VALUES: readonly [unknown, ...unknown[]] = [
  null, true, '', 'x', 0, -1, 0.5, 1e308, 2 ** 53, -1e-320, 4_294_967_296, [], {}, [[]], [null], { a: 1 }, '__proto__', 'a'.repeat(1000),
]; // prettier-ignore

/** Undefined where the text is no JSON. */
export function changeJson(text: string, random: Random): string | undefined {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (let times = 1 + random.below(3); times > 0; times--) root = changeIn(root, random, 0);
  return JSON.stringify(root);
}

function changeIn(value: unknown, random: Random, depth: number): unknown {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isInner || (depth > 0 && random.oneIn(6))) return otherValue(value, random);
  if (Array.isArray(value)) {
    const at = random.below(value.length);
    const rest = value as readonly unknown[];
    if (random.oneIn(12)) return rest.toSpliced(at, 1);
    if (random.oneIn(12)) return rest.toSpliced(at, 0, rest[at]);
    return rest.with(at, changeIn(rest[at], random, depth + 1));
  }
  const entries = Object.entries(value);
  const at = random.below(entries.length);
  const [key = '', inner] = entries[at] ?? [];
  if (random.oneIn(12)) return Object.fromEntries(entries.toSpliced(at, 1));
  return Object.fromEntries(entries.with(at, [key, changeIn(inner, random, depth + 1)]));
}

function otherValue(value: unknown, random: Random): unknown {
  if (typeof value === 'number' && random.oneIn(2))
    return random.pick([value + 1, value - 1, -value, value * 1000, random.below(100)]);
  return random.pick(VALUES);
}
