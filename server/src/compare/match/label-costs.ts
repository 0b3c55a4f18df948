/**
 * Compares the methods of two trees: they are the same, their classes extend one another, or they differ.
 *
 * Sits in `compare/`, under `path-candidates.ts` and `match-trees.ts`: γ of "DiffProf", section 3.4, which is 0 or 1.
 *
 * Edits between two paths are Levenshtein's distance of the methods on both, row by row, as α counts it (section 3.4):
 * here for two rows alone, those that are matched.
 */
import type { MethodTree } from '../trees/method-tree';
import { keyOfMethod } from '../../base/method-name';
import type { ClassRelations } from '../trees/task-tree';

export interface LabelCosts {
  /** The label of each row of the first tree, and of the second: a number that equal methods share; 0 for the root. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** The number of labels. */
  readonly labels: number;
  /** True if γ of two labels is 0. */
  readonly isSame: (first: number, second: number) => boolean;
  /** For each label, all labels that it is the same as, itself first. */
  readonly sameAs: readonly (readonly number[])[];
}

/**
 * Labels the methods of both trees. Cost: linear in the methods, and quadratic in those that share a name and
 * descriptor.
 */
export function compareLabels(first: MethodTree, second: MethodTree, naming: ClassRelations): LabelCosts {
  const numbers = new Map<string, number>();
  const classes: string[] = [''];
  const bySignature = new Map<string, number[]>();
  const numberOf = (tree: MethodTree): Int32Array => {
    const labels = tree.names.map((method) => {
      const key = keyOfMethod(method);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const label = numbers.size + 1;
      numbers.set(key, label);
      classes[label] = method.class;
      const signature = `${method.name}\n${method.descriptor}`;
      bySignature.set(signature, [...(bySignature.get(signature) ?? []), label]);
      return label;
    });
    return Int32Array.from(tree.frames, (method) => labels[method] ?? 0);
  };
  const [ofFirst, ofSecond] = [numberOf(first), numberOf(second)];
  const sameAs: number[][] = classes.map((_, label) => [label]);
  for (const labels of bySignature.values())
    for (const one of labels)
      for (const other of labels)
        if (one !== other && isRelated(naming, classes[one] ?? '', classes[other] ?? ''))
          sameAs[one]?.push(other);
  const hasRelated = Uint8Array.from(sameAs, ({ length }) => (length > 1 ? 1 : 0));
  return {
    first: ofFirst,
    second: ofSecond,
    labels: classes.length,
    sameAs,
    isSame: (one, other) => one === other || (hasRelated[one] === 1 && (sameAs[one] ?? []).includes(other)),
  };
}

function isRelated(naming: ClassRelations, one: string, other: string): boolean {
  return naming.extends(one, other) || naming.extends(other, one);
}

/**
 * Gives a function that counts the edits between the paths of two rows. Cost of each call: the product of the lengths
 * of both paths, without their common beginning.
 */
export function createPathEdits(
  first: MethodTree,
  second: MethodTree,
  labels: LabelCosts,
): (row: number, other: number) => number {
  return (row, other) => {
    const [one, two] = [pathOf(first, labels.first, row), pathOf(second, labels.second, other)];
    let start = 0;
    const shorter = Math.min(one.length, two.length);
    while (start < shorter && labels.isSame(one[start] ?? 0, two[start] ?? 0)) start++;
    /** For each length of the second path, the edits that lead to it from the part of the first path that was looked at. */
    let edits = Array.from({ length: two.length - start + 1 }, (_, at) => at);
    for (const label of one.slice(start)) {
      const next = [(edits[0] ?? 0) + 1];
      for (let at = 1; at < edits.length; at++) {
        const cost = labels.isSame(label, two[start + at - 1] ?? 0) ? 0 : 1;
        next.push(Math.min((edits[at - 1] ?? 0) + cost, (edits[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
      }
      edits = next;
    }
    return edits.at(-1) ?? 0;
  };
}

/** The labels on the path to a row, from below the root. */
function pathOf({ parents }: MethodTree, labels: Int32Array, row: number): readonly number[] {
  const path: number[] = [];
  for (let up = row; up > 0; up = parents[up] ?? 0) path.push(labels[up] ?? 0);
  return path.reverse();
}
