/**
 * Classes of one name that several files declare: which of them a file means.
 *
 * Sits in `flow/`, beside `call-graph.ts`, which knows methods by their keys. A file means its own class, else that of
 * the nearest file: the one with most folders in common, as in the same module. The keys of all but the first such class
 * get a mark that no name in Java has.
 */
import { at } from '../../base/check';
import { groupBy } from '../../base/groups';
import type { FileMembers } from './call-graph';

interface DeclaredClasses {
  readonly path: string;
  /** Top-level classes, by binary name. */
  readonly classes: readonly string[];
}

const MARK = '~';

export class Namesakes {
  /** The files of each class that several declare. */
  readonly #files: ReadonlyMap<string, readonly string[]>;
  /** Marked classes as a file means them; the same map for the same file. */
  readonly #meant = new Map<string, ReadonlyMap<string, string>>();
  readonly #marked = new WeakMap<FileMembers, FileMembers>();

  constructor(declarations: Iterable<DeclaredClasses>) {
    const declared = [...declarations].flatMap(({ path, classes }) =>
      classes.map((name) => ({ name, path })),
    );
    const files = new Map<string, readonly string[]>();
    for (const [name, places] of groupBy(declared, (each) => each.name))
      if (places.length > 1) files.set(name, [...new Set(places.map(({ path }) => path))].sort());
    this.#files = files;
  }

  /** True if no two files declare a class of one name. */
  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Each class that several files declare, with these. */
  list(): readonly { readonly name: string; readonly paths: readonly string[] }[] {
    return Array.from(this.#files, ([name, paths]) => ({ name, paths })).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  }

  /** The key of a method, or the name of a class, as a file means it. */
  keyIn(path: string, key: string): string {
    if (this.isEmpty) return key;
    const name = /^[^$.]*/.exec(key)?.[0] ?? '';
    const marked = this.#meantIn(path).get(name);
    return marked === undefined ? key : marked + key.slice(name.length);
  }

  /** The file that a key as {@link keyIn} made it leads to, and the key there; undefined if only one file has the class. */
  fileOf(key: string): { readonly path: string; readonly key: string } | undefined {
    if (this.isEmpty) return undefined;
    const [found = '', name = '', index = '0'] = /^([^$.~]*)(?:~(\d+))?/.exec(key) ?? [];
    const path = this.#files.get(name)?.[Number(index)];
    return path === undefined ? undefined : { path, key: name + key.slice(found.length) };
  }

  /** The members of a file, with the keys that it means; the same list for the same list. */
  membersIn(path: string, list: FileMembers): FileMembers {
    if (this.isEmpty) return list;
    const known = this.#marked.get(list);
    if (known !== undefined) return known;
    const marked = list.map((member) => ({
      ...member,
      key: this.keyIn(path, member.key),
      supertypes: member.supertypes.map((type) => this.keyIn(path, type)),
      calls: member.calls.map((call) => ({ ...call, key: this.keyIn(path, call.key) })),
    }));
    this.#marked.set(list, marked);
    return marked;
  }

  #meantIn(path: string): ReadonlyMap<string, string> {
    const known = this.#meant.get(path);
    if (known !== undefined) return known;
    const meant = new Map<string, string>();
    for (const [name, paths] of this.#files) {
      const nearest = nearestOf(path, paths);
      if (nearest > 0) meant.set(name, `${name}${MARK}${nearest}`);
    }
    this.#meant.set(path, meant);
    return meant;
  }
}

/** The index of the path itself, else of the one with most folders in common; of equally near ones the first. */
function nearestOf(path: string, paths: readonly string[]): number {
  const shared = paths.map((other) => (other === path ? Infinity : sharedFolders(path, other)));
  return shared.indexOf(Math.max(...shared));
}

function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.split(/[\\/]/), other.split(/[\\/]/)];
  let count = 0;
  while (count < Math.min(a.length, b.length) - 1 && at(a, count) === at(b, count)) count++;
  return count;
}
