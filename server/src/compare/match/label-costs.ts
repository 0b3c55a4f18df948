/**
 * Compares the methods of two trees: they are the same, their classes extend one another, or they differ.
 *
 * Sits in `compare/`, under `path-candidates.ts` and `match-trees.ts`: γ of "DiffProf", section 3.4, which is 0 or 1.
 *
 * Edits between two paths are Levenshtein's distance of the methods on both, row by row, as α counts it (section 3.4):
 * here for two rows alone, those that are matched.
 */
import { at, last } from '../../base/check';
import { rowsUp } from '../../base/context-tree';
import { addTo } from '../../base/groups';
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
      addTo(bySignature, `${method.name}\n${method.descriptor}`, label);
      return label;
    });
    return tree.frames.map((method) => (method < 0 ? 0 : at(labels, method)));
  };
  const [ofFirst, ofSecond] = [numberOf(first), numberOf(second)];
  const sameAs: number[][] = classes.map((_, label) => [label]);
  for (const labels of bySignature.values())
    for (const one of labels)
      for (const other of labels)
        if (one !== other && isRelated(naming, at(classes, one), at(classes, other)))
          at(sameAs, one).push(other);
  const hasRelated = Uint8Array.from(sameAs, ({ length }) => (length > 1 ? 1 : 0));
  return {
    first: ofFirst,
    second: ofSecond,
    labels: classes.length,
    sameAs,
    isSame: (one, other) => one === other || (hasRelated[one] === 1 && at(sameAs, one).includes(other)),
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
    while (start < shorter && labels.isSame(at(one, start), at(two, start))) start++;
    /** For each length of the second path, the edits that lead to it from the part of the first path that was looked at. */
    let edits = Array.from({ length: two.length - start + 1 }, (_, index) => index);
    for (const label of one.slice(start)) {
      const next = [at(edits, 0) + 1];
      for (let index = 1; index < edits.length; index++) {
        const cost = labels.isSame(label, at(two, start + index - 1)) ? 0 : 1;
        next.push(Math.min(at(edits, index - 1) + cost, at(edits, index) + 1, last(next) + 1));
      }
      edits = next;
    }
    return last(edits);
  };
}

/** The labels on the path to a row, from below the root. */
function pathOf({ parents }: MethodTree, labels: Int32Array, row: number): readonly number[] {
  return rowsUp(parents, row)
    .map((up) => at(labels, up))
    .reverse();
}
