/**
 * The calling context tree of a saved profile, as nodes that hold each other.
 *
 * Sits in `profile/`: what compares and prices trees reads them here. A method that is called again while
 * it runs shares one node with that call, so that a tree is no deeper than the program has methods;
 * `recursion` lists such calls.
 */
import { failAt, type Outcome, succeed } from '../../base/outcome';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { ContextRow, ProfiledTree, ProfileDocument } from './profile-document';

export interface CallTree {
  /** Methods that no instrumented code called. */
  readonly roots: readonly CallTreeNode[];
  /** Methods whose contexts exceed the limit: one node for each, for all of its callers. */
  readonly beyond: readonly CallTreeNode[];
}

export interface CallTreeNode {
  /** Binary name with slashes. */
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  /** The place where the parent calls the method or hands it over; absent for roots and for calls by the JVM. */
  readonly site?: CallSite;
  /**
   * The method by which the parent handed this one over, as in `java/lang/Thread.start()V`; empty if it is not
   * known, absent if the parent called it.
   */
  readonly handedOverTo?: string;
  /** The method, itself not counted, that the parent called and that called this one back. */
  readonly calledBackBy?: string;
  /** The number of entries in this context, recursive ones included. */
  readonly calls: number;
  /** The operations that the method ran itself, without its callees. */
  readonly operations: readonly CountedKey[];
  /** The calls of methods that were already running. */
  readonly recursion: readonly RecursiveCall[];
  readonly children: readonly CallTreeNode[];
}

export interface CallSite {
  readonly offset: number;
  /** The line number, or 0 if it is unknown. */
  readonly line: number;
}

export interface CountedKey {
  readonly key: OperationKey;
  readonly executions: number;
  /** The sum of sizes, if the operation's cost grows with a size. */
  readonly size?: number;
}

export interface RecursiveCall {
  /** The number of nodes from the caller up to the called one, 0 for itself; absent if that lies beyond the limit of contexts. */
  readonly up?: number;
  readonly site?: CallSite;
  readonly calls: number;
}

export interface Callee {
  /** Binary name with slashes. */
  readonly class: string;
  readonly name: string;
  readonly descriptor: string;
}

/** For each context (by index) that its parent did not call itself: the method by which it was handed over or called back. */
export function listBetween({ handOvers = [], callbacks = [] }: ProfiledTree): ReadonlyMap<number, string> {
  return new Map([...callbacks, ...handOvers]);
}

/** Splits the text that names a handing or calling method; undefined if the text is empty. */
export function readCallee(called: string): Callee | undefined {
  const [, owner, name, descriptor] = /^(.*)\.([^.(]+)(\(.*)$/.exec(called) ?? [];
  if (owner === undefined || name === undefined || descriptor === undefined) return undefined;
  return { class: owner, name, descriptor };
}

/** Fails for a profile without a tree, and for rows that point nowhere. */
export function readCallTree(profile: ProfileDocument): Outcome<CallTree> {
  const { tree } = profile;
  if (tree === undefined)
    return failAt('has no calling context tree: it was not recorded with --record tree');
  const handedOver = new Map(tree.handOvers ?? []);
  const calledBack = new Map(tree.callbacks ?? []);
  const children: CallTreeNode[][] = tree.contexts.map(() => []);
  const roots: CallTreeNode[] = [];
  const beyond: CallTreeNode[] = [];
  // Callers come first, so a walk from the last row on meets all children of a row before the row.
  for (const [index, row] of [...tree.contexts.entries()].reverse()) {
    const [parent] = row;
    const node =
      parent < index
        ? readNode(profile, tree.contexts, index, row, (children[index] ?? []).reverse(), {
            handedOverTo: handedOver.get(index),
            calledBackBy: calledBack.get(index),
          })
        : undefined;
    if (node === undefined) return failAt(`is damaged: tree.contexts[${index}] points to what is not there`);
    if (parent >= 0) children[parent]?.push(node);
    else (index < tree.beyond ? roots : beyond).push(node);
  }
  return succeed({ roots: roots.reverse(), beyond: beyond.reverse() });
}

function readNode(
  { classes, keys }: ProfileDocument,
  contexts: readonly ContextRow[],
  index: number,
  [, classIndex, methodIndex, offset, line, calls, operations, back]: ContextRow,
  children: readonly CallTreeNode[],
  { handedOverTo, calledBackBy }: { readonly [Key in 'handedOverTo' | 'calledBackBy']: string | undefined },
): CallTreeNode | undefined {
  const owner = classes[classIndex];
  const method = owner?.methods[methodIndex];
  if (owner === undefined || method === undefined) return undefined;
  return {
    class: owner.name,
    method: method.name,
    descriptor: method.descriptor,
    ...siteAt(offset, line),
    ...(handedOverTo === undefined ? {} : { handedOverTo }),
    ...(calledBackBy === undefined ? {} : { calledBackBy }),
    calls,
    operations: operations.flatMap(([key, executions, size]) => {
      const known = keys[key];
      return known === undefined ? [] : [{ key: known, executions, ...(size === undefined ? {} : { size }) }];
    }),
    recursion: back.map(([target, at, lineOfCall, taken]) => {
      const up = target < 0 ? undefined : distance(contexts, index, target);
      return { ...(up === undefined ? {} : { up }), ...siteAt(at, lineOfCall), calls: taken };
    }),
    children,
  };
}

function siteAt(offset: number, line: number): { readonly site?: CallSite } {
  return offset < 0 ? {} : { site: { offset, line } };
}

function distance(contexts: readonly ContextRow[], from: number, to: number): number | undefined {
  let up = 0;
  for (let row = from; row >= 0; row = contexts[row]?.[0] ?? -1) {
    if (row === to) return up;
    up++;
  }
  return undefined;
}
