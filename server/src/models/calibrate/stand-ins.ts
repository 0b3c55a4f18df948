/**
 * The costs that stand in for a library method that no benchmark called: those
 * of another overload of it, or of the same method of the class that mostly
 * stands behind an interface.
 *
 * Sits in `models/`. A call of an interface and of its class run the same
 * code where only one class is in use; whether it is that class is not known,
 * so that such a price is given as far less sure than a measured one.
 */
import type { Joules, Share } from '../../base/units';

export interface StandIn {
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}

/** Types whose objects are mostly of one class: the interfaces, and classes that inherit most of their methods from it. */
const ALIKE: readonly (readonly string[])[] = [
  ['java.util.HashMap', 'java.util.Map', 'java.util.LinkedHashMap'],
  ['java.util.ArrayList', 'java.util.List', 'java.util.Collection'],
  ['java.util.HashSet', 'java.util.Set', 'java.util.LinkedHashSet'],
  ['java.util.ArrayDeque', 'java.util.Deque', 'java.util.Queue'],
  ['java.util.TreeMap', 'java.util.SortedMap', 'java.util.NavigableMap'],
  ['java.util.TreeSet', 'java.util.SortedSet', 'java.util.NavigableSet'],
  ['java.lang.StringBuilder', 'java.lang.StringBuffer'],
  ['java.util.stream.IntStream', 'java.util.stream.LongStream', 'java.util.stream.DoubleStream'],
];

/** The deviation of a cost that is taken from another class, relative to the cost. */
const SPREAD_OF_CLASS: Share = 0.5;
/** The least deviation of a method's overloads from each other, relative to their cost. */
const SPREAD_OF_OVERLOADS: Share = 0.5;

/** `costs`: of the overloads that were measured, `java.util.Map.get(Object)`. */
export function findStandIns(costs: ReadonlyMap<string, Joules>): readonly StandIn[] {
  const found = new Map<string, StandIn>();
  const add = (name: string, means: readonly Joules[], spread: Share): void => {
    if (costs.has(name) || found.has(name)) return;
    const mean = means.reduce((sum, each) => sum + each, 0) / means.length;
    const deviation = Math.sqrt(means.reduce((sum, each) => sum + (each - mean) ** 2, 0) / means.length);
    found.set(name, { name, mean, sd: Math.max(deviation, spread * mean) });
  };
  for (const [name, cost] of costs) for (const other of namesAlike(name)) add(other, [cost], SPREAD_OF_CLASS);
  const overloads = new Map<string, Joules[]>();
  for (const [name, cost] of costs) {
    const method = methodOf(name);
    // What takes nothing has no overload as a rule.
    if (method !== name && !name.endsWith('()'))
      overloads.set(method, [...(overloads.get(method) ?? []), cost]);
  }
  for (const [method, means] of overloads) add(method, means, SPREAD_OF_OVERLOADS);
  return [...found.values()];
}

/** `java.util.Map.get` of `java.util.Map.get(Object)`. */
function methodOf(name: string): string {
  const open = name.indexOf('(');
  return open < 0 ? name : name.slice(0, open);
}

/** The same method of other types, the likeliest first. Constructors are of their own class. */
function namesAlike(name: string): readonly string[] {
  const method = methodOf(name);
  const dot = method.lastIndexOf('.');
  const owner = method.slice(0, dot);
  const rest = name.slice(dot);
  if (rest.startsWith('.<init>')) return [];
  return ALIKE.filter((types) => types.includes(owner)).flatMap((types) =>
    types.filter((type) => type !== owner).map((type) => `${type}${rest}`),
  );
}
