/**
 * The calls of a whole program: who calls whom, and how the calls of an overridable method are shared among
 * the bodies that it may reach.
 *
 * Sits in `flow/`, solved by `call-frequencies.ts`. Virtual calls reach the classes that the program
 * creates (rapid type analysis: Bacon and Sweeney, OOPSLA 1996). A call is an edge from a member to the
 * method that it names, and from there to bodies: a method with a hundred bodies costs a hundred edges,
 * however often it is called.
 */
import { addTo } from '../../base/groups';
import { at } from '../../base/check';
import { dottedName } from '../../classfile/read/descriptors';
import type { Steps } from '../../base/steps';
import type { Reach } from './entry-points';

export interface ProgramMember {
  /** `com/example/Grid.blit(II)V`; initializers have `@` and a name in the place of a descriptor. */
  readonly key: string;
  /** Supertypes of its class, the nearest superclasses first. */
  readonly supertypes: readonly string[];
  /** The library type whose method it overrides; empty for none. */
  readonly overrides: string;
  readonly reach: Reach;
  /** True if it concatenates strings. */
  readonly joinsTexts: boolean;
  /** Calls in one execution of the member. */
  readonly calls: readonly ProgramCall[];
}

export interface ProgramCall {
  /** A method by class, name and descriptor; of libraries by class (with dots), name and number of arguments: `java.util.Iterator.next/0`. */
  readonly key: string;
  readonly dispatch: 'direct' | 'virtual' | 'creation' | 'library';
  readonly count: number;
  /** True if the count rests on a guess. */
  readonly isGuess: boolean;
}

/** Members by their place in the list that the graph was made of, the methods that calls name, and the edges between. */
export interface CallGraph {
  /** Edges from members to methods, by member: `start` has one number more than there are members. */
  readonly start: Int32Array;
  readonly method: Int32Array;
  readonly count: Float64Array;
  /** For each edge, 1 if its count is a guess; otherwise 0. */
  readonly guess: Uint8Array;
  /** The class that an edge creates an object of, or -1. */
  readonly created: Int32Array;
  readonly methods: readonly CalledMethod[];
  /** The number of classes. */
  readonly types: number;
  /** The class of each member. */
  readonly typeOf: Int32Array;
}

/** A method that calls name, with the bodies that it may reach. */
export interface CalledMethod {
  readonly bodies: readonly CalledBody[];
  /** Library types may have bodies of their own, that calls reach as well. */
  readonly isLibrary: boolean;
}

interface CalledBody {
  readonly member: number;
  /** The classes whose instances lead to it; empty if no object decides. */
  readonly types: readonly number[];
}

/** The callers that a graph knows: members that another one calls, and members of classes that the program makes objects of. */
export function callersIn({ methods, created: byEdge, typeOf }: CallGraph): {
  readonly isCalled: (member: number) => boolean;
  readonly isCreated: (member: number) => boolean;
} {
  const called = new Uint8Array(typeOf.length);
  for (const { bodies } of methods) for (const { member } of bodies) called[member] = 1;
  const created = new Set(byEdge);
  return {
    isCalled: (member) => called[member] === 1,
    isCreated: (member) => created.has(at(typeOf, member)),
  };
}

/** Loops within loops multiply beyond all numbers. */
const MOST_CALLS = 1e12;

/** Work for some milliseconds. */
export const MEMBERS_A_STEP = 200;

/** The members of one file, in a list that stays the same while they do. */
export type FileMembers = readonly ProgramMember[];

/** The edges of some members in a row. */
export interface Edges {
  /** The number of edges of each member. */
  readonly lengths: Int32Array;
  readonly method: Int32Array;
  readonly count: Float64Array;
  readonly guess: Uint8Array;
  readonly created: Int32Array;
}

/** Builds the graph of a program: first all members are added, then edges are asked for. */
export class GraphBuilder {
  readonly #members: ProgramMember[] = [];
  /** Members by name and number of arguments, then by class. */
  readonly #bySignature = new Map<string, Map<number, number[]>>();
  readonly #typeIds = new Map<string, number>();
  readonly #typeOf: Int32Array;
  readonly #supertypes: (readonly string[])[] = [];
  /** Each class and its supertypes that have members, worked out when asked for. */
  readonly #chains: (readonly number[] | undefined)[] = [];
  /** Classes with members, by each of their supertypes and by themselves, in the dotted names of libraries. */
  readonly #subtypes = new Map<string, number[]>();
  readonly #dotted = new Map<string, string>();
  readonly #names: string[] = [];
  /** Members that run with each constructor of a class, and those that libraries may call back, by class. */
  readonly #initializers = new Map<number, number[]>();
  readonly #overriders = new Map<number, number[]>();
  readonly #methodIds = {
    direct: new Map<string, number>(),
    virtual: new Map<string, number>(),
    library: new Map<string, number>(),
    member: new Map<number, number>(),
  };
  readonly #methods: CalledMethod[] = [];

  constructor(members: number) {
    this.#typeOf = new Int32Array(members);
  }

  add(member: ProgramMember): void {
    const { key, supertypes, overrides } = member;
    const index = this.#members.push(member) - 1;
    const { type, signature } = partsOf(key);
    const id = this.#typeId(type, supertypes);
    const declaring = this.#bySignature.get(signature) ?? new Map<number, number[]>();
    this.#bySignature.set(signature, declaring);
    addTo(declaring, id, index);
    this.#typeOf[index] = id;
    if (key.includes('.<init>@')) addTo(this.#initializers, id, index);
    if (overrides !== '') addTo(this.#overriders, id, index);
  }

  /** The edges of members that stand in a row from `first` on. */
  *edgesOf(members: FileMembers, first: number, callbacks: number): Steps<Edges> {
    const lengths = new Int32Array(members.length);
    const method: number[] = [];
    const count: number[] = [];
    const guess: number[] = [];
    const created: number[] = [];
    const add = (id: number, times: number, isGuess: boolean, type = -1): void => {
      method.push(id);
      count.push(times);
      guess.push(Number(isGuess));
      created.push(type);
    };
    for (const [index, member] of members.entries()) {
      const before = method.length;
      for (const call of member.calls) {
        const id = this.#methodOf(call);
        if (id < 0 || !(call.count > 0)) continue;
        const type = call.dispatch === 'creation' ? this.#typeIds.get(typeIn(call.key)) : undefined;
        add(id, Math.min(call.count, MOST_CALLS), call.isGuess, type);
      }
      if (isConstructor(member.key) && !callsOwnConstructor(member)) {
        const type = at(this.#typeOf, first + index);
        for (const initializer of this.#initializers.get(type) ?? [])
          add(this.#direct(initializer), 1, false);
        for (const each of this.#overriders.get(type) ?? []) add(this.#direct(each), callbacks, true);
      }
      lengths[index] = method.length - before;
      if (index % MEMBERS_A_STEP === 0) yield;
    }
    return {
      lengths,
      method: Int32Array.from(method),
      count: Float64Array.from(count),
      guess: Uint8Array.from(guess),
      created: Int32Array.from(created),
    };
  }

  graphOf(parts: readonly Edges[]): CallGraph {
    const length = parts.reduce((sum, { method }) => sum + method.length, 0);
    const start = new Int32Array(this.#members.length + 1);
    const method = new Int32Array(length);
    const count = new Float64Array(length);
    const guess = new Uint8Array(length);
    const created = new Int32Array(length);
    let [member, edge] = [0, 0];
    for (const part of parts) {
      method.set(part.method, edge);
      count.set(part.count, edge);
      guess.set(part.guess, edge);
      created.set(part.created, edge);
      for (const edges of part.lengths) start[++member] = edge += edges;
    }
    const types = this.#names.length;
    return { start, method, count, guess, created, methods: this.#methods, types, typeOf: this.#typeOf };
  }

  #typeId(name: string, supertypes: readonly string[]): number {
    const known = this.#typeIds.get(name);
    if (known !== undefined) return known;
    const id = this.#names.push(name) - 1;
    this.#typeIds.set(name, id);
    this.#supertypes.push(supertypes);
    for (const type of new Set([name, ...supertypes])) {
      const shown = this.#dotted.get(type) ?? dottedName(type);
      this.#dotted.set(type, shown);
      addTo(this.#subtypes, shown, id);
    }
    return id;
  }

  #direct(member: number): number {
    const ids = this.#methodIds.member;
    const known = ids.get(member);
    if (known !== undefined) return known;
    const id = this.#methods.push({ bodies: [{ member, types: [] }], isLibrary: false }) - 1;
    ids.set(member, id);
    return id;
  }

  /** The number of the method that a call names; -1 if the program has no body for it. */
  #methodOf({ key, dispatch }: ProgramCall): number {
    const ids = this.#methodIds[dispatch === 'creation' ? 'direct' : dispatch];
    const known = ids.get(key);
    if (known !== undefined) return known;
    const made = this.#resolve(key, dispatch);
    const id = made === undefined ? -1 : this.#methods.push(made) - 1;
    ids.set(key, id);
    return id;
  }

  #resolve(key: string, dispatch: ProgramCall['dispatch']): CalledMethod | undefined {
    const { type, signature } = partsOf(key);
    if (dispatch === 'library') return this.#overriding(type, signature, undefined);
    if (dispatch === 'virtual') return this.#overriding(type, signature, key);
    const own = this.#typeIds.get(type);
    const member = own === undefined ? undefined : this.#bodyIn(own, signature, key);
    return member === undefined ? undefined : { bodies: [{ member, types: [] }], isLibrary: false };
  }

  /** The bodies that instances of a type and its subtypes run. */
  #overriding(type: string, signature: string, key: string | undefined): CalledMethod | undefined {
    const only = this.#onlyBody(type, signature);
    if (only !== undefined) return { bodies: [{ member: only, types: [] }], isLibrary: key === undefined };
    const bodies = new Map<number, number[]>();
    for (const below of this.#subtypes.get(dottedName(type)) ?? []) {
      const member = this.#bodyIn(below, signature, key);
      if (member !== undefined) addTo(bodies, member, below);
    }
    if (bodies.size === 0) return undefined;
    return {
      bodies: Array.from(bodies, ([member, types]) => ({ member, types })),
      isLibrary: key === undefined,
    };
  }

  /**
   * The body of a method that one class alone has, whatever inherits it: thousands of subclasses need no look. Undefined
   * where objects decide.
   */
  #onlyBody(type: string, signature: string): number | undefined {
    const declaring = this.#bySignature.get(signature);
    const own = this.#typeIds.get(type);
    if (declaring?.size !== 1 || own === undefined) return undefined;
    for (const [declared, members] of declaring)
      if (members.length === 1 && this.#chainOf(own).includes(declared)) return members[0];
    return undefined;
  }

  /**
   * The body that a class has or inherits. Descriptors differ where a type argument takes the place of a type
   * variable: then the one method with as many arguments is it.
   */
  #bodyIn(type: number, signature: string, key: string | undefined): number | undefined {
    const declaring = this.#bySignature.get(signature);
    const descriptor = key?.slice(key.indexOf('('));
    for (const each of declaring === undefined ? [] : this.#chainOf(type)) {
      const members = declaring?.get(each);
      if (members === undefined) continue;
      if (descriptor === undefined || members.length === 1) return members[0];
      return members.find((member) => at(this.#members, member).key.endsWith(descriptor)) ?? members[0];
    }
    return undefined;
  }

  #chainOf(type: number): readonly number[] {
    return (this.#chains[type] ??= [
      type,
      ...at(this.#supertypes, type).flatMap((name) => this.#typeIds.get(name) ?? []),
    ]);
  }
}

function isConstructor(key: string): boolean {
  return key.includes('.<init>(');
}

function callsOwnConstructor({ key, calls }: ProgramMember): boolean {
  const own = key.slice(0, key.indexOf('(') + 1);
  return calls.some((call) => call.dispatch === 'direct' && call.key.startsWith(own));
}

interface KeyParts {
  readonly type: string;
  /** Name and number of arguments: `blit/2`. */
  readonly signature: string;
}

/** A library's method has dots in its class, too: its name comes after the last. */
function partsOf(key: string): KeyParts {
  const parenthesis = key.indexOf('(');
  if (parenthesis < 0 || key.includes('@')) {
    const dot = key.includes('@') ? key.indexOf('.') : key.lastIndexOf('.');
    return { type: key.slice(0, dot), signature: key.slice(dot + 1) };
  }
  const dot = key.indexOf('.');
  return {
    type: key.slice(0, dot),
    signature: `${key.slice(dot + 1, parenthesis)}/${countParameters(key, parenthesis + 1)}`,
  };
}

function typeIn(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

/** The parameters of a descriptor, from behind its `(` on. A descriptor that makes no sense has as many as it looks like. */
function countParameters(key: string, from: number): number {
  let count = 0;
  for (let index = from; index < key.length && key[index] !== ')'; index++) {
    if (key[index] === '[') continue;
    count++;
    if (key[index] !== 'L') continue;
    const end = key.indexOf(';', index);
    if (end < 0) break;
    index = end;
  }
  return count;
}
