/**
 * Compares the methods of two trees: they are the same, their classes extend one another, or they differ.
 *
 * Sits in `compare/`, under `path-candidates.ts` and `match-trees.ts`: γ of "DiffProf", section 3.4, which is 0 or 1.
 */
import { keyOfMethod, type ContextTree } from '../trees/context-tree';
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
export function compareLabels(first: ContextTree, second: ContextTree, naming: ClassRelations): LabelCosts {
  const numbers = new Map<string, number>();
  const classes: string[] = [''];
  const bySignature = new Map<string, number[]>();
  const numberOf = (tree: ContextTree): Int32Array => {
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
    return Int32Array.from(tree.methods, (method) => labels[method] ?? 0);
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
