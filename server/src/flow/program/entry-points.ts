/**
 * The members at which a run of a program begins: the ones that a user names, else what the text shows.
 *
 * Sits in `flow/`, beside `call-frequencies.ts`, which goes down from them. A program begins at its main methods and at
 * what frameworks call. A library begins at its public methods, and at its tests. Tests beside a program count little.
 */
import picomatch from 'picomatch';
import { at } from '../../base/check';
import { dottedName } from '../../classfile/read/descriptors';
import { groupBy } from '../../base/groups';
import type { Steps } from '../../base/steps';
import { nearestNames } from '../../base/nearest-names';
import type { CallWeights } from './call-weights';

/**
 * The way in which the outside reaches a member: `main` starts a program, a framework calls a `handler` for requests and
 * events, a test framework calls a `test` and what prepares it, users of a library call `public` members.
 */
export type Reach = 'main' | 'handler' | 'test' | 'public' | 'inner';

/** The entry points that users know of. */
export interface EntryWishes {
  /** Names of methods, classes and packages, with wildcards: `org.x.Main.main`, `org.x.api.*`. */
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
    const [first] = found;
    return {
      basis,
      first: first === undefined ? '' : nameOf(at(members, first).key),
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
    const matches = matcherOf(pattern);
    let hasFound = false;
    for (const [type, inside] of byType) {
      const isOuter = (member: number): boolean => at(members, member).reach !== 'inner';
      const found = matches(type)
        ? inside.some(isOuter)
          ? inside.filter(isOuter)
          : inside
        : inside.filter((member) => matches(nameOf(at(members, member).key)));
      for (const member of found) chosen.add(member);
      hasFound ||= found.length > 0;
    }
    if (!hasFound) unmatched.push({ pattern, nearest: nearestNames(pattern, namesOf(members, byType), 3) });
  }
  return { chosen, unmatched };
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
  const glob = pattern.trim().replaceAll(/[$.]/g, '/');
  if (glob === '' || glob.length > LONGEST_PATTERN) return () => false;
  const matches = picomatch(glob, { dot: true, nobracket: true, noextglob: true, nonegate: true });
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
