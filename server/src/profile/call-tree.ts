/**
 * The calling context tree of a saved profile, as nodes that hold each other.
 *
 * Sits in `profile/`: what compares and prices trees reads them here. A method
 * that is called again while it runs has one node for both, so that trees are
 * no deeper than a program has methods; which calls that were is said.
 */
import { failAt, type Outcome, succeed } from '../classfile/outcome';
import type { OperationKey } from '../operations/operation';
import type { ContextRow, ProfiledTree, ProfileDocument } from './profile-document';

export interface CallTree {
  /** Called by no code that was instrumented. */
  readonly roots: readonly CallTreeNode[];
  /** Methods of contexts beyond the most that are told apart, whoever called them. */
  readonly beyond: readonly CallTreeNode[];
}

export interface CallTreeNode {
  /** Binary name with slashes. */
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  /** Where the parent calls it, or hands it over; absent for roots, and for what the JVM calls. */
  readonly site?: CallSite;
  /** The parent did not call it, but handed it over by calling this, as in `java/lang/Thread.start()V`; empty where that is not known. */
  readonly handedOverTo?: string;
  /** The parent did not call it itself, but this, a method that was not counted, which called it back. */
  readonly calledBackBy?: string;
  /** How often it was entered in this context, by itself too. */
  readonly calls: number;
  /** What it ran itself. */
  readonly operations: readonly CountedKey[];
  /** Its calls of methods that were running. */
  readonly recursion: readonly RecursiveCall[];
  readonly children: readonly CallTreeNode[];
}

export interface CallSite {
  readonly offset: number;
  /** 0 where it is unknown. */
  readonly line: number;
}

export interface CountedKey {
  readonly key: OperationKey;
  readonly executions: number;
  /** Sum of sizes, where its cost grows with them. */
  readonly size?: number;
}

export interface RecursiveCall {
  /** How many nodes up from the caller the called one is, 0 for itself; absent where it lies beyond those told apart. */
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

/** By index of the context: what stands between it and its parent, which handed it over to that, or was called back by it. */
export function listBetween({ handOvers = [], callbacks = [] }: ProfiledTree): ReadonlyMap<number, string> {
  return new Map([...callbacks, ...handOvers]);
}

/** Of what stands between a context and its parent; undefined where that is not known. */
export function readCallee(called: string): Callee | undefined {
  const [, owner, name, descriptor] = /^(.*)\.([^.(]+)(\(.*)$/.exec(called) ?? [];
  if (owner === undefined || name === undefined || descriptor === undefined) return undefined;
  return { class: owner, name, descriptor };
}

/** Fails for a profile without a tree, and where rows point nowhere. */
export function readCallTree(profile: ProfileDocument): Outcome<CallTree> {
  const { tree } = profile;
  if (tree === undefined)
    return failAt('has no calling context tree: it was not recorded with --record tree');
  const handedOver = new Map(tree.handOvers ?? []);
  const calledBack = new Map(tree.callbacks ?? []);
  const children: CallTreeNode[][] = tree.contexts.map(() => []);
  const roots: CallTreeNode[] = [];
  const beyond: CallTreeNode[] = [];
  // Callers come first: from the last row on, the children of a row are there when it is.
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
