/**
 * Numbers the methods of a trace, and finds the paths that it counted.
 *
 * Sits in `profile/`, over the document.
 */
import { lastUpTo } from './describe-trace';
import type { PathRow, ProfileDocument, ProfiledClass, ProfiledMethod } from './profile-document';

export interface TracedMethods {
  readonly list: readonly TracedMethod[];
  /** The number of each class's first method, by index of the class. */
  readonly firstOf: readonly number[];
  /** The counter of each method's first path. */
  readonly firstPathOf: readonly number[];
  /** The number of the method that a counter belongs to; -1 if there is none. */
  readonly numberOf: (counter: number) => number;
  /** The paths that ended, by counter. */
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
