/**
 * The members at which a run of a program begins: the ones that a user names, else what the text shows.
 *
 * Sits in `flow/`, beside `call-frequencies.ts`, which goes down from them. A program begins at its main methods and at
 * what frameworks call. A library begins at its public methods, and at its tests. Tests beside a program count little.
 */
import { matchPath } from '../../base/wildcards';
import { at } from '../../base/check';
import { dottedName, parseMethodDescriptor } from '../../classfile/read/descriptors';
import { groupBy } from '../../base/groups';
import type { Steps } from '../../base/steps';
import { nearestByLastPart, nearestNames } from '../../base/nearest-names';
import type { CallWeights } from './call-weights';

/**
 * The way in which the outside reaches a member: `main` starts a program, a framework calls a `handler` for requests and
 * events, a test framework calls a `test` and what prepares it, users of a library call `public` members.
 */
export type Reach = 'main' | 'handler' | 'test' | 'public' | 'inner';

/** The entry points that users know of. */
export interface EntryWishes {
  /** Names of methods, classes and packages, with wildcards: `org.x.Main.main`, `Main.main(String[])`, `org.x.api.*`. */
  readonly patterns: readonly string[];
  /** Main classes of launch configurations, with dots. */
  readonly mainClasses: readonly string[];
}

export const NO_WISHES: EntryWishes = { patterns: [], mainClasses: [] };

/** The entry points that an estimate rests on. */
export interface EntryPoints {
  /** `set` by the user, or the most telling kind that the text has. */
  readonly basis: 'set' | 'main' | 'handler' | 'library';
  /** The name of the first: `org.x.Main.main`; empty if there is none. */
  readonly first: string;
  readonly count: number;
  /** Methods that frameworks call, beside main methods. */
  readonly handlers: number;
  readonly tests: number;
  /** Patterns that match nothing, each with the names that may have been meant. */
  readonly unmatched: readonly { readonly pattern: string; readonly nearest: readonly string[] }[];
}

interface EntryMember {
  /** `com/example/Grid.blit(II)V` */
  readonly key: string;
  readonly overrides: string;
  readonly reach: Reach;
}

export interface ChosenEntries {
  /** Calls from outside, by member. */
  readonly calls: Float64Array;
  readonly points: EntryPoints;
}

interface Callers {
  /** Tells whether another member calls this one. */
  readonly isCalled: (member: number) => boolean;
  /** Tells whether the program makes objects of the member's class. */
  readonly isCreated: (member: number) => boolean;
}

/** Library types whose objects are made to be run. */
const STARTED: ReadonlySet<string> = new Set([
  'java/lang/Runnable',
  'java/lang/Thread',
  'java/util/TimerTask',
  'java/util/concurrent/Callable',
]);

export function* chooseEntries(
  members: readonly EntryMember[],
  callers: Callers,
  wishes: EntryWishes,
  weights: CallWeights,
): Steps<ChosenEntries> {
  const { chosen, unmatched } = matchPatterns(members, wishes.patterns);
  const launched = new Set(
    wishes.mainClasses.map((name) => name.slice(name.lastIndexOf('/') + 1).replaceAll('$', '.')),
  );
  const isLaunched = members.map(({ key, reach }) => reach === 'main' && launched.has(typeOf(key)));
  const hasLaunched = isLaunched.includes(true);
  yield;
  const counts = { main: 0, handler: 0, test: 0, public: 0, inner: 0 };
  for (const { reach } of members) counts[reach]++;
  const isProgram = counts.main + counts.handler > 0;

  const callsOf = ({ key, overrides, reach }: EntryMember, member: number): number => {
    if (isClassInitializer(key)) return weights.initializer;
    if (chosen.size > 0) return chosen.has(member) ? 1 : weights.unreached;
    switch (reach) {
      case 'main':
        return hasLaunched && isLaunched[member] !== true ? weights.aside : 1;
      case 'handler':
        return weights.handler;
      case 'test':
        return isProgram ? weights.aside : 1;
      default:
        // Somebody starts a thread whose class nobody here makes objects of.
        if (STARTED.has(overrides) && !callers.isCreated(member)) return 1;
        if (isProgram) return weights.unreached;
        return reach === 'public' || !callers.isCalled(member) ? 1 : weights.unreached;
    }
  };
  const points = (basis: EntryPoints['basis'], fits: (member: number) => boolean): EntryPoints => {
    const found = [...members.keys()].filter(
      (member) => fits(member) && !isInitializer(at(members, member).key),
    );
    const keys = found.map((member) => at(members, member).key);
    return {
      basis,
      // Files come in any order.
      first: keys.length === 0 ? '' : nameOf(keys.reduce((one, other) => (other < one ? other : one))),
      count: found.length,
      handlers: basis === 'main' ? counts.handler : 0,
      tests: basis === 'set' ? 0 : counts.test,
      unmatched,
    };
  };
  const calls = Float64Array.from(members, callsOf);
  yield;
  const reachOf = (member: number): Reach => at(members, member).reach;
  if (chosen.size > 0) return { calls, points: points('set', (member) => chosen.has(member)) };
  if (counts.main > 0) {
    const isMain = (member: number): boolean =>
      hasLaunched ? isLaunched[member] === true : reachOf(member) === 'main';
    return { calls, points: points('main', isMain) };
  }
  if (counts.handler > 0)
    return { calls, points: points('handler', (member) => reachOf(member) === 'handler') };
  return { calls, points: points('library', (member) => reachOf(member) === 'public') };
}

/** The members that patterns name, and the patterns that name none. */
function matchPatterns(
  members: readonly EntryMember[],
  patterns: readonly string[],
): { readonly chosen: ReadonlySet<number>; readonly unmatched: EntryPoints['unmatched'] } {
  const chosen = new Set<number>();
  const unmatched: EntryPoints['unmatched'][number][] = [];
  if (patterns.length === 0) return { chosen, unmatched };
  const candidates = [...members.keys()].filter((member) => !isInitializer(at(members, member).key));
  const byType = groupBy(candidates, (member) => typeOf(at(members, member).key));
  for (const pattern of new Set(patterns)) {
    const { name, parameters } = splitPattern(pattern);
    // Reports show classes without their packages.
    const inAnyPackage = name === '' ? '' : `**.${name}`;
    const named = [name, inAnyPackage]
      .map((each) => findNamed(each, members, byType, parameters !== undefined))
      .find((each) => each.length > 0);
    const found = withParameters(named ?? [], members, parameters);
    for (const member of found) chosen.add(member);
    if (found.length > 0) continue;
    const nearest =
      named?.slice(0, MOST_NAMES).map((member) => signatureOf(at(members, member).key)) ??
      namesLike(name, members, byType);
    unmatched.push({ pattern, nearest });
  }
  return { chosen, unmatched };
}

/** The members of classes, and the methods, that a pattern without parameters names. */
function findNamed(
  name: string,
  members: readonly EntryMember[],
  byType: ReadonlyMap<string, readonly number[]>,
  isMethod: boolean,
): readonly number[] {
  const matches = matcherOf(name);
  const isOuter = (member: number): boolean => at(members, member).reach !== 'inner';
  return Array.from(byType, ([type, inside]) => {
    if (isMethod || !matches(type))
      return inside.filter((member) => matches(nameOf(at(members, member).key)));
    return inside.some(isOuter) ? inside.filter(isOuter) : inside;
  }).flat();
}

/** `main(String[])` is split into its name and `['String[]']`; without parentheses there are no parameters to compare. */
function splitPattern(pattern: string): {
  readonly name: string;
  readonly parameters: readonly string[] | undefined;
} {
  const [, name = '', list] =
    /^([^(]*)(?:\(([^()]*)\))?$/.exec(pattern.trim().slice(0, LONGEST_PATTERN)) ?? [];
  if (list === undefined) return { name, parameters: undefined };
  const types = withoutArguments(list)
    .split(',')
    .map((type) => type.trim().replace('...', '[]'));
  return {
    name: name.trim(),
    parameters: types.map((type) => type.slice(type.lastIndexOf('.') + 1)).filter((type) => type !== ''),
  };
}

/** `Map` of `Map<String, List<T>>`. */
function withoutArguments(types: string): string {
  let depth = 0;
  let text = '';
  for (const character of types) {
    if (character === '<') depth++;
    if (depth === 0) text += character;
    if (character === '>') depth--;
  }
  return text;
}

/** The overloads with such parameters; else, since a text may name type variables, those with as many. */
function withParameters(
  found: readonly number[],
  members: readonly EntryMember[],
  wanted: readonly string[] | undefined,
): readonly number[] {
  if (wanted === undefined) return found;
  const listed = found.map((member) => ({ member, types: parametersOf(at(members, member).key) }));
  const equal = listed.filter(({ types }) => types.join() === wanted.join());
  const alike = equal.length > 0 ? equal : listed.filter(({ types }) => types.length === wanted.length);
  return alike.map(({ member }) => member);
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  ...{ B: 'byte', C: 'char', D: 'double', F: 'float' },
  ...{ I: 'int', J: 'long', S: 'short', Z: 'boolean' },
};

/** The erased types of a method's parameters, without packages: `String[]`. */
function parametersOf(key: string): readonly string[] {
  return parseMethodDescriptor(key.slice(key.indexOf('('))).parameters.map((type) => {
    const element = type.replaceAll('[', '');
    const name = PRIMITIVES[element] ?? dottedName(element.slice(1, -1));
    return name.slice(name.lastIndexOf('.') + 1) + '[]'.repeat(type.length - element.length);
  });
}

/** `com.example.Grid.blit(int, String[])` */
function signatureOf(key: string): string {
  return `${nameOf(key)}(${parametersOf(key).join(', ')})`;
}

const MOST_NAMES = 3;

/** The names that a pattern may have meant. */
function namesLike(
  name: string,
  members: readonly EntryMember[],
  byType: ReadonlyMap<string, readonly number[]>,
): readonly string[] {
  const names = new Set(namesOf(members, byType));
  const near = nearestNames(name, names, MOST_NAMES);
  return near.length > 0 ? near : nearestByLastPart(name, names, MOST_NAMES);
}

function* namesOf(
  members: readonly EntryMember[],
  byType: ReadonlyMap<string, readonly number[]>,
): Generator<string> {
  yield* byType.keys();
  for (const inside of byType.values()) for (const member of inside) yield nameOf(at(members, member).key);
}

const LONGEST_PATTERN = 500;

/** `*` stands for anything in one part of a name, `**` for any parts. */
function matcherOf(pattern: string): (name: string) => boolean {
  const glob = pattern.replaceAll(/[$.]/g, '/');
  if (glob === '') return () => false;
  const matches = matchPath(glob.replaceAll('[', '\\['));
  return (name) => matches(name.replaceAll('.', '/'));
}

function isClassInitializer(key: string): boolean {
  return key.includes('.<clinit>');
}

/** Initializers of classes and objects have a name in the place of a descriptor. */
function isInitializer(key: string): boolean {
  return key.includes('@') || isClassInitializer(key);
}

/** The class of a member, with dots. */
function typeOf(key: string): string {
  return dottedName(key.slice(0, key.indexOf('.')));
}

/** `com.example.Grid.blit` */
function nameOf(key: string): string {
  const end = key.indexOf('(');
  return `${typeOf(key)}${key.slice(key.indexOf('.'), end < 0 ? undefined : end)}`;
}
