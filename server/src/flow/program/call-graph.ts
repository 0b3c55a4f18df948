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
import { parseMethodDescriptor } from '../../java/types/erasure';
import type { Reach } from './entry-points';

export interface ProgramMember {
  /** `com/example/Grid.blit(II)V`; initializers have `@` and a name in the place of a descriptor. */
  readonly key: string;
  /** Supertypes of its class, the nearest superclasses first. */
  readonly supertypes: readonly string[];
  /** The library type whose method it overrides; empty for none. */
  readonly overrides: string;
  readonly reach: Reach;
  /** Calls in one execution of the member. */
  readonly calls: readonly ProgramCall[];
}

export interface ProgramCall {
  /** A method by class, name and descriptor; of libraries by class (with dots), name and number of arguments: `java.util.Iterator.next/0`. */
  readonly key: string;
  readonly dispatch: 'direct' | 'virtual' | 'creation' | 'library';
  readonly count: number;
}

/** Members by their place in the list that the graph was made of, the methods that calls name, and the edges between. */
export interface CallGraph {
  /** Edges from members to methods, by member: `start` has one number more than there are members. */
  readonly start: Int32Array;
  readonly method: Int32Array;
  readonly count: Float64Array;
  readonly methods: readonly CalledMethod[];
  /** Edges that create an object: the class, and the index of the edge. */
  readonly creations: readonly { readonly edge: number; readonly from: number; readonly type: number }[];
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

/** `callbacks` are the times that a library calls back a member of each object that overrides one of its methods. */
export function buildCallGraph(members: readonly ProgramMember[], callbacks: number): CallGraph {
  return new GraphBuilder(members).build(callbacks);
}

/** The callers that a graph knows: members that another one calls, and members of classes that the program makes objects of. */
export function callersIn({ methods, creations, typeOf }: CallGraph): {
  readonly isCalled: (member: number) => boolean;
  readonly isCreated: (member: number) => boolean;
} {
  const called = new Set(methods.flatMap(({ bodies }) => bodies.map(({ member }) => member)));
  const created = new Set(creations.map(({ type }) => type));
  return {
    isCalled: (member) => called.has(member),
    isCreated: (member) => created.has(at(typeOf, member)),
  };
}

/** Loops within loops multiply beyond all numbers. */
const MOST_CALLS = 1e12;

class GraphBuilder {
  readonly #members: readonly ProgramMember[];
  /** Members by name and number of arguments, then by class. */
  readonly #bySignature = new Map<string, Map<number, number[]>>();
  readonly #typeIds = new Map<string, number>();
  readonly #typeOf: Int32Array;
  readonly #supertypes: (readonly string[])[] = [];
  /** Each class and its supertypes that have members, worked out when asked for. */
  readonly #chains: (readonly number[] | undefined)[] = [];
  /** Classes with members, by each of their supertypes and by themselves, in the dotted names of libraries. */
  readonly #subtypes = new Map<string, number[]>();
  readonly #names: string[] = [];
  readonly #methodIds = new Map<string, number>();
  readonly #methods: CalledMethod[] = [];

  constructor(members: readonly ProgramMember[]) {
    this.#members = members;
    this.#typeOf = new Int32Array(members.length);
    members.forEach(({ key, supertypes }, index) => {
      const { type, signature } = partsOf(key);
      const id = this.#typeId(type, supertypes);
      const declaring = this.#bySignature.get(signature) ?? new Map<number, number[]>();
      this.#bySignature.set(signature, declaring);
      addTo(declaring, id, index);
      this.#typeOf[index] = id;
    });
  }

  build(callbacks: number): CallGraph {
    const start = new Int32Array(this.#members.length + 1);
    const method: number[] = [];
    const count: number[] = [];
    const creations: { edge: number; from: number; type: number }[] = [];
    const initializers = this.#membersByType(({ key }) => key.includes('.<init>@'));
    const overriding = this.#membersByType(({ overrides }) => overrides !== '');
    this.#members.forEach((member, from) => {
      const type = at(this.#typeOf, from);
      const add = (id: number, times: number): void => {
        method.push(id);
        count.push(times);
      };
      for (const call of member.calls) {
        const id = this.#methodOf(call);
        if (id === undefined || !(call.count > 0)) continue;
        const created = call.dispatch === 'creation' ? this.#typeIds.get(partsOf(call.key).type) : undefined;
        if (created !== undefined) creations.push({ edge: method.length, from, type: created });
        add(id, Math.min(call.count, MOST_CALLS));
      }
      if (isConstructor(member.key) && !callsOwnConstructor(member)) {
        for (const initializer of initializers.get(type) ?? []) add(this.#direct(initializer), 1);
        for (const each of overriding.get(type) ?? []) add(this.#direct(each), callbacks);
      }
      start[from + 1] = method.length;
    });
    return {
      start,
      method: Int32Array.from(method),
      count: Float64Array.from(count),
      methods: this.#methods,
      creations,
      types: this.#names.length,
      typeOf: this.#typeOf,
    };
  }

  #typeId(name: string, supertypes: readonly string[]): number {
    const known = this.#typeIds.get(name);
    if (known !== undefined) return known;
    const id = this.#names.push(name) - 1;
    this.#typeIds.set(name, id);
    this.#supertypes.push(supertypes);
    for (const type of new Set([name, ...supertypes])) addTo(this.#subtypes, dotted(type), id);
    return id;
  }

  #membersByType(fits: (member: ProgramMember) => boolean): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    this.#members.forEach((member, index) => {
      if (fits(member)) addTo(found, at(this.#typeOf, index), index);
    });
    return found;
  }

  #direct(member: number): number {
    return this.#method(`@${member}`, () => ({ bodies: [{ member, types: [] }], isLibrary: false }));
  }

  #method(id: string, make: () => CalledMethod | undefined): number {
    const known = this.#methodIds.get(id);
    if (known !== undefined) return known;
    const made = make();
    const index = made === undefined ? -1 : this.#methods.push(made) - 1;
    this.#methodIds.set(id, index);
    return index;
  }

  #methodOf({ key, dispatch }: ProgramCall): number | undefined {
    const kind = dispatch === 'creation' ? 'direct' : dispatch;
    const id = this.#method(`${kind} ${key}`, () => {
      const { type, signature } = partsOf(key);
      if (dispatch === 'library') return this.#overriding(type, signature, undefined);
      if (dispatch === 'virtual') return this.#overriding(type, signature, key);
      const own = this.#typeIds.get(type);
      const member = own === undefined ? undefined : this.#bodyIn(own, signature, key);
      return member === undefined ? undefined : { bodies: [{ member, types: [] }], isLibrary: false };
    });
    return id < 0 ? undefined : id;
  }

  /** The bodies that instances of a type and its subtypes run. */
  #overriding(type: string, signature: string, key: string | undefined): CalledMethod | undefined {
    const bodies = new Map<number, number[]>();
    for (const below of this.#subtypes.get(dotted(type)) ?? []) {
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

/** `java.util.Map.Entry`, as library operations name the class `java/util/Map$Entry`. */
function dotted(type: string): string {
  return type.replaceAll(/[/$]/g, '.');
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
    signature: `${key.slice(dot + 1, parenthesis)}/${parseMethodDescriptor(key.slice(parenthesis)).parameters.length}`,
  };
}
