/**
 * The methods of a trace by one number each, and the paths that it counted.
 *
 * Sits in `profile/`, over the document.
 */
import { lastUpTo } from './describe-trace';
import type { PathRow, ProfileDocument, ProfiledClass, ProfiledMethod } from './profile-document';

export interface TracedMethods {
  readonly list: readonly TracedMethod[];
  /** By index of the class: the number of its first method. */
  readonly firstOf: readonly number[];
  /** By method: the counter of its first path. */
  readonly firstPathOf: readonly number[];
  /** Of the method that a counter is of; -1 where it is of none. */
  readonly numberOf: (counter: number) => number;
  /** By counter; of paths that ended. */
  readonly paths: ReadonlyMap<number, TracedPath>;
}

export interface TracedMethod {
  readonly owner: ProfiledClass;
  readonly method: ProfiledMethod;
}

export interface TracedPath {
  readonly method: number;
  readonly row: PathRow;
}

export function listTracedMethods({ classes, trace }: ProfileDocument): TracedMethods {
  const list: TracedMethod[] = [];
  const firstOf: number[] = [];
  for (const owner of classes) {
    firstOf.push(list.length);
    for (const method of owner.methods) list.push({ owner, method });
  }
  const rows = (trace?.methods ?? []).toSorted(([one], [other]) => one - other);
  const firsts = rows.map(([first]) => first);
  const numbers = rows.map(([, owner, index]) => (firstOf[owner] ?? NaN) + index);
  const paths = new Map<number, TracedPath>();
  const firstPathOf: number[] = [];
  for (const [at, first] of firsts.entries()) {
    const method = numbers[at] ?? NaN;
    if (list[method] !== undefined) firstPathOf[method] = first;
    for (const row of list[method]?.method.paths ?? [])
      if (row[0] >= 0) paths.set(first + row[0], { method, row });
  }
  return {
    list,
    firstOf,
    firstPathOf,
    paths,
    numberOf: (counter) => {
      const number = numbers[lastUpTo(firsts, counter)] ?? NaN;
      return list[number] === undefined ? -1 : number;
    },
  };
}
